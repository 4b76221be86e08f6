// Shapes as comments: what *CuTe: Annotate Shapes* writes behind the declarations of a file that have no comment yet.
// Gives edits in offsets; the comments are those that the check `stale-shape-comment` reads.
import type { Analysis, Fact, Fix, Instance, SourceText } from '../../analysis';
import type { FileId } from '../../base/span';
import { print, rankOf } from '../../algebra/index';
import { shapeOf } from '../../checks/cuda/comments/stale-shape-comment';
import { codeOf } from '../../text/code';
import { isA } from '../../values/convert';
import { viewOf } from '../fact-at';

/** One edit for each declaration of a tensor or layout of at least two modes that ends its line. The active instance counts. */
export function annotations(analysis: Analysis, file: FileId, active: Instance | undefined): Fix['edits'] {
  const source = analysis.sources.get(file);
  if (!source) return [];
  const ends = new Map<number, Fact[]>();
  for (const fact of analysis.facts.get(file) ?? []) {
    if (fact.role !== 'declaration') continue;
    const end = lineEndAfter(source, fact.span.end);
    if (end !== undefined) ends.set(end, [...(ends.get(end) ?? []), fact]);
  }
  return [...ends].flatMap(([end, [only, ...others]]) => {
    const shape = only && others.length === 0 ? shapeText(only, analysis, active) : undefined;
    return shape === undefined ? [] : [{ span: { file, start: end, end }, text: `  // ${shape}` }];
  });
}

function shapeText(fact: Fact, analysis: Analysis, active: Instance | undefined): string | undefined {
  const value = viewOf(fact, analysis, active)?.lead.value;
  if (value === undefined || (!isA(value, 'tensor') && !isA(value, 'layout') && !isA(value, 'composed'))) return undefined;
  const shape = shapeOf(value);
  return shape && rankOf(shape) > 1 ? print(shape) : undefined;
}

/** The end of the line on which the declaration's semicolon is the last character. */
function lineEndAfter(source: SourceText, from: number): number | undefined {
  const code = codeOf(source);
  const semicolon = code.indexOf(';', from);
  if (semicolon < 0) return undefined;
  const newline = source.text.indexOf('\n', semicolon);
  const end = newline < 0 ? source.text.length : newline;
  return source.text.slice(semicolon + 1, end).trim() === '' && !/[{}]/.test(code.slice(from, semicolon).replace(/\{\s*\}/g, '')) ? semicolon + 1 : undefined;
}
