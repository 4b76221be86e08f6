// Says which bracket an expression lacks, while it is typed. Knows brackets only, not C++: an angle bracket opens a
// list where it stands right behind a name and something closes it or nothing but names and numbers follow.

const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);

/** The bracket that is missing, or the one that nothing opens; undefined where all of them match. */
export function bracketProblem(
  text: string,
): { readonly is: 'expected' | 'unopened'; readonly bracket: string } | undefined {
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const ch = text.charAt(at);
    if (ch === '<' ? opensList(text, at) : closing.has(ch) && ch !== '<') open.push(ch);
    else if (')]}'.includes(ch) || (ch === '>' && open.at(-1) === '<' && text[at - 1] !== '-')) {
      const last = open.pop();
      const wanted = last === undefined ? undefined : closing.get(last);
      if (wanted === undefined) return { is: 'unopened', bracket: ch };
      if (wanted !== ch) return { is: 'expected', bracket: wanted };
    }
  }
  const last = open.at(-1);
  return last === undefined ? undefined : { is: 'expected', bracket: closing.get(last) ?? '' };
}

/** `Shape<_8`, `size<0`, but not `a < b`, `i<<1` or `m<n` of small names, which compare. */
function opensList(text: string, at: number): boolean {
  if (text[at + 1] === '<' || text[at - 1] === '<') return false;
  const name = /([A-Za-z_]\w*)$/.exec(text.slice(0, at))?.[1];
  if (name === undefined) return false;
  return /^[A-Z]/.test(name) || /^\s*[\w:,<>\s-]*>/.test(text.slice(at + 1)) || lists.has(name);
}

/** Functions and members of CuTe that take template arguments. */
const lists: ReadonlySet<string> = new Set([
  'size',
  'rank',
  'shape',
  'stride',
  'get',
  'layout',
  'take',
  'select',
  'cosize',
]);
