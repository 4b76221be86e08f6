// `for (auto& x : range)`: over a list or array whose elements are known, element by element; over anything else, once
// with an unknown element. Other loops are in loops.ts.
import { say, words } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import { isWrittenReference } from '../../ir/spelled';
import type { Qualifiers, Value } from '../../values/value';
import { loseCell, shareAddressed, shareVariable } from '../memory/losing';
import { loseArguments } from '../memory/reach';
import { maxIterations } from '../state/budget';
import { convert, type Flow, locate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { someReferent } from '../memory/references';
import { type Cell, nextCell, partOf, VarCell } from '../values/cells';
import { addressedIn } from '../values/elements';
import { Scope, type Scope as ScopeType, type Source } from '../values/entities';
import { copied } from '../types/copies';
import { endScope, ownedBy } from '../types/lifetimes';
import { isAuto } from '../values/declared-types';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { isArray, targetOf } from '../values/kinds';
import { cellsOfSpan } from '../values/vectors';
import { unknown } from '../values/unknown';
import { isObject } from './callees';
import { isToConstant } from './referents';
import { rangeByThread } from './simt';
import { changed, executeFor, giveUp, iterate, type Loop, mayReturn, type Run, unexplored } from './loops';

export function executeRangeFor(m: Machine, s: Stmt & { is: 'RangeFor' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  const { value: range, place } = locate(m, s.range, scope);
  // A number of tiles, as an object of its own, is run through from 0.
  if (!isTuple(range) && range.is === 'dynamic') return executeFor(m, countingFor(s), scope);
  if (m.simt) return rangeByThread(m.simt, () => overRange(m, s, scope, range, place));
  return overRange(m, s, scope, range, place);
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
  const seen: Iterations = { inner: nextCell(), mark: m.trace.mark(), jumps: m.frame.jumps, written: [] };
  const flow = overFirst(m, s, scope, seen, first, elements.length);
  const goesOn = (flow === 'next' || flow === 'continue') && m.frame.jumps === seen.jumps;
  const end = goesOn ? m.silently(() => overOthers(m, s, scope, seen, others)) : ended(flow);
  if (m.simt || m.frame.jumps === seen.jumps) return end;
  loseIterations(m, s, scope, seen);
  // What elements point to that no iteration was seen for.
  for (const cell of m.addresses > 0 ? addressedIn(elements.map((one) => one.peek())) : []) {
    shareVariable(m, cell, s.range.span);
    loseCell(m, cell, say`${cell.name} may be set through a reference that is not followed`, s.range.span);
  }
  if (isWrittenReference(s.variable.type)) loseRange(m, range, place, s.range.span);
  return 'next';
}

/** What is known of the iterations that were evaluated: as a `Run`. */
interface Iterations extends Pick<Run, 'inner' | 'mark' | 'jumps'> {
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

/** An iteration may have left the loop, or itself: what any of them writes is not known. */
function loseIterations(m: Machine, s: Stmt & { is: 'RangeFor' }, scope: ScopeType, seen: Iterations): void {
  const entity = scope.own(s.variable.name);
  const isOwn = entity?.kind === 'variable' && !isWrittenReference(s.variable.type);
  const l = { ...loopOver(s), variables: isOwn ? [entity.cell] : [] };
  const run = unexplored(new Set(changed(m, seen.written, seen.inner, l)), { ...seen, cost: 0 });
  m.silently(() => giveUp(m, scope, l, run));
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
  const { name, nameSpan, type, span } = s.variable;
  const made = madeOf(m, s, scope, element);
  const isElement = made === undefined;
  const cell = isElement ? element : new VarCell(name, count > 1 ? ofFirst(m, made, count, s.span) : made);
  if (!isElement) ownedBy(m, scope, cell);
  scope.names.set(name, { kind: 'variable', cell, at: nameSpan, ...declared(type) });
  const run = (): Flow => {
    m.record(nameSpan, 'declaration', cell.read(), { name, start: span.start });
    return endScope(m, scope, iterated(m, scope, loopOver(s, cell), seen));
  };
  return isElement && count > 1 ? m.within({ extra: [...m.mode.extra, firstOf(m, count, s.span)] }, run) : run();
}

/** Each element is read when its turn comes: an iteration may have written to it. */
function overOthers(
  m: Machine,
  s: Stmt & { is: 'RangeFor' },
  scope: ScopeType,
  seen: Iterations,
  elements: readonly Cell[],
): Flow {
  const { name, nameSpan, type } = s.variable;
  for (const element of elements) {
    const made = madeOf(m, s, scope, element);
    const cell = made === undefined ? element : new VarCell(name, made);
    if (made !== undefined) ownedBy(m, scope, cell);
    scope.names.set(name, { kind: 'variable', cell, at: nameSpan, ...declared(type) });
    const flow = iterated(m, scope, loopOver(s, cell), seen);
    endScope(m, scope, flow);
    if (m.frame.jumps !== seen.jumps) return 'next';
    if (flow === 'return' || flow === 'break') return ended(flow);
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
    const made = convert(m, value, example, false, name, inRange(element, nameSpan));
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

function loopOver({ body, span }: Stmt & { is: 'RangeFor' }, ...variables: readonly Cell[]): Loop {
  return { cond: undefined, body, step: undefined, span, atLeastOnce: true, variables };
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
  const { name, nameSpan, type, span } = s.variable;
  const value = unknown('loop', say`\`${name}\` takes each element of a range`, nameSpan);
  const cell = isWrittenReference(type) ? someReferent(m, name, value) : new VarCell(name, value);
  scope.names.set(name, { kind: 'variable', cell, at: nameSpan, ...declared(type) });
  m.record(nameSpan, 'declaration', cell.read(), { name, start: span.start });
  const [inner, mark, { jumps }] = [nextCell(), m.trace.mark(), m.frame];
  const l = loopOver(s, cell);
  const body = iterate(m, scope, l);
  mayReturn(m, body);
  const run = unexplored(new Set(changed(m, body.written, inner, l)), { inner, mark, jumps, cost: 0 });
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
