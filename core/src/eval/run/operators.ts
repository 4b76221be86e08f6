// Expressions with an operator: their operands are evaluated here, as are `&&` and `||`. Assignments are in assign.ts,
// `?:` is in conditionals.ts. What an operator computes from values is in types/arithmetic.ts.
import { say } from '../../base/say';
import { dyn, symbol, withLongLong } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { unary } from '../../builtins/operators';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { stepped } from '../library/cutlass-objects';
import { held as heldBy } from '../values/holders';
import { accessElement, updateOf } from '../memory/accesses';
import { forks, join } from '../memory/join';
import { addressOfText } from '../memory/literals';
import { isDefined } from '../memory/named-code';
import { loseCell } from '../memory/losing';
import { loseLasting, loseWritten } from '../memory/reach';
import { isRepeatable } from '../names/effects';
import { argOf } from '../names/packs';
import { losePlace, namedPlace } from '../names/places';
import { isPlainNumber, prvalue } from '../overload/categories';
import { guarded } from '../state/algebra-guard';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import { asArithmetic, asCondition, asVariable } from '../types/object-conversions';
import { boolean, isStream, operate, promoted } from '../types/arithmetic';
import { failedAs, someNumber, typedAs } from '../types/unknown-types';
import { convert } from '../types/construct';
import { constantUnary } from '../types/typed-constants';
import { userOperator } from '../types/user-operators';
import { type Arg, type Category, type Scope } from '../values/entities';
import { withoutEnumeration } from '../values/enumerations';
import { boolType, erase, fromOf, isTuple, isUnknown } from '../values/inspect';
import { classOf, hasNoMembers, retyped, targetOf } from '../values/kinds';
import { isDynamicIntValue, isStaticIntValue } from '../values/template-args';
import { truth } from '../values/truth';
import { contested, illFormed, mayBeInvalid } from '../values/unknown';
import { adjusted, isRawPointer } from '../overload/array-parameters';
import { kindOf, mayBePointer, refuses } from '../overload/builtin-operands';
import { isIntegerType } from '../../values/scalars';
import { dereference } from './members';
import { eitherByThread } from './simt';
import { noteSkipped } from './skips';
import { loadedOperand, numberOf, type Operand, operandAt } from './operands';
import { keepOperands } from './untyped';

