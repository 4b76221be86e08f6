// Verification from end to end with scripts in place of tools: each failure is reported, and nothing is left behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Sources } from '../../../server/src/sources';
import { isProblem } from '../../../server/src/toolchain/find';
import { defaultSampling, verify, type VerifyJob } from '../../../server/src/verify';
import { cudaFrontEnd } from '../../support/front-end';
import { onlyTools, recording as records, scratch } from '../../support/scratch';
import { script } from '../../support/script';

const program = `#include <cute/tensor.hpp>
using namespace cute;
int main() {
  auto layout = make_layout(make_shape(_8{}, _4{}));
  return 0;
}
`;

/** A folder with CUTLASS, a GPU and an nvcc whose programs do `runs`; the program to verify has a name that shells
 *  dislike. */
async function prepared(nvcc: string, runs = 'exit 0', change: Partial<VerifyJob> = {}, text = program) {
  const folder = scratch(`it's "mine" $HOME`);
  onlyTools(folder);
  mkdirSync(join(folder, 'cutlass/include/cute'), { recursive: true });
  writeFileSync(join(folder, 'cutlass/include/cute/tensor.hpp'), '');
  writeFileSync(join(folder, 'runs'), `#!/bin/sh\n${runs}\n`);
  script(join(folder, 'bin/nvidia-smi'), 'echo "NVIDIA Test, 9.0, 1.2.3"');
  script(
    join(folder, 'bin/nvcc'),
    `[ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\n[ "$3" = runtime.cpp ] && exit 0\necho compiled >> '${join(folder, 'compilations').replaceAll("'", "'\\''")}'\n${nvcc.replaceAll('FOLDER', `'${folder.replaceAll("'", "'\\''")}'`)}`,
  );
  script(join(folder, 'bin/g++'), 'touch runtime.o');
  const entry = join(folder, 'my kernel.cu');
  writeFileSync(entry, text);
  const sources = new Sources(await cudaFrontEnd());
  sources.open(entry, text);
  const job: VerifyJob = {
    entry,
    given: { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 },
    collect: (arch) => sources.collect(entry, { includePaths: [] }, arch),
    frontEnd: await cudaFrontEnd(),
    mode: 'gpu',
    tools: { nvccPath: '', cutlassPath: join(folder, 'cutlass'), launcher: [], workspaceFolder: undefined },
    includePaths: [],
    flags: [],
    arch: undefined,
    runFolder: '',
    sampling: defaultSampling,
    compileMs: 20_000,
    runMs: 20_000,
    outputBytes: 1 << 20,
    ...change,
  };
  return { folder, job, left: () => readdirSync(folder).filter((name) => /^cute-lens-\d+-\w{6}$/.test(name)) };
}

const works = 'cp FOLDER/runs program; chmod +x program';
const messageOf = async (job: VerifyJob): Promise<string> => {
  const done = await verify(job);
  return isProblem(done) ? done.message : `no problem: ${done.report.ended}`;
};

