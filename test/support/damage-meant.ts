// Blows that keep a text readable and ask too much of whoever evaluates it: extents nobody has, functions without end,
// names that mean something else. Knows C++ and Rust by the look of their words only.
import type { Random } from './random';

const HUGE = [
  '0',
  '-1',
  '1',
  '2',
  '3',
  '31',
  '63',
  '64',
  '65',
  '255',
  '4095',
  '65536',
  '1000000',
  '1000000000',
  '2147483647',
  '2147483648',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '(1 << 30)',
  '(1ull << 63)',
  '(-2147483647 - 1)',
  '0x7fffffff',
  '1e9',
  "1'000'000'000",
] as const;

/** The places of a pattern in the text. */
function places(
  text: string,
  pattern: RegExp,
): readonly { readonly at: number; readonly length: number; readonly found: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, length: match[0].length, found: match[0] }));
}

function replacedAt(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}

/** One to three integers become ones at the edge of what an int, a float or a memory holds. */
export function huge(text: string, rng: Random): string {
  let out = text;
  for (let n = rng.int(1, 3); n > 0; n--) {
    const found = places(out, /(?<![\w.])\d+(?![\w.])/g);
    if (found.length === 0) return out;
    const { at, length } = rng.pick(found);
    out = replacedAt(out, at, length, rng.pick(HUGE));
  }
  return out;
}

/** A statement, a few lines or a function stands there more than once. */
export function duplicatedPiece(text: string, rng: Random): string {
  const lines = text.split('\n');
  const from = rng.int(0, lines.length - 1);
  const piece = lines.slice(from, from + rng.pick([1, 1, 1, 2, 5, 20]));
  const copies = Array.from({ length: rng.pick([1, 1, 2, 8, 64]) }, () => piece).flat();
  return [...lines.slice(0, from), ...copies, ...lines.slice(from)].join('\n');
}

const names = /\b[A-Za-z_]\w*\b/g;

/** A name is written where another was: here, or everywhere. */
export function swappedNames(text: string, rng: Random): string {
  const found = places(text, names);
  if (found.length < 2) return text;
  const [one, other] = [rng.pick(found), rng.pick(found)];
  if (rng.chance(0.7)) return replacedAt(text, one.at, one.length, other.found);
  return text.replace(new RegExp(`\\b${one.found}\\b`, 'g'), other.found);
}

