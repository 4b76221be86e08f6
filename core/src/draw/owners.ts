// The owners of an element: a thread-value layout inverted. Where several threads hold one element, CuTe's pictures
// show the first one by thread, then by value; so does `first` here. The inversion enumerates (thread, value), so it
// needs known numbers and a limit.
import { say } from '../base/say';
import { elementAt } from '../base/assert';
import { counted } from '../algebra/index';
import { is_layout, number, offsets, parse, size } from '../algebra/index';
import type { AnyLayout } from '../algebra/types';
import type { Owners } from '../views/model';
import { stridesOf } from './grid';
import { refused } from '../algebra/errors';

export interface Owner {
  readonly thread: number;
  /** The index among the thread's values, over all tiles of the picture. */
  readonly value: number;
}

export interface OwnerTable {
  readonly threads: number;
  /** The number of values of a thread in one tile. */
  readonly values: number;
  readonly tiles: number;
  /** The first owner of an element of the picture's shape; undefined where there is none. */
  first(index: number): Owner | undefined;
  /** The thread and the value of the first owner, -1 where there is none. They are fast enough for pictures of a
   *  million cells. */
  threadAt(index: number): number;
  valueAt(index: number): number;
  /** All owners, by thread, then by value. */
  all(index: number): readonly Owner[];
  /** The index, in the picture's shape, of the element that a thread holds as this value. */
  elementOf(thread: number, value: number): number | undefined;
}

/** The largest number of pairs of thread and value that are enumerated. */
export const mostPairs = 1 << 22;

/** Throws what `ownerTable` would throw, without enumerating: AlgebraError 'range' beyond the limit, 'type' where
 *  `tv` does not have two modes. */
export function checkOwners({ tv, tile }: Owners, extents: readonly number[]): void {
  countsOf(tv);
  const elements = extents.reduce((all, extent, mode) => all * (tile[mode] ?? extent), 1);
  if (!(elements >= 0 && elements <= mostPairs))
    throw refused('limit')`a tile of ${{ elements }} elements is too large to draw`;
}

/** The owners in a picture of these extents. Throws: AlgebraError as `checkOwners` does. */
export function ownerTable(owners: Owners, extents: readonly number[]): OwnerTable {
  checkOwners(owners, extents);
  const { threads, values, held } = heldBy(owners.tv);
  const tile = tiling(owners.tile, extents);
  const lists = inverted(held, threads, values, tile.size);
  const ownersIn = (inTile: number, which: number): Owner[] => {
    const found: Owner[] = [];
    for (let pair = lists.head[inTile] ?? -1; pair >= 0; pair = lists.next[pair] ?? -1) {
      found.push({ thread: pair % threads, value: Math.floor(pair / threads) + which * values });
    }
    return found;
  };
  return {
    threads,
    values,
    tiles: tile.count,
    first: (index) => {
      const pair = lists.head[tile.within(index)] ?? -1;
      return pair < 0
        ? undefined
        : { thread: pair % threads, value: Math.floor(pair / threads) + tile.which(index) * values };
    },
    threadAt: (index) => {
      const pair = lists.head[tile.within(index)] ?? -1;
      return pair < 0 ? -1 : pair % threads;
    },
    valueAt: (index) => {
      const pair = lists.head[tile.within(index)] ?? -1;
      return pair < 0 ? -1 : Math.floor(pair / threads) + tile.which(index) * values;
    },
    all: (index) => ownersIn(tile.within(index), tile.which(index)),
    elementOf: (thread, value) => {
      const inTile = held[thread + (value % values) * threads];
      return inTile === undefined || inTile < 0 || inTile >= tile.size
        ? undefined
        : tile.index(inTile, Math.floor(value / values));
    },
  };
}

interface Counts {
  readonly threads: number;
  readonly values: number;
  readonly layout?: AnyLayout;
}

function countsOf(tv: Owners['tv']): Counts {
  if (typeof tv !== 'string')
    return { threads: tv.length, values: tv.reduce((most, { length }) => Math.max(most, length), 0) };
  const layout = readLayout(tv);
  const [threads, values] = [number(size(layout, 0), say`the threads`), number(size(layout, 1), say`the values`)];
  if (!(threads >= 0 && values >= 0 && threads * values <= mostPairs))
    throw refused('limit')`${{ threads }} threads with ${{ values }} values each are too many to enumerate`;
  return { threads, values, layout };
}

