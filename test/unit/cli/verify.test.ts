// `cute-lens verify` as a process: what it writes, and what it leaves behind.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { builtCli, runCli, type Outcome } from '../../support/cli';
import { scratch } from '../../support/scratch';
import { script } from '../../support/script';

const cli = builtCli();

test('verify writes a driver for a file without main, once', () => {
  const folder = scratch();
  writeFileSync(
    join(folder, 'mainless.cu'),
    '#include <cute/tensor.hpp>\n__global__ void k(float* p) { auto t = cute::make_tensor(cute::make_gmem_ptr(p), cute::Layout<cute::_8>{}); }\n',
  );
  const verify = (): Outcome =>
    runCli(cli, ['verify', 'mainless.cu', '--driver', 'run.cu', '--cutlass', 'nowhere'], folder);
  expect(verify()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^run\.cu is new: it calls k\..*\ncute-lens: --cutlass names nowhere/) as string,
  });
  expect(readFileSync(join(folder, 'run.cu'), 'utf8')).toContain('k<<<1, 1>>>(p);');
  expect(verify().stderr).toMatch(/^cute-lens: --cutlass names/);
  expect(runCli(cli, ['verify', 'mainless.cu'], folder).stderr).toMatch(
    /^cute-lens: This file has no main.*\(--driver FILE\)/,
  );
});

test('verify that is asked to end leaves no compiler and no folder behind', async () => {
  const place = scratch();
  for (const name of ['bin', 'tmp', 'cutlass/include/cute']) mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, 'cutlass/include/cute/tensor.hpp'), '');
  script(join(place, 'bin/nvidia-smi'), 'echo "NVIDIA Test, 9.0, 1.2.3"');
  script(join(place, 'bin/g++'), 'touch runtime.o');
  script(
    join(place, 'bin/nvcc'),
    `[ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\nsleep 1000 & echo "$$ $!" > '${place}/pids'; wait`,
  );
  writeFileSync(
    join(place, 'endless.cu'),
    '#include <cute/tensor.hpp>\nint main() { auto layout = cute::Layout<cute::_8>{}; }\n',
  );
  const env = {
    ...process.env,
    PATH: `${join(place, 'bin')}:/usr/bin:/bin`,
    TMPDIR: join(place, 'tmp'),
    XDG_CACHE_HOME: join(place, 'cache'),
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    rmSync(join(place, 'pids'), { force: true });
    const child = spawn(
      process.execPath,
      [cli, 'verify', 'endless.cu', '--nvcc', join(place, 'bin/nvcc'), '--cutlass', join(place, 'cutlass')],
      { cwd: place, env, stdio: 'ignore' },
    );
    const ended = new Promise<number | null>((settle) => child.once('exit', settle));
    const pids = await vi.waitFor(
      () =>
        /^(\d+) (\d+)\n/.exec(readFileSync(join(place, 'pids'), 'utf8'))?.slice(1) ?? expect.fail('not started yet'),
      10_000,
    );
    child.kill(signal);
    await ended;
    expect(
      pids.map((pid) => isRunning(pid)),
      signal,
    ).toEqual([false, false]);
    expect(readdirSync(join(place, 'tmp')), signal).toEqual([]);
  }
});

/** A process that has ended but was not asked about is none. */
function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
