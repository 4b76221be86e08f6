// Loops. The first iteration is shown. The others are evaluated silently, and only where an iteration writes variables
// that outlive the loop: until it ends, or until it takes too long; then those variables become symbols.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Counted } from '../../analysis';
import type { Span } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import type { Value } from '../../values/value';
import { forget, shareAddressed } from '../memory/losing';
import { isRepeatable } from '../names/effects';
import { deviceLoopSteps, hostLoopSteps, isHopeless, maxIterations } from '../state/budget';
import { evaluate, execute, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Trial } from '../state/state';
import type { Mark } from '../state/trace';
import { type Cell, nextCell, outermostArray } from '../values/cells';
import { Scope, type Scope as ScopeType } from '../values/entities';
import { isTuple } from '../values/inspect';
import { asNumber, truth } from '../values/truth';
import { endScope, fullExpression } from '../types/lifetimes';
import { loopByThread } from './simt';
import { noteSkipped } from './skips';
import { condition } from './operands';
import { isFloat, forgetFloat } from './floating-loops';

export interface Loop {
  readonly cond: Expr | undefined;
  readonly body: Stmt;
  readonly step: Expr | undefined;
  readonly span: Span;
  readonly atLeastOnce: boolean;
  /** The loop's own variables, which end with it. */
  readonly variables: readonly Cell[];
  /** What an iteration does before the body and after it. */
  readonly around?: (body: () => Flow) => Flow;
  /** Where the loop counts its one variable up by one: the variable and its end. */
  readonly counts?: Omit<Counted, 'first'>;
}

