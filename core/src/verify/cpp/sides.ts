// C++: how a program begins, launches and ends. One version is for nvcc; in the other, for a host compiler, kernels are
// functions that one thread runs, and the C library stands in for CUDA's runtime.

export const CUDA_SIDE = String.raw`
namespace cute_lens {
inline place host_place() { return place{0, 0, 0, 0}; }
inline void note(char const* key, cudaError_t error) { cute_lens_say(key, cudaGetErrorName(error)); }
/** The error of a launch that CUDA refused stays behind, unless the program asked for it. */
inline void finish() {
  cudaError_t error = cudaDeviceSynchronize();
  note("finish", error == cudaSuccess ? cudaPeekAtLastError() : error);
}
inline bool& recording();
/** Gives the current device the address to record to, or none. */
inline cudaError_t attach() {
  cute_lens_log log = cute_lens_buffer(1);
  device_state state{nullptr, log.capacity, *cute_lens_read_config()};
  cudaError_t error = recording() ? cudaHostGetDevicePointer((void**)&state.words, log.words, 0) : cudaSuccess;
  return error == cudaSuccess ? cudaMemcpyToSymbol(device, &state, sizeof(state)) : error;
}
inline void start() {
  cute_lens_log log = cute_lens_buffer(1);
  cudaError_t error = cudaHostRegister(log.words, size_t(log.capacity) * 4, cudaHostRegisterMapped | cudaHostRegisterPortable);
  if (error == cudaSuccess) error = attach();
  note("start", error);
  cudaDeviceProp properties;
  int version = 0;
  if (error == cudaSuccess && cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
    cute_lens_say("gpu", properties.name);
    cute_lens_say("arch", std::to_string(properties.major * 10 + properties.minor).c_str());
  }
  if (cudaDriverGetVersion(&version) == cudaSuccess) cute_lens_say("driver-api", std::to_string(version).c_str());
  if (cudaRuntimeGetVersion(&version) == cudaSuccess) cute_lens_say("runtime-api", std::to_string(version).c_str());
  (void)cudaGetLastError();
  cute_lens_install(error == cudaSuccess ? finish : nullptr);
}
/** Launches from one place that are recorded: a loop that measures time makes many, all alike. Later ones are looked in
 *  on, since another caller may have come. */
enum : unsigned { kLaunches = 8, kSites = 4096 };
inline bool& recording() { static bool on = true; return on; }
/** Turns recording on or off once what was launched before is done; not while launches are only being captured. */
inline void record_launches(bool on) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (on == recording() || cudaPeekAtLastError() != cudaSuccess) return;
  if (cudaStreamIsCapturing(cudaStreamLegacy, &status) != cudaSuccess) { (void)cudaGetLastError(); return; }
  if (status != cudaStreamCaptureStatusNone) return;
  (void)cudaDeviceSynchronize();
  recording() = on;
  (void)attach();
}
inline void launching(unsigned id) {
  static unsigned launched[kSites] = {};
  unsigned nth = launched[id % kSites]++;
  record_launches(nth < kLaunches || (nth & (nth - 1)) == 0);
  if (!recording()) return;
  if (unsigned* r = cute_lens_reserve(kHead)) { write_head(r, kHead, kLaunch, id, host_place(), 0, base{0, 0}, 0, 0, 0); r[0] = kMagic; }
}
/** Devices that know where to record. */
inline bool& attached(int index) { static bool all[64] = {true}; return all[index & 63]; }
} // namespace cute_lens
inline cudaError_t cute_lens_set_device(int index) {
  cudaError_t error = cudaSetDevice(index);
  if (error == cudaSuccess && !cute_lens::attached(index)) {
    cute_lens::attached(index) = true;
    (void)cute_lens::attach();
    (void)cudaGetLastError();
  }
  return error;
}
inline cudaError_t cute_lens_reset_device() {
  cute_lens::finish();
  return cudaDeviceReset();
}
#define cudaSetDevice cute_lens_set_device
#define cudaDeviceReset cute_lens_reset_device
#define CUTE_LENS_KERNEL(id) \
  do { ::cute_lens::place p = ::cute_lens::here(); \
    if (p.block == 0 && p.thread == 0 && ::cute_lens::device.words != nullptr) \
      ::cute_lens::kernel(id, __PRETTY_FUNCTION__, gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y, blockDim.z, ::cute_lens::device_reserve(::cute_lens::kHead + 6), p); \
  } while (0)
`;

