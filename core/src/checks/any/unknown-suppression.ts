// A comment that silences a check that does not exist: its name is misspelled, or the check was removed.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { nearest } from '../../base/spelling';
import type { Check, Finding } from '../lib/check';
import { directive, suppressions } from '../lib/suppress';

export const unknownSuppression: Check = {
  slug: 'unknown-suppression',
  topic: 'comments',
  level: 'warning',
  title: 'A comment silences a check that does not exist',
  explains: `A comment \`// ${directive} <slug>\` silences the checks that it names, separated by commas, on the next line of code. What follows \`--\` is a remark.
A name that no check has silences nothing.`,
  bad: `// ${directive} tile-remainders
auto tile = zipped_divide(make_layout(make_shape(_128{}, _64{})), make_shape(_48{}, _64{}));`,
  good: `// ${directive} tile-remainder -- the last tile is padded
auto tile = zipped_divide(make_layout(make_shape(_128{}, _64{})), make_shape(_48{}, _64{}));`,
  *find({ evaluation, slugs }) {
    for (const { slug, span } of suppressions(evaluation)) {
      if (slug === '') yield { span, message: say`name the check to silence: \`// ${directive} <slug>\`` };
      else if (!slugs.includes(slug)) yield misspelled(slug, span, slugs);
    }
  },
};

function misspelled(slug: string, span: Span, slugs: readonly string[]): Finding {
  const near = nearest(slug, slugs);
  if (near === undefined) return { span, message: say`there is no check \`${slug}\`` };
  return {
    span,
    message: say`there is no check \`${slug}\`; did you mean \`${near}\`?`,
    fixes: [{ title: say`Change to ${near}`, edits: [{ span, text: near }], preferred: true }],
  };
}
