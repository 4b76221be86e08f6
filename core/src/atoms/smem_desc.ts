// Shared memory as warpgroup and sm_100 MMAs read it: through one descriptor for each atom, over layouts that a
// descriptor can express. Line by line as make_gmma_desc (cute/atom/mma_traits_sm90_gmma.hpp) and make_umma_desc
// (cute/arch/mma_sm100_desc.hpp). Refusals quote CuTe's assertions. The bits of a descriptor are not modelled.
import { say, words } from '../base/say';
import { refused } from '../values/refused';
import {
  congruent,
  get,
  group,
  int,
  isStatic,
  isTuple,
  logical_divide,
  make_layout,
  rank,
  recast_layout,
  size,
} from '../algebra/index';
import { tupleOf, type IntTuple } from '../algebra/leaf';
import { spelled } from '../algebra/errors';
import type { Layout } from '../algebra/types';
import { makePointer } from '../values/pointer';
import { printValue, spellType } from '../values/print';
import { sizeofBits } from '../values/scalars';
import { makeTensor } from '../values/tensor';
import type { Tensor, Value } from '../values/value';

type Kind = 'GMMA' | 'UMMA';
export type DescriptorMajor = 'K' | 'MN';

/** A view of a shared-memory tensor through descriptors; its strides count 16 bytes. Throws: AlgebraError 'type'
 *  where the MMA does not read the tensor's type, 'congruence' where a descriptor cannot express its mode 0.
 *  Source: `MakeTensor<GMMA::smem_desc<Major>>` and `MakeTensor<UMMA::smem_desc<Major>>`. */
export function descriptorTensor(element: Value, tensor: Tensor, kind: Kind, major: DescriptorMajor): Tensor {
  if (tensor.data.space !== 'smem') throw refused('type')`Expected SMEM Tensor to construct a ${{ kind }} Desc Tensor`;
  const have = sizeofBits(tensor.data.element);
  if (!readable(tensor.data.element, have, element)) {
    const [read, held] = [spelled(spellType, element), spelled(spellType, tensor.data.element)];
    throw refused('type')`Expecting ValTypeA or ValTypeB: the MMA reads ${{ read }}, the tensor holds ${{ held }}`;
  }
  const cast = recast_layout(tensor.layout, have, 128);
  if (cast.is !== 'layout')
    throw refused(
      'type',
    )`a ${{ kind }} descriptor takes the swizzle from the pointer of a tensor, ${{ layout: tensor.layout }} has it in the layout`;
  checkCanonical(get(cast, 0), tensor, kind, major);
  const rest = group(cast, 1, rank(cast).n);
  const { shape, stride } = get(rest, 1);
  const layout: Layout = { is: 'layout', shape: [int(1), ...tupleOf(shape)], stride: [int(0), ...tupleOf(stride)] };
  const view = { ...tensor, layout: get(tensor.layout, 0) };
  return makeTensor({ ...makePointer('descriptor', { is: 'scalar', type: kind, bits: 64 }), view }, layout);
}

/** True where the tensor has the MMA's type, or holds its narrow floats in bytes (or in four bits). */
function readable(held: Value, bits: number, wanted: Value): boolean {
  const want = sizeofBits(wanted);
  return (
    spellType(held) === spellType(wanted) ||
    (bits === 8 && [8, 6, 4].includes(want)) ||
    (bits === 4 && [4, 3, 2].includes(want))
  );
}

/** `mode` is what one MMA reads, (M or N, K) in units of 16 bytes. */
function checkCanonical(mode: Layout, tensor: Tensor, kind: Kind, major: DescriptorMajor): void {
  const fail = (what: string): never => {
    throw refused(
      'congruence',
    )`Not a canonical ${{ kind }}_${{ major }} Layout: ${{ what }} One MMA would read ${{ mode }} in units of 16 bytes, ${{ swizzle: swizzleText(tensor) }}.`;
  };
  if (!isTuple(mode.shape) || mode.shape.length !== 2)
    throw refused('rank')`${{ kind }} Descriptors can only be constructed on rank-2 tensors, not on ${{ mode }}`;
  const { width, depth } = swizzleAtom(tensor, kind, major);
  const [x, y] = [size(mode, 0), size(mode, 1)];
  if (major === 'K') {
    if (x.n === undefined || x.n % 8 !== 0) fail('Expected MN-size multiple of 8.');
    if (kind === 'GMMA' && y.n !== 2 && y.n !== 4)
      fail('Expected K-size 2 for dense or 4 for sparse (in units of uint128_t).');
  } else if (kind === 'GMMA' && ![128, 256, 512].some((bits) => y.n === bits / sizeofBits(tensor.data.element))) {
    fail('Expected K-size 256/sizeof_bits<T> for dense or (128|512)/sizeof_bits<T> for sparse.');
  }
  const tiler = major === 'K' ? [8, 2] : [width, depth];
  const canonical = logical_divide(
    mode,
    tiler.map((n) => make_layout(int(n), int(1))),
  );
  const profile: IntTuple = [
    [int(1), int(1)],
    [int(1), int(1)],
  ];
  if (congruent(canonical.shape, profile).n !== 1) fail('Expected profile failure.');
  if (!isStatic(canonical.stride))
    throw refused(
      'static',
    )`A ${{ kind }} descriptor is computed at compile time: the strides of ${{ mode }}, what one MMA reads in units of 16 bytes, must be static`;
  const [inner, outer] = [strideOf(canonical, 0), strideOf(canonical, 1)];
  const free = width === 1;
  if (major === 'K' ? inner !== width || (!free && outer !== 1) : (!free && inner !== 1) || outer !== width)
    fail('Expected stride failure.');
}

/** Stride of the first part of a mode of the canonical layout; undefined where it is not static. */
function strideOf(canonical: Layout, mode: number): number | undefined {
  const strides = tupleOf(canonical.stride)[mode];
  const first = strides !== undefined && isTuple(strides) ? strides[0] : undefined;
  return first !== undefined && !isTuple(first) && first.is === 'static' ? first.n : undefined;
}

/** Extents of the swizzle's atom in units of 16 bytes.  Source: `layout_type` */
function swizzleAtom(
  { data: { swizzle } }: Tensor,
  kind: Kind,
  major: DescriptorMajor,
): { readonly width: number; readonly depth: number } {
  const { bits, base, shift } = swizzle ?? { bits: 0, base: 4, shift: 3 };
  if (base === 4 && shift === 3 && bits >= 0 && bits <= 3) return { width: 1 << bits, depth: 8 };
  if (kind === 'UMMA' && base === 5 && bits === 2 && shift === 2) {
    if (major === 'K') throw refused('congruence')`SWIZZLE_128B_BASE32B is invalid for Major-K`;
    return { width: 8, depth: 4 };
  }
  const known = kind === 'GMMA' ? 'Sw<0..3,4,3>' : words`Sw<0..3,4,3> and Sw<2,5,2>`;
  throw refused(
    'congruence',
  )`Unsupported layout swizzle: ${{ kind }} descriptors know ${{ known }}, not Sw<${{ bits }},${{ base }},${{ shift }}>`;
}

function swizzleText({ data: { swizzle } }: Tensor): string {
  return swizzle ? say`behind ${printValue(swizzle)}` : say`without a swizzle`;
}
