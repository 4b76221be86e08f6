// Calls of closures ([expr.prim.lambda.closure]): of a lambda, and of an object whose bases are closures, which is one
// call of the best of their functions. Where it is not known which closure an object holds, what any of them can reach
// is lost.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import { loseReachable } from '../memory/reach';
import { resolve } from '../overload/overloads';
import { matchFunction } from '../overload/viable';
import { callFunction, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Arg, type LibraryBase, Scope, type Target } from '../values/entities';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { illFormed, unknown } from '../values/unknown';
import { returned } from '../types/returned';

type Closure = Target & { kind: 'lambda' };

export function callLambda(m: Machine, target: Closure, args: readonly Arg[], span: Span): Located {
  noteCalled(m, target);
  const scope = new Scope(target.scope);
  const func = asFunction(target);
  const match = matchFunction(m, func, scope, [], args);
  if (!match)
    return { value: illFormed('unsupported', say`the lambda does not take these arguments`, span), place: undefined };
  const picked = { entity: { decl: func, scope }, scope: match.scope };
  return returned(m, picked, callFunction(m, picked.entity, picked.scope, args));
}

function noteCalled(m: Machine, { decl }: Closure): void {
  if (m.mode.probing) return;
  m.lambdas.delete(decl);
  m.evaluated.add(decl);
}

function asFunction({ decl }: Closure): Func {
  return {
    is: 'Func',
    name: 'lambda',
    nameSpan: decl.span,
    params: decl.params,
    templates: decl.templateParams.length > 0 ? [decl.templateParams] : [[]],
    kernel: false,
    device: false,
    constexpr: false,
    static: false,
    const: false,
    span: decl.span,
    ...(decl.requires && { requires: decl.requires }),
    // Without a type it returns `auto`.
    returns: decl.returns ?? { is: 'Name', id: 'auto', span: decl.span },
    body: decl.body,
  };
}

/** `object(args)` where the functions are those of closures. `alone`: the class declares none itself. */
export function callClosures(
  m: Machine,
  object: Value,
  closures: readonly LibraryBase[],
  alone: boolean,
  args: readonly Arg[],
  span: Span,
): Located {
  const fields = !isTuple(object) && object.is === 'struct' ? object.fields : undefined;
  const held = closures.flatMap((one): readonly Closure[] => {
    const target = targetOf(fields?.get(one.held ?? '') ?? { is: 'void' });
    return target?.kind === 'lambda' ? [target] : [];
  });
  const overloads = held.map((target) => ({ decl: asFunction(target), scope: new Scope(target.scope) }));
  // A function that is not const is another match for the object.
  const isAlike = held.every(({ decl }) => decl.mutable === held[0]?.decl.mutable);
  const found = alone && isAlike && held.length === closures.length ? resolve(m, overloads, [], args) : undefined;
  const picked = found?.is === 'picked' ? found : undefined;
  const target = picked && held[overloads.findIndex(({ decl }) => decl === picked.entity.decl)];
  if (picked && target) {
    noteCalled(m, target);
    return returned(m, picked, callFunction(m, picked.entity, picked.scope, args));
  }
  const why = found?.is === 'unclear' ? found.why : say`which closure this object calls is not known`;
  const all = [...held, ...closures.flatMap(({ of }) => targetOf(of) ?? [])];
  if (!m.mode.unevaluated)
    for (const one of all) if (one.kind === 'lambda') loseReachable(m, { scope: one.scope, args }, why, span);
  return { value: unknown('unsupported', why, span), place: undefined };
}
