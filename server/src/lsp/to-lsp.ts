// Converts the core's plain data to the types of the protocol: positions, ranges, Markdown. Does not decide what is
// shown.
import { say } from '../../../core/src/base/say';
import {
  CompletionItemKind,
  DiagnosticSeverity,
  type Command,
  type CodeAction as LspCodeAction,
  type CodeLens as LspCodeLens,
  type CompletionItem as LspCompletionItem,
  type Diagnostic as LspDiagnostic,
  type Hover as LspHover,
  type InlayHint as LspInlayHint,
  type MarkupContent,
  type Range,
  type SignatureHelp as LspSignatureHelp,
} from 'vscode-languageserver-protocol';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type {
  Action,
  Block,
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionKind,
  Explanation,
  Hover,
  InlayHint,
  Inline,
  SignatureHelp,
} from '../../../core/src/ide/index';
import type { Diagnostic, Level, Span } from '../../../core/src/index';
import type { LinkOf } from '../checks-page';
import { commands, type Place } from '../../../protocol/src/requests';
import { serverCommands } from '../server-commands';
import { uriOfFile } from '../paths';
import type { Format, Shows } from '../worker/messages';
import { toPlain } from './plain';

/** Converts spans to ranges of the editor's present texts. `uri` is the document that command links refer to. */
export interface Rendering {
  readonly uri: string;
  readonly shows: Pick<Shows, 'commands' | 'layouts'>;
  /** The range of a span; undefined if the span was edited since the analysis, or if its text is not available. */
  readonly rangeOf: (span: Span) => Range | undefined;
}

/** For content without links. */
export function nowhere(shows: Rendering['shows']): Rendering {
  return { uri: '', rangeOf: () => undefined, shows };
}

export function toSpan(document: TextDocument, { start, end }: Range, file: string): Span {
  return { file, start: document.offsetAt(start), end: document.offsetAt(end) };
}

const severities: Readonly<Record<Level, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Converts a finding. `linkOf` gives the URI of its documentation. Undefined if the text of the finding was edited
 *  since the analysis. */
export function toDiagnostic(
  { code, level, span, message, related }: Diagnostic,
  rangeOf: Rendering['rangeOf'],
  linkOf: LinkOf | undefined,
): LspDiagnostic | undefined {
  const at = rangeOf(span);
  if (!at) return undefined;
  const elsewhere = related.flatMap((one) => {
    const range = rangeOf(one.span);
    return range ? [{ location: { uri: uriOfFile(one.span.file), range }, message: one.message }] : [];
  });
  const href = linkOf?.(code);
  return {
    range: at,
    severity: severities[level],
    source: 'cute-lens',
    code,
    ...(href !== undefined && { codeDescription: { href } }),
    message,
    ...(elsewhere.length > 0 && { relatedInformation: elsewhere }),
  };
}

export function toCodeAction(
  { title, kind, edits, shows, repairs, preferred }: CodeAction,
  rangeOf: Rendering['rangeOf'],
): LspCodeAction {
  const changes: Record<string, { range: Range; newText: string }[]> = {};
  for (const { span, text } of edits) {
    const range = rangeOf(span);
    if (range) (changes[uriOfFile(span.file)] ??= []).push({ range, newText: text });
  }
  const range = repairs && rangeOf(repairs.span);
  const shown = shows && toPlace(shows.span, rangeOf);
  return {
    title,
    kind,
    ...(shown && shows
      ? { command: commandOf(title, commands.visualize, [shown.uri, shown.line, shown.character, shows.code]) }
      : { edit: { changes } }),
    ...(preferred && { isPreferred: true }),
    ...(repairs &&
      range && {
        diagnostics: [
          {
            range,
            source: 'cute-lens',
            code: repairs.code,
            message: repairs.message,
            severity: severities[repairs.level],
          },
        ],
      }),
  };
}

const commandOf = (title: string, command: string, given: readonly unknown[]): Command => ({
  title,
  command,
  arguments: [...given],
});

