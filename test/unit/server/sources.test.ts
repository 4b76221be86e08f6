// How often an analysis reads the disk: each header once, and each lookup once until files change. The accesses are
// counted.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Disk, type DiskOptions } from '../../../server/src/disk';
import { Sources, type SourceSet } from '../../../server/src/sources';
import { cudaFrontEnd } from '../../support/front-end';
import { scratch } from '../../support/scratch';
import { stmtsText } from '../../support/ir-text';

/** A disk in memory that counts what it is asked. */
function memory(texts: Record<string, string>): {
  readonly files: NonNullable<DiskOptions['files']>;
  readonly counts: { looks: number; reads: number };
} {
  const counts = { looks: 0, reads: 0 };
  return {
    counts,
    files: {
      stampOf: (file) => {
        counts.looks++;
        return texts[file];
      },
      read: (file) => {
        counts.reads++;
        return texts[file];
      },
    },
  };
}

type Shape = 'diamond' | 'chain' | 'star';

/** `n` headers; `/p/main.cu` reaches all of them. */
function headers(shape: Shape, n: number): Record<string, string> {
  const texts: Record<string, string> = {};
  const include = (i: number): string => (i < 0 ? '' : `#include "h${i}.hpp"\n`);
  for (let i = 0; i < n; i++) {
    const inner = shape === 'star' ? '' : include(i - 1) + (shape === 'diamond' ? include(i - 2) : '');
    texts[`/p/h${i}.hpp`] = `#pragma once\n${inner}#define WIDTH_${i} ${i}\nusing T${i} = cute::Int<WIDTH_${i}>;\n`;
  }
  texts['/p/main.cu'] =
    `${shape === 'star' ? Array.from({ length: n }, (_, i) => include(i)).join('') : include(n - 1)}int x = WIDTH_0;\n`;
  return texts;
}

const folders = { includePaths: [] };
const collect = (sources: Sources): SourceSet => sources.collect('/p/main.cu', folders, 900);

test.each<Shape>(['diamond', 'chain', 'star'])(
  'a %s of headers: each is looked up and read once, and nothing again at an edit elsewhere',
  async (shape) => {
    for (const n of [4, 80]) {
      const texts = headers(shape, n);
      const { files, counts } = memory(texts);
      const sources = new Sources(await cudaFrontEnd(), new Disk({ files, isWatched: () => true }));
      sources.open('/p/main.cu', texts['/p/main.cu'] ?? '');
      const first = collect(sources);
      expect(first.files.size).toBe(n + 1);
      expect(counts).toEqual({ looks: n, reads: n });
      sources.edit('/p/main.cu', [{ start: 0, end: 0, text: '// a comment\n#define WIDTH_OF_NONE 3\n' }]);
      const second = collect(sources);
      expect(counts).toEqual({ looks: n, reads: n });
      const again = [...second.files]
        .filter(([file, program]) => first.files.get(file) !== program)
        .map(([file]) => file);
      expect(again).toEqual(['/p/main.cu']);
      expect(stmtsText(second.files.get('/p/main.cu')?.items ?? [])).toBe('int x = 0;');
    }
  },
);

test('of files that changed only those are looked at and read again; a file that appears is found, one that vanishes is missing', async () => {
  const texts: Record<string, string> = {
    '/p/a.h': '#pragma once\n#define A 1\n',
    '/p/b.h': '#pragma once\n#define B 1\n',
  };
  const { files, counts } = memory(texts);
  const sources = new Sources(await cudaFrontEnd(), new Disk({ files, isWatched: () => true }));
  sources.open('/p/main.cu', '#include "a.h"\n#include "b.h"\n#include "late.h"\nint x[] = {A, B, LATE};\n');
  const shown = (): string => stmtsText(collect(sources).files.get('/p/main.cu')?.items ?? []);
  expect(shown()).toContain('{1, 1, LATE}');
  texts['/p/b.h'] = '#pragma once\n#define B 2\n';
  expect(shown()).toContain('{1, 1, LATE}');
  Object.assign(counts, { looks: 0, reads: 0 });
  sources.diskChanged(['/p/b.h', '/p/other.h']);
  expect(shown()).toContain('{1, 2, LATE}');
  expect(counts).toEqual({ looks: 1, reads: 1 });
  texts['/p/late.h'] = '#define LATE 3\n';
  sources.diskChanged(['/p/late.h']);
  expect(shown()).toContain('{1, 2, 3}');
  delete texts['/p/late.h'];
  sources.diskChanged();
  expect(shown()).toContain('{1, 2, LATE}');
  expect(collect(sources).includes.get('/p/main.cu\0late.h')).toBeNull();
});

test('where nobody watches, files are looked at once a second at most', async () => {
  let now = 0;
  const texts: Record<string, string> = { '/p/a.h': '#define A 1\n' };
  const { files, counts } = memory(texts);
  const sources = new Sources(await cudaFrontEnd(), new Disk({ files, now: () => now }));
  sources.open('/p/main.cu', '#include "a.h"\nint x = A;\n');
  const shown = (): string => stmtsText(collect(sources).files.get('/p/main.cu')?.items ?? []);
  for (now = 0; now < 900; now += 100) shown();
  expect(counts).toEqual({ looks: 1, reads: 1 });
  texts['/p/a.h'] = '#define A 2\n';
  now = 1_100;
  expect(shown()).toBe('int x = 2;');
  expect(counts).toEqual({ looks: 2, reads: 2 });
});

