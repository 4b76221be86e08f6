// View: a tensor of the tile model cut into the tiles of its partition, each with its coordinate. The tile of one block
// is selected.
import { say, words } from '../../base/say';
import type { Layout } from '../../algebra/types';
import { isA, numbersOf } from '../../values/convert';
import { factText } from '../../values/print';
import { spellExtents, type Extents, type TilePartition } from '../../values/tile';
import type { Value } from '../../values/value';
import { layoutPicture } from '../layout';
import { defineView } from '../view';

export const highestRank = 3;

export const blocksView = defineView({
  id: 'blocks',
  title: words`Blocks`,
  find: ({ value }) => {
    const cut = cutOf(value);
    if (!cut || cut.partition.tensor.shape.length > highestRank) return undefined;
    return numbersOf([...cut.partition.tensor.shape, ...cut.partition.tile]) && cut;
  },
  draw: ({ partition, index }, { value, title, source }, limits) => {
    const { tensor, tile, where } = partition;
    const name = where === 'host' ? words`block` : words`tile`;
    const layout: Layout = { is: 'layout', shape: tensor.shape, stride: tensor.stride };
    const { picture, notes } = layoutPicture(
      layout,
      {
        id: 'tensor',
        title: say`${spellExtents(tensor.shape)} in tiles of ${spellExtents(tile)}`,
        at: { row: 0, column: 0 },
        tiles: { is: 'extents', extents: byAxis(partition, tile), name },
      },
      limits,
    );
    const picked = index && numbersOf(byAxisOf(partition, index));
    const more = picked ? say`; tile (${picked.join(', ')}) is picked out` : '';
    return {
      title,
      printed: factText(value),
      labelBy: 'tile',
      colourBy: 'tile',
      summary: say`A tensor of ${spellExtents(tensor.shape)} in tiles of ${spellExtents(tile)}${more}.`,
      pictures: [picture],
      notes,
      ...(picked && notes.length === 0 && { selection: { tile: picked } }),
      ...(source && { source }),
    };
  },
});

export interface Cut {
  readonly partition: TilePartition;
  /** The index of the tile that the value is. */
  readonly index?: Extents;
}

export function cutOf(value: Value): Cut | undefined {
  if (isA(value, 'tile-partition')) return { partition: value };
  if (isA(value, 'tile-tensor')) return value.slab && { partition: value.slab.of, index: value.slab.block };
  return isA(value, 'tile') && value.from ? { partition: value.from.partition, index: value.from.index } : undefined;
}

/** Numbers by axis of the tensor, from numbers by axis of the tile. */
function byAxisOf({ order }: TilePartition, numbers: Extents): Extents {
  const out: Extents[number][] = [];
  order.forEach((axis, i) => {
    const n = numbers[i];
    if (n) out[axis] = n;
  });
  return out;
}

function byAxis(partition: TilePartition, numbers: Extents): readonly number[] {
  return numbersOf(byAxisOf(partition, numbers)) ?? [];
}
