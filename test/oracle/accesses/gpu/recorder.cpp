// The host's part of the recorder: patches each module that the player loads, and hands the record to each launch.
// RECORDER_PATCHES names the patches. It starts when the player asks for it, when it is preloaded with
// RECORDER_STARTS=1, or when the driver loads it (CUDA_INJECTION64_PATH).
#include <sanitizer.h>
#include <cstdio>
#include <cstdlib>
#include <set>

static void const* record;
static bool started;
static std::set<CUcontext> patched;

static void ok(SanitizerResult result, char const* what) {
  if (result != SANITIZER_SUCCESS) std::fprintf(stderr, "recorder: %s: error %d\n", what, int(result));
}

static void patch(Sanitizer_ResourceModuleData const& loaded) {
  char const* patches = std::getenv("RECORDER_PATCHES");
  if (patched.insert(loaded.context).second)
    ok(sanitizerAddPatchesFromFile(patches != nullptr ? patches : "patches.fatbin", loaded.context), "patches");
  CUmodule const to = loaded.module;
  ok(sanitizerPatchInstructions(SANITIZER_INSTRUCTION_GLOBAL_MEMORY_ACCESS, to, "cute_lens_global"), "global");
  ok(sanitizerPatchInstructions(SANITIZER_INSTRUCTION_SHARED_MEMORY_ACCESS, to, "cute_lens_shared"), "shared");
  ok(sanitizerPatchInstructions(SANITIZER_INSTRUCTION_MEMCPY_ASYNC, to, "cute_lens_async"), "async");
  ok(sanitizerPatchModule(to), "module");
}

static void SANITIZERAPI called(void*, Sanitizer_CallbackDomain domain, Sanitizer_CallbackId id, void const* data) {
  if (domain == SANITIZER_CB_DOMAIN_RESOURCE && id == SANITIZER_CBID_RESOURCE_MODULE_LOADED)
    patch(*static_cast<Sanitizer_ResourceModuleData const*>(data));
  if (domain == SANITIZER_CB_DOMAIN_LAUNCH && id == SANITIZER_CBID_LAUNCH_BEGIN) {
    auto const& launch = *static_cast<Sanitizer_LaunchData const*>(data);
    if (sanitizerSetCallbackData(launch.function, record) != SANITIZER_SUCCESS)
      ok(sanitizerSetLaunchCallbackData(launch.hLaunch, launch.function, launch.hStream, record), "data");
  }
}

extern "C" void recorder_start() {
  if (started) return;
  started = true;
  Sanitizer_SubscriberHandle handle;
  ok(sanitizerSubscribe(&handle, called, nullptr), "subscribe");
  ok(sanitizerEnableAllDomains(1, handle), "domains");
}

extern "C" void recorder_use(void const* device) { record = device; }

extern "C" int InitializeInjection() {
  recorder_start();
  return 1;
}

static int const preloaded = std::getenv("RECORDER_STARTS") != nullptr ? (recorder_start(), 1) : 0;
