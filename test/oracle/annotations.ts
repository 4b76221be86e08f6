// The host oracle: compiles each fixture with probes, runs it, and compares the annotations with what CuTe printed.
// With `update` it replaces each `?` in a fixture by CuTe's text.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Annotation, Fixture } from '../support/fixture';
import { entryText, parseFixture } from '../support/fixture';
import { run, type Host } from './host';
import { instrument, PRELUDE } from './instrument';

export interface Finding {
  readonly fixture: string;
  readonly annotation: Annotation;
  /** What CuTe printed there, each text once; empty where the probe was not reached. */
  readonly printed: readonly string[];
}

export type Confirmation =
  | { readonly is: 'confirmed'; readonly annotations: number }
  | { readonly is: 'differs'; readonly findings: readonly Finding[] }
  | { readonly is: 'broken'; readonly message: string };

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const claims = (annotation: Annotation): boolean => !/^(unknown|error|warning|hint)\b/.test(annotation.text);

/** Asks CuTe about one fixture. `update` gives the fixture's text with every `?` filled in. */
export async function confirm(host: Host, fixture: Fixture): Promise<{ confirmation: Confirmation; updated: string }> {
  const asked = fixture.annotations.filter(claims);
  const printed = await printedTexts(host, fixture, asked);
  if (typeof printed === 'string') return { confirmation: { is: 'broken', message: printed }, updated: fixture.text };
  const findings = asked.map((annotation, i) => ({ fixture: fixture.name, annotation, printed: printed[i] ?? [] }));
  const updated = fillIn(fixture.text, findings);
  const after = updated === fixture.text ? findings : recheck(fixture, updated, findings);
  const wrong = after.filter((finding) => !finding.printed.includes(finding.annotation.text));
  return {
    confirmation:
      wrong.length > 0 ? { is: 'differs', findings: wrong } : { is: 'confirmed', annotations: asked.length },
    updated,
  };
}

function recheck(fixture: Fixture, updated: string, findings: readonly Finding[]): Finding[] {
  const asked = parseFixture(fixture.path, updated).annotations.filter(claims);
  return findings.map((finding, i) => ({ ...finding, annotation: asked[i] ?? finding.annotation }));
}

/** Replaces each `?`. Where several `?` mark one place they take CuTe's texts in the order they were printed. */
function fillIn(text: string, findings: readonly Finding[]): string {
  const used = new Map<string, number>();
  const edits = findings
    .filter((finding) => finding.annotation.text === '?' && finding.printed.length > 0)
    .map((finding) => {
      const place = `${finding.annotation.file}:${finding.annotation.start}`;
      const nth = used.get(place) ?? 0;
      used.set(place, nth + 1);
      return { at: finding.annotation.textAt, text: finding.printed[Math.min(nth, finding.printed.length - 1)] ?? '?' };
    });
  return edits
    .sort((a, b) => b.at[0] - a.at[0])
    .reduce((out, edit) => out.slice(0, edit.at[0]) + edit.text + out.slice(edit.at[1]), text);
}

async function printedTexts(host: Host, fixture: Fixture, asked: readonly Annotation[]): Promise<string[][] | string> {
  const built = await build(host, fixture, asked);
  if (built.error !== undefined) return built.error;
  const place = (xyz: readonly number[]): string => xyz.join(',');
  const env = { CUTE_LENS_THREAD: place(fixture.thread), CUTE_LENS_BLOCK: place(fixture.block) };
  const ran = await run(built.program, fixture.args, 120, env);
  const texts = asked.map((): string[] => []);
  for (const [, id, text = ''] of ran.out.matchAll(/\x01(\d+)\x02([^\x04]*)\x04/g)) {
    const list = texts[Number(id)];
    if (list && !list.includes(text)) list.push(text);
  }
  return texts;
}

