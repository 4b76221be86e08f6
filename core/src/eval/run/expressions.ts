// Evaluates expressions. One function per kind of node; what calls mean is in call.ts, what names mean in names.ts.
// An expression that is a type gives a TypeOf. What cannot be known gives Unknown with the first reason.
import { inLongDouble } from '../../values/floats';
import { say } from '../../base/say';
import { dyn, ofType, withLongLong, withSign } from '../../algebra/leaf';
import { held64 } from '../../algebra/wide';
import { BugError } from '../../base/assert';
import type { Expr } from '../../ir/program';
import type { ArrayValue, Value } from '../../values/value';
import { launch } from '../launch/launch';
import { loseVisible } from '../memory/reach';
import { declareCaptures } from '../names/captures';
import { isRepeatable } from '../names/effects';
import { requiresValue } from '../overload/requirements';
import { lookupName } from '../names/names';
import { childScope } from '../names/packs';
import { decayed, variableNamed } from '../names/places';
import { categoryOf, categoryOfExpression } from '../overload/categories';
import { isDynamicIntValue } from '../values/template-args';
import { type Pointed, pointedBy } from '../values/qualifiers';
import { type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { boolean } from '../types/arithmetic';
import { exampleOf } from '../types/classes';
import { asBase, copiedAs } from '../types/copies';
import { nameAt, nameValue, scopeAt } from '../types/name-values';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { partAt } from '../values/base-parts';
import { callable } from '../values/kinds';
import { unknown } from '../values/unknown';
import { callAt } from './call';
import { indexAt } from './indexing';
import { noteTemporary } from '../types/lifetimes';
import { addressOf, memberAt, thisValue } from './members';
import { assignAt } from './assign';
import { foldValue } from './folds';
import { conditionalAt } from './conditionals';
import { binaryAt, commaAt, unaryAt } from './operators';
import { loseTouched } from './unread';
import { decltypeValue } from './decltype';
import { castAt } from './casts';
import { braceValue, sizeofValue, wrapType } from './type-expressions';
import { isTypeOfFunction } from './function-types';
import { callUncalled } from './uncalled';

/** The value of an expression; recorded as a fact of its place. */
export function evaluate(m: Machine, e: Expr, scope: Scope): Value {
  m.budget.step();
  return m.budget.isNested() ? tooNested(m, e, scope) : m.budget.nested(valueOf, m, e, scope);
}

/** As `evaluate`, with the variable that the expression names. */
export function locate(m: Machine, e: Expr, scope: Scope): Located {
  m.budget.step();
  return m.budget.isNested()
    ? { value: tooNested(m, e, scope), place: undefined }
    : m.budget.nested(locatedOf, m, e, scope);
}

function valueOf(m: Machine, e: Expr, scope: Scope): Value {
  if (e.is === 'Name') {
    const entity = lookupName(scope, e);
    const variable = entity?.kind === 'variable' ? entity : undefined;
    const value = asBase(nameValue(m, e, scope), variable?.as, variable?.cell);
    return isCArray(value) ? decayed(m, e, value, variableNamed(e, scope), arraySaid(m, e, scope)) : value;
  }
  const found = locateNode(m, e, scope);
  const value = found ? found.value : evaluateNode(m, e, scope);
  record(m, e, value);
  noteTemporary(m, e, value, found?.place);
  if (isCArray(value)) return decayed(m, e, value, found?.place, arraySaid(m, e, scope, found));
  return asBase(value, found?.as, found?.place);
}

function locatedOf(m: Machine, e: Expr, scope: Scope): Located {
  const found = e.is === 'Name' ? nameAt(m, e, scope) : locateNode(m, e, scope);
  const value = found ? found.value : evaluateNode(m, e, scope);
  record(m, e, value);
  noteTemporary(m, e, value, found?.place);
  if (isCArray(value)) {
    const pointer = decayed(m, e, value, found?.place, arraySaid(m, e, scope, found));
    return { value: pointer, place: found?.place, category: found?.category };
  }
  // What is in memory that threads share is in no variable, but where that lies.
  if (m.simt && found?.place && !isTuple(value) && value.is === 'element') return { ...found, place: undefined };
  if (!found) return { value, place: undefined };
  const as = asBase(value, found.as, found.place);
  return as === value
    ? found
    : { ...found, value: as, place: found.place && found.as && partAt(found.place, found.as) };
}

/** What a pointer to the first element of an array says of it. */
function arraySaid(m: Machine, e: Expr, scope: Scope, found?: Located): Pointed {
  return pointedBy(found?.category ?? categoryOfExpression(m, e, scope));
}

function tooNested(m: Machine, e: Expr, scope: Scope): Value {
  const why = say`the expression is nested too deeply`;
  if (!isRepeatable(e)) loseVisible(m, scope, why, e.span);
  return unknown('depth', why, e.span);
}

function isCArray(value: Value): value is ArrayValue {
  return !isTuple(value) && value.is === 'array' && value.of === 'c';
}

/** Records the value of an expression. Literals say nothing new; names and calls are recorded where they are
 *  evaluated. */
function record(m: Machine, e: Expr, value: Value): void {
  if (!isTuple(value) && (value.is === 'callable' || value.is === 'void')) return;
  switch (e.is) {
    case 'Int':
    case 'Float':
    case 'Bool':
    case 'String':
    case 'Char':
    case 'Name':
    case 'Scope':
    case 'Call':
    case 'Opaque':
    case 'Lambda':
    case 'Requires':
    case 'Wrap':
    case 'Launch':
    case 'Assign':
    case 'This':
    case 'Expand':
    case 'Ambiguous':
      return;
    case 'Brace':
    case 'Member':
    case 'Index':
    case 'Unary':
    case 'Binary':
    case 'Conditional':
    case 'Cast':
    case 'Decltype':
    case 'Sizeof':
    case 'Fold':
      m.record(e.span, 'expression', value);
  }
}

/** Expressions that may name a variable; undefined for all others. Names, the most frequent ones, are looked up
 *  above. */
function locateNode(m: Machine, e: Expr, scope: Scope): Located | undefined {
  switch (e.is) {
    case 'Call':
      return e.type && isTypeOfFunction(m, e, scope)
        ? { value: evaluate(m, e.type, scope), place: undefined }
        : callAt(m, e, scope);
    case 'Scope':
      return scopeAt(m, e, scope);
    case 'Member':
      return memberAt(m, e, scope);
    case 'Index':
      return indexAt(m, e, scope);
    case 'Binary':
      return e.op === ',' ? commaAt(m, e, scope) : binaryAt(m, e, scope);
    case 'Unary':
      return unaryAt(m, e, scope);
    case 'Assign':
      return assignAt(m, e, scope);
    case 'Conditional':
      return conditionalAt(m, e, scope);
    case 'Cast':
      return castAt(m, e, scope);
    case 'This':
      return { value: thisValue(m, e, scope), place: undefined };
    default:
      return undefined;
  }
}

function evaluateNode(m: Machine, e: Expr, scope: Scope): Value {
  switch (e.is) {
    case 'Int':
      return e.type === 'int' ? dyn(e.value) : literal(e);
    case 'Float':
      return {
        is: 'scalar',
        type: e.type,
        bits: { float: 32, double: 64, 'long double': 128 }[e.type],
        n: e.type === 'long double' ? inLongDouble(e.value) : e.type === 'float' ? Math.fround(e.value) : e.value,
      };
    case 'Bool':
      return boolean(dyn(e.value ? 1 : 0));
    case 'String':
      return { is: 'text', text: e.value };
    case 'Char':
      if (e.type === 'char8_t')
        return unknown('unsupported', say`the type of this character depends on the version of C++`, e.span);
      if (e.type) return { is: 'scalar', type: e.type, bits: widths[e.type], n: e.value.codePointAt(0) ?? 0 };
      return { is: 'scalar', type: 'char', bits: 8, n: signedByte(e.value.charCodeAt(0) || 0) };
    case 'Unary':
      // All others are located.
      return addressOf(m, e.arg, scope);
    case 'Brace':
      return braceValue(m, e, scope);
    case 'Ambiguous':
      return evaluate(m, isType(m, e.type, scope) ? e.cast : e.operation, scope);
    case 'Decltype':
      return decltypeValue(m, e, scope);
    case 'Sizeof':
      return sizeofValue(m, e, scope);
    case 'Lambda':
      return lambdaValue(m, e, scope);
    case 'Requires':
      return requiresValue(m, e, scope);
    case 'Wrap':
      return wrapType(m, e, scope);
    case 'Launch':
      return launch(m, e, scope);
    case 'Expand':
      return evaluate(m, e.of, scope);
    case 'Fold':
      return foldValue(m, e, scope);
    case 'Opaque':
      loseTouched(m, e, scope);
      return e.number ? wideLiteral(e, e.number) : unknown('opaque', e.why, e.span);
    case 'Binary':
    case 'Name':
    case 'Call':
    case 'Scope':
    case 'Member':
    case 'Index':
    case 'Assign':
    case 'Conditional':
    case 'Cast':
    case 'This':
      throw new BugError(`locateNode evaluates ${e.is}`);
  }
}

/** Whether the name in `(name) - x` is a type, which makes it a cast, or a value, which makes it a subtraction. */
function isType(m: Machine, e: Expr, scope: Scope): boolean {
  const entity = e.is === 'Name' ? lookupName(scope, e) : undefined;
  if (entity) return entity.kind !== 'variable' && entity.kind !== 'pack';
  const value = m.silently(() => evaluate(m, e, scope));
  return !isTuple(value) && (value.is === 'type' || value.is === 'callable' || value.is === 'unknown');
}

/** A `char` is signed. */
function signedByte(n: number): number {
  return n > 127 && n < 256 ? n - 256 : n;
}

function literal({ value: n, type, longLong }: Pick<Expr & { is: 'Int' }, 'value' | 'type' | 'longLong'>): Value {
  const number = withSign(
    dyn(n, undefined, /64|size_t|long/.test(type) ? 64 : 32),
    /^(u|size_t)/.test(type) || undefined,
  );
  return withLongLong(number, longLong);
}

type Opaque = Expr & { is: 'Opaque' };

/** A literal beyond 2^53, where a type holds it. */
function wideLiteral({ why, span }: Opaque, { exact, ...of }: NonNullable<Opaque['number']>): Value {
  const type = literal({ ...of, value: 0 });
  if (exact === undefined || exact >= 2n ** 64n || !isDynamicIntValue(type))
    return { ...unknown('opaque', why, span), type };
  return ofType(held64(exact, type.unsigned), type);
}

function lambdaValue(m: Machine, e: Expr & { is: 'Lambda' }, scope: Scope): Value {
  const inner = childScope(scope);
  declareCaptures(
    m,
    e,
    scope,
    inner,
    (value, from, as) => copiedAs(m, value, as ? exampleOf(as) : value, { ...from, span: e.span }, true),
    (from) => categoryOf(m, from),
  );
  const around = m.frame.own?.decl.body;
  const value = callable('lambda', { kind: 'lambda', decl: e, scope: inner, template: m.frame.template });
  if (!m.evaluated.has(e)) m.lambdas.set(e, { run: () => callUncalled(m, value, e, around) });
  return value;
}

const widths = { char16_t: 16, char32_t: 32, wchar_t: 32 } as const;
