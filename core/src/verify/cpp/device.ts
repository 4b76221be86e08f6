// C++: which threads of a GPU record, and where each of them finds the text that it is writing. While CuTe's headers
// are read, `printf` is replaced; the replacement calls the real one in every thread that is not recording.

export const DEVICE = String.raw`
enum : unsigned { kMagic = 0xC07E1E45u, kHead = 18, kHits = 12, kSlots = 64 };
enum : unsigned { kValue = 1, kOwned = 2, kKernel = 3, kLaunch = 4 };
/** Who records: the grid, the block and the thread as numbers, and the slot of a sampled thread or -1. */
struct place { unsigned long long grid; unsigned block, thread; int slot; };

#if !defined(CUTE_LENS_HOST)
struct device_state { unsigned* words; unsigned capacity; cute_lens_config config; };
static __device__ device_state device;
static __device__ unsigned device_cursor;
/** For each probe and sampled thread: the last grid, the number of records, and hashes of their texts. */
struct memory { unsigned grid, count, hashes[kHits]; };
static __device__ memory device_memory[CUTE_LENS_PROBES][kSlots];
static __device__ unsigned device_owned[CUTE_LENS_PROBES][1024];
struct slot_state { unsigned lock, recording; sink out; };
static __device__ slot_state device_slots[kSlots];

/** The codes of sampled blocks and threads: n from 0 is the number n, -1 the last one, -1000 - n the one at n
 *  thousandths of all; -2 ends the list. */
__device__ __noinline__ int position(int const* codes, unsigned at, unsigned count) {
  for (int i = 0; i < 8 && codes[i] != -2; ++i) {
    int code = codes[i];
    unsigned long long wanted = code >= 0 ? code : code == -1 ? count - 1 : (unsigned long long)count * unsigned(-code - 1000) / 1000u;
    if (wanted == at) return i;
  }
  return -1;
}
__device__ __noinline__ place here() {
  place p;
  p.block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  p.thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  p.slot = -1;
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(p.grid));
  if (device.words == nullptr) return p;
  int block = position(device.config.blocks, p.block, gridDim.x * gridDim.y * gridDim.z);
  int thread = block < 0 ? -1 : position(device.config.threads, p.thread, blockDim.x * blockDim.y * blockDim.z);
  if (thread >= 0) p.slot = block * 8 + thread;
  return p;
}
__device__ __noinline__ unsigned* device_reserve(unsigned words) {
  unsigned at = atomicAdd(&device_cursor, words);
  return at + words > device.capacity || at + words < at ? nullptr : device.words + at;
}
/** True where a thread has a text for a probe that it has not recorded in this grid; at most kHits times. */
__device__ __noinline__ bool device_fresh(unsigned probe, place const& p, unsigned hash, unsigned* hit) {
  memory& m = device_memory[probe][p.slot];
  if (m.grid != unsigned(p.grid) + 1) { m.grid = unsigned(p.grid) + 1; m.count = 0; }
  for (unsigned i = 0; i < m.count; ++i) if (m.hashes[i] == hash) return false;
  if (m.count == kHits) return false;
  *hit = m.count;
  m.hashes[m.count++] = hash;
  return true;
}
__device__ inline bool device_takes(unsigned probe, place const& p) {
  if (device.words == nullptr || p.block != 0 || p.thread >= 1024 || device.config.owned == 0) return false;
  unsigned& last = device_owned[probe][p.thread];
  if (last == unsigned(p.grid) + 1) return false;
  last = unsigned(p.grid) + 1;
  return true;
}
#endif
} // namespace cute_lens

template <class... A> CUTE_LENS_APART int cute_lens_printf(char const* f, A... a) {
  ::cute_lens::argument list[] = {::cute_lens::argument{}, ::cute_lens::pack(a)...};
#if defined(__CUDA_ARCH__)
  ::cute_lens::place p = ::cute_lens::here();
  if (p.slot < 0 || ::cute_lens::device_slots[p.slot].recording == 0) return printf(f, a...);
  ::cute_lens::format(::cute_lens::device_slots[p.slot].out, f, list + 1);
  return 0;
#else
  if (::cute_lens::host_sink() == nullptr) return std::printf(f, a...);
  ::cute_lens::format(*::cute_lens::host_sink(), f, list + 1);
  return 0;
#endif
}
namespace std { using ::cute_lens_printf; }
#define printf cute_lens_printf
#include <cute/tensor.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>
#undef printf
`;
