// How a cell looks: its label and its colour, as the reader chose. The core computes the colours; this file dims the
// cells that are not selected and converts colours to pixels. Knows no canvas.
import type { Cells } from '../../../core/src/draw/cells';
import { classOf, inkOn, noClass, type Rgb } from '../../../core/src/draw/colours';
import { mix, paletteOf, rampSteps, type Colours } from '../../../core/src/draw/palette';
import type { ColourBy, LabelBy } from '../../../core/src/views/model';
import type { PageSelection } from '../../../protocol/src/webview';

export interface Look {
  readonly labelBy: LabelBy;
  readonly colourBy: ColourBy;
  readonly selection: PageSelection;
  readonly colours: Colours;
  readonly isDark: boolean;
}

export interface Fill {
  readonly colour: Rgb;
  readonly ink: Rgb;
}

/** The share of its colour that an unselected cell keeps. */
const faintPart = 0.34;
const inkFaintPart = 0.5;

/** The fills of a look, each computed once. */
export class Fills {
  private readonly picked = new Map<number, Fill>();
  private readonly others = new Map<number, Fill>();
  private readonly palette: readonly Rgb[];

  constructor(readonly look: Look) {
    this.palette = paletteOf(look.colours, look.colourBy);
  }

  of(colourClass: number, isPicked: boolean): Fill {
    const cache = isPicked ? this.picked : this.others;
    let fill = cache.get(colourClass);
    if (!fill) cache.set(colourClass, (fill = this.make(colourClass, isPicked)));
    return fill;
  }

  private make(colourClass: number, isPicked: boolean): Fill {
    const ground = this.look.colours.plain;
    const { length } = this.palette;
    const whole =
      colourClass === noClass ? ground : (this.palette[((colourClass % length) + length) % length] ?? ground);
    if (isPicked) return { colour: whole, ink: inkOn(whole) };
    const colour = mix(ground, whole, faintPart);
    return { colour, ink: mix(colour, inkOn(colour), inkFaintPart) };
  }
}

/** Whether each cell is selected; undefined if nothing is selected, or if the picture has no such thread, value or
 *  tile. */
export function pickedIn(
  cells: Cells,
  { thread, warp, value, tile }: PageSelection,
): ((index: number) => boolean) | undefined {
  const tests: ((index: number) => boolean)[] = [];
  const { owners, access, picture } = cells;
  const isHolder = (one: number): boolean =>
    (thread === undefined || one === thread) && (warp === undefined || Math.floor(one / threadsOfWarp) === warp);
  const someThread = thread !== undefined || warp !== undefined;
  if (owners && (someThread || value !== undefined)) {
    tests.push((index) =>
      owners.all(index).some((owner) => isHolder(owner.thread) && (value === undefined || owner.value === value)),
    );
  } else if (access && someThread) {
    const first = picture.accesses?.firstThread ?? 0;
    tests.push((index) => access.at(index)?.lanes.some((lane) => isHolder(first + lane)) === true);
  }
  if (tile && cells.regionAt(0)?.at.length === tile.length)
    tests.push((index) => tile.every((at, mode) => cells.regionAt(index)?.at[mode] === at));
  return tests.length === 0 ? undefined : (index) => tests.every((isPicked) => isPicked(index));
}

export const threadsOfWarp = 32;

/** The fill of each cell of a picture; undefined beyond its bounds. */
export function fillsIn(cells: Cells, fills: Fills): (index: number) => Fill | undefined {
  const { colourBy, selection } = fills.look;
  const isPicked = pickedIn(cells, selection);
  const classAt = colourBy === 'offset' ? rampClass(cells) : (index: number): number => classOf(cells, index, colourBy);
  return (index) => (cells.isFilled(index) ? fills.of(classAt(index), isPicked?.(index) ?? true) : undefined);
}

/** Offsets spread over the ramp, from the smallest to the largest. */
function rampClass(cells: Cells): (index: number) => number {
  const [least, most] = offsetRange(cells);
  const steps = (rampSteps - 1) / Math.max(most - least, 1);
  return (index) => {
    const offset = cells.offsetAt(index);
    return offset === undefined ? noClass : Math.min(rampSteps - 1, Math.max(0, Math.round((offset - least) * steps)));
  };
}

/** Up to this number of cells all offsets are examined; in larger pictures only those at the ends of the modes. */
const mostLookedAt = 1 << 14;

/** The smallest and the largest offset of the cells that are drawn: a slice has a scale of its own. */
export function offsetRange({ grid, offsetAt, picture: { axes } }: Cells): readonly [number, number] {
  const isSmall = grid.rows * grid.columns <= mostLookedAt;
  const places = { rows: isSmall ? upTo(grid.rows) : [], columns: isSmall ? upTo(grid.columns) : [] };
  const drawn = places.rows.flatMap((row) => places.columns.map((column) => grid.indexAt(row, column)));
  const isDrawn = (mode: number): boolean => axes.rows.includes(mode) || axes.columns.includes(mode);
  const ends = grid.extents.reduce<number[]>(
    (all, extent, mode) => {
      const step = grid.extents.slice(0, mode).reduce((product, n) => product * n, 1);
      const coordinates = isDrawn(mode) ? [0, extent - 1] : [axes.fixed[mode] ?? 0];
      return all.flatMap((index) => coordinates.map((at) => index + at * step));
    },
    [0],
  );
  const offsets = (isSmall ? drawn : ends).flatMap((index) => (index < 0 ? [] : (offsetAt(index) ?? [])));
  return offsets.length === 0
    ? [0, 0]
    : [offsets.reduce((a, b) => Math.min(a, b)), offsets.reduce((a, b) => Math.max(a, b))];
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

export function css([r, g, b]: Rgb, alpha = 1): string {
  return alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`;
}
