// Finds in a text the places where a template is given arguments: `Traits<128, half_t>`. Reads text only and knows no
// C++ beyond brackets, so what it finds are proposals. Knows no editor.

/** Longer arguments are no proposal that a person reads. */
const longest = 400;

/** The argument lists of a template in a text, each once, as `<128, half_t>` with single blanks. */
export function argumentsIn(text: string, name: string): readonly string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(new RegExp(String.raw`(\b(?:struct|class)\s+)?\b${name}\s*<`, 'g'))) {
    if (match[1] !== undefined) continue;
    const start = match.index + match[0].length - 1;
    const end = closing(text, start);
    if (end === undefined) continue;
    const given = text
      .slice(start, end + 1)
      .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/^< | >$/g, (edge) => edge.trim());
    if (!/\b(typename|class)\b|\.\.\.|^<\s*>$/.test(given)) found.add(given);
  }
  return [...found];
}

const closers: Readonly<Record<string, string>> = { '<': '>', '(': ')', '{': '}' };

/** The bracket that closes the one at `start`; a `>` in parentheses compares. */
function closing(text: string, start: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < text.length && at - start < longest; at++) {
    const character = text[at] ?? '';
    const closer = closers[character];
    if (closer !== undefined) open.push(closer);
    else if (character === open.at(-1)) open.pop();
    else if (character === ';' || (/[)}]/.test(character) && open.length > 0)) return undefined;
    if (open.length === 0) return at;
  }
  return undefined;
}

/** Names that mean the same in every file. */
const known =
  /^(true|false|cute|cutlass|std|float|double|int|unsigned|\w*_t|[su]?int\d+_t|Int|C|_\d+|Shape|Stride|Layout)$/;

/** The proposals for a template, those without names of other files first. */
export function inOrder(found: Iterable<string>): readonly string[] {
  const unknownNames = (given: string): number =>
    (given.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => !known.test(word)).length;
  return [...new Set(found)].sort((a, b) => unknownNames(a) - unknownNames(b) || a.length - b.length);
}
