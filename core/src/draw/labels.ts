// The label of a cell, and everything that a tooltip says about it. Texts only.
import { said, say, words } from '../base/say';
import type { LabelBy, ViewModel } from '../views/model';
import type { Cells } from './cells';
import { ownerOf } from './colours';

/** The lines of a cell's label; empty for a cell without one. */
export function labelOf(cells: Cells, index: number, by: LabelBy): readonly string[] {
  if (!cells.isFilled(index)) return [];
  if (cells.picture.accesses) return by === 'none' ? [] : touchLabel(cells, index, by);
  switch (by) {
    case 'none':
      return [];
    case 'offset':
      return nonEmpty(cells.offsetText(index) || String(cells.grid.wholeIndex(index)));
    case 'index':
      return [String(cells.grid.wholeIndex(index))];
    case 'coordinate':
      return [cells.grid.coordinateText(index)];
    case 'owner':
      return cells.owners ? ownerLabel(cells, index) : labelOf(cells, index, 'offset');
    case 'tile':
      return nonEmpty(cells.regionAt(index)?.text ?? '');
    case 'bank':
      return nonEmpty(String(cells.bankAt(index) ?? ''));
  }
}

const nonEmpty = (text: string): readonly string[] => (text === '' ? [] : [text]);

/** `T0` over `V3`, as print_latex writes. */
function ownerLabel(cells: Cells, index: number): readonly string[] {
  const owner = cells.owners?.first(index);
  const names = cells.picture.owners?.names;
  if (!owner || !names) return [];
  const lines = names.thread === '' ? [] : [`${names.thread}${owner.thread}`];
  const others = cells.picture.moments || cells.picture.marked ? threadsBeside(cells, index) : 0;
  if (others > 0) return [...lines, `+${others}`];
  return cells.owners && names.value !== '' && cells.owners.values * cells.owners.tiles > 1
    ? [...lines, `${names.value}${owner.value}`]
    : lines;
}

/** How many threads access an element beside the first one. */
function threadsBeside({ owners }: Cells, index: number): number {
  return new Set(owners?.all(index).map(({ thread }) => thread)).size - 1;
}

function touchLabel(cells: Cells, index: number, by: LabelBy): readonly string[] {
  if (by === 'bank') return [String(index % 32)];
  const touch = cells.access?.at(index);
  const owner = ownerOf(cells, index);
  if (!touch || !owner) return [];
  return touch.lanes.length === 1 ? [`T${owner.thread}`] : [`T${owner.thread}`, `+${touch.lanes.length - 1}`];
}

export interface Property {
  readonly name: string;
  readonly value: string;
}

/** All properties of a cell, for the tooltip and the search. */
export function propertiesOf(cells: Cells, index: number): readonly Property[] {
  const { picture } = cells;
  if (picture.accesses) return wordProperties(cells, index);
  const owners = cells.owners?.all(index) ?? [];
  const names = picture.owners?.names ?? { thread: 'T', value: 'V' };
  const region = cells.regionAt(index);
  const address = cells.addressAt(index);
  const offset = cells.offsetText(index);
  const rows: (readonly [string, string | undefined])[] = [
    [words`coordinate`, cells.grid.coordinateText(index)],
    [words`index`, String(cells.grid.wholeIndex(index))],
    [words`offset`, offset === '' ? undefined : offset],
    [
      words`owner`,
      owners.length === 0
        ? cells.owners
          ? say`none`
          : undefined
        : owners
            .slice(0, 8)
            .map(
              ({ thread, value }) => `${names.thread === '' ? '' : `${names.thread}${thread} `}${names.value}${value}`,
            )
            .join(', ') + (owners.length > 8 ? say` and ${owners.length - 8} more` : ''),
    ],
    [words`warp`, owners[0] && names.thread === 'T' ? String(Math.floor(owners[0].thread / 32)) : undefined],
    [picture.tiles?.name ?? words`tile`, region?.text],
    [words`byte`, address === undefined ? undefined : String(address)],
    [words`bank`, address === undefined || picture.memory?.space !== 'smem' ? undefined : String(cells.bankAt(index))],
    [words`outside`, cells.isInside(index) ? undefined : say`beyond the tensor`],
    [words`mistake`, cells.marked.has(index) ? say`part of what is reported` : undefined],
    [words`shared`, cells.isShared(index) ? say`another coordinate has the same offset` : undefined],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name: said(name), value }]));
}

function wordProperties(cells: Cells, index: number): readonly Property[] {
  const { lines, firstThread, unit } = cells.picture.accesses ?? { lines: [], firstThread: 0, unit: 'bank' as const };
  const byte = 128 * (lines[Math.floor(index / 32)] ?? 0) + 4 * (index % 32);
  const touch = cells.access?.at(index);
  const rows: (readonly [string, string | undefined])[] = [
    [words`bytes`, say`${byte} to ${byte + 3}`],
    [unit === 'bank' ? words`bank` : words`sector`, String(unit === 'bank' ? index % 32 : Math.floor(byte / 32))],
    [words`threads`, touch ? touch.lanes.map((lane) => `T${firstThread + lane}`).join(', ') : say`none`],
    [words`phase`, touch && unit === 'bank' ? String(touch.phase) : undefined],
    [words`conflict`, touch?.conflicts ? say`the same phase accesses another word of this bank` : undefined],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name: said(name), value }]));
}

/** The length in characters of the longest label of a model, from a sample of its cells; the cells are made wide
 *  enough for it. */
export function labelWidth(all: readonly Cells[], { labelBy }: Pick<ViewModel, 'labelBy'>): number {
  const sample = (cells: Cells): number[] => {
    const step = Math.max(1, Math.floor(cells.grid.size / 64));
    const indices = [...Array.from({ length: 64 }, (_, i) => i * step), cells.grid.size - 1].filter(
      (index) => index < cells.grid.size,
    );
    return indices.flatMap((index) => labelOf(cells, index, labelBy).map(({ length }) => length));
  };
  return Math.max(1, ...all.flatMap(sample));
}