/** Where a span starts, counted from zero. */
export function toPlace(span: Span, rangeOf: Rendering['rangeOf']): Place | undefined {
  const range = rangeOf(span);
  return range && { uri: uriOfFile(span.file), ...range.start };
}

export function toHover(hover: Hover, rendering: Rendering, kind: Format): LspHover {
  const range = rendering.rangeOf(hover.span);
  return { contents: toContent(hover.blocks, rendering, kind), ...(range && { range }) };
}

export function toContent(blocks: readonly Block[], rendering: Rendering, kind: Format): MarkupContent {
  const texts = blocks.map((block) => (kind === 'markdown' ? toMarkdown(block, rendering) : toPlain(block)));
  const value = texts.reduce((before, text, at) => {
    if (text === '' || before === '') return before + text;
    // Actions stand right below the line that they belong to, since a hover has little height.
    const isBelow = kind === 'markdown' && blocks[at]?.is === 'actions' && blocks[at - 1]?.is === 'line';
    return `${before}${isBelow ? '  \n' : '\n\n'}${text}`;
  }, '');
  return { kind, value };
}

export function toInlayHint(
  { label }: Pick<InlayHint, 'label'>,
  position: Range['start'],
  data: unknown,
): LspInlayHint {
  return { position, label, paddingLeft: true, data };
}

/** Converts a code lens. Its command receives the place of the kernel or launch, and for choosing an instance also the
 *  label. Where the command cannot run, the lens is only text. Undefined if the text was edited since the analysis. */
export function toCodeLens(
  { span, title, action, about, instance }: CodeLens,
  { uri, rangeOf, shows }: Rendering,
): LspCodeLens | undefined {
  const range = rangeOf(span);
  const place = about ? rangeOf(about)?.start : range?.start;
  if (!range || !place) return undefined;
  const { line, character } = place;
  const id = action && commands[action];
  const given =
    action === 'selectInstance' ? [uri, ...(instance === undefined ? [] : [instance])] : [uri, line, character];
  // An editor that runs no commands of ours cannot ask the user which instance.
  const runs =
    id !== undefined && (shows.commands.includes(id) || (instance !== undefined && serverCommands.includes(id)));
  return { range, command: runs ? { title, command: id, arguments: given } : { title, command: '' } };
}

const completionKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  function: CompletionItemKind.Function,
  method: CompletionItemKind.Method,
  class: CompletionItemKind.Class,
  constant: CompletionItemKind.Constant,
  atom: CompletionItemKind.Struct,
  pin: CompletionItemKind.Variable,
};

/** Converts a completion item. Names of the program are sorted first: other extensions sort by name only. */
export function toCompletionItem(
  { label, kind, detail, key, insert }: CompletionItem,
  range: Range,
): LspCompletionItem {
  return {
    label,
    kind: completionKinds[kind],
    detail,
    sortText: `~${label}`,
    textEdit: { range, newText: insert ?? label },
    ...(key !== undefined && { data: key }),
  };
}