export function executeFor(m: Machine, s: Stmt & { is: 'For' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  const before = nextCell();
  for (const init of s.init) execute(m, init, scope);
  const variables: Cell[] = [];
  // A reference names a variable that may outlive the loop.
  for (const entity of scope.names.values())
    if (entity.kind === 'variable' && entity.cell.born >= before) variables.push(entity.cell);
  const counts = countsOf(m, s, scope);
  const flow = loop(m, scope, {
    cond: s.cond,
    body: s.body,
    step: s.step,
    span: s.span,
    atLeastOnce: false,
    variables,
    ...(counts && { counts }),
  });
  return endScope(m, scope, flow);
}

function countsOf(m: Machine, { init: [first], until }: Stmt & { is: 'For' }, scope: ScopeType): Loop['counts'] {
  if (!until || first?.is !== 'Let') return undefined;
  const end = m.silently(() => evaluate(m, until, scope));
  return !isTuple(end) && (end.is === 'dynamic' || end.is === 'static') ? { at: first.nameSpan, end } : undefined;
}

/** Shows the first iteration. Where an iteration writes variables that outlive the loop, the others run silently until
 *  the loop ends, or those variables lose their values. */
export function loop(m: Machine, scope: ScopeType, l: Loop): Flow {
  return amongLoops(m, () => looped(m, scope, l));
}

/** Runs a loop, of which is kept what the loops in it write: the outermost one begins with nothing. */
export function amongLoops(m: Machine, run: () => Flow): Flow {
  return m.givenUp.now ? run() : m.givenUp.during(new Map(), run);
}

function looped(m: Machine, scope: ScopeType, l: Loop): Flow {
  if (m.simt) return loopByThread(m, m.simt, scope, l, () => void probe(m, scope, l));
  const starts = l.variables.map((cell) => cell.read());
  const condition = m.state.trial(() => (l.atLeastOnce ? true : holds(m, scope, l)));
  const entering = condition.given;
  if (entering === false) {
    noteSkipped(m, l.body, scope);
    return 'next';
  }
  if (m.mode.probing) return probe(m, scope, l);
  const first = runFirst(m, scope, l);
  // It may have gone on to the next iteration before it returned.
  if (first.body.given === 'return' && m.frame.jumps !== first.jumps) mayReturn(m, first.body);
  const run = runOf(m, l, first, condition.written);
  if (run.isUniform) {
    for (const cell of run.outside) forgetFloat(m, cell);
    if (first.body.given !== 'return') return 'next';
    if (entering === true) return 'return';
    mayReturn(m, first.body);
    return 'next';
  }
  // Where nothing is shown, the first iteration is like any other, and what it did stands.
  const flow = m.frame.jumps === first.jumps ? first.body.given : 'next';
  if (m.mode.silent && entering === true) return afterFirst(m, scope, l, flow, run);
  first.body.undo();
  condition.undo();
  l.variables.forEach((cell, i) => m.write(cell, starts[i] ?? { is: 'void' }));
  return runThrough(m, scope, l, run);
}

/** Whether the loop goes on; undefined where that is not known. */
function holds(m: Machine, scope: ScopeType, { cond }: Loop): boolean | undefined {
  return cond ? fullExpression(m, () => truth(condition(m, cond, scope))) : true;
}

function afterFirst(m: Machine, scope: ScopeType, l: Loop, flow: Flow, run: Run): Flow {
  if (flow === 'return') return 'return';
  return flow === 'break' ? 'next' : runThrough(m, scope, { ...l, atLeastOnce: false }, run);
}

/** What is known of a loop while it runs. */
export interface Run {
  /** The variables that it was seen to write and that outlive it. */
  readonly outside: Set<Cell>;
  /** The number of the first variable of its own. */
  readonly inner: number;
  /** The moment before its first iteration. */
  readonly mark: Mark;
  /** `Frame.jumps` at that moment: greater now where an iteration may have ended the loop, or itself, early. */
  readonly jumps: number;
  /** How many results the function had at that moment that it may return. */
  readonly pending: number;
  /** The code that the first iteration passed over was evaluated to see what it writes, and it does not return. */
  readonly isExplored: boolean;
  /** Steps of one iteration. */
  readonly cost: number;
}

interface First extends Pick<Run, 'inner' | 'mark' | 'jumps' | 'pending' | 'cost'> {
  readonly body: Trial<Flow>;
  /** What the condition behind it writes, where the loop has none before it. */
  readonly tested: readonly Cell[];
  /** Code that it passed over may return from the function. */
  readonly mayReturn: boolean;
}

/** Runs the first iteration; where it is shown, its variables are marked as those of the first iteration. */
function runFirst(m: Machine, scope: ScopeType, l: Loop): First {
  const isMarked = m.mode.silent || markFirst(m, l);
  const inner = nextCell();
  const mark = m.trace.mark();
  const { jumps, mayReturn } = m.frame;
  const pending = m.frame.pending.length;
  const { steps } = m.budget;
  const body = isMarked ? iterate(m, scope, l) : m.within({ unmarked: true }, () => iterate(m, scope, l));
  // An iteration that breaks or returns ends the loop.
  const cost = goesOn(body.given) ? m.budget.steps - steps : 0;
  const tested = goesOn(body.given) && l.atLeastOnce ? m.silently(() => testedAfter(m, scope, l)) : [];
  return { body, tested, inner, mark, jumps, pending, cost, mayReturn: m.frame.mayReturn !== mayReturn };
}

/** Whether an iteration ended without ending the loop. */
export const goesOn = (flow: Flow): boolean => flow !== 'break' && flow !== 'return';

/** Whether the condition of a loop may change something itself: `*p++ < 9`. */
function changesByTest({ cond }: Loop): boolean {
  return cond !== undefined && !isRepeatable(cond);
}

/** What the condition behind an iteration writes, which has not been evaluated then. */
function testedAfter(m: Machine, scope: ScopeType, l: Loop): readonly Cell[] {
  if (!changesByTest(l)) return [];
  const test = m.state.trial(() => holds(m, scope, l));
  const { written } = test;
  test.undo();
  return written;
}

/** A run in which the code that the first iteration passed over is not evaluated. */
export function unexplored(outside: Set<Cell>, first: Pick<Run, 'inner' | 'mark' | 'jumps' | 'pending' | 'cost'>): Run {
  const { inner, mark, jumps, pending, cost } = first;
  return { outside, inner, mark, jumps, pending, cost, isExplored: false };
}

/** What the first iteration says of the loop. It is uniform where no iteration changes anything that matters behind
 *  it. */
function runOf(m: Machine, l: Loop, first: First, condition: readonly Cell[]): Run & { readonly isUniform: boolean } {
  const { body, tested, inner, mark, jumps, pending, cost, mayReturn } = first;
  const { silent } = m.mode;
  const outside = new Set(changed(m, [...condition, ...body.written, ...tested], inner, l));
  noteRedirected(m, body, inner, l);
  // Another iteration may return something else.
  const isUnread = !hasResults(m, first) && [...outside].every((cell) => isFloat(cell.read()));
  if (silent) return { ...unexplored(outside, first), isUniform: isUnread && !m.trace.hasSkippedSince(mark) };
  const passedOver = [...m.trace.passedOverSince(mark)]
    .filter((cell) => livesOn(m, cell, inner, l))
    .map(outermostArray);
  if (!m.mode.looping) m.trace.forgetPassedOver();
  const isUniform = isUnread && !mayReturn && passedOver.every((cell) => isFloat(cell.read()));
  const isExplored = !mayReturn;
  return { outside: new Set([...outside, ...passedOver]), inner, mark, jumps, pending, isExplored, cost, isUniform };
}

/** Whether the loop has given the function results that it may return. */
const hasResults = (m: Machine, { pending }: Pick<Run, 'pending'>): boolean => m.frame.pending.length > pending;

/** A loop in code that is evaluated only to see what it writes. One iteration stands for all: the variables that it
 *  writes lose their values before it, and it is evaluated again until it writes no further variable. Those that it
 *  wrote when it was given up before, in another iteration of the loop around it, lose theirs at once. */
export function probe(m: Machine, scope: ScopeType, l: Loop): Flow {
  const inner = nextCell();
  const before = [...(m.givenUp.now?.get(l.body) ?? [])].filter((cell) => livesOn(m, cell, inner, l));
  for (const cell of [...l.variables, ...before]) m.write(cell, forgotten(m, cell, l.span));
  const seen = new Set(before);
  for (let round = 0, known = -1; round < maxRounds && seen.size > known; round++) {
    known = seen.size;
    const body = iterate(m, scope, l, changesByTest(l));
    mayReturn(m, body);
    for (const cell of changed(m, body.written, inner, l)) if (!isFloat(cell.read())) seen.add(cell);
    for (const cell of seen) m.write(cell, forgotten(m, cell, l.span));
  }
  m.givenUp.now?.set(l.body, seen);
  return 'next';
}

/** The variables among `written` that outlive the loop. An element of an array counts as the array: another iteration
 *  may write another element. */
export function changed(m: Machine, written: readonly Cell[], inner: number, l: Loop): ReadonlySet<Cell> {
  return new Set(written.filter((cell) => livesOn(m, cell, inner, l)).map(outermostArray));
}

/** An iteration changes where pointers lead: another one writes other variables through them. */
function noteRedirected(m: Machine, iteration: Trial<Flow>, inner: number, l: Loop): void {
  if (m.addresses > 0 && iteration.redirects((cell) => livesOn(m, cell, inner, l) || l.variables.includes(cell)))
    m.trace.choose();
}

/** Whether a variable outlives the loop, whose own variables are numbered from `inner` on. */
function livesOn(m: Machine, cell: Cell, inner: number, l: Loop): boolean {
  return (cell.born < inner || m.recall.isGlobal(cell)) && !l.variables.includes(cell);
}

/** Notes in the loop's variables that their numbers are those of the first iteration. False where one of them is no
 *  number. */
function markFirst(m: Machine, l: Loop): boolean {
  let isMarked = true;
  for (const cell of l.variables) {
    const value = cell.read();
    if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined) {
      isMarked = false;
      continue;
    }
    const id = m.recorder.assume({
      kind: 'loop',
      text: say`${cell.name} = ${value.n}, the first iteration`,
      at: l.span,
      ...(l.counts && { counts: { ...l.counts, first: value.n } }),
    });
    cell.set(
      dyn(
        value.n,
        [...(value.from ?? []), id].sort((a, b) => a - b),
        value.bits,
      ),
    );
  }
  return isMarked;
}

