// Executes statements. Conditions that are not known run both ways and merge; loops run their first iteration,
// and go on only while something after the loop depends on it.
import { dyn, withSign } from '../algebra/leaf';
import type { Counted } from '../analysis';
import type { Expr, Stmt } from '../ir/program';
import type { Value } from '../values/value';
import type { Span } from '../base/span';
import { deviceLoopSteps, hostLoopSteps, isHopeless, maxIterations } from './budget';
import { declareStatement } from './declare';
import type { Cell, Journal, Scope as ScopeType } from './entities';
import { nextCell, Scope } from './entities';
import { evaluate } from './expressions';
import { isList } from './inspect';
import { mergeValues, openTile } from './merge';
import { loseVisible } from './statics';
import { placeOf } from './places';
import type { Machine } from './machine';
import { unknown } from './machine';
import { executeRangeFor } from './range-for';
import { asNumber, assumptionsBehind, truth } from './truth';

/** How control leaves a statement. */
export type Flow = 'next' | 'break' | 'continue' | 'return';

export function execute(m: Machine, s: Stmt, scope: ScopeType): Flow {
  m.budget.step();
  if (m.budget.isNested()) {
    const why = 'the statements are nested too deeply';
    loseVisible(m, scope, why, s.span);
    m.frame.pending.push(unknown('depth', why, s.span));
    return 'next';
  }
  m.budget.nesting++;
  try {
    return executeNode(m, s, scope);
  } finally {
    m.budget.nesting--;
  }
}

function executeNode(m: Machine, s: Stmt, scope: ScopeType): Flow {
  switch (s.is) {
    case 'Block': return executeAll(m, s.body, new Scope(scope));
    case 'Expr':
      evaluate(m, s.expr, scope);
      return 'next';
    case 'If': return executeIf(m, s, scope);
    case 'For': return executeFor(m, s, scope);
    case 'RangeFor': return executeRangeFor(m, s, scope);
    case 'While': return loop(m, scope, { cond: s.cond, body: s.body, step: undefined, span: s.span, atLeastOnce: s.doWhile, variables: [] });
    case 'Switch': return executeSwitch(m, s, scope);
    case 'Return': return executeReturn(m, s, scope);
    case 'Jump': return s.how === 'goto' ? 'next' : s.how;
    case 'StaticAssert':
      evaluate(m, s.cond, scope);
      return 'next';
    case 'OpaqueStmt': return 'next';
    default:
      declareStatement(m, s, scope);
      return 'next';
  }
}

export function executeAll(m: Machine, body: readonly Stmt[], scope: ScopeType): Flow {
  for (const s of body) {
    const flow = execute(m, s, scope);
    if (flow !== 'next') return flow;
  }
  return 'next';
}

function executeReturn(m: Machine, s: Stmt & { is: 'Return' }, scope: ScopeType): Flow {
  const value: Value = s.value ? evaluate(m, s.value, scope) : { is: 'void' };
  const place = s.value && m.frame.places ? placeOf(m, s.value, scope) : undefined;
  if (place) m.frame.places?.push(place);
  m.frame.returned = value;
  return 'return';
}

// ---- Branches ----------------------------------------------------------------------------------------------------

