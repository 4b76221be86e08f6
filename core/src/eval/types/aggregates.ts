// Aggregates from braced lists: designators, lists within lists, and lists that leave the inner braces out; bases come
// before members. Clause [dcl.init.aggr]. Knows no constructor.
import { invariant } from '../../base/assert';
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import type { ArrayValue, Struct, Value } from '../../values/value';
import { construct, type Designators, type GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { addPart, derivesFrom } from '../values/base-parts';
import { asField, type Cell } from '../values/cells';
import { basesInOrder, type ClassInstance, type LibraryBase, type Source } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { isLaterOfUnion, membersInPlaceOf } from '../values/unions';
import { exampleOf } from './classes';
import { copied, stored } from './copies';
import { ObjectBeingMade } from './made-objects';
import { fieldDefault, filledExample, referring } from './members';
import { valuesOf } from './tuples-of-references';

/** What is left of a braced list. */
interface Elements {
  readonly args: readonly Value[];
  readonly given: GivenArgs;
  at: number;
}

/** `A({1, 2})` copies `A{1, 2}` where the class is an aggregate ([over.best.ics]/4). */
export function listGiven(
  instance: ClassInstance,
  [only, ...others]: readonly Value[],
  given: GivenArgs | undefined,
): readonly Value[] | undefined {
  const written = given?.[0]?.written?.expr;
  const isList = others.length === 0 && written?.is === 'Brace' && !written.type;
  return isList && only && isTuple(only) && !instance.scope.names.has('#constructors') ? valuesOf(only) : undefined;
}

/** An object from the elements of a list. What the list does not give begins as its initialiser says, which may use the
 *  members before it, else as `T{}`. */
export function aggregate(
  m: Machine,
  instance: ClassInstance,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given: GivenArgs = [],
): Value {
  if (designators?.some((name) => name !== undefined)) return designated(m, instance, args, span, designators, given);
  return objectOf(m, instance, { args, given, at: 0 }, span);
}

function designated(
  m: Machine,
  instance: ClassInstance,
  args: readonly Value[],
  span: Span,
  designators: Designators,
  given: GivenArgs,
): Struct {
  const self = new ObjectBeingMade(exampleOf(instance));
  for (const base of instance.bases) inherit(self, base, construct(m, exampleOf(base), [], span));
  for (const field of instance.fields) {
    const i = designators.indexOf(field.name);
    const one = i < 0 ? undefined : args[i];
    if (one === undefined) {
      const isShared = membersInPlaceOf(instance, field.name).some((name) => designators.includes(name));
      setField(self, field, fieldDefault(m, instance, field, self, { how: isShared ? 'default' : 'value', name: '' }));
      continue;
    }
    const example = filledExample(m, field, instance.scope, [one]);
    const made = referring(m, instance, field, given[i]) ?? stored(m, one, example, given[i], span, field.name);
    const value = asField(exampleOf(instance), field.name, made);
    recordMember(m, field, value);
    setField(self, field, value);
  }
  return objectIn(self);
}

function objectOf(m: Machine, instance: ClassInstance, list: Elements, span: Span): Struct {
  const self = new ObjectBeingMade(exampleOf(instance));
  for (const base of basesInOrder(instance))
    if ('of' in base) takeLibraryBase(m, base, list, span, self);
    else inherit(self, base, takeObject(m, base, list, span));
  for (const field of instance.fields) {
    const isLater = isLaterOfUnion(instance, field.name);
    const isGiven = list.at < list.args.length && !isLater;
    setField(
      self,
      field,
      isGiven
        ? takeField(m, instance, field, list, span)
        : fieldDefault(m, instance, field, self, { how: isLater ? 'default' : 'value', name: '' }),
    );
  }
  return objectIn(self);
}

/** The element for a base from the library, of which only a closure is kept. */
function takeLibraryBase(m: Machine, base: LibraryBase, list: Elements, span: Span, self: Cell): void {
  const next = list.args[list.at];
  if (next === undefined) return;
  // The braces of a base may be left out where it has no members.
  if (base.held === undefined && !isTuple(next) && !isUnknown(next) && !sameType(next, base.of)) return;
  holdClosure(m, base, next, list.given[list.at++], span, self);
}

/** Puts a copy of a closure into an object of which its class is a base. */
export function holdClosure(
  m: Machine,
  { held }: LibraryBase,
  value: Value,
  from: Source | undefined,
  span: Span,
  self: Cell,
): void {
  const object = self.read();
  if (held === undefined || isTuple(object) || object.is !== 'struct') return;
  const closure = copied(m, value, { ...from, span });
  m.temporaries.adopt(closure);
  self.set({ ...object, fields: new Map(object.fields).set(held, closure) });
}

function takeField(m: Machine, instance: ClassInstance, field: Let, list: Elements, span: Span): Value {
  const value = asField(exampleOf(instance), field.name, takenField(m, instance, field, list, span));
  recordMember(m, field, value);
  return value;
}

function recordMember(m: Machine, field: Let, value: Value): void {
  m.record(field.nameSpan, 'member', value, { name: field.name, start: field.span.start });
}

function takenField(m: Machine, instance: ClassInstance, field: Let, list: Elements, span: Span): Value {
  const reference = referring(m, instance, field, list.given[list.at]);
  if (reference) {
    list.at++;
    return reference;
  }
  return take(
    m,
    filledExample(m, field, instance.scope, list.args.slice(list.at, list.at + 1)),
    list,
    span,
    field.name,
  );
}

/** The next element of a list as a value of the type, or the next few where the type's own braces are left out. */
function take(m: Machine, example: Value, list: Elements, span: Span, name: string): Value {
  const next = list.args[list.at];
  if (next === undefined) return isUnknown(example) ? example : construct(m, example, [], span);
  const instance = classOf(example);
  if (instance) return takeObject(m, instance, list, span, name);
  if (isArray(example) && example.of === 'c' && !isWholeArray(next)) return takeArray(m, example, list, span, name);
  return stored(m, next, example, list.given[list.at++], span, name);
}

function isWholeArray(next: Value): boolean {
  return isTuple(next) || isArray(next) || isUnknown(next) || next.is === 'text';
}

function takeObject(m: Machine, instance: ClassInstance, list: Elements, span: Span, name = ''): Value {
  const next = list.args[list.at];
  if (next === undefined) return construct(m, exampleOf(instance), [], span);
  const given = classOf(next);
  const isWhole =
    isTuple(next) || isUnknown(next) || (given && derivesFrom(given, instance)) || hasOwnConstructors(instance);
  if (!isWhole) return objectOf(m, instance, list, span);
  return stored(m, next, exampleOf(instance), list.given[list.at++], span, name);
}

function hasOwnConstructors(instance: ClassInstance): boolean {
  return instance.scope.names.has('#constructors');
}

function takeArray(m: Machine, example: ArrayValue, list: Elements, span: Span, name: string): ArrayValue {
  return {
    ...example,
    elements: example.elements.map((_, i) => take(m, example.element, list, span, `${name}[${i}]`)),
  };
}

/** The elements of an array from a list that leaves the braces of its elements out. */
export function arrayOf(
  m: Machine,
  example: ArrayValue,
  args: readonly Value[],
  span: Span,
  given: GivenArgs,
): ArrayValue {
  return takeArray(m, example, { args, given, at: 0 }, span, 'value');
}

/** The object whose members were set: setting a member leaves it an object. */
function objectIn(self: Cell): Struct {
  const object = self.read();
  invariant(object.is === 'struct', 'an object stays one while its members are set');
  return object;
}

/** How many values of a type a list gives. */
export function countOf(m: Machine, example: Value, args: readonly Value[], span: Span): number {
  const list: Elements = { args, given: [], at: 0 };
  return m.aside('unevaluated', span, () => {
    let count = 0;
    for (; list.at < args.length; count++) {
      const before = list.at;
      take(m, example, list, span, 'value');
      // A class without members takes none, which no compiler accepts.
      if (list.at === before) list.at++;
    }
    return count;
  });
}

function setField(self: Cell, field: Let, value: Value): void {
  const object = self.read();
  if (isTuple(object) || object.is !== 'struct') return;
  self.set({ ...object, fields: new Map(object.fields).set(field.name, value) });
}

function inherit(self: Cell, base: ClassInstance, part: Value): void {
  const object = self.read();
  const instance = classOf(object);
  if (!instance || isTuple(object) || isTuple(part) || object.is !== 'struct' || part.is !== 'struct') return;
  const fields = new Map(object.fields);
  addPart(fields, instance, base, part);
  self.set({ ...object, fields });
}
