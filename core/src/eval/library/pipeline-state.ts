// `cutlass::PipelineState<Stages>` for programs whose CUTLASS was not found: the stage of a ring, the parity of the
// rounds through it, and the steps so far. Source: cutlass/pipeline/sm90_pipeline.hpp.
import { dyn, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { operate } from '../types/arithmetic';
import { isTuple } from '../values/inspect';
import { asNumber } from '../values/truth';

/** A state with these members: the stage, the parity and the steps. Of a ring whose stages are not known nothing is. */
export function stateAt(state: Struct, [index, phase, count]: readonly [Value, Value, Value]): Struct {
  if (stagesOf(state) === undefined) return state;
  return { ...state, fields: new Map([...state.fields, ['index_', index], ['phase_', phase], ['count_', count]]) };
}

/** What the constructors make: the first stage, with parity 0. */
export const firstState = (state: Struct, parity = 0): Struct =>
  stateAt(state, [dyn(0), withSign(dyn(parity), true), withSign(dyn(0), true)]);

/** A state after some more steps. */
export function advanced(m: Machine, state: Struct, by: Value, span: Span): Struct {
  const [index, phase, count] = ['index_', 'phase_', 'count_'].map((name) => state.fields.get(name));
  const stages = stagesOf(state);
  if (index === undefined || phase === undefined || count === undefined || stages === undefined) return state;
  if (stages === 0) return state;
  const compute = (op: string, a: Value, b: Value): Value => operate(m, { op, span }, a, b);
  const reached = compute('+', index, by);
  const rounds = compute('%', compute('/', reached, dyn(stages)), dyn(2));
  const own = (value: Value, unsigned?: true): Value =>
    !isTuple(value) && value.is === 'dynamic' ? withSign(value, unsigned) : value;
  return stateAt(state, [
    own(compute('%', reached, dyn(stages))),
    own(compute('^', phase, rounds), true),
    own(compute('+', count, by), true),
  ]);
}

function stagesOf(state: Struct): number | undefined {
  const stages = state.fields.get('#stages');
  return stages === undefined ? undefined : asNumber(stages);
}