function executeIf(m: Machine, s: Stmt & { is: 'If' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  if (s.init) execute(m, s.init, scope);
  const cond = evaluate(m, s.cond, scope);
  const known = truth(cond);
  const branches: readonly [Stmt | undefined, Stmt | undefined] = [s.then, s.else];
  if (known === undefined || m.symbolicCalls > 0) {
    const ways = branches.map((b) => () => (b ? execute(m, b, new Scope(scope)) : 'next'));
    return s.constexpr ? m.recorder.doubting(() => either(m, ways, s.cond.span)) : guarding(m, s.cond.span, cond, () => either(m, ways, s.cond.span));
  }
  if (dependsOnThread(m, cond)) return executeGuarded(m, s, scope, cond, known);
  const taken = known ? s.then : s.else;
  const other = known ? s.else : s.then;
  if (other && !s.constexpr && m.recorder.muted === 0) m.untaken.push({ body: other, scope });
  return taken ? execute(m, taken, new Scope(scope)) : 'next';
}

/** Threads or blocks part ways here: what the sample thread does counts, what others do is shown. */
function executeGuarded(m: Machine, s: Stmt & { is: 'If' }, scope: ScopeType, cond: Value, known: boolean): Flow {
  const [taken, other] = known ? [s.then, s.else] : [s.else, s.then];
  return guarding(m, s.cond.span, cond, () => {
    if (other) aside(m, other, scope, s.cond.span);
    return taken ? execute(m, taken, new Scope(scope)) : 'next';
  });
}

function guarding(m: Machine, at: Span, cond: Value, run: () => Flow): Flow {
  m.recorder.guard(at, assumptionsBehind(cond));
  m.recorder.guarded++;
  const flow = run();
  m.recorder.guarded--;
  return flow;
}

function dependsOnThread(m: Machine, cond: Value): boolean {
  return assumptionsBehind(cond).some((id) => {
    const kind = m.recorder.assumptions[id]?.kind;
    return kind === 'thread' || kind === 'block';
  });
}

/** A branch that other threads take: its values are shown, its effects are not. */
function aside(m: Machine, s: Stmt, scope: ScopeType, at: Span): void {
  const { extra } = m.recorder;
  const { returned, places } = m.frame;
  const known = places?.length;
  const id = m.recorder.assume({ kind: 'branch', text: 'a branch that the sample thread does not take', at });
  m.recorder.extra = [...extra, id];
  const journal = m.journaled(() => void execute(m, s, new Scope(scope)));
  m.undo(journal);
  m.recorder.extra = extra;
  m.frame.returned = returned;
  if (places && known !== undefined) places.length = known;
}

/** Runs every way a condition may go from the same state, then merges what they wrote. */
function either(m: Machine, ways: readonly (() => Flow)[], at: Span): Flow {
  const before = m.frame.returned;
  const { extra } = m.recorder;
  m.recorder.extra = [...extra, m.recorder.assume({ kind: 'branch', text: 'a condition that is not known', at })];
  m.ways++;
  const inner = nextCell();
  const outcomes = ways.map((run) => {
    let flow: Flow = 'next';
    m.frame.returned = before;
    const journal = m.journaled(() => {
      flow = run();
    });
    const after = new Map<Cell, Value>();
    // What a way declares for itself ends with it.
    for (const cell of journal.keys()) if (cell.born < inner || m.recall.isGlobal(cell)) after.set(cell, cell.read());
    m.undo(journal);
    return { flow, after, returned: m.frame.returned };
  });
  m.ways--;
  m.recorder.extra = extra;
  m.frame.returned = before;
  return merge(m, outcomes, at);
}

interface Outcome {
  readonly flow: Flow;
  readonly after: ReadonlyMap<Cell, Value>;
  readonly returned: Value | undefined;
}

function merge(m: Machine, outcomes: readonly Outcome[], at: Span): Flow {
  const returning = outcomes.filter((o) => o.flow === 'return');
  for (const o of returning) if (o.returned !== undefined && o.returned !== m.frame.returned) m.frame.pending.push(o.returned);
  const going = outcomes.filter((o) => o.flow === 'next');
  if (going.length === 0) {
    const flow = outcomes.find((o) => o.flow !== 'return')?.flow;
    return flow ?? 'return';
  }
  const cells = new Set<Cell>();
  for (const o of going) for (const cell of o.after.keys()) cells.add(cell);
  for (const cell of cells) {
    const values = going.map((o) => o.after.get(cell) ?? cell.read());
    m.write(cell, merged(m, cell, values, at));
  }
  return 'next';
}

function merged(m: Machine, cell: Cell, values: readonly Value[], at: Span): Value {
  const name = cell.name || '?';
  return mergeValues(m, values, { name, kind: 'branch', why: `${name} depends on a condition that is not known`, at });
}

/** Integers of unknown number stay integers, under their variable's name. */
function lostNumber(m: Machine, cell: Cell, value: Value, why: string, at: Span): Value | undefined {
  if (isList(value) || value.is !== 'dynamic') return undefined;
  return withSign(m.unknownInt(cell.name || '?', why, 'loop', at, value.bits), value.unsigned);
}

function executeSwitch(m: Machine, s: Stmt & { is: 'Switch' }, scope: ScopeType): Flow {
  const value = evaluate(m, s.value, scope);
  const wanted = truth(value) === undefined ? undefined : asNumber(value);
  if (wanted === undefined) return unswitched(either(m, s.cases.map((_, i) => () => runCases(m, s, i, scope)), s.value.span));
  let start = -1;
  s.cases.forEach((c, i) => {
    if (start < 0 && c.value && asNumber(evaluate(m, c.value, scope)) === wanted) start = i;
  });
  if (start < 0) start = s.cases.findIndex((c) => !c.value);
  return start < 0 ? 'next' : unswitched(runCases(m, s, start, scope));
}

function runCases(m: Machine, s: Stmt & { is: 'Switch' }, start: number, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  for (const c of s.cases.slice(start)) {
    const flow = executeAll(m, c.body, scope);
    if (flow === 'break') return 'next';
    if (flow !== 'next') return flow;
  }
  return 'next';
}

function unswitched(flow: Flow): Flow {
  return flow === 'break' ? 'next' : flow;
}

// ---- Loops -------------------------------------------------------------------------------------------------------

interface Loop {
  readonly cond: Expr | undefined;
  readonly body: Stmt;
  readonly step: Expr | undefined;
  readonly span: Span;
  readonly atLeastOnce: boolean;
  /** Cells of the loop's own variables, which nobody sees after it. */
  readonly variables: readonly Cell[];
  /** Of a loop that counts its one variable. */
  readonly counts?: Omit<Counted, 'first'>;
}

export function executeFor(m: Machine, s: Stmt & { is: 'For' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  for (const init of s.init) execute(m, init, scope);
  const variables: Cell[] = [];
  for (const entity of scope.names.values()) if (entity.kind === 'variable') variables.push(entity.cell);
  const counts = countsOf(m, s, scope);
  return loop(m, scope, { cond: s.cond, body: s.body, step: s.step, span: s.span, atLeastOnce: false, variables, ...(counts && { counts }) });
}

function countsOf(m: Machine, { init: [first], until }: Stmt & { is: 'For' }, scope: ScopeType): Loop['counts'] {
  if (!until || first?.is !== 'Let') return undefined;
  m.recorder.muted++;
  const end = evaluate(m, until, scope);
  m.recorder.muted--;
  return !isList(end) && (end.is === 'dynamic' || end.is === 'static') ? { at: first.nameSpan, end } : undefined;
}

/** The first iteration is shown. Where the body changes variables that live on, the loop is run to its end, or they are given up. */
function loop(m: Machine, scope: ScopeType, l: Loop): Flow {
  let entering = true as boolean | undefined;
  const condition = m.journaled(() => {
    if (l.cond && !l.atLeastOnce) entering = truth(evaluate(m, l.cond, scope));
  });
  if (entering === false) return 'next';
  const starts = l.variables.map((cell) => cell.read());
  const isSilent = m.recorder.muted > 0;
  if (!isSilent) markFirst(m, l);
  const inner = nextCell();
  const first = iterate(m, scope, l);
  const outside = [...new Set([...condition.keys(), ...first.journal.keys()])].filter((cell) => cell.born < inner && !l.variables.includes(cell));
  if (outside.every((cell) => isFloat(cell.read()))) return first.flow === 'return' ? returned(m, entering === true) : 'next';
  // Where nobody looks, the first iteration is one of all.
  if (isSilent && entering === true) return first.flow === 'return' ? 'return' : first.flow === 'break' ? 'next' : runThrough(m, scope, { ...l, atLeastOnce: false }, outside);
  m.undo(first.journal);
  m.undo(condition);
  l.variables.forEach((cell, i) => m.write(cell, starts[i] ?? { is: 'void' }));
  return runThrough(m, scope, l, outside);
}

/** Floating results of a loop are of no interest to layouts. */
function isFloat(value: Value): boolean {
  return !isList(value) && (value.is === 'scalar' || value.is === 'element');
}

/** Numbers in the first iteration say that they are of the first iteration. */
function markFirst(m: Machine, l: Loop): void {
  for (const cell of l.variables) {
    const value = cell.read();
    if (isList(value) || value.is !== 'dynamic' || value.n === undefined) continue;
    const id = m.recorder.assume({ kind: 'loop', text: `${cell.name} = ${value.n}, the first iteration`, at: l.span, ...(l.counts && { counts: { ...l.counts, first: value.n } }) });
    cell.set(dyn(value.n, [...(value.from ?? []), id].sort((a, b) => a - b), value.bits));
  }
}

interface Iteration {
  readonly flow: Flow;
  readonly journal: Journal;
}

export function iterate(m: Machine, scope: ScopeType, l: Loop): Iteration {
  let flow: Flow = 'next';
  const journal = m.journaled(() => {
    flow = execute(m, l.body, new Scope(scope));
    if (flow !== 'return' && flow !== 'break' && l.step) evaluate(m, l.step, scope);
  });
  return { flow, journal };
}

function returned(m: Machine, certain: boolean): Flow {
  if (certain) return 'return';
  if (m.frame.returned !== undefined) m.frame.pending.push(m.frame.returned);
  m.frame.returned = undefined;
  return 'next';
}

/** Runs every iteration while conditions are known and the budget allows; else forgets what the loop writes. */
function runThrough(m: Machine, scope: ScopeType, l: Loop, outside: readonly Cell[]): Flow {
  const start = m.budget.steps;
  const limit = start + (m.frame.launch ? deviceLoopSteps : hostLoopSteps);
  let again = l.atLeastOnce;
  m.recorder.muted++;
  try {
    const distances: (number | undefined)[] = [];
    for (let i = 0; i < maxIterations && m.budget.steps < limit; i++) {
      if (i < 3) distances.push(distanceToEnd(m, scope, l));
      if (i === 2 && isHopeless(distances, (m.budget.steps - start) / 2, limit - m.budget.steps)) break;
      const going = again ? true : l.cond ? truth(evaluate(m, l.cond, scope)) : true;
      again = false;
      if (going === false) return 'next';
      if (going === undefined) break;
      const { flow } = iterate(m, scope, l);
      if (flow === 'break') return 'next';
      if (flow === 'return') return 'return';
    }
  } finally {
    m.recorder.muted--;
  }
  for (const cell of outside) m.write(cell, forgotten(m, cell, l.span));
  return 'next';
}

/** How far apart the two sides of a loop's comparison are; undefined where that is not known. */
function distanceToEnd(m: Machine, scope: ScopeType, { cond }: Loop): number | undefined {
  if (cond?.is !== 'Binary' || !/^[<>]=?$|^!=$/.test(cond.op)) return undefined;
  const [left, right] = [asNumber(evaluate(m, cond.left, scope)), asNumber(evaluate(m, cond.right, scope))];
  return left === undefined || right === undefined ? undefined : Math.abs(left - right);
}

export function forgotten(m: Machine, cell: Cell, at: Span): Value {
  const value = cell.read();
  const why = `${cell.name} changes in a loop whose end is not known`;
  return lostNumber(m, cell, value, why, at) ?? openTile(value) ?? (keepsType(value) ? value : unknown('loop', why, at, [cell.name]));
}

/** Memory that a loop fills is the same memory. */
function keepsType(value: Value): boolean {
  return !isList(value) && (value.is === 'element' || value.is === 'void');
}
