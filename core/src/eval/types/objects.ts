// Objects of the program's classes: constructors, those of their bases, aggregates. guides.ts deduces the template
// arguments that follow from operands.
import { say } from '../../base/say';
import { nowhere, type Span } from '../../base/span';
import type { Func, Let, MemberInit } from '../../ir/program';
import type { Value } from '../../values/value';
import { accessElement } from '../memory/accesses';
import { bracedArguments } from '../memory/vectors';
import { argsOf } from '../names/packs';
import { implicitOnes, saysExplicit } from '../overload/explicit';
import { categoryOf } from '../overload/categories';
import { type Picked, resolve } from '../overload/overloads';
import { type GivenArgs, callFunction, construct, type Designators, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope, Source } from '../values/entities';
import { derivesFrom, partAt, partIn } from '../values/base-parts';
import { asField, type Cell, partOf, VarCell } from '../values/cells';
import {
  type Arg,
  type ClassEntity,
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  hasField,
} from '../values/entities';
import { noteInitialiser } from '../values/choices';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, isArray, isVector } from '../values/kinds';
import { unknown } from '../values/unknown';
import { aggregate, holdClosure, inTurn } from './aggregates';
import { baseInits, delegates, isOfBase, isOfClosure } from './base-inits';
import { exampleOf, need } from './classes';
import { whileOfClass } from './overriders';
import { constructorFor, copiesOwn } from './beside-implicit';
import { copyPart, isOfDerived, sliced, stored } from './copies';
import { hasConstructors, notMade } from './unmade';
import { isAggregateAnyway, siteOfConstructor, siteOfInitialisers } from './initialiser-sites';
import { fullExpression } from './lifetimes';
import { outOfTurn } from './lists-in-turn';
import { made, ObjectBeingMade } from './made-objects';
import { deducedInstance } from './guides';
import { besideCopies, listConstructor } from './list-constructors';
import { type Beginning, blank, fieldDefault, filledExample, isObject, referring, usesOthers } from './members';

/** An object: by a constructor of the class, else field by field. `instance` absent: the arguments decide (CTAD). */
export function constructClass(
  m: Machine,
  entity: ClassEntity,
  instance: ClassInstance | undefined,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given?: GivenArgs,
): Value {
  const target = instance ?? deducedInstance(m, entity, args);
  if (!target || target === 'unclear')
    return unknown('unsupported', say`the template arguments of \`${entity.name}\` cannot be deduced here`, span, [
      entity.name,
    ]);
  need(m, target);
  const failed = notMade(m, target, span);
  if (failed) return failed;
  return m.budget.deeper(() => made(m, target, span, () => construction(m, target, args, span, designators, given)));
}

/** An object of a value that is converted to its class: no explicit constructor does that ([over.match.copy]). */
export function constructImplicitly(m: Machine, target: ClassInstance, value: Value, from?: Source): Value {
  need(m, target);
  if (m.budget.isDeep()) return unknown('depth', say`\`${target.entity.name}\` contains itself without end`);
  const given = from && [{ ...from, value }];
  const run = (): Value => construction(m, target, [value], nowhere, undefined, given, undefined, true);
  return m.budget.deeper(() => made(m, target, from?.span ?? nowhere, run));
}

