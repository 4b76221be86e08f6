// Control flow of all threads of a block at once. A condition that differs between threads splits them: each branch is
// evaluated on a fork of the state with the threads that take it, and the forks are joined thread by thread. Of a
// condition that is not known both branches are evaluated, and no thread is certain to run either. Loops run all their
// iterations, each with the threads that are still in it. What threads do to memory is in memory/accesses.ts.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { forks } from '../memory/join';
import { mergeValues } from '../memory/merge';
import { evaluate, execute, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { doubtful, masked, taking, type Exits, type Mask, type Running } from '../state/running';
import type { Simt } from '../state/simt';
import type { Fork } from '../state/state';
import type { Cell } from '../values/cells';
import { Scope, type Scope as ScopeType } from '../values/entities';
import { isTuple } from '../values/inspect';
import { truth } from '../values/truth';
import { fullExpression } from '../types/lifetimes';
import type { Value } from '../../values/value';
import type { Loop } from './loops';
import { condition } from './operands';

/** The numbers of a condition that differs between threads. */
export function lanesOfCondition(cond: Value): Float64Array | undefined {
  return !isTuple(cond) && cond.is === 'dynamic' ? cond.lanes : undefined;
}

const isEmpty = (mask: Mask): boolean => !mask.includes(1);

// ---- Branches ----------------------------------------------------------------------------------------------------

interface Way<T> {
  readonly running: Running;
  readonly run: () => T;
}

/** The ways of a condition, with the threads that take each: [where it holds, where it does not]. */
function waysOf<T>(simt: Simt, cond: Value, runs: readonly [() => T, () => T]): readonly [Way<T>, Way<T>] {
  const { running } = simt;
  const lanes = lanesOfCondition(cond);
  const of = (taken: boolean): Running => (lanes ? taking(running, lanes, taken) : doubtful(running));
  return [
    { running: of(true), run: runs[0] },
    { running: of(false), run: runs[1] },
  ];
}

/** A branch on a condition that differs between threads, or that is not known. */
export function branchByThread(
  m: Machine,
  simt: Simt,
  cond: Value,
  runs: readonly [() => Flow, () => Flow],
  at: Span,
): Flow {
  const before = simt.running;
  const ways = waysOf(simt, cond, runs);
  const only = lanesOfCondition(cond) && ways.filter(({ running }) => !isEmpty(running.active));
  if (only?.length === 1 && only[0]) {
    simt.running = only[0].running;
    return only[0].run();
  }
  const ends = split(m, simt, ways);
  joinByThread(m, simt, before, ways, ends, at);
  const staying = ends.map(({ given: { flow, left } }, i) =>
    flow === 'next' ? left : leave(m, simt, flow, left, ends[i]?.returned),
  );
  simt.running = rejoined(before, ways, staying);
  return isEmpty(simt.running.active) ? leaving(ends.map(({ given }) => given.flow)) : 'next';
}

interface End {
  readonly flow: Flow;
  readonly left: Running;
}

function split(m: Machine, simt: Simt, ways: readonly Way<Flow>[]): readonly Fork<End>[] {
  return forks(
    m,
    ways.map(({ running, run }) => (): End => {
      simt.running = running;
      const flow = run();
      return { flow, left: simt.running };
    }),
  );
}

/** Threads leave a loop, an iteration or the function before others do. None of them goes on. */
function leave(m: Machine, simt: Simt, flow: Flow, left: Running, returned: Value | undefined): Running {
  const { active, certain } = left;
  if (flow === 'return') {
    const function_ = simt.returns.at(-1);
    const value = returned ?? m.state.returned;
    active.forEach((one, i) => {
      if (one === 0 || !function_) return;
      if (certain[i] === 1) function_.gone[i] = 1;
      else function_.perhapsGone[i] = 1;
    });
    if (function_ && value !== undefined && !isEmpty(active)) function_.values.push({ mask: active, value });
  } else {
    const exits = [...simt.exits].reverse().find(({ of }) => flow === 'break' || of !== 'switch');
    if (!exits || exits.of === 'range') simt.surrender(say`threads leave a loop one by one that is not followed`);
    else {
      if (flow === 'continue' || exits.of === 'switch')
        active.forEach((one, i) => {
          if (one === 1) exits.left[i] = 1;
        });
      if (!certain.every((one, i) => one === active[i])) exits.isDoubtful = true;
    }
  }
  return doubtful({ ...left, active: new Uint8Array(active.length) });
}

/** How control goes on where no thread does: the nearest of the places to which some went. */
function leaving(flows: readonly Flow[]): Flow {
  return flows.includes('continue') ? 'continue' : flows.includes('break') ? 'break' : 'return';
}

function rejoined(before: Running, ways: readonly Way<unknown>[], staying: readonly Running[]): Running {
  const { length } = before.active;
  const stays = (i: number): boolean =>
    ways.every(({ running }, k) => running.active[i] === 0 || staying[k]?.active[i] === 1);
  return {
    active: masked(length, (i) => staying.some(({ active }) => active[i] === 1)),
    certain: masked(length, (i) => before.certain[i] === 1 && stays(i)),
    supposed: masked(length, (i) => before.supposed[i] === 1 && stays(i)),
  };
}

/** Writes each variable that a way wrote: for each thread with the value of the way that it took. */
function joinByThread(
  m: Machine,
  simt: Simt,
  before: Running,
  [first, second]: readonly [Way<unknown>, Way<unknown>],
  ends: readonly { readonly after: ReadonlyMap<Cell, Value> }[],
  at: Span,
): void {
  const [a, b] = ends;
  if (!a || !b) return;
  const cells = new Set([...a.after.keys(), ...b.after.keys()]);
  if (cells.size === 0) return;
  const choice = choiceOf(simt.count, first.running, second.running);
  const isAll = before.active.every((one) => one === 1);
  for (const cell of cells) {
    const old = cell.read();
    const one = a.after.get(cell) ?? old;
    const other = b.after.get(cell) ?? old;
    const taken = choose(m, choice, one, other, cell.name, at);
    m.write(cell, isAll ? taken : choose(m, Float64Array.from(before.active), taken, old, cell.name, at));
  }
}

/** For each thread 1 for the first way, 0 for the second, NaN where it may take both. */
function choiceOf(count: number, first: Running, second: Running): Float64Array {
  const choice = new Float64Array(count);
  for (let i = 0; i < count; i++) if (first.active[i] === 1) choice[i] = second.active[i] === 1 ? NaN : 1;
  return choice;
}

/** The value of `a` in the threads for which `lanes` is 1, that of `b` in the others. */
function choose(m: Machine, lanes: Float64Array, a: Value, b: Value, name: string, at: Span): Value {
  return mergeValues(m, [a, b], {
    name: name || '?',
    kind: 'branch',
    why: say`${name || '?'} depends on a condition that is not known`,
    at,
    lanes,
  });
}

/** Operands of which each thread evaluates one, `c ? a : b`: what each gives, and the value by thread. */
export function eitherByThread(
  m: Machine,
  simt: Simt,
  cond: Value,
  runs: readonly [() => Value, () => Value],
  name: string,
  at: Span,
): Value {
  const before = simt.running;
  const ways = waysOf(simt, cond, runs);
  const ends = forks(
    m,
    ways.map(({ running, run }) => (): Value => {
      simt.running = running;
      return run();
    }),
  );
  joinByThread(m, simt, before, ways, ends, at);
  simt.running = before;
  const [a, b] = ends.map(({ given }) => given);
  if (a === undefined || b === undefined) return { is: 'void' };
  return choose(m, choiceOf(simt.count, ways[0].running, ways[1].running), a, b, name, at);
}

// ---- Loops -------------------------------------------------------------------------------------------------------

/** Iterations of one loop, and steps that it may take. */
const mostIterations = 1 << 14;

/** Runs all iterations of a loop, each with the threads that are still in it. `giveUp` is for a loop whose end is not
 *  known: what it writes loses its value, and nothing is claimed of what it does to memory. */
export function loopByThread(m: Machine, simt: Simt, scope: ScopeType, l: Loop, giveUp: () => void): Flow {
  const entry = simt.running;
  const function_ = simt.returns.at(-1);
  const jumps = m.frame.jumps;
  const around = simt.iterations.now;
  let again = l.atLeastOnce;
  let flow: Flow = 'next';
  simt.timeline.enter();
  for (let i = 0; ; i++) {
    if (!again && !goesOn(m, simt, scope, l, giveUp)) break;
    again = false;
    if (i >= mostIterations) {
      surrender(simt, entry, giveUp);
      break;
    }
    flow = simt.iterations.during([...around, i + 1], () => iteration(m, simt, scope, l));
    simt.timeline.iterate();
    if (m.frame.jumps !== jumps) simt.running = doubtful(simt.running);
    if (flow !== 'next' && flow !== 'continue') break;
    if (isEmpty(simt.running.active)) break;
  }
  simt.timeline.leave();
  // Threads that have left the loop one by one go on together; those that have returned do not.
  const returned = simt.running.active;
  const isLast = flow === 'return' && entry.active.every((one, i) => one === returned[i]);
  if (isLast) return 'return';
  if (flow === 'return') leave(m, simt, 'return', simt.running, undefined);
  const stays = (i: number): boolean => function_?.gone[i] !== 1 && function_?.perhapsGone[i] !== 1;
  simt.running = {
    active: masked(simt.count, (i) => entry.active[i] === 1 && function_?.gone[i] !== 1),
    certain: masked(simt.count, (i) => entry.certain[i] === 1 && stays(i)),
    supposed: masked(simt.count, (i) => entry.supposed[i] === 1 && stays(i)),
  };
  return isEmpty(simt.running.active) && !isEmpty(entry.active) ? 'return' : 'next';
}

/** Evaluates the condition of a loop; the threads for which it does not hold leave. False where none stays. */
function goesOn(m: Machine, simt: Simt, scope: ScopeType, l: Loop, giveUp: () => void): boolean {
  const { cond } = l;
  if (!cond) return true;
  const value = fullExpression(m, () => condition(m, cond, scope));
  const known = truth(value);
  if (known !== undefined) return known;
  const lanes = lanesOfCondition(value);
  if (!lanes) {
    surrender(simt, simt.running, giveUp);
    return false;
  }
  simt.running = taking(simt.running, lanes, true);
  return !isEmpty(simt.running.active);
}

/** How often the loop runs from here on is not known. */
function surrender(simt: Simt, at: Running, giveUp: () => void): void {
  simt.running = { ...doubtful(at), supposed: at.supposed };
  simt.lose(say`how often a loop runs is not known`);
  giveUp();
  simt.barrier(undefined);
}

/** Runs what threads may leave by `break` or `continue`. */
function leavable(simt: Simt, of: Exits['of'], run: () => Flow): { readonly given: Flow; readonly exits: Exits } {
  const exits: Exits = { of, left: new Uint8Array(simt.count), isDoubtful: false };
  simt.exits.push(exits);
  const given = run();
  simt.exits.pop();
  return { given, exits };
}

/** Runs a loop over a range, whose iterations are not followed thread by thread. */
export function rangeByThread(simt: Simt, run: () => Flow): Flow {
  return leavable(simt, 'range', run).given;
}

/** Runs the cases of a switch: the threads that break go on behind it. */
export function switchByThread(simt: Simt, run: () => Flow): Flow {
  const { given, exits } = leavable(simt, 'switch', run);
  if (isEmpty(exits.left)) return given;
  const { active, certain, supposed } = simt.running;
  // All others return or go to the next iteration; those that broke out go on.
  if (given !== 'next') simt.surrender(say`threads leave a switch in different ways`);
  const all = {
    active: masked(simt.count, (i) => active[i] === 1 || exits.left[i] === 1),
    certain: masked(simt.count, (i) => certain[i] === 1 || exits.left[i] === 1),
    supposed: masked(simt.count, (i) => supposed[i] === 1 || exits.left[i] === 1),
  };
  simt.running = exits.isDoubtful ? doubtful(all) : all;
  return 'next';
}

function iteration(m: Machine, simt: Simt, scope: ScopeType, l: Loop): Flow {
  const { given: flow, exits } = leavable(simt, 'loop', () => execute(m, l.body, new Scope(scope)));
  const { left: continued } = exits;
  const { active, certain, supposed } = simt.running;
  if (flow === 'break' || flow === 'return') {
    if (isEmpty(continued)) return flow;
    if (flow === 'return') leave(m, simt, 'return', simt.running, undefined);
    simt.running = { active: continued, certain: continued, supposed: continued };
  } else if (!isEmpty(continued)) {
    const back = (mask: Mask): Mask => masked(simt.count, (i) => mask[i] === 1 || continued[i] === 1);
    simt.running = { active: back(active), certain: back(certain), supposed: back(supposed) };
  }
  if (exits.isDoubtful) simt.running = doubtful(simt.running);
  const { step } = l;
  if (step && !isEmpty(simt.running.active)) fullExpression(m, () => evaluate(m, step, scope));
  return 'next';
}

// ---- Functions ---------------------------------------------------------------------------------------------------

/** Runs a function: the threads that return early go on behind the call. */
export function functionByThread<T>(simt: Simt, run: () => T): T {
  const entry = simt.running;
  simt.returns.push({ gone: new Uint8Array(simt.count), perhapsGone: new Uint8Array(simt.count), values: [] });
  const { exits } = simt;
  const around = exits.splice(0);
  try {
    return run();
  } finally {
    exits.splice(0, exits.length, ...around);
    simt.returns.pop();
    simt.running = entry;
  }
}

/** What the function returns, where threads return one by one: `last` is what those return that came to its end. */
export function returnedByThread(
  m: Machine,
  simt: Simt,
  last: Value | undefined,
  name: string,
  at: Span,
): Value | undefined {
  const given = simt.returns.at(-1)?.values ?? [];
  return given.reduce<Value | undefined>(
    (value, one) =>
      value === undefined ? one.value : choose(m, Float64Array.from(one.mask), one.value, value, name, at),
    last,
  );
}
