// Floating-point numbers in loops, which are not run to their end for one.
import { isIntegerType } from '../../values/scalars';
import type { Value } from '../../values/value';
import { withoutNumber } from '../memory/losing';
import type { Machine } from '../state/machine';
import { type Cell } from '../values/cells';
import { isTuple } from '../values/inspect';

/** Layouts do not depend on floating-point numbers, so a loop is not run to its end for one. */
export function isFloat(value: Value): boolean {
  if (isTuple(value)) return false;
  return (
    (value.is === 'scalar' && !isIntegerType(value)) ||
    value.is === 'element' ||
    (value.is === 'array' && value.elements.every(isFloat))
  );
}

/** A floating-point number that one iteration computed is not the loop's result: its type alone stays. */
export function forgetFloat(m: Machine, cell: Cell): void {
  const value = cell.read();
  if (isNumbered(value)) m.write(cell, withoutNumber(value));
}

function isNumbered(value: Value): boolean {
  return (
    !isTuple(value) &&
    (value.is === 'scalar' ? value.n !== undefined : value.is === 'array' && value.elements.some(isNumbered))
  );
}
