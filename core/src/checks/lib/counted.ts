// The index of a load or a store, axis by axis: its expression, and the loop that counts it if the expression is
// nothing but the loop's variable.
import type { Assumption, Counted } from '../../analysis';
import type { Span } from '../../base/span';
import type { Written } from '../../ir/outline';
import type { Expr } from '../../ir/program';
import { isA, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';

export interface IndexAxis {
  readonly written: string;
  /** The number, if the index is one. */
  readonly n?: number;
  readonly loop?: Counted;
}

/** The position of the index among the operands of a call, whose first operand is the partition or the tensor. */
export function indexOperand(name: string): number | undefined {
  switch (name.replace(/^cutile:/, '')) {
    case 'load':
    case 'load_pipelined':
    case 'load_view_tko':
    case 'load_view_tko_mut':
    case 'load_view_tko_bounded':
      return 1;
    case 'store':
    case 'load_tile':
    case 'store_view_tko_mut':
    case 'store_view_tko_bounded':
      return 2;
    default:
      return undefined;
  }
}

/** The axes of an index that is written as a list, `[pid.0, k]`. `declaredAt` finds the declaration of the name at a
 *  place. */
export function indexAxes(
  source: Written,
  index: Expr | undefined,
  values: Value,
  assumptions: readonly Assumption[],
  declaredAt: (at: Span) => Span | undefined,
): readonly IndexAxis[] | undefined {
  const parts = index && elementsOf(index);
  if (!parts || !isTuple(values) || values.length !== parts.length) return undefined;
  return parts.map((part, i) => {
    const { span } = part;
    const loop = loopOf(values[i], assumptions);
    const declared = loop && declaredAt(span);
    const isItsVariable = declared?.start === loop?.at.start && declared?.file === loop?.at.file;
    const written = source.text.slice(span.start, span.end);
    return { written, ...(part.is === 'Int' && { n: part.value }), ...(loop && isItsVariable && { loop }) };
  });
}

/** The loop whose first iteration a number belongs to; undefined where the number depends on several loops. */
export function loopOf(value: Value | undefined, assumptions: readonly Assumption[]): Counted | undefined {
  if (value === undefined || !isA(value, 'dynamic')) return undefined;
  const loops = (value.from ?? []).flatMap((id) => assumptions[id]?.counts ?? []);
  return loops.length === 1 && loops[0]?.first === value.n ? loops[0] : undefined;
}

/** The elements of `[a, f(b, c)]` and `const_shape![a, b]`. */
export function elementsOf(e: Expr): readonly Expr[] | undefined {
  return e.is === 'Brace' && !e.type ? e.args : undefined;
}
