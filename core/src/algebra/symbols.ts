// Arithmetic on the expressions of unknown numbers: `M*128`, `ceil_div(K,64)`, `(threadIdx.x%16)*8`. Simplifies only
// where that holds for every value of the unknowns (for `size_div`, every size).
// Does not know what is static: arith.ts decides that, and asks here only for the expression.
import {
  atom,
  checked,
  checkLength,
  constant,
  constantOf,
  expression,
  factor,
  isOperand,
  monomial,
  multiply,
  nameOf,
  operand,
  sameExpression,
  scale,
  soleAtom,
  stripParentheses,
  sum,
  type Expression,
  type Term,
} from './expression';

export { constant, constantOf, expression, nameOf, unknownsOf, type Expression } from './expression';

export type SymbolicOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'and'
  | 'or'
  | 'xor'
  | 'shl'
  | 'shr'
  | 'land'
  | 'lor'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'min'
  | 'max'
  | 'gcd'
  | 'lcm'
  | 'ceil_div'
  | 'size_div';

const spelling: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  mod: '%',
  and: '&',
  or: '|',
  xor: '^',
  shl: '<<',
  shr: '>>',
  land: '&&',
  lor: '||',
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** An operator as C++ spells it, `*`; the name of an operation that is a function, `gcd`. */
export function spellOperator(op: string): string {
  return spelling[op] ?? op;
}

/** An operation as C++ spells it: `a * b`, `gcd(a, b)`. */
export function spellOperation(op: SymbolicOperator, a: string, b: string): string {
  const sign = spelling[op];
  return sign === undefined ? `${op}(${a}, ${b})` : `${a} ${sign} ${b}`;
}

/** The expression of an operation on two operands, simplified where that holds for every value of the unknowns. */
export function combine(op: SymbolicOperator, a: Expression, b: Expression): Expression {
  const x = constantOf(a);
  const y = constantOf(b);
  switch (op) {
    case 'add':
      return sum(a, b);
    case 'sub':
      return sum(a, scale(b, -1));
    case 'mul':
      return multiply(a, b);
    case 'div':
      return divide(a, b, y);
    case 'mod':
      return remainder(a, b, y);
    case 'ceil_div':
      return y === 1 ? a : call('ceil_div', a, b);
    case 'size_div':
      return ceilDivideSizes(a, b, y);
    case 'and':
      return x === 0 || y === 0 ? [] : bitAnd(a, b, y);
    case 'or':
    case 'xor':
      if (x === 0) return b;
      if (y === 0) return a;
      if (sameExpression(a, b)) return op === 'or' ? a : [];
      return infix(op, a, b);
    case 'shl':
      return y !== undefined && y >= 0 ? scale(a, 2 ** y) : infix(op, a, b);
    case 'shr':
      return y !== undefined && y >= 0 ? (exactly(a, 2 ** y) ?? infix(op, a, b)) : infix(op, a, b);
    case 'land':
    case 'lor':
      return logical(op, a, b, x, y);
    case 'min':
    case 'max':
      return sameExpression(a, b) ? a : call(op, a, b);
    case 'gcd':
    case 'lcm':
      return sameExpression(a, b) ? a : call(op, a, b);
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return compare(op, a, b);
  }
}

/** As `combine`, for unsigned integers of 32 bits: `u*2/2` and `u+1 > u` do not hold for every `u`. Those of 64 bits
 *  are taken to be exact. */
export function combineModulo32(op: SymbolicOperator, a: Expression, b: Expression): Expression {
  const [x, y] = [constantOf(a), constantOf(b)];
  const isPlain = isAtomic(a);
  switch (op) {
    case 'div':
    case 'shr':
      return isPlain || sameExpression(a, b) ? combine(op, a, b) : infix(op, a, b);
    case 'size_div':
      return isPlain ? combine(op, a, b) : call('ceil_div', a, b);
    case 'mod':
      return isPlain || (y !== undefined && isPowerOfTwo(y)) ? combine(op, a, b) : infix(op, a, b);
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      // No unsigned number is less than zero.
      if (op === 'lt' || op === 'ge' ? y === 0 : x === 0) return constant(op === 'ge' || op === 'le' ? 1 : 0);
      return (x !== undefined && y !== undefined) || sameExpression(a, b) ? combine(op, a, b) : infix(op, a, b);
    default:
      return combine(op, a, b);
  }
}

/** Whether a number is a constant or one unknown, and no sum or product that may have wrapped around. */
export function isAtomic(e: Expression): boolean {
  return constantOf(e) !== undefined || soleAtom(e) !== undefined;
}

/** A number as one of another type: `uint32_t(n)`. */
export function converted(type: string, e: Expression): Expression {
  return call(type, e);
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && n <= 2 ** 31 && Math.log2(n) % 1 === 0;
}

export function negate(a: Expression): Expression {
  return scale(a, -1);
}
export function absolute(a: Expression): Expression {
  const [c, rest] = factor(a);
  return scale(wrapCall('abs', rest), Math.abs(c));
}
export function sign(a: Expression): Expression {
  const [c, rest] = factor(a);
  return scale(wrapCall('signum', rest), Math.sign(c));
}
export function complementBits(a: Expression): Expression {
  return sum(scale(a, -1), constant(-1));
}
export function not(a: Expression): Expression {
  const text = nameOf(a);
  const flipped = /^([^<>=!&|?]*)(==|!=)([^<>=!&|?]*)$/.exec(text);
  if (flipped) return atom(`(${flipped[1]}${flipped[2] === '==' ? '!=' : '=='}${flipped[3]})`);
  return atom(`(!${operand(a)})`);
}
/** `cond ? a : b`. */
export function choose(cond: Expression, a: Expression, b: Expression): Expression {
  if (sameExpression(a, b)) return a;
  return atom(`(${nameOf(cond)}?${nameOf(a)}:${nameOf(b)})`);
}

