// Mechanical repairs of cuTile programs: what is changed is written as a literal, or follows from what the finding says.
import type { Call, Counted, Fix } from '../../analysis';
import type { Span } from '../../base/span';
import { isA } from '../../values/convert';
import { spellExtents } from '../../values/tile';
import type { Value } from '../../values/value';
import { elementsOf, indexAxes, indexOperand, type Element, type IndexAxis } from '../lib/counted';
import type { Facts } from '../lib/facts';

/** The elements of `const_shape![…]` or of a list. */
function shapeOf(facts: Facts, span: Span | undefined): readonly Element[] | undefined {
  if (!span) return undefined;
  const text = facts.textAt(span);
  const open = text.indexOf('[');
  return open < 0 ? undefined : elementsOf({ ...span, start: span.start + open }, text.slice(open));
}

/** `48` or `48i32`. */
function literalIn(elements: readonly Element[] | undefined, axis: number): { readonly n: number; readonly span: Span } | undefined {
  const element = elements?.[axis];
  const digits = /^(\d+)(?:i32)?$/.exec(element?.written ?? '')?.[1];
  return element && digits !== undefined ? { n: Number(digits), span: { ...element.at, end: element.at.start + digits.length } } : undefined;
}

/** Another extent for an axis of a tile, in the shape that the call is given and in the type beside the name. */
export function extentFixes(facts: Facts, call: Call, axis: number, n: number): readonly Fix[] {
  const shape = call.operands.map(({ span }) => (span && facts.textAt(span).includes('const_shape![') ? shapeOf(facts, span) : undefined)).find((elements) => literalIn(elements, axis)?.n === n);
  const written = literalIn(shape, axis);
  if (!written) return [];
  const annotated = literalIn(shapeOf(facts, annotationBefore(facts, call.span)), axis);
  const places = [written.span, ...(annotated?.n === n ? [annotated.span] : [])];
  const up = 2 ** Math.ceil(Math.log2(n));
  return [up, up / 2].map((size, i) => ({ title: `Make axis ${axis} ${size}`, edits: places.map((span) => ({ span, text: String(size) })), preferred: i === 0 }));
}

/** The list in `let t: Tile<f32, { [48] }> = `, which the call at `span` follows. */
function annotationBefore(facts: Facts, { file, start }: Span): Span | undefined {
  const from = Math.max(0, start - longestAnnotation);
  const before = facts.textAt({ file, start: from, end: start });
  const list = /:\s*Tile<[^;=]*?(\[[^\]]*\])\s*\}\s*>\s*=\s*$/d.exec(before)?.indices?.[1];
  return list && { file, start: from + list[0], end: from + list[1] };
}

const longestAnnotation = 200;

/** The smaller tiles of `partition_mut`, so that they divide the block's own part. */
export function dividingFixes(facts: Facts, call: Call, axis: number, whole: number, part: number): readonly Fix[] {
  const written = literalIn(shapeOf(facts, call.operands[1]?.span), axis);
  let divisor = 2 ** Math.floor(Math.log2(part));
  while (whole % divisor !== 0) divisor /= 2;
  return written?.n !== part || divisor < 2 ? [] : [{ title: `Cut into ${divisor}, which divides ${whole}`, edits: [{ span: written.span, text: String(divisor) }], preferred: true }];
}

/** A reshape before a broadcast that adds axes, where there is one way to place those that are there. */
export function reshapeFixes(facts: Facts, call: Call | undefined): readonly Fix[] {
  const [of, shape] = call?.operands ?? [];
  if (call?.method !== true || !of?.span || !shape || !isA(of.value, 'tile')) return [];
  const elements = shapeOf(facts, shape.span);
  const wanted = Array.isArray(shape.value) ? (shape.value as readonly Value[]).map((n) => (isA(n, 'dynamic') ? n.n : undefined)) : [];
  const places = placements(of.value.shape.map(({ n }) => n), wanted);
  const [only] = places;
  if (!elements || elements.length !== wanted.length || places.length !== 1 || !only) return [];
  const text = `const_shape![${elements.map(({ written }, axis) => (only.includes(axis) ? written : '1')).join(', ')}]`;
  return [{ title: `Reshape ${spellExtents(of.value.shape)} to ${text.slice('const_shape!'.length)} first`, edits: [{ span: { ...of.span, start: of.span.end }, text: `.reshape(${text})` }], preferred: true }];
}

/** All ways to put `extents`, in order, on axes of `wanted` that equal them. */
function placements(extents: readonly (number | undefined)[], wanted: readonly (number | undefined)[], from = 0): readonly (readonly number[])[] {
  const [first, ...rest] = extents;
  if (extents.length === 0) return [[]];
  return wanted.flatMap((n, axis) => (axis < from || n === undefined || n !== first ? [] : placements(rest, wanted, axis + 1).map((more) => [axis, ...more])));
}

/** Loads and stores, with the axes of their index. */
export function* indexedCalls(facts: Facts): Generator<{ readonly call: Call; readonly axes: readonly IndexAxis[] }> {
  for (const call of facts.evaluation.calls) {
    const index = call.operands[indexOperand(call.name) ?? -1];
    const of = call.operands[0]?.value;
    if (!index?.span || of === undefined || !isA(of, 'tile-partition')) continue;
    const axes = indexAxes(index.span, facts.textAt(index.span), index.value, facts.evaluation.assumptions, (at) => facts.factsAt(at).find(({ declared }) => declared)?.declared);
    if (axes) yield { call, axes };
  }
}

/** The end of a loop, written as the number of tiles that there are. */
export function countTiles(facts: Facts, loop: Counted, call: Call, axis: number): readonly Fix[] {
  const { file, end: after } = loop.at;
  const name = call.operands[0]?.span ? facts.textAt(call.operands[0].span) : '';
  const header = /^\s+in\s+[^{;]*?\.\.\s*([^\s={][^{;]*?)\s*\{/d.exec(facts.textAt({ file, start: after, end: after + longestAnnotation }))?.indices?.[1];
  if (!header || !/^\w+$/.test(name)) return [];
  const text = `num_tiles(&${name}, ${axis})`;
  return [{ title: `Count to ${text}`, edits: [{ span: { file, start: after + header[0], end: after + header[1] }, text }], preferred: true }];
}
