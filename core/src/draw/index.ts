// The entry to core/src/draw: from a ViewModel to cells, colours, texts and places.
export { accessTable, type AccessTable, type Touch } from './accesses';
export { cellsOf, checkDrawable, type Cells, type Region } from './cells';
export { bankClasses, classOf, contrast, fillOf, hex, inkOn, noClass, ownerOf, rampClasses, type Rgb } from './colours';
export {
  borderLevel,
  captionLines,
  cellAt,
  cellCount,
  columnHeaders,
  geometryOf,
  rowHeaders,
  type Geometry,
  type Header,
  type Placed,
  type Room,
} from './geometry';
export { gridOf, type Digit, type Grid, type Place } from './grid';
export { labelOf, labelWidth, propertiesOf, type Property } from './labels';
export { ownerTable, tiling, type Owner, type OwnerTable, type Tiling } from './owners';
export { distinctFill } from './palette';
export { swizzleBits, type BitRole, type SwizzleBits } from './swizzle-bits';
export { svg, type SvgOptions } from './svg';
export { text } from './text';
export { tikz } from './tikz';
