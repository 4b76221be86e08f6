// Where a class declares a member: the data member, or the entity of a static member, an enumerator, a type or a
// function. Of members of one name in several bases it gives the first, and says so. Does not follow virtual bases.
import type { Expr, Let } from '../../ir/program';
import { lookupName, selfOf } from '../names/names';
import { lookupIn } from '../names/namespaces';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassInstance, Entity, Scope } from '../values/entities';
import { pointedAt } from '../values/elements';
import { isTuple } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';

export interface MemberDeclaration {
  readonly owner: ClassInstance;
  readonly field?: Let;
  readonly entity?: Entity;
  /** Several bases have such a member ([class.member.lookup]); `perhaps` where one of them may be virtual. */
  readonly ambiguous?: true | 'perhaps';
}

/** The nearest declaration of a name in a class and its bases. */
export function declarationIn(instance: ClassInstance, id: string): MemberDeclaration | undefined {
  const field = instance.fields.find(({ name }) => name === id);
  if (field) return { owner: instance, field };
  if (instance.scope.own(id)) {
    const entity = lookupIn(instance.scope, id);
    return entity && { owner: instance, entity };
  }
  const inherited = instance.bases.flatMap((base) => declarationIn(base, id) ?? []);
  const [first, ...others] = inherited;
  if (!first || others.length === 0 || others.every((other) => isOneMember(first, other))) return first;
  // A using-declaration says which one is meant.
  if (instance.decl.members?.some((s) => s.is === 'UsingDecl' && isNamed(s.name, id))) return first;
  return { ...first, ambiguous: hasVirtualBase(instance) ? 'perhaps' : true };
}

function isNamed(name: Expr, id: string): boolean {
  return name.is === 'Scope' && name.id === id;
}

/** Whether several bases have a member of a name. */
export function isAmbiguous(instance: ClassInstance, id: string): boolean {
  return hasSeveralBases(instance) && declarationIn(instance, id)?.ambiguous === true;
}

function hasSeveralBases({ bases }: ClassInstance): boolean {
  return bases.length > 1 || bases.some(hasSeveralBases);
}

/** A static member, an enumerator or a type that several bases have from one class. */
function isOneMember(one: MemberDeclaration, other: MemberDeclaration): boolean {
  if (one.owner !== other.owner || one.field || one.ambiguous || other.ambiguous) return false;
  return one.entity?.kind !== 'functions' || one.entity.overloads.every(({ decl }) => decl.static);
}

function hasVirtualBase({ decl, bases }: ClassInstance): boolean {
  return decl.virtualBases === true || bases.some(hasVirtualBase);
}

/** The member in `object.member` and `pointer->member`, where the object is one of the program. */
export function memberNamed(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): MemberDeclaration | undefined {
  if (e.of || e.args) return undefined;
  const object = objectNamed(m, e, scope);
  const instance = object && classOf(object);
  return instance && declarationIn(instance, e.id);
}

/** The object in `object.member` and `pointer->member`. */
export function objectNamed(m: Machine, { object, arrow }: Expr & { is: 'Member' }, scope: Scope): Value | undefined {
  const named = m.silently(() => objectOf(m, object, scope) ?? []);
  return arrow && object.is !== 'This' ? pointedObject(named) : named;
}

/** What a pointer leads to, by the type of the pointer. */
function pointedObject(pointer: Value): Value | undefined {
  const target = targetOf(pointer);
  if (target?.kind === 'address') return target.element ?? pointedAt(pointer)?.read();
  return !isTuple(pointer) && pointer.is === 'pointer' ? pointer.element : undefined;
}

function objectOf(m: Machine, e: Expr, scope: Scope): Value | undefined {
  if (e.is === 'This') return selfOf(scope)?.read();
  if (e.is !== 'Name' || e.args) return m.aside('unevaluated', e.span, () => evaluate(m, e, scope));
  const entity = lookupName(scope, e);
  return entity?.kind === 'variable' ? entity.cell.read() : undefined;
}
