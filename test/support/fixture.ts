// Reads a fixture: a real .cu file whose comments with carets say what CuTe prints for the text above them.
//   auto a = make_layout(_8{});
//   //   ^ _8:_1
// `//- key:value …` is metadata, `//- /name.hpp` starts another file. Knows nothing of the evaluator nor of CuTe.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** One expectation: the marked characters of `file`, `[start, end)`, and the text after the carets. */
export interface Annotation {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the text after the carets stands in the fixture's own text. */
  readonly textAt: readonly [start: number, end: number];
}

export interface FixtureFile {
  readonly name: string;
  readonly text: string;
  /** Offset of this file's text in the fixture's text. */
  readonly offset: number;
}

export interface Fixture {
  readonly path: string;
  /** Path from the project's root, with forward slashes. */
  readonly name: string;
  readonly text: string;
  /** The entry first, then the headers. */
  readonly files: readonly FixtureFile[];
  readonly annotations: readonly Annotation[];
  /** `run:f(24)` calls, in order. */
  readonly runs: readonly string[];
  readonly args: readonly string[];
  readonly defines: readonly string[];
  readonly thread: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** A reason where the host cannot be asked: symbols, pins, things that are not known, code that only a GPU
   *  compiles. */
  readonly oracle: true | string;
  /** The version of C++ that the host compiles it as. */
  readonly std: string;
  readonly hash: string;
}

export const ROOT = join(import.meta.dirname, '..', '..');

/** Every fixture below `test/fixtures/eval` and `examples`, in order of their names. */
export function allFixtures(): Fixture[] {
  const folders = [join(ROOT, 'examples'), join(ROOT, 'test/fixtures/eval')];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.cu'))
      .sort()
      .map((file) => readFixture(join(folder, file))),
  );
}

/** A fixture from the disk, with the headers beside it that it includes, each as if it stood at the end of the text. */
export function readFixture(path: string): Fixture {
  const text = readFileSync(path, 'utf8');
  const headers = [...text.matchAll(/^#include "([\w.-]+)"/gm)].map((match) => match[1] ?? '');
  const beside = headers.filter((name) => existsSync(join(dirname(path), name)));
  const further = beside.map((name) => `//- /${name}\n${readFileSync(join(dirname(path), name), 'utf8')}`);
  return asserted(parseFixture(path, [text, ...further].join('')));
}

/** The fixture, if each of its further files is included or has marks. A file with neither would test nothing. */
export function asserted(fixture: Fixture): Fixture {
  const idle = fixture.files.slice(1).filter((file) => !isUsed(file, fixture.files));
  if (idle.length === 0) return fixture;
  const names = idle.map(({ name }) => name).join(', ');
  throw new Error(`${fixture.name}: nothing includes ${names}, and no mark asks about it`);
}

export function parseFixture(path: string, text: string): Fixture {
  const files = splitFiles(basename(path), text);
  const pairs = metadata(text);
  const all = (key: string): string[] => pairs.filter(([k]) => k === key).map(([, value]) => value);
  const three = (value: string | undefined): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = (value ?? '').split(',').map(Number);
    return [x, y, z];
  };
  return {
    path,
    name: relative(ROOT, path).replaceAll('\\', '/'),
    text,
    files,
    annotations: files.flatMap(annotationsOf),
    runs: all('run'),
    args: all('args')
      .flatMap((value) => value.split(' '))
      .filter((value) => value !== ''),
    defines: all('define'),
    thread: three(all('thread')[0]),
    block: three(all('block')[0]),
    oracle: all('oracle')[0] ?? (/^\/\/ .* -arch=sm_\d+a /m.test(text) ? 'only a GPU compiles it' : true),
    std: all('std')[0] ?? '17',
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
  };
}

/** The text of the entry as it is evaluated and compiled: with a `main` that makes the calls the metadata names. */
export function entryText(fixture: Fixture): string {
  const text = fixture.files[0]?.text ?? '';
  if (fixture.runs.length === 0) return text;
  return `${text}\nint main() { ${fixture.runs.map((call) => `${call};`).join(' ')} return 0; }\n`;
}

/** A further file says something where another one includes it, or where it has marks of its own. */
function isUsed(file: FixtureFile, files: readonly FixtureFile[]): boolean {
  const included = new RegExp(
    `^[ \\t]*#[ \\t]*include[ \\t]*["<](?:[^">]*/)?${basename(file.name).replace(/\./g, '\\.')}[">]`,
    'm',
  );
  return annotationsOf(file).length > 0 || files.some((one) => one !== file && included.test(one.text));
}

/** The files of a fixture: the entry, and those behind lines `//- /name`. */
export function splitFiles(entry: string, text: string): FixtureFile[] {
  const heads = [...text.matchAll(/^\/\/- \/(\S+)[ \t]*\n/gm)];
  const starts = [0, ...heads.map((head) => head.index + head[0].length)];
  const ends = [...heads.map((head) => head.index), text.length];
  return starts.map((start, i) => ({
    name: i === 0 ? entry : (heads[i - 1]?.[1] ?? ''),
    text: text.slice(start, ends[i]),
    offset: start,
  }));
}

/** `key:value` pairs; a value runs to the next space outside quotes and parentheses. */
function metadata(text: string): [key: string, value: string][] {
  const lines = [...text.matchAll(/^\/\/- (?!\/)(.*)$/gm)].map((match) => match[1] ?? '');
  const pair = /([\w-]+):("[^"]*"|(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+)/g;
  return lines.flatMap((line) =>
    [...line.matchAll(pair)].map((match): [string, string] => [
      match[1] ?? '',
      (match[2] ?? '').replace(/^"(.*)"$/, '$1'),
    ]),
  );
}

function annotationsOf(file: FixtureFile): Annotation[] {
  const found: Annotation[] = [];
  let lineStart = 0;
  let codeStart = 0;
  for (const line of file.text.split('\n')) {
    const caret = /^(\s*\/\/\s*)(\^+)\s+(\S.*?)\s*$/.exec(line);
    if (caret) {
      const [, before = '', run = '', text = ''] = caret;
      const start = codeStart + before.length;
      const textStart = file.offset + lineStart + line.indexOf(text, before.length + run.length);
      found.push({
        file: file.name,
        start,
        end: start + run.length,
        text,
        textAt: [textStart, textStart + text.length],
      });
    } else if (!/^\s*(\/\/|$)/.test(line)) {
      codeStart = lineStart;
    }
    lineStart += line.length + 1;
  }
  return found;
}
