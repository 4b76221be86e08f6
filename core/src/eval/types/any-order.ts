// Code that runs for each of several objects in an order that the standard leaves open: the copies that a tuple of the
// library holds, and the ends of its elements. Does not know what the code is.
import type { Value } from '../../values/value';
import { loseCell } from '../memory/losing';
import { loseLasting } from '../memory/reach';
import type { Machine } from '../state/machine';
import type { Span } from '../../base/span';
import { type Cell, nextCell } from '../values/cells';
import { targetOf } from '../values/kinds';
import { someObject } from '../values/some-object';

/** An object, and what runs for it. */
export interface Turn {
  readonly cell: Cell;
  readonly run: () => void;
}

/** Runs the code of each object. Where another order might give something else, what it writes is not known, and the
 *  answer is false. */
export function inAnyOrder(m: Machine, turns: readonly Turn[], why: string, at: Span): boolean {
  const [only, ...others] = turns;
  if (others.length === 0) {
    only?.run();
    return true;
  }
  const first = nextCell();
  const cells = turns.map(({ cell }) => cell);
  const areApart = cells.every((cell, i) => !cells.some((other, k) => i !== k && isWithin(cell, other)));
  let isFree = areApart && !cells.some((cell) => leads(cell.read())) && !m.lasting.cells.some(leadsSomewhere);
  const lost: Cell[] = [];
  for (const { cell, run } of turns) {
    const outlives = (one: Cell): boolean => one.born < first || m.recall.isGlobal(one);
    const written = m.state.trial(run).written.filter(outlives);
    if (!written.every((one) => isWithin(one, cell) && !m.recall.isGlobal(one))) isFree = false;
    lost.push(...written);
  }
  if (isFree) return true;
  for (const cell of lost) loseCell(m, cell, why, at);
  loseLasting(m, why, at);
  return false;
}

/** Whether a variable is another one, or a part of it. */
function isWithin(cell: Cell, whole: Cell): boolean {
  for (let one: Cell | undefined = cell; one; one = one.whole) if (one === whole) return true;
  return cell.among !== undefined;
}

/** Whether code may reach other variables by way of a value. */
function leads(value: Value): boolean {
  return someObject(value, (object) =>
    object.is === 'struct' ? object.fields.values() : /^(?:address|lambda|method)$/.test(targetOf(object)?.kind ?? ''),
  );
}

function leadsSomewhere(cell: Cell): boolean {
  return leads(cell.read());
}
