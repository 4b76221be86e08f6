// Handles cuteLens/situation and cuteLens/choose: what the user can choose for a file, and the present choices.
import { kernelInstances, numbersOf } from '../../../core/src/ide/index';
import type { Instance, Value } from '../../../core/src/index';
import type { InstanceRow, Situation, SituationParams, Triple } from '../../../protocol/src/requests';
import { toPlace } from '../lsp/to-lsp';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';

export function handleSituation(session: Session, { uri }: SituationParams): Situation | null {
  const found = session.look(uri);
  return found ? situationOf(found) : null;
}

function situationOf({ analysis, active, choices, config, rangeOf }: Looked): Situation {
  const blockDim = extents(active?.launch?.block);
  const gridDim = extents(active?.launch?.grid);
  return {
    instances: kernelInstances(analysis).map((instance) => rowOf(instance, rangeOf)),
    thread: choices.thread ?? config.thread,
    block: choices.block ?? config.block,
    args: choices.args ?? config.programArgs,
    ...(active ? { active: active.id } : {}),
    ...(blockDim ? { blockDim } : {}),
    ...(gridDim ? { gridDim } : {}),
  };
}

function rowOf({ id, label, kernel, reached, at }: Instance, rangeOf: Looked['rangeOf']): InstanceRow {
  const place = at && toPlace(at, rangeOf);
  return { id, label, kernel, reached, ...(place ? { at: place } : {}) };
}

function extents(values: readonly Value[] | undefined): Triple | undefined {
  const numbers = values && numbersOf(values);
  return numbers && [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];
}
