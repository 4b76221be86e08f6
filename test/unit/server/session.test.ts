// Changes during an analysis: any change that can affect the result makes the analysis obsolete.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Languages } from '../../../core/src/frontends/by-language';
import { onDisk } from '../../../server/src/worker/outside';
import { Session } from '../../../server/src/worker/session';
import { allLanguages } from '../../support/front-end';
import { scratch } from '../../support/scratch';

const example = readFileSync(new URL('../../../examples/gemm_sm80.cu', import.meta.url), 'utf8');
const main = 'file:///work-in-progress/main.cu';
const header = 'file:///work-in-progress/shared.hpp';
const none = new Set<string>();

let languages: Languages;
const outside = onDisk({ wake: () => undefined, log: (text) => expect.unreachable(text) });
beforeAll(async () => {
  languages = await allLanguages();
});

/** A session in which `main` includes a header, and what happens in the middle of its analysis. */
async function analysed(
  include: string,
  amid: (session: Session) => void,
): Promise<{ readonly session: Session; readonly wasObsolete: boolean }> {
  const session = new Session({
    frontEnd: languages,
    outside,
    log: (bug) => expect.unreachable(bug),
    wake: () => undefined,
    isWatched: () => false,
    now: () => performance.now(),
  });
  session.didOpen(main, 'cuda-cpp', 1, `#include "${include}"\n${example}`);
  session.configure(main, { section: {} }, undefined);
  await new Promise((resume) => setImmediate(resume));
  let happened = false;
  let wasObsolete = false;
  session.run(main, {
    interrupt: (job) => {
      // Its files have been read: it is being evaluated.
      if (!happened && job.files !== undefined) {
        happened = true;
        amid(session);
      }
      wasObsolete ||= session.isObsolete(job, none);
      return wasObsolete ? 'abandon' : 'go on';
    },
    began: () => undefined,
  });
  expect(happened).toBe(true);
  return { session, wasObsolete };
}

describe('a file that is opened while an analysis runs', () => {
  const opens = (session: Session): void => session.didOpen(header, 'cpp', 1, 'constexpr int tile = 64;\n');

  test('makes it obsolete where it may be the header that was not found', async () => {
    const { session, wasObsolete } = await analysed('shared.hpp', opens);
    expect([wasObsolete, session.isSettled(main)]).toEqual([true, false]);
  });

  test('leaves it alone where every header was found', async () => {
    const { session, wasObsolete } = await analysed('cute/tensor.hpp', opens);
    expect([wasObsolete, session.isSettled(main)]).toEqual([false, true]);
  });
});

test('a closed file takes with it what was read for it, and nothing that others need', async () => {
  const folder = scratch();
  const held = new Set<string>();
  const open: Languages['open'] = (file, text) => {
    const document = languages.open(file, text);
    const dispose = document.dispose.bind(document);
    document.dispose = () => {
      held.delete(file);
      dispose();
    };
    held.add(file);
    return document;
  };
  const session = new Session({
    frontEnd: { ...languages, open },
    outside,
    log: (bug) => expect.unreachable(bug),
    wake: () => undefined,
    isWatched: () => true,
    now: () => performance.now(),
  });
  const names = (): readonly string[] => [...held].map((file) => file.slice(folder.length + 1)).sort();
  for (const name of ['own.h', 'both.h']) writeFileSync(join(folder, name), 'constexpr int tile = 64;\n');
  const uris = ['#include "own.h"\n#include "both.h"\n', '#include "both.h"\n'].map((includes, n) => {
    const uri = pathToFileURL(join(folder, `${n}.cu`)).href;
    session.didOpen(uri, 'cuda-cpp', 1, `#include <cute/tensor.hpp>\n${includes}`);
    session.configure(uri, { section: {} }, undefined);
    session.run(uri, { interrupt: () => 'go on', began: () => undefined });
    return uri;
  });
  expect(names()).toEqual(['0.cu', '1.cu', 'both.h', 'own.h']);
  session.didClose(uris[0] ?? '');
  expect(names()).toEqual(['1.cu', 'both.h']);
  session.didClose(uris[1] ?? '');
  expect(names()).toEqual([]);
});

describe('kernels', () => {
  const racing = `__global__ void kernel(float* out) {
  __shared__ float row[256];
  row[threadIdx.x] = 1.f + threadIdx.x;
  out[threadIdx.x] = row[255 - threadIdx.x];
}
int main() { kernel<<<1, 256>>>(nullptr); }
// cute
`;
  const go = { interrupt: () => 'go on' as const, began: () => undefined };
  const codes = (session: Session, uri = main): readonly string[] =>
    (session.look(uri)?.analysis.diagnostics ?? []).map(({ code }) => code);

  async function opened(): Promise<Session> {
    let passed = 0;
    const session = new Session({
      frontEnd: languages,
      outside,
      log: (bug) => expect.unreachable(bug),
      wake: () => undefined,
      isWatched: () => false,
      now: () => performance.now() + passed,
    });
    session.didOpen(main, 'cuda-cpp', 1, `#include "cute/tensor.hpp"\n${racing}`);
    session.configure(main, { section: {} }, undefined);
    await new Promise((resume) => setImmediate(resume));
    session.run(main, go);
    expect(session.next(none)).toMatchObject({ at: expect.any(Number) });
    passed = 10_000;
    return session;
  }

  test('are followed with all their threads after the analysis of a text, and once', async () => {
    const session = await opened();
    expect([codes(session), session.isSettled(main), session.isAllSettled(true)]).toEqual([[], true, false]);
    expect(session.next(none)).toEqual({ uri: main, follows: true });
    session.run(main, { ...go, follows: true });
    expect([codes(session), session.isAllSettled(true)]).toEqual([['shared-race'], true]);
    expect(session.next(none)).toEqual({ at: Infinity });
  });

  test('are followed, too, where another document was analysed meanwhile', async () => {
    const session = await opened();
    const other = 'file:///work-in-progress/other.cu';
    session.didOpen(other, 'cuda-cpp', 1, `#include "cute/tensor.hpp"\n${racing}`);
    session.configure(other, { section: {} }, undefined);
    await new Promise((resume) => setImmediate(resume));
    session.run(other, go);
    session.run(main, { ...go, follows: true });
    session.run(other, { ...go, follows: true });
    expect([codes(session), codes(session, other)]).toEqual([['shared-race'], ['shared-race']]);
  });

  test('keep what was found in lines that are not edited, until they are followed again', async () => {
    const session = await opened();
    session.run(main, { ...go, follows: true });
    const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    session.didChange(main, 2, [{ range: at, text: '\n\n' }]);
    session.run(main, go);
    expect(codes(session)).toEqual(['shared-race']);
    expect(session.look(main)?.analysis.diagnostics.map(({ span }) => span.start)).toEqual([
      `\n\n#include "cute/tensor.hpp"\n${racing}`.indexOf('row[255'),
    ]);
    const barrier = { start: { line: 5, character: 39 }, end: { line: 5, character: 39 } };
    session.didChange(main, 3, [{ range: barrier, text: ' __syncthreads();' }]);
    session.run(main, go);
    session.run(main, { ...go, follows: true });
    expect(codes(session)).toEqual([]);
  });

  test('forget what was found when nothing launches them any more', async () => {
    const session = await opened();
    session.run(main, { ...go, follows: true });
    const launch = { start: { line: 6, character: 13 }, end: { line: 6, character: 43 } };
    session.didChange(main, 2, [{ range: launch, text: '' }]);
    session.run(main, go);
    expect(session.next(none)).toEqual({ at: Infinity });
    expect(codes(session)).toEqual([]);
  });
});
