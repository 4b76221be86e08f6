// A short run of the fuzzer with another seed each time, as `npm run fuzz` runs it: from its bundle, in processes of
// its own. The message of a failure says the seed, the index and the shrunk text.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/fixture';

const folder = join(ROOT, '.tsbuild/fuzz');
const kept = join(folder, 'failures');
const seed = Math.floor(Math.random() * 2 ** 31);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/fuzz.mjs'), '--bundle', folder], {
    encoding: 'utf8',
    env: { ...process.env, CUTLASS_DIR: '' },
  });
  if (status !== 0) throw new Error(stderr);
});

function fuzz(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'fuzz.cjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** What was kept of failures, so that a log alone is enough to see them again. */
function exhibits(): string {
  try {
    return readdirSync(kept)
      .map((name) => `---- ${name}\n${readFileSync(join(kept, name), 'utf8').slice(0, 4000)}`)
      .join('\n');
  } catch {
    return '';
  }
}

describe(`seed ${seed}`, () => {
  test('damaged inputs: everything is answered', () => {
    const { status, said } = fuzz(
      '--seed',
      String(seed),
      '--count',
      '300',
      '--jobs',
      '2',
      '--seconds',
      '7',
      '--shrink',
      '4',
      '--keep',
      kept,
    );
    expect(said).toMatch(/^[1-9]\d* of 300 damaged inputs/m);
    expect(status, `${said}\n${exhibits()}`).toBe(0);
  }, 60_000);

  test('sessions with the language server: every question is answered, and as for texts opened anew', () => {
    const { status, said } = fuzz(
      '--seed',
      String(seed),
      '--sessions',
      '20',
      '--jobs',
      '2',
      '--seconds',
      '6',
      '--shrink',
      '4',
      '--keep',
      kept,
    );
    expect(said).toMatch(/^[1-9]\d* of 20 sessions/m);
    expect(status, `${said}\n${exhibits()}`).toBe(0);
  }, 60_000);
});
