// Runs the kernels of one unit on the GPU and writes what each of their threads accessed, in the words of the judge
// that runs them on the host.
//   RECORDER_WAY=WAY player KERNELS CUBIN UNIT
// WAY is how the recorder starts: `direct` by a call, `preload` from RECORDER_LIBRARY, `injection` by the driver, `off`.
// KERNELS has a line for each kernel: its number, unit, grid and block (three numbers each), bytes of shared memory and
// those of each buffer's slot there, and its arguments: `b2` the address of buffer 2, `i17` a number. The last
// parameter, an array of the shared buffers' places, is the player's. A kernel that fails takes the process's context
// with it, so the next one gets a new process.
#include <cuda.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
#include "record.hpp"

extern "C" void recorder_start();
extern "C" void recorder_use(void const*);

constexpr uint64_t slot_bytes = 16 << 20, margin = 8 << 20, slots = 16, room = 8 << 20, window = 1 << 24;
constexpr unsigned seconds = 20;

struct Kernel {
  int number = 0;
  unsigned grid[3] = {}, block[3] = {}, shared = 0, slot = 0;
  std::vector<std::string> args;
};
struct Touch {
  unsigned block, thread, slot, writes;
  int64_t from, to;
};

static std::string const way = std::getenv("RECORDER_WAY") != nullptr ? std::getenv("RECORDER_WAY") : "direct";
/** The kernel that runs. */
static int running = 0;

static void failed(std::string const& why) {
  std::printf("\x05%d\n\n\x06%s\n", running, why.c_str());
  std::fflush(stdout);
}

static void ok(CUresult result, char const* what) {
  if (result == CUDA_SUCCESS) return;
  char const* name = nullptr;
  cuGetErrorName(result, &name);
  failed(std::string(what) + ": " + (name != nullptr ? name : "?"));
  _exit(1);
}

static std::vector<Kernel> kernels_of(char const* path, std::string const& unit) {
  std::vector<Kernel> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Kernel one;
    std::string in;
    words >> one.number >> in;
    for (auto& n : one.grid) words >> n;
    for (auto& n : one.block) words >> n;
    words >> one.shared >> one.slot;
    for (std::string arg; words >> arg;) one.args.push_back(arg);
    if (in == unit) all.push_back(one);
  }
  return all;
}

/** The accesses of buffers: those of global memory by address, those of shared memory by the places that the kernel
 *  gave: the place in the window of shared memory plus one, and the generic address. A buffer there starts after a
 *  quarter of its slot. */
static std::vector<Touch> touches_of(
    std::vector<Access> const& accesses, uint64_t arena, std::vector<uint64_t> const& places, uint64_t shared_slot) {
  std::vector<Touch> all;
  int64_t const before = int64_t(shared_slot / 4 / 1024 * 1024);
  uint64_t base = 0;
  for (uint64_t i = 0; i < slots; ++i) if (places[i] != 0) base = places[slots + i] - (places[i] - 1);
  auto add = [&](Access const& one, uint64_t slot, int64_t from) {
    for (unsigned writes = 0; writes < 2; ++writes)
      if (one.does & (writes + 1)) all.push_back({one.block, one.thread, unsigned(slot), writes, from, from + one.bytes});
  };
  for (Access const& one : accesses) {
    bool const is_generic = base != 0 && one.address >= base && one.address < base + window;
    if (one.isShared || is_generic) {
      int64_t const at = int64_t(is_generic ? one.address - base : one.address);
      for (uint64_t i = 0; i < slots; ++i) {
        if (places[i] == 0) continue;
        int64_t const from = at - int64_t(places[i] - 1);
        if (from >= -before && from < int64_t(shared_slot) - before) add(one, i, from);
      }
    } else if (one.address >= arena && one.address < arena + slots * slot_bytes) {
      uint64_t const at = one.address - arena;
      add(one, at / slot_bytes, int64_t(at % slot_bytes) - int64_t(margin));
    }
  }
  std::sort(all.begin(), all.end(), [](Touch const& a, Touch const& b) {
    return std::tie(a.block, a.thread, a.slot, a.writes, a.from, a.to) <
           std::tie(b.block, b.thread, b.slot, b.writes, b.from, b.to);
  });
  return all;
}

static void print(std::vector<Touch> const& all, Kernel const& kernel) {
  for (size_t i = 0; i < all.size();) {
    Touch const first = all[i];
    unsigned const x = first.block % kernel.grid[0], y = first.block / kernel.grid[0] % kernel.grid[1];
    unsigned const z = first.block / (kernel.grid[0] * kernel.grid[1]);
    std::printf("%u %u %u %u %u %u ", x, y, z, first.thread, first.slot, first.writes);
    char const* comma = "";
    auto here = [&] {
      return i < all.size() && std::tie(all[i].block, all[i].thread, all[i].slot, all[i].writes) ==
                                   std::tie(first.block, first.thread, first.slot, first.writes);
    };
    while (here()) {
      int64_t from = all[i].from, to = all[i].to;
      for (++i; here() && all[i].from <= to; ++i) to = std::max(to, all[i].to);
      std::printf("%s%lld:%lld", comma, (long long)from, (long long)to);
      comma = ",";
    }
    std::printf("\n");
  }
}

