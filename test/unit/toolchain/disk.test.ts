// A full disk, which a test cannot produce: the errors of the file system are simulated.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { diskProblem } from '../../../server/src/toolchain/compile';
import { isProblem } from '../../../server/src/toolchain/find';
import { run } from '../../../server/src/toolchain/run';
import { onlyTools, scratch } from '../../support/scratch';
import { script } from '../../support/script';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  statfsSync: () => ({ bavail: 0, bsize: 4096 }),
}));

test('each refusal of the file system is a sentence with the folder and the variables that move it', () => {
  vi.stubEnv('XDG_CACHE_HOME', '/home/me/.cache');
  const said = (code: string): string =>
    diskProblem(Object.assign(new Error(code), { code, path: '/some/where' })).message;
  const rest =
    'Programs are compiled in the folder for temporary files (TMPDIR) and kept in /home/me/.cache/cute-lens/verify (XDG_CACHE_HOME).';
  expect(said('ENOSPC')).toBe(`/some/where: the disk is full. ${rest}`);
  expect([said('EDQUOT'), said('EACCES'), said('EROFS')].map((text) => text.slice(0, text.indexOf('.')))).toEqual([
    '/some/where: the quota is used up',
    '/some/where: it may not be written',
    '/some/where: it is read-only',
  ]);
  expect(() => diskProblem(new TypeError('a bug of ours'))).toThrow('a bug of ours');
});

test('a program that could not write its records is told apart from one that recorded nothing', async () => {
  const folder = scratch();
  onlyTools(folder);
  const program = script(join(folder, 'program'), `printf 'start\\tcudaSuccess\\n' > "$0.notes"`);
  const done = await run({
    program,
    args: [],
    cwd: folder,
    launcher: [],
    folder: '',
    sampling: { threads: [0], blocks: [0], elements: 1, owned: 1 },
    limits: { milliseconds: 20_000, outputBytes: 1 << 20 },
  });
  expect(isProblem(done) && done).toMatchObject({
    code: 'disk',
    message: expect.stringMatching(/^The disk is full: the program could not write what it recorded into/),
  });
});
