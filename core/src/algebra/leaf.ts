// The integers of CuTe: static (`_8`, part of the type), dynamic (`8`, known only at run time),
// scaled basis vectors (`_1@0`) and the underscore. A tuple of them is an IntTuple.
// Knows how to make and recognise leaves; arithmetic on them is in arith.ts.

import { invariant } from '../base/assert';
import { isTuple, type Tree, type Tuple } from '../base/tuple';

/** The type of an enumeration of the program, by its example. */
export interface Enumeration {
  readonly is: 'callable';
  readonly name: string;
  readonly target: unknown;
}

/** An integer in the type: `Int<8>`, printed `_8`. */
export interface Static {
  readonly is: 'static';
  readonly n: number;
  /** `C<0u>`: prints alike, but is another type than `Int<0>`. Only the offsets of cast swizzled layouts carry it. */
  readonly unsigned?: true;
  /** The C++ type of its value, where that is not `int`: `uint32_t` of `C<5u>`. */
  readonly type?: string | Enumeration;
  /** The class template that it is of, where that is not `C`: `std::integral_constant` or CuTe's. */
  readonly of?: 'std' | 'cute';
}

/** An integer at run time, printed `8`.
 *  `n` is absent while the number is not known: then `name` is a readable expression of it (`ceil_div(M,128)`),
 *  or absent too where only the type is meant (the `int` in `Shape<int,_4>`).
 *  `bits` is the width of the C++ type. `from` lists the assumptions the number rests on (ids, ascending). */
export interface Dynamic {
  readonly is: 'dynamic';
  readonly n: number | undefined;
  readonly name: string | undefined;
  readonly bits: 32 | 64;
  readonly from: readonly number[] | undefined;
  /** Of an unsigned C++ type: arithmetic on it is modulo 2^bits. */
  readonly unsigned?: true;
  /** Of an unsigned type of 32 bits, and made of what has a sign: its number is that of `name` modulo 2^32. */
  readonly modular?: true;
  /** A `long long`, or an unsigned one: as wide as `long`, and another type. */
  readonly longLong?: true;
  /** Its C++ type, where that is another one than that in which it counts wherever something is computed from it: the
   *  name of `bool`, of a character type or of what is narrower than `int`, or an enumeration. */
  readonly narrow?: string | Enumeration;
  /** The number that each thread of a block holds, by its linear index, where a kernel is evaluated for all of them
   *  (lanes.ts); NaN where it is not known. Then `n` is absent, and `name` is that of no other integer. */
  readonly lanes?: Float64Array;
}

/** `ScaledBasis<T, N...>`: `n` along the mode `path` (outermost first). `E<1,0>*3` prints `3@0@1`. Where TMA counts in
 *  wider elements than a tensor has, `n` may be a static fraction, `cute::R<1,2>`, and so may coordinates be. */
export interface Basis {
  readonly is: 'basis';
  readonly n: Static | Dynamic | Basis;
  readonly path: readonly number[];
}

/** `_`, the whole of a mode. In arithmetic it counts as static 0; as a type it is also spelled `X`. */
export interface Underscore {
  readonly is: 'underscore';
}

export type Int = Static | Dynamic;
export type Leaf = Int | Basis | Underscore;
export type IntTuple = Tree<Leaf>;

export const underscore: Underscore = { is: 'underscore' };

const cached: Static[] = [];
for (let n = -64; n <= 1024; n++) cached.push({ is: 'static', n });

/** The static integer `_n`. */
export function int(n: number): Static {
  return (n >= -64 && n <= 1024 ? cached[n + 64] : undefined) ?? { is: 'static', n };
}

/** The dynamic integer `n`. */
export function dyn(n: number, from?: readonly number[], bits: 32 | 64 = 32): Dynamic {
  return { is: 'dynamic', n, name: undefined, bits, from };
}

/** A dynamic integer whose number is not known, written as `name`. */
export function symbol(name: string, from?: readonly number[], bits: 32 | 64 = 32): Dynamic {
  return { is: 'dynamic', n: undefined, name, bits, from };
}

/** The C++ type of a dynamic integer, without a number. */
export function hole(bits: 32 | 64 = 32, unsigned?: true): Dynamic {
  return bits === 32 ? (unsigned ? holes.u32 : holes.i32) : unsigned ? holes.u64 : holes.i64;
}

/** The same integer as a signed one, or as an unsigned one. */
export function withSign(leaf: Dynamic, unsigned: true | undefined): Dynamic {
  if (leaf.unsigned === unsigned) return leaf;
  const { is, n, name, bits, from, longLong, lanes } = leaf;
  const more = longLong ? (lanes ? { longLong, lanes } : { longLong }) : lanes ? { lanes } : {};
  return unsigned ? { is, n, name, bits, from, unsigned, ...more } : { is, n, name, bits, from, ...more };
}

