// Where a number is written: from an operand through names and the calls that build tuples to a literal, so that a fix can
// change it. Reads the text; where the way is not certain there is no answer, and no fix.
import type { Span } from '../../base/span';
import type { Facts } from '../lib/facts';

/** A literal in the text: its digits, and how it is spelled. */
export interface Literal {
  /** Of the digits alone: `48` in `_48{}`, `Int<48>{}` and `48`. */
  readonly span: Span;
  readonly n: number;
}

const builds = /^(?:typename\s+)?(?:cute::)?(?:(?:make_shape|make_tile|make_coord|make_stride|make_tuple|Shape|Tile|Stride|Coord|Step|dim3)\b|[({])/;
const literal = /^(?:cute::)?(?:(?:Int|C)\s*<\s*(\d+)\s*>|_(\d+)|(\d+)[uU]?)\s*(?:\{\s*\}|\(\s*\))?$/;

/** Names followed on the way; a program that needs more is not worth the guess. */
const longestWay = 8;

/** The literal that `path` of the expression at `span` comes from: mode 1 of `cta_tiler` in
 *  `auto bN = Int<48>{}; auto cta_tiler = make_shape(bM, bN);`. */
export function literalOf(facts: Facts, span: Span, path: readonly number[]): Literal | undefined {
  const origin = originOf(facts, span, path);
  const text = origin ? facts.textAt(origin) : '';
  const digits = literal.exec(text);
  if (!origin || !digits) return undefined;
  const n = digits[1] ?? digits[2] ?? digits[3] ?? '';
  const start = origin.start + text.indexOf(n);
  return { span: { ...origin, start, end: start + n.length }, n: Number(n) };
}

/** True where part `path` of the expression is exactly `threadIdx.x`, `blockIdx.y`: by name, not computed from it. */
export function isExactly(facts: Facts, span: Span, path: readonly number[], what: string): boolean {
  const origin = originOf(facts, span, path);
  return origin !== undefined && facts.textAt(origin).replace(/^(?:int|unsigned|size_t|uint32_t)\s*\((.*)\)$|^\(int\)\s*/, '$1').trim() === what;
}

/** The expression that names lead to: neither a name nor, while the path goes on, a call that builds a tuple. */
export function originOf(facts: Facts, span: Span, path: readonly number[], steps = 0): Span | undefined {
  const trimmed = trim(facts, span);
  const text = facts.textAt(trimmed);
  const [mode, ...rest] = path;
  if (mode !== undefined && builds.test(text)) {
    const part = partsOf(trimmed, text)?.[mode];
    return part && originOf(facts, part, rest, steps);
  }
  if (mode === 0 && rest.length === 0 && literal.test(text)) return trimmed;
  const next = steps < longestWay ? definitionOf(facts, trimmed, text) : undefined;
  if (next) return originOf(facts, next, path, steps + 1);
  return path.length === 0 ? trimmed : undefined;
}

/** The name that a caller gave part `path` of an expression of a kernel: `bM` in `kernel<<<…>>>(make_shape(bM, bN))`, for mode 0 of the
 *  parameter; where it is declared before `place`, so that it can be written there. */
export function callersName(facts: Facts, span: Span, path: readonly number[], place: Span): string | undefined {
  const at = callersPart(facts, span, path, false, 0);
  const text = at ? facts.textAt(at) : '';
  const declared = at && facts.factsAt(at).find((fact) => fact.declared !== undefined)?.declared;
  const isVisible = declared !== undefined && declared.file === place.file && declared.start < place.start;
  return isVisible && /^[A-Za-z_]\w*$/.test(text) ? text : undefined;
}

function callersPart(facts: Facts, span: Span, path: readonly number[], outside: boolean, steps: number): Span | undefined {
  const at = trim(facts, span);
  const [mode, ...rest] = path;
  if (mode === undefined && outside) return at;
  const part = mode !== undefined && builds.test(facts.textAt(at)) ? partsOf(at, facts.textAt(at))?.[mode] : undefined;
  if (part) return callersPart(facts, part, rest, outside, steps);
  const given = steps < longestWay ? facts.argumentAt(at) : undefined;
  if (given) return callersPart(facts, given, path, true, steps + 1);
  const next = steps < longestWay ? facts.initialiserAt(at) : undefined;
  return next && callersPart(facts, next, path, outside, steps + 1);
}

/** A function of CuTe as it is named in a file. */
export function cuteName(facts: Facts, { file }: Span, name: string): string {
  return /\busing\s+namespace\s+cute\b/.test(facts.codeOf(file)) ? name : `cute::${name}`;
}

/** What a name stands for: its initialiser, or the argument where it is a parameter of a function called in one place. */
function definitionOf(facts: Facts, span: Span, text: string): Span | undefined {
  const name = /^(?:typename\s+)?([A-Za-z_]\w*)(?:\s*\{\s*\}|\s*\(\s*\))?$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const start = span.start + text.indexOf(name);
  const at = { ...span, start, end: start + name.length };
  return facts.initialiserAt(at) ?? facts.argumentAt(at);
}

/** The parts between the outermost brackets of `make_shape(a, b)`, `Shape<a, b>{}` or `dim3(a, b)`. */
export function partsOf(span: Span, text: string): readonly Span[] | undefined {
  const open = /[(<{]/.exec(text)?.index;
  if (open === undefined) return undefined;
  const parts: Span[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < text.length; i++) {
    const c = text[i] ?? '';
    if ('(<{['.includes(c)) depth++;
    const closes = ')>}]'.includes(c);
    if (closes) depth--;
    if ((c === ',' && depth === 1) || (closes && depth === 0)) {
      parts.push({ ...span, start: span.start + start, end: span.start + i });
      start = i + 1;
    }
    if (closes && depth === 0) return parts;
  }
  return undefined;
}

function trim(facts: Facts, span: Span): Span {
  const text = facts.textAt(span);
  return { ...span, start: span.start + (text.length - text.trimStart().length), end: span.end - (text.length - text.trimEnd().length) };
}
