// What the members of an object begin with: their own initialisers, zeros where the object is value-initialised, and
// numbers that nothing has set where it is only declared. Clauses [dcl.init], [class.base.init]. Knows no constructor.
import { say } from '../../base/say';
import { enumerationOf, enumerator, promotedEnumeration } from '../values/enumerations';
import { dyn, withSign } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import type { Struct, Value } from '../../values/value';
import { argsOf } from '../names/packs';
import { mayRefer, someReferent } from '../memory/references';
import { bracedArguments } from '../memory/vectors';
import { categoryOf } from '../overload/categories';
import { construct, convert, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { heldArray, inThread, uninitialisedArray } from '../values/elements';
import type { Cell } from '../values/cells';
import { addPart, holdsBases, partAt } from '../values/base-parts';
import { asField, isFixed } from '../values/cells';
import { type Arg, type ClassInstance, Scope } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { callable, classOf, isArray, isList, isText, isVector, underlyingType } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { inTurn } from './aggregates';
import { exampleOf } from './classes';
import { isOfDerived, stored } from './copies';
import { isAggregateAnyway, siteOfInitialisers } from './initialiser-sites';
import { fullExpression } from './lifetimes';
import { writtenList } from './lists-in-turn';

/** How an object begins. `name`: of the variable that holds it, for the symbols of what nobody sets. */
export interface Beginning {
  readonly how: 'value' | 'default';
  readonly name: string;
  /** By empty braces. */
  readonly braced?: true | undefined;
}

/** What it costs to make a member of an object. */
const unitsOfField = 128;

/** The type of a member, by example. */
export function fieldExample(m: Machine, field: Let, scope: Scope): Value {
  return heldArray(field.type, typeExample(m, field.type, scope));
}

/** The type of a member that begins with values, or with zeros: of an array all elements are kept, unless a text
 *  initialises it. */
export function filledExample(m: Machine, field: Let, scope: Scope, given: readonly Value[] = []): Value {
  const example = typeExample(m, field.type, scope);
  const isFilled = !isTuple(example) && example.is === 'pointer' && !given.some(hasText);
  const length = isFilled && example.length !== undefined ? asNumber(example.length) : undefined;
  return heldArray(field.type, example, length);
}

function hasText(value: Value): boolean {
  return isTuple(value) ? value.some(hasText) : isText(value);
}

/** The initial values of the members of a class and of its bases, by their own initialisers or by their types. `self`
 *  gets each member before the next one is initialised. */
export function blank(
  m: Machine,
  instance: ClassInstance,
  self: Cell,
  begin: Beginning,
  byConstructor = false,
): Struct {
  const fields = new Map<string, Value>();
  const ofBases = isAggregateAnyway(instance) ? begin : { ...begin, braced: undefined };
  for (const base of instance.bases) addPart(fields, instance, base, blank(m, base, self, ofBases, byConstructor));
  m.sites.at(siteOfInitialisers(m, instance, begin), () => {
    for (const field of instance.fields) {
      const isLater = byConstructor && (usesOthers(field) || isObject(m, instance, field));
      fields.set(field.name, isLater ? notYet(field) : fieldDefault(m, instance, field, self, begin));
      self.set({ is: 'struct', name: instance.key, cls: instance, fields });
    }
  });
  return { is: 'struct', name: instance.key, cls: instance, fields };
}

/** A member that the constructor initialises, in its turn. */
function notYet({ name, nameSpan }: Let): Value {
  return unknown('uninitialised', say`\`${name}\` has no value yet`, nameSpan, [name]);
}

/** Whether a class has a constructor that the program writes. */
export function hasOwnConstructor(instance: ClassInstance): boolean {
  const constructors = instance.scope.names.get('#constructors');
  return constructors?.kind === 'functions' && constructors.overloads.some(({ decl }) => !decl.defaulted);
}

/** Whether a member is an object of the program, or consists of some, whose constructors run once. */
export function isObject(m: Machine, instance: ClassInstance, field: Let): boolean {
  return isOfObjects(fieldExample(m, field, instance.scope));
}

function isOfObjects(example: Value): boolean {
  if (isTuple(example)) return example.some(isOfObjects);
  return classOf(example) !== undefined || (isArray(example) && isOfObjects(example.element));
}

/** Whether a member's own initialiser may use what was initialised before it. */
export function usesOthers({ init }: Let): boolean {
  const values = init.how === 'none' ? [] : init.how === 'copy' ? [init.value] : init.args;
  return values.some(
    (e) => !['Int', 'Float', 'Bool', 'String', 'Char'].includes(e.is) && !(e.is === 'Brace' && e.args.length === 0),
  );
}

/** One member, as it begins where nothing else is said of it. */
export function fieldDefault(m: Machine, instance: ClassInstance, field: Let, self: Cell, begin: Beginning): Value {
  spend(unitsOfField, 'members');
  const scope = new Scope(instance.scope);
  scope.self = self;
  let value: Value;
  if (field.init.how !== 'none')
    value = m.sites.for(field.span, m.sites.now, () => fullExpression(m, () => initialised(m, instance, field, scope)));
  else if (begin.how === 'value') value = named(valueOf(m, filledExample(m, field, scope), field.span), field.name);
  else value = defaultOf(m, fieldExample(m, field, scope), field, memberName(begin.name, field.name));
  const kept = asField(exampleOf(instance), field.name, m.simt ? inThread(value, field.name) : value);
  m.record(field.nameSpan, 'member', kept, { name: field.name, start: field.span.start });
  return kept;
}

/** A member `T& x` is the variable that it is given, or the part of that which is a `T`; `T const& x` is one that may
 *  change. */
export function referring(
  m: Machine,
  { scope }: ClassInstance,
  field: Let | undefined,
  given: Arg | undefined,
): Value | undefined {
  if (!given || field?.type.is !== 'Wrap' || field.type.how !== 'ref') return undefined;
  const { cell = mayRefer(given.value, categoryOf(m, given)) ? referent(m, field, given.value, scope) : undefined } =
    given;
  if (!cell) return undefined;
  const isConst = field.type.of.is === 'Wrap' && field.type.of.how === 'const';
  const instance = classOf(cell.read());
  const example = fieldExample(m, field, scope);
  if (isConst && !isOfDerived(cell.read(), example) && (isFixed(cell) || !sameType(erase(cell.read()), erase(example))))
    return undefined;
  const base = instance && classOf(example);
  const part = base && holdsBases(cell.read()) ? partAt(cell, base) : cell;
  const element = base && base !== instance ? exampleOf(base) : undefined;
  return callable(`&${part.name}`, { kind: 'address', cell: part, as: 'reference', ...(element && { element }) });
}

function referent(m: Machine, field: Let, value: Value, scope: Scope): Cell {
  const example = fieldExample(m, field, scope);
  return someReferent(m, field.name, isUnknown(example) ? value : convert(m, value, example));
}

/** By the member's own initialiser. */
function initialised(m: Machine, instance: ClassInstance, field: Let, scope: Scope): Value {
  const { init, name, span } = field;
  const list = writtenList(init);
  const made = list && inTurn(m, filledExample(m, field, scope), list, scope, span);
  if (made !== undefined) return made;
  const given = argsOf(m, init.how === 'copy' ? [init.value] : init.how === 'none' ? [] : init.args, scope);
  const [only] = given;
  const reference = referring(m, instance, field, only);
  if (reference) return reference;
  const values = given.map(({ value }) => value);
  const example = filledExample(m, field, scope, values);
  if (init.how === 'copy' && only) return stored(m, only.value, example, only, span, name);
  if (init.how !== 'brace') return construct(m, example, values, span, undefined, given);
  return construct(m, example, bracedArguments(example, values), span, init.designators ?? [], given);
}

function memberName(object: string, member: string): string {
  return object === '' ? member : `${object}.${member}`;
}

/** `T{}` of a member; an unknown type stays unknown. */
function valueOf(m: Machine, example: Value, span: Span): Value {
  return isUnknown(example) ? example : construct(m, example, [], span);
}

/** A null pointer is shown by the name of the member that holds it. */
function named(value: Value, name: string): Value {
  return !isTuple(value) && value.is === 'pointer' ? { ...value, base: name } : value;
}

/** What a member without an initialiser holds: objects their default, pointers a named base, numbers a symbol. */
function defaultOf(m: Machine, example: Value, field: Let, name: string): Value {
  if (isTuple(example)) return example.some((part) => classOf(part)) ? construct(m, example, [], field.span) : example;
  if (isUnknown(example)) return example;
  if (example.is === 'struct' && classOf(example)) return m.evaluator.begin(m, example, name, field.span);
  if (example.is === 'struct' && isVector(example)) return construct(m, example, [], field.span);
  if (isList(example)) return example;
  if (example.is === 'array')
    return uninitialisedArray(example, name, (element, of) => defaultOf(m, element, field, of));
  if (example.is === 'pointer') return { ...example, base: field.name };
  const enumeration = enumerationOf(example);
  if (enumeration) return enumerator(defaultOf(m, promotedEnumeration(enumeration), field, name), enumeration);
  if (example.is === 'dynamic')
    return withSign(
      m.unknownInt(name, say`${name} is not set here`, 'input', field.nameSpan, example.bits),
      example.unsigned,
    );
  return example;
}

/** All bytes zero, whatever the constructors and initialisers of the type say: `memset(&x, 0, sizeof x)`. */
export function zeroed(m: Machine, example: Value, name = ''): Value {
  if (isTuple(example)) return example.map((part) => zeroed(m, part));
  const instance = classOf(example);
  if (instance) return zeroedObject(m, instance);
  if (isArray(example)) return { ...example, elements: example.elements.map(() => zeroed(m, example.element)) };
  if (example.is === 'dynamic') return withSign(dyn(0, undefined, example.bits), example.unsigned);
  if (example.is === 'scalar') return { ...example, n: 0 };
  const enumeration = enumerationOf(example);
  if (enumeration) return enumerator(zeroed(m, underlyingType(enumeration)), enumeration);
  if (example.is === 'pointer')
    return { ...example, offset: dyn(0), null: true as const, ...(name !== '' && { base: name }) };
  return example;
}

function zeroedObject(m: Machine, instance: ClassInstance): Struct {
  const fields = new Map<string, Value>();
  for (const base of instance.bases) addPart(fields, instance, base, zeroedObject(m, base));
  for (const field of instance.fields) {
    spend(unitsOfField, 'members');
    fields.set(field.name, zeroed(m, filledExample(m, field, instance.scope), field.name));
  }
  return { is: 'struct', name: instance.key, cls: instance, fields };
}
