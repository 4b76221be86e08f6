// View: a tensor with the tiles it was cut into, and `((tile),(rest))` beside it.
import { dice, is_layout, isTuple, make_layout, number, zipped_divide } from '../../algebra/index';
import { int, isInt, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout, Layout, Tiler } from '../../algebra/types';
import { asTiler } from '../../values/convert';
import { factText } from '../../values/print';
import type { Value } from '../../values/value';
import { canBeDrawn, layoutPicture } from '../layout';
import type { Picture, Tiles, ViewModel } from '../model';
import { domainOf, extentsOf, layoutOfValue, modesOf, printed } from '../parts';
import type { Subject, View } from '../view';

const divides = ['zipped_divide', 'logical_divide', 'tiled_divide', 'flat_divide'];

export const tilesView: View = {
  id: 'tiles',
  title: 'Tiles',
  accepts: (subject) => divisionOf(subject) !== undefined,
  build: (subject, limits): ViewModel => {
    const { whole, tiler, selection } = divisionOf(subject) as Division;
    const { value, title, source } = subject;
    const tiles = tilesOf(whole, tiler);
    const parent = layoutPicture(
      whole,
      { id: 'tensor', title: 'The tensor and its tiles', at: { row: 0, column: 0 }, tiles },
      limits,
    );
    const result = layoutPicture(value, { id: 'result', title, at: { row: 0, column: 1 } }, limits);
    const tile = parent.notes.length > 0 ? undefined : selection;
    const extents = extentsOf((domainOf(layoutOfValue(whole) as AnyLayout) as Layout).shape);
    return {
      view: 'tiles',
      title,
      printed: factText(value),
      labelBy: 'offset',
      colourBy: 'tile',
      summary: `A tensor of ${extents.join(' by ')} with its tiles outlined, and ${title} beside it.`,
      pictures: [parent.picture, { ...result.picture, ...resultTiles(subject, selection) }],
      notes: [...parent.notes, ...result.notes],
      ...(tile && { selection: { tile } }),
      ...(source && { source }),
    };
  },
};

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
  const kept = proj === undefined ? asTiler(tiler, why.by) : diced(proj as IntTuple, asTiler(tiler, why.by));
  const at = proj === undefined ? crd : (dice<IntTuple>(proj as IntTuple, crd as IntTuple) as Value);
  const selection = tileAt(at);
  return { whole, tiler: kept, ...(selection && { selection }) };
}

function diced(proj: IntTuple, tiler: Tiler): Tiler {
  if (is_layout(tiler)) return dice(proj, tiler as Layout);
  return dice<Tiler>(proj, tiler as never) as Tiler;
}

/** The coordinate of one tile, where it is one and known: a `_` stands for all of a mode, and the first is picked
 *  out. */
function tileAt(crd: Value): readonly number[] | undefined {
  const at = modesOf(crd as IntTuple).map((x) =>
    !isTuple(x) && isInt(x) ? x.n : !isTuple(x) && x.is === 'underscore' ? 0 : undefined,
  );
  return at.every((x) => x !== undefined) ? (at as number[]) : undefined;
}

/** By mode where the tiler is integers; otherwise by the layout that says where each tile's elements lie. */
export function tilesOf(whole: Value, tiler: Tiler): Tiles {
  const { shape } = domainOf(layoutOfValue(whole) as AnyLayout) as Layout;
  const extents = extentsOf(shape);
  const tilers: readonly Tiler[] = isTuple(tiler) ? (tiler as readonly Tiler[]) : [tiler];
  const counts = tilers.map((one) =>
    !isTuple(one) && isInt(one as IntTuple) ? number(one as never, 'an extent of the tile') : undefined,
  );
  if (counts.every((n) => n !== undefined) && (isTuple(tiler) || extents.length === 1)) {
    return { is: 'extents', extents: extents.map((_, mode) => counts[mode] ?? 1), name: 'tile' };
  }
  return { is: 'layout', layout: printed(zipped_divide(make_layout(extents.map(int)), tiler)), name: 'tile' };
}

/** In `((tile),(rest))` mode 0 is one tile, and each column of the picture is a tile of its own. What `local_tile`
 *  picked is one tile, with the coordinate that it has in the tensor. */
function resultTiles({ why, value }: Subject, picked: readonly number[] | undefined): Partial<Picture> {
  const extents = extentsOf((domainOf(layoutOfValue(value) as AnyLayout) as Layout).shape);
  if (why?.by === 'zipped_divide') return { tiles: { is: 'extents', extents: [extents[0] ?? 1, 1], name: 'tile' } };
  return why?.by === 'local_tile' && picked?.length === extents.length
    ? { tiles: { is: 'extents', extents, first: picked, name: 'tile' } }
    : {};
}
