// Which functions a call means by a name: those that are declared before it, and what its arguments bring with them.
import type { Expr, Name } from '../../ir/program';
import type { Value } from '../../values/value';
import { friendOfBarrier } from '../library/cuda-barriers';
import { withAssociated } from '../names/associated';
import { classAround } from '../names/names';
import { declaredBefore } from '../overload/declared-before';
import type { Machine } from '../state/machine';
import { isOfTemplate } from '../types/classes';
import type { Arg } from '../values/entities';

/** What is called: of a namespace, the functions that are declared before. */
export function meantBy(m: Machine, e: Expr, callee: Value, args: readonly Arg[]): Value {
  if (e.is === 'Name') return functionsNamed(m, e, callee, args);
  return e.is === 'Scope' ? declaredBefore(callee, e.id, e.span) : callee;
}

/** What an unqualified name means that is called. What arguments bring with them is found where a template is
 *  instantiated, too ([temp.dep.candidate]). */
function functionsNamed(m: Machine, e: Name, callee: Value, args: readonly Arg[]): Value {
  const all = friendOfBarrier(callee, e.id, args) ?? withAssociated(e, declaredBefore(callee, e.id, e.span), args);
  return isInTemplate(m) ? all : declaredBefore(all, e.id, e.span);
}

/** Whether code may be that of a template: a closure may stand in one. */
function isInTemplate({ frame, mode }: Machine): boolean {
  if (!frame.own || frame.template || mode.unevaluated || frame.own.decl.name === 'lambda') return true;
  const around = classAround(frame.own.scope);
  return around !== undefined && isOfTemplate(around);
}
