// View: the owner of each element of a partitioned tensor, or the thread-value layout of one tile.
import { say, words } from '../../base/say';
import { get_layout_TV } from '../../atoms/mma_atom';
import { cosize, make_layout, number, print, rank } from '../../algebra/index';
import { int, isInt, type IntTuple } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { isA } from '../../values/convert';
import { factText, shortText } from '../../values/print';
import type { Value } from '../../values/value';
import { canBeDrawn, layoutPicture } from '../layout';
import type { Owners, Picture, Tiles } from '../model';
import { axesOf, byText, drawnIn, extentsOf } from '../parts';
import { partOfThread, type PartOfThread } from './part-of-thread';
import {
  copyOwners,
  copyOwnersOver,
  mmaOwners,
  mmaOwnersOver,
  mmaTile,
  partitionOwners,
  tileWithin,
} from './thread-value';
import { threadOf } from './tiled-mma';
import { defineView, type Drawing, type Limits, type Subject } from '../view';

export const partitionView = defineView({
  id: 'partition',
  title: words`Partition`,
  find: (subject) => partitionOf(subject) ?? threadValueOf(subject),
  draw: (found, subject, limits) =>
    'tensor' in found ? partitionModel(subject, found, limits) : tileModel(subject, found),
});

/** A tensor, and which thread owns which of its elements. */
export interface Partition {
  readonly tensor: Value;
  /** The owners in a tensor of these extents. */
  owners(extents: readonly number[]): Owners;
  /** The extents of one tile of the partition, where they differ from the tile of the owners. */
  readonly tile?: readonly number[];
  /** The thread whose part the value is. */
  readonly thread?: number;
}

/** The partition of which a value is one thread's part. */
export function partitionOf(subject: Subject): Partition | undefined {
  const part = partOfThread(subject);
  if (!part || !canBeDrawn(subject.value) || !canBeDrawn(part.tensor)) return undefined;
  switch (part.by) {
    case 'mma':
      return mmaPartition(part);
    case 'copy': {
      const { tensor, thr, side } = part;
      return {
        tensor,
        owners: (extents) => copyOwnersOver(thr.copy, side, extents),
        ...threadAt(thr.index),
      };
    }
    case 'threads':
      return localPartition(part);
  }
}

function mmaPartition({ tensor, thr, operand }: PartOfThread & { by: 'mma' }): Partition {
  const thread = threadOf(thr);
  return {
    tensor,
    owners: (extents) => mmaOwnersOver(thr.mma, operand, extents),
    tile: mmaTile(thr.mma, operand),
    ...(thread !== undefined && { thread }),
  };
}

function localPartition({ tensor, threads, index, proj }: PartOfThread & { by: 'threads' }): Partition {
  const owners = (extents: readonly number[]): Owners => {
    const held = partitionOwners(threads, proj);
    return { ...held, tile: tileWithin(held.tile, extents) };
  };
  return { tensor, owners, ...threadAt(index) };
}

/** The thread with this index, where its number is known. */
function threadAt(index: IntTuple | undefined): { readonly thread?: number } {
  return index !== undefined && isInt(index) && index.n !== undefined ? { thread: index.n } : {};
}

function partitionModel(
  { value, title, source, why }: Subject,
  { tensor, owners, tile, thread }: Partition,
  limits: Limits,
): Drawing {
  const extents = extentsOf(drawnIn(tensor).shape);
  const held = owners(extents);
  const tiles: Tiles = { is: 'extents', extents: tileWithin(tile ?? held.tile, extents), name: words`tile` };
  const { picture, notes } = layoutPicture(
    tensor,
    { id: 'tensor', title: say`The partitioned tensor`, at: { row: 0, column: 0 }, tiles },
    limits,
  );
  const whose = thread === undefined ? '' : say` ${title} is the part of thread ${thread}.`;
  return {
    title,
    printed: shortText(value),
    summary: say`A tensor of ${byText(extents)}, as ${why?.by ?? say`a partition`} deals it out: each cell names the thread and the value that hold it.${whose}`,
    pictures: [{ ...picture, owners: held }],
    labelBy: 'owner',
    colourBy: 'thread',
    notes,
    ...(thread !== undefined && { selection: { thread } }),
    ...(source && { source }),
  };
}

/** A thread-value layout, and the tile that it maps into. */
interface ThreadValue {
  readonly owners: Owners;
  readonly extents: readonly number[];
}

/** Accepts the result of `get_layoutA_TV()` of an MMA or `get_layoutS_TV()` of a copy, a layout whose name contains
 *  `tv`, or the inverse of one. */
function threadValueOf({ value, why, title }: Subject): ThreadValue | undefined {
  if (!isA(value, 'layout')) return undefined;
  const of = why?.operands[0]?.value;
  const which = /^get_layout([ABCSD])_TV$/.exec(why?.by ?? '')?.[1];
  if (isA(of, 'tiled-mma') && (which === 'A' || which === 'B' || which === 'C'))
    return asWritten(value, mmaOwners(of, which), get_layout_TV(of, which));
  if (isA(of, 'tiled-copy') && (which === 'S' || which === 'D'))
    return asWritten(value, copyOwners(of, which), undefined);
  const inverted = /^(?:left|right)_inverse$/.test(why?.by ?? '') && isA(of, 'layout') ? of : undefined;
  const tv = inverted ?? value;
  if (!/tv/i.test(inverted ? why?.operands[0]?.text || title : title) || rank(tv).n !== 2) return undefined;
  const extents = [number(cosize(tv))];
  return { extents, owners: { tv: print(tv), tile: extents, names: { thread: 'T', value: 'V' } } };
}

function asWritten(layout: Layout, owners: Owners, computed: Layout | undefined): ThreadValue | undefined {
  return computed === undefined || print(computed) === print(layout) ? { owners, extents: owners.tile } : undefined;
}

function tileModel({ value, title, source }: Subject, { owners, extents }: ThreadValue): Drawing {
  const shape = extents.length === 1 ? make_layout(int(extents[0] ?? 1)).shape : extents.map(int);
  const picture: Picture = {
    id: 'tile',
    title: '',
    caption: factText(value),
    at: { row: 0, column: 0 },
    shape: print(shape),
    axes: axesOf(shape),
    owners,
    element: { set: 'tile', by: 'index' },
  };
  return {
    title,
    printed: shortText(value),
    summary: say`The tile of ${byText(extents)} that ${title} leads into: each cell names the thread and the value that hold it.`,
    pictures: [picture],
    labelBy: 'owner',
    colourBy: 'thread',
    notes: [],
    ...(source && { source }),
  };
}
