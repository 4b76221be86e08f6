// Makes elements. Text goes in as text, never as HTML.

type Props = Readonly<Record<string, string | boolean | undefined>>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name === 'class') element.className = String(value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Icons of 16 pixels in the colour of the text around them, as path data. */
const paths = {
  source: 'M9 2h5v5M14 2 7.5 8.5M12 9.5V13a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3.5',
  export: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M2.5 11v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  compare: 'M2 3h5v10H2zM9 3h5v10H9zM4 6h1M4 9h1M11 6h1M11 9h1',
  fit: 'M2 6V3a1 1 0 0 1 1-1h3M10 2h3a1 1 0 0 1 1 1v3M14 10v3a1 1 0 0 1-1 1h-3M6 14H3a1 1 0 0 1-1-1v-3',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  keys: 'M1.5 4.5a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM4 6.2h.01M6.7 6.2h.01M9.3 6.2h.01M12 6.2h.01M4 9.8h8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
