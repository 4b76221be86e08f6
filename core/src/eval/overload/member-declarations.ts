// Where a class declares a member: the data member, or the entity of a static member, an enumerator, a type or a
// function. Knows nothing of ambiguity between bases.
import type { Expr, Let } from '../../ir/program';
import { lookup, lookupIn, selfOf } from '../names/names';
import type { Machine } from '../state/machine';
import type { ClassInstance, Entity, Scope } from '../values/entities';
import { classOf } from '../values/kinds';

export interface MemberDeclaration {
  readonly owner: ClassInstance;
  readonly field?: Let;
  readonly entity?: Entity;
}

/** The nearest declaration of a name in a class and its bases. */
export function declarationIn(instance: ClassInstance, id: string): MemberDeclaration | undefined {
  const field = instance.fields.find(({ name }) => name === id);
  if (field) return { owner: instance, field };
  if (instance.scope.own(id)) {
    const entity = lookupIn(instance.scope, id);
    return entity && { owner: instance, entity };
  }
  for (const base of instance.bases) {
    const inherited = declarationIn(base, id);
    if (inherited) return inherited;
  }
  return undefined;
}

/** The member in `object.member`, where the object is a variable of the program. */
export function memberNamed(m: Machine, e: Expr & { is: 'Member' }, scope: Scope): MemberDeclaration | undefined {
  if (e.of || e.args || e.arrow) return undefined;
  const entity = e.object.is === 'Name' && !e.object.args ? lookup(scope, e.object.id) : undefined;
  const cell = e.object.is === 'This' ? selfOf(scope) : entity?.kind === 'variable' ? entity.cell : undefined;
  const instance = cell && m.silently(() => classOf(cell.read()));
  return instance && declarationIn(instance, e.id);
}