const heads = /\b([A-Za-z_]\w*)\s*\(([^(){};]*)\)[^;{}]{0,60}\{/g;

/** Inside a function, calls of a function of the same text: of itself, as a rule, and often twice. */
export function recursiveCall(text: string, rng: Random): string {
  const functions = [...text.matchAll(heads)].filter(([, name]) => !/^(?:if|for|while|switch|catch)$/.test(name ?? ''));
  if (functions.length === 0) return text;
  const into = rng.pick(functions);
  const called = rng.chance(0.7) ? into : rng.pick(functions);
  const count = (called[2] ?? '').trim() === '' ? 0 : (called[2] ?? '').split(',').length;
  const given = (called[2] ?? '')
    .split(',')
    .map((parameter) => /(\w+)\s*$/.exec(parameter)?.[1] ?? '0')
    .slice(0, count);
  const changed = (name: string, by: number): string =>
    rng.chance(0.6) ? `${name} ${rng.pick(['-', '+', '/', '*'])} ${by}` : name;
  const call = (by: number): string =>
    `${called[1] ?? ''}(${given.map((name, at) => (at === 0 ? changed(name, by) : name)).join(', ')})`;
  const statement = rng.pick([
    `${call(1)};`,
    `return ${call(1)} + ${call(2)};`,
    `auto again = ${call(1)}; auto twice = ${call(2)};`,
    `if (${given[0] ?? '1'} > 0) { ${call(1)}; ${call(2)}; }`,
  ]);
  const at = into.index + into[0].length;
  return replacedAt(text, at, 0, ` ${statement} `);
}

const WRAPS = [
  'make_shape',
  'make_layout',
  'make_stride',
  'make_tile',
  'cute::tuple',
  'coalesce',
  'flatten',
  'make_tuple',
  'repeat<64>',
  'complement',
  'size',
  'Layout',
  'rank',
] as const;
const TEMPLATES = [
  'Layout',
  'Shape',
  'Stride',
  'Int',
  'C',
  'decltype',
  'cute::tuple',
  'cute::array',
  'std::is_same',
  'Tile',
] as const;

/** An expression in parentheses, or template arguments, inside many more of them. */
export function wrappedTemplate(text: string, rng: Random): string {
  const depth = rng.pick([1, 2, 4, 16, 100, 400]);
  if (rng.chance(0.5)) {
    const found = places(text, /<[^<>;{}()]{1,60}>/g);
    if (found.length === 0) return text;
    const { at, length, found: old } = rng.pick(found);
    const outer = rng.pick(TEMPLATES);
    return replacedAt(text, at, length, `<${`${outer}<`.repeat(depth)}${old.slice(1, -1)}${'>'.repeat(depth)}>`);
  }
  const found = places(text, /\([^()<>;{}]{1,60}\)/g);
  if (found.length === 0) return text;
  const { at, length, found: old } = rng.pick(found);
  const outer = rng.pick(WRAPS);
  const twice = depth <= 16 && rng.chance(0.3);
  let inner = old.slice(1, -1);
  for (let n = 0; n < depth && inner.length < 20_000; n++) inner = `${outer}(${inner}${twice ? `, ${inner}` : ''})`;
  return replacedAt(text, at, length, `(${inner})`);
}

const LOOPS = [
  'for (int again = 0; again < 1000000000; ++again) {',
  'for (long again = 0; again >= 0; again += 0) {',
  'while (true) {',
  'for (unsigned again = 0xffffffff; again; again--) {',
  'do {',
  'for (int again = 0; again < 4096; ++again) for (int inner = 0; inner < 4096; ++inner) {',
  'for (int again = 1; again < 2000000000; again *= 2) {',
  'loop {',
  'for again in 0..1000000000 {',
] as const;

/** Statements in a loop of far too many rounds. */
export function longLoop(text: string, rng: Random): string {
  const lines = text.split('\n');
  const statements = lines.flatMap((line, at) => (/;\s*$/.test(line) ? [at] : []));
  if (statements.length === 0) return text;
  const from = rng.pick(statements);
  const loop = rng.pick(LOOPS);
  const end = loop === 'do {' ? '} while (1);' : '}';
  const counted = rng.chance(0.5) ? ['static int counted = 0; counted = counted * 3 + 1;'] : [];
  const until = from + rng.pick([1, 1, 2, 6]);
  return [...lines.slice(0, from), loop, ...counted, ...lines.slice(from, until), end, ...lines.slice(until)].join(
    '\n',
  );
}

const WORDS = [
  'int',
  'auto',
  'template',
  'typename',
  'struct',
  'return',
  'if',
  'for',
  'void',
  'constexpr',
  'using',
  'Int',
  'make_layout',
  'make_shape',
  'size',
  'Layout',
  '_1',
  '__global__',
  'const',
  'while',
  'operator',
  'true',
  'class',
] as const;

/** A macro takes the place of a keyword, of one of CuTe's names, or of a name of the text. */
export function renamedMacro(text: string, rng: Random): string {
  const own = places(text, names);
  const word = rng.chance(0.7) || own.length === 0 ? rng.pick(WORDS) : rng.pick(own).found;
  const body = rng.pick([
    '',
    word,
    `${word} ${word}`,
    '(',
    ')',
    '{',
    '}',
    '0',
    'auto',
    'static constexpr',
    `X(${word})`,
    '__VA_ARGS__',
    rng.pick(WORDS),
    `${word}${word}`,
    '#',
    '##',
    `(${word}(1), ${word}(2))`,
  ]);
  const head = rng.pick([word, `${word}(x)`, `${word}(...)`, `X(x) x x\n#define ${word}`]);
  const lines = text.split('\n');
  const at = rng.int(0, Math.min(lines.length, 40));
  return [...lines.slice(0, at), `#define ${head} ${body}`, ...lines.slice(at)].join('\n');
}

/** Lines of one text between those of another. */
export function splicedWith(text: string, rng: Random, others: readonly string[]): string {
  if (others.length === 0) return text;
  const theirs = rng.pick(others).split('\n');
  const from = rng.int(0, theirs.length - 1);
  const piece = theirs.slice(from, from + rng.pick([1, 5, 20, 100, theirs.length]));
  const lines = text.split('\n');
  const at = rng.int(0, lines.length);
  return [
    ...lines.slice(0, at),
    ...piece,
    ...lines.slice(rng.chance(0.5) ? at : Math.min(lines.length, at + piece.length)),
  ].join('\n');
}

const LETTERS = [
  '\u00df',
  '\u0416',
  '\u6f22',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\u2028',
  '\u{1f469}\u200d\u{1f4bb}',
  '\u0301',
  '\uffff',
  '\udc00',
  '\ud83d',
  '\u00a0',
  '\u037e',
  '\uff1b',
  '\r',
  '\v',
  '\f',
  '\x1b[31m',
  '\\u0041',
  '??/',
  '%:',
  '<::',
] as const;

/** Letters that few expect inside of names, numbers and strings. */
export function strangeLetters(text: string, rng: Random): string {
  let out = text;
  for (let n = rng.pick([1, 1, 3, 10]); n > 0; n--)
    out = replacedAt(out, rng.int(0, out.length), rng.int(0, 1), rng.pick(LETTERS));
  return out;
}
