// View: a layout, cell by cell. Any rank; nested modes keep their borders.
import { say, words } from '../base/say';
import { print } from '../algebra/index';
import { isTensor } from '../values/convert';
import { shortText } from '../values/print';
import type { Value } from '../values/value';
import type { Picture } from './model';
import {
  axesOf,
  byText,
  cornerOf,
  cosizeOf,
  dataOf,
  drawnIn,
  drawnOf,
  extentsOf,
  printed,
  roundedUp,
  setOf,
} from './parts';
import { defineView, type Limits } from './view';

export const layoutView = defineView({
  id: 'layout',
  title: words`Layout`,
  find: ({ value }) => drawnOf(value),
  draw: (_, { value, title, source }, limits) => {
    const { picture, notes } = layoutPicture(value, { id: 'layout', title: '', at: { row: 0, column: 0 } }, limits);
    const isCoordinates = isTensor(value) && value.data.space === 'coordinates';
    return {
      title,
      printed: shortText(value),
      summary: summaryOf(value),
      pictures: [picture],
      labelBy: 'offset',
      colourBy: isCoordinates ? 'none' : 'offset',
      notes,
      ...(source && { source }),
    };
  },
});

/** True for a layout with a shape, and for a tensor with such a layout. */
export function canBeDrawn(value: Value): boolean {
  return drawnOf(value) !== undefined;
}

/** One picture of a layout or tensor, with notes for the reader. Tiles that reach beyond the tensor are drawn whole,
 *  with the elements outside hatched. Throws: AlgebraError 'symbolic'. */
export function layoutPicture(
  value: Value,
  place: Pick<Picture, 'id' | 'title' | 'at'> & Partial<Picture>,
  { mostCells }: Limits,
): { readonly picture: Picture; readonly notes: readonly string[] } {
  const { layout: whole, shape: wholeShape } = drawnIn(value);
  const axes = axesOf(wholeShape);
  const corner = cornerOf(whole, axes, mostCells);
  const { layout, bounds } =
    corner.note === undefined && place.tiles?.is === 'extents'
      ? roundedUp(corner.layout, place.tiles.extents)
      : { ...corner, bounds: undefined };
  const { shape } = drawnIn(layout);
  const count = cosizeOf(whole);
  const data = dataOf(value);
  const { part, note } = corner;
  const picture: Picture = {
    caption: print(whole),
    ...place,
    shape: printed(shape),
    axes,
    layout: printed(layout),
    ...data,
    ...(part &&
      note !== undefined && { part: { ...part, note, ...(data.origin !== undefined && { origin: data.origin }) } }),
    ...(bounds && { bounds }),
    element: place.element ?? { set: setOf(value), by: 'offset', ...(count !== undefined && { count }) },
  };
  return { picture, notes: note === undefined ? [] : [note] };
}

/** `Layout (_8,_8):(_1,_8), 8 by 8.` */
export function summaryOf(value: Value): string {
  const { layout, shape } = drawnIn(value);
  const [of, extents] = [print(layout), byText(extentsOf(shape))];
  return isTensor(value) ? say`Tensor with layout ${of}, ${extents}.` : say`Layout ${of}, ${extents}.`;
}
