// Functions of CUTLASS's sm_100 collectives that kernels also call by themselves: the choice of a shared-memory atom
// and of an MMA for a tile.
import { say } from '../../base/say';
import { refused } from '../../values/refused';
import { number, size } from '../../algebra/index';
import { int } from '../../algebra/leaf';
import { make_tiled_mma } from '../../atoms/mma_atom';
import { asIntTuple, asStatic, asType, untype } from '../../values/convert';
import { printValue } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { Value } from '../../values/value';
import { fn } from '../entry';
import { ssSmemSelector } from './collective';
import { wordAtom } from '../cute/gmma';
import { family } from '../registry';
import type { BuiltinCall } from '../registry';

/** As `ss_smem_selector`, but for 4-byte elements whose M or N mode is contiguous: they have one atom. */
function smemSelector(call: BuiltinCall): Value {
  const what = 'sm100_smem_selector';
  const { targs } = call;
  if (asStatic(targs[0], what).n === 0 || sizeofBits(asType(targs[1], what)) !== 32) return ssSmemSelector(call);
  const rows = number(size(asIntTuple(untype(targs[2] ?? int(0)), what), 0)) ?? 0;
  const atom = wordAtom(asType(targs[1], what));
  const extent = 1024 / sizeofBits(asType(targs[1], what));
  if (rows % extent !== 0)
    throw refused('divisibility')`BLK_MN0 must be a multiple of ${{ extent }}, it is ${{ rows }}`;
  return atom;
}

/** The family of operations for a type of A. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^tfloat32_t$/, 'TF32'],
  [/^(half_t|bfloat16_t)$/, 'F16BF16'],
  [/^u?int8_t$/, 'S8'],
  [/^float_e(4m3|5m2)_t$/, 'F8F6F4'],
];

/** `sm100_make_1sm_trivial_tiled_mma<A, B, Acc, TileShape, ClusterShape, MajorA, MajorB>()`: one operation as large as
 *  the tile. */
function trivialMma(what: string, operation: string, rows: readonly number[]): (call: BuiltinCall) => Value {
  return ({ targs }) => {
    const [a, b, accumulator, tile, , majorA, majorB, ...negations] = targs;
    const name = printValue(untype(a ?? int(0)));
    const kind = families.find(([types]) => types.test(name))?.[1];
    if (kind === undefined || (operation === 'TS' && kind === 'F8F6F4'))
      throw refused('type')`${{ what }} has no operation here for ${{ name }}`;
    const shape = asIntTuple(untype(tile ?? int(0)), what);
    const [m, n] = [number(size(shape, 0)) ?? 0, number(size(shape, 1)) ?? 0];
    if (!rows.includes(m))
      throw refused('divisibility')`${{ what }} takes ${{ rows: rows.join(say` or `) }} rows, not ${{ m }}`;
    if (n % 8 !== 0 || n > 256)
      throw refused('divisibility')`${{ what }} takes a multiple of 8 columns, at most 256, not ${{ n }}`;
    const operands = [a, b, accumulator, int(m), int(n), majorA, majorB, ...(kind === 'S8' ? [] : negations)].filter(
      (one) => one !== undefined,
    );
    return make_tiled_mma({ is: 'tag', name: `SM100_MMA_${kind}_${operation}`, args: operands });
  };
}

const parameters = '<ElementA, ElementB, ElementAccumulator, TileShape, ClusterShape, MajorA, MajorB>()';

export const collectiveSm100 = family('cutlass/gemm/collective/builders/sm100_common.inl', {
  sm100_smem_selector: fn(
    '<major, T, BLK_MN, BLK_K>()',
    'the widest UMMA shared-memory atom that divides the tile',
    [],
    smemSelector,
  ),
  sm100_make_1sm_trivial_tiled_mma: fn(
    parameters,
    'one MMA of one SM, as large as the tile',
    [],
    trivialMma('sm100_make_1sm_trivial_tiled_mma', 'SS', [64, 128]),
  ),
  sm100_make_1sm_ts_trivial_tiled_mma: fn(
    parameters,
    'the same with A in tensor memory',
    [],
    trivialMma('sm100_make_1sm_ts_trivial_tiled_mma', 'TS', [64, 128]),
  ),
  sm100_make_2sm_trivial_tiled_mma: fn(
    parameters,
    'one MMA of two SMs, as large as the tile',
    [],
    trivialMma('sm100_make_2sm_trivial_tiled_mma', '2x1SM_SS', [128, 256]),
  ),
});
