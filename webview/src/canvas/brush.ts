// Colours and fonts of everything on the canvas that is no cell, taken from VS Code's variables, and the few shapes
// that are drawn with them: crisp lines, text that fits.
import type { Camera } from './camera';
import { scaleOf } from './camera';

export interface Inks {
  /** Behind the pictures. */
  readonly background: string;
  readonly text: string;
  readonly faintText: string;
  /** Between cells. */
  readonly line: string;
  /** Where an outer mode moves on, around pictures. */
  readonly border: string;
  /** Around tiles and atoms. */
  readonly tile: string;
  readonly hover: string;
  readonly cursor: string;
  readonly pin: string;
  readonly found: string;
  readonly mark: string;
  readonly sans: string;
  readonly mono: string;
}

/** What a frame is drawn with. World coordinates are turned into pixels here, rounded to whole device pixels. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly inks: Inks;
  readonly scale: number;
  x(world: number): number;
  y(world: number): number;
}

export function brushOf(
  context: CanvasRenderingContext2D,
  camera: Camera,
  extent: { width: number; height: number },
  inks: Inks,
): Brush {
  const scale = scaleOf(camera);
  const whole = (pixels: number): number => Math.round(pixels * camera.density) / camera.density;
  // The origin is rounded once, so that equal cells stay equal where a cell is a whole number of pixels.
  const [originX, originY] = [whole(-camera.x * scale), whole(-camera.y * scale)];
  return {
    context,
    camera,
    ...extent,
    inks,
    scale,
    x: (world) => whole(originX + world * scale),
    y: (world) => whole(originY + world * scale),
  };
}

/** A vertical or horizontal line of whole device pixels, centred on the border of two cells. */
export function rule(
  { context, camera }: Brush,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  thickness: number,
): void {
  const wide = Math.max(1, Math.round(thickness * camera.density)) / camera.density;
  const back = Math.floor((wide / 2) * camera.density) / camera.density;
  if (x1 === x2) context.fillRect(x1 - back, y1 - back, wide, y2 - y1 + wide);
  else context.fillRect(x1 - back, y1 - back, x2 - x1 + wide, wide);
}

/** The text, cut with an ellipsis where it is wider than `width` pixels; empty where not even that has room. */
export function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '' : `${text.slice(0, fits)}…`;
}
