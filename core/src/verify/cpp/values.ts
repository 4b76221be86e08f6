// C++: what is recorded of a value: CuTe's printed form, the start of a tensor, the offset and address of each element.

export const VALUES = String.raw`
namespace cute_lens {
template <class T, class = void> struct printable : std::false_type {};
template <class T> struct printable<T, std::void_t<decltype(cute::print(std::declval<T const&>()))>> : std::true_type {};
template <class T, class = void> struct owns : std::false_type {};
template <class E, class L> struct owns<cute::Tensor<E, L>, std::void_t<decltype(std::declval<E&>().storage_)>> : std::true_type {};
/** Apart from the kernel, once for each type: inlined, the text of a hundred probes has ptxas work for minutes. What calls it
 *  stays inline: given a reference to a kernel's parameter, ptxas 13.0 made a function apart read from the wrong memory. */
template <class T> CUTE_LENS_APART void write(T const& v) {
  if constexpr (cute::is_tensor<T>::value) {
    cute::print(v.layout());
    cute_lens_printf("\x1f");
    using P = std::decay_t<decltype(v.data())>;
    if constexpr (!owns<T>::value && printable<P>::value) cute::print(v.data());
    else if constexpr (std::is_pointer<P>::value) cute::print(P(nullptr));
  }
  else if constexpr (std::is_same<T, bool>::value) { cute::print(int(v)); }
  else if constexpr (std::is_same<T, char>::value) { cute_lens_printf("'%c'", v); }
  else if constexpr (printable<T>::value) { cute::print(v); }
  else { cute_lens_printf("\x1e"); }
}

/** True for what points into global or shared memory with an address of its own; a matrix descriptor does not. */
template <class P, class = void> struct raw_castable : std::false_type {};
template <class P> struct raw_castable<P, std::enable_if_t<(cute::is_gmem<P>::value || cute::is_smem<P>::value) &&
    std::is_pointer<decltype(cute::raw_pointer_cast(std::declval<P const&>()))>::value>> : std::true_type {};

/** Where a tensor in global or shared memory starts; shared memory counts from the start of the block's window. */
struct base { unsigned space; unsigned long long address; };
template <class T> CUTE_LENS_BOTH base base_of(T const& v) {
  if constexpr (cute::is_tensor<T>::value) {
    using P = std::decay_t<decltype(v.data())>;
    if constexpr (raw_castable<P>::value) {
      auto raw = cute::raw_pointer_cast(v.data());
#if defined(__CUDA_ARCH__)
      if constexpr (cute::is_smem<P>::value) return {2, (unsigned long long)__cvta_generic_to_shared((void const*)raw)};
#endif
      return {1, (unsigned long long)(uintptr_t)raw};
    }
  }
  return {0, 0};
}
/** A tensor of so many elements, whose offsets are integers. Others are not even asked for their size: a tuple of layouts has none.
 *  CuTe calls the scaled basis an integer that a tensor of coordinates of one mode has for an offset; it is none. */
template <class T, class = void> struct countable : std::false_type {};
template <class E, class L> struct countable<cute::Tensor<E, L>, std::enable_if_t<
    std::is_integral<std::decay_t<decltype(int(cute::size(std::declval<cute::Tensor<E, L> const&>())))>>::value &&
    std::is_constructible<long long, decltype(std::declval<cute::Tensor<E, L> const&>().layout()(0))>::value>> : std::true_type {};
template <class T> CUTE_LENS_BOTH unsigned elements_of(T const& v, int most) {
  if constexpr (countable<T>::value) { long long n = (long long)cute::size(v); return n <= most ? unsigned(n) : 0u; }
  return 0;
}
/** True where elements have addresses of their own in memory: then those are recorded beside the offsets. */
template <class T> constexpr bool addressable() {
  if constexpr (countable<T>::value) {
    using P = std::decay_t<decltype(std::declval<T const&>().data())>;
    if constexpr (raw_castable<P>::value) return std::is_lvalue_reference<decltype(std::declval<T const&>()(0))>::value;
  }
  return false;
}
template <class T> CUTE_LENS_BOTH void write_elements(T const& v, unsigned* out, unsigned n) {
  if constexpr (countable<T>::value) {
    for (unsigned i = 0; i < n; ++i) out[i] = unsigned((long long)v.layout()(int(i)));
  }
}
template <class T> CUTE_LENS_BOTH void write_addresses(T const& v, unsigned* out, unsigned n) {
  if constexpr (addressable<T>()) {
    char const* start = (char const*)cute::raw_pointer_cast(v.data());
    for (unsigned i = 0; i < n; ++i) out[i] = unsigned((char const*)(void const*)&v(int(i)) - start);
  }
}
CUTE_LENS_BOTH void write_head(unsigned* r, unsigned words, unsigned kind, unsigned probe, place const& p, unsigned hit, base b, unsigned text, unsigned n, unsigned addresses) {
  r[1] = words; r[2] = kind; r[3] = probe; r[4] = unsigned(p.grid); r[5] = unsigned(p.grid >> 32); r[6] = p.block; r[7] = p.thread;
  r[8] = hit; r[9] = b.space; r[10] = unsigned(b.address); r[11] = unsigned(b.address >> 32); r[12] = text; r[13] = n; r[14] = addresses;
}
CUTE_LENS_BOTH unsigned record_words(unsigned text, unsigned n, unsigned addresses) { return kHead + (text + 3) / 4 + n + addresses; }

template <class T> CUTE_LENS_BOTH void fill(unsigned* r, T const& v, unsigned text, unsigned n, unsigned addresses) {
  write_elements(v, r + kHead + (text + 3) / 4, n);
  write_addresses(v, r + kHead + (text + 3) / 4 + n, addresses);
}

#if !defined(CUTE_LENS_HOST)
template <class T> __device__ void device_record(unsigned probe, place const& p, T const& v) {
  slot_state& slot = device_slots[p.slot];
  while (atomicCAS(&slot.lock, 0u, 1u) != 0u) {}
  slot.out = sink{nullptr, 0, 2166136261u};
  slot.recording = 1;
  write(v);
  base b = base_of(v);
  unsigned text = slot.out.length, hit = 0;
  if (device_fresh(probe, p, slot.out.hash ^ unsigned(b.address) * 31u, &hit)) {
    unsigned n = elements_of(v, device.config.elements), addresses = addressable<T>() ? n : 0;
    unsigned words = record_words(text, n, addresses);
    if (unsigned* r = device_reserve(words)) {
      write_head(r, words, kValue, probe, p, hit, b, text, n, addresses);
      slot.out = sink{(char*)(r + kHead), 0, 0};
      write(v);
      fill(r, v, text, n, addresses);
      __threadfence_system();
      r[0] = kMagic;
    }
  }
  slot.recording = 0;
  __threadfence();
  atomicExch(&slot.lock, 0u);
}
/** Records for every thread of the first block which elements it owns. */
template <class T> __device__ void device_own(unsigned probe, place const& p, T const& v) {
  unsigned n = elements_of(v, device.config.owned);
  if (n == 0 || !device_takes(probe, p)) return;
  unsigned words = record_words(0, n, 0);
  if (unsigned* r = device_reserve(words)) {
    write_head(r, words, kOwned, probe, p, 0, base_of(v), 0, n, 0);
    fill(r, v, 0, n, 0);
    __threadfence_system();
    r[0] = kMagic;
  }
}
#endif

place host_place();
template <class T> inline void host_record(unsigned probe, T const& v) {
  sink s{nullptr, 0, 2166136261u};
  host_sink() = &s;
  write(v);
  host_sink() = nullptr;
  place p = host_place();
  base b = base_of(v);
  unsigned hit = 0, text = s.length;
  if (!cute_lens_fresh(probe, unsigned(p.grid), s.hash ^ unsigned(b.address) * 31u, &hit)) return;
  unsigned n = elements_of(v, cute_lens_read_config()->elements), addresses = addressable<T>() ? n : 0;
  unsigned words = record_words(text, n, addresses);
  unsigned* r = cute_lens_reserve(words);
  if (r == nullptr) return;
  write_head(r, words, kValue, probe, p, hit, b, text, n, addresses);
  sink out{(char*)(r + kHead), 0, 0};
  host_sink() = &out;
  write(v);
  host_sink() = nullptr;
  fill(r, v, text, n, addresses);
  r[0] = kMagic;
}
template <bool Owned, class T> CUTE_LENS_BOTH void record(unsigned probe, T const& v) {
#if defined(__CUDA_ARCH__)
  place p = here();
  if (p.slot >= 0) device_record(probe, p, v);
  if constexpr (Owned && countable<T>::value) device_own(probe, p, v);
#else
  host_record(probe, v);
#endif
}
/** The probe that stands behind a declaration. It does nothing where the compiler evaluates it. */
template <bool Owned = false, class T> CUTE_LENS_BOTH constexpr int probe(unsigned id, T const& v) {
  if (!__builtin_is_constant_evaluated()) record<Owned>(id, v);
  return 0;
}
/** The probe of a type that is declared in a function. */
template <class T> CUTE_LENS_BOTH constexpr int probe_type(unsigned id) {
  if constexpr (std::is_default_constructible<T>::value) return probe(id, T{});
  return 0;
}
/** The probes of a class or a namespace, where nothing is executed: an object that records when the program starts. */
template <class T> inline int record_type(unsigned id) {
  if constexpr (std::is_default_constructible<T>::value) host_record(id, T{});
  return 0;
}
template <class T> inline int record_value(unsigned id, T const& v) { host_record(id, v); return 0; }
/** Owner is the class around the declaration: it makes the probe depend on the parameters of a class template. */
template <unsigned Id, class T, class Owner = void> struct type_probe { static int registered; };
template <unsigned Id, class T, class Owner> int type_probe<Id, T, Owner>::registered = record_type<std::decay_t<T>>(Id);
template <unsigned Id, auto V, class Owner = void> struct value_probe { static int registered; };
template <unsigned Id, auto V, class Owner> int value_probe<Id, V, Owner>::registered = record_value(Id, V);

CUTE_LENS_BOTH unsigned hash_text(char const* t) { unsigned h = 2166136261u; for (; *t; ++t) h = (h ^ (unsigned char)*t) * 16777619u; return h; }
/** Stands at the beginning of a kernel: records which grid runs, its shape, and the instantiation of the kernel. */
CUTE_LENS_BOTH void kernel(unsigned id, char const* name, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned* r, place const& p) {
  if (r == nullptr) return;
  write_head(r, kHead + 6, kKernel, id, p, 0, base{0, hash_text(name)}, 0, 6, 0);
  unsigned shape[6] = {gx, gy, gz, bx, by, bz};
  for (int i = 0; i < 6; ++i) r[kHead + i] = shape[i];
#if defined(__CUDA_ARCH__)
  __threadfence_system();
#endif
  r[0] = kMagic;
}
/** Stands before a launch: records which launch of the source it is. */
inline void launching(unsigned id);
} // namespace cute_lens
`;
