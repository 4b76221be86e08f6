// Short names of kernel instances: what tells them apart, without what all of them share.
import type { Analysis } from '../analysis';
import { kernelInstances } from './fact-at';

/** `gemm_nt` for `gemm_device from gemm_nt`, where all instances of the kernel begin alike; by id. */
export function briefLabels(analysis: Analysis): ReadonlyMap<number, string> {
  const instances = kernelInstances(analysis);
  return new Map(
    instances.map(({ id, label, kernel }) => {
      const same = instances.filter((one) => one.kernel === kernel);
      const prefix = `${kernel} from `;
      const isShared = same.length > 1 && same.every((one) => one.label.startsWith(prefix));
      return [id, isShared ? label.slice(prefix.length) : label];
    }),
  );
}
