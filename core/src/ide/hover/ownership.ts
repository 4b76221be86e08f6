// Thread-value layouts inverted: which thread holds an element of a tile, and as which of its values. CuTe's layouts
// map (thread, value) to the element. The inversion enumerates them, so it needs known numbers and a limit.
import { say } from '../../base/say';
import { cosize, number, offset_of, print, size, values } from '../../algebra/index';
import { known } from '../../algebra/errors';
import { int } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { get_copy_layout_TV } from '../../atoms/copy_atom';
import { get_layout_TV, tile_size_mnk, type Operand } from '../../atoms/mma_atom';
import { asInt, asIntTuple, isA, isAnyLayout, isTuple } from '../../values/convert';
import type { TiledCopy, TiledMma, Tuple, Value } from '../../values/value';
import { code, plain, type Block, type Inline } from '../blocks';
import { refused } from '../../values/refused';

export interface Owner {
  readonly thread: number;
  /** The index in the value mode. */
  readonly value: number;
}

/** A tile of elements, and the threads that hold them. */
export interface Ownership {
  /** The operand or side: `A`, `source`. */
  readonly what: string;
  /** The names of the tile's modes: `(M,K)`; empty where they have no names. */
  readonly modes: string;
  /** The extents of the tile. */
  readonly shape: readonly number[];
  readonly threads: number;
  /** The holders of an element, by value, then by thread; empty where there are none. */
  ownersOf(coordinate: readonly number[]): readonly Owner[];
  /** The elements of a thread in the order of its values. */
  elementsOf(thread: number): readonly (readonly number[])[];
}

/** The largest number of pairs of thread and value that are enumerated. */
const mostPairs = 1 << 19;

/** Inverts `tv`, which maps (thread, value) to the column-major index in a tile of `shape`. `place` maps a
 *  coordinate of the tile to the place of its element in the data. Throws: AlgebraError 'symbolic' for unknown
 *  numbers, 'range' beyond the limit. */
export function ownership(
  what: string,
  modes: string,
  tv: Layout,
  extents: readonly number[],
  place: (coordinate: readonly number[]) => readonly number[] = (c) => c,
): Ownership {
  const [threads, count] = [number(size(tv, 0), say`the threads`), number(size(tv, 1), say`the values`)];
  if (threads * count > mostPairs)
    throw refused('limit')`${{ threads }} threads with ${{ count }} values each are too many to enumerate`;
  const elements = values(tv);
  const coordinateOf = (index: number): readonly number[] => {
    let rest = index;
    return place(
      extents.map((extent) => {
        const at = rest % extent;
        rest = (rest - at) / extent;
        return at;
      }),
    );
  };
  const sameAs =
    (wanted: readonly number[]) =>
    (index: number): boolean =>
      coordinateOf(index).every((at, mode) => at === wanted[mode]);
  return {
    what,
    modes,
    shape: extents,
    threads,
    ownersOf: (coordinate) => {
      const element = firstIndex(extents, sameAs(coordinate));
      const owners: Owner[] = [];
      for (let i = 0; i < elements.length; i++)
        if (elements[i] === element) owners.push({ thread: i % threads, value: Math.floor(i / threads) });
      return owners;
    },
    elementsOf: (thread) =>
      Array.from({ length: count }, (_, value) => coordinateOf(elements[thread + value * threads] ?? 0)),
  };
}

function firstIndex(extents: readonly number[], holds: (index: number) => boolean): number {
  const total = extents.reduce((all, extent) => all * extent, 1);
  if (total > mostPairs) return -1;
  for (let index = 0; index < total; index++) if (holds(index)) return index;
  return -1;
}

/** The ownership of A, B and C of a tiled MMA, or of the two sides of a tiled copy (one entry if they agree). Tiles
 *  that no single thread owns are left out, such as an operand in shared or tensor memory or the tile of a TMA copy,
 *  and so are tiles that one thread owns alone. */
