// Objects of the program's classes: constructors, those of their bases, aggregates, and template arguments that follow
// from operands.
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Expr, Func, Let } from '../../ir/program';
import type { Struct, Value } from '../../values/value';
import { isVector } from '../memory/vectors';
import { lookup } from '../names/names';
import { argsOf } from '../names/packs';
import { resolve } from '../overload/overloads';
import { deduceParameter } from '../overload/deduction';
import { type Bound } from '../overload/templates';
import {
  type ArgumentCells,
  callFunction,
  construct,
  convert,
  type Designators,
  evaluate,
  locate,
  typeExample,
} from '../state/evaluator';
import type { Machine } from '../state/machine';
import { heldArray, uninitialisedArray } from '../values/elements';
import {
  type Arg,
  type Cell,
  type ClassEntity,
  type ClassInstance,
  type Entity,
  type FunctionEntity,
  Scope,
  VarCell,
} from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { callable, classOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { derivesFrom, exampleOf, instanceOf, need, primaryParams } from './classes';

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
): Value {
  const cell = new VarCell('this', blank(m, target, cellOf(target)));
  const own = target.scope.names.get('#constructors');
  const constructors = own ?? (args.length > 0 ? inheritedConstructors(target) : undefined);
  const operands = args.map((value, i): Arg => ({ value, span, cell: cells?.[i] }));
  const picked = constructors?.kind === 'functions' ? resolve(m, constructors.overloads, [], operands) : undefined;
  if (picked?.is === 'unclear') return unknown('unsupported', picked.why, span, [target.key]);
  if (picked?.is === 'picked')
    return runConstructor(m, picked.entity.owner ?? target, picked.entity, picked.scope, operands, cell);
  if (!own && args.length === 0) {
    for (const base of target.bases) constructPart(m, base, [], span, cell);
    if (target.bases.some(hasConstructors)) initialiseMembers(m, target, [], target.scope, cell);
    return cell.read();
  }
  return aggregate(m, target, cell, args, span, designators, cells);
}

function cellOf(instance: ClassInstance): VarCell {
  return new VarCell('this', exampleOf(instance));
}

/** What it costs to make a member of an object. */
const unitsOfField = 128;

/** Every field with its default initialiser or its type's default. */
function blank(m: Machine, instance: ClassInstance, self: VarCell): Struct {
  let fields = new Map<string, Value>();
  for (const base of instance.bases) fields = new Map([...fields, ...blank(m, base, self).fields]);
  for (const field of instance.fields) {
    fields.set(field.name, fieldDefault(m, instance, field, self));
    self.set({ is: 'struct', name: instance.key, cls: instance, fields });
  }
  return { is: 'struct', name: instance.key, cls: instance, fields };
}

function fieldDefault(m: Machine, instance: ClassInstance, field: Let, self: VarCell): Value {
  spend(unitsOfField, 'members');
  const scope = new Scope(instance.scope);
  scope.self = self;
  const example = heldArray(field.type, typeExample(m, field.type, scope));
  let value: Value;
  if (field.init.how === 'copy') value = convert(m, evaluate(m, field.init.value, scope), example, false, field.name);
  else if (field.init.how === 'none') value = defaultOf(m, example, field);
  else
    value = construct(
      m,
      example,
      field.init.args.map((e) => evaluate(m, e, scope)),
      field.span,
    );
  m.record(field.nameSpan, 'member', value, { name: field.name, start: field.span.start });
  return value;
}

/** What a member without an initialiser holds: objects their default, pointers a named base, numbers a symbol. */
function defaultOf(m: Machine, example: Value, field: Let): Value {
  if (isTuple(example) || isUnknown(example)) return example;
  if (example.is === 'struct' && (classOf(example) || isVector(example))) return construct(m, example, [], field.span);
  if (example.is === 'array')
    return uninitialisedArray(example, field.name, (element, name) => defaultOf(m, element, { ...field, name }));
  if (example.is === 'pointer') return { ...example, base: field.name };
  if (example.is === 'dynamic')
    return m.unknownInt(field.name, `${field.name} is not set here`, 'input', field.nameSpan, example.bits);
  return example;
}

