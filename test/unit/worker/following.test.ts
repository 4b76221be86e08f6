// Kernels are followed with all their threads when a text has rested: messages in, findings out. The next keystroke
// ends that analysis.
import { afterEach, expect, test, vi } from 'vitest';
import { linksInto } from '../../../server/src/checks-page';
import { localQuestions } from '../../../server/src/worker/local-questions';
import { shared, showsText, type FromThread, type ToThread } from '../../../server/src/worker/messages';
import { onDisk } from '../../../server/src/worker/outside';
import { Service } from '../../../server/src/worker/service';
import { allLanguages } from '../../support/front-end';

const uri = 'untitled:racing.cu';
const barrier = '  __syncthreads();\n';
const text = (between: string): string => `#include <cute/tensor.hpp>
__global__ void kernel(float* out) {
  __shared__ float row[256];
  row[threadIdx.x] = 1.f + threadIdx.x;
${between}  out[threadIdx.x] = row[255 - threadIdx.x];
}
int main() { kernel<<<1, 256>>>(nullptr); }
`;
const racing = text('');

let service: Service | undefined;
afterEach(() => service?.stop());

interface Posted {
  readonly said: readonly FromThread[];
  post(message: ToThread): void;
  /** The codes of the findings, as the editor asks for them. */
  codes(): Promise<readonly string[]>;
}

/** A service that has opened the text; `heard` is called with what it says, also amid an analysis. */
async function opened(heard: (message: FromThread, post: Posted['post']) => void = () => undefined): Promise<Posted> {
  const memory = new Int32Array(new SharedArrayBuffer(4 * Object.keys(shared).length));
  const frontEnd = await allLanguages();
  const said: FromThread[] = [];
  const mail: ToThread[] = [];
  let listener = (message: ToThread): void => void mail.push(message);
  const post = (message: ToThread): void => {
    mail.push(message);
    Atomics.add(memory, shared.posted, 1);
    setImmediate(() => {
      const next = mail.shift();
      if (next) listener(next);
    });
  };
  service = new Service({
    inbox: {
      say: (message) => {
        said.push(message);
        heard(message, post);
      },
      onMessage: (take) => {
        listener = take;
      },
      next: () => mail.shift(),
      close: () => undefined,
    },
    memory,
    frontEnd,
    outside: onDisk,
    questions: localQuestions,
    linkOf: linksInto('docs/checks.md'),
    role: 'analyse',
  });
  post({ do: 'client', client: { asksAgain: true, watches: [], shows: showsText } });
  post({ do: 'open', uri, number: 1, languageId: 'cuda-cpp', version: 1, text: racing });
  post({ do: 'configure', uri, settings: { section: {} }, folder: undefined });
  let asked = 0;
  const codes = async (): Promise<readonly string[]> => {
    const id = ++asked;
    post({ do: 'ask', id, method: 'textDocument/diagnostic', params: { textDocument: { uri } } });
    const answer = await vi.waitFor(() => {
      const found = said.find((one) => one.say === 'answer' && one.id === id);
      expect(found).toBeDefined();
      return found;
    }, 20_000);
    expect(answer).toMatchObject({ result: expect.any(Array) });
    return (answer as { result: readonly { code: string }[] }).result.map(({ code }) => code);
  };
  return { said, post, codes };
}

const versions = (said: readonly FromThread[]): readonly number[] =>
  said.flatMap((one) => (one.say === 'analysed' ? [one.version] : []));
const begun = (said: readonly FromThread[]): number => said.filter(({ say }) => say === 'began').length;
const analysed = (said: readonly FromThread[], expected: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(versions(said)).toEqual(expected), 20_000);

test('the findings of all threads come after a pause, and the editor is told to ask again', async () => {
  const { said, codes } = await opened();
  await analysed(said, [1]);
  await analysed(said, [1, 1]);
  expect(said.filter(({ say }) => say === 'analysed').at(-1)).toMatchObject({ outdated: true });
  expect(await codes()).toEqual(['shared-race']);
  expect(begun(said)).toBe(2);
});

test('a keystroke ends the analysis of all threads, and what it would have found is not said', async () => {
  const change = { range: range(4), text: barrier };
  let analyses = 0;
  const { said, codes } = await opened((message, post) => {
    if (message.say === 'began' && ++analyses === 2) post({ do: 'change', uri, version: 2, changes: [change] });
  });
  await analysed(said, [1, 2]);
  expect(await codes()).toEqual([]);
  await analysed(said, [1, 2, 2]);
  expect(await codes()).toEqual([]);
  expect(begun(said)).toBe(4);
});

test('findings stay while the next text is analysed, in lines that are not edited', async () => {
  const { said, post, codes } = await opened();
  await analysed(said, [1, 1]);
  post({ do: 'change', uri, version: 2, changes: [{ range: range(0), text: '\n' }] });
  await analysed(said, [1, 1, 2]);
  expect(await codes()).toEqual(['shared-race']);
});

function range(line: number) {
  return { start: { line, character: 0 }, end: { line, character: 0 } };
}
