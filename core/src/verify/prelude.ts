// The C++ that is included before a probed program: what a probe does when it is reached. It has CuTe itself print a
// value, into a record instead of the program's output: while CuTe's headers are read, `printf` is ours, and it is the
// real one unless the thread that prints is recording. Records go to memory that the host shares with the GPU, so that
// they survive a kernel that crashes or hangs. The half that needs the system's headers is cpp/runtime.ts; records.ts
// reads the result.

import { DEVICE } from './cpp/device';
import { FORMAT, OPENING } from './cpp/format';
import { CUDA_SIDE, HOST_SIDE } from './cpp/sides';
import { VALUES } from './cpp/values';

/** Included before everything else, by nvcc or, with `CUTE_LENS_HOST` defined, by a host compiler. */
export const PRELUDE = [
  OPENING,
  FORMAT,
  DEVICE,
  VALUES,
  '#if defined(CUTE_LENS_HOST)',
  HOST_SIDE,
  '#else',
  CUDA_SIDE,
  '#endif\n',
].join('\n');
