// Pinned cells. If the picture says which element a cell shows, the pin is that element, and is found again in other
// pictures and panels; otherwise the pin is only the cell. Pure data.
import type { Element } from '../../protocol/src/webview';
import { cellsOfElement, elementOf, type Scene, type Spot } from './canvas/scene';

export interface Pin {
  readonly element?: Element;
  /** The cell that was pinned, in the present scene. */
  readonly spot?: Spot;
}

/** The largest number of pins. Beyond it the oldest is dropped. */
export const mostPins = 9;

/** The cells of a pin, the one that was pinned first; none where the scene does not show the element. */
export function spotsOf(scene: Scene, { element, spot }: Pin): readonly Spot[] {
  if (!element) return spot ? [spot] : [];
  const all = cellsOfElement(scene, element);
  const first = all.find((one) => one.pane === spot?.pane && one.index === spot.index);
  return first ? [first, ...all.filter((one) => one !== first)] : all;
}

/** Pins a cell, or unpins it if it is pinned. */
export function toggled(pins: readonly Pin[], scene: Scene, spot: Spot): readonly Pin[] {
  const element = elementOf(scene, spot);
  const isSame = (pin: Pin): boolean =>
    element
      ? pin.element?.set === element.set && pin.element.number === element.number
      : !pin.element && pin.spot?.pane === spot.pane && pin.spot.index === spot.index;
  const others = pins.filter((pin) => !isSame(pin));
  return others.length < pins.length ? others : [...pins, { ...(element && { element }), spot }].slice(-mostPins);
}

/** The pinned elements, which other panels can show too. */
export function elementsOf(pins: readonly Pin[]): readonly Element[] {
  return pins.flatMap(({ element }) => element ?? []);
}

/** The pins after another panel changed its own: its elements, and the pins of this panel that are only cells. */
export function taken(pins: readonly Pin[], elements: readonly Element[]): readonly Pin[] {
  const known = (element: Element): Pin | undefined =>
    pins.find((pin) => pin.element?.set === element.set && pin.element.number === element.number);
  return [...elements.map((element) => known(element) ?? { element }), ...pins.filter(({ element }) => !element)].slice(
    0,
    mostPins,
  );
}
