// A coordinate outside the shape. CuTe computes an offset for it anyway. It also speaks of kernels whose threads are
// followed, since offsets of layouts are no accesses; outside-tensor leaves to it what it reports.
import { say } from '../../../base/say';
import type { Call } from '../../../analysis';
import { isSameSpan, type Span } from '../../../base/span';
import { isTuple, type IntTuple } from '../../../algebra/leaf';
import { print, size } from '../../../algebra/index';
import { isA, isAnyLayout, numbersOf } from '../../../values/convert';
import { printValue } from '../../../values/print';
import type { Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';

export const coordinateRange: Check = {
  slug: 'coordinate-range',
  topic: 'silent',
  level: 'warning',
  title: 'A coordinate is outside the shape',
  explains: `CuTe does not compare coordinates with shapes: \`Layout<Shape<_4, _4>>{}(7, 9)\` is 43, an offset that no element of the layout has.
The part for the last mode has no upper limit, so it continues past the end; an index into the whole does the same.
\`idx2crd(37, shape)\` with two arguments leaves the last part unbounded as well.

The check looks at coordinates that are numbers of the source or follow from the program's defaults; not those of threads, blocks and loops.`,
  bad: 'auto offset = Layout<Shape<_4, _4>>{}(make_coord(7, 9));',
  good: 'auto offset = Layout<Shape<_4, _4>>{}(make_coord(3, 1));',
  *find(facts) {
    for (const call of facts.calls('operator()')) {
      const [object, ...coordinate] = call.operands.map(({ value }) => value);
      const layout =
        object === undefined
          ? undefined
          : isA(object, 'tensor')
            ? object.layout
            : isAnyLayout(object)
              ? object
              : undefined;
      if (layout?.is === 'layout' && !isA(call.result, 'unknown'))
        yield* findingOf(
          facts,
          call,
          layout.shape,
          coordinate.length === 1 ? coordinate[0] : coordinate,
          call.operands.slice(1),
          print(layout),
        );
    }
    for (const call of facts.calls('idx2crd', 'crd2idx')) {
      const [coordinate, shape] = call.operands.map(({ value }) => value);
      if (coordinate !== undefined && shape !== undefined && isIntTuple(shape) && !isA(call.result, 'unknown'))
        yield* findingOf(facts, call, shape, coordinate, call.operands.slice(0, 1), printValue(shape));
    }
  },
};

/** Whether the coordinate of a call is one that this check reports. */
export function isReported(facts: Facts, at: Span): boolean {
  return facts.calls('operator()').some((call) => {
    const [object, ...coordinate] = call.operands.map(({ value }) => value);
    const isThere = isSameSpan(call.span, at);
    if (!isThere || call.guards.length > 0 || object === undefined || !isA(object, 'tensor')) return false;
    const { layout } = object;
    const crd = coordinate.length === 1 ? coordinate[0] : coordinate;
    return layout.is === 'layout' && crd !== undefined && partOutside(facts, layout.shape, crd) !== undefined;
  });
}

function* findingOf(
  facts: Facts,
  call: Call,
  shape: IntTuple,
  coordinate: Value | undefined,
  written: Call['operands'],
  what: string,
): Generator<Finding> {
  const outside =
    coordinate === undefined || call.guards.length > 0 ? undefined : partOutside(facts, shape, coordinate);
  const [first, last] = [written[0]?.span, written[written.length - 1]?.span];
  if (!outside || !first || !last) return;
  const answer =
    isA(call.result, 'element') || isA(call.result, 'tensor') ? '' : say`; CuTe answers ${printValue(call.result)}`;
  yield {
    span: { ...first, end: last.end },
    instance: call.instance,
    message: say`${outside.n} is outside ${what}, where the coordinate must be below ${outside.extent}${answer}`,
  };
}

/** The first part of a coordinate that is not below its extent. An integer may be a coordinate of a nested mode. */
function partOutside(
  facts: Facts,
  shape: IntTuple,
  coordinate: Value,
): { readonly n: number; readonly extent: number } | undefined {
  if (isTuple(coordinate)) {
    for (const [i, part] of coordinate.entries()) {
      const mode = isTuple(shape) ? shape[i] : shape;
      const found = mode && partOutside(facts, mode, part);
      if (found) return found;
    }
    return undefined;
  }
  const [n, extent] = isFixed(facts, coordinate) ? (numbersOf([coordinate, size(shape)]) ?? []) : [];
  return n !== undefined && extent !== undefined && n >= extent && extent > 0 ? { n, extent } : undefined;
}

/** True for a number that is the same for every thread, block and iteration. */
function isFixed(facts: Facts, value: Value): boolean {
  if (isA(value, 'static')) return true;
  return (
    isA(value, 'dynamic') &&
    (value.from ?? []).every((id) =>
      ['default', 'argument', 'pin'].includes(facts.evaluation.assumptions[id]?.kind ?? ''),
    )
  );
}

function isIntTuple(value: Value): value is IntTuple {
  return isTuple(value) ? value.every(isIntTuple) : isA(value, 'static') || isA(value, 'dynamic');
}
