// Types of what launches are configured with, by example: three sizes, the parameters of a launch, what a device has.
import { hole } from '../../algebra/leaf';
import type { Struct, Value } from '../../values/value';

const axes = ['x', 'y', 'z'];
const launchParams = ['grid_dims', 'block_dims', 'cluster_dims', 'dynamic_smem_size_in_bytes', 'cuda_stream'];
/** The members of `cudaDeviceProp` that launches are computed from. */
const deviceProperties = [
  'multiProcessorCount',
  'major',
  'minor',
  'maxThreadsPerBlock',
  'maxThreadsPerMultiProcessor',
  'maxBlocksPerMultiProcessor',
  'regsPerBlock',
  'regsPerMultiprocessor',
  'warpSize',
  'clockRate',
  'memoryClockRate',
  'memoryBusWidth',
  'l2CacheSize',
  'sharedMemPerBlock',
  'sharedMemPerBlockOptin',
  'sharedMemPerMultiprocessor',
  'totalGlobalMem',
];

/** `dim3`, `uint3`, `cutlass::ClusterLaunchParams`, `cudaDeviceProp`. */
export function launchType(name: 'dim3' | 'uint3' | 'ClusterLaunchParams' | 'cudaDeviceProp'): Struct {
  switch (name) {
    case 'dim3':
    case 'uint3':
      return objectOf(name, axes, () => hole(32, true));
    case 'ClusterLaunchParams':
      return objectOf(name, launchParams, (field) => (field.endsWith('dims') ? launchType('dim3') : hole(32)));
    case 'cudaDeviceProp':
      return objectOf(name, deviceProperties, (field) => hole(/^(shared|total)/.test(field) ? 64 : 32));
  }
}

function objectOf(name: string, fields: readonly string[], typeOf: (field: string) => Value): Struct {
  return { is: 'struct', name, cls: undefined, fields: new Map(fields.map((field) => [field, typeOf(field)])) };
}
