// The C++ that a copy with probes includes first: what a probe does when it is reached. CuTe itself prints the value,
// but into a record instead of the program's output. For this, `printf` is replaced while CuTe's headers are read; the
// replacement calls the real one unless the printing thread is recording. Records are written to memory that host and
// GPU share, so they survive a kernel that crashes or hangs. The part that needs system headers is cpp/runtime.ts;
// records.ts reads the result.

import { DEVICE } from './cpp/device';
import { FORMAT, OPENING } from './cpp/format';
import { CUDA_SIDE, HOST_SIDE } from './cpp/sides';
import { VALUES } from './cpp/values';

/** Included before everything else, by nvcc, or by a host compiler with `CUTE_LENS_HOST` defined. */
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
