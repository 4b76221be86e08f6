// A static assertion that does not hold, so that the compiler refuses the program.
import { say } from '../../../base/say';
import type { Assertion } from '../../../analysis';
import type { Expr } from '../../../ir/program';
import { printValue } from '../../../values/print';
import type { Check } from '../../lib/check';
import type { Facts } from '../../lib/facts';

export const staticAssertion: Check = {
  slug: 'static-assertion',
  topic: 'rules',
  level: 'error',
  title: 'A static assertion does not hold',
  explains: `The condition of a \`static_assert\`, \`CUTE_STATIC_ASSERT\` or \`CUTE_STATIC_ASSERT_V\` is false, so the compiler stops here.
It is reported only if it depends on no assumption, on no branch that the compiler may discard, and on no template that nothing instantiates.`,
  bad: 'CUTE_STATIC_ASSERT_V(size(Layout<Shape<_2, _3>>{}) == _8{});',
  good: 'CUTE_STATIC_ASSERT_V(size(Layout<Shape<_2, _3>>{}) == _6{});',
  *find(facts) {
    for (const one of facts.evaluation.assertions) {
      if (one.holds !== false || one.perhaps || one.assumes.length > 0) continue;
      yield {
        span: one.span,
        instance: one.instance,
        message: say`this static assertion does not hold${sides(facts, one)}`,
      };
    }
  },
};

const comparisons = /^(?:[=!<>]=|[<>])$/;

/** The values of what a comparison compares, where they are no literals. */
function sides(facts: Facts, { span, instance }: Assertion): string {
  const e = facts.expressionAt(span);
  if (e?.is !== 'Binary' || !comparisons.test(e.op)) return '';
  const said = [e.left, e.right].flatMap((side) => valueOf(facts, side, instance) ?? []);
  return said.length > 0 ? `: ${said.join(', ')}` : '';
}

function valueOf(facts: Facts, side: Expr, instance: number): string | undefined {
  const seen = facts.factsAt(side.span).flatMap((fact) => fact.seen.filter((one) => one.instance === instance));
  const texts = new Set(seen.map(({ value }) => printValue(value)).filter((text) => text !== ''));
  const [text] = texts;
  return texts.size === 1 && text !== undefined && text !== facts.writtenAt(side.span).replace(/\{\}$/, '')
    ? say`\`${facts.writtenAt(side.span)}\` is ${text}`
    : undefined;
}