/** Plays the kernels from this one on; does not return. `current` is the one that runs, for the parent. */
static void play(std::vector<Kernel> const& kernels, size_t first, char const* cubin, volatile size_t* current) {
  alarm(3 * seconds);
  running = kernels[first].number;
  if (way == "direct") recorder_start();
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUdeviceptr arena, record, accesses, places;
  ok(cuInit(0), "cuInit");
  ok(cuDeviceGet(&device, 0), "cuDeviceGet");
  ok(cuDevicePrimaryCtxRetain(&context, device), "context");
  ok(cuCtxSetCurrent(context), "context");
  ok(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 8192), "stack");
  ok(cuMemAlloc(&arena, slots * slot_bytes), "memory");
  ok(cuMemAlloc(&record, sizeof(Record)), "memory");
  ok(cuMemAlloc(&accesses, room * sizeof(Access)), "memory");
  ok(cuMemAlloc(&places, 2 * slots * 8), "memory");
  recorder_use(reinterpret_cast<void*>(record));
  ok(cuModuleLoad(&module, cubin), "module");
  for (*current = first; *current < kernels.size(); ++*current) {
    Kernel const& kernel = kernels[*current];
    alarm(seconds);
    running = kernel.number;
    CUfunction function;
    ok(cuModuleGetFunction(&function, module, ("kernel_" + std::to_string(kernel.number)).c_str()), "function");
    ok(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(kernel.shared)), "shared");
    Record const empty{0, uint32_t(room), reinterpret_cast<Access*>(accesses)};
    ok(cuMemcpyHtoD(record, &empty, sizeof empty), "copy");
    ok(cuMemsetD8(arena, 0, slots * slot_bytes), "memset");
    ok(cuMemsetD8(places, 0, 2 * slots * 8), "memset");
    std::vector<uint64_t> values;
    for (std::string const& arg : kernel.args) {
      uint64_t const n = uint64_t(std::strtoll(arg.c_str() + 1, nullptr, 10));
      values.push_back(arg[0] == 'b' ? arena + n * slot_bytes + margin : n);
    }
    values.push_back(places);
    std::vector<void*> params;
    for (uint64_t& value : values) params.push_back(&value);
    auto const& [gx, gy, gz] = kernel.grid;
    auto const& [bx, by, bz] = kernel.block;
    ok(cuLaunchKernel(function, gx, gy, gz, bx, by, bz, kernel.shared, nullptr, params.data(), nullptr), "launch");
    ok(cuCtxSynchronize(), "run");
    Record done;
    std::vector<uint64_t> placed(2 * slots);
    ok(cuMemcpyDtoH(&done, record, sizeof done), "copy");
    ok(cuMemcpyDtoH(placed.data(), places, 2 * slots * 8), "copy");
    std::vector<Access> seen(std::min<uint64_t>(done.count, room));
    if (!seen.empty()) ok(cuMemcpyDtoH(seen.data(), accesses, seen.size() * sizeof(Access)), "copy");
    if (std::getenv("RECORDER_SHOWS") != nullptr) {
      std::fprintf(stderr, "kernel_%d: %u accesses; places", kernel.number, done.count);
      for (uint64_t at : placed) if (at != 0) std::fprintf(stderr, " %llx", (unsigned long long)at);
      for (size_t i = 0; i < seen.size() && i < 6; ++i)
        std::fprintf(stderr, "; %llx of %d by %d/%d does %d shared %d", (unsigned long long)seen[i].address,
                     seen[i].bytes, seen[i].block, seen[i].thread, seen[i].does, seen[i].isShared);
      std::fprintf(stderr, "; arena %llx\n", (unsigned long long)arena);
    }
    std::printf("\x05%d\n", kernel.number);
    print(touches_of(seen, arena, placed, kernel.slot), kernel);
    std::printf("\n\x06%s\n", done.count > room ? "too many accesses" : "0");
    std::fflush(stdout);
  }
  _exit(0);
}

/** The number of the kernel that a child runs, in a page that it shares with its parent. */
static volatile size_t* shared_number(int file) {
  return static_cast<volatile size_t*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
}

/** A child is a new program: a recorder that is loaded with it must not start in the parent. */
[[noreturn]] static void start_child(char** argv, size_t first, int file) {
  char const* const library = std::getenv("RECORDER_LIBRARY");
  if (library != nullptr && way == "preload") setenv("LD_PRELOAD", library, 1), setenv("RECORDER_STARTS", "1", 1);
  if (library != nullptr && way == "injection") setenv("CUDA_INJECTION64_PATH", library, 1);
  std::string const from = std::to_string(first), number = std::to_string(file);
  execl("/proc/self/exe", argv[0], argv[1], argv[2], argv[3], from.c_str(), number.c_str(), nullptr);
  _exit(2);
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  auto const kernels = kernels_of(argv[1], argv[3]);
  if (argc == 6) play(kernels, size_t(std::atoi(argv[4])), argv[2], shared_number(std::atoi(argv[5])));
  int const file = memfd_create("number", 0);
  if (ftruncate(file, 4096) != 0) return 2;
  auto* const current = shared_number(file);
  for (size_t first = 0; first < kernels.size(); first = *current + 1) {
    *current = first;
    std::fflush(stdout);
    pid_t const child = fork();
    if (child == 0) start_child(argv, first, file);
    int status = 0;
    waitpid(child, &status, 0);
    if (*current >= kernels.size()) break;
    running = kernels[*current].number;
    if (WIFSIGNALED(status)) failed("signal " + std::to_string(WTERMSIG(status)));
  }
}
