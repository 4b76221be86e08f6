// Inserts what threads wait with between two accesses: before the statement with the second one, in the block that both
// are in, or behind the statement with the first one where a loop comes back to the second. It knows which statements
// all threads run together; elsewhere a barrier would not be reached by all, and there is no repair.
import type { AccessMoment, BarrierFault, BlockRun, Fix } from '../../analysis';
import { say } from '../../base/say';
import { beginOf, isSameSpan, isWithin, type Span } from '../../base/span';
import { nodesAround } from '../../ir/outline';
import type { Block, Stmt } from '../../ir/program';
import { indentOf, lineEnd, lineStart } from '../../text/lines';
import type { Facts } from '../lib/facts';
import { areApart, type SeenHazard } from '../lib/hazards';
import { runsAt } from './standing';
import { cuteName } from './written';

/** Two places of the program, the first of which must be over for the second. */
interface Pair {
  readonly run: BlockRun;
  readonly first: Span | undefined;
  readonly second: Span;
  /** The threads are of different blocks of a cluster. */
  readonly isAcross: boolean;
  /** What else must be over: accesses to the same memory. */
  readonly meets: (moment: AccessMoment) => boolean;
}

function pairOf({ run, hazard: { place, otherPlace, thread, otherThread } }: SeenHazard): Pair {
  return {
    run,
    isAcross: otherThread !== undefined && areApart(run, thread, otherThread),
    first: otherPlace?.span,
    second: place.span,
    meets: ({ place: { span, memory, writes } }) =>
      memory === place.memory && (writes || place.writes) && !isSameSpan(span, place.span),
  };
}

/** The repair of an access that comes too early: all threads wait for each other. */
export function barrierFix(facts: Facts, seen: SeenHazard): readonly Fix[] {
  return synchronise(facts, pairOf(seen));
}

/** The repair of a use of a barrier that need not be initialised yet: all threads wait for each other. */
export function readyFix(
  facts: Facts,
  run: BlockRun,
  { madeAt, madeBy, span, thread }: BarrierFault & { readonly kind: 'early' },
): readonly Fix[] {
  const isAcross = areApart(run, madeBy, thread);
  return synchronise(facts, { run, first: madeAt, second: span, isAcross, meets: () => false });
}

function synchronise(facts: Facts, pair: Pair): readonly Fix[] {
  const { isAcross, second } = pair;
  if (isAcross) {
    const wait = `${cuteName(facts, second, 'cluster_sync')}();`;
    return waiting(facts, pair, [wait], say`Let all blocks of the cluster wait for each other between both`);
  }
  return waiting(facts, pair, ['__syncthreads();'], say`Let all threads wait for each other between both`);
}

/** The repair of an access to what threads copy asynchronously: the copies are waited for, by all threads. */
export function copyFix(facts: Facts, seen: SeenHazard): readonly Fix[] {
  // What copies by TMA bring is waited for at their barriers.
  if (seen.hazard.actor !== undefined) return [];
  const by = functionAt(facts, seen.hazard.otherPlace?.span);
  // Where a pipeline waits, its stages say; who writes assembly waits by it, too.
  if (by === 'memcpy_async' || by?.startsWith('assembly') === true) return [];
  // The primitives wait for groups that are closed, CuTe's function for all copies.
  const waits =
    by === '__pipeline_memcpy_async'
      ? ['__pipeline_commit();', '__pipeline_wait_prior(0);']
      : [`${cuteName(facts, seen.hazard.place.span, 'cp_async_wait')}<0>();`];
  return waiting(
    facts,
    pairOf(seen),
    [...waits, '__syncthreads();'],
    say`Let all threads wait for the copies between both`,
  );
}

/** The name of the function that is called at a place. */
function functionAt(facts: Facts, at: Span | undefined): string | undefined {
  const e = at && facts.expressionAt(at);
  if (e?.is !== 'Call') return undefined;
  return e.callee.is === 'Name' || e.callee.is === 'Scope' ? e.callee.id : undefined;
}

/** The repair of a copy by TMA, or of a product, that need not see what threads wrote: they call a fence when they have
 *  written, behind the last of the places at which they write what it reads. */
export function fenceFix(facts: Facts, { run, hazard: { kind, place } }: SeenHazard): readonly Fix[] {
  const source = facts.sourceOf(place.span);
  const writes = run.found.flatMap((one) => {
    if (one.kind !== kind || !isSameSpan(one.place.span, place.span) || !one.otherPlace) return [];
    return placesOf(facts, one.otherPlace.span, place.span).flatMap(
      (at) => partsOf(facts, at, place.span)?.[0].span ?? [],
    );
  });
  const last = writes.reduce<Span | undefined>((one, other) => (one && one.end > other.end ? one : other), undefined);
  if (!last || !endsLine(source.text, last.end)) return [];
  const fence = cuteName(facts, place.span, 'tma_store_fence');
  const text = `\n${indentOf(source.text, last.start)}${fence}();`;
  const span = { ...last, start: last.end };
  return [{ title: say`Call ${fence}() when it is written`, edits: [{ span, text }], preferred: true }];
}

