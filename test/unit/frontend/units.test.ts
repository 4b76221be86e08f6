// Files that include each other: macros are in effect where the preprocessor would have them in effect, and a file is
// not read again if it would give the same program.
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../core/src/ir/program';
import type { Document, Given } from '../../../core/src/frontends/front-end';
import { cudaFrontEnd } from '../../support/front-end';
import { exprText, stmtsText } from '../../support/ir-text';

/** Reads the first file with all that it includes, as a host does; programs by name. */
async function unitOf(
  texts: Readonly<Record<string, string>>,
  documents = new Map<string, Document>(),
  given: Given = {},
): Promise<ReadonlyMap<string, Program>> {
  const frontEnd = await cudaFrontEnd();
  for (const [name, text] of Object.entries(texts)) {
    const document = documents.get(name);
    if (document) document.update(text);
    else documents.set(name, frontEnd.open(name, text));
  }
  const unit = frontEnd.unit(900, given);
  const programs = new Map<string, Program>();
  const visit = (name: string): void => {
    const document = documents.get(name);
    if (document) programs.set(name, document.program({ unit, follow: ({ path }) => visit(path) }));
  };
  visit(Object.keys(texts)[0] ?? '');
  return programs;
}

async function read(texts: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries([...(await unitOf(texts))].map(([name, { items }]) => [name, stmtsText(items)]));
}

test('what a header defines holds behind its include, and not before', async () => {
  expect(await read({ 'a.cu': 'int before = N;\n#include "n.h"\nint after = N;\n', 'n.h': '#define N 4\n' })).toEqual({
    'a.cu': 'int before = N; int after = 4;',
    'n.h': '',
  });
});

test('a header sees what was defined before it was included, in its text and in its conditions', async () => {
  const texts = {
    'a.cu': '#define N 4\n#include "n.h"\n#undef N\n#define N 5\nint own = N;\n',
    'n.h': '#if N == 4\nint four = N;\n#else\nint other = N;\n#endif\n',
  };
  expect(await read(texts)).toEqual({ 'a.cu': 'int own = 5;', 'n.h': 'int four = 4;' });
});

describe('macros that the command defines', () => {
  const text = '#if N == 4\nint n = N;\n#endif\n#ifdef FLAG\nint flag = FLAG;\n#endif\nint two = TWO(1);\n';
  const readWith = async (given: Given, source = text) =>
    stmtsText((await unitOf({ 'a.cu': source }, new Map(), given)).get('a.cu')?.items ?? []);

  test('hold from the first line, in conditions and in the text', async () => {
    expect(await readWith({ flags: ['-DN=4', '-DFLAG', '-DTWO(x)=x + x'] })).toBe(
      'int n = 4; int flag = 1; int two = (1 + 1);',
    );
  });

  test('the last flag of a name counts, and the file has the last word', async () => {
    expect(await readWith({ flags: ['-DFLAG', '-UFLAG'] })).toBe('int two = TWO(1);');
    expect(await readWith({ flags: ['-UFLAG', '-DFLAG=2'] }, '#undef FLAG\n#define FLAG 3\nint f = FLAG;')).toBe(
      'int f = 3;',
    );
  });

  test('what the compiler defines can be undefined', async () => {
    const source = '#ifdef __CUDACC__\nint cuda;\n#else\nint other;\n#endif\n';
    expect(await readWith({}, source)).toBe('int cuda;');
    expect(await readWith({ flags: ['-U__CUDACC__'] }, source)).toBe('int other;');
  });

  test("a user's values decide conditions alone, where nothing defines the name", async () => {
    expect(await readWith({ values: { N: '4', FLAG: '1' } })).toBe('int n = N; int flag = FLAG; int two = TWO(1);');
    expect(await readWith({ flags: ['-DN=5'], values: { N: '4' } })).toBe('int two = TWO(1);');
    expect(await readWith({ values: { N: '4' } }, '#ifndef N\n#define N 8\n#endif\nint n = N;')).toBe('int n = N;');
  });

  test('another command makes another program of a document', async () => {
    const documents = new Map<string, Document>();
    const read = async (given: Given) => (await unitOf({ 'a.cu': text }, documents, given)).get('a.cu');
    const first = await read({ flags: ['-DN=4'] });
    expect(await read({ flags: ['-DN=5'] })).not.toBe(first);
    expect(await read({ flags: ['-DN=4'] })).toBe(first);
  });
});

test('what a header undefines is gone', async () => {
  expect(await read({ 'a.cu': '#define N 4\n#include "gone.h"\nint n = N;\n', 'gone.h': '#undef N\n' })).toMatchObject({
    'a.cu': 'int n = N;',
  });
});

