// Classes of the program: declaring, choosing a specialisation, instantiating, members, construction, size.
// Members are evaluated when first asked for, so that recursive traits end where C++ lets them end.
import type { Span } from '../base/span';
import type { Expr, Func, Let, Stmt, StructDecl, TemplateParam } from '../ir/program';
import type { Struct, Value } from '../values/value';
import type { Arg } from './call';
import { callFunction, pickOverload } from './call';
import { construct, convert } from './construct';
import { declareMembers } from './declare';
import type { ClassEntity, ClassInstance, FunctionEntity } from './entities';
import { Scope, VarCell } from './entities';
import { asTemplateArgument, entityValue } from './name-values';
import { evaluate } from './expressions';
import { typeExample } from './types';
import { isList, isUnknown, unknownIn } from './inspect';
import { libraryMember } from './library';
import type { Machine } from './machine';
import { unknown } from './machine';
import { lookupIn, lookupMemberOf } from './names';
import type { Bound } from './templates';
import { bindExplicit, declareTemplateParams, deduce, deduceArguments } from './templates';
import { identityKey, typeKey } from './type-key';

/** The class of the program that a value is an object (or an example) of. */
export function classOf(value: Value): ClassInstance | undefined {
  return !isList(value) && value.is === 'struct' ? (value.cls as ClassInstance | undefined) : undefined;
}

/** Adds a declaration of a class, a specialisation or a forward declaration to its scope. */
export function declareClass(decl: StructDecl, scope: Scope): ClassEntity {
  const name = decl.name ?? '';
  const had = scope.names.get(name);
  let entity = had?.kind === 'class' ? had.class : undefined;
  if (!entity) {
    entity = { name, primary: undefined, specialisations: [], scope, instances: new Map(), outOfClass: [] };
    scope.names.set(name, { kind: 'class', class: entity });
  }
  if (decl.specialises) entity.specialisations.push(decl);
  else if (decl.members ?? !entity.primary) entity.primary = decl;
  return entity;
}

/** A class with arguments, as a type. */
export function instantiateClass(m: Machine, entity: ClassEntity, targs: readonly Value[], span: Span): Value {
  for (const targ of targs) {
    const bad = unknownIn(targ);
    if (bad) return bad;
  }
  if (m.budget.isDeep()) return unknown('depth', `\`${entity.name}\` refers to itself without end`, span);
  m.budget.depth++;
  try {
    const instance = instanceOf(m, entity, targs);
    return instance ? { is: 'type', of: exampleOf(instance) } : unknown('unsupported', `\`${entity.name}\` has no definition for these arguments`, span, [entity.name]);
  } finally {
    m.budget.depth--;
  }
}

export function exampleOf(instance: ClassInstance): Struct {
  return { is: 'struct', name: instance.key, cls: instance, fields: new Map() };
}

function instanceOf(m: Machine, entity: ClassEntity, given: readonly Value[]): ClassInstance | undefined {
  const args = withDefaults(m, entity, given);
  const identity = args.map(identityKey).join(',');
  const had = entity.instances.get(identity);
  if (had) return had;
  const chosen = chooseSpecialisation(m, entity, args);
  if (!chosen?.decl.members) return undefined;
  return build(m, entity, chosen, args, identity);
}

function primaryParams(entity: ClassEntity): readonly TemplateParam[] {
  return entity.primary?.templates[entity.primary.templates.length - 1] ?? [];
}

function withDefaults(m: Machine, entity: ClassEntity, given: readonly Value[]): readonly Value[] {
  const params = primaryParams(entity);
  if (given.length >= params.filter((p) => !p.pack).length) return given;
  const scope = new Scope(entity.scope);
  declareTemplateParams(m, params.slice(0, given.length), bindExplicit(params, given), scope, true);
  const args = [...given];
  for (let i = given.length; i < params.length; i++) {
    const param = params[i];
    if (!param?.default) break;
    const value = asTemplateArgument(evaluate(m, param.default, scope));
    args.push(value);
    declareTemplateParams(m, [param], new Map([[param.name ?? '', value]]), scope, true);
  }
  return args;
}

interface Choice {
  readonly decl: StructDecl;
  readonly bound: Bound;
  readonly score: number;
}

function chooseSpecialisation(m: Machine, entity: ClassEntity, args: readonly Value[]): Choice | undefined {
  let best: Choice | undefined;
  for (const decl of entity.specialisations) {
    const params = decl.templates[decl.templates.length - 1] ?? [];
    const bound: Bound = new Map();
    const d = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: entity.scope };
    m.recorder.muted++;
    const fits = deduceArguments(d, decl.specialises ?? [], args);
    m.recorder.muted--;
    const score = -params.length;
    if (fits && (!best || score > best.score)) best = { decl, bound, score };
  }
  if (best) return best;
  return entity.primary ? { decl: entity.primary, bound: bindExplicit(primaryParams(entity), args), score: -1000 } : undefined;
}

