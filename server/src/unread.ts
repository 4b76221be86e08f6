// Which files of a program were not read at all, because they are too large or the parser ran out of memory. Nothing is
// known of them, which is not the same as that there is nothing in them.
import type { Analysis } from '../../core/src/index';

/** Why files were not read, by their paths. */
export function unreadIn({ problems, sources }: Pick<Analysis, 'problems' | 'sources'>): ReadonlyMap<string, string> {
  const unread = problems.filter(
    ({ span: { file, start, end } }) => start === 0 && end === 0 && sources.get(file)?.items.length === 0,
  );
  return new Map(unread.map(({ span, message }) => [span.file, message]));
}
