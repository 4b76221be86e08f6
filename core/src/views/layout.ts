// View: a layout as it is, cell by cell. Any rank; nested modes keep their borders.
import { print } from '../algebra/index';
import type { AnyLayout, Layout } from '../algebra/types';
import { isTensor } from '../values/convert';
import { factText } from '../values/print';
import type { Value } from '../values/value';
import type { Picture, ViewModel } from './model';
import {
  axesOf,
  cornerOf,
  cosizeOf,
  dataOf,
  domainOf,
  extentsOf,
  layoutOfValue,
  printed,
  roundedUp,
  setOf,
} from './parts';
import type { Limits, View } from './view';

export const layoutView: View = {
  id: 'layout',
  title: 'Layout',
  accepts: ({ value }) => canBeDrawn(value),
  build: ({ value, title, source }, limits): ViewModel => {
    const { picture, notes } = layoutPicture(value, { id: 'layout', title: '', at: { row: 0, column: 0 } }, limits);
    const isCoordinates = isTensor(value) && value.data.space === 'coordinates';
    return {
      view: 'layout',
      title,
      printed: factText(value),
      summary: summaryOf(value),
      pictures: [picture],
      labelBy: 'offset',
      colourBy: isCoordinates ? 'none' : 'offset',
      notes,
      ...(source && { source }),
    };
  },
};

/** A layout with a shape, or a tensor of one. */
export function canBeDrawn(value: Value): boolean {
  const layout = layoutOfValue(value);
  return layout !== undefined && domainOf(layout) !== undefined;
}

/** One picture of a layout or tensor, and what has to be said about it. Where the last of its tiles reach beyond it,
 *  they are drawn whole and hatched. Throws: AlgebraError 'symbolic'. */
export function layoutPicture(
  value: Value,
  place: Pick<Picture, 'id' | 'title' | 'at'> & Partial<Picture>,
  { mostCells }: Limits,
): { readonly picture: Picture; readonly notes: readonly string[] } {
  const whole = layoutOfValue(value) as AnyLayout;
  const axes = axesOf((domainOf(whole) as Layout).shape);
  const corner = cornerOf(whole, axes, mostCells);
  const { layout, bounds } =
    corner.note === undefined && place.tiles?.is === 'extents'
      ? roundedUp(corner.layout, place.tiles.extents)
      : { ...corner, bounds: undefined };
  const { shape } = domainOf(layout) as Layout;
  const count = cosizeOf(whole);
  const picture: Picture = {
    caption: print(whole),
    ...place,
    shape: printed(shape),
    axes,
    layout: printed(layout),
    ...dataOf(value),
    ...(bounds && { bounds }),
    element: place.element ?? { set: setOf(value), by: 'offset', ...(count !== undefined && { count }) },
  };
  return { picture, notes: corner.note === undefined ? [] : [corner.note] };
}

/** `Layout (_8,_8):(_1,_8), 8 by 8.` */
export function summaryOf(value: Value): string {
  const layout = layoutOfValue(value) as AnyLayout;
  const what = isTensor(value) ? 'Tensor with layout' : 'Layout';
  return `${what} ${print(layout)}, ${extentsOf((domainOf(layout) as Layout).shape).join(' by ')}.`;
}
