// Describes a cell as rows of a table, for the tooltip and for pinned elements. For a swizzled picture, the bits of the
// offset are shown too.
import { say } from '../../../protocol/src/say';
import { propertiesOf } from '../../../core/src/draw/labels';
import { swizzleBits } from '../../../core/src/draw/swizzle-bits';
import { rectOf, type Scene, type Spot } from '../canvas/scene';
import { toPixels, type Camera, type Extent } from '../canvas/camera';
import { spotsOf, type Pin } from '../pins';
import { iconButton } from './controls';
import { el } from './dom';

/** All names of a cell in one sentence, for a screen reader. */
export function spoken(scene: Scene, spot: Spot): string {
  const pane = scene.panes[spot.pane];
  if (!pane) return '';
  const title = scene.panes.length > 1 ? `${pane.cells.picture.title}, ` : '';
  return (
    title +
    propertiesOf(pane.cells, spot.index)
      .map(({ name, value }) => `${name} ${value}`)
      .join(', ')
  );
}

function table(scene: Scene, spot: Spot): HTMLElement {
  const pane = scene.panes[spot.pane];
  const rows = pane ? propertiesOf(pane.cells, spot.index) : [];
  return el('dl', { class: 'facts' }, ...rows.flatMap(({ name, value }) => [el('dt', {}, name), el('dd', {}, value)]));
}

/** The bits of the offset before and after the swizzle: which are read and which are flipped. */
function bits(scene: Scene, { pane, index }: Spot): HTMLElement | undefined {
  const cells = scene.panes[pane]?.cells;
  const swizzle = cells?.picture.swizzle;
  const offset = cells?.offsetAt(index);
  if (swizzle === undefined || offset === undefined || offset < 0) return undefined;
  const { bits: all, sentence } = swizzleBits(swizzle, offset);
  const row = (name: string, which: 'before' | 'after'): HTMLElement =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, name),
      ...all.map((bit) => el('td', { class: bit.role }, String(bit[which]))),
    );
  const numbers = el(
    'tr',
    { class: 'numbers' },
    el('th', { scope: 'row' }, say`bit`),
    ...all.map(({ at }) => el('td', {}, String(at))),
  );
  return el(
    'div',
    { class: 'bits' },
    el('table', {}, numbers, row(say`before`, 'before'), row(say`after`, 'after')),
    el('p', {}, `${swizzle}: ${sentence}`),
  );
}

export class Tooltip {
  readonly element = el('div', { class: 'tooltip', role: 'tooltip', hidden: true });

  update(scene: Scene, hover: Spot | undefined, camera: Camera, canvas: Extent): void {
    const rect = hover && rectOf(scene, hover);
    this.element.hidden = !rect;
    if (!hover || !rect) return;
    const title = scene.panes.length > 1 ? [el('strong', {}, scene.panes[hover.pane]?.cells.picture.title ?? '')] : [];
    this.element.replaceChildren(...title, table(scene, hover));
    const [from, to] = [toPixels(camera, rect), toPixels(camera, { x: rect.x + 1, y: rect.y + 1 })];
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const gap = 10;
    const x = to.x + gap + width <= canvas.width ? to.x + gap : Math.max(4, from.x - gap - width);
    const y = Math.min(Math.max(4, from.y), Math.max(4, canvas.height - height - 4));
    this.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}

/** Of one element, so that the list stays one. */
const mostPlaces = 8;

/** The list of pinned elements, each with its description in every picture. */
export class Pins {
  private readonly list = el('div', { class: 'pins' });
  readonly element: HTMLElement;

  constructor(unpin: () => void) {
    this.element = el(
      'aside',
      { class: 'side', 'aria-label': say`Pinned elements`, hidden: true },
      el('header', {}, el('h2', {}, say`Pinned`), iconButton('close', say`Unpin all (Escape)`, unpin)),
      this.list,
    );
  }

  update(scene: Scene, pins: readonly Pin[]): void {
    this.element.hidden = pins.length === 0;
    this.list.replaceChildren(
      ...pins.map((pin, at) =>
        el('section', {}, el('span', { class: 'badge' }, String(at + 1)), ...this.places(scene, pin)),
      ),
    );
  }

  private places(scene: Scene, pin: Pin): HTMLElement[] {
    const spots = spotsOf(scene, pin);
    const rest =
      spots.length > mostPlaces
        ? [el('p', {}, say`and ${(spots.length - mostPlaces).toLocaleString('en')} more cells`)]
        : [];
    if (spots.length === 0) return [el('p', {}, say`Element ${pin.element?.number ?? ''} is not in this picture.`)];
    return [...spots.slice(0, mostPlaces).map((spot) => this.place(scene, spot)), ...rest];
  }

  private place(scene: Scene, spot: Spot): HTMLElement {
    const title = scene.panes.length > 1 ? [el('h3', {}, scene.panes[spot.pane]?.cells.picture.title ?? '')] : [];
    return el(
      'div',
      { class: 'place' },
      ...title,
      table(scene, spot),
      ...[bits(scene, spot)].flatMap((one) => one ?? []),
    );
  }
}
