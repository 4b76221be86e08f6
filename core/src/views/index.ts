// The view of each id. The ids themselves, and the order in which views are offered, are in model.ts.
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
import { viewIds, type ViewId } from './model';
import type { View } from './view';

const byId: Readonly<Record<ViewId, View>> = {
  compare: compareView,
  'tiled-mma': tiledMmaView,
  'tiled-copy': tiledCopyView,
  partition: partitionView,
  tiles: tilesView,
  layout: layoutView,
  swizzle: swizzleView,
  banks: banksView,
  coalescing: coalescingView,
  explain: explainView,
  'block-grid': blockGridView,
  blocks: blocksView,
  measured: measuredView,
};

/** Every view, in the order in which they are offered. */
export const views: readonly View[] = viewIds.map((id) => byId[id]);
