// Shapes as comments: what *CuTe: Annotate Shapes* writes behind the declarations of a file without a comment. Returns
// edits in offsets; the check `stale-shape-comment` reads the comments.
import type { Analysis, Fact, Fix, Instance, SourceText } from '../../analysis';
import type { FileId, Span } from '../../base/span';
import { print, rankOf } from '../../algebra/index';
import { shapeOf } from '../../checks/lib/shapes';
import { declarationAt, endOf } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import { lineEnd } from '../../text/lines';
import { isA } from '../../values/convert';
import { viewOf } from '../fact-at';

/** One edit for each declaration of a tensor or layout of at least two modes at the end of its line. The shapes are
 *  those of the active instance. */
export function annotations(analysis: Analysis, file: FileId, active: Instance | undefined): Fix['edits'] {
  const source = analysis.sources.get(file);
  if (!source) return [];
  const ends = new Map<number, Fact[]>();
  for (const fact of analysis.facts.get(file) ?? []) {
    if (fact.role !== 'declaration') continue;
    const end = endOfLine(source, fact.span);
    if (end !== undefined) ends.set(end, [...(ends.get(end) ?? []), fact]);
  }
  return [...ends].flatMap(([end, [only, ...others]]) => {
    const shape = only && others.length === 0 ? shapeText(only, analysis, active) : undefined;
    return shape === undefined ? [] : [{ span: { file, start: end, end }, text: `  // ${shape}` }];
  });
}

function shapeText(fact: Fact, analysis: Analysis, active: Instance | undefined): string | undefined {
  const value = viewOf(fact, analysis, active)?.lead.value;
  if (value === undefined || (!isA(value, 'tensor') && !isA(value, 'layout') && !isA(value, 'composed')))
    return undefined;
  const shape = shapeOf(value);
  return shape && rankOf(shape) > 1 ? print(shape) : undefined;
}

/** The place behind the semicolon of a declaration at the end of its line; undefined for a declaration with a body
 *  in braces, such as a lambda. */
function endOfLine(source: SourceText, name: Span): number | undefined {
  const declaration = declarationAt(source, name);
  const end = declaration && endOf(source, declaration);
  if (end === undefined || source.text.slice(end, lineEnd(source.text, end)).trim() !== '') return undefined;
  const init = declaration?.let?.init;
  const hasBody = nodesIn(init ?? declaration?.value).some(
    (node) => node.is === 'Lambda' || (node.is === 'Brace' && node.args.length > 0),
  );
  return hasBody || (init?.how === 'brace' && init.args.length > 0) ? undefined : end;
}
