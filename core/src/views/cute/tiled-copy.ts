// View: the tile of a tiled copy, with source and destination. An outline marks the elements that one
// instruction moves for a thread.
import { say, words } from '../../base/say';
import { cosize, make_layout, number, print } from '../../algebra/index';
import { int, isInt } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { isA } from '../../values/convert';
import { factText } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { CopyAtom, ThrCopy, TiledCopy, Value } from '../../values/value';
import type { Owners, Picture } from '../model';
import { axesOf, byText } from '../parts';
import { copyOwners, copyTile, vectorOf } from './thread-value';
import { defineView, type Drawing, type Subject } from '../view';

export const tiledCopyView = defineView({
  id: 'tiled-copy',
  title: words`Tiled copy`,
  find: ({ value }) => (isCopy(value) ? value : undefined),
  draw: (value, subject) => {
    if (value.is === 'copy-atom') return atomModel(subject, value);
    const copy = value.is === 'thr-copy' ? value.copy : value;
    const thread = value.is === 'thr-copy' && isInt(value.index) ? value.index.n : undefined;
    const tile = copyTile(copy);
    return {
      ...modelOf(subject, copy.atom, tile, [copyOwners(copy, 'S'), copyOwners(copy, 'D')]),
      summary: say`Tiled copy by ${copy.atom.op} over a tile of ${byText(tile)}: its source and its destination. Each cell names the thread and the value that hold it.`,
      ...(thread !== undefined && { selection: { thread } }),
    };
  },
});

function isCopy(value: Value): value is TiledCopy | ThrCopy | CopyAtom {
  return isA(value, 'tiled-copy') || isA(value, 'thr-copy') || isA(value, 'copy-atom');
}

function modelOf(
  { value, title, source }: Subject,
  atom: CopyAtom,
  extents: readonly number[],
  [from, to]: readonly [Owners, Owners],
): Omit<Drawing, 'summary'> {
  const shape = extents.map(int);
  const common = { shape: print(shape), axes: axesOf(shape), element: { set: 'tile', by: 'index' } } as const;
  const picture = (id: string, name: string, column: number, owners: Owners): Picture => ({
    id,
    title: name,
    at: { row: 0, column },
    ...common,
    owners,
  });
  const bits = sizeofBits(atom.type);
  return {
    title,
    printed: factText(value),
    labelBy: 'owner',
    colourBy: 'thread',
    pictures: [picture('source', say`Source`, 0, from), picture('destination', say`Destination`, 1, to)],
    notes: [
      say`One instruction moves ${bitsText(copyVectorBits(from, bits))} for a thread at the source, ${bitsText(copyVectorBits(to, bits))} at the destination.`,
    ],
    ...(source && { source }),
  };
}

const copyVectorBits = ({ vector = 1 }: Owners, bits: number): number => vector * bits;
const bitsText = (bits: number): string =>
  bits % 8 !== 0 ? say`${bits} bits` : bits === 8 ? say`1 byte` : say`${bits / 8} bytes`;

/** A copy atom: the elements of one instruction in a strip. */
function atomModel(subject: Subject, atom: CopyAtom): Drawing {
  const extents = [number(cosize(atom.layoutRef))];
  const owners = (layout: Layout, side: 'S' | 'D'): Owners => ({
    tv: print(layout),
    tile: extents,
    names: { thread: 'T', value: 'V' },
    vector: vectorOf(atom, side),
  });
  const made = modelOf(subject, atom, extents, [owners(atom.layoutSrc, 'S'), owners(atom.layoutDst, 'D')]);
  const wide = made.pictures.map((picture, row) => ({
    ...picture,
    shape: print(make_layout(int(extents[0] ?? 1)).shape),
    at: { row, column: 0 },
  }));
  return {
    ...made,
    pictures: wide,
    summary: say`Copy atom ${atom.op}: the ${extents[0]} elements of one instruction, at the source and at the destination.`,
  };
}
