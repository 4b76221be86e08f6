// The editor of the page: CodeMirror with C++'s colours, and what the server says of the text: hovers, completion,
// parameters, findings and hints. Knows nothing of pictures or links.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { hoverTooltips, serverCompletion, signatureHelp, type LSPClient } from '@codemirror/lsp-client';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { hintsExtension, showHints } from './hints';
import { editorPhrases } from './labels';

/** The document of the page, as the server knows it. */
export const uri = 'playground:///playground.cu';
const languageId = 'cuda-cpp';

interface LspRange {
  readonly start: Place;
  readonly end: Place;
}
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** What the server's client is started with. */
export const serverExtensions: readonly Extension[] = [
  serverCompletion(),
  hoverTooltips({ hoverTime: 200 }),
  signatureHelp(),
];

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword, tags.modifier], color: 'var(--keyword)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.standard(tags.typeName)], color: 'var(--type)' },
  { tag: [tags.number, tags.bool], color: 'var(--number)' },
  { tag: [tags.string, tags.character], color: 'var(--string)' },
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--keyword)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--function)' },
]);

export interface EditorEvents {
  edited(): void;
  /** The cursor moved without an edit. */
  moved(place: Place): void;
}

export function createEditor(parent: HTMLElement, text: string, client: LSPClient, events: EditorEvents): EditorView {
  const watching = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (docChanged) events.edited();
    else if (selectionSet) events.moved(placeAt(state, state.selection.main.head));
  });
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      cpp(),
      syntaxHighlighting(colours),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorState.phrases.of(editorPhrases()),
      EditorView.contentAttributes.of({ 'aria-label': 'CUDA C++', spellcheck: 'false' }),
      hintsExtension,
      client.plugin(uri, languageId),
      watching,
    ],
  });
  return new EditorView({ state, parent });
}

export function placeAt({ doc }: EditorState, offset: number): Place {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function offsetAt({ doc }: EditorState, { line, character }: Place): number {
  const at = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(at.from + character, at.to);
}

/** Asks the server what it found in the present text, and shows it. */
export async function showFindings(view: EditorView, client: LSPClient): Promise<void> {
  const { doc } = view.state;
  const whole = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
  const textDocument = { uri };
  const [report, hints] = await Promise.all([
    client.request<object, { readonly items?: readonly Finding[] } | null>('textDocument/diagnostic', { textDocument }),
    client.request<object, readonly LspHint[] | null>('textDocument/inlayHint', { textDocument, range: whole }),
  ]);
  // What was typed meanwhile brings an analysis of its own.
  if (view.state.doc !== doc) return;
  view.dispatch(
    setDiagnostics(
      view.state,
      (report?.items ?? []).map((one) => diagnosticOf(view.state, one)),
    ),
  );
  showHints(
    view,
    (hints ?? []).map(({ position, label }) => ({ offset: offsetAt(view.state, position), label: labelText(label) })),
  );
}

interface Finding {
  readonly range: LspRange;
  readonly message: string;
  readonly severity?: number;
  readonly code?: string;
  readonly codeDescription?: { readonly href: string };
}

interface LspHint {
  readonly position: Place;
  readonly label: string | readonly { readonly value: string }[];
}

const labelText = (label: LspHint['label']): string =>
  typeof label === 'string' ? label : label.map(({ value }) => value).join('');

const severities = ['error', 'warning', 'info', 'hint'] as const;

function diagnosticOf(state: EditorState, { range, message, severity = 1, code }: Finding): Diagnostic {
  return {
    from: offsetAt(state, range.start),
    to: offsetAt(state, range.end),
    severity: severities[severity - 1] ?? 'error',
    message,
    ...(code !== undefined && { source: code }),
  };
}
