// Objects of `std::tuple` and `std::pair` with elements that are references. Such an element is held as a
// `reference_wrapper`, which is the variable that it refers to wherever it is used.
import { say } from '../../base/say';
import { elementTypes, hasReferences, partType, standardTupleOf, tupleOfTypes } from '../../values/standard-tuples';
import type { TypeOf, Value } from '../../values/value';
import { nowhere, type Span } from '../../base/span';
import { loseCell } from '../memory/losing';
import { hasEffects } from '../names/effects';
import { categoryOf, categoryOfPart } from '../overload/categories';
import { convert, type GivenArgs } from '../state/evaluator';
import { copiesByCode } from './copying-code';
import { typeOfHeld } from './held-types';
import { saidOfGiven } from './placed';
import type { Machine } from '../state/machine';
import { type Cell, partOf, VarCell } from '../values/cells';
import type { Arg } from '../values/entities';
import { held, isHolder, reference, saidByReference } from '../values/holders';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { constVolatile, type Pointed } from '../values/qualifiers';
import { unknown } from '../values/unknown';

/** Whether a value is a tuple with elements that are references. */
export function isOfReferences(value: Value): value is readonly Value[] {
  return isTuple(value) && hasReferences(value);
}

/** A tuple whose elements are variables or copies, of the type that an example says. What is written through elements
 *  that cannot be followed is not known. */
export function constructReferring(
  m: Machine,
  example: readonly Value[],
  args: readonly Value[],
  given: GivenArgs,
): Value {
  const [only] = args;
  if (
    args.length === 1 &&
    only !== undefined &&
    isOfReferences(only) &&
    sameType(erase(only), example) &&
    !copiesByCode(only)
  )
    return only;
  const list = args.length === 1 && only !== undefined && isTuple(only) ? lists.get(only) : undefined;
  if (list && isTuple(only) && only.length === example.length) return constructReferring(m, example, only, list);
  const types = elementTypes(example);
  const one = (value: Value, i: number): Value | undefined =>
    !types[i]?.ref && copiesByCode(value) ? undefined : element(m, types[i], value, given[i]);
  const elements = args.length === example.length ? args.map(one) : [];
  const followed = elements.flatMap((one) => (one === undefined ? [] : [one]));
  if (followed.length === example.length && example.length > 0)
    return tupleOfTypes(standardTupleOf(example) ?? 'tuple', followed, types);
  const why = say`objects of tuples with references are not modelled`;
  for (const arg of given) if (arg?.cell) loseCell(m, arg.cell, why, arg.span);
  for (const value of args) loseReferred(m, value, why, nowhere);
  return unknown('unsupported', why);
}

const lists = new WeakMap<readonly Value[], GivenArgs>();

/** The values of a braced list without a type, of which it is remembered what variables they are, and which of them
 *  have side effects: it may become a tuple of references later, or an object whose parts begin in turn. */
export function listOf(values: readonly Value[], given: GivenArgs): readonly Value[] {
  if (given.some((arg) => arg && (arg.cell ?? classOf(arg.value) ?? isActing(arg)))) lists.set(values, given);
  return values;
}

const isActing = ({ written }: Arg): boolean => written !== undefined && hasEffects(written.expr, written.scope);

/** The variables that the values of such a list are. */
export function sourcesOf(list: readonly Value[]): GivenArgs {
  return lists.get(list) ?? [];
}

/** Undefined for a reference to a value that has no variable, or one of another type. */
function element(m: Machine, type: TypeOf | undefined, value: Value, given: GivenArgs[number]): Value | undefined {
  if (!type || type.vague) return undefined;
  if (!type.ref) return convert(m, value, type.of);
  const cell = given?.cell;
  return cell && !cell.among && sameType(erase(cell.read()), type.of) ? reference(cell) : undefined;
}

