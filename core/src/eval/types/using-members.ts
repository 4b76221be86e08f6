// `using Base::f;` in a class ([namespace.udecl]): the functions of the base are overloads beside those of the class,
// but for those that the class declares again; a type or a constant is that of the base that is named. `using
// Base::Base;` adds the constructors of the base ([class.inhctor.init]).
import { say } from '../../base/say';
import type { Expr, Func, Stmt } from '../../ir/program';
import { lookupIn } from '../names/namespaces';
import { packScopes } from '../names/packs';
import { evaluate, exampleOfType, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { hasDataMember } from '../values/base-parts';
import { type ClassInstance, type Entity, type FunctionEntity } from '../values/entities';
import { isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { qualifiersOf, sameQualifiers } from '../values/qualifiers';
import { unknown } from '../values/unknown';

type Using = Stmt & { is: 'UsingDecl' };

/** Adds what the using-declarations of a class name, after its own members. */
export function declareUsedMembers(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void {
  const own = new Map<string, readonly FunctionEntity[]>();
  for (const s of members) {
    if (s.is !== 'UsingDecl' || s.name.is !== 'Scope' || !s.name.of) continue;
    const { id, of } = s.name;
    noteData(m, instance, of, id);
    const had = instance.scope.own(id);
    if (had && had.kind !== 'functions') continue;
    const mine = own.get(id) ?? had?.overloads ?? [];
    own.set(id, mine);
    const other = had ? undefined : usedOther(m, instance, of, id);
    if (other) instance.scope.names.set(id, other);
    const found = other ? [] : used(m, instance, of, id);
    const isMixed = mine.length > 0 || instance.bases.some((base) => lookupIn(base.scope, id) !== undefined);
    if (found === undefined && isMixed) instance.scope.names.set(id, notKnown(s, instance, id));
    else if (found && found.length > 0) {
      const more = found.filter((one) => !mine.some((other) => hides(m, other, one)));
      instance.scope.names.set(id, { kind: 'functions', overloads: [...(had?.overloads ?? []), ...more] });
    }
  }
  declareUsedConstructors(m, instance, members);
}

/** Notes which base a using-declaration for a data member names. */
function noteData(m: Machine, instance: ClassInstance, of: Expr, id: string): void {
  if (!instance.bases.some((base) => hasDataMember(base, id))) return;
  const base = classOf(m.silently(() => typeExample(m, of, instance.scope)));
  const isOne = base !== undefined && hasDataMember(base, id) && !instance.usedData?.has(id);
  (instance.usedData ??= new Map()).set(id, isOne ? base : undefined);
}

function declareUsedConstructors(m: Machine, instance: ClassInstance, members: readonly Stmt[]): void {
  const own = instance.scope.own('#constructors');
  const mine = own?.kind === 'functions' ? own.overloads : [];
  const inherited = members.flatMap((s) => (s.is === 'UsingDecl' ? usedConstructors(m, instance, s.name) : []));
  const added = inherited.filter((one) => !mine.some((other) => hides(m, other, one)));
  if (added.length > 0)
    instance.scope.names.set('#constructors', { kind: 'functions', overloads: [...mine, ...added] });
}

/** The constructors of the bases that `using Base::Base;` names, but for those that copy or move a base. */
function usedConstructors(m: Machine, instance: ClassInstance, name: Expr): readonly FunctionEntity[] {
  if (name.is !== 'Scope' || !name.of || (name.of.is !== 'Name' && name.of.is !== 'Scope')) return [];
  const { id, of } = name;
  const written = of.is === 'Name' || of.is === 'Scope' ? of.id : undefined;
  const elements = packScopes(of, instance.scope);
  return (elements.length > 0 ? elements : [instance.scope]).flatMap((scope) => {
    const base = classOf(m.silently(() => typeExample(m, of, scope)));
    if (!base || !instance.bases.includes(base) || (id !== written && id !== base.entity.name)) return [];
    const found = base.scope.own('#constructors');
    const all = found?.kind === 'functions' ? found.overloads : [];
    return all.flatMap((one) => (copiesBase(m, base, one) ? [] : [{ ...one, owner: one.owner ?? base }]));
  });
}

function copiesBase(m: Machine, base: ClassInstance, { decl, scope }: FunctionEntity): boolean {
  const [only, ...others] = decl.params;
  if (!only || others.some((param) => !param.default)) return false;
  return classOf(m.silently(() => typeExample(m, only.type, scope))) === base;
}

function notKnown({ span }: Using, { key }: ClassInstance, id: string): Entity {
  const why = say`\`${key}\` takes \`${id}\` from a base that is not known`;
  return { kind: 'variable', cell: new VarCell(id, unknown('unsupported', why, span, [id]), true), at: undefined };
}

/** What is no function: a type, a constant. */
function usedOther(m: Machine, instance: ClassInstance, of: Expr, id: string): Entity | undefined {
  const base = classOf(m.silently(() => typeExample(m, of, instance.scope)));
  const found = base && base !== instance ? lookupIn(base.scope, id) : undefined;
  return found && found.kind !== 'functions' ? found : undefined;
}

/** The functions of a name in the bases that a using-declaration names; undefined where one of them is not known. */
function used(m: Machine, instance: ClassInstance, of: Expr, id: string): readonly FunctionEntity[] | undefined {
  const all: FunctionEntity[] = [];
  const elements = packScopes(of, instance.scope);
  for (const scope of elements.length > 0 ? elements : [instance.scope]) {
    const base = classOf(m.silently(() => typeExample(m, of, scope)));
    if (!base || base === instance) return undefined;
    const found = lookupIn(base.scope, id);
    if (found?.kind === 'functions') all.push(...found.overloads);
    else if (!found && base.hasUnknownBase) return undefined;
  }
  return all;
}

/** Whether a function of the class has the parameters of one of its base, which it hides. */
function hides(m: Machine, own: FunctionEntity, inherited: FunctionEntity): boolean {
  const [a, b] = [own.decl, inherited.decl];
  if (a.params.length !== b.params.length || a.const !== b.const || a.volatile !== b.volatile) return false;
  if (a.refQualifier !== b.refQualifier) return false;
  if (a.templates.length !== b.templates.length) return false;
  return a.params.every((_, i) => sameParameter(m, own, inherited, i));
}

function sameParameter(m: Machine, a: FunctionEntity, b: FunctionEntity, i: number): boolean {
  const [x, y] = [parameterType(a.decl, i), parameterType(b.decl, i)];
  if (!x || !y) return false;
  if (a.decl.templates.length > 0) return written(x) === written(y);
  const [p, q] = [m.silently(() => evaluate(m, x, a.scope)), m.silently(() => evaluate(m, y, b.scope))];
  const [of, other] = [exampleOfType(p, x), exampleOfType(q, y)];
  if (isUnknown(of) || isUnknown(other)) return written(x) === written(y);
  return sameType(of, other) && sameQualifiers(qualifiersOf(p), qualifiersOf(q));
}

function parameterType(decl: Func, i: number): Expr | undefined {
  return decl.params[i]?.type;
}

/** A type as it is written, wherever that is. */
function written(type: Expr): string {
  return JSON.stringify(type, (key, value: unknown) => (/span$/i.test(key) ? undefined : value));
}