function construction(
  m: Machine,
  target: ClassInstance,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given?: GivenArgs,
  begin: Beginning = { how: 'value', name: '' },
  implicit = false,
): Value {
  const own = target.scope.names.get('#constructors');
  const constructors = args.length > 0 || !isInherited(target, own) ? own : undefined;
  const all = constructors?.kind === 'functions' ? constructors.overloads : [];
  const elements = args.map((value, i): Arg => ({ ...given?.[i], value, span }));
  const list = designators ? listConstructor(m, all, elements, span) : undefined;
  const operands = list?.is === 'picked' ? list.operands : elements;
  const others = implicit ? implicitOnes(m, all) : all;
  const [only] = operands;
  const isDerived = operands.length === 1 && only && !list && isOfDerived(only.value, exampleOf(target));
  const beside = isDerived ? constructorFor(m, target, only, implicit) : undefined;
  const taken = beside?.is === 'parts' ? beside.category : undefined;
  if (isDerived && (!beside || taken) && !isTuple(only.value) && only.value.is === 'struct')
    return sliced(m, only.value, target, only, !implicit, taken);
  if (designators && beside?.is === 'picked' && saysExplicit(beside.entity.decl)) return notKnownOf(target, span);
  const taking =
    beside && beside.is !== 'parts' ? beside : constructors && !list ? resolve(m, others, [], operands) : undefined;
  const found = list ?? (taking && !designators ? besideCopies(m, others, taking, operands, span) : taking);
  if (found?.is === 'unclear') return unknown('unsupported', found.why, span, [target.key]);
  const picked = found?.is === 'picked' ? found : undefined;
  if (designators && !isDerived && picked && classOf(only?.value ?? []) && copiesOwn(target, picked.entity))
    return notKnownOf(target, span);
  const early = picked && designators && !list ? givenEarly(m, picked, elements, span) : undefined;
  if (early) return early;
  if (args.length > 0 && !list && (!picked || picked.entity.decl.defaulted)) {
    const [first] = args;
    if (first !== undefined && picked?.entity.decl.defaulted) return first;
    if (!isOwnOfUser(own)) return aggregate(m, target, args, span, designators, given);
  }
  const isByUser = picked !== undefined && !picked.entity.decl.defaulted;
  const written = designators && { ...begin, braced: true as const };
  const begins = isByUser ? ({ ...begin, how: 'default' } as const) : (written ?? begin);
  const isInTurn = isByUser || target.bases.some(runsCode);
  const cell = new ObjectBeingMade(blank(m, target, cellOf(target), begins, isInTurn));
  if (isByUser) return runPicked(m, target, picked, operands, span, cell);
  if (args.length === 0) {
    if (isInTurn) beginParts(m, target, cell, span, begins);
    return cell.read();
  }
  return unknown('unsupported', say`no constructor of \`${target.key}\` takes these arguments`, span, [
    target.entity.name,
  ]);
}

/** Why a constructor is not run that a list gives its arguments. */
function givenEarly(m: Machine, { entity, scope }: Picked, given: readonly Arg[], span: Span): Value | undefined {
  const { params } = entity.decl;
  const typeAt = (i: number): Value | undefined => {
    const type = params[i]?.type;
    return type && given.length > 1 ? typeExample(m, type, scope) : undefined;
  };
  return outOfTurn(m, given, typeAt, span);
}

/** A list may be taken as its only element is, or as what a conversion gives of that. */
function notKnownOf({ key }: ClassInstance, span: Span): Value {
  return unknown('unsupported', say`which constructor of \`${key}\` copies is not followed`, span, [key]);
}

/** Whether all constructors are inherited: then the class has one without arguments of its own. */
function isInherited(target: ClassInstance, constructors: Entity | undefined): boolean {
  return constructors?.kind === 'functions' && constructors.overloads.every(({ owner }) => owner && owner !== target);
}

/** Runs a constructor of the class, or one that it has from a base: that one makes the base, and all else begins as it
 *  does without arguments ([class.inhctor.init]). */
function runPicked(
  m: Machine,
  target: ClassInstance,
  { entity, scope }: Picked,
  args: readonly Arg[],
  span: Span,
  cell: Cell,
): Value {
  const { owner = target } = entity;
  if (owner === target) return runConstructor(m, target, entity, scope, args, cell);
  m.sites.at(undefined, () => {
    for (const base of target.bases)
      if (derivesFrom(base, owner)) runPicked(m, base, { entity, scope }, args, span, baseCell(target, base, cell));
      else constructPart(m, base, [], span, baseCell(target, base, cell));
    initialiseMembers(m, target, [], target.scope, cell);
  });
  return cell.read();
}

/** Whether a class has a constructor that the program writes, so that it is no aggregate. */
function isOwnOfUser(constructors: Entity | undefined): boolean {
  return constructors?.kind === 'functions' && constructors.overloads.some(({ decl }) => !decl.defaulted);
}

/** `T x;`: by the constructor without arguments, else members without an initialiser have no value. */
export function beginObject(m: Machine, example: Value, name: string, span: Span): Value {
  const target = classOf(example);
  if (!target) return construct(m, example, [], span);
  need(m, target);
  const failed = notMade(m, target, span);
  if (failed) return failed;
  const begin = { how: 'default', name } as const;
  return m.budget.deeper(() =>
    made(m, target, span, () => construction(m, target, [], span, undefined, undefined, begin)),
  );
}

function cellOf(instance: ClassInstance): VarCell {
  return new ObjectBeingMade(exampleOf(instance));
}

