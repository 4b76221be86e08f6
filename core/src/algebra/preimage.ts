// Which coordinate of a layout has an offset: the inverse of a layout as a function, one offset at a time. Takes plain
// numbers (compile.ts), also for layouts that are not injective; then any one coordinate is found.
import { elementAt, numberAt } from '../base/assert';
import { spend } from '../base/meter';
import type { FlatLayout } from './compile';

/** A mode, and what the modes behind it add at least and at most. */
interface Mode {
  readonly at: number;
  readonly shape: number;
  readonly stride: number;
  readonly least: number;
  readonly most: number;
}

/** A search that looks at more coordinates than this is ended. */
const mostSteps = 1 << 10;

/** The coordinates of `offset`, one for each mode of the flat layout; undefined where it is not among the offsets of
 *  the layout, or that would take too long to find out. */
export function coordinatesOf(layout: FlatLayout, offset: number): readonly number[] | undefined {
  const modes = bySize(layout);
  if (!Number.isInteger(offset) || modes.some(({ shape }) => !(shape > 0))) return undefined;
  const found = new Array<number>(modes.length).fill(0);
  let steps = 0;
  const search = (k: number, rest: number): boolean => {
    if (k === modes.length) return rest === 0;
    const { at, shape, stride, least, most } = elementAt(modes, k);
    const ends = stride === 0 ? [0, 0] : [(rest - most) / stride, (rest - least) / stride];
    const last = Math.min(shape - 1, Math.floor(Math.max(...ends)));
    for (let c = Math.max(0, Math.ceil(Math.min(...ends))); c <= last; c++) {
      if (++steps > mostSteps) return false;
      found[at] = c;
      if (search(k + 1, rest - c * stride)) return true;
    }
    return false;
  };
  const isFound = search(0, offset);
  spend(steps, 'coordinates');
  return isFound ? found : undefined;
}

/** The modes, the largest strides first. */
function bySize({ shape, stride }: FlatLayout): readonly Mode[] {
  const order = Array.from(shape.keys()).sort((a, b) => Math.abs(numberAt(stride, b)) - Math.abs(numberAt(stride, a)));
  const modes: Mode[] = [];
  let [least, most] = [0, 0];
  for (const at of order.reverse()) {
    const [s, d] = [numberAt(shape, at), numberAt(stride, at)];
    modes.push({ at, shape: s, stride: d, least, most });
    const reach = (s - 1) * d;
    least += Math.min(0, reach);
    most += Math.max(0, reach);
  }
  return modes.reverse();
}
