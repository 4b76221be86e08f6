// A comma between values in parentheses: C++ drops the left one.
import { say } from '../../../base/say';
import type { Call, Fix } from '../../../analysis';
import { rankOf } from '../../../algebra/index';
import type { Span } from '../../../base/span';
import { isA, isTuple } from '../../../values/convert';
import type { Value } from '../../../values/value';
import type { Check } from '../../lib/check';
import { innermost, layoutOfOperand } from '../../lib/divisions';
import type { Facts } from '../../lib/facts';

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
    for (const call of facts.calls('operator,')) {
      const { operands, span, instance } = call;
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
        message: say`the comma drops \`${dropped}\`; what is passed is \`${kept}\``,
        fixes: fixesOf(facts, call, dropped, kept),
      };
    }
  },
};

/** In the only argument of a call, the parentheses may go, where the call takes as many arguments; anywhere else the
 *  repair writes what C++ does. Both compile. */
function fixesOf(facts: Facts, { operands, span, instance }: Call, dropped: string, kept: string): readonly Fix[] {
  const keeps = { title: say`Keep only ${kept}, as C++ does`, edits: [{ span, text: kept }] };
  const inside = parenthesesAround(facts, span);
  const left = operands[0]?.value;
  const call = inside && facts.calls(...takers).find((one) => one.instance === instance && isOnlyArgument(one, inside));
  if (!inside || !call || left === undefined || isTuple(left)) return [keeps];
  const object = call.operands[0]?.value;
  const takesBoth = call.name !== 'operator()' || rankOfObject(object) === 2;
  if (!takesBoth) return [keeps];
  const separate = {
    title: say`Pass both: ${dropped}, ${kept}`,
    edits: [{ span: inside, text: `${dropped}, ${kept}` }],
  };
  return [{ ...separate, preferred: true }, keeps];
}

/** What takes any number of arguments, and objects that take one for each mode. */
const takers = ['operator()', 'make_shape', 'make_coord', 'make_stride', 'make_tile', 'make_step', 'make_tuple'];

/** The place of the parentheses directly around an expression. */
function parenthesesAround(facts: Facts, { file, start, end }: Span): Span | undefined {
  const { text } = facts.sourceOf({ file, start, end });
  const [open, close] = [/\(\s*$/.exec(text.slice(0, start)), /^\s*\)/.exec(text.slice(end))];
  return open && close ? { file, start: open.index, end: end + close[0].length } : undefined;
}

/** True where a call is `f((a, b))`: what stands in its parentheses is one expression in parentheses. */
function isOnlyArgument({ span, operands, method }: Call, inside: Span): boolean {
  const given = operands.slice(method ? 1 : 0);
  const [only] = given;
  if (given.length !== 1 || !only?.span || only.span.file !== inside.file) return false;
  const isHere = only.span.start >= inside.start && only.span.end <= inside.end;
  return isHere && span.end >= inside.end && span.start < inside.start;
}

function rankOfObject(object: Value | undefined): number | undefined {
  const layout = object && layoutOfOperand(object);
  return layout && rankOf(innermost(layout).shape);
}
