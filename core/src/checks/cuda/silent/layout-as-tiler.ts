// A layout with several modes as the tiler of a division, where a tiler for each mode was probably meant.
import { say } from '../../../base/say';
import type { Fix } from '../../../analysis';
import { print, rankOf } from '../../../algebra/index';
import type { Span } from '../../../base/span';
import { cuteNameOf, makerOf, partsOf } from '../../../ir/spelled';
import type { Layout } from '../../../algebra/types';
import { isA, isTuple, numbersOf } from '../../../values/convert';
import { printValue } from '../../../values/print';
import type { Check } from '../../lib/check';
import { layoutOfOperand } from '../../lib/divisions';
import type { Facts } from '../../lib/facts';

export const layoutAsTiler: Check = {
  slug: 'layout-as-tiler',
  topic: 'silent',
  level: 'information',
  title: 'A layout tiles the whole as one sequence, not mode by mode',
  explains: `A layout as a tiler selects elements by their index in the whole tensor: \`zipped_divide(a, Layout<Shape<_4, _8>>{})\` takes the first 32 elements of \`a\` as a tile, whatever the shape of \`a\`.
A tile of 4 by 8 is \`make_shape(_4{}, _8{})\` or \`Shape<_4, _8>{}\`, a tuple with a tiler for each mode.

The check looks at divisions of layouts with at least two modes by a compact layout of the same rank.`,
  bad: 'auto tiles = zipped_divide(make_layout(make_shape(_16{}, _16{})), Layout<Shape<_4, _8>>{});',
  good: 'auto tiles = zipped_divide(make_layout(make_shape(_16{}, _16{})), Shape<_4, _8>{});',
  *find(facts) {
    for (const call of facts.calls('logical_divide', 'zipped_divide', 'tiled_divide', 'flat_divide', 'local_tile')) {
      const [operand, tiler] = call.operands;
      const layout = operand && layoutOfOperand(operand.value);
      if (!layout || !tiler?.span || !isA(tiler.value, 'layout') || isA(call.result, 'unknown')) continue;
      const rank = rankOf(tiler.value);
      if (rank < 2 || rank !== rankOf(layout) || !isColumnMajor(tiler.value)) continue;
      yield {
        span: tiler.span,
        instance: call.instance,
        message: say`the layout ${print(tiler.value)} takes elements of ${print(layout)} in sequence, not a tile of ${printValue(tiler.value.shape)} by mode; a tile by mode is a tuple`,
        fixes: fixesOf(facts, tiler.span),
      };
    }
  },
};

/** True for the layouts that `Layout<Shape<…>>{}` and `make_layout(shape)` make. */
function isColumnMajor({ shape, stride }: Layout): boolean {
  let next = 1;
  if (!isTuple(shape) || !isTuple(stride)) return false;
  return shape.every((extent, i) => {
    const [n] = numbersOf([extent]) ?? [];
    const [d] = numbersOf([stride[i] ?? []]) ?? [];
    const fits = n !== undefined && (d === next || (n === 1 && d === 0));
    next *= n ?? 1;
    return fits;
  });
}

/** Replaces `Layout<Shape<…>>{}` or `make_layout(make_shape(…))` by its shape, if the layout is written so and has
 *  nothing but a shape. */
function fixesOf(facts: Facts, span: Span): readonly Fix[] {
  const written = facts.expressionAt(span);
  const maker = written && makerOf(written)?.id;
  const [shape, ...more] = (written && partsOf(written)) ?? [];
  if (!written || !shape || more.length > 0) return [];
  const isType = written.is === 'Brace' && maker === 'Layout' && cuteNameOf(shape)?.id === 'Shape';
  const isCall =
    written.is === 'Call' && maker === 'make_layout' && shape.is === 'Call' && makerOf(shape)?.id === 'make_shape';
  const text = facts.textAt(shape.span);
  return isType || isCall
    ? [{ title: say`Tile mode by mode`, edits: [{ span, text: isType ? `${text}{}` : text }], preferred: true }]
    : [];
}
