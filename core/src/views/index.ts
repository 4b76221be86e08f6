// The list of views, in the order in which they are offered: the first that accepts a value is what its picture starts
// with.
import { banksView } from './cute/banks';
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

export const views: readonly View[] = [
  compareView,
  tiledMmaView,
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
];
