// What the modes of a layout mean, where the author wrote it down: CuTe code ends declarations with `//
// (BLK_M,BLK_K,k)`. A comment that does not fit the rank says nothing.
import type { SourceText } from '../../analysis';
import type { Span } from '../../base/span';
import { declarationAt, endOf } from '../../ir/outline';
import { commentBehind, tupleAt } from '../../text/comments';

/** The names in the comment behind the declaration of the name at a place, one per mode; empty where there are none. */
export function modeNames(source: SourceText, name: Span, rank: number): readonly string[] {
  const declaration = declarationAt(source, name);
  const comment = commentBehind(source, (declaration && endOf(source, declaration)) ?? name.end);
  const text = comment ? source.text.slice(comment.start + 2, comment.end).trimStart() : '';
  const names = tupleAt(text, 0)?.tuple.parts?.map((part) => part.text) ?? [];
  return names.length === rank && names.every((one) => /[A-Za-z]/.test(one)) ? names : [];
}
