// What lowering needs to know about the text that a syntax tree was parsed from. Contains no syntax.
import { elementAt } from '../../base/assert';
import { say } from '../../base/say';
import type { FileId, Span } from '../../base/span';
import type { Expr, Opaque, OpaqueStmt, Stmt } from '../../ir/program';
import type { Masked } from './mask';
import type { Token } from './lex';
import { type Mark, STAND_IN } from './mask-writer';
import type { Syntax } from '../tree';
import { touchedBy } from './touched';

export interface Context {
  readonly file: FileId;
  readonly masked: Masked;
  /** Added to every offset: where a snippet stands in its file. */
  readonly shift: number;
  /** Where the text that is lowered starts and ends in the masked text: what the grammar was shown around it is
   *  ours. */
  readonly first: number;
  readonly limit: number;
  /** Reads an expression that the grammar was not shown, such as the argument of `__launch_bounds__`. */
  readonly readExpressions: (argument: NonNullable<Mark['argument']>) => readonly Expr[];
  /** Bodies that were damaged and read piece by piece, by the offset of their `{`. */
  readonly recovered?: ReadonlyMap<number, readonly Stmt[]>;
  /** Called with the lowered form of each statement of a block, so that the next version of the file can reuse it. */
  readonly keep?: (statement: Syntax, items: readonly Stmt[]) => void;
  /** Names of parameter packs that the text declares anywhere. */
  readonly packs: () => ReadonlySet<string>;
  /** Whether declarations stand in a function's body, where `T x(a);` is a variable. */
  readonly inFunction: boolean;
}

export function span(ctx: Context, start: number, end: number): Span {
  const [from, to] = ctx.masked.map.range(within(ctx, start), within(ctx, end));
  return { file: ctx.file, start: from + ctx.shift, end: to + ctx.shift };
}

export function spanOf(ctx: Context, node: Syntax): Span {
  return span(ctx, node.start, node.end);
}

/** The masked text of a node, as far as it comes from the file itself. */
export function textOf(ctx: Context, node: Syntax): string {
  return ctx.masked.text.slice(within(ctx, node.start), within(ctx, node.end));
}

function within(ctx: Context, at: number): number {
  return Math.max(ctx.first, Math.min(at, ctx.limit));
}

/** Operators that are words ([lex.digraph]). */
const ALTERNATIVE: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  bitand: '&',
  bitor: '|',
  xor: '^',
  compl: '~',
  not_eq: '!=',
  and_eq: '&=',
  or_eq: '|=',
  xor_eq: '^=',
};

/** The text of an operator in the original file, which the mask may have respelled. */
export function operatorOf(ctx: Context, node: Syntax): string {
  return ctx.masked.respelled.get(node.start) ?? ALTERNATIVE[node.type] ?? node.type;
}

/** Blanked words that stand directly before the node, or inside it before `until`. */
export function marksOf(ctx: Context, node: Syntax, until = node.start): readonly Mark[] {
  const marks = ctx.masked.marks;
  const from = firstMarkFrom(marks, node.start);
  let last = from;
  while (last < marks.length && elementAt(marks, last).at < Math.min(until, ctx.limit)) last++;
  return [...leadingMarks(ctx.masked, node.start), ...marks.slice(from, last)];
}

/** Where a declaration that the grammar starts at masked offset `at` starts in the original, blanked words included. */
export function originalStart(masked: Masked, at: number): number {
  const [start] = masked.map.range(at, at + 1);
  const first = leadingMarks(masked, at)[0];
  return first === undefined ? start : Math.min(start, first.start);
}

/** Blanked words that stand directly before masked offset `at`. */
export function leadingMarks(masked: Masked, at: number): readonly Mark[] {
  const { marks, text } = masked;
  const end = firstMarkFrom(marks, at);
  let first = end;
  while (first > 0 && isBlank(text, elementAt(marks, first - 1).at, first < end ? elementAt(marks, first).at : at))
    first--;
  return marks.slice(first, end);
}

/** Whether only names stand between two places. */
export function isDirectlyBehind(text: string, end: number, at: number): boolean {
  return at >= end && /^[\s\w]*$/.test(text.slice(end, at));
}

/** The index of the first mark at `at` or behind it. */
export function firstMarkFrom(marks: readonly { readonly at: number }[], at: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(marks, middle).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) > 32) return false;
  return true;
}

export function opaque(ctx: Context, node: Syntax, why: string): Opaque {
  return { is: 'Opaque', why, span: spanOf(ctx, node), ...touchedBy(textOf(ctx, node)) };
}

/** What is said of text that the grammar does not know. */
export const unreadable = (): string => say`This could not be read as C++.`;

export function opaqueStmt(ctx: Context, node: Syntax, why: string): OpaqueStmt {
  return { is: 'OpaqueStmt', why, span: spanOf(ctx, node), ...touchedBy(textOf(ctx, node)) };
}

/** Masked text with its comparisons and its template arguments as they were before the mask. */
export function unmasked({ masked }: Context, from: number, to: number): string {
  const { text, original, respelled, plain } = masked;
  const comparisons = [...respelled].filter(([, op]) => /^[<>]=?$/.test(op));
  const edits = [
    // The operators that stand for them are as long.
    ...comparisons.map(([start, op]) => ({ start, end: start + op.length, op })),
    ...[...plain].map(([start, tokens]) => ({ start, ...written(original, start, tokens) })),
  ];
  edits.sort((a, b) => a.start - b.start);
  let spelled = '';
  let at = from;
  for (const { start, end, op } of edits) {
    if (start < at || start >= to) continue;
    spelled += text.slice(at, start) + op;
    at = end;
  }
  return spelled + text.slice(at, to);
}

/** A template argument that the grammar does not see, and where the masked text goes on behind it. */
function written(
  original: string,
  start: number,
  tokens: readonly Token[],
): { readonly op: string; readonly end: number } {
  const [first, last] = [tokens[0], tokens[tokens.length - 1]];
  if (!first || !last) return { op: STAND_IN, end: start + STAND_IN.length };
  if (tokens.some(({ piece }) => piece !== 0))
    return { op: tokens.map(({ text }) => text).join(' '), end: start + STAND_IN.length };
  return { op: original.slice(first.start, last.end), end: start + Math.max(STAND_IN.length, last.end - first.start) };
}
