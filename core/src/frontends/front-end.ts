// What every front end offers: source text in, a Program out, incrementally.
// Knows neither the language that is read nor what its programs mean.
import type { FileId } from '../base/span';
import type { Expr, Include, Program, Stmt } from '../ir/program';

/** Replaces the text in `[start, end)` by `text`. Several are applied one after the other, each to the text before it
 *  left. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text after edits. */
export function edited(text: string, changes: readonly TextEdit[]): string {
  return changes.reduce((now, { start, end, text: inserted }) => {
    return now.slice(0, start) + inserted + now.slice(Math.max(start, end));
  }, text);
}

/** The program of a text of which nothing is read, with what is said about it. */
export function emptyProgram(file: FileId, text: string, message?: string, language?: Program['language']): Program {
  return {
    file,
    ...(language && { language }),
    text,
    comments: [],
    items: [],
    includes: [],
    pins: [],
    problems: message === undefined ? [] : [{ message, span: { file, start: 0, end: 0 } }],
    macros: new Map(),
  };
}

/** One translation unit while its files are read: what is defined so far. A front end's own; hosts only hand it on. */
export interface Unit {
  readonly arch: number;
  /** Whether the unit is too large to follow more includes. */
  readonly full: boolean;
}

/** What the macros of a unit are before its first line, beside those of the compiler. */
export interface Given {
  /** `-DNAME`, `-DNAME=TEXT` and `-UNAME` in the order of the command that compiles the unit. */
  readonly flags?: readonly string[];
  /** What conditions find for a name that neither the unit nor the compiler defines. The text of a program is not
   *  rewritten by it. */
  readonly values?: Readonly<Record<string, string>>;
}

/** In what surroundings a file is read. */
export interface ProgramOptions {
  /** The unit that the file is part of, at the place where it is included. Without one the file is a unit by itself. */
  readonly unit?: Unit;
  /** Called at each `#include` that is read, in its place: the host reads what it names in the same unit, or does
   *  nothing. */
  readonly follow?: (include: Pick<Include, 'path' | 'quoted'>) => void;
  /** The file belongs to a library of which little is used: its declarations are read when they are asked for. */
  readonly latent?: boolean;
  /** What `__CUDA_ARCH__` is where there is no unit, such as 900. */
  readonly arch?: number;
}

/** One open file. Holds parser memory until `dispose`. */
export interface Document {
  readonly file: FileId;
  readonly text: string;
  /** Applies edits to the text and reads it again, at the cost of what changed. */
  edit(changes: readonly TextEdit[]): void;
  /** Replaces the text; what the old and the new text share is not read again. */
  update(text: string): void;
  /** The file, lowered: as the unit reads it first, where it is included again. The same object while neither the text
   *  nor anything that it asks of its surroundings changes. Never throws. */
  program(options?: ProgramOptions): Program;
  /** Called from time to time. Drops what only makes the next reading faster, if nothing was read since the last
   *  call. */
  rest(): void;
  dispose(): void;
}

export interface FrontEnd {
  open(file: FileId, text: string): Document;
  /** A translation unit of which nothing is read yet. */
  unit(arch?: number, given?: Given): Unit;
  /** Reads one expression or type, as in `--define`, pins and `eval`. What cannot be read is `Opaque`. */
  parseExpression(text: string, file?: FileId): Expr;
  /** Reads a sequence of statements, as in `eval --setup`. */
  parseStatements(text: string, file?: FileId): readonly Stmt[];
}
