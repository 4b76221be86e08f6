// Reads plain template arguments (`Shape<_128, Int<N / 2>>`, `float const*`) from tokens, without the grammar.
// The grammar cannot tell types from values in them and forks at each, too often to keep every reading; the mask gives
// it the word `int` in their place. Calls, comparisons and constructions (`decltype(x)`, `A{}`) stay with the grammar.
import { present } from '../../base/assert';
import type { FileId, Span } from '../../base/span';
import type { Expr, TypeOfType } from '../../ir/program';
import { PRECEDENCE } from './ambiguous';
import type { Angles } from './angles';
import { type Token, tokenAt } from './lex';
import { readNumber } from './literals';
import { inOrder } from './type-words';

/** An argument in which lists are nested deeper is not read: the grammar takes the square of its length. */
const MAX_DEPTH = 50;

/** Tokens `[from, to)` that the grammar need not see. */
export interface PlainArgument {
  readonly from: number;
  readonly to: number;
  /** Nobody reads it: it is nested too deeply. */
  readonly isUnread: boolean;
}

const NOT_PLAIN = new Set(
  (
    'sizeof alignof decltype operator new delete this noexcept typeid throw co_await static_cast reinterpret_cast const_cast dynamic_cast auto ' +
    'struct class enum union requires lambda and or not nullptr'
  ).split(' '),
);
const BEFORE_A_TYPE = /^(?:const|volatile|typename)$/;
const SIMPLE_TYPE_WORDS = new Set(['unsigned', 'signed', 'long', 'short', 'int', 'char', 'double', 'float']);

/** The plain arguments of the template list that opens at `open`. */
export function plainArguments(tokens: readonly Token[], angles: Angles, open: number): readonly PlainArgument[] {
  const close = angles.closes.get(open);
  if (close === undefined || /^(?:template|\])$/.test(tokens[open - 1]?.text ?? '')) return [];
  const out: PlainArgument[] = [];
  let from = open + 1;
  let depth = 0;
  let height = 0;
  for (let i = open + 1; i <= close; i++) {
    const { text, kind } = tokenAt(tokens, i);
    if (kind !== 'punct') continue;
    if (i === close || (depth === 0 && text === ',')) {
      if (height > MAX_DEPTH) out.push({ from, to: i, isUnread: true });
      else if (isPlain(tokens, angles, from, i)) out.push({ from, to: i, isUnread: false });
      from = i + 1;
      height = 0;
    } else if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (angles.roles.get(i) === 'open') {
      height = Math.max(height, angles.heights.get(i) ?? 0);
      i = angles.closes.get(i) ?? i;
    }
  }
  return out;
}

const SIZED: ReadonlyMap<string, string> = new Map([
  ['short', 'int16_t'],
  ['long', 'int64_t'],
  ['unsigned', 'uint32_t'],
  ['signed', 'int32_t'],
]);

/** What the grammar takes for the word in `C<short(4)>` and `(unsigned(m) & f)`, which it does not read as a call. */
export function sizedCast(
  tokens: readonly Token[],
  angles: Angles,
  at: number,
  closing: (open: number) => number | undefined,
): string | undefined {
  const type = SIZED.get(tokens[at]?.text ?? '');
  if (type === undefined || tokens[at + 1]?.text !== '(') return undefined;
  if (angles.roles.get(at - 1) === 'open') return type;
  // What ends there may be a parameter: `Sum f(short(n));` declares a function.
  const end = tokens[at - 1]?.text === '(' ? closing(at + 1) : undefined;
  return end === undefined || /^[,)]$/.test(tokens[end + 1]?.text ?? ')') ? undefined : type;
}

/** What is written behind the `=` of `class U = T*`, where it has a `*`, a `&` or a `const` behind a name: the grammar
 *  takes a name alone. */
export function declaratorDefault(tokens: readonly Token[], angles: Angles, equals: number): PlainArgument | undefined {
  if (!isTypeDefault(tokens, equals)) return undefined;
  const from = equals + 1;
  const to = scan(tokens, angles, from);
  const isWhole = to > from && (tokens[to]?.text === ',' || angles.roles.get(to) === 'close');
  if (!isWhole || !/^(?:[*&]|&&|const)$/.test(tokens[to - 1]?.text ?? '')) return undefined;
  return isOfOneKind(tokens, from, to) ? { from, to, isUnread: false } : undefined;
}

function isTypeDefault(tokens: readonly Token[], equals: number): boolean {
  const isWord = (at: number): boolean => /^(?:class|typename)$/.test(tokens[at]?.text ?? '');
  return isWord(equals - 1) || isWord(equals - 2);
}

