// Properties of a layout as a function: its image, whether it is injective, how it lies in memory. CuTe has no
// functions for them. They enumerate the offsets, in elements, so numbers must be known and sizes are limited.
import { words } from '../base/say';
import { refused } from './errors';
import { numberAt } from '../base/assert';
import { spend } from '../base/meter';
import { compile, offsets } from './compile';
import { counted, largestEnumeration } from './counted';
import { number } from './arith';
import { size } from './int_tuple';
import { cosize } from './layout';
import type { AnyLayout } from './types';

/** The cost of each element in a sort, in units of the meter. */
const unitsOfSort = 4;

/** All offsets in the order of the coordinates. Throws: AlgebraError 'symbolic' for unknown numbers, 'range'
 *  beyond `largestEnumeration` coordinates. */
export function values(layout: AnyLayout): Float64Array {
  const n = number(size(layout), words`the size`);
  if (n > largestEnumeration) throw refused('limit')`${{ layout }} has ${{ n }} coordinates, too many to enumerate`;
  const out = new Float64Array(counted(n, words`the size`));
  offsets(layout, n, out);
  return out;
}

/** The distinct offsets of a layout, ascending. */
export function image(layout: AnyLayout): Float64Array {
  const all = values(layout);
  spend(all.length * unitsOfSort);
  all.sort();
  let n = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[n++] = numberAt(all, i);
  return all.slice(0, n);
}

/** True where no two coordinates share an offset. */
export function is_injective(layout: AnyLayout): boolean {
  return image(layout).length === number(size(layout));
}

/** True where the image is 0 … n-1 without gaps. */
export function is_contiguous(layout: AnyLayout): boolean {
  const reached = image(layout);
  return reached.length > 0 && reached[0] === 0 && reached[reached.length - 1] === reached.length - 1;
}

/** True where the layout maps one to one onto 0 … size-1. */
export function is_compact(layout: AnyLayout): boolean {
  return is_contiguous(layout) && is_injective(layout);
}

/** The number of coordinates from 0 on whose offsets are contiguous. */
export function contiguous_run(layout: AnyLayout): number {
  const f = compile(layout);
  const n = Math.min(number(size(layout)), largestEnumeration);
  let i = 1;
  for (; i < n && f(i) === f(0) + i; i++) spend(1);
  return n === 0 ? 0 : i;
}

/** Two coordinates with the same offset; undefined where there are none. */
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

/** The cosize as a number: the elements that a layout with non-negative strides spans. */
export function footprint(layout: AnyLayout): number {
  return number(cosize(layout), words`the cosize`);
}
