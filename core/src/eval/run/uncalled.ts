// Lambdas that nothing has called: their bodies are shown all the same. One that a function keeps in a variable and
// only calls is called nowhere else, so that this instance of the function does not run it: nothing is reported of what
// it would do. Does not know which lambdas were called (`Machine.lambdas`).
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Expr, Stmt } from '../../ir/program';
import { type Node, type Visited, walk } from '../../ir/walk';
import type { Value } from '../../values/value';
import { callValue } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Mode } from '../state/mode';
import { isAuto } from '../values/declared-types';
import { unboundPack, unknown } from '../values/unknown';

type Lambda = Expr & { is: 'Lambda' };

/** Shows the body of a lambda that nothing calls here, for instance since the function it is passed to is not
 *  modelled. `around`: the body of the function that makes it. */
export function callUncalled(m: Machine, lambda: Value, e: Lambda, around: Stmt | undefined): void {
  const args = e.params.map(({ name = '', pack, span }) => ({
    value: pack ? unboundPack(name, span) : unknown('symbol', say`nothing known calls this lambda`, span, [name]),
    span,
  }));
  m.hasOpenTypes ||= e.params.some(({ pack }) => pack);
  const why = say`nothing known calls this lambda`;
  const run = (): void => m.supposing(why, e.span, () => void callValue(m, lambda, args, e.span));
  if (around && keptIn(around).has(e)) m.within(unrun(e), run);
  else run();
}

/** The compiler sees the body of a lambda that is no template, whether or not it runs. */
function unrun({ templateParams, params }: Lambda): Partial<Mode> {
  return templateParams.length > 0 || params.some(({ type }) => isAuto(type)) ? { doubtful: true } : { idle: true };
}

/** The lambdas that a body keeps in variables of which it does nothing but call them. */
const keptIn = remembered((body: Stmt): ReadonlySet<Lambda> => {
  const kept = new Map<string, Lambda[]>();
  const named = new Set<string>();
  const visit = (node: Node): Visited => {
    if (node.is === 'Let' && node.init.how === 'copy' && node.init.value.is === 'Lambda')
      kept.set(node.name, [...(kept.get(node.name) ?? []), node.init.value]);
    if (node.is === 'Name') named.add(node.id);
    if (node.is !== 'Call' || node.callee.is !== 'Name') return undefined;
    walk(node.args, visit);
    return 'over';
  };
  walk(body, visit);
  for (const name of named) kept.delete(name);
  return new Set([...kept.values()].flat());
});
