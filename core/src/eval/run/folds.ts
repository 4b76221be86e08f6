// Fold expressions ([expr.prim.fold]). names/packs.ts gives the elements of packs.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isRepeatable } from '../names/effects';
import { expandPack, packScopes, unboundPackIn, unequalPacks } from '../names/packs';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { boolean, operate, promoted } from '../types/arithmetic';
import type { Scope } from '../values/entities';
import { truth } from '../values/truth';
import { isUnboundPack, unknown } from '../values/unknown';
import { fromOf } from '../values/inspect';
import { isStaticIntValue } from '../values/template-args';
import { isConstantObject, perhaps } from './operators';

export function foldValue(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  if (e.op === '&&' || e.op === '||')
    return unboundPackIn(e.pack, scope) ?? unequalPacks(e.pack, scope) ?? logicalFold(m, e, scope);
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

type Operand = readonly [Expr, Scope];

/** A fold over `&&` or `||` ends where an operand decides ([expr.prim.fold], [expr.log.and]). */
function logicalFold(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  const inner = packScopes(e.pack, scope).map((one): Operand => [e.pack, one]);
  const init: readonly Operand[] = e.init ? [[e.init, scope]] : [];
  const [first, ...others] = e.left ? [...init, ...inner] : [...inner, ...init];
  if (!first) return boolean(dyn(e.op === '||' ? 0 : 1));
  if (!e.left) return fromRight(m, e, first, others);
  let all = evaluate(m, first[0], first[1]);
  for (const one of others) {
    const decided = decidedBy(e.op, all);
    if (decided && !isConstantObject(m, ...one)) {
      all = decided;
      continue;
    }
    const isPerhaps = truth(all) === undefined && !isRepeatable(one[0]);
    const next = isPerhaps ? perhaps(m, one[0].span, () => evaluate(m, ...one)) : evaluate(m, ...one);
    all = operate(m, e, promoted(all), promoted(next));
  }
  return all;
}

/** `a || (b || (c || d))`. */
function fromRight(m: Machine, e: Expr & { is: 'Fold' }, first: Operand, others: readonly Operand[]): Value {
  const left = evaluate(m, ...first);
  const [second, ...rest] = others;
  if (!second) return left;
  const right = (): Value => fromRight(m, e, second, rest);
  const decided = decidedBy(e.op, left);
  if (decided) {
    // Constants of CuTe among names have operators of CuTe, which evaluate both operands.
    if (!others.some((one) => isConstantObject(m, ...one)) || !others.every(([one]) => isName(one))) return decided;
    const value = right();
    return isStaticIntValue(value) ? operate(m, e, promoted(left), value) : decided;
  }
  const isPerhaps = truth(left) === undefined && !others.every(([one]) => isRepeatable(one));
  const value = isPerhaps ? perhaps(m, second[0].span, right) : right();
  return operate(m, e, promoted(left), promoted(value));
}

const isName = (e: Expr): boolean => e.is === 'Name' || e.is === 'Brace' || e.is === 'Int';

/** What `&&` or `||` gives where the left operand, a run-time number, decides. */
function decidedBy(op: string, left: Value): Value | undefined {
  const decides = op === '||';
  return truth(left) === decides && !isStaticIntValue(left) ? boolean(dyn(decides ? 1 : 0, fromOf(left))) : undefined;
}
