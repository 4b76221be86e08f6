// `for (auto& x : range)`: over a list or array whose elements are known, element by element; over an object of the
// program as its iterators run; over anything else, once with an unknown element. Other loops are in loops.ts.
import { say, words } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import { isWrittenReference } from '../../ir/spelled';
import type { Qualifiers, Value } from '../../values/value';
import { loseCell, shareAddressed, shareVariable } from '../memory/losing';
import { loseByIterating } from '../memory/named-code';
import { loseArguments } from '../memory/reach';
import { isHopeless, maxIterations } from '../state/budget';
import { convert, type Flow, locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { someReferent } from '../memory/references';
import { type Cell, nextCell, partOf, VarCell } from '../values/cells';
import { addressedIn } from '../values/elements';
import { Scope, type Scope as ScopeType, type Source } from '../values/entities';
import { copied, copiedAs, isOfDerived } from '../types/copies';
import { endScope, fullExpression, ownedBy } from '../types/lifetimes';
import { isAuto } from '../values/declared-types';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { isArray, targetOf } from '../values/kinds';
import { cellsOfSpan } from '../values/vectors';
import { unknown } from '../values/unknown';
import { isNumber } from '../overload/operand-uses';
import { isObject } from './callees';
import { iteratingFor } from './iterated-ranges';
import { isMemberOfTemporary, isToConstant } from './referents';
import { rangeByThread } from './simt';
import {
  amongLoops,
  changed,
  executeFor,
  giveUp,
  goesOn,
  iterate,
  type Loop,
  mayReturn,
  mostLoopSteps,
  probe,
  type Run,
  unexplored,
} from './loops';

export function executeRangeFor(m: Machine, s: Stmt & { is: 'RangeFor' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  const located = fullExpression(m, () => rangeOf(m, s, scope));
  return endScope(m, scope, overLocated(m, s, scope, located));
}

/** What is run through. A temporary object lives as long as the loop, those that only help to make it do not
 *  ([class.temporary]/6). */
function rangeOf(m: Machine, s: Stmt & { is: 'RangeFor' }, scope: ScopeType): Located {
  const located = locate(m, s.range, scope);
  const { value } = located;
  const whole =
    m.temporaries.of(value) ??
    (isMemberOfTemporary({ how: 'copy', value: s.range }) ? m.temporaries.with(value) : undefined);
  if (whole) ownedBy(m, scope, whole);
  return whole?.read() === value ? { ...located, place: whole } : located;
}

function overLocated(m: Machine, s: Stmt & { is: 'RangeFor' }, scope: ScopeType, located: Located): Flow {
  const { value: range, place } = located;
  // A number of tiles, as an object of its own, is run through from 0.
  if (!isTuple(range) && range.is === 'dynamic') return executeFor(m, countingFor(s), scope);
  const iterating = iteratingFor(m, s, scope, located);
  if (iterating) {
    const flow = executeFor(m, iterating, scope);
    overNothing(m, s);
    return flow;
  }
  loseByIterating(m, range, s.range.span);
  const { simt } = m;
  const run = (): Flow => overRange(m, s, scope, range, place);
  return amongLoops(m, simt ? () => rangeByThread(simt, run) : run);
}

function overRange(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  range: Value,
  place: Cell | undefined,
): Flow {
  const elements = listed(range, place);
  if (!elements || elements.length > maxIterations) {
    const flow = overUnknown(m, s, scope);
    // What the range gives references to is not followed: the iterations may have written to it.
    if (isWrittenReference(s.variable.type)) loseRange(m, range, place, s.range.span);
    return flow;
  }
  const [first, ...others] = elements;
  if (!first) return overNothing(m, s);
  const all: Elements = { range, place, first, others };
  if (m.mode.probing && !m.simt) return overAny(m, s, scope, all, (l) => probe(m, scope, l));
  const { jumps, pending } = m.frame;
  const seen: Iterations = { inner: nextCell(), mark: m.trace.mark(), jumps, pending: pending.length, written: [] };
  const { steps } = m.budget;
  const flow = overFirst(m, s, scope, seen, first, elements.length);
  const hasMore = goesOn(flow) && m.frame.jumps === seen.jumps;
  const cost = m.budget.steps - steps;
  const end = hasMore ? m.silently(() => overOthers(m, s, scope, seen, others, cost)) : ended(flow);
  if (end !== undefined && (m.simt !== undefined || m.frame.jumps === seen.jumps)) return end;
  // Elements that are no numbers may choose other functions and variables.
  if (!elements.every((one) => isNumber(one.peek()))) m.trace.choose();
  return overAny(m, s, scope, all, (l) => {
    const run = unexplored(new Set(changed(m, seen.written, seen.inner, l)), { ...seen, cost: 0 });
    m.silently(() => giveUp(m, scope, l, run));
    return 'next';
  });
}

/** A range whose elements are variables. */
interface Elements {
  readonly range: Value;
  readonly place: Cell | undefined;
  readonly first: Cell;
  readonly others: readonly Cell[];
}

/** Iterations that are not followed: one for an element of which only the type is known stands for all. What elements
 *  lead to, and the elements where the variable refers to them, may have been written by any of them. */
function overAny(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  { range, place, first, others }: Elements,
  run: (l: Loop) => Flow,
): Flow {
  const isToElement = isWrittenReference(s.variable.type);
  const lose = (): void => {
    const led = m.addresses > 0 ? addressedIn([first, ...others].map((one) => one.peek())) : [];
    for (const cell of led) {
      shareVariable(m, cell, s.range.span);
      loseCell(m, cell, say`${cell.name} may be set through a reference that is not followed`, s.range.span);
    }
    if (isToElement) loseRange(m, range, place, s.range.span);
  };
  lose();
  const any = isToElement ? someReferent(m, s.variable.name, first.read()) : new VarCell('', first.read());
  const flow = run({ ...loopOver(m, s, scope, any), variables: [any] });
  lose();
  return flow;
}

/** What is known of the iterations that were evaluated: as a `Run`. */
interface Iterations extends Pick<Run, 'inner' | 'mark' | 'jumps' | 'pending'> {
  readonly written: Cell[];
}

/** An iteration, of which is kept what it writes, and what it returns where it may not have been reached. */
function iterated(m: Machine, scope: ScopeType, l: Loop, seen: Iterations): Flow {
  const { jumps } = m.frame;
  const iteration = iterate(m, scope, l);
  seen.written.push(...iteration.written);
  if (!m.simt && m.frame.jumps !== jumps) mayReturn(m, iteration);
  return iteration.given;
}

function loseRange(m: Machine, range: Value, cell: Cell | undefined, span: Span): void {
  shareAddressed(m, range, span);
  loseArguments(m, unknown('loop', say`the elements of this range are not known`, span, [words`a loop`]), [
    { value: range, cell, span },
  ]);
}

/** The loop has no iteration here; another call of the function may have one. */
function overNothing(m: Machine, { variable: { name, nameSpan, span } }: Stmt & { is: 'RangeFor' }): Flow {
  const why = unknown('loop', say`the range that \`${name}\` runs through is empty`, nameSpan);
  if (!m.mode.silent) m.recorder.unreached(nameSpan, 'declaration', name, span.start, why);
  return 'next';
}

/** Shows the iteration for the first element. A copy of the element is marked as the first of several; where the
 *  variable is a reference to the element, every fact of the iteration is. */
function overFirst(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  seen: Iterations,
  element: Cell,
  count: number,
): Flow {
  const run = (): Flow => {
    const mark = (made: Value): Value => (count > 1 ? ofFirst(m, made, count, s.span) : made);
    return iterated(m, scope, loopOver(m, s, scope, element, mark), seen);
  };
  return count > 1 && isWrittenReference(s.variable.type)
    ? m.within({ extra: [...m.mode.extra, firstOf(m, count, s.span)] }, run)
    : run();
}

/** Each element is read when its turn comes: an iteration may have written to it. Undefined where they take too long;
 *  `cost`: the steps of the first one. */
function overOthers(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  seen: Iterations,
  elements: readonly Cell[],
  cost: number,
): Flow | undefined {
  const most = m.simt ? Infinity : mostLoopSteps(m);
  const start = m.budget.steps;
  for (const [i, element] of elements.entries()) {
    const taken = m.budget.steps - start;
    const left = elements.length - i;
    if (cost > most || taken > most) return undefined;
    if (i === 2 && isHopeless([left + 2, left + 1, left], taken / 2, most - taken)) return undefined;
    const flow = iterated(m, scope, loopOver(m, s, scope, element), seen);
    if (m.frame.jumps !== seen.jumps) return 'next';
    if (!goesOn(flow)) return ended(flow);
  }
  return 'next';
}

/** What the variable holds of an element: a copy, or what its own type makes of it; undefined where it refers to the
 *  element. */
function madeOf(
  m: Machine,
  { variable }: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  element: Cell,
): Value | undefined {
  const { name, nameSpan, type } = variable;
  const value = element.read();
  const isToElement = isWrittenReference(type);
  const example = isAuto(type) || (isToElement && isUnknown(value)) ? undefined : typeExample(m, type, scope);
  const isToVariable = type.is === 'Wrap' && type.how === 'ref' && !isToConstant(type);
  const isOther = example !== undefined && !isUnknown(example) && !sameType(erase(value), example);
  if (isOther && !(isToElement && (isObject(value) || isToVariable))) {
    const from = inRange(element, nameSpan);
    if (!isToElement && isOfDerived(value, example)) return copiedAs(m, value, example, from);
    const made = convert(m, value, example, false, name, from);
    return isToElement && isSameAddress(made, value) ? undefined : made;
  }
  return isToElement ? undefined : copied(m, value, inRange(element, nameSpan));
}

/** Whether two pointers lead to one variable: the address itself is never another one. */
function isSameAddress(a: Value, b: Value): boolean {
  const [one, other] = [targetOf(a), targetOf(b)];
  return one?.kind === 'address' && other?.kind === 'address' && one.cell === other.cell;
}

/** An element, as the copy of it is initialised. */
function inRange(cell: Cell, span: Span): Source {
  return { cell, span, category: { is: 'lvalue' } };
}

/** The loop with its variable made of an element, or being it: in each iteration anew. */
function loopOver(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  element: Cell,
  mark = (made: Value): Value => made,
): Loop {
  const { name, nameSpan, type, span } = s.variable;
  const around = (body: () => Flow): Flow => {
    const made = madeOf(m, s, scope, element);
    const cell = made === undefined ? element : new VarCell(name, mark(made));
    if (made !== undefined) ownedBy(m, scope, cell);
    scope.names.set(name, { kind: 'variable', cell, at: nameSpan, ...declared(type) });
    m.record(nameSpan, 'declaration', cell.read(), { name, start: span.start });
    return endScope(m, scope, body());
  };
  return { cond: undefined, body: s.body, step: undefined, span: s.span, atLeastOnce: true, variables: [], around };
}

function ended(flow: Flow): Flow {
  return flow === 'return' ? 'return' : 'next';
}

/** The elements of a list, an array or a span as variables; undefined where they are unknown. */
function listed(range: Value, place: Cell | undefined): readonly Cell[] | undefined {
  const spanned = cellsOfSpan(range);
  if (spanned) return spanned;
  const held = place?.read();
  if (place && held !== undefined && isTuple(range) && isTuple(held)) return held.map((_, i) => partOf(place, i));
  if (place && held !== undefined && isArray(held)) return held.elements.map((_, i) => partOf(place, i));
  const elements = isTuple(range) ? range : range.is === 'array' ? range.elements : undefined;
  return elements?.map((element) => new VarCell('', element));
}

/** Whether a reference to an element is one to a constant is not followed. */
function declared(type: Expr): { readonly written?: Qualifiers } {
  return isWrittenReference(type) ? { written: { vague: true } } : {};
}

function overUnknown(m: Machine, s: Stmt & { is: 'RangeFor' }, scope: ScopeType): Flow {
  m.simt?.surrender(say`the elements of a range are not known`);
  const { name, nameSpan, type } = s.variable;
  const value = unknown('loop', say`\`${name}\` takes each element of a range`, nameSpan);
  const cell = isWrittenReference(type) ? someReferent(m, name, value) : new VarCell(name, value);
  const l = { ...loopOver(m, s, scope, cell), variables: [cell] };
  if (m.mode.probing && !m.simt) return probe(m, scope, l);
  const [inner, mark, { jumps }] = [nextCell(), m.trace.mark(), m.frame];
  const pending = m.frame.pending.length;
  const body = iterate(m, scope, l);
  mayReturn(m, body);
  const run = unexplored(new Set(changed(m, body.written, inner, l)), { inner, mark, jumps, pending, cost: 0 });
  m.silently(() => giveUp(m, scope, l, run));
  return 'next';
}

/** A copy of the first element whose numbers rest on the assumption that it is the first of several. */
function ofFirst(m: Machine, element: Value, count: number, at: Span): Value {
  const id = firstOf(m, count, at);
  const mark = (value: Value): Value =>
    isTuple(value)
      ? value.map(mark)
      : value.is === 'dynamic' && value.n !== undefined
        ? { ...value, from: [...(value.from ?? []), id].sort((a, b) => a - b) }
        : value;
  return mark(element);
}

function firstOf(m: Machine, count: number, at: Span): number {
  return m.recorder.assume({
    kind: 'loop',
    text: say`the first of the ${count} elements that the loop runs through`,
    at,
  });
}

function countingFor(s: Stmt & { is: 'RangeFor' }): Stmt & { is: 'For' } {
  const { variable, range, body, span } = s;
  const at = { ...variable.nameSpan, end: variable.nameSpan.start };
  const counter: Expr = { is: 'Name', id: variable.name, span: at };
  return {
    is: 'For',
    span,
    body,
    until: range,
    init: [{ ...variable, init: { how: 'copy', value: { is: 'Int', value: 0, type: 'int', span: at } } }],
    cond: { is: 'Binary', op: '<', left: counter, right: range, span: range.span },
    step: { is: 'Unary', op: '++', arg: counter, span: at },
  };
}
