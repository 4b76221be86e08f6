// Assignments of objects: by the operator that a class has for them, else member by member, so that members that have
// one use it. Clause [class.copy.assign].
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import { associatedFunctions } from '../names/associated';
import { categoryOf } from '../overload/categories';
import { convert, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom, partAt } from '../values/base-parts';
import { type Cell, partOf } from '../values/cells';
import { type Arg, type Category, type ClassInstance, type Scope } from '../values/entities';
import { isOptional } from '../values/holders';
import { standardTupleOf } from '../../values/standard-tuples';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { notFollowed } from './library-elements';
import { classOf, isArray, targetOf } from '../values/kinds';
import { movesParts, takesConst } from './chosen-copies';
import { leaveMoved } from './moved-from';
import { asBase, memberCategories } from './copies';
import { copiesByCode } from './copying-code';
import { someObject } from '../values/some-object';
import { unknown } from '../values/unknown';
import { userOperator } from './user-operators';

/** Assigns a value to a variable of its class part by part; false where no part has an operator of its own, so that the
 *  value can be written as a whole. */
export function assignParts(m: Machine, to: Cell, from: Arg, scope: Scope): boolean {
  const held = to.read();
  if (isUnknown(held) && !targetOf(from.value) && isMovedByCode(from.value)) {
    loseLasting(m, say`what assigns to \`${to.name}\` is not followed`, from.span);
    return true;
  }
  // A pair that is made of the list is assigned ([pairs.pair]).
  if (isTuple(from.value) && isTuple(held) && !standardTupleOf(from.value) && isMovedByCode(held)) {
    const { span } = from;
    const value = convert(m, from.value, erase(held));
    if (!isUnknown(value) && standardTupleOf(value))
      return assignParts(m, to, { value, span, category: { is: 'xvalue', constant: false } }, scope);
    loseLasting(m, say`what assigns to \`${to.name}\` is not followed`, span);
    m.write(to, notFollowed());
    return true;
  }
  if (isOptional(held) && (isMovedByCode(held) || isMovedByCode(from.value))) {
    const why = say`what assigns to \`${to.name}\` is not followed`;
    loseLasting(m, why, from.span);
    m.write(to, unknown('unsupported', why, from.span));
    return true;
  }
  const [own, of] = [classOf(held), classOf(from.value)];
  if (own && of && own !== of && derivesFrom(of, own)) {
    assignObject(m, own, to, baseGiven(from, own, to), scope);
    return true;
  }
  if (!isAssignedByCode(held) || own !== of) return false;
  // The class's own operators do not serve, or one of them was called.
  if (own) assignObject(m, own, to, from, scope);
  else assignPart(m, to, from, scope);
  return true;
}

/** Assigns to an object one of its class that was made for it, of a list or of another type; false where no part has an
 *  operator of its own. */
export function assignMade(m: Machine, to: Cell, made: Value, scope: Scope, span: Span): boolean {
  const held = to.read();
  const instance = classOf(held);
  if (!instance || classOf(made) !== instance || !isAssignedByCode(held)) return false;
  assignObject(m, instance, to, { value: made, span, category: { is: 'xvalue', constant: false } }, scope);
  return true;
}

/** Assigns to the part of an object that a base is, to which an expression refers; undefined where the expression is of
 *  the object's own class, or where the value is none that the base takes. */
export function assignToBase(m: Machine, object: Located, from: Arg, scope: Scope): Located | undefined {
  const { value, place } = object;
  const [base, of, given] = [classOf(value), place && classOf(place.read()), classOf(from.value)];
  if (!place || !base || !of || of === base || !given || !derivesFrom(given, base)) return undefined;
  assignBase(m, base, place, from, scope);
  return { value: asBase(place.read(), base, place), place, as: base };
}

function assignPart(m: Machine, to: Cell, from: Arg, scope: Scope): void {
  const held = to.read();
  if (!isAssignedByCode(held)) {
    m.write(to, from.value);
    leaveMoved(m, from.value, from);
    return;
  }
  const { span } = from;
  const object = { value: held, cell: to, span, category: { is: 'lvalue', constant: false } as const };
  if (classOf(held) && userOperator(m, '=', [object, from], scope, span)) return;
  const instance = classOf(held);
  if (instance) return assignObject(m, instance, to, from, scope);
  for (const [key, part] of partsOf(from.value)) assignMember(m, key, part, to, from, scope);
}