export function toSignatureHelp({ signatures, active, parameter }: SignatureHelp, shows: Shows): LspSignatureHelp {
  return {
    signatures: signatures.map(({ label, parameters, documentation }) => ({
      label,
      parameters: parameters.map(([start, end]) => ({
        label: shows.labelOffsets ? [start, end] : label.slice(start, end),
      })),
      documentation: toContent(documentation, nowhere(shows), shows.signatureHelp),
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
      return `\`\`\`${rendering.shows.layouts}\n${block.text}\n\`\`\``;
    case 'line':
      return inline(block.content);
    case 'list':
      return listOf(block.title, block.items.map(inline));
    case 'table':
      return [
        row(block.header.map((cell) => (typeof cell === 'string' ? escape(cell) : inline([cell])))),
        row(block.header.map((_, at) => (block.numbers?.includes(at) ? '--:' : '---'))),
        ...block.rows.map((cells) => row(cells.map((cell) => inline([cell])))),
      ].join('\n');
    case 'actions':
      return actionLinks(block.actions, rendering);
  }
}

/** A list. Short items share one line, since a hover has little height. */
function listOf(title: string, items: readonly string[]): string {
  const isShort = items.join('').length <= shortList;
  return `_${escape(title)}_ ${isShort ? items.join(' · ') : `\n${items.map((item) => `- ${item}`).join('\n')}`}`;
}

/** The largest number of characters of a list on one line, in Markdown with links. */
const shortList = 300;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function toInline(piece: Inline, rendering: Rendering): string {
  const { rangeOf, shows } = rendering;
  switch (piece.is) {
    case 'text':
      return escape(piece.text);
    case 'name':
      return `**${escape(piece.text)}**`;
    case 'code':
      return codeSpan(piece.text);
    case 'place': {
      const place = toPlace(piece.at, rangeOf);
      return place
        ? `[${escape(piece.text)}](${place.uri}#L${place.line + 1},${place.character + 1})`
        : escape(piece.text);
    }
    case 'term':
      return shows.commands.includes(commands.glossary)
        ? `[${escape(piece.text)}](${commandUri(commands.glossary, [piece.term])})`
        : escape(piece.text);
  }
}

/** A code span, delimited by more backticks than the text contains. Bars are escaped, since they would end a table
 *  cell. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')}${pad}${fence}`;
}

/** Escapes text for Markdown. Code between backticks stays code. */
function escape(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts
    .map((part, at) => (at % 2 === 1 ? codeSpan(part.slice(1, -1)) : part.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')))
    .join('');
}

type BlockAction = Extract<Block, { readonly is: 'actions' }>['actions'][number];

/** The actions that the editor can run; empty where it can run none. */
function actionLinks(actions: readonly BlockAction[], rendering: Rendering): string {
  const runnable = actions.filter(({ action }) => rendering.shows.commands.includes(commands[action]));
  return runnable.map((action) => actionLink(action, rendering)).join(' · ');
}

function actionLink({ title, action, at, of }: BlockAction, rendering: Rendering): string {
  const link = of === undefined ? commandLink(action, at, rendering) : classLink(action, at, of, rendering);
  return `[${escape(title)}](${link})`;
}

function commandLink(action: Action, at: Span | undefined, { uri, rangeOf }: Rendering): string {
  const place = at && toPlace(at, rangeOf);
  const args = place ? [uri, place.line, place.character] : [uri];
  return commandUri(commands[action], args);
}

/** A place in another file, with the file that the user comes from and the class. */
function classLink(action: Action, at: Span | undefined, of: string, { uri, rangeOf }: Rendering): string {
  const place = at && toPlace(at, rangeOf);
  return commandUri(commands[action], place ? [place.uri, place.line, place.character, uri, of] : [uri]);
}

function commandUri(command: string, args: readonly unknown[]): string {
  // A parenthesis would end the link.
  const given = encodeURIComponent(JSON.stringify(args)).replaceAll('(', '%28').replaceAll(')', '%29');
  return `command:${command}?${given}`;
}

/** A derivation as a page: the call, its operands, and a numbered step for each function that CuTe calls. */
export function toPage(title: string, { expression, by, source, given, steps }: Explanation): string {
  const operands = given.map(
    ({ written, value }) => `- ${codeSpan(written)}${written === value ? '' : ` = ${codeSpan(value)}`}`,
  );
  const numbered = steps.map(({ op, text, operand, value, offset }, at) => {
    const start = offset === undefined ? '' : `\n   ${say`starts at ${codeSpan(offset)}`}\n`;
    const what = [`${codeSpan(op)}:`, escape(text), operand === undefined ? '' : codeSpan(operand)]
      .filter(Boolean)
      .join(' ');
    return `${at + 1}. ${what}\n\n   \`\`\`cute-layout\n${indented(value)}\n   \`\`\`\n${start}`;
  });
  const head = [
    `# ${escape(title)}`,
    `\`\`\`cpp\n${expression}\n\`\`\``,
    say`by ${codeSpan(by)}${source === undefined ? '' : ` (${escape(source)})`}, given`,
    operands.join('\n'),
  ];
  return `${[...head, ...numbered].join('\n\n')}`;
}

const indented = (text: string): string => text.trimEnd().replace(/^/gm, '   ');
