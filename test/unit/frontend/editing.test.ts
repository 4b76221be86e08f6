// Edits and damage. After any edit the program equals that of a new reading. After any damage nothing throws, every
// span lies in the text, and undamaged parts are still read.
import { describe, expect, it } from 'vitest';
import type { Program, Stmt } from '../../../core/src/ir/program';
import { cudaFrontEnd, lower } from '../../support/front-end';
import { stmtsText } from '../../support/ir-text';
import { present } from '../../support/present';

const SOURCE = `#include <cute/tensor.hpp>
#define kStages 3
#define CHECK(x) do { auto s = (x); if (s != 0) return; } while (0)
using namespace cute;

namespace detail {
template <class T, int N>
struct Traits : Base<T> {
  using Element = T;
  static constexpr int kN = N % 64 == 0 ? 64 : 32;
  using Layout = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<Int<kN>, Int<N / 2>>{}));
  alignas(128) ArrayEngine<T, cosize_v<Layout>> smem;
  CUTE_HOST_DEVICE auto get(int i) const { return smem[i] < T(0) ? -1 : 1; }
};
}

// cute-lens: instantiate detail::Traits<half_t, 128>
template <class ProblemShape, class TA, class SmemLayout, class TiledCopy>
__global__ static
__launch_bounds__(decltype(size(TiledCopy{}))::value)
void gemm_device(ProblemShape shape_MNK, TA const* A, SmemLayout, TiledCopy copy_a)
{
  CUTE_STATIC_ASSERT_V(rank(shape_MNK) == Int<3>{});
  Tensor mA = make_tensor(make_gmem_ptr(A), select<0,2>(shape_MNK), LayoutRight{});
  auto cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, Shape<_128, _8>{}, cta_coord, Step<_1, X,_1>{});
  __shared__ TA smem[cosize_v<SmemLayout>];
  auto thr_copy = copy_a.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy.partition_S(gA);
  auto [M, N] = f(shape_MNK);
  CUTE_UNROLL
  for (int k = 0; k < size<2>(tAgA); ++k) {
    copy(copy_a, tAgA(_, _, k), smem);
    if constexpr (kStages > 2) { CHECK(k); } else { break; }
  }
  auto fn = [&](auto const& x) { return x.template data<0>(); };
#if __CUDA_ARCH__ >= 900
  fn(tAgA);
#endif
}

int main(int argc, char** argv) {
  int m = 5120;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  dim3 grid(size(ceil_div(m, 128)), 1);
  gemm_device<Shape<_1>, float><<<grid, 256>>>(make_shape(m, 8, _4{}), nullptr, 0, 1);
  return 0;
}
`;

const ALPHABET = [
  ' ',
  '\n',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  ';',
  ',',
  'x',
  '0',
  '#',
  '"',
  "'",
  '/',
  '*',
  '\\',
  ':',
  '=',
  'template ',
  '// ',
  '/*',
  '*/',
  '#if 0\n',
  '#endif\n',
  '#define CHECK(x) x + 1\n',
  'CHECK(s)',
  '...',
  'auto y = 1;',
  '\0',
  '\ud800',
  '\u00e9',
];

/** A small generator with a fixed seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

/** Every span of a program, to check that it lies in the text. */
function badSpans(program: Program, length: number): readonly string[] {
  const bad: string[] = [];
  JSON.stringify([program.items, program.problems, program.includes, program.pins], (_, value: unknown) => {
    const span = value as { start?: unknown; end?: unknown } | null;
    if (typeof span === 'object' && span !== null && typeof span.start === 'number' && typeof span.end === 'number') {
      if (!(span.start >= 0 && span.start <= span.end && span.end <= length)) bad.push(`${span.start}-${span.end}`);
    }
    return value;
  });
  return bad;
}

function functionNames(items: readonly Stmt[]): readonly string[] {
  return items.flatMap((s) => (s.is === 'Func' ? [s.name] : s.is === 'Namespace' ? functionNames(s.items) : []));
}

