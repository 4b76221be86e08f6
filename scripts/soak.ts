// `npm run soak`: a long day with the language server. Edits, hovers and pictures over twenty files; every so often all
// answers are compared with those of a server started afresh on the same texts, and at the end its memory with that
// after the first hundred steps. Exit code 1 where an answer differs, none comes, memory grew by more than a fifth, or
// closing all files gave none back.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../test/support/random';
import { ROOT } from '../test/support/fixture';
import { answersTo, differences } from './fuzz/play';
import { LanguageServer } from './fuzz/language-server';
import { deskOf, editOf, questionAbout, type Desk } from './soak/editing';

const help = `npm run soak -- [options]
  --steps N    edits, hovers and views (5000)
  --files N    open files (20)
  --every N    steps between comparisons with a fresh server (250)
  --places N   hovers and pictures of each file that are compared (8)
  --seed S     (1)
  --server F   another server than dist/server.cjs
`;

const text = { type: 'string' } as const;
const { values: flags } = parseArgs({
  options: { steps: text, files: text, every: text, places: text, seed: text, server: text, help: { type: 'boolean' } },
});
if (flags.help) {
  console.log(help);
  process.exit(0);
}
const [steps, fileCount, every, places, seed] = [
  Number(flags.steps ?? 5000),
  Number(flags.files ?? 20),
  Number(flags.every ?? 250),
  Number(flags.places ?? 8),
  Number(flags.seed ?? 1),
];
const program = flags.server ?? join(ROOT, 'dist/server.cjs');
/** After these, and after everything was asked of every file, the server holds what it needs. */
const warmUp = Math.min(100, steps);
const growth = 1.2;

/** After a collection. */
interface Memory {
  /** JavaScript's objects in all threads. */
  readonly heap: number;
  /** The part of it that is compiled code. */
  readonly code: number;
  /** Memory of the parsers, and other buffers. */
  readonly external: number;
  readonly resident: number;
}

/** What was chosen for a file outlives edits; a fresh server is told. */
const choices = new Map<string, unknown>();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-soak-'));
const desks = openDesks();
const rng = random(seed);
let failed = 0;

function openDesks(): readonly Desk[] {
  const folders = ['examples', 'test/fixtures/eval', 'test/fixtures/cutile'];
  const paths = folders.flatMap((name) =>
    readdirSync(join(ROOT, name))
      .filter((file) => /\.(?:cu|rs|hpp)$/.test(file))
      .sort()
      .map((file) => join(ROOT, name, file)),
  );
  return paths.slice(0, fileCount).map((path) => {
    const uri = pathToFileURL(join(folder, path.replace(/.*[\\/]/, ''))).href;
    return deskOf(uri, uri.endsWith('.rs') ? 'rust' : 'cuda-cpp', readFileSync(path, 'utf8'));
  });
}

const texts = (): Map<string, Desk['document']> => new Map(desks.map(({ uri, document }) => [uri, document]));

async function started(withMemory: boolean): Promise<LanguageServer> {
  const hook = ['--expose-gc', '--import', pathToFileURL(join(ROOT, 'scripts/soak/memory.mjs')).href];
  const server = new LanguageServer(program, { answerMs: 30_000 }, withMemory ? hook : [], withMemory);
  // What the clock stops on a busy machine is no difference.
  server.settings = { analysis: { stopAfter: 600_000 } };
  await server.start(pathToFileURL(folder).href);
  for (const { uri, document } of desks)
    await server.tell('textDocument/didOpen', {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  for (const [uri, chosen] of choices) await server.ask('cuteLens/choose', { uri, choices: chosen });
  return server;
}

/** Findings wait for an analysis of the present text: then nothing is under way. */
async function memoryOf(server: LanguageServer, open = desks): Promise<Memory> {
  for (const { uri } of open) await server.ask('textDocument/diagnostic', { textDocument: { uri } });
  await new Promise((done) => setTimeout(done, 500));
  return new Promise((done) => {
    server.child.once('message', (memory: Memory) => done(memory));
    server.child.send('memory');
  });
}

async function step(server: LanguageServer): Promise<void> {
  const desk = rng.pick(desks);
  if (rng.chance(0.4)) {
    const contentChanges = editOf(desk, rng);
    await server.tell('textDocument/didChange', {
      textDocument: { uri: desk.uri, version: desk.document.version },
      contentChanges,
    });
    if (rng.chance(0.5)) return;
  }
  if (rng.chance(0.02)) {
    const chosen = { thread: [rng.int(0, 127), 0, 0], args: rng.pick(['', '512 768 256']) };
    choices.set(desk.uri, chosen);
    await server.ask('cuteLens/choose', { uri: desk.uri, choices: chosen });
    return;
  }
  const { method, params } = questionAbout(desk, rng);
  await server.ask(method, params);
}

/** All answers of the server against those of one that has only just opened the same texts. */
async function compared(server: LanguageServer): Promise<number> {
  const fresh = await started(false);
  const [here, there] = [await answersTo(server, texts(), places), await answersTo(fresh, texts(), places)];
  await fresh.kill();
  const found = differences(here, there);
  for (const { message } of found) console.log(message);
  failed += found.length;
  return here.size;
}

/** What the heap holds beside compiled code: that grows with use until everything is compiled, and is in the resident
 *  memory. */
const objects = (memory: Memory | undefined): number => (memory ? memory.heap - memory.code : NaN);

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

function row(
  step: number | string,
  answers: number | string,
  { resident, heap, code, external }: Memory,
  time: string,
): string {
  const cells: readonly (readonly [string | number, number])[] = [
    [step, 5],
    [answers, 16],
    [mib(resident), 8],
    [mib(heap), 7],
    [mib(code), 10],
    [mib(external), 7],
  ];
  return [...cells.map(([cell, width]) => String(cell).padStart(width)), time].join(' | ');
}

async function run(): Promise<void> {
  if (!existsSync(program)) throw new Error(`${program} is not there: npm run build`);
  const server = await started(true);
  let first: Memory | undefined;
  let last: Memory | undefined;
  const began = performance.now();
  console.log('step  | answers compared | resident |    heap | of it code | outside | median answer');
  for (let n = 1; n <= steps; n++) {
    await step(server);
    if (n !== warmUp && n % every !== 0 && n !== steps) continue;
    const answers = await compared(server);
    last = await memoryOf(server);
    first ??= last;
    const times = server.times.splice(0).sort((a, b) => a - b);
    console.log(row(n, answers, last, `${(times[times.length >> 1] ?? 0).toFixed(1)} ms`));
  }
  for (const error of server.errors) console.log(`the server logged: ${error}`);
  failed += server.errors.length;
  const ratio = (what: keyof Memory): number => (last?.[what] ?? 0) / (first?.[what] ?? 1);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  for (const { uri } of desks) await server.tell('textDocument/didClose', { textDocument: { uri } });
  const closed = await memoryOf(server, []);
  console.log(row('closed', '', closed, ''));
  const grown = objects(last) / objects(first);
  console.log(
    `${steps} steps over ${desks.length} files (seed ${seed}) in ${seconds} s: ${failed} failures; ` +
      `resident memory ${ratio('resident').toFixed(2)} times, heap ${ratio('heap').toFixed(2)} times, ` +
      `without code ${grown.toFixed(2)} times that after the first ${warmUp}`,
  );
  if (ratio('resident') > growth || grown > growth || objects(closed) >= objects(first)) failed++;
  if (!(await server.shutdown())) failed++;
}

try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
