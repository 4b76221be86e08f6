// Clusters that cannot be launched.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { axes, launches, placeOf, type Extents } from '../../lib/launches';

/** The limit of blocks in a cluster. More than 8 need an attribute of the kernel, which CUTLASS's launcher sets. */
const most = 16;

export const clusterShape: Check = {
  slug: 'cluster-shape',
  topic: 'launch',
  level: 'error',
  title: 'The cluster cannot be launched with this grid',
  explains: `The grid must be a multiple of the cluster in every direction, and a cluster has at most ${most} blocks.
Otherwise the launch fails.

The cluster is that of \`__cluster_dims__\` at the kernel, of \`cutlass::launch_kernel_on_cluster\` and CUTLASS's other launchers,
or of the attribute \`cudaLaunchAttributeClusterDimension\` of \`cudaLaunchKernelEx\`. The check looks at launches with known extents.`,
  bad: `__global__ void kernel(float* data) {}
int main() {
  cutlass::ClusterLaunchParams params{dim3(5, 4, 1), dim3(128, 1, 1), dim3(2, 1, 1), 0};
  cutlass::launch_kernel_on_cluster(params, (void const*) kernel, (float*) nullptr);
}`,
  good: `__global__ void kernel(float* data) {}
int main() {
  cutlass::ClusterLaunchParams params{dim3(6, 4, 1), dim3(128, 1, 1), dim3(2, 1, 1), 0};
  cutlass::launch_kernel_on_cluster(params, (void const*) kernel, (float*) nullptr);
}`,
  *find(facts) {
    for (const launched of launches(facts)) {
      const { cluster, grid, instance } = launched;
      if (!cluster) continue;
      const large = tooLarge(cluster);
      const message = large ?? (grid && remainder(grid, cluster));
      const span = placeOf(launched, large === undefined ? 'grid' : 'cluster');
      if (message !== undefined) yield { span, instance: instance.id, message };
    }
  },
};

function tooLarge(cluster: Extents): string | undefined {
  const blocks = cluster[0] * cluster[1] * cluster[2];
  return blocks > most
    ? say`the cluster has ${cluster.join(' x ')} = ${blocks} blocks, a GPU takes ${most} at most`
    : undefined;
}

function remainder(grid: Extents, cluster: Extents): string | undefined {
  const axis = ([0, 1, 2] as const).find((one) => cluster[one] > 0 && grid[one] % cluster[one] !== 0);
  return axis === undefined
    ? undefined
    : say`the grid has ${grid[axis]} blocks in ${axes[axis]}, which is no multiple of the cluster's ${cluster[axis]}`;
}
