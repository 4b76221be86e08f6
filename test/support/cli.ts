// What ships, built from these sources once for all files of a run, in the process that needs it first. And the
// command line as people script it, as a process of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { ROOT } from './fixture';
import { present } from './present';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder of this run (run.ts). */
const run = present(process.env['TEST_RUN']);

/** Has the bundles built before the tests of a file, and gives the path of one. */
export function built(bundle: string): string {
  beforeAll(buildOnce);
  return join(run, 'dist', bundle);
}

export const builtCli = (): string => built('cli.cjs');

async function buildOnce(): Promise<void> {
  const outcome = join(run, 'build-outcome');
  if (isFirst()) build(outcome);
  while (!existsSync(outcome)) await pause(50);
  const error = readFileSync(outcome, 'utf8');
  if (error !== '') throw new Error(error);
}

function isFirst(): boolean {
  try {
    mkdirSync(join(run, 'dist'));
    return true;
  } catch {
    return false;
  }
}

/** Writes what went wrong, which may be nothing, in one step: others wait for the file. */
function build(outcome: string): void {
  const flags = ['--quiet', '--outdir', relative(ROOT, join(run, 'dist'))];
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), ...flags], {
    encoding: 'utf8',
  });
  writeFileSync(`${outcome}.part`, status === 0 ? '' : stderr || 'the build failed');
  renameSync(`${outcome}.part`, outcome);
}

/** Without the optimising compiler of the wasm engine, which takes longer to read the grammar than these runs take. */
const engine = ['--liftoff-only'];

export function runCli(cli: string, args: readonly string[], cwd: string, input?: string): Outcome {
  const command = [...engine, cli, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd, input });
  return { status, stdout, stderr };
}
