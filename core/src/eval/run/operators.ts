// Operators: arithmetic and comparison of CuTe integers by the builtins, of other scalars here; assignment and choice.
import { dyn, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { unary } from '../../builtins/operators';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { guarded } from '../state/algebra-guard';
import { isStream, operate, promoted } from '../types/arithmetic';
import { setAtIndex } from '../memory/arrays';
import { convert } from '../types/construct';
import { stepsInPlace } from '../library/cutlass-objects';
import { isRepeatable } from '../names/effects';
import { type Cell, nextCell, OneOfCells, type Scope } from '../values/entities';
import { evaluate } from '../state/evaluator';
import { erase, isList, isUnknown } from '../values/inspect';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import { addressOf, dereference } from './members';
import { mergeValues } from '../memory/merge';
import { expandPack } from '../names/packs';
import { losePlace, placeOf, setPlace } from '../names/places';
import { noteSkipped } from './skips';
import { isDynamicIntValue } from '../values/template-args';
import { truth } from '../values/truth';
import { unknown } from '../values/unknown';
import { userOperator } from '../types/user-operators';

export function unaryValue(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Value {
  switch (e.op) {
    case '&': return addressOf(m, e.arg, scope);
    case '*': return dereference(m, e, scope);
    case '++': case '--': case 'post++': case 'post--': return step(m, e, scope);
    default: {
      const arg = operand(m, e.arg, scope);
      if (isUnknown(arg)) return arg;
      if (!isList(arg) && arg.is === 'scalar') return floatUnary(e.op, arg);
      return guarded(m, e.span, () => unary(e.op, arg));
    }
  }
}

function floatUnary(op: string, arg: Extract<Value, { is: 'scalar' }>): Value {
  if (op === '-' && arg.n !== undefined) return { ...arg, n: -arg.n };
  if (op === '!' && arg.n !== undefined) return dyn(arg.n === 0 ? 1 : 0);
  const { n: _n, ...unknownNumber } = arg;
  return op === '+' ? arg : unknownNumber;
}

export function step(m: Machine, e: Expr & { is: 'Unary' }, scope: Scope): Value {
  const held = evaluate(m, e.arg, scope);
  const cell = placeOf(m, e.arg, scope);
  const own = userOperator(m, e.op.replace('post', ''), [{ value: held, cell, span: e.arg.span }, ...(e.op.startsWith('post') ? [{ value: dyn(0), span: e.span }] : [])], scope, e.span);
  if (own) return own;
  const old = promoted(loadedOperand(m, held, e.arg));
  if (!cell) losePlace(m, e.arg, scope, e.span);
  if (!cell || isUnknown(old) || stepsInPlace(old)) return old;
  const next = convert(m, operate(m, { op: e.op.endsWith('++') ? '+' : '-', span: e.span }, old, dyn(1)), erase(cell.read()));
  m.write(cell, next);
  if (e.op.startsWith('post')) return old;
  setPlace(m, e, cell);
  return next;
}

export function binaryValue(m: Machine, e: Expr & { is: 'Binary' }, scope: Scope): Value {
  const left = operand(m, e.left, scope);
  if (e.op === '&&' || e.op === '||') {
    const known = truth(left);
    if (known === (e.op === '||') && !isStaticValue(left)) {
      noteSkipped(m, e.right, scope);
      return dyn(known ? 1 : 0, fromOf(left));
    }
  }
  const isPerhaps = (e.op === '&&' || e.op === '||') && truth(left) === undefined && !isRepeatable(e.right);
  const right = isPerhaps ? perhaps(m, e.right, scope) : operand(m, e.right, scope);
  const own = userOperator(m, e.op, [{ value: left, span: e.left.span }, { value: right, span: e.right.span }], scope, e.span);
  if (own) return own;
  if (e.op === ',') {
    setPlace(m, e, placeOf(m, e.right, scope));
    if (isPlain(e.left)) m.recorder.call({ name: 'operator,', span: e.span, targs: [], method: false, operands: [{ value: left, span: e.left.span }, { value: right, span: e.right.span }], result: right, instance: m.recorder.instance, guarded: m.recorder.guarded > 0 });
    return right;
  }
  if (e.op === '>>' && (isStream(left) || isUnknown(left))) return readStream(m, e, scope);
  return operate(m, e, left, right);
}

/** An operand that is evaluated where a condition nobody knows says so. */
function perhaps(m: Machine, e: Expr, scope: Scope): Value {
  let value: Value = { is: 'void' };
  eitherWay(m, [() => { value = operand(m, e, scope); }, () => undefined], e.span);
  return value;
}

/** A value that is only named: as the left side of a comma it is dropped. */
function isPlain(e: Expr): boolean {
  return e.is === 'Int' || e.is === 'Name' || e.is === 'Brace' || (e.is === 'Binary' && e.op === ',' && isPlain(e.right));
}

/** `std::cin >> n` changes n. */
function readStream(m: Machine, e: Expr & { is: 'Binary' }, scope: Scope): Value {
  const cell = placeOf(m, e.right, scope);
  if (cell) loseCell(m, cell, `${cell.name} is read from input`, e.span);
  return { is: 'void' };
}

function isStaticValue(value: Value): boolean {
  return !isList(value) && value.is === 'static';
}

function fromOf(value: Value): readonly number[] | undefined {
  return !isList(value) && value.is === 'dynamic' ? value.from : undefined;
}

export function assignValue(m: Machine, e: Expr & { is: 'Assign' }, scope: Scope): Value {
  m.placed = undefined;
  const before = isRepeatable(e.target) ? placeOf(m, e.target, scope) : undefined;
  const value = evaluate(m, e.value, scope);
  const held = before ? before.read() : evaluate(m, e.target, scope);
  const cell = before ?? placeOf(m, e.target, scope);
  const own = userOperator(m, e.op, [{ value: held, cell, span: e.target.span }, { value, span: e.value.span }], scope, e.span);
  if (own) return own;
  if (!cell) {
    losePlace(m, e.target, scope, e.span);
    return value;
  }
  const old = held;
  const next = convert(m, e.op === '=' ? value : operate(m, { op: e.op.slice(0, -1), span: e.span }, promoted(old), promoted(loadedOperand(m, value, e.value))), erase(old), false, cell.name);
  m.write(cell, next);
  if (cell.index !== undefined && e.target.is === 'Index' && e.target.args[0] && isRepeatable(e.target)) setAtIndex(m, cell, evaluate(m, e.target.args[0], scope));
  if (before) evaluate(m, e.target, scope);
  setPlace(m, e, cell);
  return next;
}

export function conditionalValue(m: Machine, e: Expr & { is: 'Conditional' }, scope: Scope): Value {
  const cond = evaluate(m, e.cond, scope);
  const known = truth(cond);
  if (known !== undefined) noteSkipped(m, known ? e.else : e.then, scope);
  if (known === undefined && !(isRepeatable(e.then) && isRepeatable(e.else))) return anyOf(m, e, scope);
  const then = known === false ? speculate(m, e.then, scope) : evaluate(m, e.then, scope);
  const thenPlace = known === false ? undefined : placeOf(m, e.then, scope);
  const other = known === true ? speculate(m, e.else, scope) : evaluate(m, e.else, scope);
  const otherPlace = known === true ? undefined : placeOf(m, e.else, scope);
  setPlace(m, e, thenPlace && otherPlace && thenPlace !== otherPlace ? new OneOfCells([thenPlace, otherPlace]) : (thenPlace ?? otherPlace));
  if (known !== undefined) return withFrom(common(known ? then : other, known ? other : then), cond);
  const [a, b] = [common(loadedOperand(m, then, e.then), other), common(loadedOperand(m, other, e.else), then)];
  return mergeValues(m, [a, b], { name: '?', kind: 'branch', why: 'it depends on a condition that is not known', at: e.span });
}

/** A choice that nobody knows: what either operand does is done or not. */
function anyOf(m: Machine, e: Expr & { is: 'Conditional' }, scope: Scope): Value {
  const values: Value[] = [];
  const cells: Cell[] = [];
  const ways = [e.then, e.else].map((way) => () => {
    values.push(loadedOperand(m, evaluate(m, way, scope), way));
    const cell = placeOf(m, way, scope);
    if (cell) cells.push(cell);
  });
  eitherWay(m, ways, e.span);
  const [then, other] = values as [Value, Value];
  setPlace(m, e, cells.length < 2 ? undefined : cells[0] === cells[1] ? cells[0] : new OneOfCells(cells));
  return mergeValues(m, [common(then, other), common(other, then)], { name: '?', kind: 'branch', why: 'it depends on a condition that is not known', at: e.span });
}

/** Runs ways of which one is taken, nobody knows which, from the same state, and merges what they wrote. */
function eitherWay(m: Machine, ways: readonly (() => void)[], at: Span): void {
  const inner = nextCell();
  const outcomes = ways.map((run) => {
    const journal = m.journaled(() => { m.supposing('a condition that is not known', at, run); });
    const after = new Map<Cell, Value>();
    for (const cell of journal.keys()) if (cell.born < inner || m.recall.isGlobal(cell)) after.set(cell, cell.read());
    m.undo(journal);
    return after;
  });
  for (const cell of new Set(outcomes.flatMap((after) => [...after.keys()]))) {
    const name = cell.name || '?';
    const why = `${name} depends on a condition that is not known`;
    m.write(cell, mergeValues(m, outcomes.map((after) => after.get(cell) ?? cell.read()), { name, kind: 'branch', why, at }));
  }
}

/** The value of an operand of an operator. */
function operand(m: Machine, e: Expr, scope: Scope): Value {
  return promoted(loadedOperand(m, evaluate(m, e, scope), e));
}

/** An element of memory as an operand: a number that nobody knows. */
function loadedOperand(m: Machine, value: Value, e: Expr): Value {
  if (isList(value) || value.is !== 'element') return value;
  const { element } = value.pointer;
  return !isList(element) && element.is === 'dynamic' ? withSign(m.unknownInt('*', 'read from memory', 'input', e.span, element.bits), element.unsigned) : element;
}

/** `b ? x : y` has one type: integers of different types become run-time integers. */
function common(taken: Value, other: Value): Value {
  if (isList(taken) || isList(other) || taken.is !== 'static') return taken;
  return (other.is === 'static' && other.n !== taken.n) || other.is === 'dynamic' ? dyn(taken.n) : taken;
}

/** A branch that is not taken still shows its values, but leaves no trace. */
function speculate(m: Machine, e: Expr, scope: Scope): Value {
  return m.aside('speculations', e.span, () => evaluate(m, e, scope));
}

/** A number chosen by a condition rests on what the condition rests on. */
function withFrom(value: Value, cond: Value): Value {
  const from = fromOf(cond);
  if (!from || !isDynamicIntValue(value)) return value;
  return { ...value, from: [...new Set([...(value.from ?? []), ...from])].sort((a, b) => a - b) };
}

export function foldValue(m: Machine, e: Expr & { is: 'Fold' }, scope: Scope): Value {
  const values = [...expandPack(m, e.pack, scope)];
  const init = e.init ? [evaluate(m, e.init, scope)] : [];
  const all = e.left ? [...init, ...values] : [...values, ...init];
  if (e.op === ',') return all[all.length - 1] ?? { is: 'void' };
  if (all.length === 0) return e.op === '&&' ? dyn(1) : e.op === '||' ? dyn(0) : unknown('unsupported', 'a fold over nothing', e.span);
  const combine = (a: Value, b: Value): Value => operate(m, e, promoted(a), promoted(b));
  return e.left ? all.reduce(combine) : all.reduceRight((right, left) => combine(left, right));
}
