// Accesses of elements that a part of a tensor has outside of the whole (parts.ts), as the last tile of a mode does,
// and that come back as another element: of the whole, as the one behind the end of a column is the first of the next
// column, or of another tensor in shared memory. Where nothing is known of how large a memory is, the end of the whole
// counts as its end. Elsewhere in a memory such an access may be meant, and nothing is said of it.
import { compile } from '../../algebra/compile';
import { unlessRefused } from '../../algebra/errors';
import { coordinatesOf, isTuple as isIntTuple, offset_of, print } from '../../algebra/index';
import { dyn, int, type IntTuple, underscore } from '../../algebra/leaf';
import { grouped } from '../../base/collect';
import { spend } from '../../base/meter';
import { perhaps, present } from '../../access/hazards';
import type { AccessPlace } from '../../analysis';
import { advance } from '../../values/pointer';
import type { Element, Tensor } from '../../values/value';
import type { Simt } from '../state/simt';
import { bytesOf, startsOf } from './addresses';
import { type Access, coordinate, type Elements, elementsOf, type Met, meetsOther, type OverrunOf } from './overruns';
import { coordinateOf, extentOf, numbersAt, partAt, plainPart, type Part, type Whole } from './parts';

/** What is accessed, as the program names it: which elements of a tensor, by their numbers, where not all are. */
export interface Named {
  readonly of: Tensor | Element;
  readonly only?: readonly number[] | undefined;
}

/** The elements of threads that are looked at for one unit of the meter. */
const elementsOfUnit = 4;

/** The access as far as other checks look at it: threads that come back as another element are not certain there, so
 *  that one mistake is found once. */
export function straysIn(simt: Simt, named: Named, access: Access, place: AccessPlace): Access {
  const part = partAt(named.of);
  if (!part || part.isInside()) return access;
  const own = elementsOf(simt, part.whole.made);
  if (!own || !part.counted()) simt.isPartial = true;
  const found = own && unlessRefused(() => straying(simt, { part, own, access, place }, named), nothing);
  if (!found?.first || !simt.overruns(place, () => found.first)) return access;
  return { ...access, who: access.who.map((one, thread) => (found.threads.has(thread) ? perhaps : one)) };
}

const nothing = (): undefined => undefined;

interface Asked {
  readonly part: Part;
  /** The elements of the whole. */
  readonly own: Elements;
  readonly access: Access;
  readonly place: AccessPlace;
}

interface Straying {
  /** The threads that surely leave the whole, and stay in the memory. */
  readonly threads: ReadonlySet<number>;
  /** The first element that comes back as another one. */
  readonly first: OverrunOf | undefined;
}

function straying(simt: Simt, asked: Asked, { of, only }: Named): Straying | undefined {
  const { part, own, access, place } = asked;
  const { whole } = part;
  const numbers = numbersAt(simt, part);
  const startOf = numbers && startsIn(simt, of);
  if (!startOf) return undefined;
  const { who, bytes } = access;
  const elements = only ?? Array.from({ length: numbers.count }, (_, i) => i);
  const isElsewhere = threadsElsewhere(of, access, place.memory.bytes);
  spend((elements.length * who.length) / elementsOfUnit, 'accesses');
  const threads = new Set<number>();
  let first: OverrunOf | undefined;
  for (const i of elements) {
    const at = numbers.at(i);
    for (let thread = 0; thread < who.length; thread++) {
      if (who[thread] !== present || isElsewhere(thread)) continue;
      const crd = coordinateOf(whole, (numbers.starts[thread] ?? NaN) + at);
      const mode = crd.findIndex((c, k) => c < 0 || c >= extentOf(whole, k));
      if (mode < 0) continue;
      const start = startOf(thread, i);
      if (!isAt(own, whole, crd, own.place(start, thread))) continue;
      threads.add(thread);
      const met = first ? undefined : meets(simt, asked, thread, start);
      if (met) first = { thread, start, bytes, overrun: { ...told(whole, crd, mode), ...met, ...where(simt, place) } };
    }
  }
  return { threads, first };
}

const where = (simt: Simt, { span }: AccessPlace): Pick<OverrunOf['overrun'], 'at' | 'iterations'> => ({
  at: span,
  iterations: simt.iterations.now,
});

/** For each thread and element, the byte of the memory where it is. */
function startsIn(simt: Simt, of: Tensor | Element): ((thread: number, element: number) => number) | undefined {
  const data = of.is === 'tensor' ? of.data : of.pointer;
  const starts = startsOf(simt, data);
  if (!starts) return undefined;
  if (of.is === 'element') return (thread) => starts[thread] ?? NaN;
  const bytes = bytesOf(data);
  const at = unlessRefused(() => compile(of.layout), nothing);
  if (at) return (thread, i) => (starts[thread] ?? NaN) + at(i) * bytes;
  // The layout differs between threads.
  const byElement = new Map<number, Float64Array | undefined>();
  return (thread, i) => {
    if (!byElement.has(i)) byElement.set(i, startsOf(simt, advance(data, offset_of(of.layout, int(i)))));
    return byElement.get(i)?.[thread] ?? NaN;
  };
}

/** The threads whose index is already outside of what it indexes, which overruns.ts looks at, or that leave the memory
 *  in some element. */
function threadsElsewhere(
  of: Tensor | Element,
  { starts, offsets, bytes }: Access,
  size = Infinity,
): (thread: number) => boolean {
  const { beyond = [] } = of.is === 'tensor' ? of.data : of.pointer;
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  return (thread) => {
    const start = starts[thread] ?? NaN;
    const leaves = start + least < 0 || start + most + bytes > size;
    return leaves || beyond.some(({ steps }) => !Number.isNaN(steps[thread] ?? NaN));
  };
}

/** Whether a coordinate of the whole is at this place: it was counted right then. */
function isAt({ flat }: Elements, { modes }: Whole, crd: readonly number[], place: number): boolean {
  return crd.reduce((sum, c, i) => sum + c * (flat.stride[modes[i] ?? -1] ?? NaN), 0) === place;
}

/** The element that is met there; of a memory of unknown size, what is behind the end of the whole. */
function meets(simt: Simt, { own, place }: Asked, thread: number, start: number): Met | undefined {
  const found = coordinatesOf(own.flat, own.place(start, thread));
  if (found) return { element: coordinate(own, found), of: 'whole', made: own.made.at };
  const other = meetsOther(simt, own.made, own, thread, start);
  if (other || place.memory.bytes !== undefined) return other;
  const [begin, end] = own.bounds(thread);
  return start < begin || start >= end ? { of: 'behind', made: own.made.at } : undefined;
}

/** A coordinate of the whole, of which one part is outside. */
function told(
  whole: Whole,
  crd: readonly number[],
  outside: number,
): Omit<OverrunOf['overrun'], 'at' | 'iterations' | 'of'> {
  const { made, modes, flat } = whole;
  const shape = plainPart(made.tensor.layout)?.shape ?? [];
  let leaf = -1;
  let mode: readonly number[] = [];
  const placed = (part: IntTuple, path: readonly number[]): IntTuple => {
    if (isIntTuple(part)) return part.map((one, i) => placed(one, [...path, i]));
    const k = modes.indexOf(++leaf);
    if (k === outside) mode = path;
    return k >= 0 ? dyn(crd[k] ?? NaN) : flat.shape[leaf] === 1 ? dyn(0) : underscore;
  };
  const all = placed(shape, []);
  const part = crd[outside] ?? NaN;
  const text = isIntTuple(all) ? print(all) : grouped(part);
  return { coordinate: text, part, mode, extent: extentOf(whole, outside) };
}
