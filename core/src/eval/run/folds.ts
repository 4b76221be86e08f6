// Fold expressions ([expr.prim.fold]). names/packs.ts gives the elements of packs.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isDefined } from '../memory/named-code';
import { isRepeatable } from '../names/effects';
import { argsOf, packScopes, unboundPackIn, unequalPacks } from '../names/packs';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { boolean, operate, promoted } from '../types/arithmetic';
import { prvalue } from '../overload/categories';
import { userOperator } from '../types/user-operators';
import type { Arg, Scope } from '../values/entities';
import { classOf } from '../values/kinds';
import { truth } from '../values/truth';
import { isUnboundPack, unknown } from '../values/unknown';
import { fromOf } from '../values/inspect';
import { isStaticIntValue } from '../values/template-args';
import { numberOf } from './operands';
import { isConstantObject, perhaps } from './operators';

export function foldValue(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  if ((e.op === '&&' || e.op === '||') && !mayBeOwn(m, e, scope))
    return unboundPackIn(e.pack, scope) ?? unequalPacks(e.pack, scope) ?? logicalFold(m, e, scope);
  const given = argsOf(m, [{ is: 'Expand', of: e.pack, span: e.pack.span }], scope);
  const unbound = given.find(({ value }) => isUnboundPack(value));
  if (unbound) return unbound.value;
  const init = e.init ? argsOf(m, [e.init], scope) : [];
  const all = e.left ? [...init, ...given] : [...given, ...init];
  if (e.op === ',' && !all.some(({ value }) => classOf(value))) return all[all.length - 1]?.value ?? { is: 'void' };
  if (all.length === 0) return unknown('unsupported', say`a fold over nothing`, e.span);
  const combine = (a: Arg, b: Arg): Arg => combined(m, e, [a, b], scope);
  return (e.left ? all.reduce(combine) : all.reduceRight((right, left) => combine(left, right))).value;
}

/** Whether `&&` or `||` may be a function of the program, which is given both operands. */
function mayBeOwn(m: Machine, { op, pack, init }: Expr & { is: 'Fold' }, scope: Scope): boolean {
  if (!isDefined(m, `operator${op}`)) return false;
  const operands: readonly Expr[] = [{ is: 'Expand', of: pack, span: pack.span }, ...(init ? [init] : [])];
  const given = m.silently(() => m.state.discard(() => argsOf(m, operands, scope)).given);
  return given.some(({ value }) => classOf(value));
}

/** What the operator gives for two of the elements, or for what it gave for those before ([expr.prim.fold]/2). */
function combined(m: Machine, { op, span }: Expr & { is: 'Fold' }, operands: readonly [Arg, Arg], scope: Scope): Arg {
  const own = operands.some(({ value }) => classOf(value)) ? userOperator(m, op, operands, scope, span) : undefined;
  if (op === ',' && !own) return operands[1];
  if (own)
    return { value: own.value, cell: own.place, span, category: own.category ?? (own.place ? undefined : prvalue) };
  const number = (given: Arg): Value => numberOf(m, op, { given, number: promoted(given.value) });
  const [a, b] = operands;
  return { value: operate(m, { op, span }, number(a), number(b)), span, category: prvalue };
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