describe('editing', () => {
  it.each([
    [
      'behind the body of a class',
      'struct A {\n  int x[3];\n} __attribute__((packed, aligned(8 * 4)));\n',
      '8 * 4',
      '64 * 4',
    ],
    ['behind a member', 'struct A {\n  int x __attribute__((aligned(16)));\n};\n', '16', '32'],
  ])('reads an attribute %s anew', async (_, before, from, to) => {
    const frontEnd = await cudaFrontEnd();
    const document = frontEnd.open('test.cu', before);
    document.program();
    const after = before.replace(from, to);
    document.update(after);
    expect(document.program().items).toEqual(frontEnd.open('test.cu', after).program().items);
  });

  it('reads the sample without a problem', async () => {
    expect((await lower(SOURCE)).problems).toEqual([]);
  });

  it.each([1, 2, 3, 4])('gives after each of many random edits what a fresh reading gives (seed %i)', async (seed) => {
    const frontEnd = await cudaFrontEnd();
    const below = random(seed);
    const document = frontEnd.open('test.cu', SOURCE);
    let text = SOURCE;
    for (let i = 0; i < 60; i++) {
      // Half of the edits undo themselves soon, as a user's do, so that the text stays mostly whole.
      if (i % 6 === 0) text = SOURCE;
      const start = below(text.length);
      const end = Math.min(text.length, start + (below(3) === 0 ? below(40) : 0));
      const inserted = below(4) === 0 ? '' : present(ALPHABET[below(ALPHABET.length)]);
      document.update(text);
      document.edit([{ start, end, text: inserted }]);
      text = text.slice(0, start) + inserted + text.slice(end);
      expect(document.text).toBe(text);
      const program = document.program();
      const fresh = await lower(text);
      expect(program, `edit ${i}: ${start}-${end} by ${JSON.stringify(inserted)}`).toEqual(fresh);
      expect(badSpans(program, text.length)).toEqual([]);
    }
    document.dispose();
  });

  it('sees that a macro gives the same text from another place', async () => {
    const use = 'int a;\nint b = F(a);\nvoid f() { int c = F(a); int d = 3; }\n';
    const document = (await cudaFrontEnd()).open('test.cu', `#define F(x) x + 1\n${use}`);
    document.program();
    // The `a` of `b` was the argument; now it is the macro's own.
    document.update(`#define F(x) a + 1\n${use}`);
    expect(document.program()).toEqual(await lower(document.text));
    document.dispose();
  });

  it.each(['const', 'Self', 'unsigned'])(
    'sees that a macro takes a word from a template argument (%s)',
    async (word) => {
      const use = 'struct S { int f() { return g<Self const, unsigned long int, Shape<Self, Int<4>> const>(1); } };\n';
      const document = (await cudaFrontEnd()).open('test.cu', use);
      document.program();
      document.update(`#define ${word}\n${use}`);
      expect(document.program()).toEqual(await lower(document.text));
      document.update(use);
      expect(document.program()).toEqual(await lower(use));
      document.dispose();
    },
  );

  it.each(['', 'struct Broken {\n'])(
    'sees that `#pragma pack` changes the classes behind it (%j before)',
    async (before) => {
      const classes =
        'struct A { char c; };\n#pragma pack(pop)\nstruct B { char c; };\nvoid f() { struct C { int n; }; }\n';
      const document = (await cudaFrontEnd()).open('test.cu', `${before}#pragma pack(push, 1)\n${classes}`);
      document.program();
      for (const pragma of ['#pragma pack(push, 2)', '#pragma pack(4)\n#pragma pack(push)', '']) {
        document.update(`${before}${pragma}\n${classes}`);
        expect(document.program()).toEqual(await lower(document.text));
      }
      document.dispose();
    },
  );

  it('sees that a macro gives another template argument', async () => {
    const use = 'void f() {\n  auto a = append(g(), Layout<Int<STAGES>>{});\n}\n';
    const document = (await cudaFrontEnd()).open('test.cu', `#define STAGES 3\n${use}`);
    document.program();
    for (const body of ['1000000', '2', 'Int<4>', '']) {
      document.update(`#define STAGES ${body}\n${use}`);
      expect(document.program()).toEqual(await lower(document.text));
    }
    document.dispose();
  });

  it('reads what closes more braces than it opens without what it is shown to the grammar in', async () => {
    const program = await lower('void f() {\n  int a = ((1;\n}\n}\nint b = 2;\n} int c = 3;\n');
    expect(functionNames(program.items)).toEqual(['f']);
    expect(stmtsText(program.items)).toContain('int c = 3;');
  });

  it('applies several changes in order', async () => {
    const document = (await cudaFrontEnd()).open('test.cu', 'int a;');
    document.edit([
      { start: 4, end: 5, text: 'bcd' },
      { start: 7, end: 7, text: ' = 3' },
    ]);
    expect(document.text).toBe('int bcd = 3;');
    expect(stmtsText(document.program().items)).toBe('int bcd = 3;');
    document.dispose();
  });

  it('gives the same object until something changes, and keeps what did not', async () => {
    const document = (await cudaFrontEnd()).open('test.cu', SOURCE);
    const first = document.program();
    expect(document.program()).toBe(first);
    document.edit([{ start: SOURCE.indexOf('return 0;'), end: SOURCE.indexOf('return 0;'), text: 'f(); ' }]);
    const second = document.program();
    expect(second).not.toBe(first);
    const kernel = (p: Program): Stmt | undefined => p.items.find((s) => s.is === 'Func' && s.name === 'gemm_device');
    expect(kernel(second)).toBe(kernel(first));
    document.dispose();
  });
});

