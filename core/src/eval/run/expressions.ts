// Evaluates expressions. One function per kind of node; what calls mean is in call.ts, what names mean in names.ts.
// An expression that is a type gives a TypeOf. What cannot be known gives Unknown with the first reason.
import { dyn, withSign } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { callExpr } from './call';
import { declareCaptures } from '../names/captures';
import { isRepeatable } from '../names/effects';
import type { Scope } from '../values/entities';
import { callValue } from '../state/evaluator';
import { indexValue } from './indexing';
import { isList } from '../values/inspect';
import { callable } from '../values/kinds';
import { launch } from '../launch/launch';
import type { Machine } from '../state/machine';
import { memberValue } from './members';
import { nameValue, scopeValue } from '../types/name-values';
import { lookup, selfOf } from '../names/names';
import { assignValue, binaryValue, conditionalValue, foldValue, unaryValue } from './operators';
import { childScope } from '../names/packs';
import { decayed } from '../names/places';
import { loseVisible } from '../memory/reach';
import { braceValue, castValue, decltypeValue, sizeofValue, wrapType } from './type-expressions';
import { unknown } from '../values/unknown';

/** The value of an expression; recorded as a fact of its place. */
export function evaluate(m: Machine, e: Expr, scope: Scope): Value {
  m.budget.step();
  if (m.budget.isNested()) {
    const why = 'the expression is nested too deeply';
    if (!isRepeatable(e)) loseVisible(m, scope, why, e.span);
    return unknown('depth', why, e.span);
  }
  m.budget.nesting++;
  try {
    const value = evaluateNode(m, e, scope);
    record(m, e, value);
    return !isList(value) && value.is === 'array' && value.of === 'c' ? decayed(m, e, value, scope) : value;
  } finally {
    m.budget.nesting--;
  }
}

/** Literals, and names (recorded with their declaration in names), say nothing new. */
function record(m: Machine, e: Expr, value: Value): void {
  if (!isList(value) && (value.is === 'callable' || value.is === 'void')) return;
  switch (e.is) {
    case 'Int': case 'Float': case 'Bool': case 'String': case 'Char': case 'Name': case 'Scope': case 'Call': case 'Opaque': case 'Lambda':
    case 'Wrap': case 'Launch': case 'Assign': case 'This': case 'Expand': case 'Ambiguous':
      return;
    case 'Brace': case 'Member': case 'Index': case 'Unary': case 'Binary': case 'Conditional': case 'Cast': case 'Decltype': case 'Sizeof': case 'Fold':
      m.record(e.span, 'expression', value);
  }
}

function evaluateNode(m: Machine, e: Expr, scope: Scope): Value {
  switch (e.is) {
    case 'Int': return e.type === 'int' ? dyn(e.value) : literal(e.value, e.type);
    case 'Float': return { is: 'scalar', type: e.type, bits: e.type === 'float' ? 32 : 64, n: e.type === 'float' ? Math.fround(e.value) : e.value };
    case 'Bool': return dyn(e.value ? 1 : 0);
    case 'String': return { is: 'text', text: e.value };
    case 'Char': return { is: 'scalar', type: 'char', bits: 8, n: e.value.charCodeAt(0) || 0 };
    case 'Name': return nameValue(m, e, scope);
    case 'Scope': return scopeValue(m, e, scope);
    case 'Call': return callExpr(m, e, scope);
    case 'Brace': return braceValue(m, e, scope);
    case 'Member': return memberValue(m, e, scope);
    case 'Index': return indexValue(m, e, scope);
    case 'Unary': return unaryValue(m, e, scope);
    case 'Binary': return binaryValue(m, e, scope);
    case 'Assign': return assignValue(m, e, scope);
    case 'Conditional': return conditionalValue(m, e, scope);
    case 'Cast': return castValue(m, e, scope);
    case 'Ambiguous': return evaluate(m, isType(m, e.type, scope) ? e.cast : e.operation, scope);
    case 'Decltype': return decltypeValue(m, e.arg, scope);
    case 'Sizeof': return sizeofValue(m, e, scope);
    case 'Lambda': return lambdaValue(m, e, scope);
    case 'Wrap': return wrapType(m, e, scope);
    case 'Launch': return launch(m, e, scope);
    case 'Expand': return evaluate(m, e.of, scope);
    case 'Fold': return foldValue(m, e, scope);
    case 'This': return selfOf(scope)?.read() ?? unknown('unsupported', '`this` outside of a member function', e.span);
    case 'Opaque': return unknown('opaque', e.why, e.span);
  }
}

/** What a name in parentheses stands for, before an operator that may be unary. */
function isType(m: Machine, e: Expr, scope: Scope): boolean {
  const entity = e.is === 'Name' ? lookup(scope, e.id) : undefined;
  if (entity) return entity.kind !== 'variable' && entity.kind !== 'pack';
  m.recorder.muted++;
  const value = evaluate(m, e, scope);
  m.recorder.muted--;
  return !isList(value) && (value.is === 'type' || value.is === 'callable' || value.is === 'unknown');
}

function literal(n: number, type: string): Value {
  return withSign(dyn(n, undefined, /64|size_t|long/.test(type) ? 64 : 32), /^(u|size_t)/.test(type) || undefined);
}

function lambdaValue(m: Machine, e: Expr & { is: 'Lambda' }, scope: Scope): Value {
  const inner = childScope(scope);
  declareCaptures(m, e, scope, inner);
  const value = callable('lambda', { kind: 'lambda', decl: e, scope: inner, template: m.frame.template });
  if (!m.evaluated.has(e)) m.lambdas.set(e, { run: () => void callUncalled(m, value, e) });
  return value;
}

/** A lambda that nothing calls here (it is passed to a function that is not modelled): shown with parameters by type. */
function callUncalled(m: Machine, lambda: Value, e: Expr & { is: 'Lambda' }): void {
  const args = e.params.map((p) => ({ value: unknown('symbol', `nothing known calls this lambda`, p.span, [p.name ?? '']), span: p.span }));
  m.supposing('nothing known calls this lambda', e.span, () => callValue(m, lambda, args, e.span));
}
