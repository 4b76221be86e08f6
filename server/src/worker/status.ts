// Makes the status report of an open file: the number of facts, the time of the analysis, and warnings.
import { say } from '../../../core/src/base/say';
import { briefLabels, kernelInstances, offeredWith } from '../../../core/src/ide/index';
import type { Analysis } from '../../../core/src/index';
import type { Status } from '../../../protocol/src/requests';
import type { Config } from '../config';
import { fileOfUri } from '../paths';
import type { Looked } from './snapshot';

/** The cost of an analysis. */
export interface Effort {
  readonly milliseconds: number;
  /** Whether it was the first analysis of its document, which reads everything. */
  readonly isFirst: boolean;
}

/** The status of a document. If there is no analysis, `held` says why. */
export function statusOf(
  uri: string,
  found: Looked | undefined,
  effort: Effort | undefined,
  held: string | undefined,
): Status | undefined {
  if (!found || !effort)
    return held === undefined ? undefined : { uri, layouts: 0, instances: 0, milliseconds: 0, warning: held };
  const { analysis, active, config } = found;
  const instances = active ? offeredWith(active, analysis) : kernelInstances(analysis);
  const warning = held ?? warningOf(analysis, effort, config);
  return {
    uri,
    layouts: analysis.stats.layouts,
    findings: analysis.diagnostics.filter(({ span }) => span.file === fileOfUri(uri)).length,
    instances: instances.length,
    milliseconds: Math.round(effort.milliseconds),
    ...(active
      ? { active: instances.indexOf(active) + 1, label: briefLabels(analysis).get(active.id) ?? active.label }
      : {}),
    ...(warning === undefined ? {} : { warning }),
  };
}

function warningOf(analysis: Analysis, { milliseconds, isFirst }: Effort, config: Config): string | undefined {
  if (milliseconds > config.stopAfterMs)
    return say`The analysis stopped after ${config.stopAfterMs} ms (cuteLens.analysis.stopAfter); some values are unknown.`;
  if (analysis.stats.exhausted) return say`The analysis stopped at its step limit; some values are unknown.`;
  if (!isFirst && milliseconds > config.warnAfterMs)
    return say`The analysis took longer than ${config.warnAfterMs} ms (cuteLens.analysis.warnAfter).`;
  return undefined;
}