/** The element at `thread + value * threads`; -1 where the thread has no such value. */
function heldBy(tv: Owners['tv']): { readonly threads: number; readonly values: number; readonly held: Float64Array } {
  const { threads, values, layout } = countsOf(tv);
  const held = new Float64Array(counted(threads * values, say`the pairs`)).fill(-1);
  if (layout) offsets(layout, held.length, held);
  else if (typeof tv !== 'string')
    tv.forEach((elements, thread) =>
      elements.forEach((element, value) => {
        held[thread + value * threads] = element;
      }),
    );
  return { threads, values, held };
}

/** Reads a layout. Throws: AlgebraError 'type' for anything else. */
export function readLayout(text: string): AnyLayout {
  const layout = parse(text);
  if (!is_layout(layout)) throw refused('type')`${{ text }} is not a layout`;
  return layout;
}

/** The pairs of thread and value for each element of a tile, by thread, then by value. Elements outside the tile are
 *  left out. */
function inverted(
  held: Float64Array,
  threads: number,
  values: number,
  elements: number,
): { head: Int32Array; next: Int32Array } {
  const head = new Int32Array(elements).fill(-1);
  const next = new Int32Array(held.length).fill(-1);
  for (let thread = threads - 1; thread >= 0; thread--) {
    for (let value = values - 1; value >= 0; value--) {
      const pair = thread + value * threads;
      const element = held[pair] ?? -1;
      if (element < 0 || element >= elements) continue;
      next[pair] = head[element] ?? -1;
      head[element] = pair;
    }
  }
  return { head, next };
}

/** A shape cut into tiles of the same extents; the last tile of each mode may be smaller. All numbers are
 *  column-major indices. */
export interface Tiling {
  /** The number of elements of one tile. */
  readonly size: number;
  readonly count: number;
  /** The number of tiles along each mode. */
  readonly counts: readonly number[];
  within(index: number): number;
  which(index: number): number;
  /** The index of an element of a tile; undefined for an element beyond the end of a smaller tile. */
  index(within: number, which: number): number | undefined;
}

export function tiling(tile: readonly number[], extents: readonly number[]): Tiling {
  const sides = extents.map((extent, mode) => tile[mode] ?? extent);
  const counts = extents.map((extent, mode) => Math.ceil(extent / (sides[mode] ?? 1)));
  const [strides, inTile, ofTiles] = [stridesOf(extents), stridesOf(sides), stridesOf(counts)];
  const rank = extents.length;
  const total = (all: readonly number[]): number => all.reduce((product, n) => product * n, 1);
  return {
    size: total(sides),
    count: total(counts),
    counts,
    within: (index) => {
      let all = 0;
      let rest = index;
      for (let mode = 0; mode < rank; mode++) {
        const extent = elementAt(extents, mode);
        const at = rest % extent;
        rest = (rest - at) / extent;
        all += (at % elementAt(sides, mode)) * (inTile[mode] ?? 0);
      }
      return all;
    },
    which: (index) => {
      let all = 0;
      let rest = index;
      for (let mode = 0; mode < rank; mode++) {
        const extent = elementAt(extents, mode);
        const at = rest % extent;
        rest = (rest - at) / extent;
        all += Math.floor(at / elementAt(sides, mode)) * (ofTiles[mode] ?? 0);
      }
      return all;
    },
    index: (within, which) => {
      let found = 0;
      for (let mode = 0; mode < extents.length; mode++) {
        const x = Math.floor(within / (inTile[mode] ?? 1)) % (sides[mode] ?? 1);
        const y = Math.floor(which / (ofTiles[mode] ?? 1)) % (counts[mode] ?? 1);
        const crd = x + y * (sides[mode] ?? 1);
        if (crd >= (extents[mode] ?? 1)) return undefined;
        found += crd * (strides[mode] ?? 0);
      }
      return found;
    },
  };
}
