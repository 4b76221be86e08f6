// What the grammar is shown of assembly: a call that is given what it writes. Knows tokens, not syntax.
import type { Token } from './lex';

/** The name of a function that does not exist. The evaluator assumes that such a call may write its arguments. */
const ASSEMBLY = 'assembly';
/** Assembly that computes numbers of numbers, or ends the kernel as a failed assertion does. */
const ARITHMETIC = 'assembly_of_numbers';
const arithmetic =
  /^(?:[{}]|brkpt|trap|\.reg\b.*|(?:abs|add|and|bfe|bfi|brev|clz|cos|cvt|dp4a|ex2|fma|lg2|lop3|mad|max|min|mov|mul|neg|not|or|popc|prmt|rcp|rsqrt|selp|setp|shf|shl|shr|sin|sqrt|sub|tanh|xor)\..*)$/;

export interface Assembly {
  readonly close: number;
  /** The name that stands for its first word. */
  readonly stands: string;
  /** The tokens that the grammar is shown beside that name. */
  readonly kept: ReadonlySet<number>;
}

type Closing = (open: number) => number | undefined;

/** The assembly that begins with the word at `i`. */
export function assemblyAt(tokens: readonly Token[], i: number, closing: Closing): Assembly | undefined {
  let open = i + 1;
  while (/^(?:volatile|__volatile__|goto|inline)$/.test(tokens[open]?.text ?? '')) open++;
  const close = tokens[open]?.text === '(' ? closing(open) : undefined;
  if (close === undefined) return undefined;
  const stands = isArithmetic(tokens, open, close) ? ARITHMETIC : ASSEMBLY;
  return { close, stands, kept: outputs(tokens, open, close, closing) };
}

function isArithmetic(tokens: readonly Token[], open: number, close: number): boolean {
  const textAt = (at: number): string => tokens[at]?.text ?? '';
  let text = '';
  for (let at = open + 1; at < close && textAt(at).startsWith('"'); at++) text += textAt(at).slice(1, -1);
  if (!textAt(open + 1).startsWith('"')) return false;
  return text.split(/;|\\[nt]/).every((line) => line.trim() === '' || arithmetic.test(line.trim()));
}

/** The operands that assembly writes, which stand between its first colon and its second, with the brackets and
 *  commas of a call that is given them: `asm("…" : "=r"(x), [b] "+r"(y) : "r"(z))` becomes `assembly((x), (y))`. */
function outputs(tokens: readonly Token[], open: number, close: number, closing: Closing): ReadonlySet<number> {
  const kept = new Set<number>();
  let colons = 0;
  for (let at = open + 1; at < close && colons < 2; at++) {
    const text = tokens[at]?.text;
    if (text === '::') break;
    if (text === ':') colons++;
    const end = text === '(' && colons === 1 ? closing(at) : undefined;
    if (text === ',' && colons === 1) kept.add(at);
    if (end === undefined) continue;
    for (; at <= end; at++) kept.add(at);
    at--;
  }
  return kept.add(open).add(close);
}
