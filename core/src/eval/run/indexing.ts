// `object[i]`: elements of memory, of arrays whose elements are known, of objects with `operator[]`.
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { callOperator, lookupMethod } from '../../builtins/index';
import type { Expr } from '../../ir/program';
import type { ArrayValue, Pointer, Value } from '../../values/value';
import { elementAt } from '../memory/arrays';
import { callMember } from './call';
import { isRepeatable } from '../names/effects';
import { arrayAt, elementCell, elementIn, elementOfTuple, restingOn } from '../values/elements';
import type { Cell, Scope } from '../values/entities';
import { evaluate } from '../state/evaluator';
import { hostMethod } from '../library/host';
import { isList, isUnknown } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { attempt, builtinContext } from '../library/library-calls';
import type { Machine } from '../state/machine';
import { elementOf } from './members';
import { expandedArgs } from '../names/packs';
import { placeOf, setPlace } from '../names/places';
import { asNumber, assumptionsBehind } from '../values/truth';
import { unknown } from '../values/unknown';

/** `object[i]`, `object[i, j]`. */
export function indexValue(m: Machine, e: Expr & { is: 'Index' }, scope: Scope): Value {
  const held = evaluate(m, e.object, scope);
  const array = arrayAt(held);
  const object = array ? array.read() : held;
  const place = array ?? (isList(object) || object.is === 'struct' || object.is === 'array' ? placeOf(m, e.object, scope) : undefined);
  const args = expandedArgs(m, e.args, scope);
  if (isUnknown(object)) return object;
  if (isArray(object)) return arrayElement(m, e, object, args[0], place ?? placeOf(m, e.object, scope));
  if (elementCell(object, 0)) return pointedElement(m, e, object, args[0] ?? dyn(0));
  if (!isList(object) && object.is === 'pointer' && args[0] !== undefined) {
    const moved = callBuiltinOffset(m, object, args[0], e.span);
    return elementOf(m, moved, e);
  }
  if (isList(object) && !isRepeatable(e)) setPlace(m, e, place && elementOfTuple(place, args[0] ?? object));
  const host = hostMethod(m, object, 'operator[]', args.map((value) => ({ value, span: e.span })), e.span);
  if (host !== undefined) return host;
  if (!isList(object) && object.is === 'struct' && classOf(object)) return indexObject(m, e, object, args, place);
  return attempt(m, e.span, args, () => callOperator(object, args, builtinContext(m)));
}

function arrayElement(m: Machine, e: Expr & { is: 'Index' }, array: ArrayValue, index: Value | undefined, place: Cell | undefined): Value {
  const n = index === undefined ? undefined : asNumber(index);
  if (!isRepeatable(e)) setPlace(m, e, n === undefined ? undefined : elementIn(place, array, n));
  return elementAt(m, array, index ?? dyn(0), place?.name ?? 'this', e.span);
}

/** `p[i]` where p is the address of an element. */
function pointedElement(m: Machine, e: Expr & { is: 'Index' }, address: Value, index: Value): Value {
  const n = asNumber(index);
  const cell = elementCell(address, n ?? 0);
  if (!isRepeatable(e)) setPlace(m, e, n === undefined ? undefined : cell);
  if (n !== undefined) return (cell && restingOn(cell.read(), assumptionsBehind(index))) ?? unknown('input', 'this is outside of the array', e.span);
  const array = cell?.whole?.read();
  return cell?.whole && array !== undefined && isArray(array) ? elementAt(m, array, index, cell.whole.name, e.span) : unknown('input', 'the index is not known', e.span);
}

function indexObject(m: Machine, e: Expr & { is: 'Index' }, object: Value, args: readonly Value[], place: Cell | undefined): Value {
  m.returnedPlace = undefined;
  const value = callMember(m, object, 'operator[]', args.map((arg) => ({ value: arg, span: e.span })), e.span, place);
  setPlace(m, e, m.returnedPlace);
  return value;
}

function callBuiltinOffset(m: Machine, pointer: Pointer, amount: Value, span: Span): Value {
  if (isUnknown(amount)) return { ...pointer, offset: amount };
  return attempt(m, span, [amount], () => {
    const entry = lookupMethod('pointer', 'operator+');
    return entry ? entry.run({ targs: [], args: [pointer, amount], ctx: builtinContext(m) }) : pointer;
  });
}
