// cuteLens/situation and cuteLens/choose: what the user can choose for a file, and what holds now.
import { kernelInstances, numbersOf } from '../../../core/src/ide/index';
import type { Instance, Value } from '../../../core/src/index';
import type { ChooseParams, InstanceRow, Situation, SituationParams, Triple } from '../../../protocol/src/requests';
import { toPlace } from '../lsp/to-lsp';
import type { Analyzed, Session } from '../session';

export async function handleSituation(session: Session, { uri }: SituationParams): Promise<Situation | null> {
  const analyzed = await session.analyzed(uri);
  return analyzed ? situationOf(analyzed) : null;
}

export async function handleChoose(session: Session, { uri, choices }: ChooseParams): Promise<Situation | null> {
  session.choose(uri, choices);
  return handleSituation(session, { uri });
}

function situationOf({ analysis, active, choices, config, textOf }: Analyzed): Situation {
  const blockDim = extents(active?.launch?.block);
  const gridDim = extents(active?.launch?.grid);
  return {
    instances: kernelInstances(analysis).map((instance) => rowOf(instance, textOf)),
    thread: choices.thread ?? config.thread,
    block: choices.block ?? config.block,
    args: choices.args ?? config.programArgs,
    ...(active ? { active: active.id } : {}),
    ...(blockDim ? { blockDim } : {}),
    ...(gridDim ? { gridDim } : {}),
  };
}

function rowOf({ id, label, kernel, reached, at }: Instance, textOf: Analyzed['textOf']): InstanceRow {
  const place = at && toPlace(at, textOf);
  return { id, label, kernel, reached, ...(place ? { at: place } : {}) };
}

function extents(values: readonly Value[] | undefined): Triple | undefined {
  const numbers = values && numbersOf(values);
  return numbers && [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];
}
