// Draws what changes often on a canvas of its own above the cells: the cell under the pointer, the cell with the
// keyboard focus, pinned elements with their number in every picture that shows them, and search results.
import { rectOf, sameElement, type Scene, type Spot } from './scene';
import type { Brush } from './brush';

export interface Marks {
  readonly hover?: Spot | undefined;
  readonly cursor?: Spot | undefined;
  /** The cells of each pin. */
  readonly pins: readonly (readonly Spot[])[];
  readonly found: readonly Spot[];
  /** Whether the keyboard is in the picture. */
  readonly focused: boolean;
}

/** The smallest size of a mark in pixels, so that it is visible at any scale. */
const leastSide = 7;
/** The same for what a picture is about. */
const leastMarked = 15;

export function drawOverlay(brush: Brush, scene: Scene, { hover, cursor, pins, found, focused }: Marks): void {
  const { context, inks, width, height } = brush;
  context.clearRect(0, 0, width, height);
  scene.panes.forEach(({ cells }, pane) => {
    for (const index of cells.marked) frame(brush, scene, { pane, index }, inks.mark, 3, { least: leastMarked });
  });
  for (const spot of found) frame(brush, scene, spot, inks.found, 2);
  if (hover) {
    for (const spot of sameElement(scene, hover))
      frame(brush, scene, spot, inks.hover, spot.pane === hover.pane && spot.index === hover.index ? 2 : 1.5);
  }
  pins.forEach((spots, at) => {
    for (const spot of spots) {
      frame(brush, scene, spot, inks.pin, 3);
      badge(brush, scene, spot, String(at + 1));
    }
  });
  if (cursor && focused) frame(brush, scene, cursor, inks.cursor, 2, { isDashed: true });
}

function frame(
  brush: Brush,
  scene: Scene,
  spot: Spot,
  colour: string,
  thickness: number,
  { isDashed = false, least = leastSide } = {},
): void {
  const box = boxOf(brush, scene, spot, least);
  if (!box) return;
  const { context, inks } = brush;
  const { x, y, side } = box;
  context.setLineDash([]);
  // An inner ring in the background colour keeps the mark visible on a cell of the mark's colour.
  context.strokeStyle = inks.background;
  context.lineWidth = 1;
  context.strokeRect(x + thickness + 0.5, y + thickness + 0.5, side - 2 * thickness - 1, side - 2 * thickness - 1);
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  if (isDashed) context.setLineDash([4, 2]);
  context.strokeRect(x + thickness / 2, y + thickness / 2, side - thickness, side - thickness);
  context.setLineDash([]);
}

function badge(brush: Brush, scene: Scene, spot: Spot, text: string): void {
  const box = boxOf(brush, scene, spot);
  if (!box) return;
  const { context, inks } = brush;
  context.font = `600 10px ${inks.sans}`;
  const wide = Math.max(14, context.measureText(text).width + 8);
  context.fillStyle = inks.pin;
  context.beginPath();
  context.roundRect(box.x + box.side - wide / 2 - 1, box.y - 7, wide, 14, 7);
  context.fill();
  context.fillStyle = inks.background;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, box.x + box.side - 1, box.y + 0.5);
}

function boxOf(
  brush: Brush,
  scene: Scene,
  spot: Spot,
  least = leastSide,
): { readonly x: number; readonly y: number; readonly side: number } | undefined {
  const rect = rectOf(scene, spot);
  if (!rect) return undefined;
  const side = Math.max(brush.scale, least);
  const [x, y] = [brush.x(rect.x) - (side - brush.scale) / 2, brush.y(rect.y) - (side - brush.scale) / 2];
  return x > brush.width || y > brush.height || x + side < 0 || y + side < 0 ? undefined : { x, y, side };
}