function build(m: Machine, entity: ClassEntity, { decl, bound }: Choice, args: readonly Value[], identity: string): ClassInstance {
  const key = args.length > 0 ? `${entity.name}<${args.map(typeKey).join(',')}>` : entity.name;
  const scope = new Scope(entity.scope, entity.name);
  declareTemplateParams(m, decl.templates[decl.templates.length - 1] ?? [], bound, scope, true);
  const inner = new Scope(scope, entity.name);
  const bases: ClassInstance[] = [];
  const fields = dataMembers(decl.members ?? []);
  const instance: ClassInstance = { entity, decl, args, scope: inner, bases, fields, key };
  inner.owner = instance;
  entity.instances.set(identity, instance);
  m.classes.push(instance);
  inner.names.set(entity.name, { kind: 'type', of: exampleOf(instance), at: decl.nameSpan });
  for (const base of decl.bases) addBase(m, instance, base, scope, bases);
  declareMembers(m, instance, decl.members ?? []);
  declareOutOfClass(m, instance);
  return instance;
}

/** Non-static data members, those of unnamed structs and unions among them. */
function dataMembers(members: readonly Stmt[]): Let[] {
  return members.flatMap((s): Let[] => {
    if (s.is === 'Let') return s.static ? [] : [s];
    return s.is === 'Struct' && s.name === undefined ? dataMembers(s.members ?? []) : [];
  });
}

function addBase(m: Machine, instance: ClassInstance, base: Expr, scope: Scope, bases: ClassInstance[]): void {
  const example = typeExample(m, base, scope);
  const known = classOf(example);
  if (known && !derivesFrom(known, instance)) bases.push(known);
  else if (known) return;
  else if (!isUnknown(example)) instance.scope.names.set('#base', { kind: 'type', of: example, at: base.span });
}

/** Broken text may make a class its own base; that base does not count. */
function derivesFrom(instance: ClassInstance, base: ClassInstance): boolean {
  return instance === base || instance.bases.some((b) => derivesFrom(b, base));
}

function declareOutOfClass(m: Machine, instance: ClassInstance): void {
  for (const decl of instance.entity.outOfClass) {
    const scope = new Scope(instance.scope);
    const patterns = decl.qualifier && (decl.qualifier.is === 'Name' || decl.qualifier.is === 'Scope') ? (decl.qualifier.args ?? []) : [];
    const params = patterns.length > 0 ? (decl.templates[0] ?? []) : [];
    const bound: Bound = new Map();
    const d = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: instance.entity.scope };
    if (!deduceArguments(d, patterns, instance.args)) continue;
    declareTemplateParams(m, params, bound, scope, true);
    addMethod(instance, { decl, scope, owner: instance });
  }
}

/** A definition replaces the declaration without a body. */
export function addMethod(instance: ClassInstance, entity: FunctionEntity): void {
  const had = instance.scope.names.get(entity.decl.name);
  if (had?.kind !== 'functions') {
    instance.scope.names.set(entity.decl.name, { kind: 'functions', overloads: [entity] });
    return;
  }
  const bodiless = had.overloads.findIndex((o) => !o.decl.body && o.decl.params.length === entity.decl.params.length);
  if (bodiless >= 0 && entity.decl.body) had.overloads.splice(bodiless, 1, entity);
  else had.overloads.push(entity);
}

// ---- Members -----------------------------------------------------------------------------------------------------

/** `T::id`. */
export function memberOfClass(m: Machine, instance: ClassInstance, id: string, targs: readonly Value[] | undefined, e: Expr): Value {
  const entity = lookupMemberOf(instance, id);
  if (entity) return entityValue(m, entity, id, targs, e);
  const base = libraryBase(instance);
  const inherited = base === undefined ? undefined : libraryMember(m, base, id, targs);
  return inherited ?? unknown('undeclared', `\`${instance.key}\` has no member \`${id}\``, e.span, [id]);
}

/** A base class from the library (`std::true_type`, `Layout<…>`), by example. */
export function libraryBase(instance: ClassInstance): Value | undefined {
  const own = instance.scope.names.get('#base');
  if (own?.kind === 'type') return own.of;
  for (const base of instance.bases) {
    const found = libraryBase(base);
    if (found !== undefined) return found;
  }
  return undefined;
}

// ---- Objects -----------------------------------------------------------------------------------------------------

