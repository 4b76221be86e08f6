// Objects that point to themselves, or refer to a part of themselves. An object is made apart from the variable that
// holds it afterwards, so what it knows of its own address is not the address that it has in the end.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Struct, Unknown, Value } from '../../values/value';
import { type Cell, VarCell } from './cells';
import type { Scope } from './entities';
import { targetOf } from './kinds';
import { someObject } from './some-object';
import { unknown } from './unknown';

/** The variable in which an object is made. */
export function objectBeingMade(value: Value): VarCell {
  return new VarCell(making, value);
}

const making = 'this';

/** An object of the class `name` that has been made, with its type by example; unknown where it points to itself. */
export function finished(object: Value, example: Struct, name: string, span: Span): Value {
  return leadsToOneBeingMade(object) ? { ...notFollowed(name, span), type: example } : object;
}

export function notFollowed(name: string, span: Span): Unknown {
  return unknown('unsupported', say`an object of \`${name}\` that points to itself is not followed`, span, [name]);
}

/** Whether a value has the address of an object that is being made. */
export function leadsToOneBeingMade(object: Value): boolean {
  return someObject(object, (part) => {
    if (part.is === 'struct') return part.fields.values();
    const target = targetOf(part);
    if (target?.kind === 'lambda') return isOfObjectBeingMade(target.scope);
    return target?.kind === 'address' && isBeingMade(target.cell);
  });
}

/** Whether a closure has the object that is being made (`[this]`). */
function isOfObjectBeingMade(scope: Scope): boolean {
  let around: Scope | undefined = scope;
  while (around && !around.self) around = around.parent;
  return around?.self !== undefined && isBeingMade(around.self);
}

function isBeingMade(cell: Cell): boolean {
  let whole = cell;
  while (whole.whole) whole = whole.whole;
  return whole instanceof VarCell && whole.name === making;
}
