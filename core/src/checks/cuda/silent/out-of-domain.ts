// A composition whose right operand reaches beyond the domain of the left one: CuTe continues the last mode.
import { say } from '../../../base/say';
import { cosize, flatten_to_tuple, print, size } from '../../../algebra/index';
import type { Layout } from '../../../algebra/types';
import { isA, numbersOf } from '../../../values/convert';
import type { Check } from '../../lib/check';

export const outOfDomain: Check = {
  slug: 'out-of-domain',
  topic: 'silent',
  level: 'warning',
  title: 'The right side of a composition leaves the domain of the left one',
  explains: `A layout of size n is a function of the indices 0 to n-1.
\`composition(A, B)\` with a B that reaches n or beyond is accepted: CuTe treats the last mode of A as unbounded, so the result contains offsets that A does not have.

The check looks at compositions of layouts with known numbers and no negative strides.`,
  bad: 'auto r = composition(Layout<Shape<_8, _4>>{}, Layout<_64, _1>{});',
  good: 'auto r = composition(Layout<Shape<_8, _4>>{}, Layout<_32, _1>{});',
  *find(facts) {
    for (const call of facts.calls('composition', 'compose')) {
      const [a, b] = call.operands.map(({ value }) => value);
      if (!a || !b || !isA(a, 'layout') || !isA(b, 'layout') || !isA(call.result, 'layout')) continue;
      const [reached, domain] = numbersOf([cosize(b), size(a)]) ?? [];
      if (reached === undefined || domain === undefined || domain <= 0 || reached <= domain || hasNegative(b)) continue;
      yield {
        span: call.operands[1]?.span ?? call.span,
        instance: call.instance,
        message: say`${print(b)} reaches index ${reached - 1}, the domain of ${print(a)} ends at ${domain - 1}; CuTe returns ${print(call.result)}, which continues past its end`,
      };
    }
  },
};

function hasNegative({ stride }: Layout): boolean {
  return flatten_to_tuple(stride).some((leaf) => (numbersOf([leaf])?.[0] ?? 0) < 0);
}
