// View: a tensor with the tiles that it is cut into, and the result of the division beside it.
import { say, words } from '../../base/say';
import { dice, isIntTuple, isTuple, make_layout, number, size, zipped_divide } from '../../algebra/index';
import { int, isInt, type IntTuple } from '../../algebra/leaf';
import type { Layout, Tiler } from '../../algebra/types';
import { asTiler } from '../../values/convert';
import { shortText } from '../../values/print';
import { diceTiler } from '../../values/tensor';
import type { Value } from '../../values/value';
import { canBeDrawn, layoutPicture } from '../layout';
import type { Picture, Tiles } from '../model';
import { byText, drawnIn, extentsOf, modesOf, printed } from '../parts';
import { defineView, type Subject } from '../view';

const divides = ['zipped_divide', 'logical_divide', 'tiled_divide', 'flat_divide'];

export const tilesView = defineView({
  id: 'tiles',
  title: words`Tiles`,
  find: divisionOf,
  draw: ({ whole, tiler, selection }, subject, limits) => {
    const { value, title, source } = subject;
    const tiles = tilesOf(whole, tiler);
    const parent = layoutPicture(
      whole,
      { id: 'tensor', title: say`The tensor and its tiles`, at: { row: 0, column: 0 }, tiles },
      limits,
    );
    const result = layoutPicture(value, { id: 'result', title, at: { row: 0, column: 1 } }, limits);
    const tile = parent.notes.length > 0 ? undefined : selection;
    const extents = extentsOf(drawnIn(whole).shape);
    return {
      title,
      printed: shortText(value),
      labelBy: 'offset',
      colourBy: 'tile',
      summary: say`A tensor of ${byText(extents)} with its tiles outlined, and ${title} beside it.`,
      pictures: [
        parent.picture,
        { ...result.picture, ...resultTiles(subject, countsOf(tiles, extents, tiler), selection) },
      ],
      notes: [...parent.notes, ...result.notes],
      ...(tile && { selection: { tile } }),
      ...(source && { source }),
    };
  },
});

interface Division {
  readonly whole: Value;
  readonly tiler: Tiler;
  readonly selection?: readonly number[];
}

function divisionOf({ value, why }: Subject): Division | undefined {
  const [whole, tiler, crd, proj] = (why?.operands ?? []).map((operand) => operand.value);
  if (!why || whole === undefined || tiler === undefined || !canBeDrawn(whole) || !canBeDrawn(value)) return undefined;
  if (divides.includes(why.by)) return { whole, tiler: asTiler(tiler, why.by) };
  if (why.by !== 'local_tile' || crd === undefined) return undefined;
  const written = asTiler(tiler, why.by);
  const kept = proj === undefined ? written : diceTiler(proj, written);
  const at = proj === undefined ? crd : dice(proj, crd);
  const selection = isIntTuple(at) ? tileAt(at) : undefined;
  return { whole, tiler: kept, ...(selection && { selection }) };
}

/** The coordinate of the selected tile; undefined where it is not known. For a `_`, which stands for a whole mode,
 *  the first tile is selected. */
function tileAt(crd: IntTuple): readonly number[] | undefined {
  const at = modesOf(crd).map((x) => (isInt(x) ? x.n : x.is === 'underscore' ? 0 : undefined));
  return at.every((x) => x !== undefined) ? at : undefined;
}

/** The tiles by mode where the tiler consists of integers; otherwise the layout of the elements of each tile. */
export function tilesOf(whole: Value, tiler: Tiler): Tiles {
  const extents = extentsOf(drawnIn(whole).shape);
  const tilers = isTuple(tiler) ? tiler : [tiler];
  const counts = tilers.map((one) =>
    one.is === 'static' || one.is === 'dynamic' ? number(one, say`an extent of the tile`) : undefined,
  );
  if (counts.every((n) => n !== undefined) && (isTuple(tiler) || extents.length === 1)) {
    return { is: 'extents', extents: extents.map((_, mode) => counts[mode] ?? 1), name: words`tile` };
  }
  return { is: 'layout', layout: printed(divided(extents, tiler)), name: words`tile` };
}

/** How many tiles there are in each mode of the tensor. */
function countsOf(tiles: Tiles, extents: readonly number[], tiler: Tiler): readonly number[] {
  if (tiles.is === 'extents') return extents.map((extent, mode) => Math.ceil(extent / (tiles.extents[mode] ?? extent)));
  const [, which = int(1)] = modesOf(divided(extents, tiler).shape);
  return modesOf(which).map((mode) => number(size(mode), words`a size`));
}

const divided = (extents: readonly number[], tiler: Tiler): Layout =>
  zipped_divide(make_layout(extents.map(int)), tiler);

/** The tiles in the result, numbered as in the tensor. In `((tile),(rest))` mode 0 is one tile, so each column of the
 *  picture is a tile; `logical_divide` has a tile and a rest in each mode, `flat_divide` the modes of a tile first. The
 *  result of `local_tile` is one tile; it keeps the coordinate that it has in the tensor. */
function resultTiles(
  { why, value }: Subject,
  inTensor: readonly number[],
  picked: readonly number[] | undefined,
): Partial<Picture> {
  const modes = modesOf(drawnIn(value).shape);
  const extents = extentsOf(drawnIn(value).shape);
  const tiler: Value | undefined = why?.operands[1]?.value;
  const tile = why && tiler && tileExtents(why.by, asTiler(tiler, why.by), modes, extents);
  if (tile) return { tiles: { is: 'extents', extents: tile, name: words`tile`, counts: inTensor } };
  return why?.by === 'local_tile' && picked?.length === extents.length
    ? { tiles: { is: 'extents', extents, first: picked, name: words`tile` } }
    : {};
}

/** The extents of one tile, by the modes of the result; undefined where it is no division. */
function tileExtents(
  by: string,
  tiler: Tiler,
  modes: readonly IntTuple[],
  extents: readonly number[],
): readonly number[] | undefined {
  const first = (count: number): readonly number[] => extents.map((extent, mode) => (mode < count ? extent : 1));
  switch (by) {
    case 'zipped_divide':
    case 'tiled_divide':
      return first(1);
    case 'flat_divide':
      return first(isTuple(tiler) ? tiler.length : tiler.is === 'layout' ? modesOf(tiler.shape).length : 1);
    case 'logical_divide':
      if (!isTuple(tiler)) return first(1);
      return modes.map((mode, at) => {
        const one = tiler[at];
        if (one === undefined) return 1;
        const [tile] = !isTuple(one) && one.is === 'underscore' ? [mode] : modesOf(mode);
        return tile === undefined ? 1 : number(size(tile), words`a size`);
      });
    default:
      return undefined;
  }
}
