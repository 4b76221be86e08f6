// Evaluates an expression that the user typed at the cursor, as if it were declared after the statement on that line.
import type { TextEdit } from '../../core/src/frontends/front-end';
import type { Analysis, Fact, FileId } from '../../core/src/index';
import { codeOf, isInLiteral, sourceOf } from '../../core/src/text/code';

const inserted = '__cute_lens_expression';

/** The edit that declares the expression: after the line of `offset`, or after the next line that ends a statement or
 *  opens a block. */
export function declarationAfter(text: string, offset: number, expression: string): TextEdit {
  const at = endOfStatement(text, offset);
  return { start: at, end: at, text: `\nauto ${inserted} = ${expression}\n;` };
}

/** The edit that reverts it. */
export function undoOf({ start, text }: TextEdit): TextEdit {
  return { start, end: start + text.length, text: '' };
}

/** The fact that holds the value of the expression. */
export function factOfExpression(analysis: Analysis, file: FileId): Fact | undefined {
  return analysis.facts.get(file)?.find(({ role, name }) => role === 'declaration' && name === inserted);
}

/** How many lines below the cursor are searched for the end of a statement. */
const mostLines = 40;

function endOfStatement(text: string, offset: number): number {
  const source = sourceOf(text);
  const code = codeOf(source);
  // A statement may end on a line on which a comment or a raw string begins that goes on.
  const goesOn = (end: number): boolean =>
    source.comments.some((comment) => comment.start < end && end < comment.end) || isInLiteral(source, end);
  const lineEnd = (from: number): number => (text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from));
  const withoutReturn = (end: number): number => (text[end - 1] === '\r' ? end - 1 : end);
  for (let line = 0, end = lineEnd(offset); line < mostLines; line++, end = lineEnd(end + 1)) {
    if (/[;{]\s*$/.test(code.slice(text.lastIndexOf('\n', end - 1) + 1, end)) && !goesOn(end))
      return withoutReturn(end);
    if (end === text.length) break;
  }
  return withoutReturn(lineEnd(offset));
}
