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
  const inner = nextCell();
  const { given: flow, written } = m.state.trial(() => execute(m, s.body, scope));
  if (m.trace.throws === throws) {
    for (const handler of s.handlers) noteSkipped(m, handler, scope);
    return flow;
  }
  const why = say`an exception may be thrown here`;
  if (s.handlers.some(mayLeave) || mayLeave(s.body)) noteLeft(m, unknown('branch', why, s.span));
  // What follows is reached where nothing is thrown, and nothing else can see what was written.
  if (s.handlers.every((handler) => onlyLeaves(handler, scope))) return flow;
  const cells = new Set([...written, ...s.handlers.flatMap((handler) => writtenBy(m, handler, scope))]);
  for (const cell of cells)
    if (cell.born < inner || m.recall.isGlobal(cell))
      m.write(cell, forget(m, cell, { name: cell.name, kind: 'branch', why, at: s.span }));
  return 'next';
}

/** Whether a handler does nothing but leave the function, and end at once where that may be seen. */
function onlyLeaves({ body }: Block, scope: Scope): boolean {
  const last = body[body.length - 1];
  if (!last || restHasEffects(body.slice(0, -1), 0, scope)) return false;
  if (last.is === 'Return') return !last.value || !hasEffects(last.value, scope);
  return last.is === 'OpaqueStmt' && last.touched?.throws === true && last.touched.writes.length === 0;
}

function writtenBy(m: Machine, handler: Block, scope: Scope): readonly Cell[] {
  const mode = { silent: true, probing: true, speculative: true, ways: m.mode.ways + 1 };
  return m.state.discard(() => m.within(mode, () => execute(m, handler, new Scope(scope)))).written;
}