test('a header with a guard, or `#pragma once`, acts once', async () => {
  const once = '#pragma once\n#undef N\n#define N 1\n';
  const guarded = '#ifndef G\n#define G\n#undef N\n#define N 1\n#endif\n';
  for (const header of [once, guarded]) {
    expect(
      await read({ 'a.cu': '#include "n.h"\n#undef N\n#define N 2\n#include "n.h"\nint n = N;\n', 'n.h': header }),
    ).toMatchObject({ 'a.cu': 'int n = 2;' });
  }
});

test('a header without a guard acts each time', async () => {
  expect(
    await read({
      'a.cu': '#include "n.h"\n#undef N\n#define N 2\n#include "n.h"\nint n = N;\n',
      'n.h': '#undef N\n#define N 1\n',
    }),
  ).toMatchObject({ 'a.cu': 'int n = 1;' });
});

test('headers in a circle, and one that includes itself without end, come to an end', async () => {
  expect(
    await read({
      'a.cu': '#include "b.h"\nint a = N;\n',
      'b.h': '#pragma once\n#include "c.h"\n#define N 1\n',
      'c.h': '#pragma once\n#include "b.h"\nint c = N;\n',
    }),
  ).toEqual({ 'a.cu': 'int a = 1;', 'b.h': '', 'c.h': 'int c = N;' });
  expect(await read({ 'a.cu': '#include "b.h"\nint a;\n', 'b.h': 'int b;\n#include "b.h"\n#include "b.h"\n' })).toEqual(
    { 'a.cu': 'int a;', 'b.h': 'int b;' },
  );
});

test('the name of a header may come out of a macro', async () => {
  expect(
    await read({ 'a.cu': '#define FILE "n.h"\n#include FILE\nint n = N;\n', 'n.h': '#define N 3\n' }),
  ).toMatchObject({ 'a.cu': 'int n = 3;' });
});

test('conditions decide inside the arguments of a macro', async () => {
  const text =
    '#define CALL(...) __VA_ARGS__()\nvoid f() {\n  CALL([&] {\n#if 0\n    int no = 1;\n#else\n    int yes = 2;\n#endif\n  });\n}\nint last;\n';
  expect(await read({ 'a.cu': text })).toEqual({ 'a.cu': 'f() -> void {[]() {int yes = 2;}();} int last;' });
});

test('macros in the parentheses of an attribute stand for what they stood for there', async () => {
  const program = (
    await unitOf({
      'a.cu':
        '#define N 64\n#define BOUNDS __launch_bounds__(N, 2)\n__global__ void __launch_bounds__(N * 2) f() {}\nBOUNDS __global__ void g() {}\n#undef N\n#define N 1\n',
    })
  ).get('a.cu');
  const bounds = program?.items.map((item) => (item.is === 'Func' ? item.launchBounds?.map(exprText).join() : ''));
  expect(bounds).toEqual(['(64 * 2)', '64,2']);
});

test('the program is the same object while what it asks of other files stays the same', async () => {
  const documents = new Map<string, Document>();
  const texts = {
    'a.cu': '#define UNUSED 1\n#include "h.h"\nint a = N;\n',
    'h.h': '#pragma once\n#include "n.h"\nint h = N;\n',
    'n.h': '#pragma once\n#define N 4\n',
  };
  const first = await unitOf(texts, documents);
  const same = await unitOf(
    { ...texts, 'a.cu': '#define UNUSED 2\n#define MORE 3\n#include "h.h"\nint a = N;\n' },
    documents,
  );
  expect(same.get('h.h')).toBe(first.get('h.h'));
  expect(same.get('n.h')).toBe(first.get('n.h'));
  const other = await unitOf({ ...texts, 'n.h': '#pragma once\n#define N 5\n' }, documents);
  expect(stmtsText(other.get('h.h')?.items ?? [])).toBe('int h = 5;');
  expect(stmtsText(other.get('a.cu')?.items ?? [])).toBe('int a = 5;');
});

test('two units with other macros take turns without reading a header again', async () => {
  const documents = new Map<string, Document>();
  const texts = (n: number): Record<string, string> => ({
    [`${n}.cu`]: `#define N ${n}\n#include "h.h"\n`,
    'h.h': 'int h = N;\n',
  });
  const [four, five] = [(await unitOf(texts(4), documents)).get('h.h'), (await unitOf(texts(5), documents)).get('h.h')];
  expect([four, five].map((program) => stmtsText(program?.items ?? []))).toEqual(['int h = 4;', 'int h = 5;']);
  expect((await unitOf(texts(4), documents)).get('h.h')).toBe(four);
  expect((await unitOf(texts(5), documents)).get('h.h')).toBe(five);
  // After an edit of the header both are read anew, each once.
  const edited = (n: number): Record<string, string> => ({ ...texts(n), 'h.h': 'int h = N;\nint i;\n' });
  const after = (await unitOf(edited(4), documents)).get('h.h');
  expect(stmtsText((await unitOf(edited(5), documents)).get('h.h')?.items ?? [])).toBe('int h = 5; int i;');
  expect((await unitOf(edited(4), documents)).get('h.h')).toBe(after);
});
