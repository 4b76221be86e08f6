// A comment that describes another shape than the value has.
import type { Fact, Observation } from '../../../analysis';
import { print } from '../../../algebra/index';
import { isTuple, type IntTuple } from '../../../algebra/leaf';
import { isA } from '../../../values/convert';
import type { Value } from '../../../values/value';
import { elementAt } from '../../../base/assert';
import type { Check, Finding } from '../../lib/check';
import { shapeComments, type ShapeComment, type Written } from '../../lib/comments';
import type { Facts } from '../../lib/facts';
import { affine, shapeOf } from '../../lib/shapes';
import { contradictedMajor } from '../../lib/major';

export const staleShapeComment: Check = {
  slug: 'stale-shape-comment',
  topic: 'comments',
  level: 'warning',
  title: 'A comment gives another shape than the value has',
  explains: `CuTe programs document shapes in comments behind declarations, \`// (BLK_M,BLK_K,k)\`. No compiler compares such a comment with the code, so it goes stale unnoticed.

The check looks at a tuple of at least two names or numbers at the start of a comment, on the line on which the declaration of a tensor, layout or shape ends.
The number of modes must agree, a nested tuple must stand for a nested mode, and a number must be the static extent; names may stand for anything.
In a comment such as \`(m,k) -> smem_idx; m-major\` the check also compares the order of the strides.
Where a template has several instances, the comment must be wrong for all of them.

The command *CuTe: Annotate Shapes* writes such comments where there are none.`,
  bad: 'auto sA = make_layout(make_shape(_128{}, _8{}, _3{}));  // (BLK_M,BLK_K)',
  good: 'auto sA = make_layout(make_shape(_128{}, _8{}, _3{}));  // (BLK_M,BLK_K,PIPE)',
  *find(facts) {
    for (const comment of shapeComments(facts)) {
      const seen = relevant(facts, comment.fact);
      const [first] = seen;
      const shape = first && shapeOf(first.value);
      if (first && shape && seen.every(({ value }) => contradiction(comment, value) !== undefined))
        yield findingOf(comment, first, shape);
    }
  },
};

/** The observations that the program reaches, or all of them if it reaches none. */
function relevant(facts: Facts, { seen }: Fact): readonly Observation[] {
  const reached = seen.filter(({ instance }) => facts.instance(instance)?.reached ?? true);
  return reached.length > 0 ? reached : seen;
}

function findingOf(comment: ShapeComment, { value, instance }: Observation, shape: IntTuple): Finding {
  const text = print(shape);
  return {
    span: comment.span,
    instance,
    message: `\`${comment.fact.name ?? 'this'}\` has the shape ${text}: ${contradiction(comment, value) ?? ''}`,
    fixes: [{ title: `Write ${text}`, edits: [{ span: comment.span, text }], preferred: true }],
  };
}

/** The contradiction between a comment and a value; undefined where there is none. */
function contradiction({ shape, rest, fact }: ShapeComment, value: Value): string | undefined {
  const actual = shapeOf(value);
  if (!actual) return undefined;
  const ranks = differs(shape, actual, '');
  if (ranks !== undefined) return ranks;
  const layout = isA(value, 'tensor') ? affine(value.layout) : affine(value);
  const major = layout && fact.role === 'declaration' ? contradictedMajor(rest, shape.map(String), layout) : undefined;
  return major && `the comment says ${major.said}, the strides are ${major.is}`;
}

function differs(written: Written, actual: IntTuple, at: string): string | undefined {
  if (typeof written === 'string') {
    const n = /^_?(\d+)$/.exec(written)?.[1];
    const isOther = n !== undefined && !isTuple(actual) && actual.is === 'static' && actual.n !== Number(n);
    return isOther ? `the comment says ${written} for mode ${at}` : undefined;
  }
  const where = at === '' ? '' : ` in mode ${at}`;
  if (!isTuple(actual)) return `the comment gives ${written.length} modes${where}, there is one`;
  if (written.length !== actual.length)
    return `the comment gives ${written.length} modes${where}, there are ${actual.length}`;
  return written
    .map((part, i) => differs(part, elementAt(actual, i), at === '' ? `${i}` : `${at},${i}`))
    .find((found) => found !== undefined);
}
