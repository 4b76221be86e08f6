// The class as which `object.member` sees its object: one that is written before the member, or of a declaration.
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import { lookupName } from '../names/names';
import { type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import type { ClassInstance, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';

/** The class that the declaration of a reference or a pointer says, where its object is of one derived from that. */
export function declaredClass(
  e: Expr & { is: 'Member' },
  { value, as }: Located,
  scope: Scope,
): ClassInstance | undefined {
  if (as && (!e.arrow || e.object.is === 'This')) return as;
  const target = e.arrow ? targetOf(value) : undefined;
  if (target?.kind === 'address' && target.element) return classOf(target.element);
  const entity = !e.arrow && e.object.is === 'Name' && !e.object.args ? lookupName(scope, e.object) : undefined;
  return entity?.kind === 'variable' ? entity.as : undefined;
}

/** The class in `object.Class::member`: that of the object or one of its bases. What it is of the library is found
 *  without it. */
export function qualifyingClass(m: Machine, of: Expr, value: Value, scope: Scope): ClassInstance | Unknown | undefined {
  const instance = classOf(value);
  const named = m.silently(() => typeExample(m, of, scope));
  const written = classOf(named);
  if (!instance || (!written && !isUnknown(named))) return undefined;
  if (written && (written === instance || derivesFrom(instance, written))) return written;
  return isUnknown(named) ? named : unknown('unsupported', say`which base this is of is not known`, of.span);
}
