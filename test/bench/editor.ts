// Measures what a user of the editor waits for: the first analysis, fresh facts after a keystroke, a hover, the start
// of the server.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { check } from '../../core/src/checks/index';
import { activeInstance, hover } from '../../core/src/ide/index';
import { analyze, type Analysis } from '../../core/src/index';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources } from '../../server/src/sources';
import { ROOT } from '../support/fixture';
import { cudaFrontEnd } from '../support/front-end';
import { summary, type Samples } from './timing';

export interface EditorTimes {
  readonly file: string;
  readonly lines: number;
  readonly first: Samples;
  readonly edit: Samples;
  /** The checks alone, of what a keystroke's evaluation gave. */
  readonly checks: Samples;
  readonly hover: Samples;
  readonly start: Samples | undefined;
}

/** A tensor-core product of about 700 lines where CUTLASS is at hand, else the example of this project. */
export function subject(): { path: string; args: string } {
  const gemm = join(process.env['CUTLASS_DIR'] ?? '', 'examples/cute/tutorial/sgemm_sm80.cu');
  return existsSync(gemm)
    ? { path: gemm, args: '512 768 256 T N' }
    : { path: join(ROOT, 'examples/sgemm.cu'), args: '' };
}

/** Edits that are made before those that are timed. */
const WARM_UP = 60;

export async function editorTimes(): Promise<EditorTimes> {
  const { path, args } = subject();
  const text = readFileSync(path, 'utf8');
  const reader = await cudaFrontEnd();
  const assumptions = assumptionsOf({ args, defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 }, reader);
  const sources = new Sources(reader);
  const analysis = (): Analysis =>
    analyze({ entry: path, ...sources.collect(path, { includePaths: [] }, 900), assumptions });

  const first = Array.from({ length: 9 }, () => {
    sources.close(path);
    return timed(() => {
      sources.open(path, text);
      analysis();
    });
  });
  // The first edits run code that V8 has not compiled yet; an editor is open for longer than that.
  // An edit is undone before the next, and that is analysed too: a keystroke changes one place, not two.
  const edit = Array.from({ length: WARM_UP + 120 }, (_, i) => {
    const at = text.indexOf('\n', Math.floor((text.length * ((i * 37) % 100)) / 100));
    return timed(
      () => {
        sources.edit(path, [{ start: at, end: at, text: i % 2 === 0 ? ' ' : ';' }]);
        analysis();
      },
      () => {
        sources.edit(path, [{ start: at, end: at + 1, text: '' }]);
        analysis();
      },
    );
  }).slice(WARM_UP);
  const checks = Array.from({ length: 60 }, () => {
    const evaluation = analysis();
    return timed(() => check(evaluation));
  });
  const known = analysis();
  const offsets = (known.facts.get(path) ?? []).map(({ span }) => span.start);
  const input = {
    analysis: known,
    file: path,
    active: activeInstance(known, undefined),
    textOf: (file: string) => sources.textOf(file),
  };
  const hovers = offsets.map((offset) => timed(() => hover({ ...input, offset })));
  sources.close(path);
  return {
    file: basename(path),
    lines: text.split('\n').length,
    first: summary(first),
    edit: summary(edit),
    checks: summary(checks),
    hover: summary(hovers),
    start: await serverStart(path, text),
  };
}

function timed(work: () => unknown, undo?: () => void): number {
  const started = performance.now();
  work();
  const seconds = (performance.now() - started) / 1000;
  undo?.();
  return seconds;
}

/** From starting the process to the first hover on a declaration, through the protocol. */
export async function serverStart(path: string, text: string): Promise<Samples | undefined> {
  const server = join(ROOT, 'dist/server.cjs');
  if (!existsSync(server)) return undefined;
  const times: number[] = [];
  for (let i = 0; i < 5; i++) times.push(await startOnce(server, path, text));
  return summary(times);
}

async function startOnce(server: string, path: string, text: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uri = `file://${path}`;
  const line = text.split('\n').findIndex((one) => /^\s*Tensor gA = /.test(one));
  const character = (text.split('\n')[line] ?? '').indexOf('gA');
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'cuda-cpp', version: 1, text },
  });
  const answer = await connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line, character },
  });
  const seconds = (performance.now() - started) / 1000;
  connection.dispose();
  child.kill();
  if (answer === null) throw new Error('the server had no hover for gA');
  return seconds;
}
