// The index of a load or a store, axis by axis: how it is written, and the loop that counts it, where it is that loop's variable
// and nothing else.
import type { Assumption, Counted } from '../../analysis';
import type { Span } from '../../base/span';
import { isA } from '../../values/convert';
import type { Value } from '../../values/value';

export interface IndexAxis {
  readonly written: string;
  readonly loop?: Counted;
}

/** Where an index stands among the operands of a call; the first operand is the partition or the tensor. */
export function indexOperand(name: string): number | undefined {
  switch (name.replace(/^cutile:/, '')) {
    case 'load': case 'load_pipelined': case 'load_view_tko': case 'load_view_tko_mut': case 'load_view_tko_bounded': return 1;
    case 'store': case 'load_tile': case 'store_view_tko_mut': case 'store_view_tko_bounded': return 2;
    default: return undefined;
  }
}

/** The axes of the index `[pid.0, k]` that stands at `span`. Undefined where it is written as anything but a list.
 *  `declaredAt`: where the name at a place is declared. */
export function indexAxes(span: Span, text: string, values: Value, assumptions: readonly Assumption[], declaredAt: (at: Span) => Span | undefined): readonly IndexAxis[] | undefined {
  const parts = elementsOf(span, text);
  if (!parts || !Array.isArray(values) || values.length !== parts.length) return undefined;
  return parts.map(({ written, at }, i) => {
    const loop = loopOf((values as readonly Value[])[i], assumptions);
    const declared = loop && declaredAt(at);
    return { written, ...(loop && declared && declared.start === loop.at.start && declared.file === loop.at.file && { loop }) };
  });
}

/** The loop whose first iteration a number is of; undefined where it rests on several. */
export function loopOf(value: Value | undefined, assumptions: readonly Assumption[]): Counted | undefined {
  if (value === undefined || !isA(value, 'dynamic')) return undefined;
  const loops = (value.from ?? []).flatMap((id) => assumptions[id]?.counts ?? []);
  return loops.length === 1 && loops[0]?.first === value.n ? loops[0] : undefined;
}

export interface Element {
  readonly written: string;
  readonly at: Span;
}

/** The elements of `[a, f(b, c)]`, which stands at `span`. */
export function elementsOf(span: Span, text: string): readonly Element[] | undefined {
  if (!/^\[[^]*\]$/.test(text)) return undefined;
  const parts: Element[] = [];
  let depth = 0;
  let start = 1;
  for (let i = 1; i < text.length; i++) {
    const c = text[i] ?? '';
    if ('([{'.includes(c)) depth++;
    if ((c === ',' && depth === 0) || i === text.length - 1) {
      const piece = text.slice(start, i);
      const from = start + piece.length - piece.trimStart().length;
      if (piece.trim() !== '') parts.push({ written: piece.trim(), at: { ...span, start: span.start + from, end: span.start + from + piece.trim().length } });
      start = i + 1;
    } else if (')]}'.includes(c)) depth--;
  }
  return parts;
}
