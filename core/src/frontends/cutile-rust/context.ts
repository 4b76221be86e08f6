// What lowering needs to know about the Rust file that it reads. Contains no syntax tree.
import type { FileId, Span } from '../../base/span';
import type { Expr, Opaque } from '../../ir/program';
import { touchedBy } from '../cuda/touched';
import type { Grammar, Syntax } from '../tree';

/** A kernel of the file: where it is, and how many parameters a launch gives. */
export interface Kernel {
  /** `gemm` in `my_module`: the modules around it, outermost first, and its own name. */
  readonly path: readonly string[];
  readonly parameters: number;
}

export interface Context {
  readonly file: FileId;
  readonly text: string;
  readonly grammar: Grammar;
  /** Added to every offset: where a snippet stands in its file. */
  readonly shift: number;
  /** Kernels by the name under which the file's code may call them. */
  readonly kernels: ReadonlyMap<string, Kernel>;
  /** Functions that the file itself defines, which hide cuTile's of the same name. */
  readonly own: ReadonlySet<string>;
}

export function spanOf(ctx: Context, node: Syntax): Span {
  return { file: ctx.file, start: node.start + ctx.shift, end: node.end + ctx.shift };
}

export function textOf(ctx: Context, node: Syntax): string {
  return ctx.text.slice(node.start, node.end);
}

export function opaque(ctx: Context, node: Syntax, why: string): Opaque {
  return { is: 'Opaque', why, span: spanOf(ctx, node), ...touchedBy(textOf(ctx, node)) };
}

export function name(id: string, span: Span, args?: readonly Expr[]): Expr {
  return { is: 'Name', id, span, ...(args && { args }) };
}
