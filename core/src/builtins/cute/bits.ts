// Functions on the bits of integers, of CuTe, of <bit>, of compilers and of CUDA.
// Source: cute/numeric/math.hpp.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import { dyn, int, type Int, ofType, withNarrow, withNumber } from '../../algebra/leaf';
import { exactOf, held64 } from '../../algebra/wide';
import { refused } from '../../values/refused';
import type { Value } from '../../values/value';
import { anInt, fn, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

/** The bits of a number, and how many its type has. */
interface Bits {
  readonly n: bigint;
  readonly width: number;
}

/** What a function gives: an `int`, a `bool`, or a number of the type of its operand. */
type Gives = 'int' | 'bool' | 'same';

export const bitFunctions: Record<string, Entry> = {
  has_single_bit: onBits('bool', 'whether x is a power of two', ({ n }) => (n !== 0n && (n & (n - 1n)) === 0n ? 1 : 0)),
  bit_width: onBits('int', 'the number of bits that x needs', ({ n }) => widthOf(n)),
  bit_ceil: onBits('same', 'the smallest power of two that is at least x', ({ n }) =>
    n <= 1n ? 1 : 2 ** widthOf(n - 1n),
  ),
  bit_floor: onBits('same', 'the largest power of two that is at most x', ({ n }) =>
    n === 0n ? 0 : 2 ** (widthOf(n) - 1),
  ),
  popcount: onBits('int', 'the number of one bits in x', ({ n }) => ones(n)),
  countl_zero: onBits('int', 'the number of leading zero bits of x', ({ n, width }) => width - widthOf(n)),
  countl_one: onBits('int', 'the number of leading one bits of x', (x) => x.width - widthOf(inverse(x))),
  countr_zero: onBits('int', 'the number of trailing zero bits of x', trailing),
  countr_one: onBits('int', 'the number of trailing one bits of x', (x) => trailing({ ...x, n: inverse(x) })),
  log_2: onBits('int', 'the base-2 logarithm of x, rounded down', ({ n }) => widthOf(n) - 1),
  rotl: rotation('x rotated left by s bits', 1),
  rotr: rotation('x rotated right by s bits', -1),
  ...ofCompilers(['__builtin_ctz'], 'the number of trailing zero bits of x, which must not be 0', (x) =>
    x.n === 0n ? undefined : trailing(x),
  ),
  ...ofCompilers(['__builtin_clz'], 'the number of leading zero bits of x, which must not be 0', ({ n, width }) =>
    n === 0n ? undefined : width - widthOf(n),
  ),
  ...ofCompilers(['__clz'], 'the number of leading zero bits of x', ({ n, width }) => width - widthOf(n)),
  ...ofCompilers(
    ['__builtin_ffs', '__ffs'],
    'the position of the lowest one bit of x, counted from 1; 0 for x = 0',
    (x) => (x.n === 0n ? 0 : trailing(x) + 1),
  ),
  ...ofCompilers(['__builtin_popcount', '__popc'], 'the number of one bits in x', ({ n }) => ones(n)),
};

const widthOf = (n: bigint): number => (n === 0n ? 0 : n.toString(2).length);
const ones = (n: bigint): number => n.toString(2).replace(/0/g, '').length;
const inverse = ({ n, width }: Bits): bigint => BigInt.asUintN(width, ~n);

function trailing({ n, width }: Bits): number {
  return n === 0n ? width : widthOf(n & -n) - 1;
}

function onBits(gives: Gives, text: string, f: (x: Bits) => number): Entry {
  return fn('x', text, [], (c) => {
    const x = anInt(c, 0, words`this function`);
    return typed(f(bitsOf(x, widthOfType(x))), x, gives);
  });
}

/** Functions of compilers and CUDA, which take a number of 32 bits, and those of 64 bits, whose names say so. `f` gives
 *  undefined for numbers for which the function is undefined. */
function ofCompilers(
  names: readonly string[],
  gives: string,
  f: (x: Bits) => number | undefined,
): Readonly<Record<string, Entry>> {
  const entry = (name: string, width: number): [string, Entry] => [
    name,
    fn('x', gives, [], (c) => {
      const n = f(bitsOf(anInt(c, 0, name), width));
      if (n === undefined) throw refused('undefined')`${{ name }} of 0 is not defined`;
      return dyn(n, fromOf(c));
    }),
  ];
  return Object.fromEntries(names.flatMap((name) => [entry(name, 32), entry(`${name}ll`, 64)]));
}

function fromOf(c: BuiltinCall): readonly number[] | undefined {
  const x = anInt(c, 0, words`this function`);
  return x.is === 'dynamic' ? x.from : undefined;
}

function rotation(gives: string, sign: 1 | -1): Entry {
  return fn('x, s', gives, [], (c) => {
    const x = anInt(c, 0, words`this function`);
    const width = widthOfType(x);
    const by = BigInt((((sign * a.number(anInt(c, 1, words`this function`))) % width) + width) % width);
    const { n } = bitsOf(x, width);
    return typed(BigInt.asUintN(width, (n << by) | (n >> (BigInt(width) - by))), x, 'same');
  });
}

function bitsOf(x: Int, width: number): Bits {
  return { n: BigInt.asUintN(width, exactOf(x) ?? BigInt(a.number(x))), width };
}

/** The bits of the type of a number. */
function widthOfType(x: Int): number {
  if (x.is !== 'dynamic') return 32;
  const narrow = typeof x.narrow === 'string' ? /(?:8|16)(?=_t$)|char$/.exec(x.narrow) : undefined;
  return narrow ? Number(narrow[0]) || 8 : x.bits;
}

function typed(given: number | bigint, x: Int, gives: Gives): Value {
  const n = Number(given);
  if (x.is === 'static') return int(n);
  if (gives === 'int') return dyn(n, x.from);
  if (gives === 'bool') return withNarrow(dyn(n, x.from), 'bool');
  return x.bits === 64 ? ofType(held64(BigInt(given), x.unsigned, x.from), x) : withNumber(x, n, x.bits);
}