/** An iteration; `tests`: with the condition behind it. */
export function iterate(m: Machine, scope: ScopeType, l: Loop, tests = false): Trial<Flow> {
  const run = (): Flow => {
    const { around, step } = l;
    const body = (): Flow => execute(m, l.body, new Scope(scope));
    const flow = around ? around(body) : body();
    if (goesOn(flow) && step) fullExpression(m, () => evaluate(m, step, scope));
    if (goesOn(flow) && tests) holds(m, scope, l);
    return flow;
  };
  const own = nextCell();
  const iteration = m.state.trial(m.mode.looping ? run : () => m.within({ looping: true }, run));
  // Its variables end with it.
  for (const cells of m.givenUp.now?.values() ?? [])
    for (const cell of cells) if (cell.born >= own && !m.recall.isGlobal(cell)) cells.delete(cell);
  return iteration;
}

/** An iteration that may not be executed has ended. If it returned, its result is one of those that the function may
 *  return; the function goes on with what it had returned before. */
export function mayReturn(m: Machine, iteration: Trial<Flow>): void {
  const { returned } = m.state;
  if (iteration.given === 'return' && returned !== undefined) m.frame.pending.push(returned);
  iteration.undoReturn();
}

/** Evaluates the iterations silently while conditions are known and steps are left; after that, what the loop writes is
 *  lost. */
