// Which constructors of a class copy and move its objects, as the program writes them ([class.copy.ctor]), and whether
// code of the program runs when a value is copied. Copies and moves nothing.
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import { saysExplicit } from '../overload/explicit';
import { withoutQualifiers } from '../values/declared-types';
import type { ClassInstance } from '../values/entities';
import { isOptional } from '../values/holders';
import { classOf, targetOf } from '../values/kinds';
import { someObject } from '../values/some-object';

/** Whether copying a value runs code of the program, or copies a lambda. */
export function copiesByCode(value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is === 'callable') return targetOf(object)?.kind === 'lambda';
    const instance = classOf(object);
    if (instance) return hasCopying(instance) || object.fields.values();
    return isOptional(object) && object.fields.values();
  });
}

/** Whether a class, or a base of it, has a constructor for copies that the program writes. */
export function hasCopying(instance: ClassInstance): boolean {
  return (
    copyingOf(instance, false) !== undefined ||
    copyingOf(instance, true) !== undefined ||
    hasContestedCopies(instance) ||
    instance.bases.some(hasCopying)
  );
}

/** The constructor that the program writes for copies of a class, or for moves. */
export function copyingOf(instance: ClassInstance, moved: boolean): Func | undefined {
  const all = ownConstructors(instance);
  const of = (how: 'ref' | 'rvalue-ref'): Func | undefined =>
    all.find((decl) => isCopying(decl, instance.entity.name, how));
  const found = (moved ? of('rvalue-ref') : undefined) ?? of('ref');
  return found?.defaulted || !found?.body ? undefined : found;
}

function isCopying({ params, templates }: Func, name: string, how: 'ref' | 'rvalue-ref'): boolean {
  const [first, ...others] = params;
  if (!first || templates.some((list) => list.length > 0) || others.some((param) => !param.default)) return false;
  if (first.type.is !== 'Wrap' || first.type.how !== how) return false;
  const of = withoutQualifiers(first.type.of);
  return (of.is === 'Name' || of.is === 'Scope') && of.id === name;
}

/** Whether a template of constructors may be better than the one that copies, or one of several copies is. */
export function hasContestedCopies(instance: ClassInstance): boolean {
  const decls = ownConstructors(instance);
  const several = (how: 'ref' | 'rvalue-ref'): boolean =>
    decls.filter((decl) => isCopying(decl, instance.entity.name, how)).length > 1;
  return decls.some(takesOneByTemplate) || several('ref') || several('rvalue-ref');
}

/** Whether a class has a template of constructors that is explicit and may take an object of the class. */
export function takesExplicitly(instance: ClassInstance): boolean {
  return ownConstructors(instance).some((decl) => saysExplicit(decl) && takesOneByTemplate(decl));
}

/** Constructors that are inherited copy no object of the class ([over.match.funcs]/8). */
function ownConstructors(instance: ClassInstance): readonly Func[] {
  const all = instance.scope.own('#constructors');
  if (all?.kind !== 'functions') return [];
  return all.overloads.flatMap(({ decl, owner }) => (owner === undefined || owner === instance ? decl : []));
}

function takesOneByTemplate({ params: [first, ...others], templates }: Func): boolean {
  return first !== undefined && templates.flat().length > 0 && others.every((param) => param.default ?? param.pack);
}

/** Whether a class without a move constructor of its own has one that moves its members ([class.copy.ctor]/8). */
export function movesMembers(instance: ClassInstance): boolean {
  const { scope, entity } = instance;
  const declared = (name: string): readonly Func[] => {
    const found = scope.names.get(name);
    return found?.kind === 'functions' ? found.overloads.map(({ decl }) => decl) : [];
  };
  const constructors = ownConstructors(instance);
  const isOf = (how: 'ref' | 'rvalue-ref') => (decl: Func) => isCopying(decl, entity.name, how);
  if (constructors.some(isOf('rvalue-ref'))) return true;
  return (
    !constructors.some(isOf('ref')) &&
    declared(`~${entity.name}`).length === 0 &&
    !declared('operator=').some((decl) => isOf('ref')(decl) || isOf('rvalue-ref')(decl))
  );
}
