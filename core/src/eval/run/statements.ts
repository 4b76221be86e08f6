// Executes statements. A branch on an unknown condition is evaluated both ways on forks of the state, which are then
// joined. Loops are in loops.ts, declarations in declare.ts.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Stmt, Switch } from '../../ir/program';
import type { Value } from '../../values/value';
import { loseByConversion } from '../memory/named-code';
import { forks, join } from '../memory/join';
import { forget, loseCell } from '../memory/losing';
import { loseVisible } from '../memory/reach';
import { afford } from '../state/afford';
import { argOf } from '../names/packs';
import { evaluate, type Flow, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { asArithmetic } from '../types/object-conversions';
import { classOf } from '../values/kinds';
import type { Fork } from '../state/state';
import { sideHere } from '../names/sides';
import { type Cell, nextCell } from '../values/cells';
import { Scope, type Scope as ScopeType } from '../values/entities';
import { asNumber, assumptionsBehind, truth } from '../values/truth';
import { unknown } from '../values/unknown';
import { declareStatement } from './declare';
import { categoryOfReturned } from './decltype';
import { executeTry } from './exceptions';
import { leaveOutStatement, noteLeft } from './left-out';
import { endScope, fullExpression } from '../types/lifetimes';
import { executeFor, loop } from './loops';
import { condition, loadedOperand } from './operands';
import { isLibraryHeader } from '../state/simt';
import { branchByThread, switchByThread } from './simt';
import { executeRangeFor } from './range-for';
import { locateReturned, returnedObject } from './returns';
import { loseTouched } from './unread';
import { executeAll, noteSkipped, noteSkippedRest } from './skips';

export function execute(m: Machine, s: Stmt, scope: ScopeType): Flow {
  m.budget.step();
  if (m.budget.isNested()) {
    const why = say`the statements are nested too deeply`;
    loseVisible(m, scope, why, s.span);
    m.frame.pending.push(unknown('depth', why, s.span));
    return 'next';
  }
  const run = (): Flow => fullExpression(m, () => m.budget.nested(executeNode, m, s, scope));
  const { simt } = m;
  if (!simt || s.is === 'Block') return run();
  if (simt.lost !== undefined) return 'next';
  simt.notePlace(s.span);
  const inside = (): Flow => simt.statement.during(s.span, run);
  return isLibraryHeader(s.span.file) ? inside() : simt.own.during(s.span, inside);
}

/** The body of a function. Each statement has a share of the budget that is left, so that one that takes too much is
 *  left out alone. */
export function executeBody(m: Machine, body: Stmt, scope: ScopeType): Flow {
  if (body.is !== 'Block' || m.running.size > mostShared) return execute(m, body, scope);
  m.budget.step();
  const inner = new Scope(scope);
  for (const [i, s] of body.body.entries()) {
    const flow = afford(
      m,
      () => execute(m, s, inner),
      (tooMuch) =>
        leaveOutStatement(
          m,
          s,
          inner,
          m.frame.name === '' ? say`a statement ${tooMuch}` : say`a statement of \`${m.frame.name}\` ${tooMuch}`,
        ),
    );
    if (flow === 'next') continue;
    noteSkippedRest(m, body.body, i + 1, inner);
    if (flow === 'return' && m.frame.parts) restAside(m, body.body.slice(i + 1), inner, s.span);
    return endScope(m, inner, flow);
  }
  return endScope(m, inner, 'next');
}

/** Shows what follows a return that others do not reach: other threads, or the program with other arguments. */
function restAside(m: Machine, rest: readonly Stmt[], scope: ScopeType, at: Span): void {
  const [first] = rest;
  m.frame.parts = false;
  if (!first || m.simt || m.mode.silent) return;
  const { moment } = m.state;
  aside(m, { is: 'Block', body: rest, span: first.span }, scope, at);
  m.state.resume(moment);
}

/** Nested calls up to which statements have shares of their own. */
const mostShared = 16;

function executeNode(m: Machine, s: Stmt, scope: ScopeType): Flow {
  switch (s.is) {
    case 'Block':
      return executeAll(m, s.body, new Scope(scope));
    case 'Sided':
      return executeSided(m, s, scope);
    case 'Expr':
      m.sites.at(m.sites.of(s.span), () => evaluate(m, s.expr, scope));
      return 'next';
    case 'If':
      return executeIf(m, s, scope);
    case 'For':
      return executeFor(m, s, scope);
    case 'RangeFor':
      return executeRangeFor(m, s, scope);
    case 'While':
      if (s.doWhile && isFalse(s.cond) && !m.simt) return executeOnce(m, s, scope);
      return loop(m, scope, {
        cond: s.cond,
        body: s.body,
        step: undefined,
        span: s.span,
        atLeastOnce: s.doWhile,
        variables: [],
      });
    case 'Switch':
      return executeSwitch(m, s, scope);
    case 'Return':
      return m.sites.at(m.sites.of(s.span), () => executeReturn(m, s, scope));
    case 'Jump':
      return executeJump(m, s, scope);
    case 'Try':
      return executeTry(m, s, scope);
    case 'OpaqueStmt':
      loseTouched(m, s, scope);
      return 'next';
    default:
      declareStatement(m, s, scope);
      return 'next';
  }
}

/** Statements of the block around them, for whom they are compiled for. */
function executeSided(m: Machine, { side, body }: Stmt & { is: 'Sided' }, scope: ScopeType): Flow {
  m.trace.divide();
  if (side !== sideHere(m)) return 'next';
  for (const [i, s] of body.entries()) {
    const flow = execute(m, s, scope);
    if (flow === 'next') continue;
    noteSkippedRest(m, body, i + 1, scope);
    return flow;
  }
  return 'next';
}

/** Statements between a goto and its label are evaluated as if the goto were not there. The state at a label is
 *  unknown, and so is whether they have left the function. */
function executeJump(m: Machine, s: Stmt & { is: 'Jump' }, scope: ScopeType): Flow {
  if (s.how === 'goto') noteLeft(m, unknown('branch', say`a goto leads elsewhere`, s.span));
  if (s.how === 'label') loseVisible(m, scope, say`a goto may lead here`, s.span);
  return s.how === 'break' || s.how === 'continue' ? s.how : 'next';
}

function executeReturn(m: Machine, s: Stmt & { is: 'Return' }, scope: ScopeType): Flow {
  const located: Located = s.value ? locateReturned(m, s.value, scope) : { value: { is: 'void' }, place: undefined };
  const { value, place } = located;
  if (place) m.frame.places?.push(place);
  if (s.value) m.frame.categories?.push(categoryOfReturned(m, s, s.value, located, scope));
  m.frame.returned = s.value ? returnedObject(m, s.value, located, scope) : value;
  return 'return';
}

// ---- Branches ----------------------------------------------------------------------------------------------------

function executeIf(m: Machine, s: Stmt & { is: 'If' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  if (s.init) execute(m, s.init, scope);
  return endScope(m, scope, executeBranches(m, s, scope));
}

function executeBranches(m: Machine, s: Stmt & { is: 'If' }, scope: ScopeType): Flow {
  const cond = fullExpression(m, () => condition(m, s.cond, scope));
  const known = truth(cond);
  if (m.simt && !s.constexpr && known === undefined) {
    const ways = [s.then, s.else] as const;
    const [then, other] = ways.map((b) => (): Flow => (b ? execute(m, b, new Scope(scope)) : 'next'));
    if (then && other) return branchByThread(m, m.simt, cond, [then, other], s.cond.span);
  }
  const branches: readonly [Stmt | undefined, Stmt | undefined] = [s.then, s.else];
  if (known === undefined || m.mode.symbolic) {
    const ways = branches.map((b) => () => (b ? execute(m, b, new Scope(scope)) : 'next'));
    return s.constexpr
      ? m.doubting(() => either(m, ways, s.cond.span))
      : guarding(m, s.cond.span, cond, () => either(m, ways, s.cond.span));
  }
  if (dependsOnThread(m, cond)) return executeGuarded(m, s, scope, cond, known);
  const taken = known ? s.then : s.else;
  const other = known ? s.else : s.then;
  if (!s.constexpr) noteSkipped(m, other, scope);
  if (other && !s.constexpr && !m.mode.silent) m.untaken.push({ body: other, scope });
  const flow = taken ? execute(m, taken, new Scope(scope)) : 'next';
  if (flow === 'return' && m.frame.entry && !s.constexpr && assumptionsBehind(cond).length > 0) m.frame.parts = true;
  return flow;
}

/** The condition differs between threads or blocks: the branch of the sample thread takes effect, the other one is only
 *  shown. */
function executeGuarded(m: Machine, s: Stmt & { is: 'If' }, scope: ScopeType, cond: Value, known: boolean): Flow {
  const [taken, other] = known ? [s.then, s.else] : [s.else, s.then];
  noteSkipped(m, other, scope);
  return guarding(m, s.cond.span, cond, () => {
    const byOthers = other ? aside(m, other, scope, s.cond.span) : [];
    const flow = taken ? execute(m, taken, new Scope(scope)) : 'next';
    // Which of the threads writes last is not known.
    for (const cell of byOthers) loseToOthers(m, cell, s.cond.span);
    if (flow === 'return') m.frame.parts = true;
    return flow;
  });
}

function guarding(m: Machine, at: Span, cond: Value, run: () => Flow): Flow {
  m.recorder.guard(at, assumptionsBehind(cond));
  return m.within({ guards: [...m.mode.guards, at] }, run);
}

function dependsOnThread(m: Machine, cond: Value): boolean {
  return assumptionsBehind(cond).some((id) => {
    const kind = m.recorder.assumptions[id]?.kind;
    return kind === 'thread' || kind === 'block';
  });
}

/** Shows a branch that other threads take. It changes nothing but variables that threads share, whose values become
 *  unknown: those are given. */
function aside(m: Machine, s: Stmt, scope: ScopeType, at: Span): readonly Cell[] {
  const id = m.recorder.assume({ kind: 'branch', text: say`a branch that the sample thread does not take`, at });
  const run = (): Flow => m.within({ extra: [...m.mode.extra, id] }, () => execute(m, s, new Scope(scope)));
  const shared = [...m.state.discard(run).after.keys()].filter((cell) => m.isShared(cell));
  for (const cell of shared) loseToOthers(m, cell, at);
  return shared;
}

function loseToOthers(m: Machine, cell: Cell, at: Span): void {
  loseCell(m, cell, say`${cell.name} is written by other threads`, at);
}

/** Executes each way that an unknown condition may go on a fork of the state, and joins the forks. */
function either(m: Machine, ways: readonly (() => Flow)[], at: Span): Flow {
  m.simt?.surrender(say`which way the code goes is not known`);
  const { extra, ways: around } = m.mode;
  const id = m.recorder.assume({ kind: 'branch', text: say`a condition that is not known`, at, condition: true });
  return joined(
    m,
    m.within({ extra: [...extra, id], ways: around + 1 }, () => forks(m, ways)),
    at,
  );
}

/** Where some ways return and others go on, statements after this one may not be executed: the frame notes it (`left`),
 *  so that the function's end can open what they wrote. The same holds for a `break` or `continue` in some of them
 *  (`jumps`). */
function joined(m: Machine, outcomes: readonly Fork<Flow>[], at: Span): Flow {
  const returning = outcomes.filter((o) => o.given === 'return');
  for (const o of returning)
    if (o.returned !== undefined && o.returned !== m.state.returned) m.frame.pending.push(o.returned);
  const staying = outcomes.filter((o) => o.given !== 'return');
  if (staying.length > 0 && returning.length > 0) m.frame.left = true;
  const flow = staying.find((o) => o.given === 'next')?.given ?? staying[0]?.given ?? 'return';
  if (staying.some((o) => o.given !== flow)) m.frame.jumps++;
  join(m, staying.length > 0 ? staying : returning, at);
  return flow;
}

function executeSwitch(m: Machine, s: Stmt & { is: 'Switch' }, scope: ScopeType): Flow {
  if (s.entersOthers) return leaveOutStatement(m, s, scope, say`a label of a switch stands inside another statement`);
  const value = fullExpression(m, () => {
    const located = locate(m, s.value, scope);
    const given = m.simt ? loadedOperand(m, located.value, s.value) : located.value;
    const from = argOf(located, s.value, scope, s.value.span);
    return (classOf(given) && asArithmetic(m, given, undefined, true, from)) ?? given;
  });
  loseByConversion(m, value, s.value.span);
  const wanted = truth(value) === undefined ? undefined : asNumber(value);
  if (wanted === undefined) return switching(m, s.value.span, () => either(m, waysOf(m, s, scope), s.value.span));
  const matches = s.cases.map((c) => matchesLabel(m, c, wanted, scope));
  if (matches.includes(undefined))
    return switching(m, s.value.span, () => either(m, waysOf(m, s, scope), s.value.span));
  let start = matches.indexOf(true);
  if (start < 0) start = s.cases.findIndex((c) => !c.value);
  for (const [i, { body }] of s.cases.entries()) if (i !== start) noteSkippedRest(m, body, 0, scope);
  if (start < 0) return 'next';
  const run = (): Flow => switching(m, s.value.span, () => runCases(m, s, start, scope));
  return m.simt ? switchByThread(m.simt, run) : run();
}

/** Whether a switch on a number enters a case; undefined where that is not known. */
function matchesLabel(
  m: Machine,
  { value, through }: Switch['cases'][number],
  wanted: number,
  scope: ScopeType,
): boolean | undefined {
  if (!value) return false;
  const [from, to] = [value, through ?? value].map((e) => asNumber(evaluate(m, e, scope)));
  return from === undefined || to === undefined ? undefined : from <= wanted && wanted <= to;
}

function runCases(m: Machine, s: Stmt & { is: 'Switch' }, start: number, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  for (const c of s.cases.slice(start)) {
    const flow = executeAll(m, c.body, scope);
    if (flow !== 'next') return endScope(m, scope, flow === 'break' ? 'next' : flow);
  }
  return endScope(m, scope, 'next');
}

/** The ways that a switch on an unknown value may go: each case, and past all of them where there is no default. */
function waysOf(m: Machine, s: Stmt & { is: 'Switch' }, scope: ScopeType): (() => Flow)[] {
  const ways = s.cases.map((_, i) => () => runCases(m, s, i, scope));
  return s.cases.some((c) => !c.value) ? ways : [...ways, () => 'next'];
}

/** `do { … } while (0)` of a macro is a block that `break` and `continue` end. */
function executeOnce(m: Machine, { body, span }: Stmt & { is: 'While' }, scope: ScopeType): Flow {
  const flow = switching(m, span, () => execute(m, body, new Scope(scope)));
  return flow === 'continue' ? 'next' : flow;
}

function isFalse(cond: Expr): boolean {
  return (cond.is === 'Int' && cond.value === 0) || (cond.is === 'Bool' && !cond.value);
}

/** A `break` ends the switch. After one that may or may not be reached, what the switch wrote is unknown. */
function switching(m: Machine, at: Span, run: () => Flow): Flow {
  const { jumps } = m.frame;
  const inner = nextCell();
  const { given: flow, written } = m.state.trial(run);
  if (m.frame.jumps > jumps) for (const cell of written) if (cell.born < inner) m.write(cell, openValue(m, cell, at));
  return flow === 'break' ? 'next' : flow;
}

/** What a variable holds that may or may not have been written. */
export function openValue(m: Machine, cell: Cell, at: Span): Value {
  return forget(m, cell, {
    name: cell.name,
    kind: 'branch',
    why: say`${cell.name} depends on a condition that is not known`,
    at,
  });
}