function runThrough(m: Machine, scope: ScopeType, l: Loop, run: Run): Flow {
  return m.silently(() => iterateToEnd(m, scope, l, run));
}

/** The steps that a loop may take to its end. */
export function mostLoopSteps(m: Machine): number {
  return m.frame.launch ? deviceLoopSteps : hostLoopSteps;
}

function iterateToEnd(m: Machine, scope: ScopeType, l: Loop, run: Run): Flow {
  const start = m.budget.steps;
  const most = mostLoopSteps(m);
  const limit = start + most;
  let again = l.atLeastOnce;
  if (run.cost > most) {
    if (again || holds(m, scope, l) !== false) giveUp(m, scope, l, run);
    return 'next';
  }
  const distances: (number | undefined)[] = [];
  const isOpen = (): boolean => m.frame.jumps === run.jumps && m.frame.pending.length < run.pending + mostResults;
  for (let i = 0; i < maxIterations && m.budget.steps < limit && isOpen(); i++) {
    if (i < 3) distances.push(distanceToEnd(m, scope, l));
    if (i === 2 && isHopeless(distances, (m.budget.steps - start) / 2, limit - m.budget.steps)) break;
    const going = again ? true : test(m, scope, l, run);
    again = false;
    if (going === false) return 'next';
    if (going === undefined) break;
    const iteration = iterate(m, scope, l);
    const { given, written } = iteration;
    noteRedirected(m, iteration, run.inner, l);
    for (const cell of changed(m, written, run.inner, l)) run.outside.add(cell);
    // Where an iteration may have gone on before, it has not ended the loop for sure.
    if (m.frame.jumps !== run.jumps) {
      mayReturn(m, iteration);
      break;
    }
    if (given === 'break') return 'next';
    if (given === 'return') return 'return';
  }
  giveUp(m, scope, l, run);
  return 'next';
}

/** Whether the loop goes on, of which is kept what that writes. */
function test(m: Machine, scope: ScopeType, l: Loop, run: Run): boolean | undefined {
  if (!changesByTest(l)) return holds(m, scope, l);
  const { given, written } = m.state.trial(() => holds(m, scope, l));
  for (const cell of changed(m, written, run.inner, l)) run.outside.add(cell);
  return given;
}

/** How many results iterations may add to those that the function may return. */
const mostResults = 64;

/** How often an iteration is evaluated again because the last one wrote further variables. */
const maxRounds = 8;

/** Variables that the loop writes lose their values. With those values unknown, an iteration may run other code, choose
 *  other variables and write further ones, so one is evaluated until it writes nothing new: a fixpoint. */
export function giveUp(m: Machine, scope: ScopeType, l: Loop, run: Run): void {
  const { outside, inner, mark, isExplored } = run;
  for (const id of m.trace.launchesSince(mark)) m.recorder.leaveOut(id);
  const isOpen = (): boolean =>
    (!isExplored && m.trace.hasSkippedSince(mark)) || m.trace.hasChosenSince(mark) || hasResults(m, run);
  for (let round = 0, known = -1; isOpen() && round < maxRounds && outside.size > known; round++) {
    known = outside.size;
    for (const cell of [...outside, ...l.variables]) m.write(cell, forgotten(m, cell, l.span));
    const body = m.within({ probing: true, speculative: true }, () => iterate(m, scope, l, changesByTest(l)));
    mayReturn(m, body);
    for (const cell of changed(m, body.written, inner, l)) {
      outside.add(cell);
      // A pointer that leads there is not followed any more.
      shareAddressed(m, cell.peek(), l.span);
    }
    body.undo();
  }
  for (const cell of outside) m.write(cell, forgotten(m, cell, l.span));
  m.givenUp.now?.set(l.body, new Set(outside));
}

/** The distance between the two sides of a loop's comparison, from which the trip count is estimated; undefined where
 *  unknown. */
function distanceToEnd(m: Machine, scope: ScopeType, { cond }: Loop): number | undefined {
  if (cond?.is !== 'Binary' || !/^[<>]=?$|^!=$/.test(cond.op) || !isRepeatable(cond)) return undefined;
  const [left, right] = [asNumber(evaluate(m, cond.left, scope)), asNumber(evaluate(m, cond.right, scope))];
  return left === undefined || right === undefined ? undefined : Math.abs(left - right);
}

function forgotten(m: Machine, cell: Cell, at: Span): Value {
  return forget(m, cell, {
    name: cell.name,
    kind: 'loop',
    why: say`${cell.name} changes in a loop whose end is not known`,
    at,
  });
}
