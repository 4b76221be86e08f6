// Fold expressions ([expr.prim.fold]). names/packs.ts gives the elements of packs.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isRepeatable } from '../names/effects';
import { expandPack, packScopes, unboundPackIn } from '../names/packs';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { boolean, operate, promoted } from '../types/arithmetic';
import type { Scope } from '../values/entities';
import { truth } from '../values/truth';
import { isUnboundPack, unknown } from '../values/unknown';
import { fromOf } from '../values/inspect';
import { isStaticIntValue } from '../values/template-args';
import { perhaps } from './operators';

export function foldValue(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  if (e.op === '&&' || e.op === '||') return unboundPackIn(e.pack, scope) ?? logicalFold(m, e, scope);
  const values = [...expandPack(m, e.pack, scope)];
  const unbound = values.find(isUnboundPack);
  if (unbound) return unbound;
  const init = e.init ? [evaluate(m, e.init, scope)] : [];
  const all = e.left ? [...init, ...values] : [...values, ...init];
  if (e.op === ',') return all[all.length - 1] ?? { is: 'void' };
  if (all.length === 0) return unknown('unsupported', say`a fold over nothing`, e.span);
  const combine = (a: Value, b: Value): Value => operate(m, e, promoted(a), promoted(b));
  return e.left ? all.reduce(combine) : all.reduceRight((right, left) => combine(left, right));
}

/** A fold over `&&` or `||` ends where an operand decides ([expr.prim.fold], [expr.log.and]). */
function logicalFold(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  const decides = e.op === '||';
  const inner = packScopes(e.pack, scope).map((one): readonly [Expr, Scope] => [e.pack, one]);
  const init: readonly (readonly [Expr, Scope])[] = e.init ? [[e.init, scope]] : [];
  const [first, ...others] = e.left ? [...init, ...inner] : [...inner, ...init];
  if (!first) return boolean(dyn(decides ? 0 : 1));
  let all = evaluate(m, first[0], first[1]);
  for (const [operand, at] of others) {
    const known = truth(all);
    if (known === decides && !isStaticIntValue(all)) return boolean(dyn(decides ? 1 : 0, fromOf(all)));
    const isPerhaps = known === undefined && !isRepeatable(operand);
    const next = isPerhaps ? perhaps(m, operand, at) : evaluate(m, operand, at);
    all = operate(m, e, promoted(all), promoted(next));
  }
  return all;
}
