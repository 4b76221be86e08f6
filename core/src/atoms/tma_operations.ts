// The operations that move boxes of bits: TMA loads, stores and reductions, im2col, gather and scatter, and bulk
// copies. Their traits consist of the number of CTAs that take part and the number of bits. From
// cute/atom/copy_traits_sm90_tma.hpp, copy_traits_sm90_im2col.hpp, copy_traits_sm100_tma.hpp and
// copy_traits_sm100_im2col.hpp; checked by `npm run gen-atoms`.

const loads = [
  'SM90_TMA_LOAD',
  'SM90_TMA_LOAD_MULTICAST',
  'SM90_TMA_LOAD_IM2COL',
  'SM90_TMA_LOAD_IM2COL_MULTICAST',
  'SM100_TMA_LOAD_2D_GATHER4',
  'SM100_TMA_LOAD_MULTICAST_2D_GATHER4',
];
const loadsOfTwo = [
  'SM100_TMA_2SM_LOAD',
  'SM100_TMA_2SM_LOAD_MULTICAST',
  'SM100_TMA_2SM_LOAD_IM2COL',
  'SM100_TMA_2SM_LOAD_IM2COL_MULTICAST',
];
const others = [
  'SM90_TMA_STORE',
  'SM90_TMA_STORE_PTR',
  'SM90_TMA_STORE_IM2COL',
  'SM90_TMA_REDUCE_ADD',
  'SM100_TMA_STORE_2D_SCATTER4',
  'SM90_BULK_COPY_G2S',
  'SM90_BULK_COPY_S2G',
];

const threads: ReadonlyMap<string, number> = new Map([
  ...[...loads, ...others].map((name) => [name, 1] as const),
  ...loads.map((name) => [`${name}_OP`, 1] as const),
  ...loadsOfTwo.flatMap(
    (name) =>
      [
        [name, 2],
        [`${name}_OP`, 2],
      ] as const,
  ),
]);

/** The names of all operations. `with` turns a load into the operation whose name ends in `_OP`. */
export const boxOperations: readonly string[] = [...threads.keys()];

/** How many CTAs execute the operation together; undefined where it is not one of these. */
export function tmaThreads(name: string): number | undefined {
  return threads.get(name.replace(/::PREFETCH$/, ''));
}
