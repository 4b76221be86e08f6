// `c ? a : b` ([expr.cond]): which operand is taken, and what both have in common.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { oneOf } from '../values/one-of-cells';
import { dyn } from '../../algebra/leaf';
import { elementAt } from '../../base/assert';
import type { Expr } from '../../ir/program';
import { nodesIn } from '../../ir/walk';
import type { Value } from '../../values/value';
import { pointedQualifiers, pointingTo } from '../memory/arrays';
import { mergeValues } from '../memory/merge';
import { isRepeatable } from '../names/effects';
import { lookup } from '../names/names';
import { argOf } from '../names/packs';
import { categoryOfExpression, isPlainNumber, prvalue } from '../overload/categories';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import { commonObject, commonPointer } from '../types/common-objects';
import { inCommon } from '../types/arithmetic';
import { copied } from '../types/copies';
import { holdTemporary } from '../types/lifetimes';
import { isFixed } from '../values/cells';
import { type FunctionEntity, type Scope } from '../values/entities';
import { isAuto } from '../values/declared-types';
import { holdsAddress } from '../values/elements';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { disputedType, promotionIn } from '../values/bit-fields';
import { choiceName } from '../values/choices';
import { truth, withFrom } from '../values/truth';
import { mayBeInvalid } from '../values/unknown';
import { eitherByThread } from './simt';
import { noteSkipped } from './skips';
import { eitherWay } from './operators';
import { condition, loadedOperand } from './operands';

export function conditionalAt(m: Machine, e: Expr & { is: 'Conditional' }, scope: Scope): Located {
  const cond = condition(m, e.cond, scope);
  if (m.mode.unevaluated && mayBeInvalid(cond)) return { value: cond, place: undefined };
  const known = truth(cond);
  if (m.simt && known === undefined) return chosenByThread(m, m.simt, e, cond, scope);
  if (known !== undefined) noteSkipped(m, known ? e.else : e.then, scope);
  if (known === undefined && !(isRepeatable(e.then) && isRepeatable(e.else))) return anyOf(m, e, scope);
  const then = known === false ? passOver(m, e.then, scope) : locate(m, e.then, scope);
  const other = known === true ? passOver(m, e.else, scope) : locate(m, e.else, scope);
  const isValue = known === undefined && !(then.place && other.place);
  const place = isValue ? undefined : oneOf([then.place, other.place]);
  const isPlace = place !== undefined && !isFixed(place) && mayBePlace(e.then) && mayBePlace(e.else);
  if (isPlace || [then, other].some(({ value }) => holdsAddress(value))) m.trace.choose();
  const disputed = disputedType([then, other]);
  if (disputed) return { value: disputed, place: undefined };
  if (known !== undefined) {
    const [taken, left] = known ? [then, other] : [other, then];
    const value = common(m, taken.value, left.value);
    const both = known ? [e.then, e.else] : [e.else, e.then];
    if (place && isPrvalue(m, both, [taken, left], scope)) return made(m, taken, withFrom(value, cond), e, scope);
    return { value: withFrom(value, cond), place, as: place && taken.as };
  }
  const [a, b] = [
    common(m, loadedOperand(m, then.value, e.then), other.value),
    common(m, loadedOperand(m, other.value, e.else), then.value),
  ];
  return {
    value: mergeValues(m, [a, b], {
      name: choiceName(e),
      kind: 'branch',
      why: say`it depends on a condition that is not known`,
      at: e.cond.span,
      condition: true,
    }),
    place,
  };
}

/** Whether two operands, of which one is taken, give a value and no variable: they are not of one type and category
 *  ([expr.cond]/4, 5). */
function isPrvalue(m: Machine, es: readonly Expr[], operands: readonly Located[], scope: Scope): boolean {
  const [a, b] = operands.map(({ value }) => value);
  if (a === undefined || b === undefined || isUnknown(a) || isUnknown(b)) return false;
  if (isPlainNumber(a) && isPlainNumber(b) && !sameType(erase(a), erase(b))) return true;
  const [x, y] = operands.map(({ category }, i) => category?.is ?? (es[i] && categoryOfExpression(m, es[i], scope).is));
  return x === 'prvalue' || y === 'prvalue' || (x !== undefined && y !== undefined && x !== y);
}

