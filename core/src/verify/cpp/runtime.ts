// The C++ that a program with probes is linked with: the memory that probes record into, the settings, and code that
// writes the records to disk however the program ends. It is a translation unit of its own, so the program sees no
// names of the system's headers. Beside the executable are its settings (`.settings`) and, after the run, its records
// (`.records`) and messages (`.notes`).

export const RUNTIME = String.raw`#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
struct cute_lens_config { int threads[8], blocks[8], elements, owned; };
struct cute_lens_log { unsigned* words; unsigned capacity; };
}

namespace {
constexpr unsigned kCapacity = 1u << 23, kSeen = 64, kProbes = 4096, kLongest = 4096;
char beside[4][4096];
std::atomic<unsigned> cursor{0};
std::atomic_flag busy = ATOMIC_FLAG_INIT;
void (*finishing)() = nullptr;
bool written = false;

char const* path(int which) {
  static char const* const ends[4] = {".settings", ".records", ".notes", ".records.part"};
  if (beside[which][0] == 0) {
    char self[4000];
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    self[n < 0 ? 0 : n] = 0;
    std::strcpy(beside[which], self);
    std::strcat(beside[which], ends[which]);
  }
  return beside[which];
}
unsigned* memory() {
  static unsigned* both = [] {
    for (int i = 0; i < 4; ++i) path(i);
    void* p = mmap(nullptr, size_t(kCapacity) * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? nullptr : (unsigned*)p;
  }();
  return both;
}
bool write_all(int file, char const* from, size_t bytes) {
  while (bytes > 0) {
    ssize_t n = write(file, from, bytes);
    if (n <= 0) return false;
    from += n;
    bytes -= size_t(n);
  }
  return true;
}
/** The number of words to write: up to the last one that is not zero, and the zeros that end the last record. It calls
 *  nothing that a signal handler may not call. */
size_t used(unsigned const* words) {
  size_t n = kCapacity;
  while (n > 0 && words[n - 1] == 0) --n;
  return n + kLongest > kCapacity ? kCapacity : n + kLongest;
}
void dump() {
  if (written || memory() == nullptr) return;
  written = true;
  int file = open(path(3), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  bool good = true;
  for (int side = 0; side < 2; ++side) {
    unsigned const* words = memory() + size_t(kCapacity) * side;
    good = good && write_all(file, (char const*)words, used(words) * 4);
  }
  close(file);
  if (good) rename(path(3), path(1));
}
void at_exit() {
  if (finishing) finishing();
  dump();
}
void on_signal(int number) {
  dump();
  std::signal(number, SIG_DFL);
  raise(number);
}
} // namespace

extern "C" {
cute_lens_log cute_lens_buffer(int device) {
  unsigned* both = memory();
  return {both == nullptr ? nullptr : both + size_t(kCapacity) * (device ? 1 : 0), kCapacity};
}
unsigned* cute_lens_reserve(unsigned words) {
  if (memory() == nullptr) return nullptr;
  unsigned at = cursor.fetch_add(words);
  return at + words > kCapacity || at + words < at ? nullptr : memory() + at;
}
cute_lens_config const* cute_lens_read_config() {
  static cute_lens_config const config = [] {
    cute_lens_config c{{0, -2}, {0, -2}, 1024, 256};
    if (FILE* file = std::fopen(path(0), "r")) {
      int* fields = (int*)&c;
      for (size_t i = 0; i < sizeof(c) / sizeof(int); ++i) if (std::fscanf(file, "%d", fields + i) != 1) break;
      std::fclose(file);
    }
    return c;
  }();
  return &config;
}
void cute_lens_say(char const* key, char const* value) {
  if (FILE* file = std::fopen(path(2), "a")) { std::fprintf(file, "%s\t%s\n", key, value); std::fclose(file); }
}
void cute_lens_install(void (*finish)()) {
  memory();
  finishing = finish;
  if (FILE* version = std::fopen("/proc/driver/nvidia/version", "r")) {
    char line[512];
    if (std::fgets(line, sizeof(line), version)) { line[std::strcspn(line, "\n")] = 0; cute_lens_say("driver", line); }
    std::fclose(version);
  }
  std::atexit(at_exit);
  std::at_quick_exit(dump);
  for (int number : {SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) std::signal(number, on_signal);
}
/** True where a probe has a text that it has not recorded in this launch. */
int cute_lens_fresh(unsigned probe, unsigned launch, unsigned hash, unsigned* hit) {
  static struct seen { unsigned launch, count, hashes[kSeen]; } all[kProbes];
  if (probe >= kProbes) return 0;
  while (busy.test_and_set()) {}
  seen& s = all[probe];
  if (s.launch != launch) { s.launch = launch; s.count = 0; }
  bool fresh = s.count < kSeen;
  for (unsigned i = 0; fresh && i < s.count; ++i) fresh = s.hashes[i] != hash;
  if (fresh) { *hit = s.count; s.hashes[s.count++] = hash; }
  busy.clear();
  return fresh;
}
}
`;
