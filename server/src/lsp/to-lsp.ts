// From the core's plain data to what the protocol sends: positions, ranges, Markdown. Decides nothing about content.
import {
  CompletionItemKind, DiagnosticSeverity, type CodeAction as LspCodeAction, type CodeLens as LspCodeLens, type CompletionItem as LspCompletionItem, type Diagnostic as LspDiagnostic,
  type Hover as LspHover, type InlayHint as LspInlayHint, type MarkupContent, type Range, type SignatureHelp as LspSignatureHelp,
} from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Action, Block, CodeAction, CodeLens, CompletionItem, CompletionKind, Explanation, Hover, InlayHint, Inline, SignatureHelp } from '../../../core/src/ide/index';
import type { Diagnostic, Level, Span } from '../../../core/src/index';
import type { LinkOf } from '../checks-page';
import { lineAt, lineStarts } from '../lines';
import { commands, type Place } from '../../../protocol/src/requests';
import { uriOfFile } from '../paths';

/** Where spans are looked up, and for which document commands are meant. */
export interface Rendering {
  readonly uri: string;
  readonly textOf: (file: string) => string | undefined;
}

export function toRange(document: TextDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

export function toSpan(document: TextDocument, { start, end }: Range, file: string): Span {
  return { file, start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** The range of a span in a file that need not be open; undefined where its text is not at hand. */
function rangeIn(span: Span, textOf: Rendering['textOf']): Range | undefined {
  const text = textOf(span.file);
  if (text === undefined) return undefined;
  const lines = lineStarts(text);
  const position = (offset: number): Range['start'] => {
    const line = lineAt(lines, offset);
    return { line, character: offset - (lines[line] ?? 0) };
  };
  return { start: position(span.start), end: position(span.end) };
}

const severities: Readonly<Record<Level, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** `linkOf` says where the documentation says more. */
export function toDiagnostic({ code, level, span, message, related }: Diagnostic, document: TextDocument, textOf: Rendering['textOf'], linkOf: LinkOf | undefined): LspDiagnostic {
  const elsewhere = related.flatMap((one) => {
    const range = rangeIn(one.span, textOf);
    return range ? [{ location: { uri: uriOfFile(one.span.file), range }, message: one.message }] : [];
  });
  const href = linkOf?.(code);
  return {
    range: toRange(document, span),
    severity: severities[level],
    source: 'cute-lens',
    code,
    ...(href !== undefined && { codeDescription: { href } }),
    message,
    ...(elsewhere.length > 0 && { relatedInformation: elsewhere }),
  };
}

export function toCodeAction({ title, kind, edits, repairs, preferred }: CodeAction, textOf: Rendering['textOf']): LspCodeAction {
  const changes: Record<string, { range: Range; newText: string }[]> = {};
  for (const { span, text } of edits) {
    const range = rangeIn(span, textOf);
    if (range) (changes[uriOfFile(span.file)] ??= []).push({ range, newText: text });
  }
  const range = repairs && rangeIn(repairs.span, textOf);
  return {
    title,
    kind,
    edit: { changes },
    ...(preferred && { isPreferred: true }),
    ...(repairs && range && { diagnostics: [{ range, source: 'cute-lens', code: repairs.code, message: repairs.message, severity: severities[repairs.level] }] }),
  };
}

/** A span's start, counted from zero; undefined where the file's text is not at hand. */
export function toPlace(span: Span, textOf: Rendering['textOf']): Place | undefined {
  const before = textOf(span.file)?.slice(0, span.start);
  if (before === undefined) return undefined;
  return { uri: uriOfFile(span.file), line: before.split('\n').length - 1, character: span.start - (before.lastIndexOf('\n') + 1) };
}

export function toHover(hover: Hover, document: TextDocument, rendering: Rendering): LspHover {
  return { contents: toMarkdownContent(hover.blocks, rendering), range: toRange(document, hover.span) };
}

export function toMarkdownContent(blocks: readonly Block[], rendering: Rendering): MarkupContent {
  return { kind: 'markdown', value: blocks.map((block) => toMarkdown(block, rendering)).join('\n\n') };
}

export function toInlayHint({ offset, label }: InlayHint, document: TextDocument, data: unknown): LspInlayHint {
  return { position: document.positionAt(offset), label, paddingLeft: true, data };
}

/** A click gets the place of the kernel or launch; to choose an instance, its label too. */
export function toCodeLens({ span, title, action, about, instance }: CodeLens, document: TextDocument, uri: string): LspCodeLens {
  const range = toRange(document, span);
  const { line, character } = about ? document.positionAt(about.start) : range.start;
  const ids: Readonly<Record<string, string>> = commands;
  const given = action === 'selectInstance' ? [uri, ...(instance === undefined ? [] : [instance])] : [uri, line, character];
  return { range, command: action ? { title, command: ids[action] ?? '', arguments: given } : { title, command: '' } };
}

const completionKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  function: CompletionItemKind.Function,
  method: CompletionItemKind.Method,
  class: CompletionItemKind.Class,
  constant: CompletionItemKind.Constant,
  atom: CompletionItemKind.Struct,
  pin: CompletionItemKind.Variable,
};

/** Names of the program come first: other extensions sort by the name alone. */
export function toCompletionItem({ label, kind, detail, key, insert }: CompletionItem, range: Range): LspCompletionItem {
  return { label, kind: completionKinds[kind], detail, sortText: `~${label}`, textEdit: { range, newText: insert ?? label }, ...(key !== undefined && { data: key }) };
}

export function toSignatureHelp({ signatures, active, parameter }: SignatureHelp): LspSignatureHelp {
  return {
    signatures: signatures.map(({ label, parameters, documentation }) => ({
      label,
      parameters: parameters.map(([start, end]) => ({ label: [start, end] })),
      documentation: toMarkdownContent(documentation, { uri: '', textOf: () => undefined }),
    })),
    activeSignature: active,
    activeParameter: parameter,
  };
}

/** One block as Markdown. */
export function toMarkdown(block: Block, rendering: Rendering): string {
  const inline = (content: readonly Inline[]): string => content.map((piece) => toInline(piece, rendering)).join('');
  switch (block.is) {
    case 'printed':
      return `\`\`\`cute-layout\n${block.text}\n\`\`\``;
    case 'line':
      return inline(block.content);
    case 'list':
      return listOf(block.title, block.items.map(inline));
    case 'table':
      return [row(block.header.map(escape)), row(block.header.map(() => '---')), ...block.rows.map((cells) => row(cells.map((cell) => inline([cell]))))].join('\n');
    case 'actions':
      return `---\n${block.actions.map(({ title, action, at }) => `[${escape(title)}](${commandLink(action, at, rendering)})`).join(' · ')}`;
  }
}

/** Short items share a line: a hover has little height. */
function listOf(title: string, items: readonly string[]): string {
  const isShort = items.join('').length <= shortList;
  return `_${escape(title)}_ ${isShort ? items.join(' · ') : `\n${items.map((item) => `- ${item}`).join('\n')}`}`;
}

/** Characters of Markdown, links included. */
const shortList = 300;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function toInline(piece: Inline, { textOf }: Rendering): string {
  switch (piece.is) {
    case 'text':
      return escape(piece.text);
    case 'code':
      return codeSpan(piece.text);
    case 'place': {
      const place = toPlace(piece.at, textOf);
      return place ? `[${escape(piece.text)}](${place.uri}#L${place.line + 1},${place.character + 1})` : escape(piece.text);
    }
  }
}

/** A code span, fenced by more backticks than the text holds. A bar would end a table's cell even inside code. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')}${pad}${fence}`;
}

/** Text that Markdown shows as it is. Code between backticks in a sentence of the core stays code. */
function escape(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts.map((part, at) => (at % 2 === 1 ? codeSpan(part.slice(1, -1)) : part.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&'))).join('');
}

function commandLink(action: Action, at: Span | undefined, { uri, textOf }: Rendering): string {
  const place = at && toPlace(at, textOf);
  return `command:${commands[action]}?${encodeURIComponent(JSON.stringify(place ? [uri, place.line, place.character] : [uri]))}`;
}

/** A derivation as a page of its own: the call, what it was given, and a numbered step for each function on the way. */
export function toPage(title: string, { expression, by, source, given, steps }: Explanation): string {
  const operands = given.map(({ written, value }) => `- ${codeSpan(written)}${written === value ? '' : ` = ${codeSpan(value)}`}`);
  const numbered = steps.map(({ op, text, operand, value, offset }, at) => {
    const start = offset === undefined ? '' : `\n   starts at ${codeSpan(offset)}\n`;
    const what = [`${codeSpan(op)}:`, escape(text), operand === undefined ? '' : codeSpan(operand)].filter(Boolean).join(' ');
    return `${at + 1}. ${what}\n\n   \`\`\`cute-layout\n${indented(value)}\n   \`\`\`\n${start}`;
  });
  const head = [`# ${escape(title)}`, `\`\`\`cpp\n${expression}\n\`\`\``, `by ${codeSpan(by)}${source === undefined ? '' : ` (${escape(source)})`}, given`, operands.join('\n')];
  return `${[...head, ...numbered].join('\n\n')}`;
}

const indented = (text: string): string => text.trimEnd().replace(/^/gm, '   ');