export function ownershipsOf(value: Value): readonly Ownership[] {
  if (isTuple(value)) return [];
  switch (value.is) {
    case 'tiled-mma':
      return ofMma(value);
    case 'thr-mma':
      return ofMma(value.mma);
    case 'tiled-copy':
      return ofCopy(value);
    case 'thr-copy':
      return ofCopy(value.copy);
    default:
      return [];
  }
}

const operands: readonly (readonly [Operand, string, number, number])[] = [
  ['A', '(M,K)', 0, 2],
  ['B', '(N,K)', 1, 2],
  ['C', '(M,N)', 0, 1],
];

function ofMma(mma: TiledMma): readonly Ownership[] {
  return operands.flatMap(([operand, modes, x, y]) => {
    const tv = get_layout_TV(mma, operand);
    return isInMemory(mma, operand) || isShared(tv)
      ? []
      : [ownership(operand, modes, tv, [number(tile_size_mnk(mma, x)), number(tile_size_mnk(mma, y))])];
  });
}

function ofCopy(copy: TiledCopy): readonly Ownership[] {
  const extents = copy.tilerMN.map(tileSize);
  const place = (coordinate: readonly number[]): readonly number[] =>
    coordinate.map((at, mode) => placed(copy.tilerMN, mode, at));
  const [source, destination] = [get_copy_layout_TV(copy, 'S'), get_copy_layout_TV(copy, 'D')];
  const sides =
    print(source) === print(destination)
      ? [[say`both sides`, source] as const]
      : [[say`source`, source] as const, [say`destination`, destination] as const];
  return sides.flatMap(([what, tv]) => (isShared(tv) ? [] : [ownership(what, '', tv, extents, place)]));
}

/** True where the operation itself accesses memory: shared memory through a descriptor, or tensor memory. */
function isInMemory({ atom }: TiledMma, operand: Operand): boolean {
  const { a, b, c } = atom.fragments ?? {};
  return { A: a, B: b, C: c }[operand] !== undefined;
}

/** True where all threads hold the same elements. */
function isShared(tv: Layout): boolean {
  return number(cosize(tv, 0)) === 1;
}

/** The extent of a tile along one mode: a tiler is an integer, a tuple of them or a layout. */
function tileSize(tiler: Value): number {
  return number(size(isAnyLayout(tiler) ? tiler : asIntTuple(tiler, say`the tiler of a copy`)));
}

/** The place of index `at` of a mode of the tile along that mode of the data. A layout as tiler spreads it out. */
function placed(tilers: Tuple, mode: number, at: number): number {
  const tiler = tilers[mode];
  return isA(tiler, 'layout') ? number(asInt(offset_of(tiler, int(at)), say`the tiler of a copy`)) : at;
}

// ---- The hover ----------------------------------------------------------------------------------------------------

const shownElements = 4;

/** What threads 0 and 1 hold, and how many elements each thread holds of how many: one row for each operand or side. */
export function ownershipTable(value: Value): Block[] {
  const rows = (known(() => ownershipsOf(value)) ?? []).filter((one) => one.shape.length === 2);
  if (rows.length === 0) return [];
  const header = ['', say`thread 0 holds`, say`thread 1 holds`, say`values each`];
  return [{ is: 'table', header, rows: rows.map(rowOf) }];
}

function rowOf(one: Ownership): readonly Inline[] {
  return [
    plain([one.what, one.modes].filter(Boolean).join(' ')),
    ...[0, 1].map((thread) => elementsText(one, thread)),
    plain(say`${one.elementsOf(0).length} of ${one.shape.join(' × ')}`),
  ];
}

function elementsText(one: Ownership, thread: number): Inline {
  if (thread >= one.threads) return plain('–');
  const elements = one.elementsOf(thread);
  const text = elements
    .slice(0, shownElements)
    .map((element) => `(${element.join(',')})`)
    .join(' ');
  return code(elements.length > shownElements ? `${text} …` : text);
}
