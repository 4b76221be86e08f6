// Which launches form one instance of a kernel, the label of the instance, and whether its numbers hold for every
// launch.
import { expect, test } from 'vitest';
import { analyzeFiles } from '../../support/engine';

async function instancesOf(text: string, name = 'launches.cu'): Promise<readonly string[]> {
  const head = name.endsWith('.cu') ? '#include <cute/tensor.hpp>\nusing namespace cute;\n' : '';
  const analysis = await analyzeFiles([{ name, text: head + text }]);
  expect(analysis.bugs).toEqual([]);
  return analysis.instances
    .slice(1)
    .filter(({ reached }) => reached)
    .map(({ label, repeated, unseen }) => `${label}${repeated ? ', repeated' : ''}${unseen ? ', unseen' : ''}`);
}

const kernel = `
  __managed__ int rows = 4;
  __global__ void scale(float* x, int n) { auto shape = make_shape(n, rows); }
  float* x;
  void once(int n) { scale<<<1, n>>>(x, n); }`;

test('launched again with the same numbers, an instance is what each launch is', async () => {
  expect(
    await instancesOf(
      `${kernel} int main() { int total = 0; for (int i = 0; i < 9; ++i) { scale<<<1, 32>>>(x, 8); total += i; } }`,
    ),
  ).toEqual(['scale']);
  expect(
    await instancesOf(
      `${kernel} int main() { for (int i = 0; i < 9; ++i) { int k; cudaDeviceSynchronize(); once(32); cudaEventRecord(&k); } once(32); }`,
    ),
  ).toEqual(['scale from once']);
});

test('launched again with other numbers, some of them are not those of every launch', async () => {
  expect(
    await instancesOf(
      `${kernel} int main() { int total = 0; for (int i = 0; i < 9; ++i) { scale<<<1, 32>>>(x, i); total += i; } }`,
    ),
  ).toEqual(['scale, repeated, unseen']);
  expect(await instancesOf(`${kernel} int main() { once(32); once(64); }`)).toEqual(['scale from once, repeated']);
  expect(
    await instancesOf(
      `${kernel} int main() { int total = 0; for (int i = 0; i < 9; ++i) { scale<<<i + 1, 32>>>(x, 8); total += i; } }`,
    ),
  ).toEqual(['scale, repeated, unseen']);
  expect(await instancesOf(`${kernel} int main() { once(32); rows = 5; once(32); }`)).toEqual([
    'scale from once, repeated',
  ]);
  expect(
    await instancesOf(
      `${kernel} int read() { int n; std::cin >> n; return n; } int main() { once(read()); once(read()); }`,
    ),
  ).toEqual(['scale from once, repeated']);
});

test('a kernel that one function launches at two places is two instances', async () => {
  expect(
    await instancesOf(`${kernel} int main() { scale<<<1, 32>>>(x, 8); scale<<<1, 32>>>(x, 8); once(8); }`),
  ).toEqual(['scale', 'scale #2', 'scale from once']);
  const rust = `
    #[cutile::module] mod kernels { use cutile::core::*; #[cutile::entry()] fn copy<const S: [i32; 2]>(out: &mut Tensor<f32, S>) { let tile = out.load(); } }
    fn main() { let a = kernels::copy(api::zeros::<f32>(&[64, 64]).partition([32, 32])).sync(); let b = kernels::copy(api::zeros::<f32>(&[64, 64]).partition([16, 16])).sync(); }`;
  expect(await instancesOf(rust, 'launches.rs')).toEqual(['copy', 'copy #2']);
});

test('launches of which nothing is seen are told: later iterations of a loop, and more instances than are kept', async () => {
  expect(await instancesOf(`${kernel} int main() { for (int i = 1; i < 4; ++i) scale<<<1, 32>>>(x, i); }`)).toEqual([
    'scale, unseen',
  ]);
  expect(await instancesOf(`${kernel} int main() { for (int n : {128, 256}) once(n); }`)).toEqual([
    'scale from once, repeated, unseen',
  ]);
  expect(
    await instancesOf(
      `${kernel} int main(int argc, char** argv) { int n = 1; while (n < atoi(argv[1])) { once(n); n *= 2; } }`,
    ),
  ).toEqual(['scale from once, unseen']);
  expect(
    await instancesOf(
      `${kernel} int main(int argc, char** argv) { once(1); int n = 1; while (n < atoi(argv[1])) { once(n); n *= 2; } }`,
    ),
  ).toEqual(['scale from once, unseen']);
  expect(await instancesOf(`${kernel} int main() { for (int i = 1; i < 4; ++i) once(32); }`)).toEqual([
    'scale from once',
  ]);
  const many = `${kernel} template <int N> __global__ void wide(float* x) { auto layout = Layout<Int<N>>{}; } template <int N> void launch() { wide<N><<<1, 32>>>(x); }`;
  const calls = (count: number): string => Array.from({ length: count }, (_, n) => `launch<${n + 1}>();`).join(' ');
  const eight = Array.from({ length: 8 }, (_, n) => `wide from launch${n === 0 ? '' : ` #${n + 1}`}`);
  expect(await instancesOf(`${many} int main() { ${calls(8)} ${calls(8)} }`)).toEqual(eight);
  expect(await instancesOf(`${many} int main() { ${calls(9)} }`)).toEqual(eight.map((label) => `${label}, unseen`));
});
