// What a run recorded, compared with what was predicted: verdicts on probes, and what one probe measured. Starts
// nothing.
import {
  attribute,
  extentsOf,
  type Attribution,
  type Extents,
  type InstanceShape,
} from '../../core/src/verify/attribute';
import {
  compare,
  type Compared,
  type Predictions,
  type ProbeVerdict,
  type Sample,
} from '../../core/src/verify/compare';
import { measured, type Measured } from '../../core/src/verify/measured';
import type { Plan } from '../../core/src/verify/plan';
import type { Records } from '../../core/src/verify/records';
import type { Evidence } from './verify';

/** The sample keys of every thread that recorded in a kernel. */
export function sampleKeys(
  planned: Pick<Plan, 'sites' | 'kernels'>,
  instances: readonly InstanceShape[],
  records: Records,
): ReadonlySet<string> {
  const extents = extentsOf(instances, records, attribute(planned, instances, records));
  const threads = [
    ...records.seen.filter(({ grid }) => grid !== 0),
    ...records.owned.map((one) => ({ ...one, block: 0 })),
  ];
  return new Set(threads.map((one) => sampleKey(extents.get(one.grid), one)));
}

/** The data that verdicts are computed from. */
export type Recorded = Pick<Evidence, 'instances' | 'records' | 'predicted'> & {
  readonly plan: Pick<Plan, 'sites' | 'kernels'> & { readonly probes: readonly Compared[] };
};

export function verdictsOf(evidence: Recorded): readonly ProbeVerdict[] {
  const { attribution, predictions } = asked(evidence);
  return compare(evidence.plan.probes, evidence.records, attribution, predictions);
}

/** What was recorded of one probe in one instance. */
export function measuredOf(evidence: Recorded, probe: Pick<Compared, 'id'>, instance: number): Measured | undefined {
  const { attribution, predictions } = asked(evidence);
  return measured(probe, instance, evidence.records, attribution, predictions);
}

function asked({ plan: planned, instances, records, predicted }: Recorded): {
  readonly attribution: Attribution;
  readonly predictions: Predictions;
} {
  const attribution = attribute(planned, instances, records);
  const extents = extentsOf(instances, records, attribution);
  return {
    attribution,
    predictions: (probe, sample, grid) => predicted.get(sample ? sampleKey(extents.get(grid), sample) : '')?.get(probe),
  };
}

/** `blockIdx threadIdx`, such as `1,2,0 37,0,0`: threads of different launches that have the same indices share a
 *  prediction. */
function sampleKey(extents: Extents | undefined, { block, thread }: Sample): string {
  const three = (at: number, [x, y]: readonly [number, number, number]): string =>
    `${at % x},${Math.floor(at / x) % y},${Math.floor(at / (x * y))}`;
  const line = [2 ** 31, 1, 1] as const;
  return `${three(block, extents?.gridDim ?? line)} ${three(thread, extents?.blockDim ?? line)}`;
}
