// What the grammar is shown of assembly: a call that is given what it writes. Knows tokens, not syntax.
import type { Token } from './lex';

/** The name of a function that does not exist. The evaluator assumes that such a call may write its arguments. */
const ASSEMBLY = 'assembly';
/** Assembly that computes numbers of numbers, or ends the kernel as a failed assertion does. */
const ARITHMETIC = 'assembly_of_numbers';
const arithmetic =
  /^(?:[{}]|brkpt|trap|\.reg\b.*|(?:abs|activemask|add|and|bfe|bfi|brev|clz|cos|cvt|createpolicy|dp4a|elect|ex2|fma|lg2|lop3|mad|match|max|min|mov|mul|neg|not|or|popc|prmt|rcp|redux|rsqrt|selp|setp|shf|shfl|shl|shr|sin|sqrt|sub|tanh|vote|xor)\..*)$/;

/** Assembly of one barrier with a number, which is given that and how many threads meet. */
const BARRIER = 'assembly_of_barrier';
const barrier = /^(?:bar|barrier)(?:\.cta)?\.(sync|arrive)(?:\.aligned)? +%0, *%1$/;

/** Assembly that accesses memory or makes threads wait, by instructions that the evaluator reads. It is given the text,
 *  what the assembly writes, and what it is given; its name ends with how many operands are written. */
const MEMORY = 'assembly_of_memory_';
const memory = [
  /^(?:[\w%=$]+:|bra(?:\.uni)? .*|cvta\..*|mma\.sync\..*)$/,
  /^(?:ld|st)matrix\.sync\.aligned\.(?:m8n8\.x[124]|x[124]\.m8n8)(?:\.trans)?\.shared(?:::cta)?\.b16 .*$/,
  /^(?:ld|st)(?:\.(?:volatile|relaxed|weak|cta|gpu))*(?:\.shared(?:::cta)?|\.global)?(?:\.nc)?(?:\.(?:c[agsv]|lu|w[bt]|L[12]::\w+))*(?:\.v[24])?\.[bfsu](?:8|16|32|64|128) .*$/,
  /^cp\.async\.c[ag]\.shared(?:::cta)?\.global(?:\.L2::\w+)* .*$/,
  /^cp\.async\.(?:commit_group|wait_all|wait_group .*)$/,
  /^mbarrier\.(?:init|inval|expect_tx|arrive|arrive\.expect_tx|(?:try|test)_wait\.parity)(?:\.(?:release|acquire|relaxed))?(?:\.cta)?\.shared(?:::cta)?\.b64 .*$/,
  /^bar(?:rier)?(?:\.cta)?\.sync(?:\.aligned)? \d+(?:, *\d+)?$/,
  /^(?:fence\.proxy\.async(?:\.\S+)?|fence\.mbarrier_init\.\S+|membar\.\w+)$/,
];

export interface Assembly {
  readonly close: number;
  /** The name that stands for its first word. */
  readonly stands: string;
  /** The tokens that the grammar is shown beside that name. */
  readonly kept: ReadonlySet<number>;
  /** Those for which it is shown a comma. */
  readonly commas?: readonly number[];
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
  const isArithmetic = lines.length > 0 && lines.every((line) => arithmetic.test(line));
  const isOfMemory = !isArithmetic && lines.length > 0 && lines.every(isRead);
  if (isOfMemory) return ofMemory(tokens, open, close, closing);
  const stands = isArithmetic ? ARITHMETIC : ASSEMBLY;
  return { close, stands, kept: operands(tokens, open, close, closing, 1) };
}

/** Whether the evaluator reads an instruction. Operands with names are not read. */
function isRead(line: string): boolean {
  const instruction = line.replace(/^@!?\w+\s+/, '').replace(/\s+/g, ' ');
  return !line.includes('%[') && (arithmetic.test(instruction) || memory.some((one) => one.test(instruction)));
}

/** The text and all operands, as arguments of a call. */
function ofMemory(tokens: readonly Token[], open: number, close: number, closing: Closing): Assembly {
  const kept = new Set([open, close]);
  const commas: number[] = [];
  let [section, written] = [0, 0];
  let isFirst = true;
  for (let at = open + 1; at < close && section <= 2; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === ':' || text === '::') {
      section += text.length;
      isFirst = true;
      if (section <= 2) commas.push(at);
    } else if (section === 0) kept.add(at);
    const end = text === '(' && section > 0 && section <= 2 ? closing(at) : undefined;
    if (end === undefined) continue;
    if (section === 1) written++;
    // The commas before an operand are those of the program, but for the first of its kind.
    if (!isFirst) kept.add(lastComma(tokens, at));
    isFirst = false;
    for (; at <= end; at++) kept.add(at);
    at--;
  }
  return { close, stands: `${MEMORY}${written}`, kept, commas: commas.filter((at) => leads(tokens, at)) };
}

const lastComma = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.text === ',' ? at : lastComma(tokens, at - 1);

/** Whether operands follow a colon. */
const leads = (tokens: readonly Token[], colon: number): boolean => /^["[]/.test(tokens[colon + 1]?.text ?? '');

/** The instructions; none where the text is not written here. */
function linesOf(tokens: readonly Token[], open: number, close: number): readonly string[] {
  const textAt = (at: number): string => tokens[at]?.text ?? '';
  let text = '';
  for (let at = open + 1; at < close && textAt(at).startsWith('"'); at++) text += textAt(at).slice(1, -1);
  const lines = text.split(/;|\\[nt]/).flatMap((line) => partsOfLine(line.trim()));
  return lines.filter((line) => line !== '');
}

/** A label and the brackets of a block beside an instruction. */
function partsOfLine(line: string): readonly string[] {
  const [, before = '', label = '', instruction = ''] = /^(\{?)\s*([\w%=$]+:(?!:))?\s*(.*)$/.exec(line) ?? [];
  const isClosed = /\}$/.test(instruction) && instruction.split('{').length < instruction.split('}').length;
  return [before, label, isClosed ? instruction.slice(0, -1).trim() : instruction];
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
