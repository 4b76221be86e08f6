// Which functions of a namespace a name means where it is written: those that are declared before it
// ([basic.scope.pdecl]).
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { headsOfClasses } from './templates';
import type { FunctionEntity } from '../values/entities';
import { callable, targetOf } from '../values/kinds';
import { isSameFunction, mayDefine } from './redeclared';

/** What a name means at a place that may be a set of functions. */
export function declaredBefore(value: Value, name: string, at: Span): Value {
  const target = targetOf(value);
  if (target?.kind !== 'functions') return value;
  const overloads = seenFrom(target.overloads, at);
  return overloads === target.overloads || overloads.length === 0 ? value : callable(name, { ...target, overloads });
}

/** Those of the functions of a namespace that are declared before a place. */
export function seenFrom(overloads: readonly FunctionEntity[], at: Span): readonly FunctionEntity[] {
  if (!overloads.some((one) => isLater(one, at))) return overloads;
  const earlier = overloads.filter((one) => !isLater(one, at));
  const isSeen = (one: FunctionEntity): boolean =>
    earlier.includes(one) || earlier.some((other) => isRedeclared(other, one, overloads));
  return overloads.filter(isSeen);
}

function isLater({ decl, scope, owner, usedBy }: FunctionEntity, at: Span): boolean {
  if (usedBy && scope.areInOrder(at, usedBy)) return true;
  return owner === undefined && scope.areInOrder(at, decl.span) && !isSpecialisation(decl);
}

/** Whether a function is an explicit specialisation of a function template, which is not found by its name. A member of
 *  a class template for some arguments of the class is none. */
export function isSpecialisation({ specialises, templates, qualifier }: FunctionEntity['decl']): boolean {
  const own = templates.slice(headsOfClasses(qualifier));
  return specialises !== undefined || (own.length > 0 && own.every((list) => list.length === 0));
}

/** Whether a function is declared before. A declaration that no definition is written like may be of any. */
function isRedeclared(earlier: FunctionEntity, later: FunctionEntity, all: readonly FunctionEntity[]): boolean {
  if (earlier.scope !== later.scope) return false;
  if (isSameFunction(earlier.decl, later.decl)) return true;
  const isDefined = (one: FunctionEntity): boolean =>
    isSameFunction(one.decl, earlier.decl) && one.decl.body !== undefined;
  return (
    !earlier.decl.body && later.decl.body !== undefined && mayDefine(later.decl, earlier.decl) && !all.some(isDefined)
  );
}
