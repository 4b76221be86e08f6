// A folder for one test with programs in it, and an environment that finds nothing but them.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** A shell script as a program. */
export function script(path: string, body: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Tools of `folder` first, the system's own after them; no variable of this machine that names CUDA or CUTLASS. */
export function onlyTools(folder: string): void {
  for (const name of ['CUDA_HOME', 'CUDA_PATH', 'CUTLASS_PATH', 'CUTLASS_DIR', 'CUTLASS_HOME', 'CUTLASS_COMMIT', 'CXX']) vi.stubEnv(name, '');
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('TMPDIR', folder);
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
