// Functions of libraries that change nothing in memory: those of numbers, and those that only read.

/** Functions of C and CUDA that take numbers and give one. */
const ofNumbers = new Set(
  (
    'fmax fmin fabs abs exp exp2 exp10 expm1 log log2 log10 log1p sqrt rsqrt rcbrt cbrt fma pow sin cos tan asin acos ' +
    'atan atan2 sinh cosh tanh erf erfc floor ceil round rint trunc fmod isnan isinf isfinite fdividef frcp_rn fsqrt_rn ' +
    'sigmoid'
  )
    .split(' ')
    .flatMap((name) => [name, `${name}f`, `__${name}`, `__${name}f`]),
);

/** CUDA's functions of halves, of conversions, of rounding and of bits. */
const intrinsics = [
  /^__h(add|sub|mul|fma|div|neg|abs|max|min|cmadd|eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|isnan|isinf)\w*$/,
  /^h2?(ceil|cos|exp|exp2|exp10|floor|log|log2|log10|rcp|rint|rsqrt|sin|sqrt|tanh|trunc)$/,
  /^__(low|high|lows|highs|lowhigh|highlow|halves|float|double|half|bfloat16|int|uint|ll|ull|u?short)\w*2\w+$/,
  /^__\w+_as_\w+$/,
  /^__[fd](add|sub|mul|div|ma|maf|rcp|sqrt|rsqrt)_r[nzud]$/,
  /^__(popc|clz|ffs|brev)(ll)?$/,
  /^__(byte_perm|dp[24]a|u?mul24|u?mulhi|u?mul64hi|u?sad|u?hadd|u?rhadd|saturatef|funnelshift_[lr]c?)$/,
];

/** `make_int4(x, y, z, w)` and its like. */
const vectors = /^make_u?(char|short|int|long|longlong|float|double)[1-4]$/;

/** Functions of the host's library that only read what they are given. */
const readers = new Set(
  'max min raw_pointer_cast cast_smem_ptr_to_uint __cvta_generic_to_shared as_const forward move to_string declval __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync puts fprintf'.split(
    ' ',
  ),
);

/** Whether a function takes numbers and gives one. */
export const isOfNumbers = (name: string): boolean =>
  ofNumbers.has(name) || vectors.test(name) || intrinsics.some((one) => one.test(name));

/** Those of them that hand on a reference, and do not look at what it is to. */
const handsOn = new Set([
  'raw_pointer_cast',
  'cast_smem_ptr_to_uint',
  '__cvta_generic_to_shared',
  'as_const',
  'forward',
  'move',
  'declval',
]);

/** Whether a function of the host's library reads the numbers that it is given. */
export const takesNumbers = (name: string): boolean => isOfNumbers(name) || (readers.has(name) && !handsOn.has(name));

/** Whether a function of the host's library only reads what it is given. */
export const onlyReads = (name: string): boolean => readers.has(name);
