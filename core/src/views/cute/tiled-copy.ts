// View: the tile of a tiled copy, source and destination side by side. What one instruction moves for a thread is
// outlined.
import { cosize, make_layout, number, print } from '../../algebra/index';
import { int, type Int } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { tagOf } from '../../values/convert';
import { factText } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { CopyAtom, ThrCopy, TiledCopy } from '../../values/value';
import type { Owners, Picture, ViewModel } from '../model';
import { axesOf } from '../parts';
import { copyOwners, copyTile, copyVector } from './thread-value';
import type { Subject, View } from '../view';

export const tiledCopyView: View = {
  id: 'tiled-copy',
  title: 'Tiled copy',
  accepts: ({ value }) => ['tiled-copy', 'thr-copy', 'copy-atom'].includes(tagOf(value)),
  build: (subject): ViewModel => {
    const { value } = subject;
    if (tagOf(value) === 'copy-atom') return atomModel(subject, value as CopyAtom);
    const copy = tagOf(value) === 'thr-copy' ? (value as ThrCopy).copy : (value as TiledCopy);
    const thread = tagOf(value) === 'thr-copy' ? ((value as ThrCopy).index as Int).n : undefined;
    const tile = copyTile(copy);
    return {
      ...modelOf(subject, copy.atom, tile, [copyOwners(copy, 'S'), copyOwners(copy, 'D')]),
      summary: `Tiled copy by ${copy.atom.op} over a tile of ${tile.join(' by ')}: source on the left, destination on the right. Each cell names the thread and the value that hold it.`,
      ...(thread !== undefined && { selection: { thread } }),
    };
  },
};

function modelOf(
  { value, title, source }: Subject,
  atom: CopyAtom,
  extents: readonly number[],
  [from, to]: readonly [Owners, Owners],
): Omit<ViewModel, 'summary'> {
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
    view: 'tiled-copy',
    title,
    printed: factText(value),
    labelBy: 'owner',
    colourBy: 'thread',
    pictures: [picture('source', 'Source', 0, from), picture('destination', 'Destination', 1, to)],
    notes: [
      `One instruction moves ${bitsText(copyVectorBits(from, bits))} for a thread at the source, ${bitsText(copyVectorBits(to, bits))} at the destination.`,
    ],
    ...(source && { source }),
  };
}

const copyVectorBits = ({ vector = 1 }: Owners, bits: number): number => vector * bits;
const bitsText = (bits: number): string =>
  bits % 8 === 0 ? `${bits / 8} ${bits === 8 ? 'byte' : 'bytes'}` : `${bits} bits`;

/** One instruction by itself: its elements in a strip. */
function atomModel(subject: Subject, atom: CopyAtom): ViewModel {
  const extents = [number(cosize(atom.layoutRef))];
  const owners = (layout: Layout, side: 'S' | 'D'): Owners => ({
    tv: print(layout),
    tile: extents,
    names: { thread: 'T', value: 'V' },
    vector: copyVector({ atom } as TiledCopy, side),
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
    summary: `Copy atom ${atom.op}: the ${extents[0]} elements of one instruction, at the source and at the destination.`,
  };
}