// ---- quotients, bits and comparisons

/** The quotient `a / b` where it is exact for every value of the unknowns; undefined otherwise. */
function exactly(a: Expression, b: number): Expression | undefined {
  return b !== 0 && a.every((t) => t.c % b === 0) ? a.map((t) => ({ ...t, c: t.c / b })) : undefined;
}

function divideByTerm(a: Expression, b: Expression): Expression | undefined {
  const by = b[0];
  if (b.length !== 1 || !by) return undefined;
  const out: Term[] = [];
  for (const t of a) {
    if (t.c % by.c !== 0) return undefined;
    const left = [...t.atoms];
    for (const one of by.atoms) {
      const at = left.indexOf(one);
      if (at < 0) return undefined;
      left.splice(at, 1);
    }
    out.push(monomial(t.c / by.c, left));
  }
  return out;
}

function divide(a: Expression, b: Expression, y: number | undefined): Expression {
  if (y === 0) return infix('div', a, b);
  const exact = y === undefined ? divideByTerm(a, b) : exactly(a, y);
  if (exact) return exact;
  const nested = y !== undefined && y > 0 ? /^\((.*)([/%])(\d+)\)$/.exec(soleAtom(a) ?? '') : null;
  if (nested && y !== undefined && isOperand(nested[1] ?? '')) {
    const d = Number(nested[3]);
    if (nested[2] === '/') return infix('div', expression(stripParentheses(nested[1] ?? '')), constant(checked(d * y)));
    if (d <= y) return [];
  }
  return infix('div', a, b);
}

function remainder(a: Expression, b: Expression, y: number | undefined): Expression {
  if (y === 0) return infix('mod', a, b);
  if (y === undefined ? divideByTerm(a, b) : exactly(a, y)) return [];
  const nested = y !== undefined && y > 0 ? /^\((.*)%(\d+)\)$/.exec(soleAtom(a) ?? '') : null;
  if (nested && y !== undefined && isOperand(nested[1] ?? '') && Number(nested[2]) <= y) return a;
  return infix('mod', a, b);
}

/** As `ceil_div`, of what is not negative: the quotient of 4*n and 4 is n. */
function ceilDivideSizes(a: Expression, b: Expression, y: number | undefined): Expression {
  if (y !== undefined && y <= 0) return call('ceil_div', a, b);
  const exact = y === undefined ? divideByTerm(a, b) : exactly(a, y);
  return exact ?? call('ceil_div', a, b);
}

function bitAnd(a: Expression, b: Expression, y: number | undefined): Expression {
  if (sameExpression(a, b)) return a;
  const nested = y !== undefined ? /^\((.*)&(\d+)\)$/.exec(soleAtom(a) ?? '') : null;
  if (nested && y !== undefined && isOperand(nested[1] ?? '')) {
    const both = Number(BigInt(nested[2] ?? '') & BigInt(y));
    return both === 0 ? [] : infix('and', expression(stripParentheses(nested[1] ?? '')), constant(both));
  }
  // A multiple of 2^k has no bits below 2^k: (t*64)&448 is (t&7)*64.
  const step = y !== undefined && y > 0 ? powerOfTwoIn(a) : 1;
  const high = step > 1 ? exactly(a, step) : undefined;
  if (y !== undefined && high) return scale(combine('and', high, constant(Math.floor(y / step))), step);
  return infix('and', a, b);
}

/** The largest power of two that divides every coefficient. */
function powerOfTwoIn(a: Expression): number {
  let step = 1;
  while (step < 2 ** 40 && a.length > 0 && a.every((t) => t.c % (step * 2) === 0)) step *= 2;
  return step;
}

function logical(
  op: 'land' | 'lor',
  a: Expression,
  b: Expression,
  x: number | undefined,
  y: number | undefined,
): Expression {
  const absorbing = op === 'land' ? 0 : 1;
  if (x !== undefined) return (x !== 0 ? 1 : 0) === absorbing ? constant(absorbing) : b;
  if (y !== undefined) return (y !== 0 ? 1 : 0) === absorbing ? constant(absorbing) : a;
  return sameExpression(a, b) ? a : infix(op, a, b);
}

function compare(op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge', a: Expression, b: Expression): Expression {
  const d = constantOf(sum(a, scale(b, -1)));
  if (d === undefined)
    return (op === 'eq' || op === 'ne') && b.length === 0 ? infix(op, factor(a)[1], b) : infix(op, a, b);
  const holds = { eq: d === 0, ne: d !== 0, lt: d < 0, le: d <= 0, gt: d > 0, ge: d >= 0 }[op];
  return constant(holds ? 1 : 0);
}

// ---- text

function call(name: string, ...args: readonly Expression[]): Expression {
  return atom(`${name}(${args.map(nameOf).join(',')})`);
}
function wrapCall(name: string, a: Expression): Expression {
  const n = constantOf(a);
  if (n !== undefined) return constant(name === 'abs' ? Math.abs(n) : Math.sign(n));
  return soleAtom(a)?.startsWith('abs(') && name === 'abs' ? a : call(name, a);
}
function infix(op: SymbolicOperator, a: Expression, b: Expression): Expression {
  const text = `(${operand(a)}${spelling[op] ?? op}${operand(b)})`;
  checkLength(text);
  return atom(text);
}
