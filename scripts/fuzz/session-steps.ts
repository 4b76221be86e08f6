// What somebody, or an editor gone mad, does in a session with the language server: a list of steps as plain data, made
// from a seed and an index before anything is sent, so that a shorter list can be played too. Knows no server.
import { TextDocument } from 'vscode-languageserver-textdocument';
import { damage } from '../../test/support/damage';
import type { Random } from '../../test/support/random';
import { randomAt, type Base } from './inputs';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Change {
  readonly range?: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

export type Step =
  | {
      readonly do: 'open';
      readonly uri: string;
      readonly languageId: string;
      readonly version: number;
      readonly text: string;
    }
  | { readonly do: 'change'; readonly uri: string; readonly version: number; readonly changes: readonly Change[] }
  | { readonly do: 'close'; readonly uri: string }
  | { readonly do: 'ask'; readonly method: string; readonly params: unknown; readonly wait: boolean }
  /** Withdraws the question asked last. */
  | { readonly do: 'cancel' }
  | { readonly do: 'pause'; readonly milliseconds: number }
  | { readonly do: 'settings'; readonly settings: unknown }
  | { readonly do: 'tell'; readonly method: string; readonly params: unknown };

export interface SessionPlan {
  readonly steps: readonly Step[];
  /** Ends with shutdown and exit while answers are due, rather than with a comparison. */
  readonly abrupt: boolean;
}

/** What a session is made with. */
interface Desk {
  readonly rng: Random;
  readonly bases: readonly Base[];
  readonly uris: readonly string[];
  /** The texts that the files begin with. */
  readonly texts: ReadonlyMap<string, string>;
  readonly open: Map<string, TextDocument>;
  readonly steps: Step[];
}

export function planAt(bases: readonly Base[], seed: number, index: number): SessionPlan {
  const rng = randomAt(seed ^ 0x5e5510, index);
  const texts = firstTexts(bases, rng, `file:///fuzz/${index}`);
  const desk: Desk = { rng, bases, uris: [...texts.keys()], texts, open: new Map(), steps: [] };
  open(desk, desk.uris[0] ?? '');
  for (let n = rng.pick([6, 12, 12, 20, 40]); n > 0; n--) pick(desk)(desk);
  return { steps: desk.steps, abrupt: rng.chance(0.08) };
}

/** What is open after the steps, as the editor has it. */
export function textsAfter(steps: readonly Step[]): ReadonlyMap<string, TextDocument> {
  const texts = new Map<string, TextDocument>();
  for (const step of steps) {
    if (step.do === 'open')
      texts.set(step.uri, TextDocument.create(step.uri, step.languageId, step.version, step.text));
    if (step.do === 'close') texts.delete(step.uri);
    const document = step.do === 'change' ? texts.get(step.uri) : undefined;
    if (step.do === 'change' && document)
      TextDocument.update(
        document,
        step.changes.map((change) => ({ ...change })),
        step.version,
      );
  }
  return texts;
}

/** Two to five files of one folder, some of which include each other, in a circle too. */
function firstTexts(bases: readonly Base[], rng: Random, folder: string): Map<string, string> {
  const shorter = (): Base =>
    [rng.pick(bases), rng.pick(bases), rng.pick(bases)].reduce((a, b) => (sizeOf(a) < sizeOf(b) ? a : b));
  const names = rng.shuffle(['main.cu', 'other.cu', 'shared.hpp', 'deep.cuh', 'tiles.rs']).slice(0, rng.int(2, 5));
  const texts = new Map<string, string>();
  for (const name of names) {
    const isRust = name.endsWith('.rs');
    const fitting = isRust
      ? rng.pick(bases.filter((base) => base.name.endsWith('.rs')))
      : firstThat(shorter, (base) => !base.name.endsWith('.rs'));
    const included = isRust
      ? []
      : names.filter((other) => !other.endsWith('.rs') && rng.chance(0.35)).map((other) => `#include "${other}"\n`);
    texts.set(`${folder}/${name}`, included.join('') + (fitting.files[0]?.text ?? ''));
    if (!isRust) for (const header of fitting.files.slice(1)) texts.set(`${folder}/${header.name}`, header.text);
  }
  return texts;
}

const sizeOf = ({ files }: Base): number => files.reduce((sum, { text }) => sum + text.length, 0);

function firstThat<T>(next: () => T, fits: (one: T) => boolean): T {
  for (let n = 0; n < 100; n++) {
    const one = next();
    if (fits(one)) return one;
  }
  throw new Error('none of a hundred fits');
}

type Doing = (desk: Desk) => void;

function pick(desk: Desk): Doing {
  const doings: readonly (readonly [weight: number, doing: Doing])[] = [
    [7, ({ rng, uris, ...rest }) => open({ rng, uris, ...rest }, rng.pick(uris))],
    [30, edit],
    [3, close],
    [30, ask],
    [5, cancel],
    [10, ({ steps, rng }) => void steps.push({ do: 'pause', milliseconds: rng.pick([0, 1, 5, 25, 60]) })],
    [2, settings],
    [2, tellSomething],
  ];
  let left = desk.rng.int(
    1,
    doings.reduce((sum, [weight]) => sum + weight, 0),
  );
  return doings.find(([weight]) => (left -= weight) <= 0)?.[1] ?? edit;
}

/** A file that is open already may be opened once more: editors do not, others might. */
function open({ rng, texts, open: opened, steps }: Desk, uri: string): void {
  if (opened.has(uri) && rng.chance(0.95)) return;
  const languageId = uri.endsWith('.rs') ? 'rust' : rng.pick(['cuda-cpp', 'cuda-cpp', 'cuda', 'cpp', 'plaintext']);
  const text = texts.get(uri) ?? '';
  const version = rng.pick([1, 1, 0, 7, -3]);
  opened.set(uri, TextDocument.create(uri, languageId, version, text));
  steps.push({ do: 'open', uri, languageId, version, text });
}

function close({ rng, uris, open: opened, steps }: Desk): void {
  const uri = rng.pick(uris);
  if (!opened.has(uri) && rng.chance(0.8)) return;
  opened.delete(uri);
  steps.push({ do: 'close', uri });
}

function edit({ rng, uris, bases, open: opened, steps }: Desk): void {
  const uri = rng.pick(opened.size > 0 && rng.chance(0.97) ? [...opened.keys()] : uris);
  const document = opened.get(uri);
  const version = (document?.version ?? 0) + rng.pick([1, 1, 1, 1, 0, 10, -5]);
  const changes: Change[] = [];
  let now = TextDocument.create(uri, document?.languageId ?? 'cuda-cpp', version, document?.getText() ?? '');
  for (let n = rng.pick([1, 1, 1, 2, 4]); n > 0; n--) {
    const change = changeOf(now, rng, bases);
    changes.push(change);
    now = TextDocument.update(now, [{ ...change }], version);
  }
  if (now.getText().length > 100_000) return;
  if (document) opened.set(uri, now);
  steps.push({ do: 'change', uri, version, changes });
}

function changeOf(document: TextDocument, rng: Random, bases: readonly Base[]): Change {
  const text = document.getText();
  const at = rng.int(0, text.length);
  const range = (from: number, to: number): Change['range'] => ({
    start: document.positionAt(from),
    end: document.positionAt(to),
  });
  if (rng.chance(0.5))
    return {
      range: range(at, at),
      text: rng.pick([
        ' ',
        ';',
        'x',
        '(',
        '{',
        '<',
        '\n',
        '"',
        '//',
        '/*',
        'int n = 4;\n',
        'auto t = make_layout(make_shape(_4{}, 8));\n',
        '\u{1f600}',
      ]),
    };
  if (rng.chance(0.5))
    return {
      range: range(at, Math.min(text.length, at + rng.pick([1, 1, 5, 40]))),
      text: rng.pick(['', '', '7', 'auto']),
    };
  if (rng.chance(0.5)) return { text: damage(text, rng, [rng.pick(bases).files[0]?.text ?? '']) };
  // Places that the text does not have; the end before the beginning.
  const far = (): Position => ({
    line: rng.pick([0, 3, 5000, 2147483647]),
    character: rng.pick([0, 9, 5000, 2147483647]),
  });
  return { range: { start: far(), end: far() }, text: rng.pick(['', 'x', '\n\n', '}']) };
}

/** Requests about a place, with what else they want to know. */
const ABOUT_PLACES: readonly (readonly [method: string, more: (rng: Random) => object])[] = [
  ['textDocument/hover', () => ({})],
  ['textDocument/hover', () => ({})],
  ['textDocument/completion', () => ({ context: { triggerKind: 1 } })],
  ['textDocument/signatureHelp', () => ({})],
];

const VIEWS = ['layout', 'layout', 'compare', 'banks', 'tiles', 'partition', 'explain', 'nonsense'] as const;
const EXPRESSIONS = [
  'make_layout(make_shape(_4{}, _8{}))',
  '(_4,_8):(_1,_4)',
  'Sw<3,4,3>',
  '1 +',
  '',
  'repeat<100000000>(_1{})',
  'tCgC',
  'Layout<Shape<_1,_2>>{}',
  'f(f)',
  '}}}}',
  '((((((((((',
] as const;

function ask(desk: Desk): void {
  const { rng, uris, open: opened, steps } = desk;
  const uri =
    opened.size > 0 && rng.chance(0.9)
      ? rng.pick([...opened.keys()])
      : rng.pick([...uris, 'file:///never/opened.cu', 'untitled:Untitled-1', 'nonsense']);
  const position = placeIn(opened.get(uri), rng);
  steps.push({ do: 'ask', ...question(uri, position, rng), wait: rng.chance(0.4) });
}

function placeIn(document: TextDocument | undefined, rng: Random): Position {
  if (!document || rng.chance(0.05)) return { line: rng.int(0, 100_000), character: rng.int(0, 100_000) };
  const names = [...document.getText().matchAll(/\b[a-z_]\w*\b/gi)];
  return document.positionAt(names.length > 0 ? rng.pick(names).index : 0);
}

function question(uri: string, position: Position, rng: Random): { readonly method: string; readonly params: unknown } {
  const textDocument = { uri };
  const range = {
    start: rng.chance(0.5) ? position : { line: 0, character: 0 },
    end: rng.chance(0.5) ? position : { line: 100_000, character: 0 },
  };
  const questions: readonly (() => { readonly method: string; readonly params: unknown })[] = [
    ...ABOUT_PLACES.map(([method, more]) => () => ({ method, params: { textDocument, position, ...more(rng) } })),
    () => ({ method: 'textDocument/inlayHint', params: { textDocument, range } }),
    () => ({ method: 'textDocument/codeLens', params: { textDocument } }),
    () => ({ method: 'textDocument/codeAction', params: { textDocument, range, context: { diagnostics: [] } } }),
    () => ({ method: 'textDocument/diagnostic', params: { textDocument } }),
    () => ({
      method: 'cuteLens/visualize',
      params: { uri, position, ...(rng.chance(0.6) ? { view: rng.pick(VIEWS) } : {}) },
    }),
    () => ({
      method: 'cuteLens/visualize',
      params: {
        ...(rng.chance(0.7) ? { uri, position } : {}),
        expression: rng.pick(EXPRESSIONS),
        ...(rng.chance(0.3) ? { compare: { expression: rng.pick(EXPRESSIONS) } } : {}),
      },
    }),
    () => ({ method: 'cuteLens/comparables', params: { uri, position } }),
    () => ({ method: 'cuteLens/explain', params: { uri, position } }),
    () => ({ method: 'cuteLens/annotate', params: { uri } }),
    () => ({ method: 'cuteLens/situation', params: { uri } }),
    () => ({ method: 'cuteLens/choose', params: { uri, choices: choices(rng) } }),
    () => ({ method: 'cuteLens/verify', params: { uri, mode: 'host' } }),
    () => ({ method: 'cuteLens/bugReport', params: { uri, position } }),
  ];
  return rng.pick(questions)();
}

function choices(rng: Random): object {
  return {
    ...(rng.chance(0.5)
      ? {
          thread: rng.pick([
            [0, 0, 0],
            [5, 0, 0],
            [1023, 9, 9],
            [-1, 0, 0],
          ]),
        }
      : {}),
    ...(rng.chance(0.3)
      ? {
          block: rng.pick([
            [0, 0, 0],
            [3, 2, 1],
          ]),
        }
      : {}),
    ...(rng.chance(0.3) ? { args: rng.pick(['', '512 768 256', '0 0 0', '99999999999', '"']) } : {}),
    ...(rng.chance(0.3) ? { instance: rng.pick(['', 'nobody', 'gemm_device from gemm_nt']) } : {}),
  };
}

function cancel({ steps }: Desk): void {
  steps.push({ do: 'cancel' });
}

function settings({ rng, steps }: Desk): void {
  const given = rng.pick<unknown>([
    null,
    {},
    'nonsense',
    { hover: { enabled: false } },
    { inlayHints: { enabled: 'all' } },
    { defines: { M: 512, N: '4294967296', 'x y': '(' } },
    { cudaArch: 'sm_90' },
    { program: { args: '1024 "' } },
    { checks: { 'bank-conflict': 'off' } },
  ]);
  steps.push({ do: 'settings', settings: given });
}

function tellSomething({ rng, uris, steps }: Desk): void {
  steps.push(
    rng.pick<Step>([
      {
        do: 'tell',
        method: 'workspace/didChangeWatchedFiles',
        params: { changes: [{ uri: rng.pick(uris), type: rng.int(1, 3) }] },
      },
      { do: 'tell', method: '$/setTrace', params: { value: 'off' } },
      { do: 'tell', method: 'cuteLens/nobodyKnows', params: {} },
      { do: 'tell', method: 'textDocument/didSave', params: { textDocument: { uri: rng.pick(uris) } } },
    ]),
  );
}