/** What the compiler writes: bases first, by the operator that they have for it, then members. */
function assignObject(m: Machine, instance: ClassInstance, to: Cell, given: Arg, scope: Scope): void {
  const category = categoryOfParts(m, instance, given.category);
  const from = { ...given, category };
  for (const base of instance.bases) assignBase(m, base, to, from, scope);
  const { value } = from;
  if (isTuple(value) || value.is !== 'struct') return;
  const closures = (instance.libraryBases ?? []).flatMap(({ held }) => held ?? []);
  const taken = memberCategories(m, instance, category);
  for (const name of [...closures, ...instance.fields.map((field) => field.name)]) {
    const part = value.fields.get(name);
    if (part !== undefined) assignMember(m, name, part, to, { ...from, category: taken(name) }, scope);
  }
}

/** A copy takes a const object where it may ([class.copy.assign]/2), so its parts are const. */
function categoryOfParts(m: Machine, instance: ClassInstance, category: Category | undefined): Category {
  const { is, constant } = category ?? {};
  const isMoved = (is === 'xvalue' || is === 'prvalue') && constant === false;
  if (isMoved && movesParts(instance)) return { is: 'xvalue', constant };
  const takes = takesConst(m, 'assign', instance);
  return { is: 'lvalue', constant: takes === false ? constant : takes };
}

function assignBase(m: Machine, base: ClassInstance, whole: Cell, from: Arg, scope: Scope): void {
  const to = partAt(whole, base);
  const given = baseGiven(from, base, whole);
  const object: Arg = {
    value: asBase(whole.read(), base, whole),
    cell: to,
    span: from.span,
    category: { is: 'lvalue', constant: false },
  };
  if (!userOperator(m, '=', [object, given], scope, from.span, true)) assignObject(m, base, to, given, scope);
}

/** The part that a base is of what is assigned to `whole`. */
function baseGiven(from: Arg, base: ClassInstance, whole: Cell): Arg {
  const cell = from.cell && partAt(from.cell, base);
  return { ...from, cell, value: asBase(from.value, base, from.cell ?? whole) };
}

function assignMember(m: Machine, key: string | number, part: Value, to: Cell, from: Arg, scope: Scope): void {
  const cell = from.cell && partOf(from.cell, key);
  const target = targetOf(part);
  if (target?.kind === 'address' && target.as === 'reference') return;
  assignPart(m, partOf(to, key), { ...from, value: part, cell }, scope);
}

function partsOf(value: Value): readonly (readonly [string | number, Value])[] {
  if (isTuple(value)) return [...value.entries()];
  if (isArray(value)) return [...value.elements.entries()];
  return value.is === 'struct' ? [...value.fields] : [];
}

/** Whether what moves or copies a value, or assigns it, runs code of the program. */
export function isMovedByCode(value: Value): boolean {
  return copiesByCode(value) || isAssignedByCode(value);
}

/** Whether the program has a function that exchanges an object with another one. */
export function isSwappedByCode(value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is !== 'struct') return false;
    return associatedFunctions('swap', [object]).length > 0 || object.fields.values();
  });
}

/** Whether assigning to a variable runs code of the program. */
function isAssignedByCode(value: Value): boolean {
  if (isTuple(value)) return value.some(isAssignedByCode);
  if (isArray(value)) return value.elements.some(isAssignedByCode);
  const instance = classOf(value);
  if (isOptional(value)) return [...value.fields.values()].some(isAssignedByCode);
  if (!instance || value.is !== 'struct') return false;
  return hasAssignment(instance) || [...value.fields.values()].some(isAssignedByCode);
}

function hasAssignment({ scope, bases }: ClassInstance): boolean {
  const own = scope.own('operator=');
  return (own?.kind === 'functions' && own.overloads.some(({ decl }) => decl.body)) || bases.some(hasAssignment);
}

/** An argument that is what an expression gives. */
export function assigned(m: Machine, { value, cell, span, ...from }: Arg): Arg {
  const { is, constant = false } = categoryOf(m, { ...from, span });
  return { value, cell, span, category: { is: !cell ? 'prvalue' : is === 'xvalue' ? is : 'lvalue', constant } };
}
