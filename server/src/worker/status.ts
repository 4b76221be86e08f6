// What is reported of an open file: how much was found, how long it took, and why the user should look.
import { kernelInstances } from '../../../core/src/ide/index';
import type { Analysis } from '../../../core/src/index';
import type { Status } from '../../../protocol/src/requests';
import type { Config } from '../config';
import type { Looked } from './snapshot';

/** How an analysis went. */
export interface Effort {
  readonly milliseconds: number;
  /** The first one of its document: it reads everything afresh. */
  readonly isFirst: boolean;
}

/** Without an analysis there is only `held`: why there is none. */
export function statusOf(
  uri: string,
  found: Looked | undefined,
  effort: Effort | undefined,
  held: string | undefined,
): Status | undefined {
  if (!found || !effort)
    return held === undefined ? undefined : { uri, layouts: 0, instances: 0, milliseconds: 0, warning: held };
  const { analysis, active, config } = found;
  const instances = kernelInstances(analysis);
  const warning = held ?? warningOf(analysis, effort, config);
  return {
    uri,
    layouts: analysis.stats.layouts,
    instances: instances.length,
    milliseconds: Math.round(effort.milliseconds),
    ...(active ? { active: instances.indexOf(active) + 1, label: active.label } : {}),
    ...(warning === undefined ? {} : { warning }),
  };
}

function warningOf(analysis: Analysis, { milliseconds, isFirst }: Effort, config: Config): string | undefined {
  if (milliseconds > config.stopAfterMs)
    return `The analysis stopped after ${config.stopAfterMs} ms (cuteLens.analysis.stopAfter); some values are not known.`;
  if (analysis.stats.exhausted) return 'The analysis stopped at its budget of steps; some values are not known.';
  if (!isFirst && milliseconds > config.warnAfterMs)
    return `The analysis took longer than ${config.warnAfterMs} ms (cuteLens.analysis.warnAfter).`;
  return undefined;
}
