// Builtins of cute/atom/mma_traits_sm90_gmma.hpp: shared-memory layouts that warpgroup MMAs read, and the choice of an
// operation from types and tile. UMMA (sm_100) uses the same layouts.
import { refused } from '../../values/refused';
import { invariant } from '../../base/assert';
import { blocked_product, int, isTuple, make_layout, number, rank, size, upcast } from '../../algebra/index';
import type { ComposedLayout, Layout } from '../../algebra/types';
import { asIntTuple, asStatic, asType, untype } from '../../values/convert';
import { spellType } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { Value } from '../../values/value';
import type { Entry } from '../entry';
import { family } from '../registry';
import { gmmaOperation } from './mma_operations';
import type { BuiltinCall } from '../registry';

const widthNames = ['INTER', 'SW32', 'SW64', 'SW128'] as const;
export type Width = (typeof widthNames)[number];
/** For each kind of atom: the bits of its swizzle, and its contiguous extent in bits. */
export const widths: Readonly<Record<Width, readonly [swizzle: number, extent: number]>> = {
  INTER: [0, 128],
  SW32: [1, 256],
  SW64: [2, 512],
  SW128: [3, 1024],
};

/** The layout `Layout_K_SW128_Atom<T>` and its like, in elements of `type`. Its swizzle moves into the pointer
 *  when a tensor in shared memory is made with it. */
export function smemAtom(width: Width, kMajor: boolean, type: Value): ComposedLayout {
  const [bits, extent] = widths[width];
  const inBits = kMajor
    ? make_layout([int(8), int(extent)], [int(extent), int(1)])
    : make_layout([int(extent), int(8)], [int(1), int(extent)]);
  return flagged(bits, 4, 3, inBits, type);
}

/** `UMMA::Layout_MN_SW128_32B_Atom`, whose swizzle permutes granules of 32 bytes. */
export function wordAtom(type: Value): ComposedLayout {
  return flagged(2, 5, 2, make_layout([int(1024), int(4)], [int(1), int(1024)]), type);
}

function flagged(bits: number, base: number, shift: number, inBits: Layout, type: Value): ComposedLayout {
  const width = sizeofBits(type);
  return {
    is: 'composed',
    a: { is: 'swizzle', bits, base, shift },
    offset: { is: 'smem-ptr-flag', bits: width },
    b: upcast(inBits, width),
  };
}

/** `Layout_K_SW128_SpAtom<T, S>` and its like: S elements beside each other for each one that is stored. */
function sparseAtom({ a, offset, b }: ComposedLayout, sparsity: number): ComposedLayout {
  invariant(offset.is === 'smem-ptr-flag' && b.is === 'layout', 'an atom of shared memory waits for its pointer');
  const several = make_layout([int(1), int(sparsity)]);
  return { is: 'composed', a, offset: { ...offset, sparsity }, b: blocked_product(several, b) };
}

function sparseEntry(width: Width, kMajor: boolean | undefined): Entry {
  const name = `Layout_${kMajor === undefined ? '' : kMajor ? 'K_' : 'MN_'}${width}_SpAtom`;
  return {
    kind: 'type',
    templateParams: ['T', 'S', ...(kMajor === undefined ? ['tnsp'] : [])],
    gives: 'the same of which one element is stored for S',
    examples: [],
    run: ({ targs }) => {
      const isK = kMajor ?? asStatic(targs[2], name).n === 0;
      return sparseAtom(smemAtom(width, isK, asType(targs[0], name)), asStatic(targs[1], name).n);
    },
  };
}

function atomEntry(width: Width, kMajor: boolean): Entry {
  const name = `Layout_${kMajor ? 'K' : 'MN'}_${width}_Atom`;
  const [bits, extent] = widths[width];
  const halves = kMajor ? `(_8,_${extent / 16}):(_${extent / 16},_1)` : `(_${extent / 16},_8):(_1,_${extent / 16})`;
  return {
    kind: 'type',
    templateParams: ['T'],
    gives: `the ${kMajor ? 'K' : 'M/N'}-major shared-memory layout with ${widths[width][1] / 8} contiguous bytes that tensor cores read`,
    examples: [`GMMA::${name}<half_t>{} // Sw<${bits},4,3> o smem_ptr[16b](unset) o ${halves}`],
    run: ({ targs }) => smemAtom(width, kMajor, asType(targs[0], name)),
  };
}

/** `GMMA::Layout_SW128_Atom<T, Major>`. */
function majorEntry(width: Width): Entry {
  return {
    kind: 'type',
    templateParams: ['T', 'tnsp'],
    gives: 'the shared-memory layout of a given major-ness',
    examples: [],
    run: ({ targs }) =>
      smemAtom(width, asStatic(targs[1], `Layout_${width}_Atom`).n === 0, asType(targs[0], `Layout_${width}_Atom`)),
  };
}

