// The texts that are damaged, and the input that a seed and an index stand for. Reads the disk once, when the texts are
// gathered; the same texts, seed and index always give the same input.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { damage } from '../../test/support/damage';
import { entryText, readFixture, splitFiles, type Fixture } from '../../test/support/fixture';
import { random, type Random } from '../../test/support/random';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** A text that is damaged: the entry first, then its headers. */
export interface Base {
  /** Where it comes from. */
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly args: string;
}

export interface Input {
  readonly base: string;
  readonly files: readonly SourceFile[];
  /** The text of the entry before it was damaged: what was on the screen when somebody typed. */
  readonly before: string;
  readonly args: string;
  readonly thread: readonly [number, number, number];
  readonly arch: number;
}

/** Every example and fixture, and CUTLASS's CuTe examples where `cutlass` is their checkout. */
export function basesBelow(root: string, cutlass: string | undefined): Base[] {
  const own = ['examples', 'test/fixtures', 'test/hostile', 'test/memory'].map((folder) => join(root, folder));
  const publicOnes =
    cutlass === undefined ? [] : [join(cutlass, 'examples/cute')].filter((folder) => existsSync(folder));
  const paths = [...own, ...publicOnes].flatMap(sourcesBelow);
  return paths.map((path) =>
    baseOf(
      readFixture(path),
      cutlass !== undefined && path.startsWith(cutlass) ? `cutlass/${relative(cutlass, path)}` : relative(root, path),
    ),
  );
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? sourcesBelow(path) : /\.(?:cu|cuh|rs|hpp)$/.test(name) ? [path] : [];
    });
}

function baseOf(fixture: Fixture, name: string): Base {
  const [, ...headers] = fixture.files;
  const entry = { name: basename(fixture.path), text: entryText(fixture) };
  return {
    name,
    files: [entry, ...headers.map((file) => ({ name: file.name, text: file.text }))],
    args: fixture.args.join(' '),
  };
}

/** Numbers that are as good as independent for every pair of a seed and an index. */
export function randomAt(seed: number, index: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul((index + 1) | 0, 0x85ebca6b)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d) >>> 0;
  return random((state ^ (state >>> 15)) >>> 0);
}

const ARGS = [
  '',
  '',
  '512 768 256',
  '0',
  '-1',
  '2147483647 2147483647',
  '99999999999999999999',
  '1 1 1 T N',
  '"',
  'a b c',
] as const;
const THREADS = [
  [0, 0, 0],
  [0, 0, 0],
  [1, 0, 0],
  [127, 0, 0],
  [1023, 7, 1],
  [4294967295, 0, 0],
] as const;

export function inputAt(bases: readonly Base[], seed: number, index: number): Input {
  const rng = randomAt(seed, index);
  const base = pickBase(bases, rng);
  const [entry] = base.files;
  if (!entry) throw new Error(`${base.name} has no text`);
  const isRust = (name: string): boolean => name.endsWith('.rs');
  const others = bases
    .filter(({ name }) => isRust(name) === isRust(base.name))
    .flatMap(({ files }) => files.map(({ text }) => text));
  const hit = rng.chance(0.8) ? 0 : rng.int(0, base.files.length - 1);
  const files = base.files.map((file, at) => (at === hit ? { ...file, text: damage(file.text, rng, others) } : file));
  return {
    base: base.name,
    files,
    before: entry.text,
    args: rng.chance(0.7) ? base.args : rng.pick(ARGS),
    thread: rng.pick(THREADS),
    arch: rng.pick([700, 800, 800, 900, 1000]),
  };
}

/** Long texts take long and say little more than short ones: of two, the shorter is taken as a rule. */
function pickBase(bases: readonly Base[], rng: Random): Base {
  const [one, other] = [rng.pick(bases), rng.pick(bases)];
  const length = ({ files }: Base): number => files.reduce((sum, { text }) => sum + text.length, 0);
  return rng.chance(0.7) === length(one) < length(other) ? one : other;
}

/** The input as one text: headers behind lines `//- /name`, as fixtures have them. */
export function asText({ files }: Pick<Input, 'files'>): string {
  return files.map(({ name, text }, at) => (at === 0 ? text : `//- /${name}\n${text}`)).join('');
}

/** The input that a saved text stands for. */
export function inputOfText(name: string, text: string): Input {
  const files = splitFiles(basename(name), text).map((file) => ({ name: file.name, text: file.text }));
  return { base: name, files, before: '', args: '', thread: [0, 0, 0], arch: 800 };
}
