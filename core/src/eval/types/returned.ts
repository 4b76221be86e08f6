// What a call of a function of the program gives beside its value: the value category, and the type where the value is
// not known, as its declared type says.
import type { Expr, Func } from '../../ir/program';
import type { Value } from '../../values/value';
import { evaluate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { categoryOfType, declaredAs, prvalue } from '../overload/categories';
import type { Picked } from '../overload/overloads';
import { withTypedParameters } from '../overload/viable';
import { closureAt } from '../values/base-closures';
import { isAuto, isReference } from '../values/declared-types';
import type { Category, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { isContested, isSubstitutionFailure, mayBeInvalid } from '../values/unknown';

/** What a function returns, with the value category that its declared type gives it. */
export function returned(m: Machine, { entity, scope }: Picked, found: Located): Located {
  const { returns } = entity.decl;
  if (!returns || returns.is === 'Opaque') return found;
  const located = m.mode.unevaluated && !isAuto(returns) ? typed(m, entity.decl, returns, scope, found) : found;
  if (isAuto(returns))
    return isReference(returns) || returns.is === 'Decltype' ? located : made(m, returns, scope, located);
  if (returns.is === 'Decltype') {
    const inner = withTypedParameters(m, entity.decl, scope);
    const category = categoryOfType(m.silently(() => evaluate(m, returns, inner)));
    return category.is === undefined ? located : { ...located, category };
  }
  // Such a type may be a reference.
  const isOpen = returns.is === 'Scope' || (returns.is === 'Name' && scope.own(returns.id)?.kind === 'type');
  if (!isOpen && !isReference(returns)) return made(m, returns, scope, located);
  const type = m.silently(() => evaluate(m, returns, scope));
  const category = categoryOfType(type);
  if (returns.is === 'Scope' && category.is === 'prvalue') return asPrvalue(located, category);
  const of = 'is' in type && type.is === 'type' ? type.of : undefined;
  const as = of && located.place ? classOf(of) : undefined;
  const place = of ? closureAt(located.place, of) : located.place;
  return { ...located, place, category, ...(as && { as }) };
}

/** Where only the type of a call counts, what its body gives does not ([temp.deduct]/8). */
function typed(m: Machine, decl: Func, returns: Expr, scope: Scope, located: Located): Located {
  const { value } = located;
  if (!isUnknown(value) || !mayBeInvalid(value) || isSubstitutionFailure(value) || isContested(value)) return located;
  const example = m.silently(() => typeExample(m, returns, withTypedParameters(m, decl, scope)));
  if (isUnknown(example)) return located;
  const known: Value = classOf(example) ? example : { ...value, type: example };
  return { ...located, value: known };
}

/** What is returned by value: an object is const where its declared type is. */
function made(m: Machine, returns: Expr, scope: Scope, located: Located): Located {
  const written = classOf(located.value) ? declaredAs(m, returns, scope) : undefined;
  if (written?.vague) return asPrvalue(located, { is: 'prvalue' });
  return asPrvalue(located, written?.constant ? { is: 'prvalue', constant: true } : prvalue);
}

function asPrvalue(located: Located, category: Category): Located {
  const { value, place, as } = located;
  return as ? { ...located, category } : { value, place, category };
}
