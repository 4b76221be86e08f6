// Asks CuTe about a whole CUDA program of CUTLASS, built for the host with g++: what it declares, and what it prints
// itself. Launches become calls for thread 0 of block 0, CUDA's run time is stubbed; what runs on the device computes
// nothing of worth there, but the layouts are those of the device. The program's text comes from the user's CUTLASS and
// goes nowhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from './host';
import { run } from './host';
import { applyEdits, probesFor } from './instrument';

/** A name in a program whose value is asked for, after the statement that declares it or at its print. */
export interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What CuTe prints for a place: of a tensor the layout, and apart from it where it starts, without its address. */
export interface Printed {
  readonly text: string;
  readonly data?: string;
}

/** What was printed for each place; undefined where it was not reached or holds nothing that CuTe prints. */
export async function askTutorial(
  host: Host,
  file: string,
  text: string,
  args: readonly string[],
  declared: readonly Place[],
  printed: readonly Place[],
): Promise<(Printed | undefined)[]> {
  const folder = join(host.cache, '..', 'tutorials');
  mkdirSync(folder, { recursive: true });
  const [prelude, source, program] = ['prelude.hpp', 'program.cpp', 'program'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(prelude, PRELUDE);
  writeFileSync(source, hostProgram(probed(text, declared, printed)));
  const flags = [
    '-std=c++17',
    '-w',
    '-O0',
    '-DNDEBUG',
    '-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP',
    ...[...host.includes, dirname(file)].map((dir) => `-I${dir}`),
  ];
  const built = await run(host.compiler, [...flags, '-include', prelude, '-x', 'c++', source, '-o', program], 300);
  if (built.code !== 0)
    throw new Error(
      `${file} does not compile for the host:\n${built.err
        .split('\n')
        .filter((line) => /error/.test(line))
        .slice(0, 8)
        .join('\n')}`,
    );
  const { out } = await run(program, args, 120);
  const found: (Printed | undefined)[] = [...declared, ...printed].map(() => undefined);
  for (const [, id, data = '', value = ''] of out.matchAll(/\x01(\d+)\x02([^\x03\x04]*)\x03([^\x04]*)\x04/g)) {
    found[Number(id)] ??= {
      text: value.replace(/\n$/, ''),
      ...(data !== '' && { data: data.replace(/\(0x[0-9a-f.]+\)|\((?:nil|unset)\)/, '') }),
    };
  }
  return found;
}

/** Probes after declarations, and in front of the prints. Ids count declarations first. */
function probed(text: string, declared: readonly Place[], printed: readonly Place[]): string {
  const asked = printed.map((place, i) => ({
    at: text.lastIndexOf('print(', place.start),
    text: `::cute_lens_probe(${declared.length + i}, ${place.name}); `,
  }));
  return applyEdits(text, [
    ...probesFor(
      text,
      declared,
      declared.map((_, i) => i),
    ),
    ...asked,
  ]);
}

/** A launch becomes a call, shared memory an array. */
function hostProgram(source: string): string {
  return source
    .replace(/extern\s+__shared__\s+char\s+(\w+)\s*\[\s*\]/g, 'alignas(1024) static char $1[1 << 18]')
    .replace(
      /=\s*cutlass::launch_kernel_on_cluster\(\s*params\s*,\s*\(void const\*\)\s*kernel_ptr\s*,/g,
      '= cutlass::Status::kSuccess; (kernel_ptr)(',
    );
}

const PRELUDE = `#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/cluster_launch.hpp>
#include <cutlass/arch/barrier.h>
#include <cute/arch/tmem_allocator_sm100.hpp>
template <class T, class = void> struct cute_lens_prints : std::false_type {};
template <class T> struct cute_lens_prints<T, std::void_t<decltype(cute::print(std::declval<T const&>()))>>
  : std::bool_constant<!std::is_pointer_v<T> && !std::is_floating_point_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, dim3>> {};
template <class T> void cute_lens_probe(int id, T const& v) {
  if constexpr (cute_lens_prints<T>::value) {
    std::printf("\\n\\x01%d\\x02", id);
    if constexpr (cute::is_tensor<T>::value) { using cute::print; print(v.data()); std::printf("\\x03"); cute::print(v.layout()); }
    else { std::printf("\\x03"); cute::print(v); }
    std::printf("\\x04\\n");
    std::fflush(stdout);
  }
}
#undef __shared__
#undef __global__
#define __shared__
#define __global__
#define CUTLASS_ARCH_MMA_SM100_SUPPORTED 1
#define threadIdx (uint3{0, 0, 0})
#define blockIdx (uint3{0, 0, 0})
#define __syncthreads() ((void)0)
#define cudaFuncSetAttribute(...) cudaSuccess
#define cudaGetDevice(p) (*(p) = 0, cudaSuccess)
#define cudaGetDeviceProperties(p, d) ((p)->major = 10, (p)->minor = 0, cudaSuccess)
extern "C" {
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline char const* cudaGetErrorString(cudaError_t) { return ""; }
inline char const* cudaGetErrorName(cudaError_t) { return ""; }
}
`;
