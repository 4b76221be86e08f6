// Where the reader looks: which part of the picture fills the canvas, and how large. Pure arithmetic on plain data.
// World units are cells; pixels are CSS pixels of the canvas.

/** A rectangle, in world units or in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The world point in the upper left corner, and how many pixels one cell is wished to take. `density` is device pixels
 *  per pixel. What is drawn has the scale `scaleOf` gives. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly density: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A cell is never drawn larger than this many pixels. */
const largestZoom = 160;
/** Blank space around a picture that fits, in pixels. */
const margin = 28;
/** Cells of a small picture are not blown up beyond this. */
const comfortableScale = 56;

/** From here on a cell takes a whole number of device pixels, so that fills, lines and labels meet exactly. */
const wholeFrom = 6;

/** Pixels of one cell as drawn. */
export function scaleOf({ zoom, density }: Camera): number {
  return zoom * density < wholeFrom ? zoom : Math.round(zoom * density) / density;
}

export function toWorld(camera: Camera, pixel: Point): Point {
  const scale = scaleOf(camera);
  return { x: camera.x + pixel.x / scale, y: camera.y + pixel.y / scale };
}

export function toPixels(camera: Camera, world: Point): Point {
  const scale = scaleOf(camera);
  return { x: (world.x - camera.x) * scale, y: (world.y - camera.y) * scale };
}

/** The world rectangle that a canvas shows. */
export function visible(camera: Camera, { width, height }: Extent): Rect {
  const scale = scaleOf(camera);
  return { x: camera.x, y: camera.y, width: width / scale, height: height / scale };
}

/** The whole of `world`, centred, with a margin. */
export function fit(world: Rect, canvas: Extent, density: number, most = comfortableScale): Camera {
  const [width, height] = [Math.max(canvas.width - 2 * margin, 1), Math.max(canvas.height - 2 * margin, 1)];
  const wished = Math.min(width / Math.max(world.width, 1e-9), height / Math.max(world.height, 1e-9), most);
  // Rounding up to whole pixels would push the picture out of its margin.
  const zoom = wished * density < wholeFrom ? wished : Math.floor(wished * density) / density;
  return centred({ x: 0, y: 0, zoom, density }, world, canvas);
}

/** Zooms by `factor` so that what lies under `pixel` stays there. The zoom stays between half of what fits and the
 *  largest. */
export function zoomAt(camera: Camera, pixel: Point, factor: number, world: Rect, canvas: Extent): Camera {
  const least = fit(world, canvas, camera.density).zoom / 2;
  const zoomed = { ...camera, zoom: Math.min(Math.max(camera.zoom * factor, least), Math.max(largestZoom, least)) };
  const under = toWorld(camera, pixel);
  const scale = scaleOf(zoomed);
  return keepInSight({ ...zoomed, x: under.x - pixel.x / scale, y: under.y - pixel.y / scale }, world, canvas);
}

/** Moves the picture by pixels. */
export function pan(camera: Camera, dx: number, dy: number, world: Rect, canvas: Extent): Camera {
  const scale = scaleOf(camera);
  return keepInSight({ ...camera, x: camera.x - dx / scale, y: camera.y - dy / scale }, world, canvas);
}

/** Shows one cell in the middle, so large that its label can be read; never smaller than before. */
export function zoomToCell(camera: Camera, cell: Rect, canvas: Extent, readable: number): Camera {
  return centred({ ...camera, zoom: Math.max(camera.zoom, readable) }, cell, canvas);
}

/** The smallest move after which `cell` is in sight, with some room around it. */
export function reveal(camera: Camera, cell: Rect, canvas: Extent): Camera {
  const along = (from: number, length: number, at: number, size: number): number => {
    const room = Math.max(0, Math.min(size, (length - size) / 2));
    if (at - room < from) return at - room;
    if (at + size + room > from + length) return at + size + room - length;
    return from;
  };
  const { width, height } = visible(camera, canvas);
  return { ...camera, x: along(camera.x, width, cell.x, cell.width), y: along(camera.y, height, cell.y, cell.height) };
}

function centred(camera: Camera, on: Rect, canvas: Extent): Camera {
  const scale = scaleOf(camera);
  return {
    ...camera,
    x: on.x + on.width / 2 - canvas.width / scale / 2,
    y: on.y + on.height / 2 - canvas.height / scale / 2,
  };
}

/** The picture may leave the canvas except for a strip, so that a reader never loses it. */
function keepInSight(camera: Camera, world: Rect, canvas: Extent): Camera {
  const { width, height } = visible(camera, canvas);
  const strip = Math.min(64 / scaleOf(camera), world.width / 2, world.height / 2);
  return {
    ...camera,
    x: Math.min(Math.max(camera.x, world.x - width + strip), world.x + world.width - strip),
    y: Math.min(Math.max(camera.y, world.y - height + strip), world.y + world.height - strip),
  };
}
