// A folder for one test with programs in it, and an environment that finds nothing but them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, vi } from 'vitest';

const folders: string[] = [];

/** A new folder, gone after the test. `name` may hold what paths of users hold. */
export function scratch(name = 'scratch'): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'cute-lens-test-')), name);
  mkdirSync(folder);
  folders.push(dirname(folder));
  return folder;
}

/** Tools of `folder` first, the system's own after them; no variable of this machine that names CUDA or CUTLASS. */
export function onlyTools(folder: string): void {
  for (const name of ['CUDA_HOME', 'CUDA_PATH', 'CUTLASS_PATH', 'CUTLASS_DIR', 'CUTLASS_HOME', 'CUTLASS_COMMIT', 'CXX'])
    vi.stubEnv(name, '');
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('TMPDIR', folder);
}

/** What a program does that meets its GPU and records one value of probe 0: `(_8,_4):(_1,_8)` or another text of as
 *  many characters. */
export const recording = (text: string): string => `
printf 'start\\tcudaSuccess\\nfinish\\tcudaSuccess\\n' > "$0.notes"
word() { printf "\\\\$(printf %03o $(($1 & 255)))\\\\$(printf %03o $((($1 >> 8) & 255)))\\\\$(printf %03o $((($1 >> 16) & 255)))\\\\$(printf %03o $((($1 >> 24) & 255)))"; }
{ word 3229490757; word 22; word 1; for i in 3 4 5 6 7 8 9 10 11; do word 0; done; word 15; for i in 13 14 15 16 17; do word 0; done; printf '%s\\0' '${text}'; } > "$0.records"`;

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
