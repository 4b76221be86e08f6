// Finds where a number is written, and the name of a value elsewhere, for repairs that change the number or use the
// name. Where the answer is not certain, there is none, and no repair.
import type { Fix } from '../../analysis';
import type { Span } from '../../base/span';
import { usesNamespace } from '../../ir/outline';
import type { Expr } from '../../ir/program';
import type { Facts } from '../lib/facts';
import { integerOf, longestWay, originOf, partOf } from '../lib/origin';

/** A literal in the text, and its number. */
export interface Literal {
  /** The place of the digits alone: `48` in `_48{}`, `Int<48>{}` and `48u`. */
  readonly span: Span;
  readonly n: number;
}

/** The literal that determines part `path` of the expression at `span`: for `auto bN = Int<48>{}; auto cta_tiler =
 *  make_shape(bM, bN);` and mode 1 of `cta_tiler` it is `48`. */
export function literalOf(facts: Facts, span: Span, path: readonly number[]): Literal | undefined {
  const origin = originOf(facts, facts.expressionAt(span), path);
  return origin && literalIn(facts, origin);
}

/** The literal in an expression; undefined for a number that a macro stands for. */
export function literalIn(facts: Facts, e: Expr): Literal | undefined {
  const integer = integerOf(e);
  const written = integer && /^\d+(?=[uU]?$)/.exec(facts.writtenAt(integer.digits))?.[0];
  if (!integer || written === undefined || Number(written) !== integer.n) return undefined;
  return { n: integer.n, span: { ...integer.digits, end: integer.digits.start + written.length } };
}

/** Replaces a literal by another number. CuTe has names for few static integers: `_48` becomes `Int<25>`. */
export function withNumber(facts: Facts, { span }: Literal, n: number): Fix['edits'][number] {
  const named = { ...span, start: span.start - 1 };
  const isName = facts.textAt(named).startsWith('_');
  return isName && !hasName(n) ? { span: named, text: `Int<${n}>` } : { span, text: String(n) };
}

/** True for static integers with a name in CuTe, such as `_8`, among those that are common as sizes and strides. */
export function hasName(n: number): boolean {
  return n <= 10 || (n < 256 && n % 8 === 0) || (n >= 16 && Number.isInteger(Math.log2(n)) && n <= 524288);
}

/** The caller's name for part `path` of a kernel's expression: `bM` in `kernel<<<…>>>(make_shape(bM, bN))`, for mode
 *  0 of the parameter. The name must be declared before `place`, where it is inserted. */
export function callersName(facts: Facts, span: Span, path: readonly number[], place: Span): string | undefined {
  const part = callersPart(facts, facts.expressionAt(span), path, false, 0);
  const declared = part && facts.factsAt(part.span).find((fact) => fact.declared !== undefined)?.declared;
  if (!part || declared?.file !== place.file || declared.start >= place.start) return undefined;
  return part.is === 'Name' && !part.args && facts.writtenAt(part.span) === part.id ? part.id : undefined;
}

function callersPart(
  facts: Facts,
  e: Expr | undefined,
  path: readonly number[],
  outside: boolean,
  steps: number,
): Expr | undefined {
  if (!e) return undefined;
  const [mode, ...rest] = path;
  if (mode === undefined && outside) return e;
  const part = mode === undefined ? undefined : partOf(e, mode);
  if (part) return callersPart(facts, part, rest, outside, steps);
  if (steps >= longestWay) return undefined;
  const given = facts.expressionAt(facts.argumentAt(e.span));
  if (given) return callersPart(facts, given, path, true, steps + 1);
  return callersPart(facts, facts.initialiserAt(e.span), path, outside, steps + 1);
}

/** The name of a CuTe function as it must be written at a place. */
export function cuteName(facts: Facts, place: Span, name: string): string {
  return usesNamespace(facts.sourceOf(place), 'cute', place) ? name : `cute::${name}`;
}
