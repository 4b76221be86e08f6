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
import { basesInOrder, type ClassInstance, type LibraryBase, type Scope, type Source } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { isLaterOfUnion, membersInPlaceOf } from '../values/unions';
import { exampleOf, need } from './classes';
import { copied, stored } from './copies';
import { isAggregateAnyway } from './initialiser-sites';
import { type Elements, EvaluatedElements, isInTurn, type List, MadeTooLate, WrittenElements } from './lists-in-turn';
import { made, ObjectBeingMade } from './made-objects';
import { fieldDefault, fieldExample, filledExample, referring } from './members';
import { valuesOf } from './tuples-of-references';
import { notMade } from './unmade';

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
  const order = new MadeTooLate(m, given);
  const object = objectOf(m, instance, new EvaluatedElements(args, given, span), span, order);
  return order.instead(span) ?? object;
}

/** An object or an array from a list whose elements are evaluated in their turn; undefined where the order does not
 *  count, or something else than the rules of aggregates may make it. */
export function inTurn(m: Machine, example: Value, brace: List, scope: Scope, span: Span): Value | undefined {
  const instance = classOf(example);
  if (instance) need(m, instance);
  const isAggregate = instance ? isAggregateAnyway(instance) : isArrayOfLanguage(example);
  if (!isAggregate || !isInTurn(m, example, brace)) return undefined;
  const list = new WrittenElements(m, brace, scope);
  if (isArray(example)) return takeArray(m, example, list, span, 'value');
  if (!instance) return undefined;
  const failed = notMade(m, instance, span);
  return failed ?? m.budget.deeper(() => made(m, instance, span, () => objectOf(m, instance, list, span)));
}

function isArrayOfLanguage(example: Value): boolean {
  return isArray(example) && example.of === 'c';
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

function objectOf(m: Machine, instance: ClassInstance, list: Elements, span: Span, order?: MadeTooLate): Struct {
  const self = new ObjectBeingMade(exampleOf(instance));
  const make = <T>(example: () => Value, run: () => T): T => (order ? order.make(list, example, run) : run());
  for (const base of basesInOrder(instance))
    if ('of' in base) takeLibraryBase(m, base, list, span, self);
    else
      inherit(
        self,
        base,
        make(
          () => exampleOf(base),
          () => takeObject(m, base, list, span),
        ),
      );
  for (const field of instance.fields) {
    const isLater = isLaterOfUnion(instance, field.name);
    const isGiven = list.has(field.name) && !isLater;
    const begin = { how: isLater ? 'default' : 'value', name: '' } as const;
    const value = isGiven
      ? make(
          () => fieldExample(m, field, instance.scope),
          () => takeField(m, instance, field, list, span),
        )
      : fieldDefault(m, instance, field, self, begin);
    setField(self, field, value);
  }
  return objectIn(self);
}

/** The element for a base from the library, of which only a closure is kept. */
function takeLibraryBase(m: Machine, base: LibraryBase, list: Elements, span: Span, self: Cell): void {
  const { next } = list;
  if (next === undefined) return;
  const { value } = next;
  // The braces of a base may be left out where it has no members.
  if (base.held === undefined && !isTuple(value) && !isUnknown(value) && !sameType(value, base.of)) return;
  list.advance();
  holdClosure(m, base, value, next, span, self);
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
  const inner = list.list && takeList(m, filledExample(m, field, instance.scope), list, span);
  if (inner !== undefined) return inner;
  const { next } = list;
  const reference = referring(m, instance, field, next);
  if (reference) {
    list.advance();
    return reference;
  }
  const example = filledExample(m, field, instance.scope, next ? [next.value] : []);
  return take(m, example, list, span, field.name);
}

/** What the next element makes, where it is a list that nothing has evaluated, and the order in it counts. */
function takeList(m: Machine, example: Value, list: Elements, span: Span): Value | undefined {
  const made = list.list && inTurn(m, example, list.list.list, list.list.scope, span);
  if (made === undefined) return undefined;
  list.advance();
  m.temporaries.adopt(made);
  return made;
}

/** The next element of a list as a value of the type, or the next few where the type's own braces are left out. */
function take(m: Machine, example: Value, list: Elements, span: Span, name: string): Value {
  const { next } = list;
  if (next === undefined) return isUnknown(example) ? example : construct(m, example, [], span);
  const instance = classOf(example);
  if (instance) return takeObject(m, instance, list, span, name);
  if (isArray(example) && example.of === 'c' && !isWholeArray(next.value))
    return takeArray(m, example, list, span, name);
  list.advance();
  return stored(m, next.value, example, next, span, name);
}

function isWholeArray(next: Value): boolean {
  return isTuple(next) || isArray(next) || isUnknown(next) || next.is === 'text';
}

function takeObject(m: Machine, instance: ClassInstance, list: Elements, span: Span, name = ''): Value {
  const inner = takeList(m, exampleOf(instance), list, span);
  if (inner !== undefined) return inner;
  const { next } = list;
  if (next === undefined) return construct(m, exampleOf(instance), [], span);
  const { value } = next;
  const given = classOf(value);
  const isWhole =
    isTuple(value) || isUnknown(value) || (given && derivesFrom(given, instance)) || hasOwnConstructors(instance);
  if (!isWhole) return objectOf(m, instance, list, span);
  list.advance();
  return stored(m, value, exampleOf(instance), next, span, name);
}

function hasOwnConstructors(instance: ClassInstance): boolean {
  return instance.scope.names.has('#constructors');
}

function takeArray(m: Machine, example: ArrayValue, list: Elements, span: Span, name: string): ArrayValue {
  const { element } = example;
  return {
    ...example,
    elements: example.elements.map(
      (_, i) => takeList(m, element, list, span) ?? take(m, element, list, span, `${name}[${i}]`),
    ),
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
  return takeArray(m, example, new EvaluatedElements(args, given, span), span, 'value');
}

/** The object whose members were set: setting a member leaves it an object. */
function objectIn(self: Cell): Struct {
  const object = self.read();
  invariant(object.is === 'struct', 'an object stays one while its members are set');
  return object;
}

/** How many values of a type a list gives. */
export function countOf(m: Machine, example: Value, args: readonly Value[], span: Span): number {
  const list = new EvaluatedElements(args, [], span);
  return m.aside('unevaluated', span, () => {
    let count = 0;
    for (; list.at < args.length; count++) {
      const before = list.at;
      take(m, example, list, span, 'value');
      // A class without members takes none, which no compiler accepts.
      if (list.at === before) list.advance();
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
