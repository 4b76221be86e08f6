// Integers that differ between the threads of a block: one number for each thread. Every operator of CuTe's integers
// applies to each of them. A number that is not known, or that does not fit its C++ type, is NaN for that thread alone.
// Does not know which threads run.
import { spend } from '../base/meter';
import { unlessRefused } from './errors';
import { type Dynamic, type Int, withLongLong, withNarrow } from './leaf';
import { intoSign, isDivision, numeric } from './numeric';
import type { SymbolicOperator } from './symbols';

/** What an operator is on the number of one thread. */
const unitsOfLane = 1 / 4;

let serial = 0;

/** The integer that has these numbers: an ordinary one where all threads hold the same. */
export function integerOfLanes(lanes: Float64Array, bits: 32 | 64 = 32, unsigned?: true): Dynamic {
  const first = lanes[0];
  const sign = unsigned ? { unsigned } : {};
  if (first !== undefined && lanes.every((n) => n === first))
    return { is: 'dynamic', n: first === 0 ? 0 : first, name: undefined, bits, from: undefined, ...sign };
  return { is: 'dynamic', n: undefined, name: `#${++serial}`, bits, from: undefined, ...sign, lanes };
}

/** The number of each thread; undefined where it is known for none. */
export function lanesOf(x: Int, count: number): Float64Array | undefined {
  if (x.n === undefined) return x.is === 'dynamic' ? x.lanes : undefined;
  return new Float64Array(count).fill(x.n);
}

/** An operator on two integers of which one differs between threads. `isModular`: it converts them to an unsigned type.
 *  Undefined where none does, or where the other one is known for no thread. */
export function acrossLanes(
  op: SymbolicOperator,
  a: Int,
  b: Int,
  bits: 32 | 64,
  isModular: boolean,
): Dynamic | undefined {
  const count = laneCount(a) ?? laneCount(b);
  if (count === undefined) return undefined;
  const x = lanesOf(a, count) ?? absent(op, count);
  const y = lanesOf(b, count) ?? absent(op, count);
  if (!x || !y) return undefined;
  spend(count * unitsOfLane, 'threads');
  const result = new Float64Array(count);
  const compute = plain[op];
  if (compute && !isModular)
    for (let i = 0; i < count; i++) result[i] = fitting(resultOf(op, compute(x[i] ?? NaN, y[i] ?? NaN), bits), bits);
  else if (compute && bits === 32)
    for (let i = 0; i < count; i++) result[i] = modulo32(compute(wrapped(x[i] ?? NaN, 32), wrapped(y[i] ?? NaN, 32)));
  else for (let i = 0; i < count; i++) result[i] = onOne(op, x[i] ?? NaN, y[i] ?? NaN, bits, isModular);
  return integerOfLanes(result, bits, isModular && !logical.has(op) ? true : undefined);
}

/** Operators that are NaN where an operand is: most of what a kernel computes. */
const plain: { readonly [Op in SymbolicOperator]?: (x: number, y: number) => number } = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => (y === 0 ? NaN : Math.trunc(x / y)),
  mod: (x, y) => x % y,
  lt: (x, y) => compared(x < y, x, y),
  le: (x, y) => compared(x <= y, x, y),
  gt: (x, y) => compared(x > y, x, y),
  ge: (x, y) => compared(x >= y, x, y),
  eq: (x, y) => compared(x === y, x, y),
  ne: (x, y) => compared(x !== y, x, y),
  and: (x, y) => (x === (x | 0) && y === (y | 0) ? x & y : large('and', x, y)),
  or: (x, y) => (x === (x | 0) && y === (y | 0) ? x | y : large('or', x, y)),
  xor: (x, y) => (x === (x | 0) && y === (y | 0) ? x ^ y : large('xor', x, y)),
  shl: (x, y) => (y >= 0 && y <= 63 ? x * 2 ** y : NaN),
  shr: (x, y) => (y >= 0 && y <= 63 ? Math.floor(x / 2 ** y) : NaN),
};

/** Bits of numbers that are not known, or that do not fit 32 bits. */
function large(op: SymbolicOperator, x: number, y: number): number {
  return Number.isNaN(x) || Number.isNaN(y) ? NaN : computed(op, x, y);
}

function compared(holds: boolean, x: number, y: number): number {
  return Number.isNaN(x) || Number.isNaN(y) ? NaN : holds ? 1 : 0;
}

/** The other operand of `&&` and `||` matters only to some threads. */
function absent(op: SymbolicOperator, count: number): Float64Array | undefined {
  return op === 'land' || op === 'lor' ? new Float64Array(count).fill(NaN) : undefined;
}

