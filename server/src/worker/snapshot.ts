// A finished analysis of an open document, and what it takes to answer from it after the text went on: places of the
// analysed texts carried to the present ones. Decides nothing about what is shown.
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as LspRange } from 'vscode-languageserver-protocol';
import { activeInstance } from '../../../core/src/ide/index';
import type { Analysis, FileId, Instance, Span } from '../../../core/src/index';
import type { Choices } from '../../../protocol/src/requests';
import type { Config } from '../config';
import type { Range } from './changes';

/** What was found of a text, and which. */
export interface Snapshot {
  readonly analysis: Analysis;
  /** False while the analysis still runs: more will be seen. */
  readonly complete: boolean;
  /** Marks of the open documents that it read, by file. Other files are as they are on disk. */
  readonly marks: ReadonlyMap<FileId, number>;
}

/** An analysis with what it takes to answer questions about it. */
export interface Looked {
  readonly analysis: Analysis;
  readonly config: Config;
  readonly active: Instance | undefined;
  readonly choices: Choices;
  /** The text that was analysed. */
  readonly textOf: (file: FileId) => string | undefined;
  /** It is of the present text, and complete. */
  readonly fresh: boolean;
  /** False while it still runs: more will be seen. */
  readonly complete: boolean;
  /** Why the present text is not analysed. */
  readonly held: string | undefined;
  /** Where an offset of a present text stood in the analysed one; undefined within what was written since. */
  before(file: FileId, offset: number): number | undefined;
  /** The lines of a span are still as they were analysed. */
  isUntouched(span: Span): boolean;
  /** Where a span stands in the present text; undefined where it was edited, or its text is not at hand. */
  rangeOf(span: Span): LspRange | undefined;
}

/** An open document, as far as places are concerned. */
export interface Placed {
  readonly document: TextDocument;
  readonly changes: {
    before(offset: number, mark: number): number | undefined;
    now(range: Range, mark: number): Range | undefined;
  };
}

export interface LookInput {
  readonly snapshot: Snapshot;
  readonly fresh: boolean;
  readonly held: string | undefined;
  readonly config: Config;
  readonly choices: Choices;
  /** The open document of a file. */
  readonly placed: (file: FileId) => Placed | undefined;
}

export function look({ snapshot, fresh, held, config, choices, placed }: LookInput): Looked {
  const { analysis, marks } = snapshot;
  const textOf = (file: FileId): string | undefined => analysis.sources.get(file)?.text;
  const now = ({ file, start, end }: Span): Range | undefined => {
    const mark = marks.get(file);
    return mark === undefined ? { start, end } : placed(file)?.changes.now({ start, end }, mark);
  };
  return {
    analysis,
    config,
    choices,
    fresh,
    held,
    textOf,
    complete: snapshot.complete,
    active: activeInstance(analysis, choices.instance),
    before: (file, offset) => {
      const mark = marks.get(file);
      return mark === undefined ? offset : placed(file)?.changes.before(offset, mark);
    },
    isUntouched: (span) => now(linesOf(span, textOf(span.file) ?? '')) !== undefined,
    rangeOf: (span) => {
      const range = now(span);
      const document = marks.has(span.file) ? placed(span.file)?.document : documentOf(analysis, span.file);
      return range && document && { start: document.positionAt(range.start), end: document.positionAt(range.end) };
    },
  };
}

function linesOf({ file, start, end }: Span, text: string): Span {
  const newline = text.indexOf('\n', end);
  return { file, start: text.lastIndexOf('\n', start - 1) + 1, end: newline < 0 ? text.length : newline };
}

/** Lines of files that no editor has open, by the analysis that read them. */
const documents = new WeakMap<Analysis, Map<FileId, TextDocument>>();

function documentOf(analysis: Analysis, file: FileId): TextDocument | undefined {
  const known = documents.get(analysis) ?? new Map<FileId, TextDocument>();
  documents.set(analysis, known);
  const text = analysis.sources.get(file)?.text;
  if (text !== undefined && !known.has(file)) known.set(file, TextDocument.create(file, '', 0, text));
  return known.get(file);
}
