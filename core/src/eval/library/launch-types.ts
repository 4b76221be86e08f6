// Types of what launches and memory are configured with, by example: three sizes, the parameters of a launch, what a
// device has, memory in rows.
import { hole } from '../../algebra/leaf';
import { voidElement } from '../../values/pointer';
import type { Struct, Value } from '../../values/value';

const axes = ['x', 'y', 'z'];
const launchParams = ['grid_dims', 'block_dims', 'cluster_dims', 'dynamic_smem_size_in_bytes', 'cuda_stream'];
const launchConfig = ['gridDim', 'blockDim', 'dynamicSmemBytes', 'stream', 'attrs', 'numAttrs'];
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

/** Members of `cudaLaunchAttributeValue`, which lie in one place: those of one number, and those of three. */
const attributeNumbers = [
  'cooperative',
  'programmaticStreamSerializationAllowed',
  'priority',
  'sharedMemCarveout',
  'nvlinkUtilCentricScheduling',
];
const attributeExtents = ['clusterDim', 'preferredClusterDim'];
/** `cudaLaunchAttributeID`, by its enumerators without their common beginning. */
const attributes = {
  Ignore: 0,
  AccessPolicyWindow: 1,
  Cooperative: 2,
  SynchronizationPolicy: 3,
  ClusterDimension: 4,
  ClusterSchedulingPolicyPreference: 5,
  ProgrammaticStreamSerialization: 6,
  ProgrammaticEvent: 7,
  Priority: 8,
  MemSyncDomainMap: 9,
  MemSyncDomain: 10,
  PreferredClusterDimension: 11,
  LaunchCompletionEvent: 12,
  DeviceUpdatableKernelNode: 13,
  PreferredSharedMemoryCarveout: 14,
} as const;

/** The number of an enumerator of `cudaLaunchAttributeID`. */
export function attributeId(name: string): number | undefined {
  const own = /^cudaLaunchAttribute(?=[A-Z])/.exec(name)?.[0];
  return own === undefined ? undefined : Object.entries(attributes).find(([id]) => own + id === name)?.[1];
}

/** Whether an attribute says something of the shape of clusters. */
export function isOfClusters(id: number): 'shape' | 'other' | undefined {
  if (id === attributes.ClusterDimension) return 'shape';
  return id === attributes.PreferredClusterDimension ? 'other' : undefined;
}

/** `dim3`, `uint3`, `cutlass::ClusterLaunchParams`, `cudaLaunchConfig_t`, `cudaDeviceProp` and their parts. */
export function launchType(name: string): Struct | undefined {
  switch (name) {
    case 'dim3':
    case 'uint3':
      return extents(name);
    case 'ClusterLaunchParams':
      return objectOf(name, launchParams, (field) => (field.endsWith('dims') ? extents('dim3') : hole(32)));
    case 'cudaLaunchConfig_t':
      return objectOf(name, launchConfig, configPart);
    case 'cudaLaunchAttribute':
      return objectOf(name, ['id', 'val'], attributePart);
    case 'cudaLaunchAttributeValue':
      return attributeValue();
    case 'cudaExtent':
      return objectOf(name, ['width', 'height', 'depth'], () => hole(64, true));
    case 'cudaPitchedPtr':
      return objectOf(name, ['ptr', 'pitch', 'xsize', 'ysize'], (field) =>
        field === 'ptr' ? pointerOf(voidElement) : hole(64, true),
      );
    case 'cudaDeviceProp':
      return objectOf(name, deviceProperties, (field) => hole(/^(shared|total)/.test(field) ? 64 : 32));
    default:
      return undefined;
  }
}

const extents = (name: string): Struct => objectOf(name, axes, () => hole(32, true));

const attributeValue = (): Struct =>
  objectOf('cudaLaunchAttributeValue', [...attributeExtents, ...attributeNumbers], (field) =>
    attributeExtents.includes(field) ? extents('uint3') : hole(32),
  );

const attributeList = (): Value => pointerOf(objectOf('cudaLaunchAttribute', ['id', 'val'], attributePart));

const pointerOf = (element: Value): Value => ({ is: 'pointer', space: 'generic', element, offset: hole(64) });

const attributePart = (field: string): Value => (field === 'id' ? hole(32) : attributeValue());

function configPart(field: string): Value {
  if (field.endsWith('Dim')) return extents('dim3');
  if (field === 'attrs') return attributeList();
  return field === 'dynamicSmemBytes' ? hole(64, true) : hole(32);
}

function objectOf(name: string, fields: readonly string[], typeOf: (field: string) => Value): Struct {
  return { is: 'struct', name, cls: undefined, fields: new Map(fields.map((field) => [field, typeOf(field)])) };
}
