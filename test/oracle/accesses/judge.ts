// What the threads of a kernel access, as a host compiler runs it with the real CuTe: compiled for ThreadSanitizer,
// each access of memory calls a function, and these functions are ours. No GPU, and nothing of our evaluator.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { run, type Host } from '../host';
import { judgedText, type Kernel } from './kernel';

/** The bytes that a thread touches in a buffer, as `from-to,from-to` with the end excluded, from the buffer's start. */
export interface Touched {
  readonly block: string;
  readonly thread: number;
  readonly buffer: number;
  readonly writes: boolean;
  readonly bytes: string;
}
export type Judged =
  { readonly touched: readonly Touched[] } | { readonly refused: string } | { readonly crashed: string };

const PRELUDE = `#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
using namespace cute;
static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;
#define __syncthreads() ((void)0)
char* cute_lens_slot(int);
void cute_lens_begin();
void cute_lens_end(unsigned x, unsigned y, unsigned z, int thread);
template <class F> void cute_lens_run(dim3 grid, dim3 block, F kernel) {
  gridDim = grid;
  blockDim = block;
  for (unsigned z = 0; z < grid.z; ++z) for (unsigned y = 0; y < grid.y; ++y) for (unsigned x = 0; x < grid.x; ++x)
    for (unsigned t = 0; t < block.x * block.y * block.z; ++t) {
      blockIdx = {x, y, z};
      threadIdx = {t % block.x, t / block.x % block.y, t / (block.x * block.y)};
      cute_lens_begin();
      kernel();
      cute_lens_end(x, y, z, int(t));
    }
}
`;

const RECORDER = `#include <algorithm>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <vector>
constexpr long size = 1 << 19, margin = 1 << 18, slots = 16;
alignas(4096) static char arena[size * slots];
struct Access { int slot, writes; long from, to; };
static std::vector<Access> seen;
static bool on;
char* cute_lens_slot(int i) { return arena + i * size + margin; }
static void note(void* p, long bytes, int writes) {
  long at = (char*)p - arena;
  if (!on || at < 0 || at >= size * slots) return;
  long from = at % size - margin;
  seen.push_back({int(at / size), writes, from, from + bytes});
}
void cute_lens_begin() { seen.clear(); on = true; }
void cute_lens_end(unsigned x, unsigned y, unsigned z, int thread) {
  on = false;
  std::sort(seen.begin(), seen.end(), [](Access const& a, Access const& b) {
    return std::tie(a.slot, a.writes, a.from, a.to) < std::tie(b.slot, b.writes, b.from, b.to);
  });
  for (size_t i = 0; i < seen.size();) {
    Access const first = seen[i];
    std::printf("%u %u %u %d %d %d ", x, y, z, thread, first.slot, first.writes);
    char const* comma = "";
    auto here = [&] { return i < seen.size() && seen[i].slot == first.slot && seen[i].writes == first.writes; };
    while (here()) {
      long from = seen[i].from, to = seen[i].to;
      for (++i; here() && seen[i].from <= to; ++i) to = std::max(to, seen[i].to);
      std::printf("%s%ld:%ld", comma, from, to);
      comma = ",";
    }
    std::printf("\\n");
  }
}
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
#define BOTH(n, bytes) \\
  void __tsan_read##n(void* p) { note(p, bytes, 0); } void __tsan_write##n(void* p) { note(p, bytes, 1); }
BOTH(1, 1) BOTH(2, 2) BOTH(4, 4) BOTH(8, 8) BOTH(16, 16)
void __tsan_unaligned_read2(void* p) { note(p, 2, 0); } void __tsan_unaligned_write2(void* p) { note(p, 2, 1); }
void __tsan_unaligned_read4(void* p) { note(p, 4, 0); } void __tsan_unaligned_write4(void* p) { note(p, 4, 1); }
void __tsan_unaligned_read8(void* p) { note(p, 8, 0); } void __tsan_unaligned_write8(void* p) { note(p, 8, 1); }
void __tsan_unaligned_read16(void* p) { note(p, 16, 0); } void __tsan_unaligned_write16(void* p) { note(p, 16, 1); }
void __tsan_read_range(void* p, long n) { note(p, n, 0); } void __tsan_write_range(void* p, long n) { note(p, n, 1); }
void* __tsan_memset(void* p, int c, size_t n) { note(p, long(n), 1); return std::memset(p, c, n); }
void* __tsan_memcpy(void* p, void const* q, size_t n) {
  note((void*)q, long(n), 0); note(p, long(n), 1); return std::memcpy(p, q, n);
}
}
`;

