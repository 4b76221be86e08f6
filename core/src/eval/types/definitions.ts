// Members that are defined outside of their class: functions, constructors, conversion functions, static data members,
// those of nested classes too, and those that are defined for some arguments of a template alone ([class.mfct]/4,
// [temp.expl.spec]).
import { say } from '../../base/say';
import type { Expr, Func, Let, StructDecl, TemplateParam } from '../../ir/program';
import { deduceArguments } from '../overload/deduction';
import { declarationOf, specialisedBy, withDefaultsOf } from '../overload/redeclared';
import { type Bound, declareTemplateParams, headsOfClasses, templateBindings } from '../overload/templates';
import type { Machine } from '../state/machine';
import { type ClassEntity, type ClassInstance, type FunctionEntity, Scope } from '../values/entities';
import { unknown } from '../values/unknown';
import { declareClass, declareVariableTemplate } from './declared-templates';

/** What is defined outside of its class. */
type Outside = Func | Let | StructDecl;

/** Keeps a definition with its class, for each of its instances. `path`: the nested classes that lead to it. */
export function defineOutOf(m: Machine, entity: ClassEntity, path: readonly string[], decl: Outside): void {
  const [next, ...rest] = path;
  if (next !== undefined) {
    (entity.nested ??= []).push({ decl, path });
    for (const instance of entity.instances.values()) defineNested(m, instance, next, rest, decl);
  } else if (decl.is === 'Struct' || (decl.is === 'Let' && isOwnTemplate(decl))) {
    (entity.ownTemplates ??= []).push(decl);
    for (const instance of entity.instances.values()) declareOwnTemplate(m, instance, decl);
  } else if (decl.is === 'Let') {
    entity.definitions.push(decl);
  } else {
    entity.outOfClass.push(decl);
    for (const instance of entity.instances.values()) defineMember(m, instance, decl);
  }
}

function defineNested(m: Machine, instance: ClassInstance, next: string, rest: readonly string[], decl: Outside): void {
  const nested = instance.scope.own(next);
  if (nested?.kind === 'class') defineOutOf(m, nested.class, rest, decl);
}

/** All definitions outside of its class that an instance has. */
export function declareOutOfClass(m: Machine, instance: ClassInstance): void {
  const { nested = [], outOfClass } = instance.entity;
  for (const { decl, path } of nested) {
    const [next = '', ...rest] = path;
    defineNested(m, instance, next, rest, decl);
  }
  // What is defined for these very arguments comes before what is defined for all.
  const own = (decl: Func): number => (isSpecialised(decl) ? 0 : 1);
  for (const decl of [...outOfClass].sort((a, b) => own(a) - own(b))) defineMember(m, instance, decl);
}

/** Whether it is for some arguments of its class alone: `template <> int A<int>::f() {…}`. */
function isSpecialised({ qualifier, templates }: Pick<Outside, 'qualifier' | 'templates'>): boolean {
  const heads = headsOfClasses(qualifier);
  return heads > 0 && templates?.[heads - 1]?.length === 0;
}

/** Whether all instances of a class template are alike but for their arguments: nothing is specialised for some. */
export function isAlike({ specialisations, outOfClass, definitions, nested = [], ...rest }: ClassEntity): boolean {
  if (specialisations.length > 0 || (rest.ownTemplates ?? []).length > 0) return false;
  return [...outOfClass, ...definitions, ...nested.map(({ decl }) => decl)].every((decl) =>
    decl.is === 'Let' ? (decl.templateParams ?? []).length > 0 : !isSpecialised(decl),
  );
}

/** Whether it is a member template, and not a static data member of a class template. */
function isOwnTemplate({ qualifier, templates = [], specialises }: Let): boolean {
  return specialises !== undefined || templates.length > headsOfClasses(qualifier);
}

/** The nested classes and member templates of an instance that are defined outside of its class. What is said for these
 *  very arguments of the class comes last; it takes the place of the template ([temp.expl.spec]/15). */
export function declareOwnTemplates(m: Machine, instance: ClassInstance): void {
  const rank = (decl: Let | StructDecl): number => (!isSpecialised(decl) ? 0 : decl.specialises ? 2 : 1);
  const all = [...(instance.entity.ownTemplates ?? [])].sort((a, b) => rank(a) - rank(b));
  for (const decl of all) declareOwnTemplate(m, instance, decl);
}

function declareOwnTemplate(m: Machine, instance: ClassInstance, decl: Let | StructDecl): void {
  const bound = scopeOfDefinition(m, instance, decl.qualifier, decl.templates ?? []);
  if (!bound) return;
  const { scope, entity } = instance;
  const name = decl.name ?? '';
  const had = scope.own(name);
  // A template that is specialised for the arguments of its class has no partial specialisations of before.
  const isFirst = isSpecialised(decl) && !decl.specialises;
  if (!bindAlike(bound, scope.parent)) {
    const why = say`template parameters of \`${entity.name}\` have other names where \`${name}\` is defined`;
    scope.names.set(name, { kind: 'type', of: unknown('unsupported', why), at: decl.nameSpan });
  } else if (decl.is === 'Struct') {
    const { qualifier, ...plain } = decl;
    if (isFirst && had?.kind === 'class') had.class.specialisations.length = 0;
    declareClass({ ...plain, templates: decl.templates.slice(headsOfClasses(qualifier)) }, scope);
  } else {
    const { qualifier, templates = [], ...plain } = decl;
    if (isFirst) scope.names.delete(name);
    declareVariableTemplate({ ...plain, templateParams: templates.slice(headsOfClasses(qualifier)).flat() }, scope);
  }
}

