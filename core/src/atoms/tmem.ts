// Tensor memory of sm_100: how accumulators and operands are laid out in it.
// Line by line as cute/atom/mma_traits_sm100_frag.hpp (`tmem_frg`); copies of it are in tmem_copy.ts.
import { compact_major, composition, int, isTuple, make_layout, number, size, take, tiled_product } from '../algebra/index';
import type { IntTuple } from '../algebra/leaf';
import { AlgebraError } from '../algebra/errors';
import type { Layout } from '../algebra/types';
import { tmemPointer } from '../values/pointer';
import { printValue } from '../values/print';
import { sizeofBits } from '../values/scalars';
import { makeTensor } from '../values/tensor';
import type { Tensor, Value } from '../values/value';
import type { TmemFragment } from './mma_traits_sm100';
import { layoutOf } from './rows';

/** Distance of two lanes, in elements. A lane has 512 columns of 32 bits. */
export function laneStride(element: Value): number {
  return (1 << 16) * Math.max(1, 32 / sizeofBits(element));
}

const capacityBits = 128 * 512 * 32;

/** `make_tensor<tmem_frg<…>>(shape)`: shape is ((M,N) of the MMA, rest…).
 *  Throws: 'rank', 'range' where the shape is not one an MMA makes or does not fit. */
export function make_tmem_fragment(element: Value, fragment: TmemFragment, shapeOf: IntTuple): Tensor {
  const inner = isTuple(shapeOf) ? shapeOf[0] : undefined;
  if (!isTuple(shapeOf) || inner === undefined || !isTuple(inner) || inner.length !== 2) {
    throw new AlgebraError('rank', `tensor memory takes a partitioned shape ((MMA_M,MMA_N),…), not ${printValue(shapeOf as Value)}`);
  }
  if (number(size(shapeOf)) * fragment.storageBits > capacityBits) throw new AlgebraError('range', `${printValue(shapeOf as Value)} does not fit into tensor memory`);
  const rest = take<IntTuple>(shapeOf, 1, shapeOf.length) as IntTuple;
  const [m, n] = [number(size(inner, 0)), number(size(inner, 1))];
  const atom = layoutOf(atomLayout(m, n, fragment));
  const spread = fragment.sms === 1 && m === 64 && fragment.mode === 'NonInterleaved' ? 2 : 1;
  const tiled = tiled_product(atom, make_layout(rest, compact_major(rest, 'LayoutLeft', int(spread)))) as Layout;
  const columns = fragment.storageBits / sizeofBits(element);
  const restride = layoutOf(`(_128,_16384):(_${laneStride(element)},_${columns})`);
  return makeTensor(tmemPointer(element, int(0)), composition(restride, tiled));
}

/** (M,N) → lane + 128 · column, for one MMA. */
function atomLayout(m: number, n: number, { sms, mode }: TmemFragment): string {
  if (m === 128 || (m === 64 && sms === 2 && mode === 'Duplicated')) return `(_128,_${n}):(_1,_128)`;
  if (m === 64 && sms === 1) return `((_16,_4),_${n}):((_1,_32),_128)`;
  if (m === 64) return `(_64,(_${n / 2},_2)):(_1,(_128,_64))`;
  if (m === 32 && sms === 2 && mode === 'Interleaved') return `(_32,(_${n / 4},_4)):(_1,(_128,_32))`;
  throw new AlgebraError('range', `an MMA of ${sms === 1 ? 'one SM' : 'two SMs'} has ${sms === 1 ? '64 or 128' : '32, 64 or 128'} rows a SM, not ${m}`);
}
