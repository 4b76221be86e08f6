// Objects of the program's classes: constructors, those of their bases, aggregates. The template arguments that follow
// from operands, guides.ts deduces.
import type { Span } from '../../base/span';
import type { Expr, Func, Let } from '../../ir/program';
import type { Value } from '../../values/value';
import { lookup } from '../names/names';
import { argsOf } from '../names/packs';
import { resolve } from '../overload/overloads';
import { type ArgumentCells, callFunction, construct, convert, type Designators, locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import {
  type Arg,
  type ClassEntity,
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  VarCell,
} from '../values/entities';
import { fitted } from '../values/bit-fields';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { aggregate, referring } from './aggregates';
import { derivesFrom, exampleOf, need } from './classes';
import { deducedInstance } from './guides';
import { type Beginning, blank, fieldDefault, fieldExample, isObject, usesOthers } from './members';

/** An object: by a constructor of the class, else field by field. `instance` absent: the arguments decide (CTAD). */
export function constructClass(
  m: Machine,
  entity: ClassEntity,
  instance: ClassInstance | undefined,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  cells?: ArgumentCells,
): Value {
  const target = instance ?? deducedInstance(m, entity, args);
  if (!target || target === 'unclear')
    return unknown('unsupported', `the template arguments of \`${entity.name}\` cannot be deduced here`, span, [
      entity.name,
    ]);
  need(m, target);
  if (m.budget.isDeep()) return unknown('depth', `\`${entity.name}\` contains itself without end`, span);
  return m.budget.deeper(() => construction(m, target, args, span, designators, cells));
}

function construction(
  m: Machine,
  target: ClassInstance,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  cells?: ArgumentCells,
  begin: Beginning = { how: 'value', name: '' },
): Value {
  const own = target.scope.names.get('#constructors');
  const constructors = own ?? (args.length > 0 ? inheritedConstructors(target) : undefined);
  const operands = args.map((value, i): Arg => ({ value, span, cell: cells?.[i] }));
  const found = constructors?.kind === 'functions' ? resolve(m, constructors.overloads, [], operands) : undefined;
  if (found?.is === 'unclear') return unknown('unsupported', found.why, span, [target.key]);
  const picked = found?.is === 'picked' ? found : undefined;
  if (args.length > 0 && (!picked || picked.entity.decl.defaulted)) {
    const [only] = args;
    if (only !== undefined && picked?.entity.decl.defaulted) return only;
    if (!isOwnOfUser(own)) return aggregate(m, target, args, span, designators, cells);
  }
  const isByUser = picked !== undefined && !picked.entity.decl.defaulted;
  const begins = isByUser ? ({ ...begin, how: 'default' } as const) : begin;
  const cell = new VarCell('this', blank(m, target, cellOf(target), begins, isByUser));
  if (isByUser) return runConstructor(m, picked.entity.owner ?? target, picked.entity, picked.scope, operands, cell);
  if (args.length === 0) {
    for (const base of target.bases) constructPart(m, base, [], span, cell);
    if (target.bases.some(hasConstructors)) initialiseMembers(m, target, [], target.scope, cell, begin);
    return cell.read();
  }
  return unknown('unsupported', `no constructor of \`${target.key}\` takes these arguments`, span, [
    target.entity.name,
  ]);
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
  if (m.budget.isDeep()) return unknown('depth', `\`${target.entity.name}\` contains itself without end`, span);
  return m.budget.deeper(() => construction(m, target, [], span, undefined, undefined, { how: 'default', name }));
}

function cellOf(instance: ClassInstance): VarCell {
  return new VarCell('this', exampleOf(instance));
}

/** `using Base::Base;` */
function inheritedConstructors({ decl, bases, scope }: ClassInstance): Entity | undefined {
  for (const s of decl.members ?? []) {
    const name = s.is === 'UsingDecl' && s.name.is === 'Scope' ? s.name : undefined;
    const of = name?.of && (name.of.is === 'Name' || name.of.is === 'Scope') ? name.of.id : undefined;
    const base =
      of !== undefined && (name?.id === of || bases.some(({ entity }) => entity.name === name?.id))
        ? bases.find((one) => isNameOf(one, of, scope))
        : undefined;
    if (base) return base.scope.names.get('#constructors');
  }
  return undefined;
}

function hasConstructors(instance: ClassInstance): boolean {
  return instance.scope.names.has('#constructors') || instance.bases.some(hasConstructors);
}

function runConstructor(
  m: Machine,
  instance: ClassInstance,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  cell: VarCell,
): Value {
  scope.self = cell;
  callFunction(m, entity, scope, args, { before: (inner) => initialise(m, instance, entity.decl, inner, cell) });
  return cell.read();
}

/** Runs one constructor on an object that is not there yet. */
export function initialiseBy(
  m: Machine,
  instance: ClassInstance,
  decl: Func,
  scope: Scope,
  args: readonly Arg[],
  cell: VarCell,
): void {
  cell.set(blank(m, instance, cell, { how: 'default', name: '' }, true));
  runConstructor(m, instance, { decl, scope: instance.scope, owner: instance }, scope, args, cell);
}

/** Bases first, in their order, then members; or all of it by another constructor of the class. */
function initialise(m: Machine, instance: ClassInstance, decl: Func, scope: Scope, cell: VarCell): void {
  const inits = decl.constructorInits ?? [];
  const delegated = inits.find(({ name }) => nameBefore(name) === instance.entity.name);
  if (delegated) {
    constructPart(m, instance, argsOf(m, delegated.args, scope), delegated.args[0]?.span ?? decl.nameSpan, cell);
    return;
  }
  for (const base of instance.bases) {
    const init = inits.find(({ name }) => isNameOf(base, nameBefore(name), scope));
    constructPart(m, base, init ? argsOf(m, init.args, scope) : [], decl.nameSpan, cell);
  }
  initialiseMembers(m, instance, inits, scope, cell);
}

/** `Base` of `Base<T>` and of `ns::Base<T>`. */
function nameBefore(written: string): string {
  return /(\w+)\s*(?:<[\s\S]*)?$/.exec(written.replace(/<[\s\S]*$/, ''))?.[1] ?? written;
}

/** A base may be written by its name, or by an alias of it. */
function isNameOf(base: ClassInstance, name: string, scope: Scope): boolean {
  if (base.entity.name === name) return true;
  const entity = lookup(scope, name);
  return entity?.kind === 'type' && classOf(entity.of) === base;
}

/** Runs a constructor of a base, or another one of the class, on an object whose members have their defaults. */
function constructPart(m: Machine, part: ClassInstance, args: readonly Arg[], span: Span, cell: VarCell): void {
  if (args.length === 0 && !hasConstructors(part)) return;
  const constructors = part.scope.names.get('#constructors');
  const values = args.map(({ value }) => value);
  const picked = constructors?.kind === 'functions' ? resolve(m, constructors.overloads, [], args) : undefined;
  if (picked?.is === 'unclear') {
    cell.set(unknown('unsupported', picked.why, span, [part.key]));
    return;
  }
  if (picked?.is === 'picked' && picked.entity.decl.body) {
    runConstructor(m, part, picked.entity, picked.scope, args, cell);
    return;
  }
  if (args.length === 0) {
    for (const base of part.bases) constructPart(m, base, [], span, cell);
    return;
  }
  const [only] = values;
  const given = only === undefined ? undefined : classOf(only);
  const braced = values.length === 1 && only !== undefined && isTuple(only) ? only : values;
  const made = given && derivesFrom(given, part) ? only : constructClass(m, part.entity, part, braced, span);
  if (made === undefined || isTuple(made) || made.is !== 'struct') return;
  const whole = cell.read();
  // An object that code left out may have changed has no members any more that could be set.
  if (isTuple(whole) || whole.is !== 'struct') return;
  cell.set({
    ...whole,
    fields: new Map([...whole.fields, ...[...made.fields].filter(([name]) => hasField(part, name))]),
  });
}

function hasField(instance: ClassInstance, name: string): boolean {
  return instance.fields.some((field) => field.name === name) || instance.bases.some((base) => hasField(base, name));
}

/** Members in the order of their declaration: what the constructor says of them, else their own initialiser, which may
 *  use what was initialised before it. */
function initialiseMembers(
  m: Machine,
  instance: ClassInstance,
  inits: NonNullable<Func['constructorInits']>,
  scope: Scope,
  cell: VarCell,
  begin: Beginning = { how: 'default', name: '' },
): void {
  for (const field of instance.fields) {
    const init = inits.find(({ name }) => name === field.name);
    if (!init && !usesOthers(field) && !isObject(m, instance, field)) continue;
    const value = init
      ? initialised(m, instance, field, init.args, scope)
      : fieldDefault(m, instance, field, cell, begin);
    // What a base's constructor or this initialiser leaves out may have changed the object: then nothing is known of
    // it.
    const object = cell.read();
    if (isTuple(object) || object.is !== 'struct') return;
    cell.set({ ...object, fields: new Map([...object.fields, [field.name, fitted(field, value)]]) });
  }
}

function initialised(m: Machine, instance: ClassInstance, field: Let, args: readonly Expr[], scope: Scope): Value {
  const given = args.map((e) => locate(m, e, scope));
  const values = given.map(({ value }) => value);
  for (const value of values) m.temporaries.adopt(value);
  const reference = referring(field, given[0]?.place);
  if (reference) return reference;
  const example = fieldExample(m, field, instance.scope);
  return values.length === 1 && values[0] !== undefined
    ? convert(m, values[0], example, false, field.name)
    : construct(m, example, values, field.span);
}
