// What every front end offers: source text in, a Program out, incrementally.
// Knows neither the language that is read nor what its programs mean.
import type { FileId } from '../base/span';
import type { Expr, Program, Stmt } from '../ir/program';

/** Replaces the text in `[start, end)` by `text`. Several are applied one after the other, each to the text before it left. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A macro as its file defines it: what the host hands from one file to those that include it. */
export interface MacroDefinition {
  readonly name: string;
  /** Absent for an object-like macro; `...` stands last for a variadic one. */
  readonly params?: readonly string[];
  readonly body: string;
}

/** What lowering may assume beyond the text of the file. */
export interface ProgramOptions {
  /** Macros that followed headers define. They hold from the start of the file. */
  readonly macros?: readonly MacroDefinition[];
  /** What `__CUDA_ARCH__` is, such as 900. */
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
  /** The file, lowered. The same object until the text or the options change. Never throws. */
  program(options?: ProgramOptions): Program;
  /** Macros that the file defines and leaves defined at its end. */
  macros(): readonly MacroDefinition[];
  dispose(): void;
}

export interface FrontEnd {
  open(file: FileId, text: string): Document;
  /** Reads one expression or type, as in `--define`, pins and `eval`. What cannot be read is `Opaque`. */
  parseExpression(text: string, file?: FileId): Expr;
  /** Reads a sequence of statements, as in `eval --setup`. */
  parseStatements(text: string, file?: FileId): readonly Stmt[];
}