async function build(
  host: Host,
  fixture: Fixture,
  asked: readonly Annotation[],
): Promise<{ program: string; error?: string }> {
  const folder = join(host.cache, '..', 'fixtures', hash(fixture.text + host.cutlass));
  mkdirSync(folder, { recursive: true });
  for (const file of fixture.files) {
    const text = file === fixture.files[0] ? entryText(fixture) : file.text;
    const mine = asked.filter((annotation) => annotation.file === file.name);
    const ids = mine.map((annotation) => asked.indexOf(annotation));
    const source = instrument(text, mine).replace(
      /(cute_lens_(?:probe\(|type<|value<))(\d+)/g,
      (_, word: string, n: string) => `${word}${ids[Number(n)] ?? n}`,
    );
    mkdirSync(dirname(join(folder, file.name)), { recursive: true });
    writeFileSync(join(folder, file.name), source);
  }
  const program = join(folder, 'program');
  const entry = join(folder, fixture.files[0]?.name ?? '');
  const done = await compiled(host, entry, ['-o', program], fixture.std);
  return done.code === 0
    ? { program }
    : {
        program,
        error:
          done.err
            .split('\n')
            .filter((line) => /error|required from here/.test(line))
            .slice(0, 12)
            .join('\n') || done.err.slice(0, 2000),
      };
}

async function compiled(host: Host, entry: string, more: readonly string[], std = '17'): ReturnType<typeof run> {
  // Instructions that the host lacks complain through `assert`; they are not asked anything here.
  const flags = [`-std=c++${std}`, '-w', '-O0', '-DNDEBUG', ...host.includes.map((dir) => `-I${dir}`)];
  const header = await prelude(host, flags);
  return run(host.compiler, [...flags, '-include', header, '-x', 'c++', entry, ...more], 300);
}

export interface Complaints {
  /** Lines of the entry, from 1. */
  readonly lines: readonly number[];
  readonly text: string;
  /** Each error, without its place and without the numbers in types. */
  readonly messages: readonly string[];
}

/** What the compiler says against a fixture's program with another text of its entry; undefined where it has nothing to
 *  say. */
export function complaintsOf(host: Host, { files }: Fixture, text: string): Promise<Complaints | undefined> {
  return complaintsAbout(
    host,
    files.map((file, i) => ({ name: file.name, text: i === 0 ? text : file.text })),
  );
}

/** What the compiler says against a program, whose entry is the first of its files. */
export async function complaintsAbout(
  host: Host,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<Complaints | undefined> {
  const folder = join(host.cache, '..', 'refusals', hash(files.map(({ text }) => text).join('\n') + host.cutlass));
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), instrument(text, []));
  }
  const entry = join(folder, files[0]?.name ?? 'program.cu');
  const done = await compiled(host, entry, ['-fsyntax-only']);
  if (done.code === 0) return undefined;
  const places = done.err.matchAll(new RegExp(`${entry.replace(/[.\\/]/g, '\\$&')}:(\\d+):`, 'g'));
  const errors = done.err.split('\n').filter((line) => /error:/.test(line));
  return {
    lines: [...places].map(([, line]) => Number(line)),
    text: errors.slice(0, 3).join('\n') || done.err.slice(0, 500),
    messages: errors.map(withoutTypes),
  };
}

function withoutTypes(error: string): string {
  return error
    .replace(/^.*?error: /, '')
    .replace(/ \[with .*$/, '’')
    .replace(/\bC<\d+>/g, 'C<…>');
}

async function prelude(host: Host, flags: readonly string[]): Promise<string> {
  const header = join(host.cache, '..', `prelude-${hash(PRELUDE + flags.join(' ') + host.cutlass)}.hpp`);
  if (!existsSync(`${header}.gch`)) {
    writeFileSync(header, PRELUDE);
    const done = await run(host.compiler, [...flags, '-x', 'c++-header', header, '-o', `${header}.gch`], 300);
    if (done.code !== 0) throw new Error(done.err.slice(0, 4000));
  }
  return header;
}
