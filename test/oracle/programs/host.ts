// Compiles random programs with the real CuTe, many in one unit, and reads what their probes print. Who writes programs
// of which some lines may not compile gives a `mend` that takes such lines out.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { run, type Host } from '../host';
import { PRELUDE } from '../instrument';
import type { Source } from './generate';
import { marksOf, probed } from './marks';

/** By mark: the texts that were printed there, each once, the first one first. */
export type Printed = readonly (readonly string[])[];
export type Ran =
  { readonly printed: Printed; readonly source: Source } | { readonly refused: string } | { readonly crashed: string };

/** The program without the lines that the compiler refuses (from 0); undefined where that is no program. */
export type Mend = (source: Source, lines: readonly number[]) => Source | undefined;

const SEEN = `${PRELUDE}
template <class T> void cute_lens_seen(int id, T const& v) {
  static int left = 20000;
  if (--left < 0) std::_Exit(3);
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) cute_lens_print(id, int(v));
  else cute_lens_print(id, v);
}
`;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const seenBy = (host: Host): string => host.prelude ?? SEEN;
const flagsOf = (host: Host): string[] => [
  ...(host.flags ?? ['-std=c++17', '-Werror=return-type']),
  '-O0',
  '-DNDEBUG',
  '-fwrapv',
  ...host.includes.map((dir) => `-I${dir}`),
];

async function prelude(host: Host, folder: string): Promise<string> {
  const text = seenBy(host);
  const header = join(folder, `seen-${hash(text + host.compiler + flagsOf(host).join(' ') + host.cutlass)}.hpp`);
  const compiled = `${header}.${host.compiler.includes('clang') ? 'pch' : 'gch'}`;
  if (!existsSync(compiled)) {
    writeFileSync(header, text);
    const done = await run(host.compiler, [...flagsOf(host), '-x', 'c++-header', header, '-o', compiled], 300);
    if (done.code !== 0) throw new Error(done.err.slice(0, 4000));
  }
  return header;
}

/** What CuTe prints in each of the programs. Answers are kept. */
export async function runPrograms(host: Host, sources: readonly Source[], mend?: Mend): Promise<readonly Ran[]> {
  if (sources.length === 0) return [];
  const folder = join(host.cache, '..', 'programs');
  mkdirSync(folder, { recursive: true });
  await prelude(host, folder);
  const question = [...sources.map(probed), seenBy(host), ...flagsOf(host), host.cutlass, host.compiler].join('\0');
  const kept = join(folder, `ran-${hash(question)}.json`);
  if (!existsSync(kept)) writeFileSync(kept, JSON.stringify(await runOnce({ host, folder, mend }, sources)));
  return JSON.parse(readFileSync(kept, 'utf8')) as Ran[];
}

interface Work {
  readonly host: Host;
  readonly folder: string;
  readonly mend: Mend | undefined;
}

/** Units of this process so far: each has files of its own. */
let units = 0;

async function runOnce(work: Work, sources: readonly Source[]): Promise<readonly Ran[]> {
  if (sources.length === 0) return [];
  const { host, folder } = work;
  const header = await prelude(host, folder);
  const unit = `unit-${process.pid}-${units++}`;
  const files = sources.map((source, i) => {
    const file = join(folder, `${unit}-${i}.inc`);
    writeFileSync(file, probed(source));
    return file;
  });
  const entry = join(folder, `${unit}.cpp`);
  writeFileSync(entry, unitOf(files));
  const program = entry.replace(/\.cpp$/, '');
  const done = await run(host.compiler, [...flagsOf(host), '-include', header, entry, '-o', program], 1200);
  if (done.code !== 0) {
    rmSync(entry);
    return withoutCulprits(work, sources, files, done.err);
  }
  const { out } = await run(program, [], 20 + sources.length);
  for (const file of [entry, program, ...files]) rmSync(file, { force: true });
  const parts = new Map<number, string>();
  for (const [, id, part = ''] of out.matchAll(/\x05(\d+)\n([^\x05]*)/g)) parts.set(Number(id), part);
  return sources.map((source, i): Ran => {
    const part = parts.get(i) ?? '';
    const [, code = 'none'] = /\x06(\d+)\n$/.exec(part) ?? [];
    if (code !== '0') return { crashed: `exit ${code}` };
    return { printed: read(part, marksOf(source).length), source };
  });
}

/** Each program runs in a process of its own, so that one that fails does not end the others. */
function unitOf(files: readonly string[]): string {
  return [
    ...files.map((file, i) => `namespace program${i} {\n#include "${file}"\n}`),
    '#include <sys/wait.h>',
    '#include <unistd.h>',
    'static void apart(int i, int (*run)()) {',
    '  std::printf("\\x05%d\\n", i);',
    '  std::fflush(stdout);',
    '  int status = 0;',
    '  pid_t child = fork();',
    '  if (child == 0) { alarm(5); int code = run(); std::fflush(stdout); _exit(code); }',
    '  waitpid(child, &status, 0);',
    '  std::printf("\\n\\x06%d\\n", status);',
    '}',
    'int main() {',
    ...files.map((_, i) => `  apart(${i}, &program${i}::run);`),
    '}',
    '',
  ].join('\n');
}

async function withoutCulprits(
  work: Work,
  sources: readonly Source[],
  files: readonly string[],
  err: string,
): Promise<readonly Ran[]> {
  const lines = err.split('\n').filter((line) => /error:|required from|requested here|In file included/.test(line));
  const said = files.map((file) =>
    lines.filter((line) => line.includes(`${file}:`) && !line.includes('In file included')),
  );
  if (said.every((list) => list.length === 0)) return bisected(work, sources, err);
  const again: { readonly at: number; readonly source: Source }[] = [];
  sources.forEach((source, at) => {
    const list = said[at] ?? [];
    if (list.length === 0) return again.push({ at, source });
    const mended = work.mend?.(
      source,
      list.flatMap((line) => Number(line.slice(line.indexOf(files[at] ?? '')).split(':')[1]) - 1),
    );
    return mended && again.push({ at, source: mended });
  });
  files.forEach((file, at) => (said[at]?.length ?? 0) > 0 && rmSync(file, { force: true }));
  const answers = await runOnce(
    work,
    again.map(({ source }) => source),
  );
  return sources.map((source, at): Ran => {
    const index = again.findIndex((one) => one.at === at);
    if (index >= 0) return answers[index] ?? { crashed: 'no answer' };
    return { refused: (said[at]?.[0] ?? '').replace(files[at] ?? '', source.id).slice(0, 300) };
  });
}

async function bisected(work: Work, sources: readonly Source[], err: string): Promise<readonly Ran[]> {
  if (sources.length === 1) return [{ refused: err.trim().split('\n')[0] ?? 'time limit' }];
  const half = sources.length >> 1;
  return [...(await runOnce(work, sources.slice(0, half))), ...(await runOnce(work, sources.slice(half)))];
}

function read(out: string, count: number): Printed {
  const texts = Array.from({ length: count }, (): string[] => []);
  for (const [, id, text = ''] of out.matchAll(/\x01(\d+)\x02([^\x04]*)\x04/g)) {
    const list = texts[Number(id)];
    if (list && !list.includes(text)) list.push(text);
  }
  return texts;
}