/** The same integer as a `long long`, or as a `long`. */
export function withLongLong(leaf: Dynamic, longLong: true | undefined): Dynamic {
  if (leaf.longLong === longLong || leaf.bits !== 64) return leaf;
  const { longLong: _before, ...plain } = leaf;
  return longLong ? { ...plain, longLong } : plain;
}

/** The result of a comparison or of `!`: a `bool`, which is an `int` in arithmetic, whatever was compared. */
export function asTruth(result: Int): Int {
  return result.is === 'static' ? result : { ...withSign(withLongLong(result, undefined), undefined), bits: 32 };
}

/** The same integer as one of a narrow type, or as what that counts as. */
export function withNarrow(leaf: Dynamic, narrow: Dynamic['narrow']): Dynamic {
  if (leaf.narrow === narrow) return leaf;
  const { is, n, name, bits, from, unsigned, longLong, lanes } = leaf;
  // Objects with the same properties in the same order are read and made faster than copies by `...`.
  if (!unsigned && !longLong && !lanes)
    return narrow === undefined ? { is, n, name, bits, from } : { is, n, name, bits, from, narrow };
  const { narrow: _before, ...plain } = leaf;
  return narrow === undefined ? plain : { ...plain, narrow };
}

/** The number `n`, or the same unknown number, as an integer of so many bits and of the type of another one. */
export function withNumber(leaf: Dynamic, n: number | undefined, bits: 32 | 64): Dynamic {
  const { is, name, from, unsigned, longLong, narrow, lanes } = leaf;
  if (!unsigned && !longLong && !lanes && narrow === undefined) return { is, n, name, bits, from };
  // What has 32 bits is no `long long` any more.
  return { ...(bits === 32 ? withLongLong(leaf, undefined) : leaf), n, bits };
}

/** One of two operands of a narrow type has that type. */
export function ofNarrowType(one: Int, a: IntTuple, b: IntTuple): Int {
  if (a.is !== 'dynamic' || a.narrow === undefined || b.is !== 'dynamic' || a.narrow !== b.narrow) return one;
  return one.is === 'dynamic' ? withNarrow(one, a.narrow) : one;
}

/** The same integer as one of the type of another of its width. */
export function ofType(leaf: Dynamic, { unsigned, longLong, narrow }: Dynamic): Dynamic {
  const signed = longLong ? withLongLong(withSign(leaf, unsigned), longLong) : withSign(leaf, unsigned);
  return narrow === undefined ? signed : withNarrow(signed, narrow);
}

/** There are four types of run-time integers; each is one object. */
const holes = {
  i32: symbolless(32),
  i64: symbolless(64),
  u32: withSign(symbolless(32), true),
  u64: withSign(symbolless(64), true),
};

function symbolless(bits: 32 | 64): Dynamic {
  return { is: 'dynamic', n: undefined, name: undefined, bits, from: undefined };
}

/** The basis vector `E<path...>` scaled by `n`. `basis(int(3), [1, 0])` prints `_3@0@1`. */
export function basis(n: Static | Dynamic | Basis, path: readonly number[]): Basis {
  return { is: 'basis', n, path };
}

export { isTuple };

/** Narrows to a tuple what must be one: the stride of a layout whose shape is a tuple. Throws: an assertion error
 *  otherwise, which is a mistake of ours. */
export function tupleOf(x: IntTuple): Tuple<Leaf> {
  invariant(isTuple(x), 'a tuple is expected here');
  return x;
}

export function isStaticInt(x: IntTuple): x is Static {
  return x.is === 'static';
}
export function isDynamicInt(x: IntTuple): x is Dynamic {
  return x.is === 'dynamic';
}
export function isInt(x: IntTuple): x is Int {
  return isStaticInt(x) || isDynamicInt(x);
}
export function isBasis(x: IntTuple): x is Basis {
  return x.is === 'basis';
}
export function isUnderscore(x: IntTuple): x is Underscore {
  return x.is === 'underscore';
}
/** True where every leaf is part of the type (`is_static`). */
export function isStatic(x: IntTuple): boolean {
  if (isTuple(x)) return x.every(isStatic);
  if (isBasis(x)) return isStatic(x.n);
  return x.is !== 'dynamic';
}
/** True where the leaf is statically known to be `n` (`is_constant<n, T>`). The underscore counts as 0. */
export function isConstant(x: IntTuple, n: number): boolean {
  return (isStaticInt(x) && x.n === n) || (n === 0 && isUnderscore(x));
}