function waiting(facts: Facts, pair: Pair, lines: readonly string[], title: string): readonly Fix[] {
  const gap = gapOf(facts, pair);
  if (!gap || gap.around.some(({ span }) => isApart(facts, span))) return [];
  const { text } = facts.sourceOf(pair.second);
  const indent = indentOf(text, gap.at);
  const written = lines.map((line) => (gap.isBefore ? `${line}\n${indent}` : `\n${indent}${line}`)).join('');
  const span = { file: pair.second.file, start: gap.at, end: gap.at };
  return [{ title, edits: [{ span, text: written }], preferred: true }];
}

interface Gap {
  readonly at: number;
  /** It is before a statement, and not behind one. */
  readonly isBefore: boolean;
  /** The statements that must be run by all threads together. */
  readonly around: readonly Stmt[];
}

/** Where threads can wait between two accesses. One in a lambda runs where that is called: the first at any of its
 *  calls, before the second where one stands there, and the second at one. */
function gapOf(facts: Facts, pair: Pair): Gap | undefined {
  const { first, second } = pair;
  if (!first) return undefined;
  const firsts = placesOf(facts, first, second);
  const [only, ...others] = placesOf(facts, second, first);
  if (!only || others.length > 0) return undefined;
  const gaps = firsts.map((one) => gapBetween(facts, { ...pair, second: only }, one, firsts));
  return gaps.find((gap) => gap?.isBefore === true) ?? gaps.find((gap) => gap !== undefined);
}

/** Where threads can wait between two accesses; undefined where both are in one statement, or where others stand on the
 *  same line. `firsts`: all places at which the first one is made. */
function gapBetween(facts: Facts, pair: Pair, first: Span, firsts: readonly Span[]): Gap | undefined {
  const { second } = pair;
  const parts = partsOf(facts, first, second);
  if (!parts) return undefined;
  const [before, other] = parts;
  const { text } = facts.sourceOf(second);
  const isBefore = before.span.start < other.span.start;
  const behind = isBefore ? inLoops(facts, other, pair, firsts) : other;
  const at = isBefore ? behind.span.start : before.span.end;
  const isAlone = isBefore ? lineStart(text, at) + indentOf(text, at).length === at : endsLine(text, at);
  return isAlone ? { at, isBefore, around: [before, behind] } : undefined;
}

/** Whether a statement that ends here ends its line. */
function endsLine(text: string, at: number): boolean {
  return text.slice(at, lineEnd(text, at)).trim() === '' && /[;}]/.test(text[at - 1] ?? '');
}

/** The statements that two accesses are in, of the innermost block that has both. */
function partsOf(facts: Facts, first: Span, second: Span): readonly [Stmt, Stmt] | undefined {
  if (first.file !== second.file) return undefined;
  const source = facts.sourceOf(second);
  const around = new Set(nodesAround(source, first));
  const block = nodesAround(source, second)
    .filter((node) => node.is === 'Block' && around.has(node))
    .at(-1);
  if (block?.is !== 'Block') return undefined;
  const [one, other] = [partOf(block, first), partOf(block, second)];
  return one && other && one !== other ? [one, other] : undefined;
}

function partOf({ body }: Block, place: Span): Stmt | undefined {
  return body.find(({ span }) => isWithin(place, span));
}

/** The part of a statement before which threads must wait: within a loop that makes the first access again, or that
 *  meets the same memory elsewhere, they must wait in each of its iterations. */
function inLoops(facts: Facts, s: Stmt, pair: Pair, firsts: readonly Span[]): Stmt {
  const isLoop = s.is === 'For' || s.is === 'While' || s.is === 'RangeFor';
  if (!isLoop || s.body.is !== 'Block') return s;
  const meets =
    firsts.some((one) => isWithin(one, s.span)) ||
    pair.run.moments.some((one) => pair.meets(one) && runsIn(facts, one.place.span, s.span));
  const inner = meets ? partOf(s.body, pair.second) : undefined;
  return inner ? inLoops(facts, inner, pair, firsts) : s;
}

/** Whether code at a place may run in a statement, or in code that it calls there. */
function runsIn(facts: Facts, place: Span, within: Span): boolean {
  return placesOf(facts, place, within).some((one) => one.file === within.file && isWithin(one, within));
}

/** The places at which a place runs, seen from another one; none where they are not certain. */
function placesOf(facts: Facts, place: Span, beside: Span): readonly Span[] {
  return place.file === beside.file ? (runsAt(facts.sourceOf(place), place, beside) ?? []) : [place];
}

/** Whether some followed block runs a statement with a part of its threads only. */
function isApart(facts: Facts, span: Span): boolean {
  return (facts.evaluation.blocks ?? []).some(({ apart }) => apart.has(beginOf(span)));
}
