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

/** The types between which CUDA's functions convert, as their names say them. */
const converted =
  '(?:u?(?:char|short|int|ll)|float|double|half|bfloat16|halves|floats|lows?|highs?|hiloint|hiint|loint)';
const rounded = '_r[nzud]';

/** The families of CUDA's own functions for device code, by their names without the `__` in front, and of those that
 *  g++ and clang++ have themselves. A program may have names with `__` of its own, which are none of them. */
const intrinsics = new RegExp(
  `^__(?:${[
    // Numbers: conversions, their bits as another type, arithmetic with a rounding, fast mathematics.
    `${converted}2?2${converted}2?(?:${rounded})?`,
    'lowhigh2highlow',
    '(?:u?int|float|double|longlong|u?short|half|bfloat16)_as_(?:u?int|float|double|longlong|u?short|half|bfloat16)',
    `[fd](?:add|sub|mul|div|fma|ma|rcp|sqrt|rsqrt)2?${rounded}`,
    `fmaf(?:_ieee)?${rounded}`,
    '(?:sin|cos|tan|tanh|exp|exp10|log|log2|log10|pow|sincos|saturate|fdivide)f',
    '(?:is(?:nan|inf|finite)|signbit|finite)[fdl]?',
    // Integers, and halves.
    '(?:clz|ffs|popc|brev)(?:ll)?|byte_perm|funnelshift_[lr]c?|fns|dp[24]a(?:_(?:hi|lo))?',
    'u?mul(?:24|hi|64hi)|u?sad|u?r?hadd',
    'h(?:2div|isinf2?|isnan2?|cmadd)',
    'h(?:add|sub|mul|fma|div|neg|abs|max|min|b?(?:eq|ne|lt|le|gt|ge)u?)2?(?:_(?:rn|sat|nan|relu|mask))?',
    'v(?:abs|add|sub|neg|min|max|avg|hadd|cmp|set|sad|ia|ib|im)\\w+',
    // Threads.
    'shfl(?:_(?:up|down|xor))?(?:_sync)?|(?:any|all|ballot|uni)(?:_sync)?|match_(?:any|all)_sync|activemask',
    'reduce_(?:add|min|max|and|or|xor)_sync|syncwarp|syncthreads(?:_(?:and|or|count))?|barrier_sync(?:_count)?',
    'threadfence(?:_(?:block|system|cluster))?|nanosleep|trap|brkpt|prof_trigger|pm[0-3]',
    'cluster(?:_\\w+|Dim\\w*|GridDim\\w*|Idx|RelativeBlock\\w+|SizeInBlocks)',
    // Memory.
    'ld(?:g|ca|cg|cs|cv|lu)|st(?:cg|cs|wb|wt)|cvta_\\w+_to_\\w+',
    'is(?:Global|Shared|Local|Constant|GridConstant|ClusterShared|CtaShared)',
    'pipeline_(?:memcpy_async|commit|wait_prior|arrive_on)|u128Atomic(?:CAS|Exch)(?:_(?:block|system))?',
    'nv_(?:atomic|cvt)_\\w+|nvvm_\\w+',
    // Of the compilers; what begins with `va_` is given variables themselves.
    'builtin_(?!va_)\\w+|(?:atomic|sync)_[a-z]\\w*|assume',
  ].join('|')})$`,
);

/** Whether a function is one of CUDA's own for device code, such as `atomicAdd` and `__popc`: it takes numbers and
 *  addresses by value, and changes at most what these lead to. */
export function isIntrinsic(name: string): boolean {
  return (
    /^atomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)(?:_(?:block|system))?$/.test(name) || intrinsics.test(name)
  );
}