/** All unary operators but `&`. */
export function unaryAt(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Located | undefined {
  switch (e.op) {
    case '*':
      return dereference(m, e, scope);
    case '++':
    case '--':
    case 'post++':
    case 'post--':
      return step(m, e, scope);
    case '&':
      return undefined;
    default: {
      const { given, number } = operandAt(m, e.arg, scope);
      const own = userOperator(m, e.op, [given], scope, e.span);
      if (own) return own;
      return { value: unaryOf(m, e, number, given), place: undefined, category: ofLanguage(number) };
    }
  }
}

/** What an operator of the language gives for numbers, and for an object that converts, and what those of CuTe give. */
function ofLanguage(...operands: readonly Value[]): Category | undefined {
  if (operands.some(isUnknown)) return undefined;
  const areValues = operands.every((one) => isTuple(one) || isPlainNumber(one) || isStaticIntValue(one));
  return operands.some(classOf) || areValues ? prvalue : undefined;
}

/** A unary operator of the language. */
function unaryOf(m: Machine, e: Expr & { is: 'Unary' }, given: Value, from: Arg): Value {
  const plain = withoutEnumeration(given);
  // A pointer to what the lambda runs.
  if (e.op === '+' && targetOf(plain)?.kind === 'lambda') return retyped(plain);
  const refused = m.mode.unevaluated && kindOf(given) ? refusedOperand(m, e.op, given, e.span) : undefined;
  if (refused) return refused;
  if (e.op === '+' && isRawPointer(plain)) return adjusted(plain);
  if (e.op === '+' && m.mode.unevaluated && mayBePointer(m, plain, '+'))
    return contested(say`whether \`+\` takes this is not known`, e.span);
  const number = e.op === '!' ? asCondition(m, plain, from) : (asArithmetic(m, plain, undefined, true, from) ?? plain);
  const arg = classOf(plain) || targetOf(plain)?.kind === 'address' ? promoted(number) : plain;
  if (e.op === '!' && !isTuple(arg) && arg.is === 'pointer') return operate(m, { ...e, op: '==' }, arg, dyn(0));
  const some = isUnknown(arg) ? someNumber(arg) : undefined;
  if (isUnknown(arg)) return typedAs(arg, some && (e.op === '!' ? boolType : erase(promoted(some))));
  if (!isTuple(arg) && arg.is === 'scalar') return floatUnary(e.op, arg);
  const value = constantUnary(m, e.op, arg, e.span) ?? guarded(m, e.span, () => unary(e.op, arg));
  if (e.op === '!') return boolean(value);
  if (isUnknown(value)) return isDynamicIntValue(arg) ? failedAs(value, erase(promoted(arg))) : value;
  return isDynamicIntValue(arg) && arg.longLong && isDynamicIntValue(value) ? withLongLong(value, true) : value;
}

function floatUnary(op: string, arg: Extract<Value, { is: 'scalar' }>): Value {
  if (op === '-' && arg.n !== undefined) return { ...arg, n: -arg.n };
  if (op === '!' && arg.n !== undefined) return boolean(dyn(arg.n === 0 ? 1 : 0));
  if (op === '~' && hasNoMembers(arg) && !isIntegerType(arg))
    return illFormed('unsupported', say`\`~\` is not for floating-point numbers`);
  const { n: _n, ...unknownNumber } = arg;
  return op === '+' ? arg : unknownNumber;
}

/** What the language has no operator for, where the code need not compile. */
function refusedOperand(m: Machine, op: string, value: Value, at: Span): Value | undefined {
  const refused = refuses(m, op, value);
  if (refused === false) return undefined;
  const why = say`whether \`${op}\` takes this is not known`;
  return refused ? illFormed('unsupported', say`\`${op}\` does not take this`, at) : contested(why, at);
}

/** `++x` is the variable x itself; `x++` is the number that x held before. */
function step(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Located {
  const found = locate(m, e.arg, scope);
  const wrapped = heldBy(found.value, undefined);
  const named = wrapped ? { value: wrapped.read(), place: wrapped } : found;
  const object = { value: named.value, cell: named.place, span: e.arg.span, written: { expr: e.arg, scope } };
  const own = userOperator(
    m,
    e.op.replace('post', ''),
    [object, ...(e.op.startsWith('post') ? [{ value: dyn(0), span: e.span }] : [])],
    scope,
    e.span,
  );
  if (own) return own;
  const refused = m.mode.unevaluated ? refusedOperand(m, e.op.replace('post', ''), named.value, e.span) : undefined;
  if (refused) return { value: refused, place: undefined };
  const { value: held, place: cell } = asVariable(m, object) ?? named;
  const before = loadedOperand(m, addressOfText(m, held) ?? held, e.arg);
  const old = promoted(before);
  if (!cell) {
    const isElement = !isTuple(held) && held.is === 'element';
    const given = isElement && updateOf(m);
    if (isElement) accessElement(m, held.pointer, true, e.span, { ...(given && { given }) });
    if (!isElement || !m.simt) losePlace(m, e.arg, scope, e.span);
    loseWritten(m, held, e.span);
  }
  if (cell?.among && isUnknown(old))
    loseCell(m, cell, say`what \`${e.op.replace('post', '')}\` changes is not known`, e.span);
  if (!cell || isUnknown(old)) return { value: old, place: undefined };
  const state = stepped(m, old, cell, e.span);
  if (state) return state;
  const next = convert(
    m,
    operate(m, { op: e.op.endsWith('++') ? '+' : '-', span: e.span }, old, dyn(1)),
    erase(cell.read()),
  );
  m.write(cell, next);
  return e.op.startsWith('post')
    ? { value: before, place: undefined }
    : { value: cell.whole && cell.index === undefined ? cell.read() : next, place: cell };
}

/** Whether a null pointer or a pointer to a member is compared or asked for its truth. */
function isCompared(op: string, value: Value): boolean {
  return /^(?:[=!]=|&&|\|\|)$/.test(op) && /^(?:null|member\*)$/.test(kindOf(value) ?? '');
}

/** All operators but the comma (`commaAt`). */
export function binaryAt(m: Machine, e: Expr & { is: 'Binary' }, scope: Scope): Located {
  const first = operandAt(m, e.left, scope);
  if (m.mode.unevaluated && isCompared(e.op, first.given.value))
    return { value: contested(say`whether \`${e.op}\` takes this is not known`, e.span), place: undefined };
  const isOfLanguage = (e.op === '&&' || e.op === '||') && !isDefined(m, `operator${e.op}`);
  const left = isOfLanguage ? numberOf(m, e.op, first) : first.number;
  if (e.op === '&&' || e.op === '||') {
    const known = truth(left);
    if (known === (e.op === '||') && !isStaticIntValue(left) && !isConstantObject(m, e.right, scope)) {
      noteSkipped(m, e.right, scope);
      return { value: boolean(dyn(known ? 1 : 0, fromOf(left))), place: undefined };
    }
  }
  if (m.simt && (e.op === '&&' || e.op === '||') && truth(left) === undefined && !classOf(left))
    return logicalByThread(m, m.simt, e, left, scope);
  const isPerhaps = (e.op === '&&' || e.op === '||') && truth(left) === undefined && !isRepeatable(e.right);
  const rightAt = (): Operand => operandAt(m, e.right, scope);
  const asked = (): Value => (isOfLanguage ? numberOf(m, e.op, rightAt()) : rightAt().number);
  const second = isPerhaps ? perhapsAt(m, e.right, scope, asked) : rightAt();
  const given = left === first.number ? first.given : { value: left, span: e.left.span };
  const own = userOperator(m, e.op, [given, second.given], scope, e.span);
  if (own) return own;
  const number = isOfLanguage ? left : numberOf(m, e.op, first);
  const right = numberOf(m, e.op, second);
  const value = e.op === '>>' && mayBeStream(left) ? readStream(m, e, left, scope) : operate(m, e, number, right);
  if (isUnknown(value)) keepOperands(m, `operator${e.op}`, [asNumber(first), asNumber(second)]);
  return { value, place: undefined, category: isStream(left) ? undefined : ofLanguage(left, right) };
}

/** `a && b` where `a` differs between threads, or is not known: threads for which it decides do not evaluate `b`. */
function logicalByThread(m: Machine, simt: Simt, e: Expr & { is: 'Binary' }, left: Value, scope: Scope): Located {
  const decided = (): Value => dyn(e.op === '||' ? 1 : 0);
  const asked = (): Value => {
    const { given, number } = operandAt(m, e.right, scope);
    const value = asCondition(m, number, given);
    return isUnknown(value) || isTuple(value) ? symbol('?') : operate(m, { op: '!=', span: e.span }, value, dyn(0));
  };
  const ways: readonly [() => Value, () => Value] = e.op === '&&' ? [asked, decided] : [decided, asked];
  return { value: boolean(eitherByThread(m, simt, left, ways, '?', e.span)), place: undefined };
}

/** A constant of CuTe, for which `&&` and `||` are functions of CuTe: both operands are evaluated. */
export function isConstantObject(m: Machine, e: Expr, scope: Scope): boolean {
  if (e.is !== 'Brace' && e.is !== 'Name') return false;
  return isStaticIntValue(m.silently(() => evaluate(m, e, scope)));
}

/** `a, b` is b, and the variable that b names. */
export function commaAt(m: Machine, e: Expr & { is: 'Binary' }, scope: Scope): Located {
  const { given: left } = operandAt(m, e.left, scope);
  if (m.mode.unevaluated && mayBeInvalid(left.value)) return { value: left.value, place: undefined };
  const located = locate(m, e.right, scope);
  const right = loadedOperand(m, located.value, e.right);
  const operands = [left, argOf({ ...located, value: right }, e.right, scope, e.right.span)];
  const own = userOperator(m, ',', operands, scope, e.span);
  if (own) return own;
  if (isPlain(e.left))
    m.recorder.call({
      name: 'operator,',
      span: e.span,
      targs: [],
      method: false,
      operands: operands.map(({ value, span }) => ({ value, span })),
      result: right,
      instance: m.recorder.instance,
      guards: m.mode.guards,
    });
  return { ...located, value: right };
}

/** The right operand of `&&` or `||`, which may or may not be evaluated: its side effects are joined with their
 *  absence. */
export function perhaps(m: Machine, at: Span, run: () => Value): Value {
  let value: Value = { is: 'void' };
  eitherWay(
    m,
    [
      () => {
        value = run();
      },
      () => undefined,
    ],
    at,
  );
  return value;
}

function perhapsAt(m: Machine, e: Expr, scope: Scope, run: () => Value): Operand {
  const value = perhaps(m, e.span, run);
  return { given: { value, span: e.span, written: { expr: e, scope } }, number: value };
}

const asNumber = ({ given, number }: Operand): Arg => ({ ...given, value: number });

/** A value without a side effect: on the left of a comma it is lost. */
function isPlain(e: Expr): boolean {
  return (
    e.is === 'Int' || e.is === 'Name' || e.is === 'Brace' || (e.is === 'Binary' && e.op === ',' && isPlain(e.right))
  );
}

const mayBeStream = (value: Value): boolean => isStream(value) || (isUnknown(value) && value.type === undefined);

/** `std::cin >> n` changes n. */
function readStream(m: Machine, e: Expr & { is: 'Binary' }, stream: Value, scope: Scope): Value {
  const cell = namedPlace(m, e.right, scope);
  if (cell) loseCell(m, cell, say`${cell.name} is read from input`, e.span);
  return stream;
}

/** Evaluates alternatives, of which an unknown condition takes one, on forks of the state, and joins the forks. The
 *  result has the value of each alternative. */
export function eitherWay<T>(m: Machine, ways: readonly (() => T)[], at: Span): readonly T[] {
  const before = m.temporaries.count;
  const ends = forks(
    m,
    ways.map((run) => () => m.supposing(say`a condition that is not known`, at, run, { condition: true })),
  );
  join(m, ends, at);
  if (m.temporaries.count > before) loseLasting(m, say`an object may have been made here, and may end`, at);
  m.temporaries.forget(before);
  return ends.map(({ given }) => given);
}
