// CuTe and CUDA in miniature: as much of their headers as the probes need, so that a real compiler takes them and they
// print integers. For tests on machines without CUTLASS.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cute = `#pragma once
#include <cstdio>
#include <type_traits>
namespace cute {
template <class E, class L> struct Tensor {};
template <class T> struct is_tensor : std::false_type {};
template <class T> struct is_gmem : std::false_type {};
template <class T> struct is_smem : std::false_type {};
template <class T> T* raw_pointer_cast(T* p) { return p; }
template <class T> int size(T const&) { return 0; }
inline void print(int n) { printf("%d", n); }
}
`;
const cuda = `#pragma once
#include <cstddef>
enum cudaError_t { cudaSuccess };
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };
struct cudaDeviceProp { int major, minor, multiProcessorCount, warpSize, maxThreadsPerBlock; size_t sharedMemPerBlock, sharedMemPerBlockOptin, totalGlobalMem; };
`;

/** Writes both into a folder; the paths are those of the settings. */
export function tinyCute(folder: string): { readonly cutlassPath: string; readonly nvccPath: string } {
  const [cutlassPath, home] = [join(folder, 'cutlass'), join(folder, 'cuda')];
  const files = {
    [join(cutlassPath, 'include/cute/tensor.hpp')]: cute,
    [join(cutlassPath, 'include/cute/atom/copy_atom.hpp')]: '',
    [join(cutlassPath, 'include/cute/atom/mma_atom.hpp')]: '',
    [join(home, 'include/cuda_runtime.h')]: cuda,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  return { cutlassPath, nvccPath: join(home, 'bin/nvcc') };
}
