// The instances that a user chooses from: what tells them apart, and how a program comes to launch the others.
import { expect, test } from 'vitest';
import { briefLabels, kernelInstances, resourcesOf, wayTo } from '../../../core/src/ide/index';
import { analyzeFiles } from '../../support/engine';

const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const read = (text: string, args: readonly string[] = []) =>
  analyzeFiles([{ name: 'x.cu', text: head + text }], { args });

test('the template arguments that differ tell instances apart, those of a traits class among them', async () => {
  const analysis = await read(`
template <int kHeadDim_, class Element> struct Traits { static constexpr int kHeadDim = kHeadDim_; };
template <class Traits, bool Is_causal, bool Is_local> __global__ void attend(int n) { auto l = make_layout(n); }
void run(int n) {
  attend<Traits<64, float>, true, false><<<1, 128>>>(n);
  attend<Traits<128, float>, true, false><<<1, 256>>>(n);
  attend<Traits<128, float>, false, false><<<1, 256>>>(n);
}
template <class T> __host__ void helper(T t) { auto l = make_layout(t); }
int main() { run(3); helper(4); }`);
  const labels = briefLabels(analysis);
  expect(kernelInstances(analysis).map((one) => [labels.get(one.id), ...resourcesOf(one, analysis)])).toEqual([
    ['kHeadDim=64 · Is_causal', '128 threads'],
    ['kHeadDim=128 · Is_causal', '256 threads'],
    ['kHeadDim=128 · !Is_causal', '256 threads'],
  ]);
});

test('a parameter that nothing is known about is no difference', async () => {
  const analysis = await read(`
template <class T, class Shape> __global__ void kernel(T const* in, Shape shape) { auto l = make_layout(shape); }
template <class T> void run(T const* in) { kernel<<<1, 32>>>(in, Shape<_4, _8>{}); }
void run(half_t const* in) { kernel<<<1, 32>>>(in, Shape<_8, _8>{}); }
int main() { run((half_t const*)nullptr); }`);
  expect([...briefLabels(analysis).values()]).toEqual(['T=half_t · Shape=tuple<_8,_8>', 'Shape=tuple<_4,_8>']);
});

test('a kernel that is given tensors alone is told apart by the arguments of the function that launches it', async () => {
  const analysis = await read(`
template <class Tensor> __global__ void kernel(Tensor data) { auto l = data.layout(); }
template <class T> void run() {
  kernel<<<1, 128>>>(make_tensor(make_gmem_ptr((T*)nullptr), make_shape(Int<1024 / sizeof(T)>{}, _64{}, _32{})));
}
int main() { run<float>(); run<half_t>(); }`);
  expect([...briefLabels(analysis).values()]).toEqual(['T=float', 'T=half_t']);
});

test('functions that a program instantiates can be chosen, those that nothing calls cannot', async () => {
  const analysis = await read(`
template <int N> void tile() { auto l = make_layout(Int<N>{}); }
void alone(int n) { auto l = make_layout(n); }
template void tile<4>();
template void tile<8>();`);
  expect([...briefLabels(analysis).values()]).toEqual(['N=4', 'N=8']);
});

const program = `
__global__ void kernel(int n) { auto l = make_layout(n); }
void nt(int m) { kernel<<<1, 32>>>(m); }
void tn(int m) { kernel<<<2, 32>>>(m); }
void gemm(char a, char b, int m) {
  if (a == 'N' && b == 'T') nt(m);
  else if (a == 'T' && b == 'N') tn(m);
}
int main(int argc, char** argv) {
  int m = 512;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  char transA = 'N', transB = 'T';
  if (argc >= 3) sscanf(argv[2], "%c", &transA);
  if (argc >= 4) sscanf(argv[3], "%c", &transB);
  gemm(transA, transB, m);
}`;

const ways = async (text: string, args: readonly string[] = []) => {
  const analysis = await read(text, args);
  return new Map(
    kernelInstances(analysis).map((one) => [
      briefLabels(analysis).get(one.id),
      one.reached ? 'reached' : wayTo(one, analysis, args.join(' ')),
    ]),
  );
};

test('an instance that the arguments do not reach says what it needs, with arguments that may do', async () => {
  const found = await ways(program);
  expect(found.get('nt')).toBe('reached');
  expect(found.get('tn')).toMatchObject({
    when: "a == 'T' && b == 'N'",
    args: '512 T N',
  });
  expect((await ways(program, ['512', 'T', 'N'])).get('tn')).toBe('reached');
});

test('the present arguments stay where nothing else is needed', async () => {
  expect((await ways(program, ['64', 'T', 'N'])).get('nt')).toMatchObject({ args: '64 N T' });
});

test('without a main, or with a condition on no argument, no arguments are proposed', async () => {
  expect((await ways(program.slice(0, program.indexOf('int main')))).get('tn')).toBeUndefined();
  const other = program.replace('gemm(transA, transB, m);', "gemm('N', 'T', m);");
  expect((await ways(other)).get('tn')).not.toHaveProperty('args');
});