const atoms: Record<string, Entry> = {};
for (const width of widthNames) {
  atoms[`Layout_K_${width}_Atom`] = atomEntry(width, true);
  atoms[`Layout_MN_${width}_Atom`] = atomEntry(width, false);
  atoms[`Layout_${width}_Atom`] = majorEntry(width);
  atoms[`Layout_K_${width}_SpAtom`] = sparseEntry(width, true);
  atoms[`Layout_MN_${width}_SpAtom`] = sparseEntry(width, false);
  atoms[`Layout_${width}_SpAtom`] = sparseEntry(width, undefined);
}

// ---- Choosing an operation ----------------------------------------------------------------------------------------

const letters: Readonly<Record<string, string>> = {
  half_t: 'F16',
  bfloat16_t: 'BF16',
  tfloat32_t: 'TF32',
  float: 'F32',
  float_e4m3_t: 'E4M3',
  float_e5m2_t: 'E5M2',
  int: 'S32',
  int8_t: 'S8',
  uint8_t: 'U8',
};
/** The extents of N among which CUTLASS chooses, widest first. */
const extents = [256, 192, 128, 96, 64, 32, 16, 8];
/** Those that the hardware has, which this macro adds; operations on integers have fewer. */
const moreExtents = 'CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED';
const everyExtent = Array.from({ length: 32 }, (_, i) => 256 - 8 * i);
const everyIntegerExtent = everyExtent.filter((n) => n % 16 === 0 || n <= 24);

function extentsFor(ctx: BuiltinCall['ctx'], result: string | undefined): readonly number[] {
  if (ctx.isDefined?.(moreExtents) !== true) return extents;
  return result === 'S32' ? everyIntegerExtent : everyExtent;
}

/** `ss_op_selector<A, B, C, TileShape_MNK, MajorA = K, MajorB = K>()` and `rs_op_selector`, or those of operations on a
 *  sparse A, which are twice as deep. */
function selectOp(operands: 'SS' | 'RS', sparse: boolean, { targs, ctx }: BuiltinCall): Value {
  const what = `${operands.toLowerCase()}_op_selector${sparse ? '_sparse' : ''}`;
  const [a, b, c] = [0, 1, 2].map((i) => letters[spellType(asType(targs[i], what))] ?? '?');
  const tile = asIntTuple(untype(targs[3] ?? int(0)), what);
  if (!isTuple(tile) || rank(tile).n !== 3)
    throw refused('rank')`${{ what }} takes a rank-3 tile shape, not ${{ tile }}`;
  const [m, n, k] = [0, 1, 2].map((i) => number(size(tile, i)));
  if ((m ?? 0) % 64 !== 0) throw refused('divisibility')`Tile_M must be a multiple of 64, ${{ tile }} has ${{ m }}`;
  const dense = a === 'TF32' ? 8 : a === 'F16' || a === 'BF16' ? 16 : 32;
  const depth = sparse ? 2 * dense : dense;
  if ((k ?? 0) % depth !== 0)
    throw refused('divisibility')`Tile_K must be a multiple of ${{ depth }}, ${{ tile }} has ${{ k }}`;
  const extent = extentsFor(ctx, c).find((e) => (n ?? 0) % e === 0);
  if (extent === undefined) throw refused('divisibility')`Tile_N must be a multiple of 8, ${{ tile }} has ${{ n }}`;
  const majors = targs.slice(4, 6);
  const kMajorOnly = dense !== 16;
  if (kMajorOnly && majors.some((major) => asStatic(major, what).n !== 0))
    throw refused('type')`${{ what }}: operands of this type must be K-major`;
  const name = `${sparse ? 'GMMA' : 'SM90'}_64x${extent}x${depth}_${c}${a}${b}_${operands}${kMajorOnly ? '_TN' : ''}`;
  return gmmaOperation(name, kMajorOnly ? [] : [majors[0] ?? int(0), majors[1] ?? int(0)]);
}

const selector = (operands: 'SS' | 'RS', sparse = false): Entry => ({
  templateParams: ['A', 'B', 'C', 'TileShape_MNK', 'MajorA', 'MajorB'],
  gives: `the widest warpgroup MMA${sparse ? ' on a sparse A' : ''} that divides the tile`,
  examples: [],
  run: (call) => selectOp(operands, sparse, call),
});

export const gmma = family('cute/atom/mma_traits_sm90_gmma.hpp', {
  ...atoms,
  Layout_MN_SW128_32B_Atom: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'the M/N-major shared-memory layout of 32-byte granules (sm_100)',
    examples: [],
    run: ({ targs }) => wordAtom(asType(targs[0], 'Layout_MN_SW128_32B_Atom')),
  },
  Layout_MN_SW128_32B_SpAtom: {
    kind: 'type',
    templateParams: ['T', 'S'],
    gives: 'the same of which one element is stored for S',
    examples: [],
    run: ({ targs }) => {
      const what = 'Layout_MN_SW128_32B_SpAtom';
      return sparseAtom(wordAtom(asType(targs[0], what)), asStatic(targs[1], what).n);
    },
  },
  ss_op_selector: selector('SS'),
  rs_op_selector: selector('RS'),
  ss_op_selector_sparse: selector('SS', true),
  rs_op_selector_sparse: selector('RS', true),
});