/** `std::tie(a, b)`, and `std::forward_as_tuple(a, 1)`, whose temporaries live as long as the statement. */
export function tied(m: Machine, args: readonly Arg[], forwards: boolean, span: Span): Value {
  const cells = args.map(
    ({ cell, value }): Cell | undefined => cell ?? (forwards ? new VarCell('', value) : undefined),
  );
  const isOpen = (cell: Cell | undefined): boolean => cell === undefined || cell.among !== undefined;
  if (cells.some(isOpen) || cells.some((cell) => cell && isUnknown(cell.read())) || args.some(isToBase)) {
    const why = say`objects of tuples with references are not modelled`;
    for (const { cell } of args) if (cell) loseCell(m, cell, why, span);
    return unknown('unsupported', why, span);
  }
  const found = cells.flatMap((cell) => cell ?? []);
  const types = found.map((cell, i): TypeOf => {
    const given = args[i];
    const isLvalue = given?.cell !== undefined && given.category?.is !== 'xvalue';
    const { constant = cell.fixed, vague } = given ? saidOfGiven(m, given) : {};
    return {
      is: 'type',
      of: erase(cell.read()),
      ref: isLvalue ? 'lvalue' : 'rvalue',
      ...(constant ? { constant } : vague && { vague }),
    };
  });
  return tupleOfTypes(
    'tuple',
    found.map((cell) => reference(cell)),
    types,
  );
}

/** Whether an argument refers to a base of its object, which is not followed through objects of the library. */
function isToBase({ value, cell }: Arg): boolean {
  const base = classOf(value);
  return base !== undefined && cell !== undefined && base !== classOf(cell.read());
}

/** `std::ref(x)`; `said`: what its type says of x. */
export function referenceTo(given: Arg, said: Pointed): Value {
  if (isToBase(given)) return unknown('unsupported', say`\`std::${'ref'}\` is not modelled`, given.span);
  return given.cell ? reference(given.cell, said) : given.value;
}

/** What `std::make_tuple` or `std::make_pair` makes of values of which some are `std::ref(x)`. */
export function madeWithReferences(of: 'tuple' | 'pair', values: readonly Value[]): Value {
  const types = values.map((value): TypeOf => {
    const cell = isHolder(value, 'reference_wrapper') ? held(value, undefined) : undefined;
    const { constant, volatile, vague } = saidByReference(value);
    const said = { ...constVolatile({ constant, volatile }), ...(vague && { vague }) };
    return cell ? { is: 'type', of: erase(cell.read()), ref: 'lvalue', ...said } : { is: 'type', of: erase(value) };
  });
  return tupleOfTypes(of, values, types);
}

/** The variable that an element of a tuple refers to; undefined for an element that is no reference. */
export function referredBy(tuple: readonly Value[], index: number): Cell | undefined {
  const part = tuple[index];
  const isReference = standardTupleOf(tuple) === undefined || elementTypes(tuple)[index]?.ref !== undefined;
  return isReference && part !== undefined && isHolder(part, 'reference_wrapper') ? held(part, undefined) : undefined;
}

/** The elements of a tuple as arguments: its variables, and those that it refers to. */
export function elementsGiven(m: Machine, given: Arg, span: Span): readonly Arg[] {
  const { value: tuple, cell } = given;
  if (!isTuple(tuple)) return [];
  const whole = categoryOf(m, given);
  return tuple.map((value, i) => {
    const part = referredBy(tuple, i) ?? (cell && partOf(cell, i));
    const category = categoryOfPart(whole, partType(tuple, i));
    return { value: part?.read() ?? value, span, category, ...(part && { cell: part }) };
  });
}

/** The elements as values, those that are references as what they refer to. */
export function valuesOf(tuple: readonly Value[]): readonly Value[] {
  return tuple.map((part, i) => referredBy(tuple, i)?.read() ?? part);
}

/** Assigns to a tuple of references: to what they refer to, and to its own elements ([tuple.assign]). */
export function assignReferring(
  m: Machine,
  tuple: readonly Value[],
  place: Cell | undefined,
  value: Value,
  at: Span,
): void {
  const parts = isTuple(value) && value.length === tuple.length ? valuesOf(value) : undefined;
  for (const i of tuple.keys()) {
    const cell = referredBy(tuple, i) ?? (place && partOf(place, i));
    const part = parts?.[i];
    if (cell && part !== undefined) m.write(cell, convert(m, part, typeOfHeld(cell.read()), false, cell.name));
    else if (cell) loseCell(m, cell, say`${cell.name} is set by an assignment to \`std::tie\``, at);
  }
}

/** What a value refers to may be set. */
export function loseReferred(m: Machine, value: Value, why: string, at: Span): void {
  if (!isOfReferences(value)) return;
  for (const i of value.keys()) {
    const cell = referredBy(value, i);
    if (cell) loseCell(m, cell, why, at);
  }
}