describe('damage', () => {
  it('never throws, whatever is deleted, doubled, cut off or scrambled', async () => {
    const below = random(99);
    for (let i = 0; i < 150; i++) {
      const at = below(SOURCE.length);
      const length = 1 + below(200);
      const part = SOURCE.slice(at, at + length);
      const noise = Array.from({ length: 1 + below(30) }, () =>
        String.fromCharCode(below(below(2) === 0 ? 128 : 0x10000)),
      ).join('');
      const text = present(
        [
          SOURCE.slice(0, at) + SOURCE.slice(at + length),
          SOURCE.slice(0, at) + part + SOURCE.slice(at),
          SOURCE.slice(0, at),
          SOURCE.slice(0, at) + noise + SOURCE.slice(at + length),
        ][i % 4],
      );
      const program = await lower(text);
      expect(badSpans(program, text.length), JSON.stringify(text)).toEqual([]);
    }
  });

  it('of one character leaves the other functions whole', async () => {
    const others = ['main'];
    for (const [from, by] of [
      ['make_coord(blockIdx', 'make_coord((blockIdx'],
      ['Shape<_128, _8>{}', 'Shape<_128 _8>{}'],
      ['smem);\n    if', 'smem\n    if'],
      ['threadIdx.x);', 'threadIdx.'],
      ['auto fn = ', 'auto fn = = '],
      ['else { break; }', 'else { break; '],
    ] as const) {
      const text = SOURCE.replace(from, by);
      expect(text).not.toBe(SOURCE);
      const program = await lower(text);
      expect(program.problems.length, by).toBeGreaterThan(0);
      expect(functionNames(program.items), by).toEqual(['gemm_device', ...others]);
      const before = present((await lower(SOURCE)).items.find((s) => s.is === 'Func' && s.name === 'main'));
      const after = present(program.items.find((s) => s.is === 'Func' && s.name === 'main'));
      expect(stmtsText([after])).toBe(stmtsText([before]));
    }
  });

  it('in one statement leaves the others of its function', async () => {
    const text =
      'void f() {\n  auto a = g(1);\n  auto b = h((2;\n  auto c = make_\n  if (a < size<0>(c)) {\n    int q = 3;\n    int r = ;\n    int s = 4;\n  }\n  auto d = k(5);\n}\nint after;\n';
    const program = await lower(text);
    expect(stmtsText(program.items)).toBe(
      'f() -> void {auto a = g(1); auto b = ?; auto c = make_; if ((a < size<0>(c))) {int q = 3; int r = ?; int s = 4;} auto d = k(5);} int after;',
    );
  });

  it('that is an unfinished function does not swallow the next', async () => {
    const text =
      'void f() {\n  int a = 1;\n  if (a) {\n\n__global__ void g(int x) {\n  int b = 2;\n}\nstruct S { int c; };\n';
    const program = await lower(text);
    expect(stmtsText(program.items)).toBe(
      'f() -> void {int a = 1; if (a) {}} kernel g(int x) -> void {int b = 2;} struct S {int c;}',
    );
  });

  it('by depth is cut off, not crashed on', async () => {
    for (const [open, close] of [
      ['(', ')'],
      ['{', '}'],
      ['[', ']'],
      ['a<', '>'],
      ['f(', ')'],
      ['-', ''],
      ['!', ''],
      ['a ? b : ', ''],
      ['a = ', ''],
      ['{ if (a) ', '}'],
      ['decltype(a){', '}'],
      ['f<<<', '>>>(1)'],
    ] as const) {
      const text = `void f() { auto x = ${open.repeat(10_000)}1${close.repeat(10_000)}; }\nint after = 3;\n`;
      const program = await lower(text);
      expect(stmtsText(program.items.slice(-1)), open).toBe('int after = 3;');
    }
  });

  it('by length alone is none', async () => {
    const sum = Array.from({ length: 300 }, (_, i) => `v${i}`).join(' + ');
    const program = await lower(`auto x = ${sum};\n`);
    expect(program.problems).toEqual([]);
    expect(stmtsText(program.items)).toContain('v299');
    expect(stmtsText(program.items)).not.toContain('?');
  });
});
