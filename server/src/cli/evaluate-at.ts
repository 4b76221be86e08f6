// Evaluates an expression in a program, as if it were declared after the statement on a line.
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { declarationAfter, factOfExpression } from '../expression';
import type { FactRow } from '../library/types';
import { lineStarts } from '../lines';
import { analyzeFile, factRow } from './inspect';
import type { FileOptions } from './options';

/** `line` counts from 1. Undefined where the expression cannot be read there, or has no printed form. */
export function evaluateAt(
  text: string,
  options: FileOptions,
  line: number,
  expression: string,
  frontEnd: FrontEnd,
): FactRow | undefined {
  const offset = lineStarts(text)[line - 1] ?? text.length;
  const { start, end, text: declaration } = declarationAfter(text, offset, expression);
  const edited = text.slice(0, start) + declaration + text.slice(end);
  const { entry, analysis, close } = analyzeFile(edited, options, frontEnd);
  close();
  const fact = factOfExpression(analysis, entry);
  return fact && factRow(fact, analysis, lineStarts(edited), options.file);
}
