// C++ that all probes share: `printf` into memory, for the formats that CuTe uses. It first counts and hashes the text,
// then writes it.

export const OPENING = String.raw`#pragma once
#if defined(CUTE_LENS_HOST)
#define CUTE_LENS_BOTH inline
#define CUTE_LENS_APART inline
/** CUTLASS defines these where nvcc 12 or later compiles; programs ask for them on the host. */
#define CUTLASS_ARCH_MMA_SM90_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM100_SUPPORTED 1
#else
#include <cuda_runtime.h>
#define CUTE_LENS_BOTH __host__ __device__ inline
#define CUTE_LENS_APART __host__ __device__ __noinline__
#endif
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>
#ifndef CUTE_LENS_PROBES
#define CUTE_LENS_PROBES 1
#endif

extern "C" {
struct cute_lens_config { int threads[8], blocks[8], elements, owned; };
struct cute_lens_log { unsigned* words; unsigned capacity; };
cute_lens_config const* cute_lens_read_config();
cute_lens_log cute_lens_buffer(int device);
unsigned* cute_lens_reserve(unsigned words);
void cute_lens_say(char const* key, char const* value);
void cute_lens_install(void (*finish)());
int cute_lens_fresh(unsigned probe, unsigned launch, unsigned hash, unsigned* hit);
}
`;

export const FORMAT = String.raw`
namespace cute_lens {
struct sink { char* out; unsigned length, hash; };
struct argument { char kind; unsigned long long bits; double real; };
CUTE_LENS_BOTH argument pack(double v) { return {'f', 0, v}; }
CUTE_LENS_BOTH argument pack(float v) { return {'f', 0, double(v)}; }
CUTE_LENS_BOTH argument pack(char const* v) { return {'s', (unsigned long long)(uintptr_t)v, 0}; }
template <class T> CUTE_LENS_BOTH argument pack(T* v) { return {'p', (unsigned long long)(uintptr_t)v, 0}; }
template <class T, std::enable_if_t<!std::is_pointer<T>::value, int> = 0>
CUTE_LENS_BOTH argument pack(T const& v) { return {'d', (unsigned long long)(long long)v, 0}; }

CUTE_LENS_APART void put(sink& s, char c) {
  if (s.out) s.out[s.length] = c;
  s.length++;
  s.hash = (s.hash ^ (unsigned char)c) * 16777619u;
}
CUTE_LENS_APART void put_number(sink& s, unsigned long long v, unsigned base, bool negative, int width, char fill) {
  char digits[24];
  int n = 0;
  do { digits[n++] = "0123456789abcdef"[v % base]; v /= base; } while (v != 0);
  int pad = width - n - (negative ? 1 : 0);
  if (fill == ' ') for (; pad > 0; --pad) put(s, ' ');
  if (negative) put(s, '-');
  for (; pad > 0; --pad) put(s, '0');
  while (n > 0) put(s, digits[--n]);
}
CUTE_LENS_APART void put_real(sink& s, double v) {
  if (!(v == v) || v > 1e18 || v < -1e18) { put(s, '?'); return; }
  bool minus = v < 0;
  if (minus) v = -v;
  unsigned long long whole = (unsigned long long)v, rest = (unsigned long long)((v - double(whole)) * 1e6 + 0.5);
  if (rest >= 1000000) { whole++; rest -= 1000000; }
  put_number(s, whole, 10, minus, 0, ' ');
  put(s, '.');
  put_number(s, rest, 10, false, 6, '0');
}
CUTE_LENS_APART void format(sink& s, char const* f, argument const* a) {
  for (; *f; ++f) {
    if (*f != '%') { put(s, *f); continue; }
    if (*++f == '%') { put(s, '%'); continue; }
    char fill = ' ';
    int width = 0;
    bool wide = false;
    if (*f == '0') { fill = '0'; ++f; }
    if (*f == '*') { width = int(a->bits); ++a; ++f; }
    for (; *f >= '0' && *f <= '9'; ++f) width = width * 10 + (*f - '0');
    if (*f == '.') for (++f; *f >= '0' && *f <= '9'; ++f) {}
    for (; *f == 'h' || *f == 'l' || *f == 'z'; ++f) wide = wide || *f != 'h';
    if (*f == 'd' || *f == 'i') {
      long long v = wide ? (long long)a->bits : (long long)(int)a->bits;
      put_number(s, v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, 10, v < 0, width, fill);
    }
    else if (*f == 'u' || *f == 'x') put_number(s, wide ? a->bits : (unsigned long long)(unsigned)a->bits, *f == 'u' ? 10 : 16, false, width, fill);
    else if (*f == 'p') { put(s, '0'); put(s, 'x'); put_number(s, a->bits, 16, false, 0, ' '); }
    else if (*f == 'c') put(s, char(a->bits));
    else if (*f == 's') for (char const* t = (char const*)(uintptr_t)a->bits; *t; ++t) put(s, *t);
    else put_real(s, a->kind == 'f' ? a->real : double((long long)a->bits));
    ++a;
  }
}
inline sink*& host_sink() { static thread_local sink* current = nullptr; return current; }
`;
