// Device functions that Compute Sanitizer calls before each access of the kernels of a patched module.
#include <sanitizer_patching.h>
#include "record.hpp"

static __device__ SanitizerPatchResult note(void* data, uint64_t address, uint32_t bytes, uint32_t does, int isShared) {
  Record* record = static_cast<Record*>(data);
  if (record == nullptr) return SANITIZER_PATCH_SUCCESS;
  uint32_t const at = atomicAdd(&record->count, 1u);
  if (at >= record->room) return SANITIZER_PATCH_SUCCESS;
  Access& access = record->accesses[at];
  access.address = address;
  access.block = static_cast<uint16_t>(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
  access.thread = static_cast<uint16_t>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  access.bytes = static_cast<uint16_t>(bytes);
  access.does = static_cast<uint8_t>(does & 3);
  access.isShared = static_cast<uint8_t>(isShared);
  return SANITIZER_PATCH_SUCCESS;
}

extern "C" __device__ __noinline__ SanitizerPatchResult cute_lens_global(
    void* data, uint64_t, void* at, uint32_t bytes, uint32_t flags, void const*) {
  return note(data, reinterpret_cast<uint64_t>(at), bytes, flags, 0);
}

extern "C" __device__ __noinline__ SanitizerPatchResult cute_lens_shared(
    void* data, uint64_t, void* at, uint32_t bytes, uint32_t flags, void const*) {
  return note(data, reinterpret_cast<uint64_t>(at), bytes, flags, 1);
}

extern "C" __device__ __noinline__ SanitizerPatchResult cute_lens_async(
    void* data, uint64_t, void* from, uint32_t to, uint32_t bytes, uint32_t) {
  if (from != nullptr) note(data, reinterpret_cast<uint64_t>(from), bytes, 1, 0);
  return note(data, to, bytes, 2, 1);
}
