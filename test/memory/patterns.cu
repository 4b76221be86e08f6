// One access of one warp, with every thread's address given by a formula of t: what the model of memory (core/src/access) rests
// on where its rule is not written down anywhere. Nsight Compute counts each launch; measured.json keeps formula and counters.
//
//   nvcc -std=c++17 -arch=sm_90a patterns.cu -o patterns        prints one line for each launch, in order: access bytes formula
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

struct Offsets { int of[32]; };

// Offsets travel as a kernel parameter, so that reading them is no access to global memory.
#define SETUP \
  extern __shared__ __align__(1024) char memory[]; \
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(memory)) + offsets.of[threadIdx.x]; \
  char* there = data + offsets.of[threadIdx.x]; \
  unsigned a = threadIdx.x, b = a, c = a, d = a; \
  (void)at; (void)there; (void)b; (void)c; (void)d;
#define KEEP if (a + b + c + d == 0x12345) *reinterpret_cast<unsigned*>(data) = a;

__global__ void load1(Offsets offsets, char* data) { SETUP asm volatile("{ .reg .u16 h; ld.shared.u8 h, [%1]; cvt.u32.u16 %0, h; }" : "=r"(a) : "r"(at)); KEEP }
__global__ void load2(Offsets offsets, char* data) { SETUP asm volatile("{ .reg .u16 h; ld.shared.u16 h, [%1]; cvt.u32.u16 %0, h; }" : "=r"(a) : "r"(at)); KEEP }
__global__ void load4(Offsets offsets, char* data) { SETUP asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(at)); KEEP }
__global__ void load8(Offsets offsets, char* data) { SETUP asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at)); KEEP }
__global__ void load16(Offsets offsets, char* data) { SETUP asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at)); KEEP }
__global__ void store4(Offsets offsets, char* data) { SETUP asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(a) : "memory"); KEEP }
__global__ void store8(Offsets offsets, char* data) { SETUP asm volatile("st.shared.v2.u32 [%0], {%1, %1};" :: "r"(at), "r"(a) : "memory"); KEEP }
__global__ void store16(Offsets offsets, char* data) { SETUP asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" :: "r"(at), "r"(a) : "memory"); KEEP }
__global__ void ldmatrix1(Offsets offsets, char* data) { SETUP asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at)); KEEP }
__global__ void ldmatrix2(Offsets offsets, char* data) { SETUP asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at)); KEEP }
__global__ void ldmatrix4(Offsets offsets, char* data) { SETUP asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at)); KEEP }
__global__ void ldmatrix4t(Offsets offsets, char* data) { SETUP asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at)); KEEP }
__global__ void stmatrix1(Offsets offsets, char* data) { SETUP asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(at), "r"(a) : "memory"); KEEP }
__global__ void stmatrix4(Offsets offsets, char* data) { SETUP asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" :: "r"(at), "r"(a) : "memory"); KEEP }
// From global to shared memory; `ca` goes through the cache, `cg` around it.
#define ASYNC(how, bytes) asm volatile("cp.async." how ".shared.global [%0], [%1], " bytes ";\ncp.async.wait_all;" :: "r"(at), "l"(data + from.of[threadIdx.x]) : "memory"); KEEP
__global__ void async4(Offsets offsets, Offsets from, char* data) { SETUP ASYNC("ca", "4") }
__global__ void async8(Offsets offsets, Offsets from, char* data) { SETUP ASYNC("ca", "8") }
__global__ void async16(Offsets offsets, Offsets from, char* data) { SETUP ASYNC("ca", "16") }
__global__ void bypass16(Offsets offsets, Offsets from, char* data) { SETUP ASYNC("cg", "16") }
__global__ void global_load4(Offsets offsets, char* data) { SETUP asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(there)); KEEP }
__global__ void global_load8(Offsets offsets, char* data) { SETUP asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(there)); KEEP }
__global__ void global_load16(Offsets offsets, char* data) { SETUP asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(there)); KEEP }
__global__ void global_store4(Offsets offsets, char* data) { SETUP asm volatile("st.global.u32 [%0], %1;" :: "l"(there), "r"(a) : "memory"); KEEP }
__global__ void global_store16(Offsets offsets, char* data) { SETUP asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" :: "l"(there), "r"(a) : "memory"); KEEP }

template <class Kernel, class Formula>
void measure(Kernel kernel, char const* access, int bytes, char const* text, char* data, Formula formula) {
  Offsets offsets;
  for (int t = 0; t < 32; ++t) offsets.of[t] = formula(t);
  kernel<<<1, 32, 32768>>>(offsets, data);
  printf("%s %d %s\n", access, bytes, text);
}

#define PATTERN(kernel, access, bytes, formula) measure(kernel, access, bytes, #formula, data, [](int t) { (void)t; return formula; });
#define EACH_LOAD(formula8, formula16) PATTERN(load8, "load", 8, formula8) PATTERN(load16, "load", 16, formula16)

// Whether neighbouring phases of a wide access become one where threads ask for the same.
void broadcasts(char* data) {
  EACH_LOAD(0, 0)
  EACH_LOAD((t/2)*8, (t/2)*16)
  EACH_LOAD((t/4)*8, (t/4)*16)
  EACH_LOAD((t/8)*8, (t/8)*16)
  EACH_LOAD((t/16)*8, (t/16)*16)
  EACH_LOAD((t%2)*8, (t%2)*16)
  EACH_LOAD((t%4)*8, (t%4)*16)
  EACH_LOAD((t%8)*8, (t%8)*16)
  EACH_LOAD((t%16)*8, (t%16)*16)
  EACH_LOAD((t%2+t/4*2)*8, (t%2+t/4*2)*16)
  EACH_LOAD((t%4+t/8*4)*8, (t%4+t/8*4)*16)
  EACH_LOAD((31-t)/2*8, (31-t)/2*16)
  EACH_LOAD((t/2)*16, (t/2)*32)
  EACH_LOAD((t/2)*128, (t/2)*128)
  EACH_LOAD((t+1)/2*8, (t+1)/2*16)
  EACH_LOAD((t^1)/2*8+t/16*128, (t^1)/2*16+t/16*1024)
  EACH_LOAD(t/16*128, t/16*128)
  EACH_LOAD(t/8*128, t/8*128)
  PATTERN(load4, "load", 4, t/2*4) PATTERN(load4, "load", 4, t%2*128) PATTERN(load4, "load", 4, t*36)
  PATTERN(load2, "load", 2, t*2) PATTERN(load2, "load", 2, t*64) PATTERN(load2, "load", 2, t*128) PATTERN(load2, "load", 2, t*66)
  PATTERN(load1, "load", 1, t) PATTERN(load1, "load", 1, t*32) PATTERN(load1, "load", 1, t*33) PATTERN(load1, "load", 1, t*128)
}

void stores(char* data) {
  PATTERN(store4, "store", 4, 0) PATTERN(store4, "store", 4, t/2*4) PATTERN(store4, "store", 4, t*16) PATTERN(store4, "store", 4, t*132)
  PATTERN(store8, "store", 8, 0) PATTERN(store8, "store", 8, t/2*8) PATTERN(store8, "store", 8, t%16*8) PATTERN(store8, "store", 8, t*16) PATTERN(store8, "store", 8, t*128)
  PATTERN(store16, "store", 16, 0) PATTERN(store16, "store", 16, t/2*16) PATTERN(store16, "store", 16, t%8*16) PATTERN(store16, "store", 16, t*32) PATTERN(store16, "store", 16, t*128)
}

void matrices(char* data) {
  PATTERN(ldmatrix1, "ldmatrix", 1, t%8*16) PATTERN(ldmatrix1, "ldmatrix", 1, t%8*32) PATTERN(ldmatrix1, "ldmatrix", 1, t%8*64) PATTERN(ldmatrix1, "ldmatrix", 1, t%8*128) PATTERN(ldmatrix1, "ldmatrix", 1, 0)
  PATTERN(ldmatrix2, "ldmatrix", 2, t%16*16) PATTERN(ldmatrix2, "ldmatrix", 2, t%16*64) PATTERN(ldmatrix2, "ldmatrix", 2, t%8*16)
  PATTERN(ldmatrix4, "ldmatrix", 4, t*32) PATTERN(ldmatrix4, "ldmatrix", 4, t*64) PATTERN(ldmatrix4, "ldmatrix", 4, t*80) PATTERN(ldmatrix4, "ldmatrix", 4, t*144) PATTERN(ldmatrix4, "ldmatrix", 4, 0) PATTERN(ldmatrix4, "ldmatrix", 4, t%8*16) PATTERN(ldmatrix4, "ldmatrix", 4, t/8*16)
  PATTERN(ldmatrix4t, "ldmatrix", 4, (t%8)*128+(t/8)*16) PATTERN(ldmatrix4t, "ldmatrix", 4, (t%8)*128+(((t/8)^(t%8))*16))
  PATTERN(stmatrix1, "stmatrix", 1, t%8*16) PATTERN(stmatrix1, "stmatrix", 1, t%8*128)
  PATTERN(stmatrix4, "stmatrix", 4, t*16) PATTERN(stmatrix4, "stmatrix", 4, t*32) PATTERN(stmatrix4, "stmatrix", 4, (t%8)*128+(t/8)*16) PATTERN(stmatrix4, "stmatrix", 4, (t%8)*128+(((t/8)^(t%8))*16))
}

// Every way to write of `to`, with every way to read of `from`; in their formulas B is the number of bytes that a thread copies.
struct Pattern { char const* text; int (*offset)(int t, int B); };
#define EACH(formula) {#formula, [](int t, int B) { (void)t; (void)B; return formula; }},

std::string spelled(char const* text, int bytes) {
  std::string result;
  for (; *text; ++text) result += *text == 'B' ? std::to_string(bytes) : std::string(1, *text);
  return result;
}

template <class Kernel>
void copies(Kernel kernel, char const* access, int bytes, char* data, std::vector<Pattern> const& all_to, std::vector<Pattern> const& all_from) {
  for (auto const& to : all_to) {
    for (auto const& from : all_from) {
      Offsets there, here;
      for (int t = 0; t < 32; ++t) { there.of[t] = to.offset(t, bytes); here.of[t] = from.offset(t, bytes); }
      kernel<<<1, 32, 32768>>>(there, here, data);
      printf("%s %d %s <- %s\n", access, bytes, spelled(to.text, bytes).c_str(), spelled(from.text, bytes).c_str());
    }
  }
}

void asynchronous(char* data) {
  std::vector<Pattern> from = {
    EACH(t*B) EACH(t*2*B) EACH(t*128) EACH(t*1024) EACH((31-t)*B) EACH((t^1)*B) EACH(t*7%32*B) EACH(t*B+64) EACH(t/8*2048+t%8*B) EACH(t/4*2048+t%4*B) EACH(t%8*2048+t/8*B) EACH(0)
  };
  std::vector<Pattern> to = {
    EACH(t*B) EACH(t*2*B) EACH(t*4*B) EACH(t*8*B) EACH(t*128) EACH(t*(128+B)) EACH((31-t)*B) EACH((t^1)*B) EACH((t^2)*B) EACH(t*7%32*B) EACH(t*5%32*B) EACH(t*B+64) EACH(t*B+B)
    EACH(t%8*128+t/8*B) EACH(t%8*128+((t/8)^(t%8))*B) EACH(t/8*128+((t%8)^(t/8))*B) EACH(t%8*B+t/8*1024) EACH(t%4*B+t/4*128) EACH(t%4*B+t/4*160) EACH(t%2*128+t/2*B) EACH(t%16*128+t/16*B)
  };
  copies(async4, "async", 4, data, to, from);
  copies(async8, "async", 8, data, to, from);
  copies(async16, "async", 16, data, to, from);
  copies(bypass16, "async-bypass", 16, data, to, from);
}

void global_memory(char* data) {
  PATTERN(global_load4, "global-load", 4, t*4) PATTERN(global_load4, "global-load", 4, t*4+4) PATTERN(global_load4, "global-load", 4, t*4+32) PATTERN(global_load4, "global-load", 4, t*8)
  PATTERN(global_load4, "global-load", 4, t*32) PATTERN(global_load4, "global-load", 4, t*512) PATTERN(global_load4, "global-load", 4, 0) PATTERN(global_load4, "global-load", 4, t/2*4) PATTERN(global_load4, "global-load", 4, (31-t)*4) PATTERN(global_load4, "global-load", 4, t*132)
  PATTERN(global_load8, "global-load", 8, t*8) PATTERN(global_load8, "global-load", 8, t*16) PATTERN(global_load8, "global-load", 8, t*256)
  PATTERN(global_load16, "global-load", 16, t*16) PATTERN(global_load16, "global-load", 16, t*32) PATTERN(global_load16, "global-load", 16, t*64) PATTERN(global_load16, "global-load", 16, t*512) PATTERN(global_load16, "global-load", 16, t*16+16)
  PATTERN(global_load16, "global-load", 16, (t/8)*512+(t%8)*16) PATTERN(global_load16, "global-load", 16, (t%8)*512+(t/8)*16)
  PATTERN(global_store4, "global-store", 4, t*4) PATTERN(global_store4, "global-store", 4, t*8) PATTERN(global_store4, "global-store", 4, t*512)
  PATTERN(global_store16, "global-store", 16, t*16) PATTERN(global_store16, "global-store", 16, t*32)
}

int main() {
  char* data = nullptr;
  if (cudaMalloc(&data, 1 << 20) != cudaSuccess) return 1;
  broadcasts(data);
  stores(data);
  matrices(data);
  asynchronous(data);
  global_memory(data);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
