// A comma between values in parentheses: C++ drops the left one.
import { isA } from '../../../values/convert';
import type { Check } from '../../lib/check';

export const droppedValue: Check = {
  slug: 'dropped-value',
  topic: 'silent',
  level: 'warning',
  title: 'A comma inside parentheses drops a value',
  explains: `\`layout((1, 2))\` is \`layout(2)\`: inside parentheses that are no argument list, the comma evaluates its left side and drops it.
A coordinate is \`make_coord(1, 2)\`, or without parentheses of its own, \`layout(1, 2)\`.

The check looks at commas whose left side is a number, a name or \`T{}\`.`,
  bad: 'auto offset = Layout<Shape<_4, _8>>{}((1, 2));',
  good: 'auto offset = Layout<Shape<_4, _8>>{}(make_coord(1, 2));',
  *find(facts) {
    for (const { operands, span, instance } of facts.calls('operator,')) {
      const [left, right] = operands;
      if (
        !left?.span ||
        !right?.span ||
        isA(left.value, 'void') ||
        isA(left.value, 'unknown') ||
        isA(left.value, 'element')
      )
        continue;
      const [dropped, kept] = [facts.textAt(left.span), facts.textAt(right.span)];
      yield {
        span,
        instance,
        message: `the comma drops \`${dropped}\`; what is passed is \`${kept}\``,
        fixes: [
          {
            title: `Change to make_coord(${dropped}, ${kept})`,
            edits: [{ span, text: `make_coord(${dropped}, ${kept})` }],
          },
        ],
      };
    }
  },
};
