// Reads the formulas in which measurements of memory accesses are written down: `(t%8)*128+(t/8)*16`, where `/` divides
// integers. A recursive descent over C's integer operators; no text is ever run.

/** The byte addresses of the 32 threads of a warp under `formula`. Throws where it is not one. */
export function addressesOf(formula: string): readonly number[] {
  return Array.from({ length: 32 }, (_, t) => evaluate(formula, t));
}

const levels: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { '^': (a, b) => a ^ b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
];

function evaluate(formula: string, t: number): number {
  const tokens = formula.match(/\d+|[t()^*/%+-]/g) ?? [];
  if (tokens.join('') !== formula.replace(/\s/g, '')) throw new Error(`not a formula of t: ${formula}`);
  let at = 0;
  const level = (depth: number): number => {
    const operators = levels[depth];
    if (!operators) return atom();
    let value = level(depth + 1);
    for (let apply = operators[tokens[at] ?? '']; apply; apply = operators[tokens[at] ?? '']) {
      at++;
      value = apply(value, level(depth + 1));
    }
    return value;
  };
  const atom = (): number => {
    const token = tokens[at++] ?? '';
    if (token === 't') return t;
    if (/^\d+$/.test(token)) return Number(token);
    if (token !== '(') throw new Error(`"${token}" where a number belongs: ${formula}`);
    const value = level(0);
    if (tokens[at++] !== ')') throw new Error(`a parenthesis is open: ${formula}`);
    return value;
  };
  const value = level(0);
  if (at !== tokens.length) throw new Error(`more than a formula: ${formula}`);
  return value;
}
