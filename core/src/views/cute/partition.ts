// View: who holds each element of a tensor that was partitioned among threads, and the thread-value layout of one tile.
import { get_layout_TV } from '../../atoms/mma_atom';
import { cosize, make_layout, number, print, rank } from '../../algebra/index';
import { int, isInt, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import { tagOf } from '../../values/convert';
import { factText } from '../../values/print';
import type { ThrCopy, ThrMma, TiledCopy, TiledMma, Value } from '../../values/value';
import { canBeDrawn, layoutPicture } from '../layout';
import type { Owners, Picture, Tiles, ViewModel } from '../model';
import { axesOf, domainOf, extentsOf, layoutOfValue } from '../parts';
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
import type { Limits, Subject, View } from '../view';

export const partitionView: View = {
  id: 'partition',
  title: 'Partition',
  accepts: (subject) => partitionOf(subject) !== undefined || threadValueOf(subject) !== undefined,
  build: (subject, limits) => {
    const partition = partitionOf(subject);
    return partition
      ? partitionModel(subject, partition, limits)
      : tileModel(subject, threadValueOf(subject) as ThreadValue);
  },
};

/** A tensor and who owns what of it. */
export interface Partition {
  readonly tensor: Value;
  /** Of a tensor of these extents. */
  owners(extents: readonly number[]): Owners;
  /** Extents of what is dealt out at once, where that is not the tile of the owners. */
  readonly tile?: readonly number[];
  /** The thread whose part the value is. */
  readonly thread?: number;
}

/** The partition that a value is one thread's part of. */
export function partitionOf({ value, why }: Subject): Partition | undefined {
  const [first, second] = (why?.operands ?? []).map((operand) => operand.value);
  if (!why || first === undefined || second === undefined || !canBeDrawn(value)) return undefined;
  const operand = /^partition_([ABC])$/.exec(why.by)?.[1] as 'A' | 'B' | 'C' | undefined;
  const side = /^partition_([SD])$/.exec(why.by)?.[1] as 'S' | 'D' | undefined;
  if (operand && tagOf(first) === 'thr-mma' && canBeDrawn(second)) {
    const { mma } = first as ThrMma;
    return {
      tensor: second,
      owners: (extents) => mmaOwnersOver(mma, operand, extents),
      tile: mmaTile(mma, operand),
      ...known(threadOf(first as ThrMma)),
    };
  }
  if (side && tagOf(first) === 'thr-copy' && canBeDrawn(second)) {
    const { copy, index } = first as ThrCopy;
    return {
      tensor: second,
      owners: (extents) => copyOwnersOver(copy, side, extents),
      ...known(isInt(index) ? index.n : undefined),
    };
  }
  return why.by === 'local_partition' && canBeDrawn(first) && tagOf(second) === 'layout'
    ? localPartition(first, second as Layout, why.operands)
    : undefined;
}

function localPartition(tensor: Value, threads: Layout, operands: readonly { readonly value: Value }[]): Partition {
  const [index, proj] = operands.slice(2).map(({ value }) => value as IntTuple);
  const owners = (extents: readonly number[]): Owners => {
    const held = partitionOwners(threads, proj);
    return { ...held, tile: tileWithin(held.tile, extents) };
  };
  return { tensor, owners, ...known(index !== undefined && isInt(index) ? index.n : undefined) };
}

const known = (thread: number | undefined): { readonly thread?: number } => (thread === undefined ? {} : { thread });

function partitionModel(
  { value, title, source, why }: Subject,
  { tensor, owners, tile, thread }: Partition,
  limits: Limits,
): ViewModel {
  const extents = extentsOf((domainOf(layoutOfValue(tensor) as AnyLayout) as Layout).shape);
  const held = owners(extents);
  const tiles: Tiles = { is: 'extents', extents: tileWithin(tile ?? held.tile, extents), name: 'tile' };
  const { picture, notes } = layoutPicture(
    tensor,
    { id: 'tensor', title: 'The partitioned tensor', at: { row: 0, column: 0 }, tiles },
    limits,
  );
  const whose = thread === undefined ? '' : ` ${title} is the part of thread ${thread}.`;
  return {
    view: 'partition',
    title,
    printed: factText(value),
    summary: `A tensor of ${extents.join(' by ')}, as ${why?.by ?? 'a partition'} deals it out: each cell names the thread and the value that hold it.${whose}`,
    pictures: [{ ...picture, owners: held }],
    labelBy: 'owner',
    colourBy: 'thread',
    notes,
    ...(thread !== undefined && { selection: { thread } }),
    ...(source && { source }),
  };
}

/** A thread-value layout, and the tile it leads into. */
interface ThreadValue {
  readonly owners: Owners;
  readonly extents: readonly number[];
}

/** `get_layoutA_TV()` of an MMA, `get_layoutS_TV()` of a copy, a layout that the program calls so, or the inverse of
 *  one. */
function threadValueOf({ value, why, title }: Subject): ThreadValue | undefined {
  if (tagOf(value) !== 'layout') return undefined;
  const layout = value as Layout;
  const of = why?.operands[0]?.value;
  const which = /^get_layout([ABCSD])_TV$/.exec(why?.by ?? '')?.[1];
  if (which && of !== undefined && tagOf(of) === 'tiled-mma')
    return asWritten(layout, mmaOwners(of as TiledMma, which as 'A'), get_layout_TV(of as TiledMma, which as 'A'));
  if (which && of !== undefined && tagOf(of) === 'tiled-copy')
    return asWritten(layout, copyOwners(of as TiledCopy, which as 'S'), undefined);
  const inverted =
    /^(?:left|right)_inverse$/.test(why?.by ?? '') && of !== undefined && tagOf(of) === 'layout'
      ? (of as Layout)
      : undefined;
  const tv = inverted ?? layout;
  if (!/tv/i.test(inverted ? why?.operands[0]?.text || title : title) || rank(tv).n !== 2) return undefined;
  const extents = [number(cosize(tv))];
  return { extents, owners: { tv: print(tv), tile: extents, names: { thread: 'T', value: 'V' } } };
}

function asWritten(layout: Layout, owners: Owners, computed: Layout | undefined): ThreadValue | undefined {
  return computed === undefined || print(computed) === print(layout) ? { owners, extents: owners.tile } : undefined;
}

function tileModel({ value, title, source }: Subject, { owners, extents }: ThreadValue): ViewModel {
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
    view: 'partition',
    title,
    printed: factText(value),
    summary: `The tile of ${extents.join(' by ')} that ${title} leads into: each cell names the thread and the value that hold it.`,
    pictures: [picture],
    labelBy: 'owner',
    colourBy: 'thread',
    notes: [],
    ...(source && { source }),
  };
}
