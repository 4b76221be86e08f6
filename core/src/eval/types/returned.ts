// The value category of what a function of the program returns: what its declared type says of it.
import { evaluate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { categoryOfType, prvalue } from '../overload/categories';
import type { Picked } from '../overload/overloads';
import { withTypedParameters } from '../overload/viable';
import { isAuto, isReference } from '../values/declared-types';
import { classOf } from '../values/kinds';

/** What a function returns, with the value category that its declared type gives it. */
export function returned(m: Machine, { entity, scope }: Picked, located: Located): Located {
  const { returns } = entity.decl;
  if (!returns || returns.is === 'Opaque' || returns.is === 'Scope') return located;
  if (returns.is === 'Decltype' && !isAuto(returns)) {
    const inner = withTypedParameters(m, entity.decl, scope);
    const category = categoryOfType(m.silently(() => evaluate(m, returns, inner)));
    return category.is === undefined ? located : { ...located, category };
  }
  if (returns.is === 'Decltype') return located;
  if (isAuto(returns)) return isReference(returns) ? located : asPrvalue(located);
  const isParameter = returns.is === 'Name' && scope.own(returns.id)?.kind === 'type';
  if (!isParameter && !isReference(returns)) return asPrvalue(located);
  const type = m.silently(() => evaluate(m, returns, scope));
  const as = 'is' in type && type.is === 'type' && located.place ? classOf(type.of) : undefined;
  return { ...located, category: categoryOfType(type), ...(as && { as }) };
}

function asPrvalue(located: Located): Located {
  const { value, place, as } = located;
  return as ? { ...located, category: prvalue } : { value, place, category: prvalue };
}
