// The colours of cells, for each kind of theme. Eight colours count things (threads, values, warps), in the order of hues that
// print_latex has; they were found by a search that keeps any two apart for the three kinds of colour blindness too, and text
// readable on each (test/unit/webview/palette.test.ts measures both). A ramp of two hues orders offsets. Knows no DOM.
import type { Rgb } from '../../../core/src/draw/colours';
import type { ColourBy } from '../../../core/src/views/model';

export type ThemeKind = 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';

interface Colours {
  readonly counting: readonly Rgb[];
  /** From the smallest offset to the largest. */
  readonly ramp: readonly Rgb[];
  readonly same: Rgb;
  readonly different: Rgb;
  /** A cell that nothing is counted in. */
  readonly plain: Rgb;
}

const light: Colours = {
  counting: ['#8ab9f9', '#bfe095', '#fdf2c6', '#e7c0c2', '#a0d9fe', '#c3feff', '#eda976', '#cba3be'].map(rgb),
  ramp: ['#fdf6dc', '#b9dfc9', '#7fb6cf', '#6c97d4'].map(rgb),
  same: rgb('#f2f2f2'),
  different: rgb('#eda976'),
  plain: rgb('#ffffff'),
};

const dark: Colours = {
  counting: ['#21265f', '#5f7939', '#362e01', '#633a3c', '#004b74', '#076f66', '#7e4c06', '#835c98'].map(rgb),
  ramp: ['#1c2440', '#1f4a6b', '#2c6e6e', '#5f7939'].map(rgb),
  same: rgb('#2b2b2b'),
  different: rgb('#8f4a06'),
  plain: rgb('#262626'),
};

const themes: Readonly<Record<ThemeKind, Colours>> = {
  light,
  dark,
  'high-contrast': { ...dark, same: rgb('#000000'), plain: rgb('#000000') },
  'high-contrast-light': { ...light, same: rgb('#ffffff') },
};

/** Of a cell that has nothing to be coloured by. */
export function groundColour(kind: ThemeKind): Rgb {
  return themes[kind].plain;
}

export function isDark(kind: ThemeKind): boolean {
  return kind === 'dark' || kind === 'high-contrast';
}

/** So many colours count before they repeat. Offsets are spread over a ramp of that many steps instead. */
export const rampSteps = 64;

/** The colours of the numbers 0, 1, 2 … of a kind; a larger number starts over. */
export function paletteOf(kind: ThemeKind, by: ColourBy): readonly Rgb[] {
  const colours = themes[kind];
  switch (by) {
    case 'none':
      return [colours.plain];
    case 'difference':
      return [colours.same, colours.different];
    case 'offset':
    case 'element':
      return Array.from({ length: rampSteps }, (_, step) => along(colours.ramp, step / (rampSteps - 1)));
    case 'bank':
      return [0, 0.22, 0.44, 0.62].flatMap((part) => colours.counting.map((colour) => mix(colour, colours.plain, part)));
    case 'thread':
    case 'value':
    case 'warp':
    case 'tile':
    case 'phase':
      return colours.counting;
  }
}

/** `part` 0 is `a`, 1 is `b`. */
export function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const at = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * part);
  return [at(0), at(1), at(2)];
}

function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

function along(colours: readonly Rgb[], part: number): Rgb {
  const at = part * (colours.length - 1);
  const from = Math.min(Math.floor(at), colours.length - 2);
  return mix(colours[from] ?? [0, 0, 0], colours[from + 1] ?? [0, 0, 0], at - from);
}
