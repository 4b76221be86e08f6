// What the algebra computes on, besides integer tuples: layouts, swizzles and their composition. Plain, immutable
// data without functions, so that JSON can hold it.
import type { Tree } from '../base/tuple';
import type { Int, IntTuple, Underscore } from './leaf';

/** `Layout<Shape, Stride>`: a function from coordinates to offsets, in elements. Shape and stride are congruent. */
export interface Layout {
  readonly is: 'layout';
  readonly shape: IntTuple;
  readonly stride: IntTuple;
}

/** `Swizzle<BBits, MBase, SShift>`: XORs `bits` bits starting at `base` with those `shift` above. */
export interface Swizzle {
  readonly is: 'swizzle';
  readonly bits: number;
  readonly base: number;
  readonly shift: number;
}

/** `MixedBits<static, flags>` with its run-time part: the offset `staticBits | (dynamic & flags)` of a sliced swizzled
 *  layout. */
export interface MixedBits {
  readonly is: 'mixed-bits';
  readonly staticBits: number;
  readonly dynamic: Int;
  readonly flags: number;
}

/** `smem_ptr_flag_bits<bits>`: the offset of a layout whose swizzle will move into the pointer (GMMA and UMMA
 *  atoms). `sparsity`: that of `smem_sparse_ptr_flag_bits`, whose bits are those of the stored element. */
export interface SmemPtrFlag {
  readonly is: 'smem-ptr-flag';
  readonly bits: number;
  readonly sparsity?: number;
}

/** The middle part of a ComposedLayout. */
export type ComposedOffset = IntTuple | MixedBits | SmemPtrFlag;

/** `ComposedLayout<A, offset, B>`: `c → A(offset + B(c))`. Printed `A o offset o B`. */
export interface ComposedLayout {
  readonly is: 'composed';
  readonly a: Swizzle | Layout | ComposedLayout;
  readonly offset: ComposedOffset;
  readonly b: Swizzle | Layout | ComposedLayout;
}

export type AnyLayout = Layout | ComposedLayout;

/** The outer parts of a ComposedLayout. */
export type Composable = Swizzle | Layout | ComposedLayout;

/** A tiler by mode: an integer n (for n:1), a layout, `_` to leave a mode whole, or a tuple of tilers. */
export type Tiler = Tree<TilerLeaf>;
export type TilerLeaf = Int | Underscore | Composable;
