// Functions of CUTLASS that choose an atom of CuTe for a tile and that kernels also call by themselves. Each gives a
// layout, an operation or an integer; CUTLASS's collectives are not modelled.
import { refused } from '../../values/refused';
import { int, number, rank, size } from '../../algebra/index';
import type { Swizzle } from '../../algebra/types';
import { asIntTuple, asStatic, asType, isA, untype } from '../../values/convert';
import { sizeofBits } from '../../values/scalars';
import type { Tag, Value } from '../../values/value';
import { fn } from '../entry';
import { smemAtom, widths, type Width } from '../cute/gmma';
import { family, param } from '../registry';
import type { BuiltinCall } from '../registry';

const tag = (name: string, ...args: readonly Value[]): Tag => ({ is: 'tag', name, args });

function extent(of: Value | undefined, what: string, mode?: number): number {
  const tuple = asIntTuple(untype(of ?? int(0)), what);
  return number(mode === undefined ? size(tuple) : size(tuple, mode)) ?? 0;
}

/** `ss_smem_selector<major, T, BLK_MN, BLK_K>()`: the widest atom that divides the tile's contiguous mode. */
export function ssSmemSelector({ targs }: BuiltinCall): Value {
  const what = 'ss_smem_selector';
  const kMajor = asStatic(targs[0], what).n === 0;
  const type = asType(targs[1], what);
  const [blockMn, blockK] = [extent(targs[2], what, 0), extent(targs[3], what, 0)];
  for (const [name, n] of [
    ['BLK_MN0', blockMn],
    ['BLK_K0', blockK],
  ] as const) {
    if (n % 8 !== 0) throw refused('divisibility')`${{ name }} must be a multiple of 8, it is ${{ n }}`;
  }
  const contiguous = kMajor ? blockK : blockMn;
  for (const width of ['SW128', 'SW64', 'SW32', 'INTER'] as const) {
    // For M/N-major operands CUTLASS tests the narrowest atom against the whole extent, so that a hierarchical shape
    // may still use it.
    const wanted = width === 'INTER' && !kMajor ? extent(targs[2], what) : contiguous;
    if (wanted % contiguousElements(width, type) === 0) return smemAtom(width, kMajor, type);
  }
  throw refused(
    'divisibility',
  )`${{ extent: kMajor ? 'BLK_K0' : 'BLK_MN' }} must be a multiple of ${{ unit: contiguousElements('INTER', type) }}, it is ${{ contiguous }}`;
}

function contiguousElements(width: Width, type: Value): number {
  return widths[width][1] / sizeofBits(type);
}

/** `sm90_cluster_shape_to_tma_atom(shape)`: multicast where more than one CTA shares the mode. */
function clusterTmaAtom({ args }: BuiltinCall): Value {
  const what = 'sm90_cluster_shape_to_tma_atom';
  const shape = asIntTuple(args[0], what);
  if (number(rank(shape)) !== 1)
    throw refused('rank')`${{ what }} takes the extent of one mode of the cluster, not ${{ shape }}`;
  return tag(number(size(shape)) === 1 ? 'SM90_TMA_LOAD' : 'SM90_TMA_LOAD_MULTICAST');
}

/** `sm90_get_smem_store_op_for_accumulator<StrideD, ElementD, EpilogueTile_MN>()`. */
function smemStoreOp({ targs }: BuiltinCall): Value {
  const what = 'sm90_get_smem_store_op_for_accumulator';
  const stride = asIntTuple(untype(targs[0] ?? int(0)), what);
  const narrow = sizeofBits(asType(targs[1], what)) === 16;
  // Before CUTLASS 4.4 the function had no third parameter and always chose the widest operation.
  const columns = targs[2] === undefined ? 32 : extent(targs[2], what, 1);
  const isUnit = (mode: number): boolean => {
    const one = size(stride, mode);
    return one.is === 'static' && one.n === 1;
  };
  if (narrow && (isUnit(0) || isUnit(1))) {
    const [wide, half] = isUnit(0)
      ? ['SM90_U16x8_STSM_T', 'SM90_U16x4_STSM_T']
      : ['SM90_U32x4_STSM_N', 'SM90_U32x2_STSM_N'];
    if (columns % 16 === 0) return tag(wide ?? '');
    if (columns % 8 === 0) return tag(half ?? '');
    throw refused('divisibility')`${{ what }} has no operation for a tile of ${{ columns }} columns`;
  }
  return tag('AutoVectorizingCopyWithAssumedAlignment', int(128));
}

/** The alignment that a swizzled layout needs in shared memory, in bytes. */
function swizzleAlignment({ args }: BuiltinCall): number {
  const swizzle = swizzleOf(args[0]);
  return 2 ** (swizzle.bits + swizzle.base + Math.abs(swizzle.shift));
}

function swizzleOf(value: Value | undefined): Swizzle {
  if (isA(value, 'swizzle')) return value;
  if (isA(value, 'composed') && value.a.is === 'swizzle') return value.a;
  if (isA(value, 'composed') || isA(value, 'layout')) return { is: 'swizzle', bits: 0, base: 4, shift: 3 };
  throw refused('type')`alignment_for_swizzle takes a layout or a swizzle`;
}

export const collective = family('cutlass/gemm/collective/builders/sm90_common.inl', {
  ss_smem_selector: fn(
    '<major, T, BLK_MN, BLK_K>()',
    'the widest GMMA shared-memory atom that divides the tile',
    [],
    ssSmemSelector,
  ),
  sm90_cluster_shape_to_tma_atom: {
    params: [param('shape')],
    gives: 'the TMA load for one mode of a cluster: multicast where CTAs share it',
    examples: ['sm90_cluster_shape_to_tma_atom(_2{}) // SM90_TMA_LOAD_MULTICAST'],
    run: clusterTmaAtom,
  },
});

export const collectiveEpilogue = family('cutlass/epilogue/collective/builders/sm90_common.inl', {
  sm90_get_smem_store_op_for_accumulator: fn(
    '<StrideD, ElementD, EpilogueTile_MN>()',
    'the widest store from accumulators to shared memory',
    [],
    smemStoreOp,
  ),
});

export const layoutDetail = family('cutlass/detail/layout.hpp', {
  alignment_for_swizzle: fn(
    'layout',
    'the alignment in bytes that shared memory of that layout needs',
    ['alignment_for_swizzle(Swizzle<3,4,3>{}) // 1024'],
    (c) => ({
      is: 'dynamic',
      n: swizzleAlignment(c),
      name: undefined,
      bits: 64,
      from: undefined,
      unsigned: true,
    }),
  ),
});
