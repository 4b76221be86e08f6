// Code that this iteration of a loop does not run and another iteration may (a branch that is not taken, statements
// behind a `break`): which variables it would write that outlive the loop. Where its text has no side effect at all,
// nothing needs to be done; otherwise it is evaluated speculatively, its writes are noted, and they are undone.
import type { Stmt } from '../../ir/program';
import { isNode, isStatement, type Node } from '../../ir/walk';
import { holdsAddress } from '../values/elements';
import { hasEffects, restHasEffects } from '../names/effects';
import { evaluate, execute, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { Scope, type Scope as ScopeType } from '../values/entities';
import { endScope, fullExpression } from '../types/lifetimes';

/** Code is passed over. Where it may have side effects and a loop is shown or probed, it is evaluated speculatively. In
 *  a silent loop it is only counted: the loop evaluates an iteration speculatively if it is given up. */
export function noteSkipped(m: Machine, code: Node | undefined, scope: Scope): void {
  if (!code || !hasEffects(code, scope)) return;
  m.trace.skip();
  if (m.mode.looping && (!m.mode.silent || m.mode.probing)) explore(m, code, scope);
}

/** The same for the statements of a block from `first` on. */
export function noteSkippedRest(m: Machine, body: readonly Stmt[], first: number, scope: Scope): void {
  if (!restHasEffects(body, first, scope)) return;
  m.trace.skip();
  if (m.mode.looping && (!m.mode.silent || m.mode.probing)) explore(m, body.slice(first), scope);
}

/** Evaluates code speculatively, and notes what it writes and whether it returns. */
function explore(m: Machine, code: Node | readonly Stmt[], scope: Scope): void {
  const run = (): Flow => {
    if (!isNode(code)) return executeAll(m, code, new Scope(scope));
    if (isStatement(code)) return execute(m, code, new Scope(scope));
    fullExpression(m, () => evaluate(m, code, scope));
    return 'next';
  };
  const mode = { silent: true, probing: true, speculative: true, ways: m.mode.ways + 1 };
  const { given, after, returns } = m.state.discard(() => m.within(mode, run));
  if (given === 'return' || returns) m.frame.mayReturn = (m.frame.mayReturn ?? 0) + 1;
  m.trace.passOver(after.keys());
  if ([...after.values()].some(holdsAddress)) m.trace.choose();
}

export function executeAll(m: Machine, body: readonly Stmt[], scope: ScopeType): Flow {
  for (const [i, s] of body.entries()) {
    const flow = execute(m, s, scope);
    if (flow === 'next') continue;
    noteSkippedRest(m, body, i + 1, scope);
    return endScope(m, scope, flow);
  }
  return endScope(m, scope, 'next');
}
