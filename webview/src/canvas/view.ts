// The canvas on the page: keeps bitmaps for the present look, draws a frame when something changed, and no more than
// one for each refresh of the screen. Knows nothing of pointers, keys and messages.
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
  private chunks: Chunks[] = [];
  private fills: Fills | undefined;
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
    if (!drawn || wanted.scene !== drawn.scene || wanted.look !== drawn.look) this.repaint(wanted);
    this.resized = false;
    this.drawn = wanted;
    if (isPainted) {
      const brush = this.brush(this.cells, wanted);
      this.incomplete = !drawFrame(
        brush,
        wanted.scene,
        (pane) => this.chunks[pane] as Chunks,
        this.fills as Fills,
        () => performance.now(),
      );
      if (this.incomplete) this.show(wanted);
    }
    // For tests and benchmarks, which cannot see pixels: how often the cells were drawn.
    if (isPainted && this.cells.parentElement) this.cells.parentElement.dataset['frames'] = String(++this.frames);
    if (isPainted || wanted.marks !== drawn.marks)
      drawOverlay(this.brush(this.overlay, wanted), wanted.scene, wanted.marks);
  }

  private repaint({ scene, look }: Showing): void {
    const fills = new Fills(look);
    this.fills = fills;
    this.chunks = scene.panes.map((pane) => new Chunks(pane, fills));
  }

  private brush(canvas: HTMLCanvasElement, { camera, inks }: Showing): Brush {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.setTransform(camera.density, 0, 0, camera.density, 0, 0);
    return brushOf(context, camera, this.extent, inks);
  }
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