function runConstructor(
  m: Machine,
  instance: ClassInstance,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  cell: Cell,
): Value {
  scope.self = cell;
  const before = (inner: Scope): void =>
    m.sites.at(siteOfConstructor(entity.decl), () => initialise(m, instance, entity.decl, inner, cell));
  whileOfClass(m, cell, instance, () => callFunction(m, entity, scope, args, { before }));
  return cell.read();
}

/** Runs one constructor on an object, or on the part of one that a class is, where nothing of it is there yet. */
export function initialiseBy(
  m: Machine,
  instance: ClassInstance,
  decl: Func,
  scope: Scope,
  args: readonly Arg[],
  cell: Cell,
): void {
  const whole = cell.read();
  if (isTuple(whole) || whole.is !== 'struct') return;
  const part = blank(m, instance, new ObjectBeingMade(exampleOf(instance)), { how: 'default', name: '' }, true);
  cell.set({ ...whole, fields: new Map([...whole.fields, ...part.fields]) });
  runConstructor(m, instance, { decl, scope: instance.scope, owner: instance }, scope, args, cell);
}

/** Bases first, in their order, then members; or all of it by another constructor of the class. */
function initialise(m: Machine, instance: ClassInstance, decl: Func, scope: Scope, cell: Cell): void {
  const inits = decl.constructorInits ?? [];
  const ofBases = baseInits(m, instance, inits, scope, decl.nameSpan);
  if ('is' in ofBases) {
    cell.set(ofBases);
    return;
  }
  const delegated = ofBases.find((init) => delegates(init, instance));
  if (delegated) {
    const { args, scope: inner, braced } = delegated;
    constructPart(m, instance, argsOf(m, args, inner), args[0]?.span ?? decl.nameSpan, cell, braced);
    return;
  }
  for (const base of instance.bases) {
    const init = ofBases.find((one) => isOfBase(one, base));
    const part = baseCell(instance, base, cell);
    const made = init?.braced ? inTurn(m, exampleOf(base), init, init.scope, decl.nameSpan) : undefined;
    if (made !== undefined) setPart(base, made, part);
    else constructPart(m, base, init ? argsOf(m, init.args, init.scope) : [], decl.nameSpan, part, init?.braced);
  }
  for (const base of instance.libraryBases ?? []) {
    const init = base.held === undefined ? undefined : ofBases.find((one) => isOfClosure(one, base.of));
    const [only] = init ? argsOf(m, init.args, init.scope) : [];
    if (only) holdClosure(m, base, only.value, only, decl.nameSpan, cell);
  }
  initialiseMembers(m, instance, inits, scope, cell);
}

/** What a constructor does that the compiler writes: the bases begin in their order, and then the members. */
function beginParts(m: Machine, part: ClassInstance, cell: Cell, span: Span, begin: Beginning): void {
  const ofBases = isAggregateAnyway(part) ? begin : { ...begin, braced: undefined };
  m.sites.at(siteOfInitialisers(m, part, begin), () => {
    for (const base of part.bases) constructPart(m, base, [], span, baseCell(part, base, cell), false, ofBases);
    initialiseMembers(m, part, [], part.scope, cell, begin);
  });
}

/** Whether a base has constructors or initialisers whose order counts. */
function runsCode(base: ClassInstance): boolean {
  return hasConstructors(base) || base.fields.some(usesOthers) || base.bases.some(runsCode);
}

