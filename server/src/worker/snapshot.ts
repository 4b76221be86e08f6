// A finished analysis of an open document, with the means to answer questions from it after the text was edited:
// positions are mapped from the analysed texts to the present ones. Does not decide what is shown.
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as LspRange } from 'vscode-languageserver-protocol';
import { activeInstance } from '../../../core/src/ide/index';
import type { Analysis, FileId, Instance, Span } from '../../../core/src/index';
import type { Choices } from '../../../protocol/src/requests';
import type { Config } from '../config';
import type { Range } from './changes';

/** An analysis and the texts that it is of. */
export interface Snapshot {
  readonly analysis: Analysis;
  /** False while the analysis is still running and will find more. */
  readonly complete: boolean;
  /** The marks of the open documents that were read, by file. Other files are read from the disk. */
  readonly marks: ReadonlyMap<FileId, number>;
}

/** An analysis with everything a handler needs to answer from it. */
export interface Looked {
  readonly analysis: Analysis;
  readonly config: Config;
  readonly active: Instance | undefined;
  readonly choices: Choices;
  /** The text that was analysed. */
  readonly textOf: (file: FileId) => string | undefined;
  /** Whether the analysis is of the present text, and complete. */
  readonly fresh: boolean;
  /** False while the analysis is still running and will find more. */
  readonly complete: boolean;
  /** Why the present text is not analysed. */
  readonly held: string | undefined;
  /** The offset in the analysed text of an offset in the present text; undefined inside text that was inserted
   *  since. */
  before(file: FileId, offset: number): number | undefined;
  /** Whether the lines of a span were not edited since the analysis. */
  isUntouched(span: Span): boolean;
  /** The range of a span in the present text; undefined if it was edited, or if its text is not available. */
  rangeOf(span: Span): LspRange | undefined;
}

/** The part of an open document that is needed to map positions. */
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
    active: activeInstance(analysis, choices.instance, choices.within),
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

/** The documents of files that are not open in the editor, by the analysis that read them. */
const documents = new WeakMap<Analysis, Map<FileId, TextDocument>>();

function documentOf(analysis: Analysis, file: FileId): TextDocument | undefined {
  const known = documents.get(analysis) ?? new Map<FileId, TextDocument>();
  documents.set(analysis, known);
  const text = analysis.sources.get(file)?.text;
  if (text !== undefined && !known.has(file)) known.set(file, TextDocument.create(file, '', 0, text));
  return known.get(file);
}
