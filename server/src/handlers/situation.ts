// Handles cuteLens/situation and cuteLens/choose: what the user can choose for a file, and the present choices.
import { briefLabels, kernelInstances, nameOf, numbersOf, resourcesOf, wayTo } from '../../../core/src/ide/index';
import type { Analysis, Value } from '../../../core/src/index';
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
  const args = choices.args ?? config.programArgs;
  return {
    instances: rowsOf(analysis, args, rangeOf),
    thread: choices.thread ?? config.thread,
    block: choices.block ?? config.block,
    args,
    ...(active ? { active: active.id } : {}),
    ...(blockDim ? { blockDim } : {}),
    ...(gridDim ? { gridDim } : {}),
  };
}

function rowsOf(analysis: Analysis, args: string, rangeOf: Looked['rangeOf']): readonly InstanceRow[] {
  const labels = briefLabels(analysis);
  return kernelInstances(analysis).map((instance) => {
    const { id, label, reached, at } = instance;
    const place = at && toPlace(at, rangeOf);
    const way = wayTo(instance, analysis, args);
    const condition = way && toPlace(way.at, rangeOf);
    return {
      id,
      label,
      kernel: nameOf(instance),
      differs: labels.get(id) ?? label,
      resources: resourcesOf(instance, analysis),
      reached,
      ...(place && { at: place }),
      ...(way && {
        way: {
          when: way.when,
          ...(way.args !== undefined && { args: way.args }),
          ...(condition && { at: condition }),
        },
      }),
    };
  });
}

function extents(values: readonly Value[] | undefined): Triple | undefined {
  const numbers = values && numbersOf(values);
  return numbers && [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];
}
