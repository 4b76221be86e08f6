// Functions and macros of libraries that are not read, but known by name: what they do to variables of the program.

/** Checks and messages of CUTLASS, of C, of GoogleTest and of PyTorch: they change no variable. */
const inert: ReadonlySet<string> = new Set(
  (
    'CUTLASS_ASSERT CUTLASS_UNUSED CUTLASS_TRACE_HOST assert typeid TORCH_CHECK TORCH_WARN TORCH_CHECK_EQ ' +
    ['EXPECT', 'ASSERT'].flatMap((kind) => expectations().map((what) => `${kind}_${what}`)).join(' ')
  ).split(' '),
);

function expectations(): readonly string[] {
  return 'TRUE FALSE EQ NE LT LE GT GE FLOAT_EQ DOUBLE_EQ NEAR STREQ STRNE'.split(' ');
}

/** Assembly that computes numbers, and barriers with a number: they write to no memory. */
const ofOperands: ReadonlySet<string> = new Set([
  'assembly_of_numbers',
  'assembly_of_barrier_sync',
  'assembly_of_barrier_arrive',
]);

/** Whether a call changes no variable. */
export function isInert(name: string): boolean {
  return inert.has(name);
}

/** Events, streams and other objects of CUDA's libraries, as programs name them: they lead to no variable of theirs. */
const handles: ReadonlySet<string> = new Set(
  (
    'cudaEvent_t cudaStream_t cudaGraph_t cudaGraphExec_t cudaMemPool_t cublasHandle_t cublasLtHandle_t ' +
    'cudnnHandle_t CUevent CUstream CUcontext CUmodule CUfunction'
  ).split(' '),
);

/** Whether a type is one of those. */
export function isHandle(name: string): boolean {
  return handles.has(name);
}

/** Whether a call changes at most its operands. */
export function changesOnlyOperands(name: string): boolean {
  return ofOperands.has(name) || isIntrinsic(name);
}

/** Whether a function is one of CUDA's own for device code, such as `atomicAdd` and `__popc`: it takes numbers and
 *  addresses by value, and changes at most what these lead to. */
export function isIntrinsic(name: string): boolean {
  return /^(?:__[a-z]|atomic[A-Z])\w*$/.test(name);
}
