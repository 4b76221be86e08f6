// The arithmetic of `#if` ([cpp.cond]): every integer is an `intmax_t` or a `uintmax_t`, and names that are left over
// are 0. Knows no macro.
import { type Token } from './lex';
import { readQuoted } from './literals';

/** A number of 64 bits, within the range of its type. */
interface Whole {
  readonly n: bigint;
  readonly unsigned: boolean;
}

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Operators that have a name too. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['or', '||'],
  ['and', '&&'],
  ['bitor', '|'],
  ['xor', '^'],
  ['bitand', '&'],
  ['not_eq', '!='],
  ['not', '!'],
  ['compl', '~'],
]);

/** Conditions that nest deeper do not hold. */
const MAX_DEPTH = 200;

const whole = (n: bigint, unsigned = false): Whole => ({
  n: unsigned ? BigInt.asUintN(64, n) : BigInt.asIntN(64, n),
  unsigned,
});
const truth = (holds: boolean): Whole => whole(holds ? 1n : 0n);
const ZERO = whole(0n);

/** True where the condition is a number other than 0; false also where it is no number. */
export function isTrue(tokens: readonly Token[]): boolean {
  const reader = new ConditionReader(tokens);
  return reader.conditional(0).n !== 0n && !reader.failed;
}

class ConditionReader {
  #at = 0;
  /** Operands that are passed over: what they divide by does not matter. */
  #skipped = 0;
  failed = false;

  constructor(readonly tokens: readonly Token[]) {}

  conditional(depth: number): Whole {
    if (depth > MAX_DEPTH) return this.#fail();
    const cond = this.#binary(0, depth);
    if (!this.#take('?')) return cond;
    const isTaken = cond.n !== 0n;
    const yes = this.#unless(!isTaken, () => this.conditional(depth + 1));
    this.#take(':');
    const no = this.#unless(isTaken, () => this.conditional(depth + 1));
    return whole((isTaken ? yes : no).n, yes.unsigned || no.unsigned);
  }

  #unless(isSkipped: boolean, read: () => Whole): Whole {
    this.#skipped += isSkipped ? 1 : 0;
    const value = read();
    this.#skipped -= isSkipped ? 1 : 0;
    return value;
  }

  #fail(): Whole {
    if (this.#skipped === 0) this.failed = true;
    return ZERO;
  }

  #binary(level: number, depth: number): Whole {
    const ops = LEVELS[level];
    if (ops === undefined) return this.#unary(depth + 1);
    let left = this.#binary(level + 1, depth);
    for (;;) {
      const op = this.#operator();
      if (!ops.includes(op)) return left;
      this.#at += op === '>>' ? 2 : 1;
      const isSettled = op === '||' ? left.n !== 0n : op === '&&' && left.n === 0n;
      const right = this.#unless(isSettled, () => this.#binary(level + 1, depth));
      left = apply(op, left, right) ?? this.#fail();
    }
  }

  #operator(): string {
    const token = this.tokens[this.#at];
    if (token?.text === '>' && this.tokens[this.#at + 1]?.text === '>') return '>>';
    return named(token?.text ?? '');
  }

  #unary(depth: number): Whole {
    if (depth > MAX_DEPTH) return this.#fail();
    const token = this.tokens[this.#at];
    this.#at++;
    if (token === undefined) return ZERO;
    const op = token.kind === 'char' ? '' : named(token.text);
    if (op === '(') {
      const value = this.conditional(depth + 1);
      this.#take(')');
      return value;
    }
    if (op !== '!' && op !== '-' && op !== '+' && op !== '~') return this.#primary(token);
    const { n, unsigned } = this.#unary(depth + 1);
    if (op === '!') return truth(n === 0n);
    return whole(op === '-' ? -n : op === '~' ? ~n : n, unsigned);
  }

  #primary(token: Token): Whole {
    if (token.kind === 'number') return readWhole(token.text) ?? this.#fail();
    if (token.kind === 'char') return readCharacter(token.text);
    if (token.text === 'true') return whole(1n);
    // An unknown function-like name takes its arguments with it.
    if (token.kind === 'ident' && this.tokens[this.#at]?.text === '(') {
      let depth = 0;
      do {
        const text = this.tokens[this.#at]?.text;
        depth += text === '(' ? 1 : text === ')' ? -1 : 0;
        this.#at++;
      } while (depth > 0 && this.#at < this.tokens.length);
    }
    return ZERO;
  }

  #take(text: string): boolean {
    if (this.tokens[this.#at]?.text !== text) return false;
    this.#at++;
    return true;
  }
}

const named = (text: string): string => NAMED.get(text) ?? text;

/** `0x10u`, `0b11`, `017`, `1'000`: what no `intmax_t` holds is unsigned. */
function readWhole(text: string): Whole | undefined {
  const match = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)$/.exec(text.replace(/'/g, ''));
  if (match === null) return undefined;
  const [, digits = '', suffix = ''] = match;
  if (/^0\d*[89]/.test(digits)) return undefined;
  const n = BigInt(/^0\d+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return whole(n, /[uU]/.test(suffix) || n > 0x7fffffffffffffffn);
}

/** `'a'` is an `int`; of several characters each is a byte of it. */
function readCharacter(text: string): Whole {
  const prefix = /^(u8|u|U|L)?/.exec(text)?.[1];
  const codes = [...readQuoted(text)].map((c) => BigInt(c.codePointAt(0) ?? 0));
  if (prefix !== undefined) return whole(codes.at(-1) ?? 0n, prefix !== 'L');
  if (codes.length === 1) return whole(BigInt.asIntN(8, codes[0] ?? 0n));
  return whole(
    BigInt.asIntN(
      32,
      codes.reduce((n, code) => (n << 8n) | (code & 0xffn), 0n),
    ),
  );
}

/** Undefined for a division by zero. */
function apply(op: string, left: Whole, right: Whole): Whole | undefined {
  if (op === '||') return truth(left.n !== 0n || right.n !== 0n);
  if (op === '&&') return truth(left.n !== 0n && right.n !== 0n);
  if (op === '<<' || op === '>>') return shift(left, op === '<<' ? right.n : -right.n);
  const unsigned = left.unsigned || right.unsigned;
  const [a, b] = [whole(left.n, unsigned).n, whole(right.n, unsigned).n];
  switch (op) {
    case '|':
      return whole(a | b, unsigned);
    case '^':
      return whole(a ^ b, unsigned);
    case '&':
      return whole(a & b, unsigned);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '>':
      return truth(a > b);
    case '<=':
      return truth(a <= b);
    case '>=':
      return truth(a >= b);
    case '+':
      return whole(a + b, unsigned);
    case '-':
      return whole(a - b, unsigned);
    case '*':
      return whole(a * b, unsigned);
    case '/':
      return b === 0n ? undefined : whole(a / b, unsigned);
    case '%':
      return b === 0n ? undefined : whole(a % b, unsigned);
    default:
      return undefined;
  }
}

/** To the left, or to the right where `by` is negative; the type is that of the left operand. */
function shift({ n, unsigned }: Whole, by: bigint): Whole {
  if (by >= 64n) return whole(0n, unsigned);
  if (by <= -64n) return whole(n < 0n ? -1n : 0n, unsigned);
  return whole(by < 0n ? n >> -by : n << by, unsigned);
}
