// The colours of cells can be read and told apart: contrast of text as WCAG 2 measures it, distance of colours in
// Oklab, also as people without one kind of cones see them (Machado, Oliveira and Fernandes 2009, severity 1).
import { describe, expect, test } from 'vitest';
import type { ColourBy } from '../../../core/src/views/model';
import { contrast, inkOn, type Rgb } from '../../../core/src/draw/colours';
import { Fills } from '../../../webview/src/canvas/look';
import { coloursOf, gridColours, isDark, paletteOf, type ThemeKind } from '../../../core/src/draw/palette';

const themes: readonly ThemeKind[] = ['light', 'dark', 'high-contrast', 'high-contrast-light'];
const kinds: readonly ColourBy[] = ['thread', 'bank', 'offset', 'difference', 'none'];

type Matrix = readonly [Rgb, Rgb, Rgb];
const vision: Readonly<Record<string, Matrix>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (colour: Rgb): Rgb => {
  const one = (byte: number): number =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  return [one(colour[0]), one(colour[1]), one(colour[2])];
};
const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const luminance = (colour: Rgb): number => dot(linear(colour), [0.2126, 0.7152, 0.0722]);

function oklab(colour: Rgb, seen: Matrix): Rgb {
  const all = linear(colour);
  const [r, g, b] = seen.map((row) => Math.min(1, Math.max(0, dot(row, all)))) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(themes)('in a %s theme', (theme) => {
  test.each(kinds)('text can be read on each colour by %s', (by) => {
    const least = Math.min(...paletteOf(coloursOf(theme), by).map((colour) => contrast(colour, inkOn(colour))));
    expect(least).toBeGreaterThanOrEqual(4.5);
  });

  test('text on a cell that is not picked out steps back but can be read', () => {
    const fills = new Fills({
      labelBy: 'owner',
      colourBy: 'thread',
      selection: { thread: 0 },
      colours: coloursOf(theme),
      isDark: isDark(theme),
    });
    for (let colourClass = 0; colourClass < 8; colourClass++) {
      const { colour, ink } = fills.of(colourClass, false);
      expect(contrast(colour, ink)).toBeGreaterThanOrEqual(3);
      expect(contrast(colour, ink)).toBeLessThan(contrast(colour, inkOn(colour)));
    }
  });

  test.each(Object.entries(vision))('any two of the eight colours differ with %s', (_, seen) => {
    const seenColours = paletteOf(coloursOf(theme), 'thread').map((colour) => oklab(colour, seen));
    const distances = seenColours.flatMap((a, i) =>
      seenColours.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
    );
    expect(seenColours).toHaveLength(8);
    // In Oklab 0.02 is a difference that is just noticed.
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(0.06);
  });

  test('offsets grow from one end of lightness to the other', () => {
    const all = paletteOf(coloursOf(theme), 'offset').map(luminance);
    const falls = all.slice(1).map((next, i) => Math.sign(next - (all[i] ?? 0)));
    expect(new Set(falls.filter((sign) => sign !== 0)).size).toBe(1);
  });
});

test('each colour can be set by a theme or a user, and is then the one that is drawn', () => {
  const contributed = gridColours();
  expect(new Set(contributed.map(({ id }) => id)).size).toBe(contributed.length);
  expect(
    contributed.every(
      ({ id, defaults }) =>
        /^cuteLens\.grid\w+$/.test(id) && Object.values(defaults).every((colour) => /^#[0-9a-f]{6}$/.test(colour)),
    ),
  ).toBe(true);
  const asked = new Set<string>();
  const colours = coloursOf('dark', (id) => {
    asked.add(id);
    return id === 'cuteLens.gridColour3' ? [1, 2, 3] : undefined;
  });
  expect([...asked].sort()).toEqual(contributed.map(({ id }) => id).sort());
  expect(paletteOf(colours, 'thread')[2]).toEqual([1, 2, 3]);
});
