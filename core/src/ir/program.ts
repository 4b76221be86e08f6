// The small neutral language that every front end lowers into, and the only thing the evaluator reads: here a file,
// and the one door to the expressions, declarations and statements that it consists of. Plain data: no syntax-tree
// node, no wasm memory. What a front end cannot read becomes `Opaque`, never an error. It does not know which front
// end made it, nor what anything in it evaluates to.
import type { SourceLines } from '../base/source-lines';
import type { FileId, Span, Stretch } from '../base/span';
import type { At, Expr } from './expressions';
import type { LanguageName } from './languages';
import type { Stmt } from './statements';

export type * from './declarations';
export type * from './expressions';
export type * from './statements';

/** `#include "path"` (`quoted`) or `<path>`. Headers under `cute/` are known, not read. */
export interface Include extends At {
  readonly path: string;
  readonly quoted: boolean;
}

/** Something the grammar could not read; never stops anything. */
export interface SyntaxProblem extends At {
  readonly message: string;
}

/** A comment `// cute-lens: M=512, kHeadDim=64` or `// cute-lens: instantiate Traits<64, 128, half_t>`.
 *  It belongs to the declaration that starts next after it. */
export interface Pin extends At {
  /** Values by name; the text of each parsed as an expression. */
  readonly values: readonly { readonly name: string; readonly value: Expr }[];
  readonly instantiate?: Expr;
}

/** A declaration of a header that is read when something asks for one of its names. */
export interface Latent {
  /** The namespaces around it, outermost first. */
  readonly around: readonly { readonly name: string; readonly inline: boolean }[];
  /** Words that it declares, or may declare. None where it bears on how other names are looked up. */
  readonly names: readonly string[];
  /** The same object each time. */
  readonly read: () => readonly Stmt[];
}

/** A condition that asks for macros that nothing defines. `span` is its first directive. */
export interface LeftOut {
  readonly names: readonly string[];
  readonly span: Span;
}

/** One file, lowered. */
export interface Program {
  readonly file: FileId;
  /** What the file is written in; absent for CUDA C++. */
  readonly language?: Exclude<LanguageName, 'cuda'>;
  /** The text that spans count in, and its comments in order. */
  readonly text: string;
  readonly comments: readonly Span[];
  /** Strings and characters with their quotes, in order; absent where the text's tokens say so as well. */
  readonly literals?: readonly Stretch[];
  readonly items: readonly Stmt[];
  /** What the file declares beside the items. */
  readonly latent?: readonly Latent[];
  readonly includes: readonly Include[];
  readonly pins: readonly Pin[];
  readonly problems: readonly SyntaxProblem[];
  /** Object-like macros whose body is an expression or a type, in case the evaluator meets the name
   *  (`#define kTile 128`). */
  readonly macros: ReadonlyMap<string, Expr>;
  /** Text that is another one where the file is compiled for the host; what is here is for the device. `data`: a
   *  branch of it may declare variables. */
  readonly sided?: readonly (Span & { readonly data?: true })[];
  /** Conditions that ask for the architecture, and none of whose branches is read. */
  readonly unbuilt?: readonly Span[];
  /** What changes the numbers of its lines, and uses of macros that take several lines; absent where there is nothing
   *  of it. Uses in what is read later are added to them. */
  readonly lines?: Pick<SourceLines, 'marks' | 'uses'>;
  /** Conditions of the preprocessor none of whose branches is read, around code of kernels. */
  readonly leftOut?: readonly LeftOut[];
}
