// The command line as people script it: built from these sources, run as a process of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { ROOT } from './fixture';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds `cli.cjs` for the tests of one file, which says where in `.tsbuild`, and gives its path. */
export function builtCli(place: string): string {
  const folder = join('.tsbuild', place);
  beforeAll(() => {
    const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--quiet', '--outdir', folder], {
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(done.stderr);
  });
  return join(ROOT, folder, 'cli.cjs');
}

export function runCli(cli: string, args: readonly string[], cwd: string, input?: string): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', cwd, input });
  return { status, stdout, stderr };
}
