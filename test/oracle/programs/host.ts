// Compiles random programs with the real CuTe, many in one unit, and reads what their probes print.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { run, type Host } from '../host';
import { PRELUDE } from '../instrument';
import type { Source } from './generate';
import { marksOf, probed } from './marks';

/** By mark: the texts that were printed there, each once, the first one first. */
export type Printed = readonly (readonly string[])[];
export type Ran = { readonly printed: Printed } | { readonly refused: string } | { readonly crashed: string };

const SEEN = `${PRELUDE}
template <class T> void cute_lens_seen(int id, T const& v) {
  static int left = 20000;
  if (--left < 0) std::_Exit(3);
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) cute_lens_print(id, int(v));
  else cute_lens_print(id, v);
}
`;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const flagsOf = (host: Host): string[] => [
  '-std=c++17',
  '-Werror=return-type',
  '-O0',
  '-DNDEBUG',
  '-fwrapv',
  ...host.includes.map((dir) => `-I${dir}`),
];

async function prelude(host: Host, folder: string): Promise<string> {
  const header = join(folder, `seen-${hash(SEEN + flagsOf(host).join(' ') + host.cutlass)}.hpp`);
  if (!existsSync(`${header}.gch`)) {
    writeFileSync(header, SEEN);
    const done = await run(host.compiler, [...flagsOf(host), '-x', 'c++-header', header, '-o', `${header}.gch`], 300);
    if (done.code !== 0) throw new Error(done.err.slice(0, 4000));
  }
  return header;
}

/** What CuTe prints in each of the programs. Answers are kept. */
export async function runPrograms(host: Host, sources: readonly Source[]): Promise<readonly Ran[]> {
  const folder = join(host.cache, '..', 'programs');
  mkdirSync(folder, { recursive: true });
  const kept = join(folder, `ran-${hash(sources.map(probed).join('\0') + SEEN + host.cutlass + host.compiler)}.json`);
  if (!existsSync(kept)) writeFileSync(kept, JSON.stringify(await runOnce(host, folder, sources)));
  return JSON.parse(readFileSync(kept, 'utf8')) as Ran[];
}

async function runOnce(host: Host, folder: string, sources: readonly Source[]): Promise<readonly Ran[]> {
  if (sources.length === 0) return [];
  const header = await prelude(host, folder);
  const files = sources.map((source) => {
    const text = probed(source);
    const file = join(folder, `program-${hash(text)}.inc`);
    writeFileSync(file, text);
    return file;
  });
  const entry = join(folder, `unit-${hash(files.join(' '))}-${process.pid}.cpp`);
  writeFileSync(
    entry,
    [
      ...files.map((file, i) => `namespace program${i} {\n#include "${file}"\n}`),
      '#include <unistd.h>',
      'int main(int, char** argv) {',
      '  alarm(5);',
      '  switch (std::atoi(argv[1])) {',
      ...files.map((_, i) => `    case ${i}: return program${i}::run();`),
      '  }',
      '}',
      '',
    ].join('\n'),
  );
  const program = entry.replace(/\.cpp$/, '');
  const done = await run(host.compiler, [...flagsOf(host), '-include', header, entry, '-o', program], 1200);
  if (done.code !== 0) return withoutCulprits(host, folder, sources, files, done.err);
  const ran: Ran[] = [];
  for (const [i, source] of sources.entries()) {
    const { code, out } = await run(program, [String(i)], 20);
    ran.push(code === 0 ? { printed: read(out, marksOf(source).length) } : { crashed: `exit ${String(code)}` });
  }
  return ran;
}

async function withoutCulprits(
  host: Host,
  folder: string,
  sources: readonly Source[],
  files: readonly string[],
  err: string,
): Promise<readonly Ran[]> {
  const lines = err.split('\n').filter((line) => /error:|required from|In file included/.test(line));
  const culprits = new Map<number, string>();
  files.forEach((file, i) => {
    const said = lines.find((line) => line.includes(`${file}:`) && !line.includes('In file included'));
    if (said !== undefined) culprits.set(i, said.replace(file, sources[i]?.id ?? '').slice(0, 300));
  });
  if (culprits.size === 0) return bisected(host, folder, sources, err);
  const rest = sources.map((_, i) => i).filter((i) => !culprits.has(i));
  const again = await runOnce(
    host,
    folder,
    rest.flatMap((i) => sources[i] ?? []),
  );
  return sources.map((_, i): Ran =>
    culprits.has(i) ? { refused: culprits.get(i) ?? '' } : (again[rest.indexOf(i)] ?? { crashed: 'no answer' }),
  );
}

async function bisected(host: Host, folder: string, sources: readonly Source[], err: string): Promise<readonly Ran[]> {
  if (sources.length === 1) return [{ refused: err.trim().split('\n')[0] ?? 'time limit' }];
  const half = sources.length >> 1;
  return [
    ...(await runOnce(host, folder, sources.slice(0, half))),
    ...(await runOnce(host, folder, sources.slice(half))),
  ];
}

function read(out: string, count: number): Printed {
  const texts = Array.from({ length: count }, (): string[] => []);
  for (const [, id, text = ''] of out.matchAll(/\x01(\d+)\x02([^\x04]*)\x04/g)) {
    const list = texts[Number(id)];
    if (list && !list.includes(text)) list.push(text);
  }
  return texts;
}
