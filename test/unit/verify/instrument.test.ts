// Where probes are inserted into a program, and that nothing else in the program changes.
import { describe, expect, test } from 'vitest';
import { earlyMacros } from '../../../core/src/verify/instrument';
import { planned } from '../../support/verify';

const program = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> struct Traits {
  static constexpr int kThreads = 128;
  using Tile = Shape<_64, _32>;
};
template <class T> __global__ void kernel(T* p, int m) {
  auto tile = typename Traits<T>::Tile{};
  Tensor mA = make_tensor(make_gmem_ptr(p), make_shape(m, _32{}));
  for (int k = 0; k < 4; ++k) __syncthreads();
  auto inner = [](auto x) { auto y = size(x); return y; };
  inner(tile);
}
int main() {
  int m = 64, n = 2;
  auto [a, b] = make_tuple(_1{}, _2{});
  if (m > 0) kernel<<<dim3(n), Traits<float>::kThreads>>>((float*)nullptr, m);
  return 0;
}
`;

/** The copy without what verification inserted. */
const stripped = (copy: string): string =>
  copy
    .replace(/^#line 1 "[^"]*"\n/, '')
    .replace(/ static_assert\(&::cute_lens::\w+<[^;]*>::registered != nullptr, ""\);/g, '')
    .replace(/\{ ::cute_lens::probe\(\d+, \w+\); (__syncthreads\(\);) \}/g, '$1')
    .replace(/\{ ::cute_lens::launching\(\d+\); (.*?;) \}/g, '$1')
    .replace(
      / (?:::cute_lens::(?:start\(\)|probe(?:<true>)?\(\d+, \w+\)|probe_type<\w+>\(\d+\))|CUTE_LENS_KERNEL\(\d+\));/g,
      '',
    );

describe('a program with probes', () => {
  test('is the program once they are taken out, line by line', async () => {
    const { copy } = await planned(program);
    expect(copy.startsWith('#line 1 "/test/program.cu"\n')).toBe(true);
    expect(stripped(copy)).toBe(program);
  });
  test('asks behind declarations, in the beginning of bodies, and where the program starts', async () => {
    const { copy, plan, probe } = await planned(program);
    const line = (containing: string): string => copy.split('\n').find((one) => one.includes(containing)) ?? '';
    expect(line('kThreads = 128')).toContain(
      `static_assert(&::cute_lens::value_probe<${probe('kThreads')}, kThreads, Traits>::registered`,
    );
    expect(line('using Tile')).toContain(`type_probe<${probe('Tile')}, Tile, Traits>`);
    expect(line('void kernel')).toContain(`{ CUTE_LENS_KERNEL(0); ::cute_lens::probe(${probe('m')}, m);`);
    expect(line('for (int k')).toContain(`{ ::cute_lens::probe(${probe('k')}, k); __syncthreads(); }`);
    expect(line('int main')).toContain('{ ::cute_lens::start();');
    expect(line('auto [a, b]')).toContain(
      `::cute_lens::probe(${probe('a')}, a); ::cute_lens::probe(${probe('b')}, b);`,
    );
    expect(line('kernel<<<')).toContain('if (m > 0) { ::cute_lens::launching(0); kernel<<<');
    expect(plan.sites).toHaveLength(1);
    expect(plan.asked.filter(({ probe: asked }) => !asked)).toEqual([]);
  });
  test('for a host compiler calls kernels, and keeps its lines', async () => {
    const { copy } = await planned(program, true);
    expect(copy.split('\n')).toHaveLength(program.split('\n').length + 1);
    expect(copy).toContain('::cute_lens::launch(dim3(n), Traits<float>::kThreads), kernel((float*)nullptr, m);');
  });
  test('comments in a launch are not taken for its text', async () => {
    const launch = 'kernel<<<dim3(n) /* >>> */, // <<< blocks\n    Traits<float>::kThreads>>>((float*)nullptr, m);';
    const commented = program.replace('kernel<<<dim3(n), Traits<float>::kThreads>>>((float*)nullptr, m);', launch);
    const { copy } = await planned(commented, true);
    expect(copy.split('\n')).toHaveLength(commented.split('\n').length + 1);
    expect(copy.replace(/\s+/g, ' ')).toContain(
      '::cute_lens::launch(dim3(n) , Traits<float>::kThreads), kernel ((float*)nullptr, m);',
    );
  });
  test('says why a place cannot be asked', async () => {
    const { plan } = await planned(`#include <cute/tensor.hpp>
using namespace cute;
#define DECLARE(name) auto name = make_shape(_8{}, _4{})
constexpr auto kShape = make_shape(_2{}, 3);
int main() { DECLARE(tile); return int(size(tile)) + int(size(kShape)); }
`);
    const reasons = plan.asked.flatMap(({ fact, why }) => (why === undefined ? [] : [`${fact.name}: ${why}`]));
    expect(reasons).toEqual(['kShape: a constant outside functions with run-time numbers in it']);
    expect(plan.probes.map(({ name }) => name)).toEqual(['tile']);
  });
  test('asks for an alias template behind the declarations that name it', async () => {
    const { copy, plan, probe } = await planned(`#include <cute/tensor.hpp>
using namespace cute;
template <class T> using Pair = Shape<T, _2>;
template <class T> using Unused = Shape<T, _3>;
struct Traits { using Tile = Pair<_4>; };
template <int N> int count(Pair<Int<N>> const& row) { using Mine = Pair<Int<N>>; return int(size(Mine{})); }
int main() { auto l = make_layout(Pair<_8>{}); return count(Pair<_3>{}) + int(size(l)) + int(size(Unused<_2>{})); }
`);
    const id = probe('Pair');
    expect(copy).toContain('template <class T> using Pair = Shape<T, _2>;\n');
    expect(copy).toContain(
      ` static_assert(&::cute_lens::type_probe<${id}, Pair<_4>, Traits>::registered != nullptr, "");`,
    );
    expect(copy).toContain(` ::cute_lens::probe_type<Pair<Int<N>>>(${id});`);
    expect(copy).toContain(` ::cute_lens::probe_type<Pair<_8>>(${id});`);
    expect(plan.asked.filter(({ why }) => why !== undefined).map(({ fact, why }) => [fact.name, why])).toEqual([
      ['Unused', 'no declaration names this alias template'],
    ]);
  });
  test('keeps macros that CuTe was to see', () => {
    expect(
      earlyMacros(
        '#define CUTLASS_DEBUG_TRACE_LEVEL 1\n#define MINE 2\n#include <cute/tensor.hpp>\n#define CUTE_LATE 1\n',
      ),
    ).toBe('#define CUTLASS_DEBUG_TRACE_LEVEL 1');
  });
  test('keeps a macro whole whose line goes on behind a comment', () => {
    const macro = '# define CUTE_NAME /* in\n two lines */ "a // b"';
    expect(earlyMacros(`${macro}\n#  include /* here */ <cute/tensor.hpp>\n`)).toBe(macro);
  });
});
