// The attributes and specifiers of CUDA, C++ and compilers that are masked out before parsing. They become marks, which
// the lowering reads.
/** Words that stand alone. */
export const ATTRIBUTES = new Set([
  '__global__',
  '__device__',
  '__host__',
  '__shared__',
  '__constant__',
  '__managed__',
  '__forceinline__',
  '__noinline__',
  '__inline__',
  '__restrict__',
  '__restrict',
  '__grid_constant__',
  '__extension__',
]);

/** Words with parentheses behind them. */
export const ATTRIBUTE_CALLS = new Set([
  '__launch_bounds__',
  '__align__',
  'alignas',
  '__cluster_dims__',
  '__attribute__',
  '__declspec',
  '__maxnreg__',
  '__block_size__',
]);

/** Other spellings of C++'s own words, which compilers take. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['__const', 'const'],
  ['__const__', 'const'],
  ['__volatile', 'volatile'],
  ['__volatile__', 'volatile'],
  ['__signed', 'signed'],
  ['__signed__', 'signed'],
]);
