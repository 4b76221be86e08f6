// The names of a layout's modes as the author wrote them: CuTe code often ends a declaration with `// (BLK_M,BLK_K,k)`.
// A comment with another rank than the value is ignored. Behind a structured binding there is a tuple for each of its
// names, in their order: `// (TMA,k) and (TMA,PIPE)`.
import type { SourceText } from '../../analysis';
import type { Span } from '../../base/span';
import { declarationAt, endOf } from '../../ir/outline';
import { commentBehind, tupleAt, tuplesOf } from '../../text/comments';

/** The names in the comment behind the declaration of the name at a place, one for each mode; empty where there are
 *  none. */
export function modeNames(source: SourceText, name: Span, rank: number): readonly string[] {
  const declaration = declarationAt(source, name);
  const comment = commentBehind(source, (declaration && endOf(source, declaration)) ?? name.end);
  const text = comment ? source.text.slice(comment.start + 2, comment.end).trimStart() : '';
  const [at, count] = declaration?.binding ?? [0, 1];
  const tuples = count === 1 ? [tupleAt(text, 0)?.tuple] : tuplesOf(text);
  const names = (tuples.length === count ? tuples[at] : undefined)?.parts?.map((part) => part.text) ?? [];
  return names.length === rank && names.every((one) => /[A-Za-z]/.test(one)) ? names : [];
}
