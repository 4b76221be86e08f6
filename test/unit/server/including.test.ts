// Finding the files that include a header, in realistic folders: with cyclic links, pipes, unreadable files and files
// that disappear.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { IncludingFiles } from '../../../server/src/including';
import { scratch } from '../../support/scratch';

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('finds the sources nearest first, past whatever else lies there', async () => {
  const folder = scratch();
  const header = write(folder, 'lib/a.h', '#pragma once\n');
  write(folder, 'lib/b.h', '#include "a.h"\n');
  const far = write(folder, 'apps/far.cu', '#include "../lib/b.h"\n');
  const near = write(folder, 'lib/near.cu', `${'// a long comment\n'.repeat(200)}#include "a.h"\n`);
  write(folder, 'lib/other.cu', '#include "c.h"\n');
  write(folder, 'lib/large.cu', `#include "b.h"\n${' '.repeat(3_000_000)}`);
  symlinkSync(folder, join(folder, 'lib', 'circle'));
  symlinkSync(join(folder, 'self.cu'), join(folder, 'self.cu'));
  execFileSync('mkfifo', [join(folder, 'lib', 'pipe.h')]);
  mkdirSync(join(folder, 'closed'));
  chmodSync(join(folder, 'closed'), 0);
  const including = new IncludingFiles();
  const found = await including.of(header, { includePaths: [], workspace: folder }, 10);
  expect(found).toEqual([near, join(folder, 'lib/large.cu'), far]);
  chmodSync(join(folder, 'closed'), 0o700);
  rmSync(near);
  including.forget();
  expect(await including.of(header, { includePaths: [], workspace: folder }, 1)).toEqual([
    join(folder, 'lib/large.cu'),
  ]);
});

test('of many sources it takes those that name what the header names', async () => {
  const folder = scratch();
  const header = write(folder, 'mainloop.hpp', 'template <> struct CollectiveMma<MainloopSm90Sparse> {};\n');
  write(folder, 'all.hpp', '#include "mainloop.hpp"\n');
  for (let i = 0; i < 9; i++) write(folder, `a${i}.cu`, '#include "all.hpp"\nusing Gemm = CollectiveMma<Other>;\n');
  const sparse = write(folder, 'z.cu', '#include "all.hpp"\nusing Gemm = CollectiveMma<MainloopSm90Sparse>;\n');
  const found = await new IncludingFiles().of(header, { includePaths: [], workspace: folder }, 2);
  expect(found).toEqual([sparse, join(folder, 'a0.cu')]);
});

test('folders that a build writes are left out, and no others', async () => {
  const folder = scratch();
  const header = write(folder, 'gemm/collective.hpp', '#pragma once\n');
  write(folder, 'gemm/builders/sm90_builder.inl', '#include "../collective.hpp"\n');
  const source = write(folder, 'gemm.cu', '#include "gemm/builders/sm90_builder.inl"\n');
  for (const name of ['build', 'build-release', 'build_90', 'build2', 'builddir', 'cmake-build-debug'])
    write(folder, `${name}/copy.cu`, '#include "../gemm/collective.hpp"\n');
  expect(await new IncludingFiles().of(header, { includePaths: [], workspace: folder }, 9)).toEqual([source]);
});

test('headers of CUTLASS are followed, wherever CUTLASS is', async () => {
  const [folder, cutlass] = [scratch(), scratch()];
  const collective = write(cutlass, 'include/cutlass/gemm/collective/sm90_mma.hpp', '#pragma once\n');
  write(cutlass, 'include/cutlass/gemm/collective/collective_mma.hpp', '#include "sm90_mma.hpp"\n');
  write(cutlass, 'include/cutlass/gemm/builder.hpp', '#include "cutlass/gemm/collective/collective_mma.hpp"\n');
  const source = write(folder, 'gemm.cu', '#include <cutlass/gemm/builder.hpp>\n');
  const folders = { includePaths: [], cutlass: [join(cutlass, 'include')], workspace: folder };
  const including = new IncludingFiles();
  expect(await including.of(collective, folders, 4)).toEqual([source]);
  expect(await including.of(collective, { ...folders, cutlass: [] }, 4)).toEqual([]);
});

test('gives others their turn while it searches, and stops when nobody wants it', async () => {
  const folder = scratch();
  const header = write(folder, 'a.h', '');
  for (let i = 0; i < 400; i++) write(folder, `f${i}.cu`, '#include "a.h"\n');
  const cancel = new AbortController();
  let turns = 0;
  const beside = setInterval(() => void turns++, 0);
  expect(await new IncludingFiles().of(header, { includePaths: [], workspace: folder }, 3)).toHaveLength(3);
  expect(turns).toBeGreaterThan(2);
  clearInterval(beside);
  cancel.abort();
  expect(await new IncludingFiles().of(header, { includePaths: [], workspace: folder }, 3, cancel.signal)).toEqual([]);
});

test('of files that it read it keeps names, not texts', async () => {
  const folder = scratch();
  const header = write(folder, 'shared_header_with_a_name.hpp', '');
  const files = 600;
  for (let n = 0; n < files; n++)
    write(folder, `${n}.cu`, `#include "shared_header_with_a_name.hpp"\n${`// ${n}\n`.repeat(8_000)}`);
  const including = new IncludingFiles();
  const before = heap();
  expect(await including.of(header, { includePaths: [], workspace: folder }, files)).toHaveLength(files);
  // 32 KB of each are read.
  expect(heap() - before).toBeLessThan((files * 32_768) / 4);
});

/** Bytes of objects that are still needed. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
