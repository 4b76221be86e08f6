// Where a number is written, and what a name is called elsewhere, so that a repair can change the one and write the
// other. Where the way there is not certain there is no answer, and no repair.
import type { Fix } from '../../analysis';
import type { Span } from '../../base/span';
import { usesNamespace } from '../../ir/outline';
import type { Expr } from '../../ir/program';
import type { Facts } from '../lib/facts';
import { integerOf, longestWay, originOf, partOf } from '../lib/origin';

/** A literal in the text: its digits, and the number. */
export interface Literal {
  /** Of the digits alone: `48` in `_48{}`, `Int<48>{}` and `48u`. */
  readonly span: Span;
  readonly n: number;
}

/** The literal that `path` of the expression at `span` comes from: mode 1 of `cta_tiler` in
 *  `auto bN = Int<48>{}; auto cta_tiler = make_shape(bM, bN);`. */
export function literalOf(facts: Facts, span: Span, path: readonly number[]): Literal | undefined {
  const origin = originOf(facts, facts.expressionAt(span), path);
  return origin && literalIn(facts, origin);
}

/** The literal that an expression is. A number that a macro stands for is written elsewhere. */
export function literalIn(facts: Facts, e: Expr): Literal | undefined {
  const integer = integerOf(e);
  const written = integer && /^\d+(?=[uU]?$)/.exec(facts.writtenAt(integer.digits))?.[0];
  if (!integer || written === undefined || Number(written) !== integer.n) return undefined;
  return { n: integer.n, span: { ...integer.digits, end: integer.digits.start + written.length } };
}

/** Writes another number for a literal. CuTe has no name for most static integers: `_48` becomes `Int<25>`. */
export function withNumber(facts: Facts, { span }: Literal, n: number): Fix['edits'][number] {
  const named = { ...span, start: span.start - 1 };
  const isName = facts.textAt(named).startsWith('_');
  return isName && !hasName(n) ? { span: named, text: `Int<${n}>` } : { span, text: String(n) };
}

/** Static integers that CuTe has a name for, such as `_8`, among those that sizes and strides usually are. */
export function hasName(n: number): boolean {
  return n <= 10 || (n < 256 && n % 8 === 0) || (n >= 16 && Number.isInteger(Math.log2(n)) && n <= 524288);
}

/** The name that a caller gave part `path` of an expression of a kernel: `bM` in `kernel<<<…>>>(make_shape(bM, bN))`,
 *  for mode 0 of the parameter; where it is declared before `place`, so that it can be written there. */
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

/** A function of CuTe as it is named in a file. */
export function cuteName(facts: Facts, place: Span, name: string): string {
  return usesNamespace(facts.sourceOf(place), 'cute', place) ? name : `cute::${name}`;
}