/** The index behind what is written behind the `=` of `class U = T (*)[3]`, `class = int[2]`, `class = void(int)`. */
export function arrayOrFunctionDefault(
  tokens: readonly Token[],
  angles: Angles,
  equals: number,
  closing: (open: number) => number | undefined,
): number | undefined {
  if (!isTypeDefault(tokens, equals)) return undefined;
  let isFound = false;
  for (let at = equals + 1; at < tokens.length; at++) {
    const { text } = tokenAt(tokens, at);
    if (text === ',' || angles.roles.get(at) === 'close') return isFound ? at : undefined;
    if (/^[;{}]$/.test(text)) return undefined;
    const isDeclarator = /^[([]$/.test(text);
    if (isDeclarator && !/^(?:decltype|typeof|__\w+)$/.test(tokens[at - 1]?.text ?? '')) isFound = at > equals + 1;
    const close = isDeclarator ? closing(at) : angles.roles.get(at) === 'open' ? angles.closes.get(at) : at;
    if (close === undefined) return undefined;
    at = close;
  }
  return undefined;
}

function isPlain(tokens: readonly Token[], angles: Angles, from: number, to: number): boolean {
  return to > from && scan(tokens, angles, from) === to && isOfOneKind(tokens, from, to);
}

/** Whether all of it is text of the file itself, or all of it came out of macros. */
function isOfOneKind(tokens: readonly Token[], from: number, to: number): boolean {
  const own = tokenAt(tokens, from).piece === 0;
  for (let i = from; i < to; i++) if ((tokenAt(tokens, i).piece === 0) !== own) return false;
  return true;
}

/** The index after the plain argument at `at`, or -1. Mirrors Reader. */
function scan(tokens: readonly Token[], angles: Angles, at: number): number {
  const start = at;
  while (BEFORE_A_TYPE.test(tokens[at]?.text ?? '')) at++;
  at = at === start ? scanSum(tokens, angles, at) : scanOperand(tokens, angles, at);
  if (at < 0) return -1;
  while (/^(?:[*&]|&&|const|volatile|\.\.\.)$/.test(tokens[at]?.text ?? '')) at++;
  return at;
}

/** Operands with operators between them. */
function scanSum(tokens: readonly Token[], angles: Angles, at: number): number {
  for (;;) {
    at = tokens[at]?.text === '(' ? scanParentheses(tokens, angles, at) : scanOperand(tokens, angles, at);
    if (at < 0 || !isOperator(tokens, at)) return at;
    at++;
  }
}

/** `(N + 1)`. A name alone in parentheses may be the type of a cast. */
function scanParentheses(tokens: readonly Token[], angles: Angles, open: number): number {
  const isName = tokens[open + 2]?.text === ')';
  const at = isName ? -1 : scanSum(tokens, angles, open + 1);
  return at >= 0 && tokens[at]?.text === ')' && isComputed(tokens, open + 1, at) ? at + 1 : -1;
}

/** Whether an operator stands between the tokens outside of lists. */
function isComputed(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (isOperator(tokens, i)) return true;
  return false;
}

/** Whether the token calculates: a `*` before a type's end is a pointer. */
function isOperator(tokens: readonly Token[], at: number): boolean {
  if (!/^[-+*/%]$/.test(tokens[at]?.text ?? '')) return false;
  const next = tokens[at + 1];
  return (
    next?.kind === 'number' || next?.text === '(' || (next?.kind === 'ident' && !/^(?:const|volatile)$/.test(next.text))
  );
}

function scanOperand(tokens: readonly Token[], angles: Angles, at: number): number {
  if (tokens[at]?.kind === 'number') return at + 1;
  if (tokens[at]?.text === '-' && tokens[at + 1]?.kind === 'number') return at + 2;
  if (tokens[at]?.text === '::') at++;
  for (;;) {
    const name = tokens[at];
    if (name?.kind !== 'ident' || NOT_PLAIN.has(name.text)) return -1;
    at++;
    while (SIMPLE_TYPE_WORDS.has(name.text) && SIMPLE_TYPE_WORDS.has(tokens[at]?.text ?? '')) at++;
    if (angles.roles.get(at) === 'open') {
      at = scanList(tokens, angles, at);
      if (at < 0) return -1;
    }
    if (tokens[at]?.text !== '::') break;
    at++;
    if (tokens[at]?.text === 'template') at++;
  }
  return at;
}

function scanList(tokens: readonly Token[], angles: Angles, open: number): number {
  const close = present(angles.closes.get(open), 'a template list that opens is closed');
  let at = open + 1;
  if (at === close) return at + 1;
  for (;;) {
    at = scan(tokens, angles, at);
    if (at < 0) return -1;
    if (at === close) return at + 1;
    if (tokens[at]?.text !== ',') return -1;
    at++;
  }
}

/** Builds the expression for a plain argument. `tokens` are its own, in order. */
export function readPlainArgument(tokens: readonly Token[], file: FileId, shift: number): Expr {
  return new Reader(tokens, file, shift).argument();
}

class Reader {
  #at = 0;

  constructor(
    readonly tokens: readonly Token[],
    readonly file: FileId,
    readonly shift: number,
  ) {}

  argument(): Expr {
    const start = this.#at;
    const before = new Set<string>();
    for (; BEFORE_A_TYPE.test(this.#text()); this.#at++) before.add(this.#text());
    let expr = this.#sum(0);
    if (before.has('volatile')) expr = this.#wrapped('volatile', expr, start);
    if (before.has('const')) expr = this.#wrapped('const', expr, start);
    for (;;) {
      const text = this.#text();
      const how = WRAPS[text];
      if (how === undefined && text !== '...') return expr;
      this.#at++;
      expr = how === undefined ? { is: 'Expand', of: expr, span: this.#from(start) } : this.#wrapped(how, expr, start);
    }
  }

  /** Operands and the operators between them that bind at least as closely as `least`. */
  #sum(least: number): Expr {
    const start = this.#at;
    let left = this.#operand();
    for (;;) {
      const op = this.#text();
      const closeness = PRECEDENCE[op] ?? -1;
      if (closeness < least || !isOperator(this.tokens, this.#at)) return left;
      this.#at++;
      const right = this.#sum(closeness + 1);
      left = { is: 'Binary', op, left, right, span: this.#from(start) };
    }
  }

  #operand(): Expr {
    if (this.#text() !== '(') return this.#number() ?? this.#name();
    this.#at++;
    const inside = this.#sum(0);
    this.#at++;
    return inside;
  }

  /** const stands around volatile, in whatever order they are written. */
  #wrapped(how: TypeOfType['how'], of: Expr, start: number): Expr {
    const span = this.#from(start);
    if (how !== 'volatile' || of.is !== 'Wrap' || of.how !== 'const') return { is: 'Wrap', how, of, span };
    return { ...of, of: { is: 'Wrap', how, of: of.of, span }, span };
  }

  #text(): string {
    return this.tokens[this.#at]?.text ?? '';
  }

  #spanOf(token: Token): Span {
    return { file: this.file, start: token.start + this.shift, end: token.end + this.shift };
  }

  /** From the token at index `start` to the one before the current. */
  #from(start: number): Span {
    return {
      file: this.file,
      start: tokenAt(this.tokens, start).start + this.shift,
      end: tokenAt(this.tokens, this.#at - 1).end + this.shift,
    };
  }

  #number(): Expr | undefined {
    const start = this.#at;
    const token = tokenAt(this.tokens, start);
    if (token.kind === 'number') {
      this.#at++;
      return readNumber(token.text, this.#spanOf(token));
    }
    if (token.text !== '-') return undefined;
    const digits = tokenAt(this.tokens, start + 1);
    this.#at += 2;
    return { is: 'Unary', op: '-', arg: readNumber(digits.text, this.#spanOf(digits)), span: this.#from(start) };
  }

  #name(): Expr {
    const start = this.#at;
    let of: Expr | undefined;
    let global = false;
    if (this.#text() === '::') {
      global = true;
      this.#at++;
    }
    for (;;) {
      const token = tokenAt(this.tokens, this.#at);
      const words = [token.text];
      this.#at++;
      while (SIMPLE_TYPE_WORDS.has(token.text) && SIMPLE_TYPE_WORDS.has(this.#text())) {
        words.push(this.#text());
        this.#at++;
      }
      const id = inOrder(words);
      const args = this.#text() === '<' ? { args: this.#list() } : {};
      if (of === undefined && !global) of = wordOrName(id, args, this.#from(start));
      else
        of = {
          is: 'Scope',
          ...(of === undefined ? {} : { of }),
          id,
          idSpan: this.#spanOf(token),
          ...args,
          span: this.#from(start),
        };
      if (this.#text() !== '::') return of;
      this.#at++;
      if (this.#text() === 'template') this.#at++;
    }
  }

  #list(): readonly Expr[] {
    const args: Expr[] = [];
    this.#at++;
    while (this.#text() !== '>') {
      args.push(this.argument());
      if (this.#text() === ',') this.#at++;
    }
    this.#at++;
    return args;
  }
}

const WRAPS: Readonly<Record<string, TypeOfType['how']>> = {
  '*': 'pointer',
  '&': 'ref',
  '&&': 'rvalue-ref',
  const: 'const',
  volatile: 'volatile',
};

function wordOrName(id: string, args: { args?: readonly Expr[] }, span: Span): Expr {
  return id === 'true' || id === 'false'
    ? { is: 'Bool', value: id === 'true', span }
    : { is: 'Name', id, ...args, span };
}
