// A comment that describes another arrangement of threads or values than the layout before it.
import { say } from '../../../base/say';
import type { Fix } from '../../../analysis';
import type { Span } from '../../../base/span';
import { print, size } from '../../../algebra/index';
import { isTuple } from '../../../algebra/leaf';
import type { Layout } from '../../../algebra/types';
import { closesBefore } from '../../../text/comments';
import { isA, numbersOf } from '../../../values/convert';
import type { Check } from '../../lib/check';
import { commentsBehindCode } from '../../lib/comments';
import { firstFrom, type Facts } from '../../lib/facts';
import { contradictedMajor } from '../../lib/major';

export const staleThreadComment: Check = {
  slug: 'stale-thread-comment',
  topic: 'comments',
  level: 'warning',
  title: 'A comment gives another thread or value layout than the code',
  explains: `\`// Thr layout 32x8 k-major\` beside an argument of \`make_tiled_copy\` describes the layout. If the layout changes and the comment does not, the comment is wrong.

The check looks at comments with a size such as \`32x8\` after the words thread, thr, value or val, directly behind a layout on the same line.
Extents are compared, and with \`m-major\`, \`n-major\` or \`k-major\` the mode of stride 1: M and N are mode 0, K is mode 1.`,
  bad: `auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                            Layout<Shape<_16, _8>, Stride<_8, _1>>{},  // Thr layout 32x8 k-major
                            Layout<Shape<_1, _1>>{});`,
  good: `auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                            Layout<Shape<_16, _8>, Stride<_8, _1>>{},  // Thr layout 16x8 k-major
                            Layout<Shape<_1, _1>>{});`,
  *find(facts) {
    for (const { comment, text } of commentsBehindCode(facts)) {
      const said = /\b(?:thr(?:ead)?s?|val(?:ue)?s?)\b[^\dx]*\b(\d+(?:\s*x\s*\d+)+)\b/i.exec(text);
      const found = said && !/\be\.\s?g\./.test(text) ? layoutBefore(facts, comment) : undefined;
      if (!said || !found) continue;
      const extents = extentsOf(found.layout);
      const written = (said[1] ?? '').split('x').map(Number);
      const major = contradictedMajor(text, text.includes('n-major') ? ['n', 'k'] : ['m', 'k'], found.layout);
      if (!extents || (extents.join() === written.join() && !major)) continue;
      const is = extents.join('x');
      const fix = rewritten(comment, text, said, is, major);
      yield {
        span: comment,
        instance: found.instance,
        message:
          extents.join() === written.join()
            ? say`the comment says ${major?.said ?? ''}, ${print(found.layout)} is ${major?.is ?? ''}`
            : say`the comment says ${said[1] ?? ''}, the layout before it is ${print(found.layout)}, ${is}`,
        fixes: [fix],
      };
    }
  },
};

/** The layout that ends directly before a comment, where all instances agree on it. */
function layoutBefore(facts: Facts, comment: Span): { readonly layout: Layout; readonly instance: number } | undefined {
  const source = facts.sourceOf(comment);
  const all = facts.evaluation.facts.get(comment.file) ?? [];
  const near = all
    .slice(0, firstFrom(all, comment.start))
    .filter(({ span }) => span.end > comment.start - 80 && closesBefore(source, span.end, comment));
  const last = near
    .filter(({ seen }) => seen.every(({ value }) => isA(value, 'layout')))
    .sort((a, b) => b.span.end - a.span.end || a.span.start - b.span.start)[0];
  const [first] = last?.seen ?? [];
  return first && last?.seen.length === 1 && isA(first.value, 'layout')
    ? { layout: first.value, instance: first.instance }
    : undefined;
}

function extentsOf({ shape }: Layout): readonly number[] | undefined {
  return isTuple(shape) ? numbersOf(shape.map((mode) => size(mode))) : undefined;
}

function rewritten(
  comment: Span,
  text: string,
  said: RegExpExecArray,
  is: string,
  major: { readonly said: string; readonly is: string } | undefined,
): Fix {
  const written = said[1] ?? '';
  const sized = text.slice(0, said.index) + said[0].replace(written, is) + text.slice(said.index + said[0].length);
  const right = major ? sized.replace(major.said, major.is) : sized;
  return { title: say`Write ${right.trim()}`, edits: [{ span: comment, text: right }], preferred: true };
}
