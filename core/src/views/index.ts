// The list of views. `npm run docs` writes their ids into view-ids.ts, which the protocol reads.
import { accessesView } from './accesses';
import { banksView } from './cute/banks';
import { boxesView } from './cute/boxes';
import { blockGridView } from './cutile/block-grid';
import { blocksView } from './cutile/blocks';
import { coalescingView } from './cute/coalescing';
import { compareView } from './compare';
import { explainView } from './explain';
import { layoutView } from './layout';
import { measuredView } from './measured';
import { partitionView } from './cute/partition';
import { swizzleView } from './cute/swizzle';
import { tiledCopyView } from './cute/tiled-copy';
import { tiledMmaView } from './cute/tiled-mma';
import { tilesView } from './cute/tiles';
import type { View } from './view';

/** Every view, in the order in which they are offered: of those that accept a value, the first is drawn unless the
 *  reader asks for another. */
export const views: readonly View[] = [
  compareView,
  tiledMmaView,
  boxesView,
  tiledCopyView,
  partitionView,
  tilesView,
  layoutView,
  swizzleView,
  banksView,
  coalescingView,
  explainView,
  blockGridView,
  blocksView,
  measuredView,
  accessesView,
];
