// Asks the real CuTe: writes C++ units, compiles them for the host with g++ (no GPU, no nvcc) and reads what
// `cute::print` says. Knows nothing of our evaluator.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Question {
  readonly id: string;
  readonly setup?: readonly string[];
  readonly expr: string;
}

/** What CuTe says of an expression: its printed form with the values where it has some, or that it does not compile. */
export type Answer =
  | { readonly text: string; readonly values: readonly string[] | undefined }
  | { readonly refused: string }
  | { readonly crashed: string };

export interface Host {
  readonly compiler: string;
  readonly includes: readonly string[];
  /** Commit or version of CUTLASS. */
  readonly cutlass: string;
  readonly cache: string;
  /** C++ after the common prelude, and compiler flags, for those who ask about more than expressions. */
  readonly prelude?: string;
  readonly flags?: readonly string[];
}

/** The headers to compile against: CUTLASS from CUTLASS_DIR, CUDA from CUDA_HOME or where it usually is. */
export function findHost(): Host {
  const cutlassDir = process.env['CUTLASS_DIR'];
  if (cutlassDir === undefined || !existsSync(join(cutlassDir, 'include/cute/tensor.hpp'))) {
    throw new Error('CUTLASS_DIR must name a CUTLASS checkout (its include/cute/tensor.hpp is needed)');
  }
  const homes = [process.env['CUDA_HOME'], process.env['CUDA_PATH'], '/usr/local/cuda', '/usr/local/cuda-13.0'];
  const cuda = homes.find((home) => home !== undefined && existsSync(join(home, 'include/cuda_runtime.h')));
  if (cuda === undefined) throw new Error('CUDA headers were not found: set CUDA_HOME');
  const includes = [
    join(cutlassDir, 'include'),
    join(cutlassDir, 'tools/util/include'),
    join(cuda, 'include'),
    join(cuda, 'include/cccl'),
  ];
  const cache = join(process.env['CUTE_LENS_ORACLE_CACHE'] ?? join(tmpdir(), 'cute-lens-oracle'), 'units');
  mkdirSync(cache, { recursive: true });
  return {
    compiler: process.env['CXX'] ?? 'g++',
    includes: includes.filter((dir) => existsSync(dir)),
    cutlass: cutlassVersion(cutlassDir),
    cache,
  };
}

/** The commit that is checked out in a folder, where it is a Git repository. */
export function headOf(dir: string): string | undefined {
  const head = join(dir, '.git', 'HEAD');
  if (!existsSync(head)) return undefined;
  const text = readFileSync(head, 'utf8').trim();
  const ref = text.startsWith('ref: ') ? join(dir, '.git', text.slice(5)) : undefined;
  if (ref === undefined) return text;
  return existsSync(ref) ? readFileSync(ref, 'utf8').trim() : undefined;
}

export function cutlassVersion(dir: string): string {
  const commit = process.env['CUTLASS_COMMIT'] ?? headOf(dir);
  if (commit !== undefined) return commit;
  const version = readFileSync(join(dir, 'include/cutlass/version.h'), 'utf8');
  return ['MAJOR', 'MINOR', 'PATCH']
    .map((part) => new RegExp(`CUTLASS_${part} (\\d+)`).exec(version)?.[1] ?? '?')
    .join('.');
}

const PRELUDE = `#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
#include <csetjmp>
#include <csignal>
#include <cstdio>
using namespace cute;
template <class T> void probe_values(T const& t, int limit) {
  int n = int(size(t));
  if (n > 64) n = limit;
  printf("\\x03");
  for (int i = 0; i < n; ++i) { if (i) printf(" "); print(t(i)); }
}
template <class T> void probe(int id, T const& v) {
  printf("\\x01%d\\x02", id);
  if constexpr (is_tensor<T>::value) {
    print(v.layout());
    if constexpr (decltype(rank(v))::value > 0) { probe_values(v, 16); }
  } else if constexpr (is_layout<T>::value || is_composed_layout<T>::value) {
    print(v);
    if constexpr (decltype(rank(v))::value > 0) { probe_values(v, 0); }
  } else {
    print(v);
  }
  printf("\\x04\\n");
}
static sigjmp_buf probe_back;
static void probe_signal(int) { siglongjmp(probe_back, 1); }
static void probe_run(int id, void (*f)()) {
  if (sigsetjmp(probe_back, 1)) { printf("\\x04\\n\\x01%d\\x02\\x05\\x04\\n", id); return; }
  f();
}
static void probe_catch() {
  for (int s : {SIGFPE, SIGSEGV, SIGABRT}) signal(s, probe_signal);
}
`;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const prelude = (host: Host): string => PRELUDE + (host.prelude ?? '');
const flags = (host: Host): string[] => [
  '-std=c++17',
  '-w',
  '-O0',
  ...(host.flags ?? []),
  ...host.includes.map((dir) => `-I${dir}`),
];

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function run(
  command: string,
  args: readonly string[],
  seconds: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: -1, out: '', err: String(error) });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}

async function precompiled(host: Host): Promise<string> {
  const dir = join(host.cache, `pch-${hash(prelude(host) + flags(host).join(' ') + host.cutlass)}`);
  const header = join(dir, 'probe.hpp');
  if (!existsSync(`${header}.gch`)) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(header, prelude(host));
    const done = await run(host.compiler, [...flags(host), '-x', 'c++-header', header, '-o', `${header}.gch`], 300);
    if (done.code !== 0)
      throw new Error(`the CuTe headers do not compile with ${host.compiler}:\n${done.err.slice(0, 4000)}`);
  }
  return header;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** The unit's text: the case at index i stands alone on line i + 2. */
