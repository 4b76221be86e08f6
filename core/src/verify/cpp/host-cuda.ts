// C++: a substitute for CUDA's runtime on a machine without one, complete enough for a program to reach its layouts.
// Memory comes from the C library, every operation is done at once, and nothing fails. Linked only where a host
// compiler builds the program. It has C linkage, so parameter types need not match.

export const HOST_CUDA = String.raw`#if defined(CUTE_LENS_HOST)
extern "C" {
int cudaMalloc(void** p, size_t n) { *p = std::calloc(n ? n : 1, 1); return 0; }
int cudaMallocHost(void** p, size_t n) { return cudaMalloc(p, n); }
int cudaHostAlloc(void** p, size_t n, unsigned) { return cudaMalloc(p, n); }
int cudaMallocManaged(void** p, size_t n, unsigned) { return cudaMalloc(p, n); }
int cudaMallocAsync(void** p, size_t n, void*) { return cudaMalloc(p, n); }
int cudaFree(void* p) { std::free(p); return 0; }
int cudaFreeHost(void* p) { return cudaFree(p); }
int cudaFreeAsync(void* p, void*) { return cudaFree(p); }
int cudaMemcpy(void* to, void const* from, size_t n, int) { std::memmove(to, from, n); return 0; }
int cudaMemcpyAsync(void* to, void const* from, size_t n, int, void*) { std::memmove(to, from, n); return 0; }
int cudaMemset(void* p, int v, size_t n) { std::memset(p, v, n); return 0; }
int cudaMemsetAsync(void* p, int v, size_t n, void*) { std::memset(p, v, n); return 0; }
int cudaDeviceSynchronize() { return 0; }
int cudaDeviceReset() { return 0; }
int cudaGetLastError() { return 0; }
int cudaPeekAtLastError() { return 0; }
char const* cudaGetErrorString(int) { return "no error"; }
char const* cudaGetErrorName(int) { return "cudaSuccess"; }
int cudaGetDeviceCount(int* n) { *n = 1; return 0; }
int cudaGetDevice(int* n) { *n = 0; return 0; }
int cudaSetDevice(int) { return 0; }
int cudaDeviceGetAttribute(int* value, int, int) { *value = 1; return 0; }
int cudaFuncSetAttribute(void const*, int, int) { return 0; }
int cudaStreamCreate(void** s) { *s = nullptr; return 0; }
int cudaStreamCreateWithFlags(void** s, unsigned) { *s = nullptr; return 0; }
int cudaStreamDestroy(void*) { return 0; }
int cudaStreamSynchronize(void*) { return 0; }
int cudaEventCreate(void** e) { *e = nullptr; return 0; }
int cudaEventCreateWithFlags(void** e, unsigned) { *e = nullptr; return 0; }
int cudaEventDestroy(void*) { return 0; }
int cudaEventRecord(void*, void*) { return 0; }
int cudaEventSynchronize(void*) { return 0; }
int cudaEventElapsedTime(float* milliseconds, void*, void*) { *milliseconds = 1; return 0; }
int cudaLaunchKernelExC(void const*, void const*, void**) { return 0; }
int cudaLaunchKernel(void const*, ...) { return 0; }
int cudaMemGetInfo(size_t* free_bytes, size_t* all) { *free_bytes = *all = size_t(1) << 36; return 0; }
int cudaDriverGetVersion(int* v) { *v = 0; return 0; }
int cudaRuntimeGetVersion(int* v) { *v = 0; return 0; }
}
#endif
`;
