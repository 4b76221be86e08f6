// Templates that a pattern names with the namespaces around them: `a::b::X<T>`. Deduces nothing itself.
import type { Expr } from '../../ir/program';
import { isNamespace, lookupName, lookupMemberOf, qualifier } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Value } from '../../values/value';
import type { Entity, Scope } from '../values/entities';
import { targetOf } from '../values/kinds';

interface Where {
  readonly m: Machine;
  readonly scope: Scope;
  /** Template parameters. */
  readonly params: { has(name: string): boolean };
}

/** Whether a pattern is a template of a namespace: that of a class that depends on a parameter deduces nothing. */
export function isOfNamespace({ m, scope, params }: Where, { of }: Expr & { is: 'Scope' }): boolean {
  if (!of) return true;
  if (of.is !== 'Name' && of.is !== 'Scope') return false;
  return (of.is === 'Name' && !of.args && !params.has(of.id)) || isNamespace(m, of, scope);
}

/** What the name of a template stands for; undefined where that is something of the library. A template template
 *  parameter of the class around stands for what it is bound to. */
export function templateNamedBy({ m, scope }: Where, id: string, pattern: Expr): Entity | 'unknown' | undefined {
  if (pattern.is !== 'Scope' || !pattern.of) {
    const entity = lookupName(scope, { id, span: pattern.span });
    if (entity?.kind !== 'template') return entity;
    const target = targetOf(entity.value);
    if (target?.kind === 'class') return target;
    return libraryTemplate(entity.value) === undefined ? 'unknown' : entity;
  }
  const of = qualifier(m, pattern.of, scope, (e, inner) => evaluate(m, e, inner));
  if (of.kind === 'scope') return lookupIn(of.scope, id);
  return of.kind === 'class' ? lookupMemberOf(of.instance, id) : undefined;
}

/** The name of the library's template that is the argument of a template template parameter. */
export function libraryTemplate(value: Value): string | undefined {
  const target = targetOf(value);
  return target?.kind === 'builtin' ? target.name : undefined;
}
