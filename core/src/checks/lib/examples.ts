// Example programs of several checks: bad with one layout, good with another.

/** A kernel with one warp, and its launch. */
export function launched(parameters: string, lines: readonly string[]): string {
  return `__global__ void kernel(${parameters}) {\n${lines.map((line) => `  ${line}\n`).join('')}}\nint main() { kernel<<<1, 32>>>(${parameters === '' ? '' : 'nullptr'}); }`;
}

/** A kernel with `ldmatrix` from a tile of halves in shared memory. */
export function matrixRead(elements: string, layout: string): string {
  return launched('half_t* out', [
    `__shared__ alignas(128) half_t memory[${elements}];`,
    `auto tile = make_tensor(make_smem_ptr(memory), ${layout});`,
    'clear(tile);',
    'auto by = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));',
    'auto thread = by.get_slice(threadIdx.x);',
    'auto source = thread.partition_S(tile);',
    'auto fragment = make_tensor<half_t>(shape(thread.partition_D(tile)));',
    'copy(by, source, fragment);',
  ]);
}

/** A tiled copy of floats to registers; the lines in `before` declare the tensor `tile`. */
export function floatsRead(before: readonly string[], operation: string, threads: string, values: string): string {
  return launched('float const* in', [
    ...before,
    `auto by = make_tiled_copy(Copy_Atom<UniversalCopy<${operation}>, float>{}, ${threads}{}, ${values}{});`,
    'auto source = by.get_slice(threadIdx.x).partition_S(tile);',
    'auto fragment = make_fragment_like(source);',
    'copy(by, source, fragment);',
  ]);
}
