// Values that a program's authors printed and kept in its comments: `print(gA);  // gA: gmem_ptr[16b](…) o
// (_128,_64,4):(256,_1,_64)`. Finds those comments, and compares what they say with values of ours: numbers and their
// nesting; where something lies in memory, and which integers are static, comments leave out or spell as they like.

export interface Claim {
  /** The variable that is printed, and where its name stands. */
  readonly name: string;
  readonly at: number;
  /** A line of what prints several: `LayoutA_TV` of a TiledMMA. */
  readonly key?: string;
  /** Line of the comment, from 1. */
  readonly line: number;
  readonly text: string;
}

/** All of a file, in order. */
export function claimsOf(source: string): Claim[] {
  const lines = source.split('\n');
  const found: Claim[] = [];
  let start = 0;
  lines.forEach((line, i) => {
    const printed = /\bprint\(([A-Za-z_]\w*)\);/d.exec(line);
    if (printed) {
      const [name, at] = [printed[1] ?? '', start + (printed.indices?.[1]?.[0] ?? 0)];
      const beside = /\/\/\s*(\w+):\s*(.*?)\s*$/.exec(line);
      if (beside) found.push(...(beside[1] === name ? [{ name, at, line: i + 1, text: beside[2] ?? '' }] : []));
      else found.push(...block(lines, i + 1, { name, at }));
    }
    const declared = /(\/\/\s*)(\([\w,()]*\):\([\w,()]*\))\s*$/.exec(line);
    if (!printed && declared) found.push(...declaration(lines, i, start, declared[2] ?? ''));
    start += line.length + 1;
  });
  return found;
}

/** `// Key: value` lines below the print of something that prints several lines. */
function block(lines: readonly string[], from: number, printed: Pick<Claim, 'name' | 'at'>): Claim[] {
  const found: Claim[] = [];
  for (let i = from; /^\s*\/\//.test(lines[i] ?? ''); i++) {
    const row = /^\s*\/\/\s*(\w+):\s+(.*?)\s*(?:\/\/.*)?$/.exec(lines[i] ?? '');
    if (row && row[1] !== printed.name) found.push({ ...printed, key: row[1] ?? '', line: i + 1, text: row[2] ?? '' });
  }
  return found;
}

/** `Layout a = make_layout(…);  // (Gemm_M,Gemm_K):(Gemm_K,_1)`, the declaration perhaps lines above. */
function declaration(lines: readonly string[], i: number, start: number, text: string): Claim[] {
  let at = start;
  for (let j = i; j >= 0 && j > i - 4; j--) {
    const name = /^\s*(?:Layout|auto|Tensor)\s+(\w+)\s*=/d.exec(lines[j] ?? '');
    if (name) return [{ name: name[1] ?? '', at: at + (name.indices?.[1]?.[0] ?? 0), line: i + 1, text }];
    at -= (lines[j - 1]?.length ?? 0) + 1;
  }
  return [];
}

/** What of a printed text is compared: swizzle, bits, coordinates, layout; without addresses and blanks, and unless
 *  `exact` without the `_` of static integers. */
export function comparable(text: string, exact = false): string {
  const plain = withoutAddresses(text)
    .replace(/\(unset\)/, '')
    .replace(/\s+/g, '');
  return exact ? plain : plain.replace(/_(?=\d)/g, '');
}

function withoutAddresses(text: string): string {
  const pointer = /((?:ptr|tmem_)\[\d+b\])\(/.exec(text);
  if (!pointer) return text;
  const open = pointer.index + pointer[0].length - 1;
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    depth += text[i] === '(' ? 1 : text[i] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(0, open) + text.slice(i + 1);
  }
  return text;
}

/** The line of a printed text that a claim is about. */
export function lineOf(text: string, key: string | undefined): string {
  if (key === undefined) return text.trim();
  return (
    text
      .split('\n')
      .map((line) => /^\s*(\w+):\s*(.*)$/.exec(line))
      .find((row) => row?.[1] === key)?.[2] ?? ''
  );
}
