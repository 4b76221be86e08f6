// Nothing that a person reads is written in English alone. The server speaks a language in which every text is marked,
// and whatever it shows of the examples and of the fixtures of checks has marks around each of its words, except for
// names and for what CuTe prints.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speak } from '../../../core/src/base/say';
import { families } from '../../../core/src/builtins/index';
import { checks } from '../../../core/src/checks/index';
import { explainRequest, visualizeRequest } from '../../../protocol/src/requests';
import { atLeast } from '../../support/cases';
import { ROOT } from '../../support/fixture';
import { namesIn, ofSentences, pseudoLanguage, unsaid } from '../../support/pseudo';
import { startServer, type TestClient } from '../../support/server';

/** What stays English: names of CuTe's functions and of checks, and the notation of cuTile's values. */
const allowed = new Set([
  ...families.flatMap(({ entries, methods }) => [
    ...entries.keys(),
    ...[...methods.values()].flatMap((m) => [...m.keys()]),
  ]),
  ...checks.map(({ slug }) => slug),
  ...['Partition', 'Tensor', 'Tile', 'grid', 'tiles', 'index', 'space', 'launch', 'blockIdx', 'threadIdx', 'ldmatrix'],
]);

const folders = ['examples', 'test/fixtures/checks'];
const files = folders
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  // The largest programs say what smaller ones say.
  .filter(
    (file) => /\.(cu|rs)$/.test(file) && !/attention|gemm_sm90|gemm_batched|gemm_tf32|sgemm|persistent/.test(file),
  )
  .sort();

/** `Partition<f32, [64, 64]> of [256, 384], grid (4, 6)`: how a partition is written, in every language. */
const notation = /(?<=\bPartition<[^>]*>) of (?=\[)/g;

let client: TestClient;
beforeAll(async () => {
  client = await startServer({
    introduction: {
      trusted: true,
      commands: ['cuteLens.visualize', 'cuteLens.explain'],
      layouts: 'cute-layout',
      status: true,
      texts: pseudoLanguage(),
    },
    settings: { hints: 'all' },
  });
});
afterAll(async () => {
  await client.stop();
  speak(undefined);
});

/** Every text in what a request answered, by the names of its fields. */
function textsOf(value: unknown, fields: ReadonlySet<string>, field = ''): readonly string[] {
  if (typeof value === 'string') return fields.has(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, fields, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, fields, name));
}

const shown = new Set([
  ...['title', 'message', 'label', 'detail', 'documentation', 'value', 'tooltip', 'markdown'],
  ...['summary', 'notes', 'caption', 'reason', 'brief', 'text', 'thread', 'warning'],
]);

/** What fixtures expect at their places is what is shown, not what the program names. */
const annotations = /^\s*\/\/.*\^.*$/gm;
/** Comments but those that are shown too: names of modes, and values for names. */
const prose = /\/\/(?! *(?:\(|cute-lens)).*$/gm;

/** What a program names. The words that all English sentences have are names where its code has them. */
function namesOf(text: string): readonly string[] {
  const rest = text.replace(annotations, '');
  return [...namesIn(rest.replace(prose, '')), ...[...namesIn(rest)].filter((word) => !ofSentences.has(word))];
}

/** Places of declared names, at most so many. */
function placesIn(text: string, most: number): readonly { line: number; character: number }[] {
  const all = text.split('\n').flatMap((row, line) => {
    const found = /\b(?:auto|Tensor|int|using|let|constexpr \w+|Layout\S*|kernel)\b[\s&*]+(\w+)/.exec(row);
    return found ? [{ line, character: found.index + found[0].length - 1 }] : [];
  });
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(most, all.length) },
    (_, at) => all[Math.floor(at * step)] ?? { line: 0, character: 0 },
  );
}

async function allSaid(uri: string, text: string): Promise<readonly string[]> {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const reply = await client.connection.sendRequest<unknown>(method, { textDocument: { uri }, ...params });
    return reply;
  };
  const end = { line: text.split('\n').length, character: 0 };
  const range = { start: { line: 0, character: 0 }, end };
  const report = (await ask('textDocument/diagnostic', {})) as { items: readonly object[] };
  const answers: unknown[] = [report.items, await ask('textDocument/codeLens', {})];
  answers.push(await ask('textDocument/inlayHint', { range }));
  for (const diagnostic of report.items.slice(0, 6))
    answers.push(
      await ask('textDocument/codeAction', {
        range: (diagnostic as { range: object }).range,
        context: { diagnostics: [] },
      }),
    );
  for (const position of placesIn(text, uri.includes('/examples/') ? 8 : 3)) {
    answers.push(await ask('textDocument/hover', { position }));
    answers.push(await ask(explainRequest, { uri, position }));
    answers.push(await ask(visualizeRequest, { uri, position }));
  }
  return answers.flatMap((answer) => textsOf(answer, shown));
}

describe('everything that is shown is said', () => {
  test.each(atLeast(20, files))('%s', async (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/\$0/g, '');
    const uri = `file://${join(ROOT, file)}`;
    client.open(uri, text, file.endsWith('.rs') ? 'rust' : 'cuda-cpp');
    const names = new Set([...allowed, ...namesOf(text)]);
    const left = (await allSaid(uri, text)).flatMap((said) => {
      const words = unsaid(said.replace(notation, ''), names);
      return words.length > 0 ? [`${words.join(' ')} in ${said}`] : [];
    });
    expect([...new Set(left)]).toEqual([]);
  });
});
