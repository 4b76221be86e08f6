// Mechanical repairs of cuTile programs. A repair changes a literal, or follows from the finding.
import { say } from '../../base/say';
import type { Call, Counted, Fix } from '../../analysis';
import { remembered } from '../../base/remembered';
import type { Span } from '../../base/span';
import { isA, isTuple } from '../../values/convert';
import { spellExtents } from '../../values/tile';
import { loopOf, typeBeside } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import type { Expr } from '../../ir/program';
import { elementsOf, indexAxes, indexOperand, type IndexAxis } from '../lib/counted';
import type { Facts } from '../lib/facts';

/** `48` or `48i32`. */
function literalIn(
  facts: Facts,
  elements: readonly Expr[] | undefined,
  axis: number,
): { readonly n: number; readonly span: Span } | undefined {
  const element = elements?.[axis];
  const digits = element?.is === 'Int' ? /^\d+(?=(?:i32)?$)/.exec(facts.writtenAt(element.span))?.[0] : undefined;
  return element && digits !== undefined
    ? { n: Number(digits), span: { ...element.span, end: element.span.start + digits.length } }
    : undefined;
}

function elementsAt(facts: Facts, span: Span | undefined): readonly Expr[] | undefined {
  const list = facts.expressionAt(span);
  return list && elementsOf(list);
}

/** Changes the extent of a tile along an axis, in the shape that the call takes and in the type beside the name. */
export function extentFixes(facts: Facts, call: Call, axis: number, n: number): readonly Fix[] {
  const shapes = call.operands.map(({ span }) => elementsAt(facts, span));
  const written = literalIn(
    facts,
    shapes.find((elements) => literalIn(facts, elements, axis)?.n === n),
    axis,
  );
  if (!written) return [];
  const annotated = literalIn(facts, annotationOf(facts, call.span), axis);
  const places = [written.span, ...(annotated?.n === n ? [annotated.span] : [])];
  const up = 2 ** Math.ceil(Math.log2(n));
  return [up, up / 2].map((size, i) => ({
    title: say`Make axis ${axis} ${size}`,
    edits: places.map((span) => ({ span, text: String(size) })),
    preferred: i === 0,
  }));
}

/** The extents in the type beside the name: `[48]` of `let t: Tile<f32, { [48] }> = …`. */
function annotationOf(facts: Facts, value: Span): readonly Expr[] | undefined {
  const type = typeBeside(facts.sourceOf(value), value);
  for (const node of nodesIn(type)) if (node.is === 'Brace') return node.args;
  return undefined;
}

/** Makes the tiles of `partition_mut` smaller, so that they divide the block's own part. */
export function dividingFixes(facts: Facts, call: Call, axis: number, whole: number, part: number): readonly Fix[] {
  const written = literalIn(facts, elementsAt(facts, call.operands[1]?.span), axis);
  let divisor = 2 ** Math.floor(Math.log2(part));
  while (divisor >= 2 && whole % divisor !== 0) divisor /= 2;
  return written?.n !== part || divisor < 2
    ? []
    : [
        {
          title: say`Cut into ${divisor}, which divides ${whole}`,
          edits: [{ span: written.span, text: String(divisor) }],
          preferred: true,
        },
      ];
}

/** Inserts a reshape before a broadcast that adds axes, if the existing axes fit in only one way. */
export function reshapeFixes(facts: Facts, call: Call | undefined): readonly Fix[] {
  const [of, shape] = call?.operands ?? [];
  if (call?.method !== true || !of?.span || !shape || !isA(of.value, 'tile')) return [];
  const elements = elementsAt(facts, shape.span);
  const wanted = isTuple(shape.value) ? shape.value.map((n) => (isA(n, 'dynamic') ? n.n : undefined)) : [];
  const places = placements(
    of.value.shape.map(({ n }) => n),
    wanted,
  );
  const [only] = places;
  if (!elements || elements.length !== wanted.length || places.length !== 1 || !only) return [];
  const extents = elements.map(({ span }, axis) => (only.includes(axis) ? facts.writtenAt(span) : '1'));
  const text = `const_shape![${extents.join(', ')}]`;
  return [
    {
      title: say`Reshape ${spellExtents(of.value.shape)} to ${text.slice('const_shape!'.length)} first`,
      edits: [{ span: { ...of.span, start: of.span.end }, text: `.reshape(${text})` }],
      preferred: true,
    },
  ];
}

/** All ways to put `extents`, in order, on axes of `wanted` with equal extents. */
function placements(
  extents: readonly (number | undefined)[],
  wanted: readonly (number | undefined)[],
  from = 0,
): readonly (readonly number[])[] {
  const [first, ...rest] = extents;
  if (extents.length === 0) return [[]];
  return wanted.flatMap((n, axis) =>
    axis < from || n === undefined || n !== first
      ? []
      : placements(rest, wanted, axis + 1).map((more) => [axis, ...more]),
  );
}

interface IndexedCall {
  readonly call: Call;
  readonly axes: readonly IndexAxis[];
}

/** The loads and stores, with the axes of their index. */
export const indexedCalls = remembered((facts: Facts): readonly IndexedCall[] => [...findIndexedCalls(facts)]);

function* findIndexedCalls(facts: Facts): Generator<IndexedCall> {
  for (const call of facts.evaluation.calls) {
    const index = call.operands[indexOperand(call.name) ?? -1];
    const of = call.operands[0]?.value;
    if (!index?.span || of === undefined || !isA(of, 'tile-partition')) continue;
    const axes = indexAxes(
      facts.sourceOf(index.span),
      facts.expressionAt(index.span),
      index.value,
      facts.evaluation.assumptions,
      (at) => facts.factsAt(at).find(({ declared }) => declared)?.declared,
    );
    if (axes) yield { call, axes };
  }
}

/** Replaces the end of a loop by the number of tiles. */
export function countTiles(facts: Facts, loop: Counted, call: Call, axis: number): readonly Fix[] {
  const end = loopOf(facts.sourceOf(loop.at), loop.at)?.until;
  const of = facts.expressionAt(call.operands[0]?.span);
  if (!end || of?.is !== 'Name') return [];
  const text = `num_tiles(&${of.id}, ${axis})`;
  return [{ title: say`Count to ${text}`, edits: [{ span: end.span, text }], preferred: true }];
}
