// CUDA's vector types, `float4`: the type of their components and how they align. Source: vector_types.h.

export interface CudaVector {
  readonly name: string;
  /** The type of its components, by name, and how many it has. */
  readonly of: string;
  readonly count: number;
  readonly bits: number;
  /** Alignment in bits. */
  readonly align: number;
}

const components: readonly (readonly [name: string, of: string, bits: number])[] = [
  ['char', 'int8_t', 8],
  ['uchar', 'uint8_t', 8],
  ['short', 'int16_t', 16],
  ['ushort', 'uint16_t', 16],
  ['int', 'int', 32],
  ['uint', 'unsigned', 32],
  ['long', 'long', 64],
  ['ulong', 'unsigned long', 64],
  ['longlong', 'long long', 64],
  ['ulonglong', 'unsigned long long', 64],
  ['float', 'float', 32],
  ['double', 'double', 64],
];

const mostAlign = 128;

/** A vector of three aligns as its components do, the others to their size up to 16 bytes. Of four components of 8
 *  bytes there are versions that say what they align to. */
function versionsOf([name, of, bits]: (typeof components)[number]): readonly CudaVector[] {
  const sized = [1, 2, 3, 4].map((count) => {
    const align = count === 3 ? bits : Math.min(count * bits, mostAlign);
    return { name: `${name}${count}`, of, count, bits: count * bits, align };
  });
  if (bits < 64) return sized;
  const four = { of, count: 4, bits: 4 * bits };
  return [...sized, { name: `${name}4_16a`, ...four, align: mostAlign }, { name: `${name}4_32a`, ...four, align: 256 }];
}

/** Other names of them (cuComplex.h). */
export const cudaComplex: readonly (readonly [string, string])[] = [
  ['cuComplex', 'float2'],
  ['cuFloatComplex', 'float2'],
  ['cuDoubleComplex', 'double2'],
];

const vectors = new Map(components.flatMap(versionsOf).map((vector) => [vector.name, vector]));

/** Every vector type by each of its names. */
export const cudaVectors: ReadonlyMap<string, CudaVector> = new Map([
  ...vectors,
  ...cudaComplex.flatMap(([name, of]) => {
    const vector = vectors.get(of);
    return vector ? [[name, vector] as const] : [];
  }),
]);