test('a header under two sets of macros has a program for each, and they take turns without a new one', async () => {
  const { files } = memory({ '/p/h.h': 'int h = N;\n' });
  const sources = new Sources(await cudaFrontEnd(), new Disk({ files, isWatched: () => true }));
  for (const n of [4, 5]) sources.open(`/p/${n}.cu`, `#define N ${n}\n#include "h.h"\n`);
  const header = (n: number) => sources.collect(`/p/${n}.cu`, folders, 900).files.get('/p/h.h');
  const [four, five] = [header(4), header(5)];
  expect([four, five].map((program) => stmtsText(program?.items ?? []))).toEqual(['int h = 4;', 'int h = 5;']);
  expect([header(4), header(5), header(4)]).toEqual([four, five, four]);
  expect(header(4)).toBe(four);
});

test('of programs that give a header other macros only the nearest is followed', async () => {
  const { files } = memory({
    '/p/a.cu': '#define N 4\n#include "h.h"\n',
    '/p/b.cu': '#define N 5\n#include "h.h"\n',
    '/p/c.cu': '#define M 1\n#define N 4\n#include "h.h"\n',
  });
  const sources = new Sources(await cudaFrontEnd(), new Disk({ files, isWatched: () => true }));
  sources.open('/p/h.h', 'int h = N;\n');
  const set = sources.collect('/p/h.h', folders, 900, ['/p/a.cu', '/p/b.cu', '/p/c.cu']);
  expect(set.roots).toEqual(['/p/a.cu', '/p/c.cu']);
  expect(stmtsText(set.files.get('/p/h.h')?.items ?? [])).toBe('int h = 4;');
  expect([...set.files.keys()].sort()).toEqual(['/p/a.cu', '/p/c.cu', '/p/h.h']);
});

test('what is no file, cannot be read or has a name that no file can have is not found', async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'folder.h'));
  symlinkSync(join(folder, 'circle.h'), join(folder, 'circle.h'));
  execFileSync('mkfifo', [join(folder, 'pipe.h')]);
  writeFileSync(join(folder, 'large.h'), ' '.repeat(2_000_001));
  writeFileSync(join(folder, 'whole.h'), '\uFEFF#pragma once\r\n#define WHOLE 1\r\n');
  const names = ['folder.h', 'circle.h', 'pipe.h', 'large.h', `${'long'.repeat(200)}.h`, 'a\0b.h', 'whole.h/x.h'];
  const sources = new Sources(await cudaFrontEnd());
  const main = join(folder, 'main.cu');
  sources.open(main, `${names.map((name) => `#include "${name}"\n`).join('')}#include "whole.h"\nint x = WHOLE;\n`);
  const { files, includes } = sources.collect(main, folders, 900);
  expect([...files.keys()]).toEqual([join(folder, 'whole.h'), main]);
  expect(names.map((name) => includes.get(`${main}\0${name}`))).toEqual(names.map(() => null));
  expect(stmtsText(files.get(main)?.items ?? [])).toBe('int x = 1;');
});

test('files that did not change for a while are not kept ready for typing; headers that nobody needs are forgotten', async () => {
  const { files, counts } = memory({ '/p/a.h': '#define A 1\n', '/p/b.h': '#define B 2\n' });
  const rested = new Map<string, number>();
  const frontEnd = await cudaFrontEnd();
  const open: typeof frontEnd.open = (file, text) => {
    const document = frontEnd.open(file, text);
    const rest = document.rest.bind(document);
    document.rest = () => {
      rested.set(file, (rested.get(file) ?? 0) + 1);
      rest();
    };
    return document;
  };
  const sources = new Sources({ ...frontEnd, open }, new Disk({ files, isWatched: () => true }));
  sources.open('/p/main.cu', '#include "a.h"\nint x = A;\n');
  sources.open('/p/other.cu', '#include "b.h"\nint x = B;\n');
  for (let i = 0; i < 20; i++) sources.collect('/p/other.cu', folders, 900);
  const first = collect(sources).files.get('/p/main.cu');
  for (let i = 0; i < 20; i++) collect(sources);
  expect(rested.get('/p/main.cu')).toBeGreaterThan(1);
  expect(rested.get('/p/a.h')).toBeGreaterThan(1);
  expect(collect(sources).files.get('/p/main.cu')).toBe(first);
  sources.close('/p/other.cu');
  sources.forgetHeaders(new Set(['/p/main.cu', '/p/a.h']));
  expect(sources.textOf('/p/b.h')).toBeUndefined();
  Object.assign(counts, { looks: 0, reads: 0 });
  expect(collect(sources).files.get('/p/main.cu')).toBe(first);
  expect(counts).toEqual({ looks: 0, reads: 0 });
});
