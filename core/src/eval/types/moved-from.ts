// What is left of an object that was moved from, where a class of the library owns what it holds: a vector is empty, of
// a string and of other owners nothing is said ([container.reqmts], [string.cons]).
import { say } from '../../base/say';
import { dyn, withSign } from '../../algebra/leaf';
import { likeTuple } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { loseCell } from '../memory/losing';
import { categoryOf } from '../overload/categories';
import type { Machine } from '../state/machine';
import type { Source } from '../values/entities';
import { isOptional } from '../values/holders';
import { erase, isTuple } from '../values/inspect';
import { classOf, isArray, isText, isVector } from '../values/kinds';
import { someObject } from '../values/some-object';
import { unknown } from '../values/unknown';
import { isSpan, isStandardVector } from '../values/vectors';
import { movesMembers } from './copying-code';

/** Whether an object of the library owns something in a value, which a move takes from it. */
function isOwner(value: Value): boolean {
  if (isTuple(value)) return false;
  return (isText(value) && value.of === 'string') || (isVector(value) && !isSpan(value));
}

/** An object is moved from, where it is given as an rvalue. `isSure`: the move is certain to happen. */
export function leaveMoved(m: Machine, value: Value, from: Source, isSure = true): void {
  const { cell, span } = from;
  if (!cell || cell.fixed || m.mode.unevaluated || !holdsOwner(value)) return;
  const { is, constant } = categoryOf(m, from);
  if (is !== 'xvalue' || constant === true) return;
  const why = say`${cell.name} is moved from`;
  const left = (one: Value): Value => {
    if (isTuple(one)) return likeTuple(one.map(left), one);
    if (isText(one)) return isOwner(one) ? { ...unknown('unsupported', why, span), type: erase(one) } : one;
    if (isArray(one)) return { ...one, elements: one.elements.map(left) };
    if (one.is !== 'struct') return one;
    if (isVector(one)) return !isOwner(one) ? one : isSure && isStandardVector(one) ? emptied(one) : erase(one);
    const instance = classOf(one);
    if (instance ? !movesMembers(instance) : !isOptional(one)) return one;
    return { ...one, fields: new Map([...one.fields].map(([name, part]) => [name, left(part)])) };
  };
  if (cell.among) loseCell(m, cell, why, span);
  else m.write(cell, left(cell.read()));
}

function emptied(vector: Value): Value {
  if (!isVector(vector)) return vector;
  return { ...vector, fields: new Map([...vector.fields, ['#size', withSign(dyn(0, undefined, 64), true)]]) };
}

/** Whether something in a value is taken from it by a move. Lists in lists are looked into a few times only. */
function holdsOwner(value: Value, depth = 0): boolean {
  if (isOwner(value)) return true;
  const parts = isTuple(value) ? value : isArray(value) ? value.elements : undefined;
  if (parts) return depth < 4 && parts.some((part) => holdsOwner(part, depth + 1));
  return someObject(value, (object) => {
    if (object.is !== 'struct') return false;
    return isOwner(object) || [...object.fields.values()].some(isTextIn) || object.fields.values();
  });
}

const isTextIn = (value: Value): boolean =>
  isOwner(value) || (isTuple(value) && value.some(isOwner)) || (isArray(value) && value.elements.some(isOwner));
