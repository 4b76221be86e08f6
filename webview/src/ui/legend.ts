// The legend of colours and marks below the picture.
import { said, say } from '../../../protocol/src/say';
import type { Cells } from '../../../core/src/draw/cells';
import { classOf, noClass } from '../../../core/src/draw/colours';
import { paletteOf } from '../../../core/src/draw/palette';
import type { ColourBy } from '../../../core/src/views/model';
import { css, offsetRange, type Look } from '../canvas/look';
import type { Scene } from '../canvas/scene';
import { countsOf } from '../choices';
import { el } from './dom';

const mostLookedAt = 1 << 16;
const samples = Array.from({ length: 64 }, (_, at) => at / 63);

export function legend(scene: Scene, { colourBy, colours }: Look): HTMLElement {
  const cells = scene.panes.map((pane) => pane.cells);
  const marks: string[] = [];
  if (cells.some(({ picture }) => picture.bounds)) marks.push(say`hatched: beyond the tensor`);
  const isMarked = cells.some(({ picture: { moments, marked } }) => moments ?? marked);
  if (cells.some(({ marked }) => marked.size > 0)) marks.push(say`framed: what is reported`);
  // Repeated offsets are found by examining all of them, which takes too long in large pictures.
  if (
    !isMarked &&
    cells.some(
      (one) =>
        one.grid.size <= mostLookedAt && samples.some((part) => one.isShared(Math.floor((one.grid.size - 1) * part))),
    )
  )
    marks.push(say`corner: offset shared with another coordinate`);
  if (cells.some(({ picture }) => picture.differsFrom !== undefined) && differing(cells) !== 0)
    marks.push(say`corner: differs`);
  if (cells.some(({ access }) => access?.cost.unit === 'bank' && access.cost.shared.conflicts > 0))
    marks.push(say`corner: bank conflict`);
  const notes = marks.map((text) => el('span', { class: 'mark' }, text));
  const found = colourBy === 'difference' ? [] : differences(cells);
  const costs = cells.flatMap(({ access }) => (access ? [el('strong', {}, access.summary)] : []));
  return el('div', { class: 'legend' }, ...costs, ...found, ...swatches(scene, colourBy, colours), ...notes);
}

function swatches(scene: Scene, colourBy: ColourBy, colours: Look['colours']): HTMLElement[] {
  const palette = paletteOf(colours, colourBy);
  const cells = scene.panes.map((pane) => pane.cells);
  const swatch = (colour: string, text: string): HTMLElement => {
    const box = el('i', {});
    box.style.background = colour;
    return el('span', { class: 'swatch' }, box, text);
  };
  switch (colourBy) {
    case 'none':
      return [];
    case 'difference':
      return [
        swatch(css(palette[0] ?? [0, 0, 0]), say`equal`),
        swatch(css(palette[1] ?? [0, 0, 0]), say`different`),
        ...differences(cells),
      ];
    case 'offset':
    case 'element': {
      const ranges = cells.filter(({ picture }) => picture.layout !== undefined).map(offsetRange);
      const [least, most] =
        colourBy === 'element'
          ? [say`first`, say`last`]
          : [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
      return [
        el(
          'span',
          { class: 'swatch' },
          el('span', {}, colourBy === 'element' ? say`element` : say`offset`),
          el('span', {}, String(least)),
          ramp(palette.map((colour) => css(colour))),
          String(most),
        ),
      ];
    }
    case 'bank':
      return [
        el(
          'span',
          { class: 'swatch' },
          el('span', {}, say`bank`),
          el('span', {}, '0'),
          ramp(
            palette.map((colour) => css(colour)),
            true,
          ),
          '31',
        ),
      ];
    case 'tile':
      return tileSwatches(cells, palette, swatch);
    case 'thread':
    case 'value':
    case 'warp':
    case 'phase': {
      const { threads, values, names } = countsOf(cells);
      const count = {
        thread: threads,
        value: values,
        warp: Math.ceil(threads / 32),
        phase: mostPhases(cells),
      }[colourBy];
      const shown = palette.slice(0, Math.max(1, Math.min(palette.length, count)));
      const repeats =
        count > palette.length ? [el('span', { class: 'mark' }, say`repeats every ${palette.length}`)] : [];
      const name = {
        thread: names.thread.toLowerCase(),
        value: names.value.toLowerCase(),
        warp: say`warp`,
        phase: say`phase`,
      }[colourBy];
      return [
        el('span', { class: 'swatch' }, name),
        ...shown.map((colour, at) => swatch(css(colour), String(at))),
        ...repeats,
      ];
    }
  }
}

/** The tiles by name where each has a colour of its own. Where there are more, colours only tell neighbours apart. */
function tileSwatches(
  all: readonly Cells[],
  palette: ReturnType<typeof paletteOf>,
  swatch: (colour: string, text: string) => HTMLElement,
): HTMLElement[] {
  const { tiles, tileName } = countsOf(all);
  const name = el('span', { class: 'swatch' }, said(tileName));
  const colourOf = (one: number): string => css(palette[one % palette.length] ?? [0, 0, 0]);
  // Scattered tiles in one row are numbered.
  if (tiles.length === 0 && all.every((cells) => (cells.regionAt(0)?.at.length ?? 1) === 1))
    return [
      name,
      ...palette.map((_, at) => swatch(colourOf(at), String(at))),
      el('span', { class: 'mark' }, say`repeats every ${palette.length}`),
    ];
  const texts = new Map<number, string>();
  const isFew = tiles.reduce((count, along) => count * along, 1) <= palette.length;
  for (const cells of all.filter(({ grid }) => isFew && grid.size <= mostLookedAt))
    for (let index = 0; index < cells.grid.size; index++)
      texts.set(classOf(cells, index, 'tile'), cells.regionAt(index)?.text ?? '');
  texts.delete(noClass);
  const colours = new Set([...texts.keys()].map(colourOf));
  if (texts.size === 0 || colours.size < texts.size)
    return [name, el('span', { class: 'mark' }, say`neighbours differ in colour`)];
  return [name, ...[...texts].map(([one, text]) => swatch(colourOf(one), text))];
}

/** The number of cells that differ, if they can be counted quickly. */
function differing(all: readonly Cells[]): number | undefined {
  const compared = all.filter(({ picture }) => picture.differsFrom !== undefined);
  if (compared.length === 0 || compared.some(({ grid }) => grid.size > mostLookedAt)) return undefined;
  return Math.max(
    ...compared.map(
      (one) => Array.from({ length: one.grid.size }, (_, index) => index).filter((index) => one.differs(index)).length,
    ),
  );
}

/** The line about differences, which is shown also if there are none. */
function differences(all: readonly Cells[]): HTMLElement[] {
  const count = differing(all);
  if (count === undefined) return [];
  return [
    el(
      'strong',
      {},
      count === 0
        ? say`no cell differs`
        : count === 1
          ? say`1 cell differs`
          : say`${count.toLocaleString('en')} cells differ`,
    ),
  ];
}

function mostPhases(all: readonly Cells[]): number {
  return Math.max(1, ...all.map(({ access }) => (access?.cost.unit === 'bank' ? access.cost.shared.phases.length : 0)));
}

function ramp(colours: readonly string[], steps = false): HTMLElement {
  const bar = el('b', { class: 'ramp' });
  const stops = steps
    ? colours.flatMap((colour, at) => [
        `${colour} ${(100 * at) / colours.length}%`,
        `${colour} ${(100 * (at + 1)) / colours.length}%`,
      ])
    : colours;
  bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  return bar;
}
