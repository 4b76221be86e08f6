// Constructors and conversion functions that are explicit, and so convert nothing implicitly ([dcl.fct.spec]).
import type { Expr, Func } from '../../ir/program';
import { remembered } from '../../base/remembered';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { FunctionEntity, Scope } from '../values/entities';
import { truth } from '../values/truth';
import { paramsWithAutos } from './constraints';

/** Those that convert implicitly ([over.match.copy], [over.match.conv]). One of which template arguments decide, or
 *  what is not known, is a candidate under a constraint. */
export function implicitOnes(m: Machine, all: readonly FunctionEntity[]): readonly FunctionEntity[] {
  return all.flatMap((one) => {
    const { decl, scope } = one;
    const isTemplate = decl.explicitIf !== undefined && paramsWithAutos(decl).length > 0;
    const holds = isTemplate ? undefined : isExplicit(m, one, scope);
    return holds === undefined ? [constrained(one)] : holds ? [] : [one];
  });
}

/** Whether a function is explicit, with the template arguments that `scope` binds. */
export function isExplicit(m: Machine, { decl }: FunctionEntity, scope: Scope): boolean | undefined {
  const { explicit = false, explicitIf } = decl;
  return explicitIf ? truth(m.silently(() => evaluate(m, explicitIf, scope))) : explicit;
}

/** Whether `explicit` is written, with or without a condition. */
export function saysExplicit({ explicit, explicitIf }: Func): boolean {
  return explicit === true || explicitIf !== undefined;
}

const constrained = remembered((one: FunctionEntity): FunctionEntity => {
  const { explicitIf, requires = [] } = one.decl;
  if (!explicitIf) return one;
  const isImplicit: Expr = { is: 'Unary', op: '!', arg: explicitIf, span: explicitIf.span };
  return { ...one, decl: { ...one.decl, requires: [...requires, isImplicit] } };
});
