// Breaks source text the way typing, pasting, bad disks and ill will do, repeatably.
import {
  huge,
  duplicatedPiece,
  recursiveCall,
  renamedMacro,
  splicedWith,
  swappedNames,
  wrappedTemplate,
  longLoop,
  strangeLetters,
} from './damage-meant';
import type { Random } from './random';

const SCRAPS = [
  '{',
  '}',
  '(',
  ')',
  '<',
  '>',
  '>>',
  '<<<',
  '>>>',
  '[',
  ']',
  ';',
  ',',
  '::',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '#',
  '#if 1\n',
  '#define X(',
  '\\\n',
  'template<',
  'typename ',
  'auto ',
  '...',
  '= {}',
  'operator',
  '0x',
  '99999999999999999999',
  '-',
  '_',
  '@',
  '$0',
  '\0',
  '\r\n',
  '\t',
  '\u00e9',
  '\u{1f600}',
  '\ud800',
  'return',
  'if constexpr (',
  'for (;;) ',
  'while (true) {',
  'struct S : S {',
  'using X = X;',
  '[&](auto x) {',
  '<<<1,1>>>',
] as const;

/** One way to break a text; `others` are texts that a piece may be taken from. */
type Blow = (text: string, rng: Random, others: readonly string[]) => string;

const span = (text: string, rng: Random, most: number): [number, number] => {
  const start = rng.int(0, text.length);
  return [start, Math.min(text.length, start + rng.int(1, most))];
};

/** What happens by accident. */
const ACCIDENTS: readonly Blow[] = [
  (text, rng) => {
    const [a, b] = span(text, rng, 40);
    return text.slice(0, a) + text.slice(b);
  },
  (text, rng) => {
    const [a, b] = span(text, rng, 400);
    return text.slice(0, a) + text.slice(b);
  },
  (text, rng) => {
    const [a, b] = span(text, rng, 200);
    return text.slice(0, b) + text.slice(a);
  },
  (text, rng) => text.slice(0, rng.int(0, text.length)),
  (text, rng) => text.slice(rng.int(0, text.length)),
  (text, rng) => {
    const at = rng.int(0, text.length);
    return text.slice(0, at) + rng.pick(SCRAPS) + text.slice(at);
  },
  (text, rng) => {
    const at = rng.int(0, text.length);
    return (
      text.slice(0, at) +
      Array.from({ length: rng.int(1, 24) }, () => String.fromCharCode(rng.int(0, 0x2ff))).join('') +
      text.slice(at)
    );
  },
  (text, rng) => {
    const [a, b] = span(text, rng, 60);
    const [c, d] = span(text, rng, 60);
    return a < c && b < c
      ? text.slice(0, a) + text.slice(c, d) + text.slice(b, c) + text.slice(a, b) + text.slice(d)
      : text;
  },
  (text, rng) => {
    const lines = text.split('\n');
    lines.splice(rng.int(0, lines.length - 1), 1);
    return lines.join('\n');
  },
  (text, rng) =>
    text.replace(/\d+/g, (n) => (rng.chance(0.05) ? rng.pick(['0', '1', '-1', '4294967296', '7', n + n]) : n)),
];

/** What somebody does who wants to see it fall. */
const MEANT: readonly Blow[] = [
  huge,
  huge,
  duplicatedPiece,
  swappedNames,
  recursiveCall,
  wrappedTemplate,
  longLoop,
  renamedMacro,
  splicedWith,
  strangeLetters,
];

/** No text grows beyond this, however often its pieces are doubled. */
const longest = 200_000;

/** The text after one to four blows. */
export function damage(text: string, rng: Random, others: readonly string[] = []): string {
  let out = text;
  for (let blows = rng.pick([1, 1, 1, 2, 3, 4]); blows > 0; blows--)
    out = rng.pick(rng.chance(0.5) ? ACCIDENTS : MEANT)(out, rng, others);
  return out.slice(0, longest);
}
