// The list of views, in the order in which they are offered: the first that accepts a value is what its picture starts with.
import { banksView } from './banks';
import { blockGridView } from './block-grid';
import { blocksView } from './blocks';
import { coalescingView } from './coalescing';
import { compareView } from './compare';
import { explainView } from './explain';
import { layoutView } from './layout';
import { measuredView } from './measured';
import { partitionView } from './partition';
import { swizzleView } from './swizzle';
import { tiledCopyView } from './tiled-copy';
import { tiledMmaView } from './tiled-mma';
import { tilesView } from './tiles';
import type { View } from './view';

export const views: readonly View[] = [
  compareView, tiledMmaView, tiledCopyView, partitionView, tilesView, layoutView, swizzleView, banksView, coalescingView, explainView, blockGridView, blocksView, measuredView,
];