/** A copy of the operand that is taken. */
function made(m: Machine, taken: Located, value: Value, e: Expr, scope: Scope): Located {
  const copy = classOf(value) && value === taken.value ? copied(m, value, argOf(taken, e, scope, e.span)) : value;
  holdTemporary(m, copy);
  return { value: copy, place: undefined, category: prvalue };
}

/** Whether an expression may name a variable. */
const mayBePlace = ({ is }: Expr): boolean => !/^(?:Int|Float|Bool|Char|Binary|Brace|Sizeof|Lambda)$/.test(is);

/** `c ? a : b` where threads take different operands. */
function chosenByThread(m: Machine, simt: Simt, e: Expr & { is: 'Conditional' }, cond: Value, scope: Scope): Located {
  const way = (of: Expr) => (): Value => loadedOperand(m, locate(m, of, scope).value, of);
  const types = [e.then, e.else].map((of) => m.silently(() => m.aside('unevaluated', of.span, way(of))));
  const [then, other] = [e.then, e.else].map((of, i) => (): Value => common(m, way(of)(), types[1 - i] ?? dyn(0)));
  if (!then || !other) return { value: dyn(0), place: undefined };
  return { value: eitherByThread(m, simt, cond, [then, other], choiceName(e), e.cond.span), place: undefined };
}

/** `c ? a : b` with an unknown condition and operands with side effects: both are evaluated on forks of the state. */
function anyOf(m: Machine, e: Expr & { is: 'Conditional' }, scope: Scope): Located {
  const ways = [e.then, e.else].map((way) => (): Located => {
    const { value, place } = locate(m, way, scope);
    return { value: loadedOperand(m, value, way), place };
  });
  const found = eitherWay(m, ways, e.span);
  const [then, other] = [elementAt(found, 0).value, elementAt(found, 1).value];
  const value = mergeValues(m, [common(m, then, other), common(m, other, then)], {
    name: choiceName(e),
    kind: 'branch',
    why: say`it depends on a condition that is not known`,
    at: e.cond.span,
    condition: true,
  });
  const places = found.map(({ place }) => place);
  return { value, place: places.includes(undefined) ? undefined : oneOf(places) };
}

/** `b ? x : y` has one type: integers of different types become run-time integers, and a pointer points to what is
 *  const where the other one does ([conv.qual]). */
function common(m: Machine, taken: Value, other: Value): Value {
  if (classOf(taken) !== classOf(other)) return commonObject(m, taken, other);
  const pointer = commonPointer(m, taken, other);
  if (pointer) return pointer;
  const shared = inCommon(m, taken, other);
  if (shared !== undefined) return shared;
  if (isTuple(taken) || isTuple(other) || taken.is !== 'static') return pointingTo(taken, pointedQualifiers(other));
  return (other.is === 'static' && other.n !== taken.n) || other.is === 'dynamic' ? dyn(taken.n) : taken;
}

/** An operand that is not evaluated still shows its values. Its side effects are thrown away. */
function speculate(m: Machine, e: Expr, scope: Scope): Located {
  const located = m.aside('speculative', e.span, () => locate(m, e, scope));
  return { value: located.value, place: undefined, category: located.category, promotes: promotionIn(located) };
}

/** The operand that a known condition does not choose. One that calls a function which is running would call it without
 *  end; of that one only the type counts. */
function passOver(m: Machine, e: Expr, scope: Scope): Located {
  const running = runningCallee(m, e, scope);
  if (!running) return speculate(m, e, scope);
  const { decl } = running;
  const { returns } = decl;
  const type = returns && !isAuto(returns) ? m.silently(() => evaluate(m, returns, running.scope)) : undefined;
  const example = type !== undefined && !isTuple(type) && type.is === 'type' ? type.of : undefined;
  return { value: example ?? { is: 'void' }, place: undefined };
}

/** A function that runs and that code calls by name. */
function runningCallee(m: Machine, e: Expr, scope: Scope): FunctionEntity | undefined {
  if (m.running.size === 0) return undefined;
  for (const name of calleesIn(e)) {
    const entity = lookup(scope, name);
    const found = entity?.kind === 'functions' ? entity.overloads : [];
    const running = found.find(({ decl }) => decl.body && m.running.has(decl.body));
    if (running) return running;
  }
  return undefined;
}

/** The names of what code calls. */
const calleesIn = remembered((e: Expr): readonly string[] => [
  ...new Set(nodesIn(e).flatMap((node) => (node.is === 'Call' && node.callee.is === 'Name' ? node.callee.id : []))),
]);
