// `layout.with_shape(shape)`: the same function over another domain. Source: cute/layout.hpp.
import { composition } from './composition';
import type { IntTuple } from './leaf';
import { make_layout } from './layout';
import type { AnyLayout } from './types';

/** The layout read with column-major coordinates of `shape`. */
export function with_shape(layout: AnyLayout, shape: IntTuple): AnyLayout {
  return composition(layout, make_layout(shape));
}
