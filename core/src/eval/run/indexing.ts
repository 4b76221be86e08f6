// `object[i]`: elements of memory, of arrays whose elements are known, of objects with `operator[]`.
import { isTensor } from '../../values/convert';
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import { hostMethod } from '../library/host';
import { callObject } from '../library/library-calls';
import { elementAt, noteChoice } from '../memory/arrays';
import { categoryOfGiven, ofTensor } from '../memory/tensor-elements';
import { loseByOperator } from '../memory/named-code';
import { argsOf } from '../names/packs';
import { categoryOfExpression, categoryOfPointed } from '../overload/categories';
import { locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { operate, promoted } from '../types/arithmetic';
import { asArithmetic } from '../types/object-conversions';
import { arrayAt, elementCell, elementIn, memoryOf, restingOn } from '../values/elements';
import { type Cell, outermostArray } from '../values/cells';
import type { Category, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { isArray } from '../values/kinds';
import { SomeElement } from '../values/one-of-cells';
import { beginOfSpan, sizeOfSpan } from '../values/vectors';
import { asNumber, assumptionsBehind } from '../values/truth';
import { contested, becauseOf, mayBeInvalid, unknown } from '../values/unknown';
import { mayBePointer } from '../overload/builtin-operands';
import { callMember } from './call';
import { loadedPointer } from './members';
import { elementOf } from './pointed';
import { loadedOperand } from './operands';

/** `object[i]`, `object[i, j]`. */
export function indexAt(m: Machine, e: Expr & { is: 'Index' }, scope: Scope): Located {
  const located = locate(m, e.object, scope);
  const spanned = beginOfSpan(located.value);
  const { as, category } = located;
  const [held, named] =
    spanned === undefined ? [loadedPointer(m, located.value, e.object.span), located.place] : [spanned, undefined];
  const array = arrayAt(held);
  const object = array ? array.read() : held;
  const given = argsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  loseByOperator(m, '[]', object, e.span);
  if (isUnknown(object)) return elementOfSome(array ?? named, object, args);
  if (m.mode.unevaluated && mayBePointer(m, object, '[]'))
    return { value: contested(say`whether this is a pointer is not known`, e.span), place: undefined };
  if (!isTuple(object) && object.is === 'struct' && object.cls !== undefined)
    return callMember(
      m,
      object,
      'operator[]',
      given,
      e.span,
      array ?? named,
      array ? undefined : (category ?? categoryOfExpression(m, e.object, scope)),
      as,
    );
  const indices = given.map((arg) => {
    const { value, written, span } = arg;
    const one = m.simt ? loadedOperand(m, value, written?.expr ?? { ...e, span }) : value;
    return asArithmetic(m, typed(one), undefined, true, arg) ?? one;
  });
  const failed = m.mode.unevaluated ? indices.find(mayBeInvalid) : undefined;
  if (failed) return { value: failed, place: undefined };
  const [index = dyn(0)] = indices;
  if (isOutside(located.value, index))
    return { value: unknown('input', say`this is outside of the array`, e.span), place: undefined };
  const n = args.length === 0 ? undefined : asNumber(index);
  noteChoice(m, object);
  const tensor = category ?? (isTensor(object) ? categoryOfExpression(m, e.object, scope) : {});
  const value = ofTensor(object, tensor, elementValue(m, e, object, indices, (array ?? named)?.name ?? 'this'));
  const isFollowed = m.simt === undefined && args.length > 0;
  const ofElement = isTensor(object) ? categoryOfGiven(object, value) : categoryOfElement(m, e, located, scope);
  if (n === undefined)
    return { value, place: isFollowed ? someElement(held, named, value) : undefined, category: ofElement };
  return { value, place: elementIn(named, named?.read() ?? held, n), category: ofElement };
}

/** What `a[i]` is: an element of an array is const where the array is, one behind a pointer where its type says so
 *  ([expr.sub]/2). Of an array that is no lvalue, compilers differ in what its elements are. */
function categoryOfElement(
  m: Machine,
  e: Expr & { is: 'Index' },
  located: Located,
  scope: Scope,
): Category | undefined {
  const array = located.place?.peek();
  const pointed = array && isArray(array) ? undefined : categoryOfPointed(located.value);
  const isInMemory = !isTuple(located.value) && located.value.is === 'pointer' && located.value.length !== undefined;
  if (pointed?.constant === true || (!isInMemory && !(array && isArray(array)))) return pointed;
  const { is, volatile, ...object } = located.category ?? categoryOfExpression(m, e.object, scope);
  if (array === undefined || !isArray(array)) return pointed && { ...pointed, constant: object.constant };
  const constant = array.constant ?? object.constant;
  return is === 'lvalue' || (is !== undefined && array.of !== 'c') ? { is: 'lvalue', constant, volatile } : undefined;
}

/** `(c ? a : b)[i]`, where what `c` is is not known: an element of one of them. */
function elementOfSome(array: Cell | undefined, object: Unknown, [index]: readonly Value[]): Located {
  if (!array?.among || index === undefined) return { value: becauseOf(object), place: undefined };
  const n = asNumber(index);
  const place = n === undefined ? new SomeElement([array], becauseOf(object)) : elementIn(array, object, n);
  return { value: place?.read() ?? becauseOf(object), place };
}

/** The place of an element whose index is not known: in an array, or anywhere in those around it where a pointer leads
 *  to one of its elements. */
function someElement(held: Value, named: Cell | undefined, value: Value): Cell | undefined {
  const first = elementCell(held, 0);
  const array = first?.whole ? outermostArray(first) : (arrayAt(held) ?? named);
  const isList = array !== undefined && (array.among !== undefined || isArray(array.read()) || isTuple(array.read()));
  return isList ? new SomeElement(array.open ? (array.among ?? []) : [array], value) : undefined;
}

/** Whether a span has no element at an index: the array behind it may have one. */
function isOutside(object: Value, index: Value): boolean {
  const [n, size] = [asNumber(index), sizeOfSpan(object)];
  return n !== undefined && size !== undefined && (n < 0 || n >= size);
}

/** A value of the type of one that is not known. */
function typed(value: Value): Value {
  return isUnknown(value) ? (value.type ?? value) : value;
}

function elementValue(
  m: Machine,
  e: Expr & { is: 'Index' },
  object: Value,
  args: readonly Value[],
  name: string,
): Value {
  const [index] = args;
  const memory = memoryOf(object);
  if (memory) return elementValue(m, e, memory, args, name);
  if (isArray(object)) return elementAt(m, object, index ?? dyn(0), name, e.span);
  if (elementCell(object, 0)) return pointedElement(m, e, object, index ?? dyn(0));
  if (!isTuple(object) && object.is === 'pointer' && index !== undefined)
    return elementOf(
      m,
      isUnknown(index) ? { ...object, offset: index } : operate(m, { op: '+', span: e.span }, object, promoted(index)),
      e,
    );
  const host = hostMethod(
    m,
    object,
    'operator[]',
    args.map((value) => ({ value, span: e.span })),
    e.span,
  );
  return host ?? callObject(m, object, args, e.span);
}

/** `p[i]` where p is the address of an element. */
function pointedElement(m: Machine, e: Expr & { is: 'Index' }, address: Value, index: Value): Value {
  const n = asNumber(index);
  const cell = elementCell(address, n ?? 0);
  if (n !== undefined)
    return (
      (cell && restingOn(cell.read(), assumptionsBehind(index))) ??
      unknown('input', say`this is outside of the array`, e.span)
    );
  const array = cell?.whole?.read();
  return cell?.whole && array !== undefined && isArray(array)
    ? elementAt(m, array, index, cell.whole.name, e.span)
    : unknown('input', say`the index is not known`, e.span);
}
