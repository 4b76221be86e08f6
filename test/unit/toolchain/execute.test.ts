// Well-behaved and misbehaving programs: each is ended, and none of its processes remains.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { execute } from '../../../server/src/toolchain/execute';
import { scratch } from '../../support/scratch';
import { script } from '../../support/script';

const limits = { milliseconds: 20_000, outputBytes: 1 << 20 };

/** Waits until the process is gone whose number a program wrote into `file`; one that nobody has collected yet is gone
 *  too. */
async function isGone(file: string): Promise<boolean> {
  const stat = `/proc/${readFileSync(file, 'utf8').trim()}/stat`;
  return vi.waitFor(() => {
    const state = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)?.[0] : 'X';
    if (state !== 'X' && state !== 'Z') throw new Error(`still ${state}`);
    return true;
  }, 5000);
}

describe('a program', () => {
  test('is started without a shell: its words arrive as they are', async () => {
    const cwd = scratch(`it's a "folder" $HOME`);
    const program = script(join(cwd, 'say words'), 'printf "%s|" "$@"; pwd -P; echo trouble >&2; exit 3');
    const done = await execute([program, 'a b', '$HOME', '`id`', "it's", '*'], { cwd, limits });
    expect(done).toMatchObject({
      ended: 'exit',
      code: 3,
      signal: null,
      stdout: `a b|$HOME|\`id\`|it's|*|${cwd}\n`,
      stderr: 'trouble\n',
    });
  });
  test('that does not exist or may not run is told apart from one that fails', async () => {
    const cwd = scratch();
    expect(await execute([join(cwd, 'nothing')], { cwd, limits })).toMatchObject({
      ended: 'not-started',
      error: 'ENOENT',
    });
    expect(await execute([cwd], { cwd, limits })).toMatchObject({ ended: 'not-started', error: 'EACCES' });
  });
  test('that crashes is named by its signal', async () => {
    const cwd = scratch();
    expect(await execute([script(join(cwd, 'crash'), 'kill -SEGV $$')], { cwd, limits })).toMatchObject({
      ended: 'exit',
      code: null,
      signal: 'SIGSEGV',
    });
  });
  test('that loops is ended with everything that it started', async () => {
    const cwd = scratch();
    const program = script(
      join(cwd, 'loop'),
      `sleep 1000 & echo $! > "${cwd}/child"; trap 'echo asked; exit 0' TERM; while :; do sleep 0.05; done`,
    );
    const done = await execute([program], { cwd, limits: { ...limits, milliseconds: 300 } });
    expect(done).toMatchObject({ ended: 'time', stdout: 'asked\n' });
    expect(await isGone(join(cwd, 'child'))).toBe(true);
  });
  test('that will not end when asked is killed', async () => {
    const cwd = scratch();
    const program = script(join(cwd, 'deaf'), `trap '' TERM; echo $$ > "${cwd}/self"; while :; do sleep 0.05; done`);
    expect(await execute([program], { cwd, limits: { ...limits, milliseconds: 300 } })).toMatchObject({
      ended: 'time',
      signal: 'SIGKILL',
    });
    expect(await isGone(join(cwd, 'self'))).toBe(true);
  });
  test('that writes a gigabyte is ended, and its beginning is kept', async () => {
    const cwd = scratch();
    const program = script(join(cwd, 'loud'), 'echo first; head -c 1000000000 /dev/zero | tr "\\0" x');
    const done = await execute([program], { cwd, limits });
    expect([done.ended, done.stdout.startsWith('first\nxxx'), done.stdout.length <= limits.outputBytes]).toEqual([
      'output',
      true,
      true,
    ]);
  });
  test('is cancelled at any time, also before it began', async () => {
    const cwd = scratch();
    const program = script(join(cwd, 'wait'), `echo $$ > "${cwd}/self"; sleep 1000`);
    const cancel = new AbortController();
    const running = execute([program], { cwd, limits, signal: cancel.signal, onOutput: () => undefined });
    // The file is there before the number in it.
    const written = (): string => (existsSync(join(cwd, 'self')) ? readFileSync(join(cwd, 'self'), 'utf8') : '');
    while (!written().endsWith('\n')) await new Promise((resume) => setTimeout(resume, 5));
    cancel.abort();
    expect(await running).toMatchObject({ ended: 'cancelled' });
    expect(await isGone(join(cwd, 'self'))).toBe(true);
    expect(await execute([program], { cwd, limits, signal: AbortSignal.abort() })).toMatchObject({
      ended: 'cancelled',
    });
  });
  test('whose child outlives it does not keep us waiting', async () => {
    const cwd = scratch();
    const program = script(join(cwd, 'parent'), `setsid sleep 5 & echo done`);
    expect(await execute([program], { cwd, limits })).toMatchObject({ ended: 'exit', code: 0, stdout: 'done\n' });
  });
});
