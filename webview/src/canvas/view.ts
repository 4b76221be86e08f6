// The canvas on the page. It keeps bitmaps for the present look, and draws a frame when something changed, at most one
// for each refresh of the screen. Knows nothing of pointers, keys and messages.
import { brushOf, type Brush, type Inks } from './brush';
import type { Camera, Extent } from './camera';
import { Chunks } from './chunks';
import { drawFrame } from './frame';
import { Fills, type Look } from './look';
import { drawOverlay, type Marks } from './overlay';
import type { Scene } from './scene';

/** Everything a frame shows. Parts are compared by identity. */
export interface Showing {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly look: Look;
  readonly inks: Inks;
  readonly marks: Marks;
}

export class CanvasView {
  private readonly cells: HTMLCanvasElement;
  private readonly overlay: HTMLCanvasElement;
  private painted: Painted | undefined;
  private drawn: Showing | undefined;
  private wanted: Showing | undefined;
  private requested = false;
  private resized = true;
  private incomplete = false;
  private frames = 0;
  private extent: Extent = { width: 0, height: 0 };

  constructor(parent: HTMLElement) {
    this.cells = canvasIn(parent, 'cells');
    this.overlay = canvasIn(parent, 'overlay');
  }

  /** Of the canvas, in CSS pixels. */
  get size(): Extent {
    return this.extent;
  }

  resize(extent: Extent): void {
    this.extent = extent;
    this.resized = true;
    if (this.wanted) this.show(this.wanted);
  }

  show(showing: Showing): void {
    this.wanted = showing;
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      this.draw();
    });
  }

  /** The picture in sight, without marks. */
  image(): HTMLCanvasElement {
    return this.cells;
  }

  private draw(): void {
    const { wanted, drawn } = this;
    if (!wanted || this.extent.width === 0) return;
    if (this.resized)
      [this.cells, this.overlay].forEach((canvas) => setSize(canvas, this.extent, wanted.camera.density));
    const isMoved = this.resized || !drawn || wanted.camera !== drawn.camera || wanted.scene !== drawn.scene;
    const isPainted = isMoved || this.incomplete || wanted.look !== drawn.look || wanted.inks !== drawn.inks;
    const isRepainted = !drawn || wanted.scene !== drawn.scene || wanted.look !== drawn.look;
    const painted = isRepainted || !this.painted ? paintedOf(wanted) : this.painted;
    this.painted = painted;
    this.resized = false;
    this.drawn = wanted;
    if (isPainted) {
      const brush = this.brush(this.cells, wanted);
      this.incomplete = !drawFrame(brush, wanted.scene, painted.chunksOf, painted.fills, () => performance.now());
      if (this.incomplete) this.show(wanted);
    }
    // For tests and benchmarks, which cannot see pixels: how often the cells were drawn.
    if (isPainted && this.cells.parentElement) this.cells.parentElement.dataset['frames'] = String(++this.frames);
    if (isPainted || wanted.marks !== drawn.marks)
      drawOverlay(this.brush(this.overlay, wanted), wanted.scene, wanted.marks);
  }

  private brush(canvas: HTMLCanvasElement, { camera, inks }: Showing): Brush {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This canvas has no 2D context.');
    context.setTransform(camera.density, 0, 0, camera.density, 0, 0);
    return brushOf(context, camera, this.extent, inks);
  }
}

/** The bitmaps of a scene in one look. */
interface Painted {
  readonly chunksOf: (pane: number) => Chunks;
  readonly fills: Fills;
}

function paintedOf({ scene, look }: Showing): Painted {
  const fills = new Fills(look);
  const chunks = scene.panes.map((pane) => new Chunks(pane, fills));
  return {
    fills,
    chunksOf: (pane) => {
      const found = chunks[pane];
      if (!found) throw new RangeError(`There is no pane ${pane}.`);
      return found;
    },
  };
}

function canvasIn(parent: HTMLElement, name: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = name;
  canvas.setAttribute('aria-hidden', 'true');
  parent.append(canvas);
  return canvas;
}

function setSize(canvas: HTMLCanvasElement, { width, height }: Extent, density: number): void {
  [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
  [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
}
