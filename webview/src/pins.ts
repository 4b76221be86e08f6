// Pinned cells: each is an element, where its picture says which, and is then found in whatever is shown next and in
// other panels; else the cell alone. Pure data.
import type { Element } from '../../protocol/src/webview';
import { cellsOfElement, elementOf, type Scene, type Spot } from './canvas/scene';

export interface Pin {
  readonly element?: Element;
  /** The cell that was pinned, in the present scene. */
  readonly spot?: Spot;
}

/** More pins are more than anybody can follow; the oldest goes. */
export const mostPins = 9;

/** The cells of a pin, the one that was pinned first; none where the scene does not show the element. */
export function spotsOf(scene: Scene, { element, spot }: Pin): readonly Spot[] {
  if (!element) return spot ? [spot] : [];
  const all = cellsOfElement(scene, element);
  const first = all.find((one) => one.pane === spot?.pane && one.index === spot.index);
  return first ? [first, ...all.filter((one) => one !== first)] : all;
}

/** Pins a cell, or lets it go where it is pinned. */
export function toggled(pins: readonly Pin[], scene: Scene, spot: Spot): readonly Pin[] {
  const element = elementOf(scene, spot);
  const isSame = (pin: Pin): boolean =>
    element
      ? pin.element?.set === element.set && pin.element.number === element.number
      : !pin.element && pin.spot?.pane === spot.pane && pin.spot.index === spot.index;
  const others = pins.filter((pin) => !isSame(pin));
  return others.length < pins.length ? others : [...pins, { ...(element && { element }), spot }].slice(-mostPins);
}

/** What other panels may be told. */
export function elementsOf(pins: readonly Pin[]): readonly Element[] {
  return pins.flatMap(({ element }) => element ?? []);
}

/** The pins of another panel, with those of this one that are cells and nothing more. */
export function taken(pins: readonly Pin[], elements: readonly Element[]): readonly Pin[] {
  const known = (element: Element): Pin | undefined =>
    pins.find((pin) => pin.element?.set === element.set && pin.element.number === element.number);
  return [...elements.map((element) => known(element) ?? { element }), ...pins.filter(({ element }) => !element)].slice(
    0,
    mostPins,
  );
}
