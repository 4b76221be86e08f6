// The choices that make sense for a model: labels, colours, threads, values and tiles.
import { said, say, words } from '../../protocol/src/say';
import type { Cells } from '../../core/src/draw/cells';
import { windowsOf, type Window } from '../../core/src/draw/part';
import type { ColourBy, LabelBy, Picture, ViewModel } from '../../core/src/views/model';
import { threadsOfWarp } from './canvas/look';

export interface Choice<T> {
  readonly id: T;
  readonly title: string;
}

const labels: readonly (Choice<LabelBy> & { readonly needs: (picture: Picture) => boolean })[] = [
  { id: 'owner', title: words`Owner`, needs: ({ owners, accesses }) => owners !== undefined || accesses !== undefined },
  {
    id: 'offset',
    title: words`Offset`,
    needs: ({ layout, offsets, accesses }) => (layout ?? offsets) !== undefined && accesses === undefined,
  },
  { id: 'index', title: words`Index`, needs: ({ accesses }) => accesses === undefined },
  { id: 'coordinate', title: words`Coordinate`, needs: ({ accesses }) => accesses === undefined },
  { id: 'tile', title: words`Tile`, needs: ({ tiles }) => tiles !== undefined },
  {
    id: 'bank',
    title: words`Bank`,
    needs: ({ memory, accesses }) => memory?.space === 'smem' || accesses?.unit === 'bank',
  },
  { id: 'none', title: words`Nothing`, needs: () => true },
];

const colours: readonly (Choice<ColourBy> & { readonly needs: (picture: Picture) => boolean })[] = [
  {
    id: 'thread',
    title: words`Thread`,
    needs: ({ owners, accesses }) => owners !== undefined || accesses !== undefined,
  },
  { id: 'value', title: words`Value`, needs: ({ owners }) => owners !== undefined },
  { id: 'warp', title: words`Warp`, needs: ({ owners }) => owners !== undefined },
  { id: 'phase', title: words`Phase`, needs: ({ accesses }) => accesses?.unit === 'bank' },
  { id: 'tile', title: words`Tile`, needs: ({ tiles }) => tiles !== undefined },
  // Strides that are basis vectors give coordinates, which have no order to colour by.
  {
    id: 'offset',
    title: words`Offset`,
    needs: ({ layout, accesses }) => layout !== undefined && !layout.includes('@') && accesses === undefined,
  },
  {
    id: 'bank',
    title: words`Bank`,
    needs: ({ memory, accesses }) => memory?.space === 'smem' || accesses?.unit === 'bank',
  },
  { id: 'element', title: words`Element`, needs: ({ element }) => element !== undefined },
  { id: 'difference', title: words`Difference`, needs: ({ differsFrom }) => differsFrom !== undefined },
  { id: 'none', title: words`Nothing`, needs: () => true },
];

export function labelChoices({ pictures }: ViewModel): readonly Choice<LabelBy>[] {
  const names = spelledIn(pictures);
  return labels
    .filter(({ needs }) => pictures.some(needs))
    .map((one) =>
      names && one.id === 'owner'
        ? { ...one, title: say`${names.thread} and ${names.value.toLowerCase()}` }
        : { ...one, title: said(one.title) },
    );
}

export function colourChoices({ pictures }: ViewModel): readonly Choice<ColourBy>[] {
  const names = spelledIn(pictures);
  const offered = colours.filter(({ id, needs }) => pictures.some(needs) && !(names && id === 'warp'));
  return offered.map((one) =>
    names && (one.id === 'thread' || one.id === 'value')
      ? { ...one, title: names[one.id] }
      : { ...one, title: said(one.title) },
  );
}

/** The names of owners and of what they own, if they are not threads and values. */
function spelledIn(pictures: readonly Picture[]): { readonly thread: string; readonly value: string } | undefined {
  return pictures.find(({ owners }) => owners)?.owners?.names.spelled;
}

/** The number of threads, values and so on that can be selected; 0 if the model has none. Tiles are counted by mode, in
 *  the first picture that is tiled by mode. */
export interface Counts {
  readonly threads: number;
  readonly hasWarps: boolean;
  readonly values: number;
  readonly tiles: readonly number[];
  readonly instructions: number;
  /** What the instructions are, where they are accesses in time. */
  readonly moments: Picture['moments'];
  readonly tileName: string;
  /** The names of owners and of the values that they hold. */
  readonly names: { readonly thread: string; readonly value: string };
}

export function countsOf(all: readonly Cells[]): Counts {
  const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);
  // The tiles of a picture of words are sectors, which cannot be selected.
  const tiled = all.find(({ picture }) => picture.tiles?.is === 'extents' && !picture.accesses);
  const tiles = tiled?.picture.tiles?.is === 'extents' ? tiled.picture.tiles : undefined;
  return {
    threads: most(
      all.map(
        ({ owners, picture: { accesses } }) => owners?.threads ?? (accesses ? accesses.firstThread + threadsOfWarp : 0),
      ),
    ),
    hasWarps: all.some(
      ({ owners, picture }) => owners && picture.owners?.names.thread === 'T' && owners.threads > threadsOfWarp,
    ),
    values: most(all.map(({ owners }) => (owners ? owners.values * owners.tiles : 0))),
    tiles:
      tiles && tiled
        ? (tiles.counts ??
          tiled.grid.extents.map((extent, mode) => Math.ceil(extent / (tiles.extents[mode] ?? extent))))
        : [],
    instructions: most(
      all.map(({ picture: { accesses, moments } }) => accesses?.addresses.length ?? moments?.length ?? 0),
    ),
    moments: all.find(({ picture }) => picture.moments)?.picture.moments,
    tileName: tiles?.name ?? words`tile`,
    names: spelledIn(all.map(({ picture }) => picture)) ?? { thread: say`Thread`, value: say`Value` },
  };
}

/** The modes along which the window of a picture moves, if it shows a part of a layout. */
export function movableModes(all: readonly Cells[]): readonly (Window & { readonly picture: string })[] {
  return all.flatMap(({ picture }) => windowsOf(picture).map((window) => ({ ...window, picture: picture.id })));
}

/** A mode that is not drawn, for the reader to walk through. */
export interface FixedMode {
  readonly picture: string;
  readonly mode: number;
  readonly extent: number;
  readonly at: number;
}

export function fixedModes(all: readonly Cells[]): readonly FixedMode[] {
  return all.flatMap(({ picture: { id, axes }, grid }) =>
    grid.extents.flatMap((extent, mode) =>
      axes.rows.includes(mode) || axes.columns.includes(mode) || extent === 1
        ? []
        : [{ picture: id, mode, extent, at: axes.fixed[mode] ?? 0 }],
    ),
  );
}
