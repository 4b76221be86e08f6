// Plays the steps of a session against a server, waits for every answer, and compares what it says in the end with what
// it says of the same texts opened anew. Reports failures; starts no process.
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { LanguageServer } from './language-server';
import { Unanswered } from './language-server';
import { textsAfter, type SessionPlan, type Step } from './session-steps';
import type { Failure } from './verdict';

/** Steps of one session, one after the other; failures that they show. The server may be used again while there are
 *  none. */
export async function play(server: LanguageServer, plan: SessionPlan): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const errorsBefore = server.errors.length;
  try {
    await Promise.all(await sendAll(server, plan.steps));
    if (!plan.abrupt && !server.died) failures.push(...(await compareAnew(server, textsAfter(plan.steps))));
  } catch (error) {
    const part = /^\S+/.exec(error instanceof Error ? error.message : '')?.[0] ?? '';
    failures.push(
      error instanceof Unanswered
        ? { kind: 'unanswered', part, message: error.message }
        : {
            kind: 'throws',
            part: 'client',
            message: error instanceof Error ? (error.stack ?? error.message) : String(error),
          },
    );
  }
  if (server.died) failures.push({ kind: 'died', part: 'server', message: server.ended ?? '' });
  for (const message of server.errors.slice(errorsBefore)) failures.push({ kind: 'bug', part: 'server', message });
  return failures;
}

/** The answers that are still due. */
async function sendAll(server: LanguageServer, steps: readonly Step[]): Promise<readonly Promise<unknown>[]> {
  const due: Promise<unknown>[] = [];
  let last: CancellationTokenSource | undefined;
  for (const step of steps) {
    if (server.died) return due;
    if (step.do === 'ask') {
      last = new CancellationTokenSource();
      const answer = server.ask(step.method, step.params, last);
      if (step.wait) await answer;
      else {
        answer.catch(() => undefined);
        due.push(answer);
      }
    } else if (step.do === 'cancel') last?.cancel();
    else await send(server, step);
  }
  return due;
}

async function send(server: LanguageServer, step: Exclude<Step, { do: 'ask' | 'cancel' }>): Promise<void> {
  switch (step.do) {
    case 'open':
      return server.tell('textDocument/didOpen', {
        textDocument: { uri: step.uri, languageId: step.languageId, version: step.version, text: step.text },
      });
    case 'change':
      return server.tell('textDocument/didChange', {
        textDocument: { uri: step.uri, version: step.version },
        contentChanges: step.changes,
      });
    case 'close':
      return server.tell('textDocument/didClose', { textDocument: { uri: step.uri } });
    case 'pause':
      return new Promise((done) => setTimeout(done, step.milliseconds));
    case 'settings':
      server.settings = step.settings;
      return server.tell('workspace/didChangeConfiguration', { settings: null });
    case 'tell':
      return server.tell(step.method, step.params);
  }
}

/** The same texts, reached by edits and opened anew, get the same answers. */
async function compareAnew(
  server: LanguageServer,
  texts: ReadonlyMap<string, TextDocument>,
): Promise<readonly Failure[]> {
  server.warnings.clear();
  const typed = await answersTo(server, texts);
  for (const uri of texts.keys()) await server.tell('textDocument/didClose', { textDocument: { uri } });
  for (const [uri, document] of texts)
    await server.tell('textDocument/didOpen', {
      textDocument: { uri, languageId: document.languageId, version: 1, text: document.getText() },
    });
  const opened = await answersTo(server, texts);
  for (const uri of texts.keys()) await server.tell('textDocument/didClose', { textDocument: { uri } });
  // What was stopped by the clock may be stopped elsewhere another time.
  if (server.died || [...server.warnings].some((warning) => /stopped/.test(warning))) return [];
  return differences(typed, opened);
}

export type Answers = ReadonlyMap<string, string>;

export function differences(typed: Answers, opened: Answers): readonly Failure[] {
  return [...typed]
    .filter(([key, answer]) => opened.get(key) !== answer)
    .slice(0, 3)
    .map(([key, answer]) => ({
      kind: 'differs',
      part: key.split(' ')[0] ?? '',
      message: `${key}\ntyped:  ${answer.slice(0, 1500)}\nopened: ${(opened.get(key) ?? '').slice(0, 1500)}`,
    }));
}

/** Everything that is asked of open files, by question. Findings of all come first and are asked twice: each waits for
 *  the analysis of its file's present text, and only when all of them have come, what files say of each other is there
 *  too. */
export async function answersTo(
  server: LanguageServer,
  texts: ReadonlyMap<string, TextDocument>,
  places = 4,
): Promise<Answers> {
  const answers = new Map<string, string>();
  const ask = async (method: string, params: unknown, key: string): Promise<void> =>
    void answers.set(`${method} ${key}`, plain(await server.ask(method, params)));
  for (let round = 0; round < 2; round++)
    for (const uri of texts.keys()) await ask('textDocument/diagnostic', { textDocument: { uri } }, uri);
  for (const [uri, document] of texts) {
    const textDocument = { uri };
    await ask(
      'textDocument/inlayHint',
      {
        textDocument,
        range: { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) },
      },
      uri,
    );
    await ask('textDocument/codeLens', { textDocument }, uri);
    for (const position of placesIn(document, places)) {
      const key = `${uri}:${position.line + 1}:${position.character + 1}`;
      await ask('textDocument/hover', { textDocument, position }, key);
      await ask('cuteLens/visualize', { uri, position }, key);
    }
  }
  return answers;
}

/** Names of declarations, spread over the text. */
function placesIn(
  document: TextDocument,
  places: number,
): readonly { readonly line: number; readonly character: number }[] {
  const names = [...document.getText().matchAll(/\b(?:auto|Tensor|Layout|let|using)\s+(\w+)/g)];
  const every = Math.max(1, Math.ceil(names.length / places));
  return names
    .filter((_, at) => at % every === 0)
    .map((match) => document.positionAt(match.index + match[0].length - (match[1]?.length ?? 0)));
}

/** Versions count edits, which is not what is compared. */
function plain(answer: unknown): string {
  return (
    JSON.stringify(answer, (key, value: unknown) => (key === 'version' || key === 'resultId' ? undefined : value)) ??
    'undefined'
  );
}
