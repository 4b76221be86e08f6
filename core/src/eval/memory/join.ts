// Forks a state for each way that an unknown condition may go, and joins the forks: a variable that they leave with
// different values holds the merge of these (merge.ts).
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Fork } from '../state/state';
import { type Cell, nextCell } from '../values/cells';
import { mergeValues } from './merge';

/** Runs each way on a fork of the current state. Variables that a way declares for itself are not part of its
 *  result. */
export function forks<T>(m: Machine, ways: readonly (() => T)[]): readonly Fork<T>[] {
  const own = nextCell();
  return ways.map((run) => m.state.fork(run, (cell) => cell.born < own || m.recall.isGlobal(cell)));
}

/** Writes each variable that some fork wrote: with the merge of the values that the forks leave in it. */
export function join(m: Machine, reaching: readonly { readonly after: ReadonlyMap<Cell, Value> }[], at: Span): void {
  const cells = new Set<Cell>();
  for (const { after } of reaching) for (const cell of after.keys()) cells.add(cell);
  for (const cell of cells) {
    const values = reaching.map(({ after }) => after.get(cell) ?? cell.read());
    const name = cell.name || '?';
    m.write(
      cell,
      mergeValues(m, values, {
        name,
        kind: 'branch',
        why: say`${name} depends on a condition that is not known`,
        at,
        condition: true,
      }),
    );
  }
}
