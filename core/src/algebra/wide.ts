// Numbers of 64 bits beyond 2^53: a Dynamic without `n`, whose name is the number's decimal spelling. What is computed
// from them is exact. No unknown number has such a name.
import { refused } from './errors';
import { type Dynamic, type Int, withSign } from './leaf';
import { numeric } from './numeric';
import { spellOperation, type SymbolicOperator } from './symbols';

/** The number of an integer that exceeds 2^53; undefined for all others. */
export function wideOf(x: Int): bigint | undefined {
  if (x.n !== undefined || x.is === 'static' || x.name === undefined) return undefined;
  const first = x.name.charCodeAt(x.name.startsWith('-') ? 1 : 0);
  return first >= 48 && first <= 57 && /^-?\d+$/.test(x.name) ? BigInt(x.name) : undefined;
}

/** The number of an integer, whatever its size; undefined where it is not known. */
export function exactOf(x: Int): bigint | undefined {
  return x.n === undefined ? wideOf(x) : BigInt(x.n);
}

/** The integer of 64 bits that holds `n` modulo 2^64. */
export function held64(n: bigint, unsigned: true | undefined, from?: readonly number[]): Dynamic {
  const kept = unsigned ? BigInt.asUintN(64, n) : BigInt.asIntN(64, n);
  const number = Number(kept);
  const made: Dynamic = Number.isSafeInteger(number)
    ? { is: 'dynamic', n: number, name: undefined, bits: 64, from }
    : { is: 'dynamic', n: undefined, name: String(kept), bits: 64, from };
  return withSign(made, unsigned);
}

/** An operator on two known integers of 64 bits, computed without loss. Throws: AlgebraError 'undefined' for a shift by
 *  more than 63 or by less than 0 and for a division by zero, 'overflow' where a number with a sign does not fit. */
export function operateWide(
  op: SymbolicOperator,
  [a, b]: readonly [bigint, bigint],
  unsigned: boolean,
  from: readonly number[] | undefined,
): Dynamic {
  const isShift = op === 'shl' || op === 'shr';
  const [x, y] = unsigned ? [BigInt.asUintN(64, a), isShift ? b : BigInt.asUintN(64, b)] : [a, b];
  if (isShift && (y < 0n || y > 63n))
    throw refused('undefined')`a shift of ${{ bits: 64 }} bits by ${{ b: String(y) }} is undefined`;
  const n = exactly(op, x, y);
  // What is shifted into the sign is converted to the type ([expr.shift]/2).
  const [least, most] = unsigned ? [n, n] : [-(2n ** 63n), op === 'shl' ? 2n ** 64n - 1n : 2n ** 63n - 1n];
  if (n < least || n > most) {
    const operation = spellOperation(op, String(x), String(y));
    throw refused('overflow')`${{ operation }} does not fit ${{ bits: 64 }} bits`;
  }
  return held64(n, unsigned || undefined, from);
}

function exactly(op: SymbolicOperator, a: bigint, b: bigint): bigint {
  const truth = (holds: boolean): bigint => (holds ? 1n : 0n);
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'mod':
      return a % b;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return a << b;
    case 'shr':
      return a >> b;
    case 'land':
      return truth(a !== 0n && b !== 0n);
    case 'lor':
      return truth(a !== 0n || b !== 0n);
    case 'eq':
      return truth(a === b);
    case 'ne':
      return truth(a !== b);
    case 'lt':
      return truth(a < b);
    case 'le':
      return truth(a <= b);
    case 'gt':
      return truth(a > b);
    case 'ge':
      return truth(a >= b);
    case 'min':
      return a < b ? a : b;
    case 'max':
      return a > b ? a : b;
    case 'gcd':
      return gcd(a, b);
    case 'lcm':
      return (a / gcd(a, b)) * b;
    case 'ceil_div':
    case 'size_div':
      return (a + b - 1n) / b;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** An operator on known integers of 64 bits where an operand or the result exceeds 2^53; undefined for all others. */
export function beyond53(
  op: SymbolicOperator,
  a: Int,
  b: Int,
  isModular: boolean,
  from: readonly number[] | undefined,
): Dynamic | undefined {
  if (a.n !== undefined && b.n !== undefined) {
    if (!isModular || (a.n >= 0 && b.n >= 0)) {
      // A number that is not exact is none that is safe.
      const n = bitOperators.has(op) ? 0 : numeric(op, a.n, b.n);
      if (Number.isSafeInteger(n) && (n >= 0 || !isModular)) return undefined;
    }
  }
  const [x, y] = [exactOf(a), exactOf(b)];
  return x === undefined || y === undefined ? undefined : operateWide(op, [x, y], isModular, from);
}

/** Their results of safe operands are safe. */
const bitOperators: ReadonlySet<SymbolicOperator> = new Set(['and', 'or', 'xor']);
