// Builtins of cute/atom/copy_traits_sm90_im2col.hpp and copy_traits_sm100_im2col.hpp: TMA copies of image patches,
// which take the parameters of a convolution beside a tile. The work is in atoms/tma_im2col.ts.
import { refused } from '../../values/refused';
import { int } from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import {
  make_im2col_tma_atom_sm100,
  make_im2col_tma_copy,
  make_im2col_tma_copy_sm100,
  make_tma_atom_im2col,
  make_tma_copy_im2col,
  pointwise,
} from '../../atoms/tma_im2col';
import type { Convolution } from '../../atoms/tma_im2col';
import type { TmaOperands, UmmaTile } from '../../atoms/tma_atom';
import { asInt, asIntTuple, asLayout, asTiler } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Entry } from '../entry';
import { asTiledMma } from './mma_arguments';
import { family, optional, param, rest } from '../registry';
import type { BuiltinCall } from '../registry';
import { operandsOf, tileOfOperand, wholeTile } from './tma';

const ofTwo: readonly string[] = ['SM100_TMA_2SM_LOAD_IM2COL', 'SM100_TMA_2SM_LOAD_IM2COL_MULTICAST'];
const loads: readonly string[] = ['SM90_TMA_LOAD_IM2COL', 'SM90_TMA_LOAD_IM2COL_MULTICAST', ...ofTwo];
const operations: readonly string[] = [...loads, 'SM90_TMA_STORE_IM2COL'];

/** The parameters of a convolution, in order: corners, padding, stride, first filter tap, dilation. */
const convolution = [
  'lower_corner_whd',
  'upper_corner_whd',
  'lower_padding_whd',
  'upper_padding_whd',
  'stride_whd',
  'lower_srt',
  'stride_srt',
];
const convolutionOperands = convolution.length;

/** The convolution that the operands from `first` on describe; undefined where there are none. Throws:
 *  AlgebraError 'type' where their number is wrong. */
function convolutionOf(args: readonly Value[], first: number, what: string): Convolution | undefined {
  const given = args.slice(first);
  if (given.length === 0) return undefined;
  if (given.length !== convolutionOperands)
    throw refused(
      'type',
    )`${{ what }} takes ${{ convolutionOperands }} parameters of a convolution, not ${{ givenCount: given.length }}`;
  const part = (i: number): IntTuple => asIntTuple(given[i], what);
  return {
    lowerCorner: part(0),
    upperCorner: part(1),
    lowerPadding: part(2),
    upperPadding: part(3),
    stride: part(4),
    lowerTap: part(5),
    dilation: part(6),
  };
}

/** `make_im2col_tma_copy(op, gtensor, slayout[, cta_tiler[, multicast]][, convolution…])`. */
function makeCopy(call: BuiltinCall): Value {
  const what = 'make_im2col_tma_copy';
  const { args } = call;
  const first = args.length > 5 ? args.length - convolutionOperands : args.length;
  const operands = operandsOf(call, what, operations);
  const tiler = first > 3 ? asTiler(args[3], what) : wholeTile(args[2], what);
  const multicast = first > 4 ? asInt(args[4], what) : int(1);
  return make_im2col_tma_copy(
    operands,
    tiler,
    multicast,
    convolutionOf(args, first, what) ?? pointwise(operands.gtensor),
  );
}

/** As `convolutionOf`, for functions that do not work without a convolution. */
function required(args: readonly Value[], first: number, what: string): Convolution {
  const found = convolutionOf(args, first, what);
  if (!found) throw refused('type')`${{ what }} takes the parameters of a convolution`;
  return found;
}

/** `make_im2col_tma_copy_A_sm100(op, gtensor, slayout, cluster_tile, mma, convolution…)` and its like. */
function ummaEntry(X: 'A' | 'B', made: 'copy' | 'atom'): Entry {
  const what = `make_im2col_tma_${made}_${X}_sm100`;
  const make: (operands: TmaOperands, tile: UmmaTile, of: Convolution) => Value =
    made === 'copy' ? make_im2col_tma_copy_sm100 : make_im2col_tma_atom_sm100;
  return {
    params: [
      param('op'),
      param('gtensor'),
      param('slayout'),
      param('mma_tiler'),
      param('mma'),
      ...(made === 'atom' ? [param('cluster_shape')] : []),
      ...convolution.map(param),
    ],
    gives: `the TMA copy of image patches (im2col) that are operand ${X} of an sm_100 MMA, from the (M,N,K) tile`,
    examples: [],
    run: (call) => {
      const kept = tileOfOperand(call, what, X);
      const operands = operandsOf(call, what, made === 'copy' ? loads : operations);
      return make(
        operands,
        { mma: asTiledMma(call.args[4], what), operand: X, tiler: kept },
        required(call.args, made === 'copy' ? 5 : 6, what),
      );
    },
  };
}

export const tmaIm2col = family('cute/atom/copy_traits_sm90_im2col.hpp', {
  make_im2col_tma_copy: {
    params: [
      param('op'),
      param('gtensor'),
      param('slayout'),
      optional('cta_tiler'),
      optional('multicast_size'),
      rest('convolution'),
    ],
    gives:
      'the TMA copy of image patches (im2col) between activations and shared memory of that layout; a convolution is given by corners, padding, stride, first tap and dilation, width first',
    examples: [],
    run: makeCopy,
  },
  make_tma_copy_im2col: {
    params: [
      param('op'),
      param('gtensor'),
      param('slayout'),
      param('cta_t_map'),
      param('cta_v_map'),
      ...convolution.map(optional),
    ],
    gives: 'the TMA copy of image patches, from the CTAs that share a tile and the global modes of its values',
    examples: [],
    run: (call) => {
      const what = 'make_tma_copy_im2col';
      const operands = operandsOf(call, what, operations);
      return make_tma_copy_im2col(
        operands,
        asLayout(call.args[3], what),
        asLayout(call.args[4], what),
        convolutionOf(call.args, 5, what) ?? pointwise(operands.gtensor),
      );
    },
  },
  make_tma_atom_im2col: {
    params: [
      param('op'),
      param('gtensor'),
      param('slayout'),
      param('num_multicast'),
      param('cta_v_map'),
      ...convolution.map(param),
    ],
    gives: 'the TMA operation of image patches, from the global modes of the values of a tile',
    examples: [],
    run: (call) => {
      const what = 'make_tma_atom_im2col';
      return make_tma_atom_im2col(
        operandsOf(call, what, operations),
        asLayout(call.args[4], what),
        required(call.args, 5, what),
      );
    },
  },
  make_im2col_tma_copy_A_sm100: ummaEntry('A', 'copy'),
  make_im2col_tma_copy_B_sm100: ummaEntry('B', 'copy'),
  make_im2col_tma_atom_A_sm100: ummaEntry('A', 'atom'),
  make_im2col_tma_atom_B_sm100: ummaEntry('B', 'atom'),
});
