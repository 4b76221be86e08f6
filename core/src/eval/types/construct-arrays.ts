// Makes arrays from lists and from other arrays, element by element.
import { say } from '../../base/say';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { ArrayValue, Pointer, Value } from '../../values/value';
import { spellType } from '../../values/print';
import { accessElement } from '../memory/accesses';
import { conversionFunctions } from '../overload/conversion-functions';
import { elementless } from '../overload/templates';
import { construct, convert, type GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { heldArray, unitsOfElement } from '../values/elements';
import type { Arg, ClassInstance } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isArray, isList } from '../values/kinds';
import { unknown } from '../values/unknown';
import { arrayOf, countOf } from './aggregates';
import { copiedAs } from './copies';
import { madeOfEach } from './lists-in-turn';
import { sourcesOf } from './tuples-of-references';

/** An array of that type from a list, or from another array; what the list does not give is as `T{}`. */
export function constructArray(
  m: Machine,
  example: ArrayValue,
  args: readonly Value[],
  span: Span,
  sources: GivenArgs = [],
): Value {
  const [only] = args;
  if (args.length === 1 && only !== undefined && isArray(only) && isArrayOf(only, example))
    return convertToArray(m, only, example, span);
  const given =
    args.length === 1 && only !== undefined && isTuple(only) && isListOf(only, example.element) ? only : args;
  spend(unitsOfElement * example.elements.length);
  const { element } = example;
  const from = given === args ? sources : sourcesOf(given);
  if (given.some((part) => isPartOf(m, part, element))) return arrayOf(m, example, given, span, from);
  if (given.length > example.elements.length)
    return unknown('unsupported', say`the elements of this array are not given one by one`, span);
  return holdingEach(m, example, { given, from, count: example.elements.length }, span);
}

/** What elements of an array, or of a list of the library, are made of. */
interface Parts {
  readonly given: readonly Value[];
  readonly from: GivenArgs;
  /** How many there are; what is not given is as `T{}`. */
  readonly count: number;
}

function holdingEach(m: Machine, example: ArrayValue, { given, from, count }: Parts, span: Span): Value {
  const { element } = example;
  const make = (i: number): Value => elementOfType(m, given[i], element, span, from[i]);
  const elements = madeOfEach(m, from, element, count, make, span);
  return isTuple(elements) ? { ...example, elements } : elements;
}

/** Whether an array is copied to one of a type, and not its first element. */
function isArrayOf({ element }: ArrayValue, { element: wanted }: ArrayValue): boolean {
  return classOf(wanted) ? sameType(element, wanted) : !isArray(wanted);
}

/** Whether a list is that of all elements: where these are tuples, it may be the first of them. */
function isListOf(list: readonly Value[], element: Value): boolean {
  return !isTuple(element) || (list.length > 0 && list.every(isTuple) && !element.every(isTuple));
}

/** How many elements a list gives an array of unknown bound, where it leaves braces out; undefined where it does
 *  not. */
export function elementsGiven(
  m: Machine,
  { element }: Pointer,
  list: readonly Value[],
  span: Span,
): number | undefined {
  const inner = heldArray({ is: 'Wrap', how: 'array', of: { is: 'Opaque', why: '', span }, span }, element, 1);
  const example = isArray(inner) ? inner : element;
  return list.some((part) => isPartOf(m, part, example))
    ? m.silently(() => countOf(m, example, list, span))
    : undefined;
}

/** Whether an element of a list is a part of the array's element, whose braces are left out. */
function isPartOf(m: Machine, part: Value, element: Value): boolean {
  if (isTuple(part) || isUnknown(part) || isArray(part) || part.is === 'text') return false;
  const instance = classOf(element);
  if (!instance) return isArray(element);
  return !mayBecome(m, part, instance) && !instance.scope.names.has('#constructors');
}

/** Whether an object is one of a class, or may be converted to one. */
function mayBecome(m: Machine, part: Value, instance: ClassInstance): boolean {
  const given = classOf(part);
  return given !== undefined && (derivesFrom(given, instance) || conversionFunctions(m, given).length > 0);
}

function elementOfType(m: Machine, given: Value | undefined, element: Value, span: Span, from?: Arg): Value {
  if (given && !isTuple(given) && given.is === 'element') accessElement(m, given.pointer, false, span);
  const made =
    given === undefined
      ? construct(m, element, [], span)
      : convert(m, copiedAs(m, given, element, { ...from, span }), element, false, undefined, from);
  m.temporaries.adopt(made);
  return made;
}

/** A `std::initializer_list<T>`: its elements are copied from those of a list ([dcl.init.list]/5), and are the same
 *  ones where it is made of another one. */
export function constructList(
  m: Machine,
  example: ArrayValue,
  args: readonly Value[],
  span: Span,
  sources: GivenArgs = [],
): Value {
  const [only] = args;
  const isWhole = args.length === 1 && only !== undefined;
  if (isWhole && isList(only)) return sameType(only, example) ? only : notOfType(example, span);
  if (isWhole && isUnknown(only)) return { ...only, type: erase(example) };
  const given = isWhole && isTuple(only) ? only : args;
  const known = sourcesOf(given);
  const from = known.length === 0 && sources.length === given.length ? sources : known;
  spend(unitsOfElement * given.length);
  return holdingEach(m, example, { given, from, count: given.length }, span);
}

function notOfType(example: ArrayValue, span: Span): Value {
  return unknown('unsupported', say`this list is no \`${spellType(example)}\``, span);
}

/** `auto x = {1, 2}`: a list, where all elements are of one type ([dcl.type.auto.deduct]). */
export function deducedList(m: Machine, elements: readonly Value[], span: Span): Value {
  const [first, ...others] = elements.map(elementless);
  if (first === undefined || isUnknown(first) || others.some((other) => isUnknown(other) || !sameType(first, other)))
    return unknown('unsupported', say`the type of the elements of this list is not known`, span);
  return constructList(m, { is: 'array', of: 'list', element: first, elements: [] }, [elements], span);
}

/** A copy. */
export function convertToArray(m: Machine, value: Value, example: ArrayValue, span: Span, name = 'value'): Value {
  if (isTuple(value)) return constructArray(m, example, value, span, sourcesOf(value));
  if (isUnknown(value))
    return {
      ...example,
      elements: example.elements.map((_, i) => convert(m, value, example.element, false, `${name}[${i}]`)),
    };
  if (!isArray(value) || value.elements.length !== example.elements.length) return value;
  return {
    ...example,
    elements: value.elements.map((part, i) => convert(m, part, example.element, false, `${name}[${i}]`)),
  };
}
