// Inserts what threads wait with between two accesses: before the statement with the second one, in the block that both
// are in, or behind the statement with the first one where a loop comes back to the second. It knows which statements
// all threads run together; elsewhere a barrier would not be reached by all, and there is no repair.
import type { Fix } from '../../analysis';
import { say } from '../../base/say';
import { beginOf, isSameSpan, isWithin, type Span } from '../../base/span';
import { nodesAround } from '../../ir/outline';
import type { Block, Stmt } from '../../ir/program';
import { indentOf, lineEnd, lineStart } from '../../text/lines';
import type { Facts } from '../lib/facts';
import type { SeenHazard } from '../lib/hazards';
import { cuteName } from './written';

/** The repair of an access that comes too early: all threads wait for each other. */
export function barrierFix(facts: Facts, seen: SeenHazard): readonly Fix[] {
  return waiting(facts, seen, ['__syncthreads();'], say`Let all threads wait for each other between both`);
}

/** The repair of an access to what threads copy asynchronously: the copies are waited for, by all threads. */
export function copyFix(facts: Facts, seen: SeenHazard): readonly Fix[] {
  // What copies by TMA bring is waited for at their barriers.
  if (seen.hazard.actor !== undefined) return [];
  const wait = `${cuteName(facts, seen.hazard.place.span, 'cp_async_wait')}<0>();`;
  return waiting(facts, seen, [wait, '__syncthreads();'], say`Let all threads wait for the copies between both`);
}

/** The repair of a copy by TMA that need not see what threads wrote: they call a fence when they have written. */
export function fenceFix(facts: Facts, { hazard: { place, otherPlace } }: SeenHazard): readonly Fix[] {
  const source = facts.sourceOf(place.span);
  const parts = otherPlace && partsOf(facts, otherPlace.span, place.span);
  if (!parts) return [];
  const { start, end } = parts[0].span;
  if (!endsLine(source.text, end)) return [];
  const fence = cuteName(facts, place.span, 'tma_store_fence');
  const text = `\n${indentOf(source.text, start)}${fence}();`;
  const span = { file: place.span.file, start: end, end };
  return [{ title: say`Call ${fence}() when it is written`, edits: [{ span, text }], preferred: true }];
}

function waiting(facts: Facts, seen: SeenHazard, lines: readonly string[], title: string): readonly Fix[] {
  const { place, otherPlace } = seen.hazard;
  const gap = otherPlace && gapBetween(facts, seen, otherPlace.span);
  if (!gap || gap.around.some(({ span }) => isApart(facts, span))) return [];
  const { text } = facts.sourceOf(place.span);
  const indent = indentOf(text, gap.at);
  const written = lines.map((line) => (gap.isBefore ? `${line}\n${indent}` : `\n${indent}${line}`)).join('');
  const span = { file: place.span.file, start: gap.at, end: gap.at };
  return [{ title, edits: [{ span, text: written }], preferred: true }];
}

interface Gap {
  readonly at: number;
  /** It is before a statement, and not behind one. */
  readonly isBefore: boolean;
  /** The statements that must be run by all threads together. */
  readonly around: readonly Stmt[];
}

/** Where threads can wait between two accesses; undefined where both are in one statement, or where others stand on the
 *  same line. */
function gapBetween(facts: Facts, seen: SeenHazard, first: Span): Gap | undefined {
  const second = seen.hazard.place.span;
  const parts = partsOf(facts, first, second);
  if (!parts) return undefined;
  const [before, other] = parts;
  const { text } = facts.sourceOf(second);
  const isBefore = before.span.start < other.span.start;
  const behind = isBefore ? inLoops(other, seen) : other;
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

/** The part of a statement before which threads must wait: within a loop that meets the same memory elsewhere, too,
 *  they must wait in each of its iterations. */
function inLoops(s: Stmt, seen: SeenHazard): Stmt {
  const { place } = seen.hazard;
  const isLoop = s.is === 'For' || s.is === 'While' || s.is === 'RangeFor';
  if (!isLoop || s.body.is !== 'Block') return s;
  const meets = seen.run.moments.some(
    ({ place: { span, memory, writes } }) =>
      memory === place.memory && (writes || place.writes) && !isSameSpan(span, place.span) && isWithin(span, s.span),
  );
  const inner = meets ? partOf(s.body, place.span) : undefined;
  return inner ? inLoops(inner, seen) : s;
}

/** Whether some followed block runs a statement with a part of its threads only. */
function isApart(facts: Facts, span: Span): boolean {
  return (facts.evaluation.blocks ?? []).some(({ apart }) => apart.has(beginOf(span)));
}
