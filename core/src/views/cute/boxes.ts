// View: the boxes of a TMA copy, of which one instruction moves one: the tile of the global tensor that is copied, and
// the shared memory that it is copied to, each cut into boxes. Where nothing says which tile is copied, the whole
// tensor is drawn.
import { say, words } from '../../base/say';
import { bytesText } from '../../base/collect';
import { known } from '../../algebra/errors';
import { flatten_to_tuple, isTuple, number, size } from '../../algebra/index';
import { int, isInt, type Int, type IntTuple, type Leaf } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import { asIntTuple, isA, isAnyLayout } from '../../values/convert';
import { factText, spellType } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { CopyAtom, Value } from '../../values/value';
import { layoutPicture } from '../layout';
import type { Tiles } from '../model';
import { byText, domainOf, extentsOf, modesOf } from '../parts';
import { defineView, type Subject } from '../view';
import { copyTile } from './thread-value';
import { refused } from '../../values/refused';

interface Boxes {
  readonly atom: CopyAtom;
  readonly basis: Layout;
  readonly global: Layout;
}

export const boxesView = defineView({
  id: 'boxes',
  title: words`Boxes`,
  find: ({ value }) => boxesOf(value),
  draw: ({ atom, basis, global }, subject, limits) => {
    const { value, title, source } = subject;
    const box = boxExtents(basis, global.shape);
    const tile = tileOf(subject, box.length);
    const tiles: Tiles = { is: 'extents', extents: box, name: words`box` };
    const from = layoutPicture(
      tile ? cutTo(global, tile) : global,
      { id: 'global', title: tile ? say`Tile in global memory` : say`Global memory`, at: { row: 0, column: 0 }, tiles },
      limits,
    );
    const shared = tile && sharedOf(subject, tile);
    const to =
      shared &&
      layoutPicture(shared, { id: 'shared', title: say`Shared memory`, at: { row: 0, column: 1 }, tiles }, limits);
    const whole = tile ?? extentsOf(global.shape);
    return {
      title,
      printed: factText(value),
      labelBy: 'offset',
      colourBy: 'tile',
      summary: say`The boxes of ${byText(box)} elements that ${atom.op} moves, in ${byText(whole)}.`,
      pictures: [from.picture, ...(to ? [to.picture] : [])],
      notes: [boxNote(atom, box, tile), ...from.notes, ...(to?.notes ?? [])],
      ...(source && { source }),
    };
  },
});

function boxesOf(value: Value): Boxes | undefined {
  const atom = isA(value, 'thr-copy') ? value.copy.atom : isA(value, 'tiled-copy') ? value.atom : value;
  if (!isA(atom, 'copy-atom') || !atom.tma || !('basis' in atom.tma) || !atom.global) return undefined;
  return { atom, basis: atom.tma.basis, global: atom.global };
}

/** How far a box reaches along each mode of the global tensor. Throws: AlgebraError 'type' for a box with gaps. */
function boxExtents({ shape, stride }: Layout, whole: IntTuple): readonly number[] {
  const counts = flatten_to_tuple<Leaf>(shape);
  const extents = modesOf(whole).map(() => 1);
  const volumes = [...extents];
  flatten_to_tuple<Leaf>(stride).forEach((step, at) => {
    const count = number(asIntLeaf(counts[at]));
    if (step.is !== 'basis' || count === 1) return;
    const mode = step.path[0] ?? 0;
    extents[mode] = (extents[mode] ?? 1) + (count - 1) * number(asIntLeaf(step.n)) * weightOf(whole, step.path);
    volumes[mode] = (volumes[mode] ?? 1) * count;
  });
  if (extents.some((extent, mode) => extent !== volumes[mode]))
    throw refused('type')`the elements of a box do not lie side by side`;
  return extents;
}

function asIntLeaf(leaf: Leaf | undefined): Int {
  if (leaf && isInt(leaf)) return leaf;
  throw refused('type')`the extents of a box are not known`;
}

/** The coordinates of its top-level mode that a step along a path is. */
function weightOf(shape: IntTuple, [first = 0, ...rest]: readonly number[]): number {
  let mode = modesOf(shape)[first] ?? [];
  let weight = 1;
  for (const at of rest) {
    if (!isTuple(mode)) break;
    for (const before of mode.slice(0, at)) weight *= number(size(before));
    mode = mode[at] ?? [];
  }
  return weight;
}

/** The tile that is copied: that of a tiled copy, or the one that the atom was made for. */
function tileOf({ value, why }: Subject, rank: number): readonly number[] | undefined {
  const copy = isA(value, 'thr-copy') ? value.copy : value;
  const given = why?.by === 'make_tma_atom' ? why.operands[3]?.value : undefined;
  const tile = known(() =>
    isA(copy, 'tiled-copy') ? copyTile(copy) : given && extentsOf(asIntTuple(given, words`a tile`)),
  );
  return tile?.length === rank ? tile : undefined;
}

/** The first tile of the global tensor. */
function cutTo(global: Layout, tile: readonly number[]): Layout {
  const modes = modesOf(global.shape);
  if (modes.some(isTuple)) return global;
  return { ...global, shape: isTuple(global.shape) ? tile.map(int) : int(tile[0] ?? 1) };
}

/** The shared memory that the copy was made for, where its modes are those of the tile. */
function sharedOf({ why }: Subject, tile: readonly number[]): AnyLayout | undefined {
  const layout = why?.by.startsWith('make_tma_') ? why.operands[2]?.value : undefined;
  if (layout === undefined || !isAnyLayout(layout)) return undefined;
  const domain = domainOf(layout);
  const extents = domain && known(() => extentsOf(domain.shape));
  return extents?.length === tile.length && extents.every((extent, mode) => extent === tile[mode]) ? layout : undefined;
}

function boxNote({ type }: CopyAtom, box: readonly number[], tile: readonly number[] | undefined): string {
  const elements = box.reduce((all, extent) => all * extent, 1);
  const bits = known(() => elements * sizeofBits(type));
  const bytes = bits === undefined || bits % 8 !== 0 ? '' : ` (${bytesText(bits / 8)})`;
  const one = say`One instruction moves a box of ${box.join(' × ')} ${spellType(type)}${bytes}.`;
  const boxes = tile?.reduce((all, extent, mode) => all * Math.ceil(extent / (box[mode] ?? 1)), 1);
  return boxes === undefined ? one : say`${one} A tile has ${boxes}.`;
}
