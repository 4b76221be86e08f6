// `layout.with_shape(shape)`: the same function over another domain. Source: cute/layout.hpp.
import { say } from '../base/say';
import { composition } from './composition';
import type { IntTuple } from './leaf';
import { make_layout } from './layout';
import type { Note } from './steps';
import type { AnyLayout, Composable, Layout } from './types';

/** The layout as a function of the coordinates of `shape`, column major. */
export function with_shape(layout: Layout, shape: IntTuple, note?: Note): Layout;
export function with_shape(layout: AnyLayout, shape: IntTuple, note?: Note): AnyLayout;
export function with_shape(layout: Composable, shape: IntTuple, note?: Note): Composable;
export function with_shape(layout: Composable, shape: IntTuple, note?: Note): Composable {
  const domain = make_layout(shape);
  note?.('make_layout', domain, say`of the new shape, column major`);
  const result = composition(layout, domain);
  note?.('composition', result, say`of the layout with that`);
  return result;
}