describe('verification', () => {
  test('confirms what the machine says, and refutes what it does not say', async () => {
    const good = await prepared(works, records('(_8,_4):(_1,_8)'));
    const confirmed = await verify(good.job);
    expect(isProblem(confirmed) ? confirmed : confirmed.report).toMatchObject({
      totals: { confirmed: 1, refuted: 0 },
      machine: { device: 'NVIDIA Test', arch: 'sm_90a', driver: '1.2.3', cuda: '13.0.88' },
      failed: false,
    });
    const planted = await prepared(works, records('(_8,_4):(_4,_1)'));
    const refuted = await verify(planted.job);
    expect(isProblem(refuted) ? refuted : refuted.report).toMatchObject({
      totals: { confirmed: 0, refuted: 1 },
      rows: [
        {
          line: 4,
          name: 'layout',
          says: 'refuted',
          why: 'host code: CuTe says (_8,_4):(_4,_1), predicted (_8,_4):(_1,_8)',
        },
      ],
    });
  });
  test('leaves registers for every thread of the largest block that is launched, unless the user says how many', async () => {
    const wordsOf = async (threads: number, flags: readonly string[] = []): Promise<string> => {
      const kernel = `#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void kernel() { auto layout = make_layout(_8{}); }\nint main() { kernel<<<1, 32>>>(); kernel<<<2, dim3(${threads / 2}, 2)>>>(); }\n`;
      const { folder, job } = await prepared('printf "%s\\n" "$@" > FOLDER/words; exit 1', '', { flags }, kernel);
      await verify(job);
      return (
        readFileSync(join(folder, 'words'), 'utf8')
          .match(/.*maxrregcount.*/g)
          ?.join(' ') ?? ''
      );
    };
    expect([
      await wordsOf(256),
      await wordsOf(384),
      await wordsOf(1024),
      await wordsOf(1024, ['-maxrregcount=32']),
    ]).toEqual(['', '-maxrregcount=168', '-maxrregcount=64', '-maxrregcount=32']);
  });
  test('leaves the file and its folder as they were', async () => {
    const { folder, job, left } = await prepared(works, records('(_8,_4):(_1,_8)'));
    const before = readdirSync(folder).sort();
    await verify(job);
    expect(readFileSync(job.entry, 'utf8')).toBe(program);
    expect(
      readdirSync(folder)
        .filter((name) => !['cache', 'compilations'].includes(name))
        .sort(),
    ).toEqual(before);
    expect(left()).toEqual([]);
  });
  test('does not compile the same again, but does when a header has changed', async () => {
    const { folder, job } = await prepared(
      `${works}; printf 'program: program.cu include0/cute/tensor.hpp\\n' > dependencies`,
      records('(_8,_4):(_1,_8)'),
    );
    const cachedOf = async (): Promise<unknown> => {
      const done = await verify(job);
      return isProblem(done) ? done : done.report.cached;
    };
    expect([await cachedOf(), await cachedOf()]).toEqual([false, true]);
    writeFileSync(join(folder, 'cutlass/include/cute/tensor.hpp'), '// newer');
    expect([await cachedOf(), await cachedOf()]).toEqual([false, true]);
    expect(readFileSync(join(folder, 'compilations'), 'utf8')).toBe('compiled\ncompiled\n');
  });
  test('says a compiler error on the line of the user', async () => {
    const { job, left } = await prepared(
      `grep -n '^#line' program.cu | head -1 >&2; echo "$(sed -n 's/^#line 1 "\\(.*\\)"/\\1/p' program.cu)(4): error: no instance of overloaded function" >&2; exit 2`,
    );
    const problem = await verify(job);
    expect(problem).toMatchObject({
      code: 'compile',
      message: expect.stringContaining('(4): error: no instance of overloaded function'),
    });
    expect(left()).toEqual([]);
  });
  test('compiles without a shell: folders and flags arrive as they are', async () => {
    const { folder, job } = await prepared(
      'printf "%s\\n" "$@" > FOLDER/words; ls -l include* | sed "s/.*-> //" > FOLDER/links; exit 1',
      '',
      { flags: ['-DNAME=`id` $HOME "x"'], includePaths: ['/some where/$(id)'] },
    );
    await verify(job);
    const words = readFileSync(join(folder, 'words'), 'utf8').split('\n');
    expect(words).toEqual(
      expect.arrayContaining(['-arch=sm_90a', '-DNAME=`id` $HOME "x"', '-Iinclude0', '-include', 'prelude.hpp']),
    );
    expect(readFileSync(join(folder, 'links'), 'utf8').split('\n').filter(Boolean)).toEqual([
      '/some where/$(id)',
      join(folder, 'cutlass/include'),
      folder,
    ]);
  });
  test('ends a compiler and a program that do not end, and says which limit it was', async () => {
    const compiling = await prepared('sleep 100', '', { compileMs: 300 });
    expect(await messageOf(compiling.job)).toBe('The compiler was ended after 0.3 s (cuteLens.verify.compileTimeout).');
    const running = await prepared(works, `${records('(_8,_4):(_1,_8)')}\nsleep 100`, { runMs: 500 });
    const done = await verify(running.job);
    expect(isProblem(done) ? done : done.report).toMatchObject({
      failed: true,
      ended: expect.stringMatching(/^ended after \d s, the time limit/),
      totals: { confirmed: 1 },
    });
    expect([compiling.left(), running.left()]).toEqual([[], []]);
  });
  test('keeps what was recorded before a crash, and says how the program ended', async () => {
    const { job } = await prepared(
      works,
      `${records('(_8,_4):(_1,_8)')}\nprintf 'finish\\tcudaErrorIllegalAddress\\n' > "$0.end"; cat "$0.end" >> "$0.notes"; echo "an illegal memory access" >&2; exit 3`,
    );
    const done = await verify(job);
    expect(isProblem(done) ? done : done.report).toMatchObject({
      failed: true,
      ended: 'exit 3, cudaErrorIllegalAddress',
      output: 'an illegal memory access',
      totals: { confirmed: 1 },
    });
  });
  test('says of a program for which the device has no memory what it said, and of one that was killed how it ended', async () => {
    const full = await verify(
      (
        await prepared(
          works,
          `${records('(_8,_4):(_1,_8)')}\nprintf 'finish\\tcudaErrorMemoryAllocation\\n' > "$0.end"; cat "$0.end" >> "$0.notes"; echo "out of memory" >&2; exit 4`,
        )
      ).job,
    );
    expect(isProblem(full) ? full : full.report).toMatchObject({
      failed: true,
      ended: 'exit 4, cudaErrorMemoryAllocation',
      output: 'out of memory',
      totals: { confirmed: 1 },
    });
    const killed = await prepared(works, `printf 'start\\tcudaSuccess\\n' > "$0.notes"; kill -KILL $$`);
    const done = await verify(killed.job);
    expect(isProblem(done) ? done : done.report).toMatchObject({
      failed: true,
      ended: 'SIGKILL',
      totals: { confirmed: 0, refuted: 0, notReached: 1 },
    });
    expect(killed.left()).toEqual([]);
  });
  test('says of a program that left no records where they should be', async () => {
    const { job, left } = await prepared(works, `printf 'start\\tcudaSuccess\\n' > "$0.notes"`);
    expect(await verify(job)).toMatchObject({
      code: 'run',
      message: expect.stringMatching(/^The program left no records in .*: it ended by _exit, or/),
      action: { setting: 'cuteLens.run.folder' },
    });
    expect(left()).toEqual([]);
  });
  test('says of a GPU that is too old which one it is, and what CuTe needs', async () => {
    const { folder, job } = await prepared(works);
    script(join(folder, 'bin/nvidia-smi'), 'echo "Tesla P100, 6.0, 535"');
    expect(await verify(job)).toMatchObject({
      code: 'old-gpu',
      message: 'Tesla P100 (sm_60) is too old: CuTe needs sm_70 or later.',
      action: { do: 'compiler' },
    });
  });
  test('says what CUDA said where it could not start', async () => {
    const said = async (error: string): Promise<string> =>
      messageOf((await prepared(works, `printf 'start\\t${error}\\n' > "$0.notes"; exit 1`)).job);
    expect(await said('cudaErrorNoDevice')).toBe('CUDA found no GPU on the machine where the program ran.');
    expect(await said('cudaErrorInsufficientDriver')).toMatch(/^The driver of the GPU is missing, or older/);
    expect(await said('cudaErrorMemoryAllocation')).toBe(
      'The GPU or the host has no memory left for the records of the probes.',
    );
    expect(await said('cudaErrorInvalidDeviceFunction')).toMatch(
      /^The program was compiled for an architecture that differs/,
    );
    expect(await messageOf((await prepared(works, 'exit 7')).job)).toBe('The program ended before main (exit 7).');
  });
  test('a gigabyte of output ends the program, not the editor', async () => {
    const { job, left } = await prepared(
      works,
      `${records('(_8,_4):(_1,_8)')}\nhead -c 1000000000 /dev/zero | tr "\\0" x`,
    );
    const done = await verify(job);
    expect(isProblem(done) ? done : done.report).toMatchObject({
      failed: true,
      ended: expect.stringContaining('because of its output'),
    });
    expect(left()).toEqual([]);
  });
  test('a full disk and a folder that may not be written are said as such', async () => {
    const full = await prepared('echo "/tmp/x.s: fatal error: error writing: No space left on device" >&2; exit 1');
    expect(await messageOf(full.job)).toMatch(/^The disk is full/);
    const elsewhere = await prepared(works, 'exit 0');
    expect(await messageOf({ ...elsewhere.job, runFolder: elsewhere.job.entry })).toMatch(
      /my kernel.cu.*: it is not a folder/,
    );
    vi.stubEnv('XDG_CACHE_HOME', elsewhere.job.entry);
    expect(await messageOf({ ...elsewhere.job, flags: ['-DUNKEPT'] })).toMatch(
      /my kernel.cu.*: it is not a folder.*\(XDG_CACHE_HOME\)/,
    );
    vi.stubEnv('TMPDIR', join(elsewhere.folder, 'none'));
    expect(await messageOf({ ...elsewhere.job, flags: ['-DNEW'] })).toMatch(/none.*: it does not exist/);
  });
  test('is cancelled while it compiles and while it runs', async () => {
    for (const [nvcc, runs] of [
      ['echo busy; sleep 100', ''],
      [works, 'echo busy; sleep 100'],
    ] as const) {
      const cancel = new AbortController();
      const { job, left } = await prepared(nvcc, runs, {
        signal: cancel.signal,
        onOutput: (text) => text.includes('busy') && cancel.abort(),
      });
      expect(await verify(job)).toMatchObject({ code: 'cancelled' });
      expect(left()).toEqual([]);
    }
  });
  test("runs where the launcher leads, with the program's arguments and no environment of ours", async () => {
    const place = scratch('shared');
    const launcher = [
      script(join(place, 'ssh like'), 'echo "$@" > "$(dirname "$0")/words"; exec env -i PATH=/usr/bin:/bin "$@"'),
      'gpu-box',
    ];
    script(join(place, 'gpu-box'), '');
    writeFileSync(
      join(place, 'ssh like'),
      `#!/bin/sh\nshift\ncase "$1" in *nvidia-smi) echo "NVIDIA Remote, 8.0, 9";; *) printf '%s|' "$@" > '${place}/words'; exec env -i PATH=/usr/bin:/bin "$@";; esac\n`,
    );
    const { job } = await prepared(works, records('(_8,_4):(_1,_8)'));
    const done = await verify({
      ...job,
      given: { ...job.given, args: '512 "a b"' },
      runFolder: place,
      tools: { ...job.tools, launcher },
    });
    expect(isProblem(done) ? done : done.report).toMatchObject({
      machine: { device: 'NVIDIA Remote', arch: 'sm_80' },
      totals: { confirmed: 1 },
    });
    expect(readFileSync(join(place, 'words'), 'utf8')).toMatch(/^.*\/shared\/cute-lens-[\w-]+\/program\|512\|a b\|$/);
    expect(existsSync(join(place, 'words'))).toBe(true);
  });
  test('quotes words for ssh, which hands them to a shell on the other side', async () => {
    const place = scratch('it\'s "shared" $HOME');
    const ssh = script(
      join(scratch('bin'), 'ssh'),
      `shift; case "$*" in *nvidia-smi*) echo "NVIDIA Remote, 8.0, 9";; *) cd /; exec sh -c "$*";; esac`,
    );
    const { job } = await prepared(
      works,
      `printf '%s|' "$@" > '${place.replaceAll("'", "'\\''")}/words'\n${records('(_8,_4):(_1,_8)')}`,
    );
    const done = await verify({
      ...job,
      given: { ...job.given, args: '512 "a b" "it\'s"' },
      runFolder: place,
      tools: { ...job.tools, launcher: [ssh, 'gpu-box'] },
    });
    expect(isProblem(done) ? done : done.report).toMatchObject({
      machine: { device: 'NVIDIA Remote' },
      totals: { confirmed: 1 },
    });
    expect(readFileSync(join(place, 'words'), 'utf8')).toBe("512|a b|it's|");
  });
  test('has nothing to do in a file without facts or without main', async () => {
    const { job, folder } = await prepared(works);
    const other = async (text: string): Promise<string> => {
      const sources = new Sources(await cudaFrontEnd());
      sources.open(join(folder, 'other.cu'), text);
      return messageOf({
        ...job,
        entry: join(folder, 'other.cu'),
        collect: (arch) => sources.collect(join(folder, 'other.cu'), { includePaths: [] }, arch),
      });
    };
    expect(await other('int main() { return 0; }\n')).toMatch(/^There is nothing to verify/);
    expect(await other('#include <cute/tensor.hpp>\nvoid f() { auto l = cute::make_layout(cute::_8{}); }\n')).toMatch(
      /has no main/,
    );
  });
});