/** Runs a constructor of a base, or another one of the class, on an object whose members have their defaults. */
function constructPart(
  m: Machine,
  part: ClassInstance,
  args: readonly Arg[],
  span: Span,
  cell: Cell,
  isBraced = false,
  begin: Beginning = { how: 'default', name: '' },
): void {
  const [copy, ...further] = args;
  if (
    copy &&
    further.length === 0 &&
    !isTuple(copy.value) &&
    copy.value.is === 'struct' &&
    classOf(copy.value) === part
  ) {
    const place = copy.cell ?? new VarCell('', copy.value);
    copyPart(m, part, copy.value, { place, category: categoryOf(m, copy), span, direct: true }, cell);
    return;
  }
  const constructors = part.scope.names.get('#constructors');
  const values = args.map(({ value }) => value);
  const all = constructors?.kind === 'functions' ? constructors.overloads : [];
  const list = isBraced ? listConstructor(m, all, args, span) : undefined;
  const taking = constructors && !list ? resolve(m, all, [], args) : undefined;
  const picked = list ?? (taking && !isBraced ? besideCopies(m, all, taking, args, span) : taking);
  if (picked?.is === 'unclear') {
    cell.set(unknown('unsupported', picked.why, span, [part.key]));
    return;
  }
  if (picked?.is === 'picked' && picked.entity.decl.body) {
    runPicked(m, part, picked, list?.is === 'picked' ? list.operands : args, span, cell);
    return;
  }
  if (args.length === 0) {
    const isElsewhere = picked?.is === 'picked' && !picked.entity.decl.defaulted;
    if (!isElsewhere) return beginParts(m, part, cell, span, begin);
    for (const base of part.bases) constructPart(m, base, [], span, baseCell(part, base, cell));
    return;
  }
  const [only] = values;
  const given = only === undefined ? undefined : classOf(only);
  const own = given && derivesFrom(given, part) && only && !isTuple(only) && only.is === 'struct' ? only : undefined;
  const copied = own && partIn(own, part);
  if (copied && copy?.cell && !isTuple(copied) && copied.is === 'struct') {
    const from = { place: partAt(copy.cell, part), category: categoryOf(m, copy), span, direct: true };
    copyPart(m, part, copied, from, cell);
    return;
  }
  const braced = values.length === 1 && only !== undefined && isTuple(only) ? only : values;
  const made = copied ?? constructClass(m, part.entity, part, braced, span);
  m.temporaries.adopt(made);
  setPart(part, made, cell);
}

/** Sets the members of a base of an object. */
function setPart(part: ClassInstance, made: Value, cell: Cell): void {
  if (isTuple(made) || made.is !== 'struct') return;
  const whole = cell.read();
  // An object that code left out may have changed has no members any more that could be set.
  if (isTuple(whole) || whole.is !== 'struct') return;
  cell.set({
    ...whole,
    fields: new Map([...whole.fields, ...[...made.fields].filter(([name]) => hasField(part, name))]),
  });
}

/** Where the part of an object is that is a base of a class. */
function baseCell({ heldBases }: ClassInstance, base: ClassInstance, cell: Cell): Cell {
  const held = heldBases?.get(base);
  return held === undefined ? cell : partOf(cell, held);
}

/** Members in the order of their declaration: what the constructor says of them, else their own initialiser, which may
 *  use what was initialised before it. */
function initialiseMembers(
  m: Machine,
  instance: ClassInstance,
  inits: readonly MemberInit[],
  scope: Scope,
  cell: Cell,
  begin: Beginning = { how: 'default', name: '' },
): void {
  for (const field of instance.fields) {
    const init = inits.find(({ name }) => name === field.name);
    if (!init && !usesOthers(field) && !isObject(m, instance, field)) continue;
    const value = init ? initialised(m, instance, field, init, scope) : fieldDefault(m, instance, field, cell, begin);
    // What a base's constructor or this initialiser leaves out may have changed the object: then nothing is known of
    // it.
    const object = cell.read();
    if (isTuple(object) || object.is !== 'struct') return;
    cell.set({ ...object, fields: new Map([...object.fields, [field.name, asField(object, field.name, value)]]) });
  }
}

/** Whether a constructor of a class makes an object of another value ([class.base.init]/7): explicit ones may. */
function isConverted(value: Value, example: Value): boolean {
  const [from, to] = [classOf(value), classOf(example)];
  if (!to?.scope.names.has('#constructors') || isTuple(value) || isUnknown(value)) return false;
  return !from || !derivesFrom(from, to);
}

function initialised(m: Machine, instance: ClassInstance, field: Let, init: MemberInit, scope: Scope): Value {
  const { args, braced } = init;
  noteInitialiser(args[0], field.name);
  return fullExpression(m, () => {
    const made = braced ? inTurn(m, filledExample(m, field, instance.scope), { args }, scope, field.span) : undefined;
    if (made !== undefined) return made;
    const given = argsOf(m, args, scope);
    const [only] = given;
    const reference = referring(m, instance, field, only);
    if (reference) return reference;
    const values = given.map(({ value }) => value);
    const example = filledExample(m, field, instance.scope, values);
    const isCopy = only && given.length === 1 && !isConverted(only.value, example);
    if (isCopy && !isTuple(only.value) && only.value.is === 'element')
      accessElement(m, only.value.pointer, false, only.span);
    if (isCopy && !(braced && (isArray(example) || isVector(example))))
      return stored(m, only.value, example, only, field.span, field.name, true);
    if (!braced) return construct(m, example, values, field.span, undefined, given);
    return construct(m, example, bracedArguments(example, values), field.span, [], given);
  });
}