export const HOST_SIDE = String.raw`
#include <cuda_runtime.h>
/** Variables, not macros: programs use these names for variables and members of their own too. */
#define __DEVICE_LAUNCH_PARAMETERS_H__
inline uint3 threadIdx{}, blockIdx{};
inline dim3 gridDim, blockDim;
namespace cute_lens {
inline unsigned& launches() { static unsigned count = 0; return count; }
inline uint3 unflatten(int code, dim3 dim) {
  unsigned at = unsigned(code < 0 ? 0 : code);
  return uint3{at % dim.x, at / dim.x % dim.y, at / dim.x / dim.y};
}
inline place host_place() {
  cute_lens_config const* c = cute_lens_read_config();
  return launches() == 0 ? place{0, 0, 0, 0} : place{launches(), unsigned(c->blocks[0]), unsigned(c->threads[0]), 0};
}
inline void launching(unsigned id) {
  if (unsigned* r = cute_lens_reserve(kHead)) { write_head(r, kHead, kLaunch, id, place{0, 0, 0, 0}, 0, base{0, 0}, 0, 0, 0); r[0] = kMagic; }
}
/** Counts the launch, and gives the kernel its dimensions and its thread; the destructor ends it. */
struct launch {
  template <class... Rest> launch(dim3 grid, dim3 block, Rest...) : before(launches()) {
    ::gridDim = grid;
    ::blockDim = block;
    ::threadIdx = unflatten(cute_lens_read_config()->threads[0], block);
    ::blockIdx = unflatten(cute_lens_read_config()->blocks[0], grid);
    launches() = next();
  }
  ~launch() { launches() = before; }
  static unsigned next() { static unsigned count = 0; return ++count; }
  unsigned before;
};
inline void start() { cute_lens_say("start", "host"); cute_lens_install(nullptr); }
} // namespace cute_lens
#if __has_include(<cutlass/cluster_launch.hpp>)
#include <cutlass/cluster_launch.hpp>
namespace cutlass {
/** A kernel in a cluster is called like any other. As CUDA demands, its parameters have the types of the arguments. */
template <class... Args> Status cute_lens_launch(ClusterLaunchParams const& p, void const* kernel, Args&&... args) {
  ::cute_lens::launch within(p.grid_dims, p.block_dims);
  reinterpret_cast<void (*)(std::decay_t<Args>...)>(const_cast<void*>(kernel))(args...);
  return Status::kSuccess;
}
}
#define launch_kernel_on_cluster cute_lens_launch
#endif
/** Programs ask for the architecture before they choose a kernel. */
extern "C" inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  *p = cudaDeviceProp{};
  p->major = CUTE_LENS_ARCH / 100;
  p->minor = CUTE_LENS_ARCH / 10 % 10;
  p->multiProcessorCount = 132;
  p->warpSize = 32;
  p->maxThreadsPerBlock = 1024;
  p->sharedMemPerBlock = 48 << 10;
  p->sharedMemPerBlockOptin = 227 << 10;
  p->totalGlobalMem = size_t(1) << 36;
  return cudaSuccess;
}
#define CUTE_LENS_KERNEL(id) \
  ::cute_lens::kernel(id, __PRETTY_FUNCTION__, ::gridDim.x, ::gridDim.y, ::gridDim.z, ::blockDim.x, ::blockDim.y, ::blockDim.z, cute_lens_reserve(::cute_lens::kHead + 6), ::cute_lens::host_place())
#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __launch_bounds__
#undef __cluster_dims__
#undef __grid_constant__
#undef __forceinline__
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __forceinline__ inline
#define __syncthreads() ((void)0)
#define __syncwarp(...) ((void)0)
#define cudaFuncSetAttribute(...) cudaSuccess
#define __shfl_xor_sync(mask, x, lane) (x)
#define __shfl_sync(mask, x, lane) (x)
#define __shfl_down_sync(mask, x, lane) (x)
#define rsqrtf(x) (1.0f / std::sqrt(x))
`;