/** Most integers are known, or differ by no thread: what every integer has is looked at first. */
function laneCount(x: Int): number | undefined {
  return x.n === undefined && x.is === 'dynamic' ? x.lanes?.length : undefined;
}

const logical: ReadonlySet<SymbolicOperator> = new Set(['land', 'lor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge']);

function onOne(op: SymbolicOperator, x: number, y: number, bits: 32 | 64, isModular: boolean): number {
  if (op === 'land' && (x === 0 || y === 0)) return 0;
  if (op === 'lor' && ((x !== 0 && !Number.isNaN(x)) || (y !== 0 && !Number.isNaN(y)))) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (!isModular) return fitting(resultOf(op, computed(op, x, y), bits), bits);
  const [p, q] = [wrapped(x, bits), wrapped(y, bits)];
  const n = computed(op, p, q);
  return logical.has(op) ? n : Math.abs(n) > Number.MAX_SAFE_INTEGER ? NaN : wrapped(n, bits);
}

const resultOf = (op: SymbolicOperator, n: number, bits: 32 | 64): number => (op === 'shl' ? intoSign(n, bits) : n);

function computed(op: SymbolicOperator, x: number, y: number): number {
  if ((op === 'shl' || op === 'shr') && (y < 0 || y > 63)) return NaN;
  if (y === 0 && isDivision(op)) return NaN;
  return unlessRefused(
    () => numeric(op, x, y),
    () => NaN,
  );
}

/** What an unsigned integer holds of a number; NaN beyond 2^53. */
function wrapped(n: number, bits: 32 | 64): number {
  if (bits === 64) return n < 0 || n > Number.MAX_SAFE_INTEGER ? NaN : n;
  return Number.isNaN(n) ? NaN : n >>> 0;
}

/** What an unsigned integer of 32 bits holds of a result; NaN where the result may not be exact. */
function modulo32(n: number): number {
  return Math.abs(n) <= Number.MAX_SAFE_INTEGER ? n >>> 0 : NaN;
}

function fitting(n: number, bits: 32 | 64): number {
  const most = bits === 32 ? 0x7fffffff : Number.MAX_SAFE_INTEGER;
  return n > most || n < -most - 1 ? NaN : n === 0 ? 0 : n;
}

/** A function of the number of each thread. */
export function eachLane(x: Dynamic, f: (n: number) => number): Dynamic {
  const { lanes = new Float64Array(0), bits, unsigned } = x;
  spend(lanes.length * unitsOfLane, 'threads');
  const result = lanes.map((n) => {
    const value = Number.isNaN(n) ? NaN : f(n);
    return unsigned ? wrapped(value, bits) : fitting(value, bits);
  });
  return integerOfLanes(result, bits, unsigned);
}

/** What a narrow integer type holds of each number; NaN stays. */
export function narrowLanes(
  { lanes = new Float64Array(0) }: Dynamic,
  type: string,
  held: (n: number) => number,
): Dynamic {
  spend(lanes.length * unitsOfLane, 'threads');
  return withNarrow(integerOfLanes(lanes.map((n) => (Number.isNaN(n) ? NaN : held(n)))), type);
}

/** An integer as another integer type holds it: signed, or modulo 2^bits. */
export function convertLanes(x: Dynamic, bits: 32 | 64, unsigned: true | undefined): Dynamic {
  const { lanes = new Float64Array(0) } = x;
  const low = (n: number): number => {
    const held = wrapped(n, 32);
    return unsigned || held < 2147483648 ? held : held - 4294967296;
  };
  const result = bits === 32 ? lanes.map(low) : unsigned ? lanes.map((n) => wrapped(n, 64)) : lanes;
  return withLongLong(integerOfLanes(result, bits, unsigned), x.longLong);
}

/** For each thread the number of `a` where `mask` is not zero, else that of `b`; undefined where neither is known for
 *  any thread. An unknown condition gives an unknown number. */
export function chooseByLane(mask: Float64Array | Uint8Array, a: Int, b: Int, bits: 32 | 64): Dynamic | undefined {
  const count = mask.length;
  const [x, y] = [lanesOf(a, count), lanesOf(b, count)];
  if (!x && !y) return undefined;
  spend(count * unitsOfLane, 'threads');
  const result = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const chosen = mask[i] ?? NaN;
    result[i] = Number.isNaN(chosen) ? NaN : ((chosen === 0 ? y?.[i] : x?.[i]) ?? NaN);
  }
  return integerOfLanes(result, bits);
}
