// What host and device see of code that asks `__CUDA_ARCH__`: the host's values are confirmed by the fixture
// host_and_device.cu; the device has no compiler here.
import { expect, test } from 'vitest';
import { factText } from '../../../core/src/values/print';
import { analysisOf, entry } from '../../oracle/programs/compare';
import { cudaFrontEnd } from '../../support/front-end';

const source = `
#define BOTH __host__ __device__
#if defined(__CUDA_ARCH__)
constexpr int kStages = 4;
#define LANES 32
#else
constexpr int kStages = 2;
#define LANES 1
#endif
constexpr int kTwice = kStages * 2;
BOTH int either() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
BOTH int through() { return either(); }
__device__ int device() {
#if __CUDA_ARCH__ >= 800
  int wide = 8;
#else
  int wide = 4;
#endif
  return wide + kStages;
}
template <class T> struct Traits {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  using Element = T;
  static constexpr int kBits = 16;
#else
  using Element = int;
  static constexpr int kBits = 8;
#endif
  static constexpr int kPerLoad = 128 / kBits * sizeof(Element);
};
template <int N> __global__ void kernel() {
  int ways = either() + 10 * kStages;
  int inner = device();
  int thrice = through() * 3;
  auto twice = kTwice;
  int lanes = LANES;
  int load = Traits<char>::kPerLoad;
}
int main() {
  auto asked = through();
  int lane = LANES;
  auto lambda = [] {
#ifndef __CUDA_ARCH__
    return 6;
#else
    return 7;
#endif
  }();
  auto device_lambda = [] __device__ (int n) {
#ifdef __CUDA_ARCH__
    int here = n;
#else
    int there = n;
#endif
  };
  device_lambda(3);
  kernel<1><<<1, 1>>>();
}
`;

test('the device sees its side, the host its own, and what is not read for both is not known on the host', async () => {
  const facts = analysisOf(source, await cudaFrontEnd()).facts.get(entry) ?? [];
  const shown = (name: string): string | undefined => {
    const value = facts.find((fact) => fact.name === name && fact.role === 'declaration')?.seen[0]?.value;
    return value && factText(value);
  };
  expect(['ways', 'inner', 'thrice', 'lambda', 'here', 'load'].map(shown)).toEqual(['41', '12', '3', '6', '3', '8']);
  expect(['asked', 'lanes', 'lane'].map(shown)).toEqual(['2', '32', '1']);
  expect(shown('there')).toBeUndefined();
  // One value stands for both sides: what it is made of is two.
  expect(shown('twice')).not.toBe('4');
});

test('a function whose specifiers may be macros that are not found is read for both sides', async () => {
  const text = `
C10_HOST_DEVICE inline int first() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
MY_FUNC int second() {
#ifdef __CUDA_ARCH__
  return 10;
#else
  return 20;
#endif
}
__global__ void kernel() { int there = first() + second(); }
int main() {
  int here = first() + second();
  kernel<<<1, 1>>>();
}
`;
  const facts = analysisOf(text, await cudaFrontEnd()).facts.get(entry) ?? [];
  const shown = ['there', 'here'].map((name) => {
    const value = facts.find((fact) => fact.name === name && fact.role === 'declaration')?.seen[0]?.value;
    return value && factText(value);
  });
  expect(shown).toEqual(['11', '22']);
});
