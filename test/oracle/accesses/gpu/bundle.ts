// A folder that a machine with a GPU needs to run random kernels and record what their threads access: sources, the
// list of launches, CuTe's headers, and `run.sh`. Nothing of it needs this repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../support/fixture';
import { kernelOf } from '../generate';
import { playedText, programOf, type Kernel } from '../kernel';

const PRELUDE = `#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
using namespace cute;
extern __shared__ __align__(1024) char cute_lens_memory[];
__device__ void cute_lens_at(size_t* places, int buffer, void* at) {
  places[buffer] = __cvta_generic_to_shared(at) + 1;
  places[16 + buffer] = size_t(at);
}
`;

const sources = join(ROOT, 'test/oracle/accesses/gpu');

/** Which kernels a folder is made of, and the headers that they are compiled with. */
export interface Bundle {
  /** Of the first kernel; the others follow. */
  readonly seed: number;
  readonly count: number;
  readonly cutlass: string;
}

export const kernelsFrom = ({ seed, count }: Pick<Bundle, 'seed' | 'count'>): readonly Kernel[] =>
  Array.from({ length: count }, (_, i) => kernelOf(seed + i));

/** A digest of the kernels' texts: a generator that changed since makes others of the same seeds. */
export const digestOf = (kernels: readonly Kernel[]): string =>
  createHash('sha256').update(kernels.map(programOf).join('')).digest('hex').slice(0, 16);

/** Writes the folder. A unit has so many kernels. */
export function writeBundle(folder: string, bundle: Bundle, unit: number, cutlassDir: string): void {
  mkdirSync(join(folder, 'units'), { recursive: true });
  for (const name of readdirSync(sources).filter((one) => !one.endsWith('.ts')))
    copyFileSync(join(sources, name), join(folder, name));
  const kernels = kernelsFrom(bundle);
  const launches: string[] = [];
  for (let first = 0; first < kernels.length; first += unit) {
    const stem = `unit${first / unit}`;
    const played = kernels.slice(first, first + unit).map((kernel, i) => playedText(kernel, first + i));
    writeFileSync(join(folder, 'units', `${stem}.cu`), PRELUDE + played.map(({ text }) => text).join(''));
    launches.push(...played.map(({ launch }, i) => `${first + i} ${stem} ${launch}`));
  }
  writeFileSync(join(folder, 'launches.txt'), `${launches.join('\n')}\n`);
  writeFileSync(join(folder, 'about.txt'), `${JSON.stringify({ ...bundle, digest: digestOf(kernels) })}\n`);
  execFileSync('tar', ['cJf', join(folder, 'headers.tar.xz'), '-C', cutlassDir, 'include', 'tools/util/include']);
}
