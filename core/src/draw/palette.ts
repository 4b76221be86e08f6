// The colours of cells for each kind of theme. Eight colours count things (threads, values, warps), in the order of
// hues of print_latex. A search chose them so that any two are distinguishable with each of the three kinds of colour
// blindness, and text on each is readable (test/unit/webview/palette.test.ts measures both). A ramp of two hues orders
// offsets. Themes and users can set each colour in VS Code; `npm run docs` writes their list into package.json. Knows
// no DOM.
import type { ColourBy } from '../views/model';
import { hex, noClass, type Rgb } from './colours';

export type ThemeKind = 'light' | 'dark' | 'high-contrast' | 'high-contrast-light';

export interface Colours {
  /** For threads, values, warps and tiles. */
  readonly counting: readonly Rgb[];
  /** From the smallest offset to the largest. */
  readonly ramp: readonly Rgb[];
  readonly same: Rgb;
  readonly different: Rgb;
  /** A cell without a class. */
  readonly plain: Rgb;
  /** The frame of pinned cells, and of cells that a search found. */
  readonly pin: Rgb;
  readonly found: Rgb;
  /** The corner of a cell that is marked. */
  readonly mark: Rgb;
}

const light: Colours = {
  counting: ['#8ab9f9', '#bfe095', '#fdf2c6', '#e7c0c2', '#a0d9fe', '#c3feff', '#eda976', '#cba3be'].map(rgb),
  ramp: ['#fdf6dc', '#b9dfc9', '#7fb6cf', '#6c97d4'].map(rgb),
  same: rgb('#f2f2f2'),
  different: rgb('#eda976'),
  plain: rgb('#ffffff'),
  pin: rgb('#b5006b'),
  found: rgb('#0050c8'),
  mark: rgb('#c00020'),
};

const dark: Colours = {
  counting: ['#21265f', '#5f7939', '#362e01', '#633a3c', '#004b74', '#076f66', '#7e4c06', '#835c98'].map(rgb),
  ramp: ['#1c2440', '#1f4a6b', '#2c6e6e', '#5f7939'].map(rgb),
  same: rgb('#2b2b2b'),
  different: rgb('#8f4a06'),
  plain: rgb('#262626'),
  pin: rgb('#ffb000'),
  found: rgb('#4fd6ff'),
  mark: rgb('#ffffff'),
};

const themes: Readonly<Record<ThemeKind, Colours>> = {
  light,
  dark,
  'high-contrast': { ...dark, same: rgb('#000000'), plain: rgb('#000000') },
  'high-contrast-light': { ...light, same: rgb('#ffffff') },
};

/** The colours of a kind of theme. `chosen` returns the colour that the reader's theme or settings give for one of
 *  `gridColours`, if any. */
export function coloursOf(kind: ThemeKind, chosen: (id: string) => Rgb | undefined = () => undefined): Colours {
  const list = (name: 'counting' | 'ramp'): Rgb[] =>
    themes[kind][name].map((colour, at) => chosen(`${ids[name]}${at + 1}`) ?? colour);
  const one = (name: Exclude<keyof Colours, 'counting' | 'ramp'>): Rgb => chosen(ids[name]) ?? themes[kind][name];
  return {
    counting: list('counting'),
    ramp: list('ramp'),
    same: one('same'),
    different: one('different'),
    plain: one('plain'),
    pin: one('pin'),
    found: one('found'),
    mark: one('mark'),
  };
}

const names = ['counting', 'ramp', 'same', 'different', 'plain', 'pin', 'found', 'mark'] as const;

/** The ids of the colours in VS Code. */
const ids: Readonly<Record<keyof Colours, string>> = {
  counting: 'cuteLens.gridColour',
  ramp: 'cuteLens.gridOffset',
  same: 'cuteLens.gridEqual',
  different: 'cuteLens.gridDifferent',
  plain: 'cuteLens.gridPlain',
  pin: 'cuteLens.gridPin',
  found: 'cuteLens.gridFound',
  mark: 'cuteLens.gridMark',
};

const described: Readonly<Record<keyof Colours, string>> = {
  counting:
    'Cells of the visualizer: the colour with this number of the eight that count threads, values, warps and tiles.',
  ramp: 'Cells of the visualizer: the colour with this number of the four along which offsets are spread, from the smallest to the largest.',
  same: 'Cells of the visualizer that are equal in a comparison.',
  different: 'Cells of the visualizer that differ in a comparison.',
  plain: 'Cells of the visualizer that have nothing to be coloured by.',
  pin: 'The frame and number of pinned cells of the visualizer.',
  found: 'The frame of cells of the visualizer that a search found.',
  mark: 'The corner of marked cells of the visualizer: shared offsets, differences, bank conflicts.',
};

/** The `contributes.colors` of package.json. */
export function gridColours(): readonly {
  readonly id: string;
  readonly description: string;
  readonly defaults: Readonly<Record<string, string>>;
}[] {
  const defaults = (of: (colours: Colours) => Rgb | undefined): Record<string, string> => ({
    dark: hex(of(themes.dark) ?? [0, 0, 0]),
    light: hex(of(themes.light) ?? [0, 0, 0]),
    highContrast: hex(of(themes['high-contrast']) ?? [0, 0, 0]),
    highContrastLight: hex(of(themes['high-contrast-light']) ?? [0, 0, 0]),
  });
  return names.flatMap((name) => {
    if (name !== 'counting' && name !== 'ramp')
      return [{ id: ids[name], description: described[name], defaults: defaults((colours) => colours[name]) }];
    return light[name].map((_, at) => ({
      id: `${ids[name]}${at + 1}`,
      description: described[name],
      defaults: defaults((colours) => colours[name][at]),
    }));
  });
}

export function isDark(kind: ThemeKind): boolean {
  return kind === 'dark' || kind === 'high-contrast';
}

/** The number of classes before colours repeat; for offsets, the number of steps of the ramp. */
export const rampSteps = 64;

/** The colours of the numbers 0, 1, 2 … of a kind; larger numbers start over. */
export function paletteOf(colours: Colours, by: ColourBy): readonly Rgb[] {
  switch (by) {
    case 'none':
      return [colours.plain];
    case 'difference':
      return [colours.same, colours.different];
    case 'offset':
    case 'element':
      return Array.from({ length: rampSteps }, (_, step) => along(colours.ramp, step / (rampSteps - 1)));
    case 'bank':
      return [0, 0.22, 0.44, 0.62].flatMap((part) =>
        colours.counting.map((colour) => mix(colour, colours.plain, part)),
      );
    case 'thread':
    case 'value':
    case 'warp':
    case 'tile':
    case 'phase':
      return colours.counting;
  }
}

/** The fill of a class on white paper in these colours, for exported files. Offsets have no range there and keep
 *  CuTe's greys. */
export function distinctFill(
  colourClass: number,
  by: ColourBy,
  otherwise: (colourClass: number, by: ColourBy) => Rgb | undefined,
): Rgb | undefined {
  if (colourClass === noClass || by === 'offset' || by === 'none') return otherwise(colourClass, by);
  const palette = paletteOf(light, by);
  return by === 'difference' && colourClass === 0
    ? undefined
    : palette[((colourClass % palette.length) + palette.length) % palette.length];
}

/** Mixes two colours: `part` 0 gives `a`, 1 gives `b`. */
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
