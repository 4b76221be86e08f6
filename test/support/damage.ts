// Breaks source text the way typing, pasting and bad disks do, repeatably.
import type { Random } from './random';

const SCRAPS = ['{', '}', '(', ')', '<', '>', '>>', '<<<', '>>>', '[', ']', ';', ',', '::', '"', "'", '/*', '*/', '//', '#', '#if 1\n', '#define X(', '\\\n', 'template<', 'typename ', 'auto ', '...', '= {}',
  'operator', '0x', '99999999999999999999', '-', '_', '@', '$0', '\0', '\r\n', '\t', '\u00e9', '\u{1f600}', '\ud800', 'return', 'if constexpr (', 'for (;;) ', 'while (true) {', 'struct S : S {', 'using X = X;', '[&](auto x) {', '<<<1,1>>>'] as const;

type Blow = (text: string, rng: Random) => string;

const span = (text: string, rng: Random, most: number): [number, number] => {
  const start = rng.int(0, text.length);
  return [start, Math.min(text.length, start + rng.int(1, most))];
};

const BLOWS: readonly Blow[] = [
  (text, rng) => { const [a, b] = span(text, rng, 40); return text.slice(0, a) + text.slice(b); },
  (text, rng) => { const [a, b] = span(text, rng, 400); return text.slice(0, a) + text.slice(b); },
  (text, rng) => { const [a, b] = span(text, rng, 200); return text.slice(0, b) + text.slice(a); },
  (text, rng) => text.slice(0, rng.int(0, text.length)),
  (text, rng) => text.slice(rng.int(0, text.length)),
  (text, rng) => { const at = rng.int(0, text.length); return text.slice(0, at) + rng.pick(SCRAPS) + text.slice(at); },
  (text, rng) => { const at = rng.int(0, text.length); return text.slice(0, at) + Array.from({ length: rng.int(1, 24) }, () => String.fromCharCode(rng.int(0, 0x2ff))).join('') + text.slice(at); },
  (text, rng) => { const [a, b] = span(text, rng, 60); const [c, d] = span(text, rng, 60); return a < c && b < c ? text.slice(0, a) + text.slice(c, d) + text.slice(b, c) + text.slice(a, b) + text.slice(d) : text; },
  (text, rng) => { const lines = text.split('\n'); lines.splice(rng.int(0, lines.length - 1), 1); return lines.join('\n'); },
  (text, rng) => text.replace(/\d+/g, (n) => (rng.chance(0.05) ? rng.pick(['0', '1', '-1', '4294967296', '7', n + n]) : n)),
];

/** The text after one to four blows. */
export function damage(text: string, rng: Random): string {
  let out = text;
  for (let blows = rng.pick([1, 1, 1, 2, 3, 4]); blows > 0; blows--) out = rng.pick(BLOWS)(out, rng);
  return out;
}
