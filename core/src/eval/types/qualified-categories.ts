// Value categories of what qualified names and variable templates stand for.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import type { Qualifier } from '../names/names';
import { categoryOfEntity, declaredAs } from '../overload/categories';
import { isNumber } from '../overload/operand-uses';
import { variableOf } from '../overload/specialisations';
import type { Machine } from '../state/machine';
import type { Cell } from '../values/cells';
import type { Category, Entity } from '../values/entities';
import { libraryBase } from './classes';

/** A number that is a static data member of a class of the library: all of them are constants. */
export function categoryOfConstant(of: Qualifier, place: Cell | undefined, value: Value): Category | undefined {
  const isMember = of.kind === 'type' || (of.kind === 'class' && libraryBase(of.instance) !== undefined);
  return isMember && !place && isNumber(value) ? { is: 'lvalue', constant: true } : undefined;
}

/** A variable of a namespace, a static member, an enumerator. Of a data member its text tells no category. */
export function categoryOfQualified(
  m: Machine,
  entity: Entity,
  targs: readonly Value[] | undefined,
  e: Expr,
): Category | undefined {
  if (entity.kind === 'variable' && !targs) return categoryOfEntity(entity);
  return entity.kind === 'variable-template' && targs ? categoryOfTemplate(m, entity, targs, e) : undefined;
}

/** The category of a variable template with its arguments. */
export function categoryOfTemplate(
  m: Machine,
  entity: Entity & { kind: 'variable-template' },
  targs: readonly Value[],
  { span }: Expr,
): Category | undefined {
  return m.silently(() => {
    const variable = variableOf(m, entity, targs, span);
    if ('is' in variable) return undefined;
    const written = declaredAs(m, variable.decl.type, variable.scope);
    if (written?.vague) return { is: 'lvalue' };
    const constant = written?.constant === true || (variable.decl.constexpr === true && !written?.ref);
    return { is: 'lvalue', constant, volatile: written?.volatile };
  });
}