const flags = ({ includes }: Host): string[] => ['-std=c++17', '-w', '-O0', ...includes.map((dir) => `-I${dir}`)];

interface Tools {
  readonly header: string;
  readonly recorder: string;
}

async function toolsOf(host: Host, folder: string): Promise<Tools> {
  const key = createHash('sha256')
    .update(PRELUDE + RECORDER + host.compiler + host.cutlass)
    .digest('hex')
    .slice(0, 16);
  const header = join(folder, `threads-${key}.hpp`);
  const recorder = join(folder, `recorder-${key}.o`);
  if (!existsSync(`${header}.gch`)) {
    writeFileSync(header, PRELUDE);
    writeFileSync(recorder.replace(/o$/, 'cpp'), RECORDER);
    const made = [
      ['-fsanitize=thread', '-x', 'c++-header', header, '-o', `${header}.gch`],
      ['-c', recorder.replace(/o$/, 'cpp'), '-o', recorder],
    ];
    for (const args of made) {
      const done = await run(host.compiler, [...flags(host), ...args], 300);
      if (done.code !== 0) throw new Error(done.err.slice(0, 4000));
    }
  }
  return { header, recorder };
}

/** Units of this process so far: each has files of its own. */
let units = 0;

/** Runs kernels, all in one unit; those that the compiler refuses are found by halves. */
export async function judge(host: Host, kernels: readonly Kernel[]): Promise<readonly Judged[]> {
  if (kernels.length === 0) return [];
  const folder = join(host.cache, '..', 'accesses');
  mkdirSync(folder, { recursive: true });
  const { header, recorder } = await toolsOf(host, folder);
  const stem = join(folder, `unit-${process.pid}-${units++}`);
  writeFileSync(`${stem}.cpp`, unitOf(kernels));
  const compiled = await run(
    host.compiler,
    [...flags(host), '-fsanitize=thread', '-include', header, '-c', `${stem}.cpp`, '-o', `${stem}.o`],
    600,
  );
  const linked = compiled.code === 0 && (await run(host.compiler, [`${stem}.o`, recorder, '-o', stem], 60));
  const ran = linked !== false && linked.code === 0 ? await run(stem, [], 10 + kernels.length * 5) : undefined;
  for (const end of ['.cpp', '.o', '']) rmSync(`${stem}${end}`, { force: true });
  if (ran) return judgedIn(ran.out, kernels.length);
  const error = linked === false ? compiled.err : linked.err;
  if (kernels.length === 1) return [{ refused: error.split('\n').find((line) => line.includes('error')) ?? error }];
  const half = kernels.length >> 1;
  return [...(await judge(host, kernels.slice(0, half))), ...(await judge(host, kernels.slice(half)))];
}

/** Each kernel runs in a process of its own, so that one that fails does not end the others. */
function unitOf(kernels: readonly Kernel[]): string {
  return [
    '#include <sys/wait.h>',
    '#include <unistd.h>',
    ...kernels.map((kernel, i) => `namespace program${i} {\n${judgedText(kernel)}}`),
    'static void apart(int i, void (*run)()) {',
    '  std::printf("\\x05%d\\n", i);',
    '  std::fflush(stdout);',
    '  int status = 0;',
    '  pid_t child = fork();',
    '  if (child == 0) { alarm(5); run(); std::fflush(stdout); _exit(0); }',
    '  waitpid(child, &status, 0);',
    '  std::printf("\\n\\x06%d\\n", status);',
    '}',
    'int main() {',
    ...kernels.map((_, i) => `  apart(${i}, &program${i}::run);`),
    '}',
    '',
  ].join('\n');
}

/** What a recorder wrote: for each kernel its number, lines, and how it ended. */
export function judgedIn(out: string, count: number): readonly Judged[] {
  const parts = new Map<number, string>();
  for (const [, id, part = ''] of out.matchAll(/\x05(\d+)\n([^\x05]*)/g)) parts.set(Number(id), part);
  return Array.from({ length: count }, (_, i): Judged => {
    const part = parts.get(i) ?? '';
    const [, status = 'none'] = /\x06(.*)\n$/.exec(part) ?? [];
    return status === '0' ? { touched: touchedIn(part) } : { crashed: `exit ${status}` };
  });
}

function touchedIn(part: string): readonly Touched[] {
  return [...part.matchAll(/^(\d+ \d+ \d+) (\d+) (\d+) ([01]) (\S+)$/gm)].map(
    ([, block = '', thread, buffer, writes, bytes = '']): Touched => ({
      block,
      thread: Number(thread),
      buffer: Number(buffer),
      writes: writes === '1',
      bytes,
    }),
  );
}
