// Objects that point to themselves, or refer to a part of themselves. An object is made apart from the variable that
// holds it afterwards, so what it knows of its own address is not the address that it has in the end.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Unknown, Value } from '../../values/value';
import { selfOf } from '../names/names';
import type { Machine } from '../state/machine';
import { type Cell, nextCell, VarCell } from '../values/cells';
import type { ClassInstance } from '../values/entities';
import { targetOf } from '../values/kinds';
import { someObject } from '../values/some-object';
import { unknown } from '../values/unknown';
import { exampleOf } from './classes';

/** The variable in which an object is made. */
export class ObjectBeingMade extends VarCell {
  constructor(value: Value) {
    super('this', value);
  }
}

/** What `run` makes, an object of the class. Unknown where it points to itself, where code that is not seen has its
 *  address, and where it has stored that in a variable that outlives calls, which loses it. */
export function made(m: Machine, instance: ClassInstance, span: Span, run: () => Value): Value {
  const from = nextCell();
  const writes = m.recall.lastingWrites;
  const escaped = m.escaped.size;
  const object = run();
  const isKept = m.recall.lastingWrites !== writes && losesAddress(m, instance, span, from);
  const isSeen = m.escaped.size !== escaped && m.escaped.cells.some((cell) => isMadeSince(cell, from));
  return isKept || isSeen ? ofItself(instance, span) : finished(object, from, instance, span);
}

function losesAddress(m: Machine, instance: ClassInstance, span: Span, from: number): boolean {
  const having = m.lasting.cells.filter((cell) => leadsToOneMade(cell.read(), from));
  for (const cell of having) m.write(cell, notFollowed(instance, span));
  return having.length > 0;
}

/** An object that has been made in the variable with the number `from`, or in a later one; unknown where it points to
 *  itself. */
export function finished(object: Value, from: number, instance: ClassInstance, span: Span): Value {
  return leadsToOneMade(object, from) ? ofItself(instance, span) : object;
}

function ofItself(instance: ClassInstance, span: Span): Unknown {
  return { ...notFollowed(instance, span), type: exampleOf(instance) };
}

function notFollowed({ entity: { name } }: ClassInstance, span: Span): Unknown {
  return unknown('unsupported', say`an object of \`${name}\` that points to itself is not followed`, span, [name]);
}

/** Whether a value has the address of an object that was made in a variable with this number or a later one. */
function leadsToOneMade(value: Value, from: number): boolean {
  return someObject(value, (part) => {
    if (part.is === 'struct') return part.fields.values();
    const target = targetOf(part);
    // `[this]`
    if (target?.kind === 'lambda') return isMadeSince(selfOf(target.scope), from);
    return target?.kind === 'address' && isMadeSince(target.cell, from);
  });
}

function isMadeSince(cell: Cell | undefined, from: number): boolean {
  let whole = cell;
  while (whole?.whole) whole = whole.whole;
  return whole instanceof ObjectBeingMade && whole.born >= from;
}
