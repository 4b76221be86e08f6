// A composition that CuTe accepts, but whose result is not the composition of the two functions.
import { say } from '../../../base/say';
import { spend } from '../../../base/meter';
import type { Call } from '../../../analysis';
import { cosize, int, isIntTuple, make_layout, offset_of, print, size } from '../../../algebra/index';
import { known } from '../../../algebra/errors';
import type { Layout } from '../../../algebra/types';
import { isA, numbersOf, isTuple } from '../../../values/convert';
import type { Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';

/** The largest number of coordinates that are compared. */
const mostCoordinates = 4096;

export const compositionDiffers: Check = {
  slug: 'composition-differs',
  topic: 'silent',
  level: 'warning',
  title: 'The composition is not A(B(i))',
  explains: `\`composition(A, B)\` should be the layout R with R(i) = A(B(i)).
CuTe computes it mode by mode and checks only some of the conditions for that, and only on static numbers. If a condition does not hold and is not checked, the result is a different function, without a message.
The finding names the first coordinate that differs, what CuTe's result gives there and what it should be.

The check looks at compositions of layouts with known numbers, up to ${mostCoordinates} coordinates.
Where B leaves the domain of A, see \`out-of-domain\`.`,
  bad: 'auto r = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _3>{});',
  good: 'auto r = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_2, _4>{});',
  *find(facts) {
    for (const call of facts.calls('composition', 'compose', 'with_shape')) yield* findingOf(call);
  },
};

function* findingOf(call: Call): Generator<Finding> {
  const [a, right] = call.operands.map(({ value }) => value);
  const { result } = call;
  const b = right === undefined ? undefined : asRight(call, right);
  if (!a || !b || !isA(a, 'layout') || !isA(result, 'layout')) return;
  const found = firstDifference(a, b, result);
  if (!found) return;
  const { i, got, wanted, through } = found;
  yield {
    span: call.operands[1]?.span ?? call.span,
    instance: call.instance,
    message: say`${print(result)} is not the composition of ${print(a)} with ${print(b)}: at ${i} it gives ${got}, and A(B(${i})) = A(${through}) = ${wanted}`,
  };
}

/** The right operand as a layout; for `with_shape`, the new shape in column-major order. */
function asRight({ name }: Call, right: Value): Layout | undefined {
  if (isA(right, 'layout')) return right;
  return name === 'with_shape' && isTuple(right) && isIntTuple(right) ? make_layout(right) : undefined;
}

/** The cost of evaluating three layouts at one coordinate. */
const unitsOfCoordinate = 64;

interface Difference {
  readonly i: number;
  readonly through: number;
  readonly got: number;
  readonly wanted: number;
}

function firstDifference(a: Layout, b: Layout, result: Layout): Difference | undefined {
  const [count, domain] = numbersOf([size(b), size(a)]) ?? [];
  if (count === undefined || domain === undefined || count > mostCoordinates) return undefined;
  return known(() => {
    if ((numbersOf([cosize(b)])?.[0] ?? Infinity) > domain) return undefined;
    spend(unitsOfCoordinate * Math.max(0, count), 'coordinates');
    for (let i = 0; i < count; i++) {
      const [through] = numbersOf([offset_of(b, int(i))]) ?? [];
      const [got, wanted] =
        through === undefined ? [] : (numbersOf([offset_of(result, int(i)), offset_of(a, int(through))]) ?? []);
      if (through === undefined || got === undefined || wanted === undefined) return undefined;
      if (got !== wanted) return { i, through, got, wanted };
    }
    return undefined;
  });
}
