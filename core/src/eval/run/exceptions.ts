// Exceptions. Where none is thrown, `try` is a block. Where one is or may be thrown in it, also in functions that it
// calls, what it and its handlers write is not known, nor whether they leave the function. Does not know what is thrown
// nor which handler takes it.
import { say } from '../../base/say';
import type { Block, Try } from '../../ir/program';
import { forget } from '../memory/losing';
import { hasEffects, restHasEffects } from '../names/effects';
import { execute, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, nextCell } from '../values/cells';
import { Scope } from '../values/entities';
import { unknown } from '../values/unknown';
import { mayLeave, noteLeft } from './left-out';
import { noteSkipped } from './skips';

export function executeTry(m: Machine, s: Try, scope: Scope): Flow {
  const { throws } = m.trace;
  const mark = m.trace.mark();
  const inner = nextCell();
  const { given: flow, written } = m.state.trial(() => execute(m, s.body, scope));
  if (m.trace.throws === throws) {
    m.trace.unlessThrown(() => s.handlers.forEach((handler) => noteSkipped(m, handler, scope)));
    return flow;
  }
  const why = say`an exception may be thrown here`;
  if (s.handlers.some(mayLeave) || mayLeave(s.body)) noteLeft(m, unknown('branch', why, s.span));
  const byHandlers = s.handlers.flatMap((handler) => writtenBy(m, handler, scope));
  // What follows is reached where nothing is thrown: only code around this one can see what was written.
  if (s.handlers.every((handler) => onlyLeaves(handler, scope))) {
    m.trace.rethrow(byHandlers);
    return flow;
  }
  const cells = new Set([...written, ...byHandlers, ...m.trace.rethrownSince(mark)]);
  for (const cell of cells)
    if (cell.born < inner || m.recall.isGlobal(cell))
      m.write(cell, forget(m, cell, { name: cell.name, kind: 'branch', why, at: s.span }));
  return 'next';
}

/** Whether a handler leaves the function at its end: by an exception, or by a return that shows nothing of what the
 *  handler does. */
function onlyLeaves({ body }: Block, scope: Scope): boolean {
  const last = body[body.length - 1];
  if (last?.is === 'OpaqueStmt') return last.touched?.throws === true && last.touched.writes.length === 0;
  if (last?.is !== 'Return' || restHasEffects(body.slice(0, -1), 0, scope)) return false;
  return !last.value || !hasEffects(last.value, scope);
}

function writtenBy(m: Machine, handler: Block, scope: Scope): readonly Cell[] {
  const mode = { silent: true, probing: true, speculative: true, ways: m.mode.ways + 1 };
  return [...m.state.discard(() => m.within(mode, () => execute(m, handler, new Scope(scope)))).after.keys()];
}
