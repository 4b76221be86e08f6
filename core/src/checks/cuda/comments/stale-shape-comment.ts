// A comment that describes another shape than the value has. The repair keeps the names of the comment, where it is
// certain which modes they stand for, and otherwise writes the shape as CuTe prints it.
import { say } from '../../../base/say';
import type { Fix, Observation } from '../../../analysis';
import { print } from '../../../algebra/index';
import { isTuple, type IntTuple } from '../../../algebra/leaf';
import { isA } from '../../../values/convert';
import type { Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import { shapeComments, type ShapeComment } from '../../lib/comments';
import { reachedOf, type Facts } from '../../lib/facts';
import { alignment, knownNames, type KnownNames } from '../../lib/named-modes';
import { affine, shapeOf } from '../../lib/shapes';
import { contradictedMajor } from '../../lib/major';
import { corrections, differencesOf, edited, saysOf, type Difference } from '../../lib/written-tuple';

export const staleShapeComment: Check = {
  slug: 'stale-shape-comment',
  topic: 'comments',
  level: 'warning',
  title: 'A comment gives another shape than the value has',
  explains: `CuTe programs document shapes in comments behind declarations, \`// (BLK_M,BLK_K,k)\`. No compiler compares such a comment with the code, so it goes stale unnoticed.

The check looks at a tuple of at least two names or numbers at the start of a comment, on the line on which the declaration of a tensor, layout or shape ends.
The number of modes must agree, a nested tuple must stand for a nested mode, and a number must be the static extent; names may stand for anything.
A mapping such as \`(m,k) -> smem_idx; m-major\` gives coordinates, which are no shape: there the check compares the order of the strides, and the number of coordinates with the modes of a layout of several.
Where a template has several instances, the comment must be wrong for all of them.

The repair changes what is wrong and keeps the names. Where modes are missing, or are too many, it does so if comments that agree with their values tell which mode each name stands for; otherwise it writes the numbers.

The command *CuTe: Annotate Shapes* writes such comments where there are none.`,
  bad: 'auto sA = make_layout(make_shape(_128{}, _8{}, _3{}));  // (BLK_M,BLK_K)',
  good: 'auto sA = make_layout(make_shape(_128{}, _8{}, _3{}));  // (BLK_M,BLK_K,PIPE)',
  *find(facts) {
    for (const comment of shapeComments(facts)) {
      if (/^\s*:\s*\(/.test(comment.rest)) continue;
      const seen = reachedOf(facts, comment.fact);
      const [first] = seen;
      const shape = first && shapeOf(first.value);
      if (first && shape && seen.every(({ value }) => contradiction(comment, value) !== undefined))
        yield findingOf(facts, comment, first, shape);
    }
  },
};

/** What a comment contradicts: its modes, or the order of its strides. */
type Contradiction =
  | { readonly is: 'modes'; readonly differences: readonly [Difference, ...Difference[]] }
  | { readonly is: 'major'; readonly said: string; readonly actual: string };

function findingOf(facts: Facts, comment: ShapeComment, { value, instance }: Observation, shape: IntTuple): Finding {
  const { fact, span } = comment;
  const wrong = contradiction(comment, value);
  const name = `\`${fact.name ?? 'this'}\``;
  const message =
    wrong?.is === 'major'
      ? say`${name} has the shape ${print(shape)}: the comment says ${wrong.said}, the strides are ${wrong.actual}`
      : isMapping(comment)
        ? say`${name} maps ${isTuple(shape) ? shape.length : 1} coordinates, one for each mode of ${print(shape)}: the comment gives ${comment.tuple.parts.length}`
        : say`${name} has the shape ${print(shape)}: ${wrong ? saysOf(wrong.differences[0], '') : ''}`;
  return { span, instance, message, fixes: wrong ? fixesOf(facts, comment, wrong, shape) : [] };
}

/** The contradiction between a comment and a value; undefined where there is none. */
function contradiction(comment: ShapeComment, value: Value): Contradiction | undefined {
  const { tuple, rest, fact } = comment;
  const actual = shapeOf(value);
  if (!actual) return undefined;
  const [first, ...others] = isMapping(comment)
    ? mappedDifferently(comment, value, actual)
    : differencesOf(tuple, actual, (leaf) => leaf.is === 'static');
  if (first) return { is: 'modes', differences: [first, ...others] };
  const layout = isA(value, 'tensor') ? affine(value.layout) : affine(value);
  const names = tuple.parts.map(({ text }) => text);
  const major = layout && fact.role === 'declaration' ? contradictedMajor(rest, names, layout) : undefined;
  return major && { is: 'major', said: major.said, actual: major.is };
}

/** A layout of several modes takes one coordinate for each; one of a single mode takes what its name stands for. */
function mappedDifferently({ tuple }: ShapeComment, value: Value, actual: IntTuple): readonly Difference[] {
  const isLayout = isA(value, 'layout') || isA(value, 'composed') || isA(value, 'tensor');
  if (!isLayout || !isTuple(actual) || actual.length < 2 || actual.length === tuple.parts.length) return [];
  return [{ at: '', written: tuple, actual }];
}

const isMapping = ({ rest }: ShapeComment): boolean => /^\s*(?:->|→|=>|\|->)/.test(rest);

function fixesOf(facts: Facts, comment: ShapeComment, wrong: Contradiction, shape: IntTuple): readonly Fix[] {
  const { comment: place, span } = comment;
  if (wrong.is === 'major') {
    const start = span.end + comment.rest.indexOf(wrong.said);
    return [fixWith(wrong.actual, { ...place, start, end: start + wrong.said.length }, wrong.actual)];
  }
  const right = rewritten(knownNamesOf(facts), comment, wrong.differences, shape);
  if (right !== undefined) return [fixWith(right, span, right)];
  return isMapping(comment) ? [] : [fixWith(print(shape), span, print(shape))];
}

function fixWith(title: string, span: Fix['edits'][number]['span'], text: string): Fix {
  return { title: say`Write ${title}`, edits: [{ span, text }], preferred: true };
}

/** The tuple with its names; undefined where it has none, or where it is not certain what they stand for. */
function rewritten(
  names: KnownNames,
  { tuple, text }: ShapeComment,
  differences: readonly Difference[],
  shape: IntTuple,
): string | undefined {
  if (!/[A-Za-z]/.test(tuple.text)) return undefined;
  const isWhole = differences.some(({ at }) => at === '');
  if (isWhole) return isTuple(shape) ? alignment(names, tuple.parts, shape) : undefined;
  const end = tuple.start + tuple.text.length;
  return edited(text.slice(0, end), corrections(tuple.text, differences)).slice(tuple.start);
}

/** What names stand for, from the comments that agree with their values. */
function knownNamesOf(facts: Facts): KnownNames {
  const agreed = shapeComments(facts).flatMap((comment) =>
    reachedOf(facts, comment.fact).flatMap(({ value }) => {
      const shape = shapeOf(value);
      const isGood = shape && isTuple(shape) && !isMapping(comment) && !contradiction(comment, value);
      return isGood ? [{ parts: comment.tuple.parts, shape }] : [];
    }),
  );
  return knownNames(agreed);
}
