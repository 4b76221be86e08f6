// Tensor memory of sm_100: how accumulators and operands are laid out in it.
// Line by line as cute/atom/mma_traits_sm100_frag.hpp (`tmem_frg`); copies of it are in tmem_copy.ts.
import { words } from '../base/say';
import { refused } from '../values/refused';
import {
  compact_major,
  composition,
  int,
  isTuple,
  make_layout,
  number,
  size,
  take,
  tiled_product,
  upcast,
} from '../algebra/index';
import type { IntTuple } from '../algebra/leaf';
import { tmemPointer } from '../values/pointer';
import { scalarExample, sizeofBits } from '../values/scalars';
import { sparseOf } from '../values/sparse';
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
  const { inner, rest } = partitioned(shapeOf);
  if (number(size(shapeOf)) * fragment.storageBits > capacityBits)
    throw refused('range')`${{ shapeOf }} does not fit into tensor memory`;
  const [m, n] = [number(size(inner, 0)), number(size(inner, 1))];
  const atom = layoutOf(atomLayout(m, n, fragment));
  const spread = fragment.sms === 1 && m === 64 && fragment.mode === 'NonInterleaved' ? 2 : 1;
  const tiled = tiled_product(atom, make_layout(rest, compact_major(rest, 'LayoutLeft', int(spread))));
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
  throw refused(
    'range',
  )`an MMA of ${{ sms: sms === 1 ? words`one SM` : words`two SMs` }} has ${{ rows: sms === 1 ? words`64 or 128` : words`32, 64 or 128` }} rows a SM, not ${{ m }}`;
}

// ---- Metadata and scale factors -----------------------------------------------------------------------------------

/** Extents of one MMA and the atom of its metadata, by the bits of A's type.  Source: `tmem_e_frg` */
const metadataAtoms: Readonly<Record<number, readonly [k: number, sparsity: number, atom: string]>> = {
  32: [16, 4, '((_8,_2,_8),(_8,_2)):((_1,_1024,_16),(_128,_8))'],
  16: [32, 8, '((_8,_2,_8),(_16,_2)):((_1,_2048,_16),(_128,_8))'],
  8: [64, 8, '(_128,_64):(_1,_128)'],
  4: [128, 16, '(_128,_128):(_1,_128)'],
};

/** `make_tensor<typename MMA::FrgTypeE>(shape)`: the metadata of a sparse A whose elements have `bits`; shape is
 *  ((M,K),rest…).
 *  Throws: 'rank', 'range' where no MMA has the shape. */
export function make_metadata_fragment(bits: number, shapeOf: IntTuple): Tensor {
  const { inner, rest } = partitioned(shapeOf);
  const known = metadataAtoms[bits];
  const [m, k] = [number(size(inner, 0)), number(size(inner, 1))];
  if (!known || m !== 128 || k !== known[0])
    throw refused('range')`the metadata of an MMA is 128 by ${{ known: known?.[0] ?? '?' }}, not ${{ m }} by ${{ k }}`;
  const [, sparsity, atom] = known;
  const bitwise = bits === 4 ? layoutOf('(_128,_32768):(_4194304,_1)') : layoutOf('(_128,_16384):(_2097152,_1)');
  const restride = bits === 32 ? upcast(bitwise, 2) : bitwise;
  return makeTensor(
    tmemPointer(sparseOf(sparsity, scalarExample('uint8_t') ?? int(0)), int(0)),
    composition(restride, tiled_product(layoutOf(atom), make_layout(rest))),
  );
}

/** `make_tensor<typename MMA::FrgTypeSFA>(shape)`: scale factors, repeated for each quarter of the lanes; shape is
 *  ((M or N,(vector,factors)),rest…).  `halved`: B of two SMs with 64 rows each.  Throws: 'rank'.  Source:
 *  `tmem_sf_frg` */
export function make_scale_factor_fragment(element: Value, halved: boolean, shapeOf: IntTuple): Tensor {
  const { inner, rest } = partitioned(shapeOf);
  const k = inner[1];
  if (rest.length < 2) throw refused('rank')`Expected an MMA partitioned tensor, not ${{ shapeOf }}`;
  if (k === undefined || !isTuple(k) || k.length !== 2)
    throw refused('rank')`Expected an MMA-SF partitioned tensor ((MN,(VecSize,NSF)),…), not ${{ shapeOf }}`;
  const [mn, vector, factors] = [number(size(inner, 0)), number(size(k, 0)), number(size(k, 1))];
  const rows = halved ? `((_32,_${Math.trunc(mn / 64)}),_2,_2)` : `((_32,_${Math.trunc(mn / 32)}),_4)`;
  const strides = halved ? '((_1,_512),_64,_32)' : '((_1,_512),_32)';
  const atom = layoutOf(`(${rows},(_${vector},_${factors})):(${strides},(_0,_128))`);
  const restride = layoutOf(`(_128,_16384):(_${laneStride(element)},_1)`);
  return makeTensor(tmemPointer(element, int(0)), composition(restride, tiled_product(atom, make_layout(rest))));
}

function partitioned(shapeOf: IntTuple): { readonly inner: readonly IntTuple[]; readonly rest: readonly IntTuple[] } {
  const inner = isTuple(shapeOf) ? shapeOf[0] : undefined;
  if (!isTuple(shapeOf) || inner === undefined || !isTuple(inner) || inner.length !== 2) {
    throw refused('rank')`Expected post-partitioned shape ((M_MMA,N_MMA),...), not ${{ shapeOf }}`;
  }
  return { inner, rest: take<IntTuple>(shapeOf, 1, shapeOf.length) };
}
