// What the grammar is shown of assembly: a call that is given what it writes. Knows tokens, not syntax.
import type { Token } from './lex';

/** The name of a function that does not exist. The evaluator assumes that such a call may write its arguments. */
const ASSEMBLY = 'assembly';
/** Assembly that computes numbers of numbers, or ends the kernel as a failed assertion does. */
const ARITHMETIC = 'assembly_of_numbers';
const arithmetic =
  /^(?:[{}]|brkpt|trap|\.reg\b.*|(?:abs|add|and|bfe|bfi|brev|clz|cos|cvt|dp4a|ex2|fma|lg2|lop3|mad|max|min|mov|mul|neg|not|or|popc|prmt|rcp|rsqrt|selp|setp|shf|shl|shr|sin|sqrt|sub|tanh|xor)\..*)$/;

/** Assembly of one barrier with a number, which is given that and how many threads meet. */
const BARRIER = 'assembly_of_barrier';
const barrier = /^(?:bar|barrier)(?:\.cta)?\.(sync|arrive)(?:\.aligned)? +%0, *%1$/;

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
  const lines = linesOf(tokens, open, close);
  const [only, ...more] = lines;
  const meeting = only === undefined || more.length > 0 ? undefined : barrier.exec(only)?.[1];
  if (meeting !== undefined)
    return { close, stands: `${BARRIER}_${meeting}`, kept: operands(tokens, open, close, closing, 2) };
  const stands = lines.length > 0 && lines.every((line) => arithmetic.test(line)) ? ARITHMETIC : ASSEMBLY;
  return { close, stands, kept: operands(tokens, open, close, closing, 1) };
}

/** The instructions; none where the text is not written here. */
function linesOf(tokens: readonly Token[], open: number, close: number): readonly string[] {
  const textAt = (at: number): string => tokens[at]?.text ?? '';
  let text = '';
  for (let at = open + 1; at < close && textAt(at).startsWith('"'); at++) text += textAt(at).slice(1, -1);
  const lines = text.split(/;|\\[nt]/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** The operands behind the first colon, which assembly writes, or behind the second, which it is given, with the
 *  brackets and commas of a call that is given them: `asm("…" : "=r"(x), [b] "+r"(y) : "r"(z))` becomes
 *  `assembly((x), (y))`. */
function operands(
  tokens: readonly Token[],
  open: number,
  close: number,
  closing: Closing,
  behind: 1 | 2,
): ReadonlySet<number> {
  const kept = new Set<number>();
  let colons = 0;
  for (let at = open + 1; at < close && colons <= behind; at++) {
    const text = tokens[at]?.text;
    if (text === '::') colons += 2;
    if (text === ':') colons++;
    const end = text === '(' && colons === behind ? closing(at) : undefined;
    if (text === ',' && colons === behind) kept.add(at);
    if (end === undefined) continue;
    for (; at <= end; at++) kept.add(at);
    at--;
  }
  return kept.add(open).add(close);
}