/** Binds the template parameters of a definition among those of its class. False where one has the name of another. */
function bindAlike(bound: Scope, params: Scope | undefined): boolean {
  if (!params) return bound.names.size === 0;
  const had = new Set([...bound.names.keys()].filter((name) => params.own(name)));
  const known = new Set(templateBindings(params));
  if (templateBindings(bound).some((one) => had.has(one.slice(0, one.indexOf('='))) && !known.has(one))) return false;
  for (const [name, entity] of bound.names) if (!had.has(name)) params.names.set(name, entity);
  return true;
}

/** A member function in an instance of its class that the definition is for; one for these very arguments takes the
 *  place of what the class says. */
function defineMember(m: Machine, instance: ClassInstance, decl: Func): void {
  const scope = scopeOfDefinition(m, instance, decl.qualifier, decl.templates);
  if (!scope) return;
  const entity = { decl, scope, owner: instance };
  const name = nameIn(instance, decl);
  const had = instance.scope.names.get(name);
  const isOther = decl.specialises !== undefined || !isSpecialised(decl);
  if (had?.kind !== 'functions' || isOther) return addMethod(instance, entity, name);
  const heads = headsOfClasses(decl.qualifier);
  const at = specialisedBy(decl, heads, instance.decl.templates[0], had.overloads);
  const declared = had.overloads[at];
  if (declared) had.overloads.splice(at, 1, { ...entity, decl: withDefaultsOf(decl, declared.decl) });
  else addMethod(instance, entity, name);
}

/** Under which name a class keeps a member function: constructors have none. */
function nameIn({ entity }: ClassInstance, { name }: Func): string {
  return name === entity.name ? '#constructors' : name;
}

/** Where a definition outside of the class is evaluated: the template parameters of its heads are bound to the
 *  arguments of the instance, and of the instances around it. Undefined for the definition of another instance. */
export function scopeOfDefinition(
  m: Machine,
  instance: ClassInstance,
  qualifier: Expr | undefined,
  heads: readonly (readonly TemplateParam[])[],
): Scope | undefined {
  const scope = new Scope(instance.scope);
  return bindHeads(m, instance, qualifier, heads, scope) === undefined ? undefined : scope;
}

/** How many heads are those of the class and of the classes around it. */
function bindHeads(
  m: Machine,
  instance: ClassInstance,
  qualifier: Expr | undefined,
  heads: readonly (readonly TemplateParam[])[],
  scope: Scope,
): number | undefined {
  if (qualifier?.is !== 'Name' && qualifier?.is !== 'Scope') return 0;
  const outer = qualifier.is === 'Scope' ? instance.entity.scope.owner : undefined;
  const used = outer && qualifier.is === 'Scope' ? bindHeads(m, outer, qualifier.of, heads, scope) : 0;
  if (used === undefined) return undefined;
  const patterns = qualifier.args ?? [];
  const params = patterns.length > 0 ? (heads[used] ?? []) : [];
  const bound: Bound = new Map();
  const d = { m, params: new Map(params.map((p) => [p.name ?? '', p])), bound, scope: instance.entity.scope };
  if (!deduceArguments(d, patterns, instance.args)) return undefined;
  declareTemplateParams(m, params, bound, scope, true);
  return used + (patterns.length > 0 ? 1 : 0);
}

/** The definition of a static data member outside of its class, and the scope in which it is evaluated; one for these
 *  very template arguments comes before one for all. */
export function definitionOf(
  m: Machine,
  instance: ClassInstance,
  name: string,
): { readonly decl: Let; readonly scope: Scope } | undefined {
  const own = instance.entity.definitions.filter((decl) => decl.name === name);
  const isOfAll = ({ templateParams }: Let): boolean => templateParams !== undefined;
  for (const decl of [...own.filter((one) => !isOfAll(one)), ...own.filter(isOfAll)]) {
    const scope = scopeOfDefinition(m, instance, decl.qualifier, [decl.templateParams ?? []]);
    if (scope) return { decl, scope };
  }
  return undefined;
}

/** Declares a function as one of those of a name. */
export function addOverload({ scope }: ClassInstance, entity: FunctionEntity, name = entity.decl.name): void {
  const had = scope.names.get(name);
  if (had?.kind === 'functions') had.overloads.push(entity);
  else scope.names.set(name, { kind: 'functions', overloads: [entity] });
}

/** A definition replaces the declaration without a body. */
export function addMethod(instance: ClassInstance, entity: FunctionEntity, name = entity.decl.name): void {
  const had = instance.scope.names.get(name);
  if (had?.kind !== 'functions') return addOverload(instance, entity, name);
  const bodiless = entity.decl.body ? declarationOf(entity.decl, had.overloads) : -1;
  const declared = had.overloads[bodiless];
  if (declared) had.overloads.splice(bodiless, 1, { ...entity, decl: withDefaultsOf(entity.decl, declared.decl) });
  else had.overloads.push(entity);
}