/** An object: by a constructor of the class, else field by field. `instance` absent: the arguments decide (CTAD). */
export function constructClass(m: Machine, entity: ClassEntity, instance: ClassInstance | undefined, args: readonly Value[], span: Span, designators?: readonly (string | undefined)[]): Value {
  const target = instance ?? deducedInstance(m, entity, args);
  if (!target) return unknown('unsupported', `the template arguments of \`${entity.name}\` cannot be deduced here`, span, [entity.name]);
  if (m.budget.isDeep()) return unknown('depth', `\`${entity.name}\` contains itself without end`, span);
  m.budget.depth++;
  try {
    const cell = new VarCell('this', blank(m, target, cellOf(target)));
    const constructors = lookupIn(target.scope, '#constructors');
    if (constructors?.kind === 'functions') {
      const picked = pickOverload(m, constructors.overloads, [], args);
      if (picked) return runConstructor(m, target, picked.entity, picked.scope, args.map((value) => ({ value, span })), cell);
    }
    return aggregate(m, target, cell, args, designators);
  } finally {
    m.budget.depth--;
  }
}

function cellOf(instance: ClassInstance): VarCell {
  return new VarCell('this', exampleOf(instance));
}

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
  const scope = new Scope(instance.scope);
  scope.self = self;
  const example = typeExample(m, field.type, scope);
  let value: Value;
  if (field.init.how === 'copy') value = convert(m, evaluate(m, field.init.value, scope), example, false, field.name);
  else if (field.init.how === 'none') value = defaultOf(m, example, field);
  else value = construct(m, example, field.init.args.map((e) => evaluate(m, e, scope)), field.span);
  m.record(field.nameSpan, 'member', value, { name: field.name, start: field.span.start });
  return value;
}

/** What a member without an initialiser holds: objects their default, pointers a named base, numbers a symbol. */
function defaultOf(m: Machine, example: Value, field: Let): Value {
  if (isList(example) || isUnknown(example)) return example;
  if (example.is === 'struct' && classOf(example)) return construct(m, example, [], field.span);
  if (example.is === 'pointer') return { ...example, base: field.name };
  if (example.is === 'dynamic') return m.unknownInt(field.name, `${field.name} is not set here`, 'input', field.nameSpan, example.bits);
  return example;
}

function aggregate(m: Machine, instance: ClassInstance, cell: VarCell, args: readonly Value[], designators?: readonly (string | undefined)[]): Value {
  const object = cell.read() as Struct;
  const names = [...object.fields.keys()];
  const fields = new Map(object.fields);
  args.forEach((arg, i) => {
    const name = designators?.[i] ?? names[i];
    if (name === undefined || !fields.has(name)) return;
    const field = instance.fields.find((f) => f.name === name);
    const example = field ? typeExample(m, field.type, instance.scope) : (fields.get(name) ?? arg);
    fields.set(name, convert(m, arg, example, false, name));
  });
  return { ...object, fields };
}

function runConstructor(m: Machine, instance: ClassInstance, entity: FunctionEntity, scope: Scope, args: readonly Arg[], cell: VarCell): Value {
  scope.self = cell;
  callFunction(m, entity, scope, args, { before: (inner) => initialiseMembers(m, instance, entity.decl, inner, cell) });
  return cell.read();
}

function initialiseMembers(m: Machine, instance: ClassInstance, decl: Func, scope: Scope, cell: VarCell): void {
  for (const init of decl.constructorInits ?? []) {
    const object = cell.read() as Struct;
    const field = instance.fields.find((f) => f.name === init.name);
    const values = init.args.map((e) => evaluate(m, e, scope));
    if (!field) continue;
    const example = typeExample(m, field.type, instance.scope);
    const fields = new Map(object.fields);
    fields.set(init.name, values.length === 1 && values[0] !== undefined ? convert(m, values[0], example, false, init.name) : construct(m, example, values, field.span));
    cell.set({ ...object, fields });
  }
}

/** Class template argument deduction from a constructor's or an aggregate's parameters. */
function deducedInstance(m: Machine, entity: ClassEntity, args: readonly Value[]): ClassInstance | undefined {
  const params = primaryParams(entity);
  if (params.length === 0) return instanceOf(m, entity, []);
  const members = entity.primary?.members ?? [];
  const constructor = members.find((s): s is Func => s.is === 'Func' && s.name === entity.name && s.params.length === args.length);
  const types = constructor ? constructor.params.map((p) => p.type) : members.filter((s): s is Let => s.is === 'Let' && !s.static).map((s) => s.type);
  const bound: Bound = new Map();
  const d = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: entity.scope };
  args.forEach((arg, i) => {
    const type = types[i];
    if (type) deduce(d, type, arg);
  });
  const targs = params.map((p) => bound.get(p.name ?? ''));
  const known = targs.filter((v): v is Value => v !== undefined && !('pack' in v));
  return known.length > 0 || params.every((p) => p.default) ? instanceOf(m, entity, known) : undefined;
}
