// Somebody at work in many files: types, corrects, undoes, looks around. Made from a seed; knows no server.
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Random } from '../../test/support/random';
import type { Change } from '../fuzz/session-steps';

/** A file that is open, with what can be undone. */
export interface Desk {
  readonly uri: string;
  readonly original: string;
  document: TextDocument;
  readonly past: string[];
}

export function deskOf(uri: string, languageId: string, text: string): Desk {
  return { uri, original: text, document: TextDocument.create(uri, languageId, 1, text), past: [] };
}

/** After that many steps away from what was opened, somebody goes back to it. */
const farthest = 12;

/** The next edit of a file, applied to it: the changes as the protocol has them. */
export function editOf(desk: Desk, rng: Random): readonly Change[] {
  const text = desk.document.getText();
  const change =
    desk.past.length >= farthest
      ? whole(desk.original)
      : desk.past.length > 0 && rng.chance(0.45)
        ? whole(desk.past.at(-1) ?? desk.original)
        : typed(desk.document, rng);
  if (!change.range) desk.past.splice(desk.past.length >= farthest ? 0 : -1);
  else desk.past.push(text);
  desk.document = TextDocument.update(desk.document, [{ ...change }], desk.document.version + 1);
  return [change];
}

const whole = (text: string): Change => ({ text });

function typed(document: TextDocument, rng: Random): Change {
  const text = document.getText();
  const range = (from: number, to: number): Change['range'] => ({
    start: document.positionAt(from),
    end: document.positionAt(to),
  });
  const near = rng.int(0, text.length);
  const lineStart = text.lastIndexOf('\n', near - 1) + 1;
  const lineEnd = text.indexOf('\n', near) < 0 ? text.length : text.indexOf('\n', near);
  const number = [...text.matchAll(/(?<=_|\b)\d+\b/g)];
  const kinds: readonly (() => Change)[] = [
    () => ({ range: range(near, near), text: rng.pick(['x', ' ', '(', ')', '{', '}', ';', '<', '\n', '/']) }),
    () => ({ range: range(near, Math.min(text.length, near + 1)), text: '' }),
    () => ({ range: range(lineEnd, lineEnd), text: rng.pick([' ', '  // a word', ' ;']) }),
    () => ({ range: range(lineStart, lineStart), text: '// ' }),
    () => ({ range: range(lineStart, lineStart), text: `${text.slice(lineStart, lineEnd)}\n` }),
    () =>
      number.length > 0
        ? ((one) => ({
            range: range(one.index, one.index + one[0].length),
            text: rng.pick(['1', '2', '4', '8', '16', '24', '64', '128']),
          }))(rng.pick(number))
        : { range: range(near, near), text: ' ' },
    () => ({
      range: range(lineEnd, lineEnd),
      text: `\n  auto more${rng.int(0, 9)} = make_layout(make_shape(_${rng.pick([2, 4, 8])}{}, ${rng.int(1, 64)}));`,
    }),
  ];
  return rng.pick(kinds)();
}

/** A place with a name on it. */
export function placeIn({ document }: Desk, rng: Random): { readonly line: number; readonly character: number } {
  const names = [...document.getText().matchAll(/\b[a-z_]\w*\b/gi)];
  return document.positionAt(names.length > 0 ? rng.pick(names).index : 0);
}

/** What is looked at between edits. */
export function questionAbout(desk: Desk, rng: Random): { readonly method: string; readonly params: unknown } {
  const { uri } = desk;
  const textDocument = { uri };
  const position = placeIn(desk, rng);
  const end = desk.document.positionAt(desk.document.getText().length);
  const questions: readonly { readonly method: string; readonly params: unknown }[] = [
    { method: 'textDocument/hover', params: { textDocument, position } },
    { method: 'textDocument/hover', params: { textDocument, position } },
    { method: 'textDocument/inlayHint', params: { textDocument, range: { start: { line: 0, character: 0 }, end } } },
    { method: 'textDocument/codeLens', params: { textDocument } },
    { method: 'textDocument/diagnostic', params: { textDocument } },
    {
      method: 'textDocument/codeAction',
      params: { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } },
    },
    { method: 'textDocument/completion', params: { textDocument, position } },
    { method: 'textDocument/signatureHelp', params: { textDocument, position } },
    { method: 'cuteLens/visualize', params: { uri, position } },
    {
      method: 'cuteLens/visualize',
      params: { uri, position, view: rng.pick(['layout', 'banks', 'explain', 'partition']) },
    },
    {
      method: 'cuteLens/visualize',
      params: { uri, position, expression: `make_layout(make_shape(_${rng.pick([2, 4, 8])}{}, _16{}))` },
    },
    { method: 'cuteLens/explain', params: { uri, position } },
    { method: 'cuteLens/comparables', params: { uri, position } },
    { method: 'cuteLens/annotate', params: { uri } },
  ];
  return rng.pick(questions);
}
