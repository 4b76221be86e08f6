// Where a number is written: from an operand through names and the calls that build tuples to a literal, so that a fix can
// change it. Reads the text; where the way is not certain there is no answer, and no fix.
import type { Span } from '../base/span';
import type { Facts } from './facts';

/** A literal in the text: its digits, and how it is spelled. */
export interface Literal {
  /** Of the digits alone: `48` in `_48{}`, `Int<48>{}` and `48`. */
  readonly span: Span;
  readonly n: number;
}

const builds = /^(?:typename\s+)?(?:cute::)?(make_shape|make_tile|make_coord|make_stride|make_tuple|Shape|Tile|Stride|Coord|Step)\b/;
const literal = /^(?:cute::)?(?:(?:Int|C)\s*<\s*(\d+)\s*>|_(\d+)|(\d+)[uU]?)\s*(?:\{\s*\}|\(\s*\))?$/;

/** Names followed on the way; a program that needs more is not worth the guess. */
const longestWay = 8;

/** The literal that `path` of the expression at `span` comes from: mode 1 of `cta_tiler` in
 *  `auto bN = Int<48>{}; auto cta_tiler = make_shape(bM, bN);`. */
export function literalOf(facts: Facts, span: Span, path: readonly number[], steps = 0): Literal | undefined {
  const trimmed = trim(facts, span);
  const text = facts.textAt(trimmed);
  const digits = path.length === 0 ? literal.exec(text) : null;
  if (digits) {
    const n = digits[1] ?? digits[2] ?? digits[3] ?? '';
    const start = trimmed.start + text.indexOf(n);
    return { span: { ...trimmed, start, end: start + n.length }, n: Number(n) };
  }
  const [mode, ...rest] = path;
  if (mode !== undefined && builds.test(text)) {
    const part = partsOf(trimmed, text)?.[mode];
    return part && literalOf(facts, part, rest, steps);
  }
  if (steps >= longestWay) return undefined;
  const next = definitionOf(facts, trimmed, text);
  return next && literalOf(facts, next, path, steps + 1);
}

/** What a name stands for: its initialiser, or the argument where it is a parameter of a function called in one place. */
function definitionOf(facts: Facts, span: Span, text: string): Span | undefined {
  const name = /^(?:typename\s+)?([A-Za-z_]\w*)(?:\s*\{\s*\}|\s*\(\s*\))?$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const start = span.start + text.indexOf(name);
  const at = { ...span, start, end: start + name.length };
  return facts.initialiserAt(at) ?? facts.argumentAt(at);
}

/** The parts between the outermost brackets of `make_shape(a, b)` or `Shape<a, b>{}`. */
function partsOf(span: Span, text: string): readonly Span[] | undefined {
  const open = /[(<]/.exec(text)?.index;
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
