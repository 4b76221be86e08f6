// Facts about a layout as a function: what it reaches, whether it is one to one, how it lies in memory.
// Enumerates, so it needs known numbers and a limit; CuTe itself never asks these questions. Units: elements.
import { numberAt } from '../base/assert';
import { spend } from '../base/meter';
import { compile, offsets } from './compile';
import { counted, largestEnumeration } from './counted';
import { AlgebraError } from './errors';
import { number } from './arith';
import { size } from './int_tuple';
import { cosize } from './layout';
import { print } from './print';
import type { AnyLayout } from './types';

/** What an element costs where all are sorted. */
const unitsOfSort = 4;

/** All offsets in the order of the coordinates. Throws: AlgebraError 'symbolic', or 'range' beyond
 *  `largestEnumeration`. */
export function values(layout: AnyLayout): Float64Array {
  const n = number(size(layout), 'the size');
  if (n > largestEnumeration)
    throw new AlgebraError('range', `${print(layout)} has ${n} coordinates, too many to enumerate`);
  const out = new Float64Array(counted(n, 'the size'));
  offsets(layout, n, out);
  return out;
}

/** The offsets a layout reaches, ascending, without repeats. */
export function image(layout: AnyLayout): Float64Array {
  const all = values(layout);
  spend(all.length * unitsOfSort);
  all.sort();
  let n = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[n++] = numberAt(all, i);
  return all.slice(0, n);
}

/** No two coordinates share an offset. */
export function is_injective(layout: AnyLayout): boolean {
  return image(layout).length === number(size(layout));
}

/** The image is 0 … n-1 without gaps. */
export function is_contiguous(layout: AnyLayout): boolean {
  const reached = image(layout);
  return reached.length > 0 && reached[0] === 0 && reached[reached.length - 1] === reached.length - 1;
}

/** One to one onto 0 … size-1. */
export function is_compact(layout: AnyLayout): boolean {
  return is_contiguous(layout) && is_injective(layout);
}

/** The number of elements from coordinate 0 on that lie next to each other. */
export function contiguous_run(layout: AnyLayout): number {
  const f = compile(layout);
  const n = Math.min(number(size(layout)), largestEnumeration);
  let i = 1;
  for (; i < n && f(i) === f(0) + i; i++) spend(1);
  return n === 0 ? 0 : i;
}

/** Two different coordinates with the same offset, if there are any. */
export function collision(layout: AnyLayout): readonly [number, number] | undefined {
  const seen = new Map<number, number>();
  const all = values(layout);
  spend(all.length * unitsOfSort);
  for (let i = 0; i < all.length; i++) {
    const before = seen.get(numberAt(all, i));
    if (before !== undefined) return [before, i];
    seen.set(numberAt(all, i), i);
  }
  return undefined;
}

/** The span of offsets a layout needs, which is its cosize where strides are not negative. */
export function footprint(layout: AnyLayout): number {
  return number(cosize(layout), 'the cosize');
}