function aggregate(
  m: Machine,
  instance: ClassInstance,
  cell: VarCell,
  given: readonly Value[],
  span: Span,
  designators?: Designators,
  cells?: ArgumentCells,
): Value {
  const args = [...given];
  for (const base of instance.bases)
    if (isWhole(m, base, args[0])) constructPart(m, base, [{ value: args.shift() ?? [], span }], span, cell);
  const object = cell.read();
  if (isTuple(object) || object.is !== 'struct') return object;
  const whole = given.length - args.length;
  const names = [...object.fields.keys()].filter(
    (name) => !instance.bases.slice(0, whole).some((base) => hasField(base, name)),
  );
  const fields = new Map(object.fields);
  args.forEach((arg, i) => {
    const name = designators?.[i] ?? names[i];
    if (name === undefined || !fields.has(name)) return;
    const field = instance.fields.find((f) => f.name === name);
    const example = field
      ? heldArray(field.type, typeExample(m, field.type, instance.scope))
      : (fields.get(name) ?? arg);
    fields.set(name, referring(field, cells?.[i + whole]) ?? convert(m, arg, example, false, name));
  });
  return { ...object, fields };
}

/** Whether an element of a braced list is all of a base class: an object of it, or a list in braces of its own. */
function isWhole(m: Machine, base: ClassInstance, arg: Value | undefined): boolean {
  if (arg === undefined) return false;
  if (!isTuple(arg)) return classOf(arg) === base;
  const first = base.fields[0];
  const example = first && typeExample(m, first.type, base.scope);
  return example !== undefined && !isTuple(example) && !isUnknown(example);
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
): void {
  for (const field of instance.fields) {
    const init = inits.find(({ name }) => name === field.name);
    if (!init && !usesOthers(field)) continue;
    const value = init ? initialised(m, instance, field, init.args, scope) : fieldDefault(m, instance, field, cell);
    // What a base's constructor or this initialiser leaves out may have changed the object: then nothing is known of
    // it.
    const object = cell.read();
    if (isTuple(object) || object.is !== 'struct') return;
    cell.set({ ...object, fields: new Map([...object.fields, [field.name, value]]) });
  }
}

function initialised(m: Machine, instance: ClassInstance, field: Let, args: readonly Expr[], scope: Scope): Value {
  const given = args.map((e) => locate(m, e, scope));
  const values = given.map(({ value }) => value);
  const reference = referring(field, given[0]?.place);
  if (reference) return reference;
  const example = heldArray(field.type, typeExample(m, field.type, instance.scope));
  return values.length === 1 && values[0] !== undefined
    ? convert(m, values[0], example, false, field.name)
    : construct(m, example, values, field.span);
}

/** A member `T& x` is the variable that it is given. */
function referring(field: Let | undefined, cell: Cell | undefined): Value | undefined {
  if (
    !cell ||
    field?.type.is !== 'Wrap' ||
    field.type.how !== 'ref' ||
    (field.type.of.is === 'Wrap' && field.type.of.how === 'const')
  )
    return undefined;
  return callable(`&${cell.name}`, { kind: 'address', cell, as: 'reference' });
}

function usesOthers({ init }: Let): boolean {
  const values = init.how === 'none' ? [] : init.how === 'copy' ? [init.value] : init.args;
  return values.some(
    (e) => !['Int', 'Float', 'Bool', 'String', 'Char'].includes(e.is) && !(e.is === 'Brace' && e.args.length === 0),
  );
}

/** Class template argument deduction from a constructor's or an aggregate's parameters. */
function deducedInstance(
  m: Machine,
  entity: ClassEntity,
  args: readonly Value[],
): ClassInstance | 'unclear' | undefined {
  const params = primaryParams(entity);
  if (params.length === 0) return instanceOf(m, entity, []);
  const members = entity.primary?.members ?? [];
  const constructor = members.find(
    (s): s is Func => s.is === 'Func' && s.name === entity.name && s.params.length === args.length,
  );
  const types = constructor
    ? constructor.params.map((p) => p.type)
    : members.filter((s): s is Let => s.is === 'Let' && !s.static).map((s) => s.type);
  const bound: Bound = new Map();
  const d = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: entity.scope };
  args.forEach((arg, i) => {
    const type = types[i];
    if (type) deduceParameter(d, type, arg, {});
  });
  const targs = params.map((p) => bound.get(p.name ?? ''));
  const known = targs.filter((v): v is Value => v !== undefined && !('pack' in v));
  return known.length > 0 || params.every((p) => p.default) ? instanceOf(m, entity, known) : undefined;
}
