// The names of a layout's modes as the author wrote them: CuTe code often ends a declaration with `// (BLK_M,BLK_K,k)`.
// A comment with another rank than the value is ignored.
import type { SourceText } from '../../analysis';
import type { Span } from '../../base/span';
import { declarationAt, endOf } from '../../ir/outline';
import { commentBehind, tupleAt } from '../../text/comments';

/** The names in the comment behind the declaration of the name at a place, one for each mode; empty where there are
 *  none. */
export function modeNames(source: SourceText, name: Span, rank: number): readonly string[] {
  const declaration = declarationAt(source, name);
  const comment = commentBehind(source, (declaration && endOf(source, declaration)) ?? name.end);
  const text = comment ? source.text.slice(comment.start + 2, comment.end).trimStart() : '';
  const names = tupleAt(text, 0)?.tuple.parts?.map((part) => part.text) ?? [];
  return names.length === rank && names.every((one) => /[A-Za-z]/.test(one)) ? names : [];
}