function unitText(questions: readonly Question[]): string {
  const functions = questions.map(
    (q, i) => `static void f${i}() { ${oneLine([...(q.setup ?? [])].join(' '))} probe(${i}, ${oneLine(q.expr)}); }`,
  );
  return [
    '#include "probe.hpp"',
    ...functions,
    'int main() { probe_catch();',
    ...questions.map((_, i) => `probe_run(${i}, f${i});`),
    '}',
    '',
  ].join('\n');
}

function readAnswers(out: string, count: number): (Answer | undefined)[] {
  const answers: (Answer | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const match of out.matchAll(/\x01(\d+)\x02([^\x01\x03\x04]*)(?:\x03([^\x01\x04]*))?\x04/g)) {
    const [, id, text = '', values] = match;
    if (text === '\x05') answers[Number(id)] = { crashed: 'signal' };
    else
      answers[Number(id)] = {
        text,
        values: values === undefined ? undefined : values.split(' ').filter((v) => v !== ''),
      };
  }
  return answers;
}

/** Cases that the compiler's messages name, with the first message of each. */
function blamed(err: string, unit: string, count: number): Map<number, string> {
  const found = new Map<number, string>();
  const name = unit.replace(/[.\\/]/g, '\\$&');
  let pending: number[] = [];
  for (const line of err.split('\n')) {
    const at = new RegExp(`${name}:(\\d+):`).exec(line);
    const i = at ? Number(at[1]) - 2 : -1;
    if (at && i >= 0 && i < count) {
      if (!found.has(i)) {
        found.set(i, '');
        pending.push(i);
      }
    }
    if (line.includes('error:')) {
      const message = line.slice(line.indexOf('error:') + 7).slice(0, 200);
      for (const p of pending) found.set(p, message);
      pending = [];
    }
  }
  return found;
}

async function askOnce(host: Host, questions: readonly Question[]): Promise<(Answer | undefined)[]> {
  if (questions.length === 0) return [];
  const header = await precompiled(host);
  const text = unitText(questions);
  const name = `unit-${hash(text)}-${process.pid}`;
  const unit = join(host.cache, `${name}.cpp`);
  writeFileSync(unit, text);
  const compiled = await run(
    host.compiler,
    [...flags(host), `-I${header.replace(/\/[^/]*$/, '')}`, unit, '-o', join(host.cache, name)],
    240,
  );
  if (compiled.code === 0) {
    const ran = await run(join(host.cache, name), [], 60);
    return readAnswers(ran.out, questions.length).map((answer) => answer ?? { crashed: `exit ${String(ran.code)}` });
  }
  const culprits = blamed(compiled.err, unit, questions.length);
  if (culprits.size === 0) return bisect(host, questions, compiled.err);
  const rest = questions.map((_, i) => i).filter((i) => !culprits.has(i));
  const again = await askOnce(
    host,
    rest.map((i) => questions[i] as Question),
  );
  return questions.map((_, i) => (culprits.has(i) ? { refused: culprits.get(i) ?? '' } : again[rest.indexOf(i)]));
}

async function bisect(host: Host, questions: readonly Question[], err: string): Promise<(Answer | undefined)[]> {
  if (questions.length === 1) return [{ refused: err.trim().split('\n')[0] ?? 'time limit' }];
  const half = questions.length >> 1;
  return [...(await askOnce(host, questions.slice(0, half))), ...(await askOnce(host, questions.slice(half)))];
}

export interface AskOptions {
  readonly unitSize?: number;
  /** Units compiled at the same time. */
  readonly jobs?: number;
  readonly progress?: (done: number) => void;
}

/** Answers in the order of the questions. Finished units are kept in the cache. */
export async function ask(
  host: Host,
  questions: readonly Question[],
  { unitSize = 200, jobs = 1, progress }: AskOptions = {},
): Promise<Answer[]> {
  const units = Array.from({ length: Math.ceil(questions.length / unitSize) }, (_, i) =>
    questions.slice(i * unitSize, (i + 1) * unitSize),
  );
  const answers: Answer[][] = units.map(() => []);
  const waiting = units.map((_, i) => i);
  if (units.some((unit) => !existsSync(keptAnswers(host, unit)))) await precompiled(host);
  const worker = async (): Promise<void> => {
    for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) {
      answers[i] = await askUnit(host, units[i] ?? []);
      progress?.(answers.reduce((n, done) => n + done.length, 0));
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return answers.flat();
}

const keptAnswers = (host: Host, unit: readonly Question[]): string =>
  join(host.cache, `answers-${hash(host.cutlass + host.compiler + prelude(host) + unitText(unit))}.json`);

async function askUnit(host: Host, unit: readonly Question[]): Promise<Answer[]> {
  const kept = keptAnswers(host, unit);
  if (!existsSync(kept)) {
    const fresh = (await askOnce(host, unit)).map((answer) => answer ?? { crashed: 'no answer' });
    writeFileSync(kept, JSON.stringify(fresh));
  }
  return JSON.parse(readFileSync(kept, 'utf8')) as Answer[];
}
