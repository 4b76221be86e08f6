// The values of a layout or tensor in order, for scripts and pictures: numbers, or text where a value is a coordinate.
// Does not know how they are shown.
import { add, offset_of, size } from '../algebra/index';
import { known } from '../algebra/errors';
import { dyn, int, type IntTuple } from '../algebra/leaf';
import { isA, numbersOf } from '../values/convert';
import { printValue } from '../values/print';
import type { Tensor, Value } from '../values/value';

const mostOfLayout = 64;
const mostOfLargeTensor = 16;

/** Exactly what `cute::print` writes; for a tensor, what it writes for the tensor's layout. */
export function exactText(value: Value): string {
  return isA(value, 'tensor') ? printValue(value.layout) : printValue(value);
}

/** `value(i)` for i from 0: all values of a layout with at most 64, and the first 64 of a tensor, or 16 if it has
 *  more. Undefined for any other value, for register tensors, and where the size or the start is unknown. */
export function valuesOf(value: Value): readonly (number | string)[] | undefined {
  return known(() => enumerated(value));
}

function enumerated(value: Value): readonly (number | string)[] | undefined {
  if (isA(value, 'tensor')) return value.owning ? undefined : tensorValues(value);
  if (!isA(value, 'layout') && !isA(value, 'composed')) return undefined;
  const count = numbersOf([size(value)])?.[0];
  return count === undefined || count > mostOfLayout ? undefined : upTo(count, (i) => offset_of(value, int(i)));
}

function tensorValues({ data, layout }: Tensor): readonly (number | string)[] | undefined {
  const count = numbersOf([size(layout)])?.[0];
  const start = data.offset;
  if (count === undefined || start.is === 'unknown') return undefined;
  return upTo(count > mostOfLayout ? mostOfLargeTensor : count, (i) => add(start, offset_of(layout, dyn(i))));
}

function upTo(count: number, valueAt: (i: number) => IntTuple): readonly (number | string)[] {
  return Array.from({ length: count }, (_, i) => {
    const value: Value = valueAt(i);
    return numbersOf([value])?.[0] ?? printValue(value);
  });
}
