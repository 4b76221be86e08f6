// Macros, conditions, includes and pins are processed as by the preprocessor, with positions in the user's text.
import { describe, expect, it } from 'vitest';
import type { Expr, Program, Stmt } from '../../../core/src/ir/program';
import { cudaFrontEnd, covered, lower } from '../../support/front-end';
import { exprText, stmtsText } from '../../support/ir-text';
import { present } from '../../support/present';

/** The statement that declares `name`, wherever it stands. */
function find(program: Program, name: string): Extract<Stmt, { is: 'Let' }> {
  let found: Extract<Stmt, { is: 'Let' }> | undefined;
  JSON.stringify(program.items, (_, value: unknown) => {
    const node = value as Partial<Extract<Stmt, { is: 'Let' }>> | null;
    if (typeof node === 'object' && node?.is === 'Let' && node.name === name)
      found = node as Extract<Stmt, { is: 'Let' }>;
    return value;
  });
  if (found === undefined) throw new Error(`${name} is not declared`);
  return found;
}

function initOf(program: Program, name: string): Expr {
  const { init } = find(program, name);
  if (init.how !== 'copy') throw new Error(`${name} is not copied from anything`);
  return init.value;
}

describe('object-like macros', () => {
  it('stand for their bodies, at the place of their use', async () => {
    const text =
      '#define kTile 128\n#define ELEM float\n#define SHAPE Shape<_4, Int<kTile>>\nvoid f() {\n  auto n = kTile * 2;\n  ELEM x = 0;\n  auto s = SHAPE{};\n}\n';
    const program = await lower(text);
    expect(program.problems).toEqual([]);
    const product = initOf(program, 'n');
    expect(exprText(product)).toBe('(128 * 2)');
    expect(product.is === 'Binary' && covered(text, product.left.span)).toBe('kTile');
    expect(product.is === 'Binary' && covered(text, product.right.span)).toBe('2');
    expect(exprText(find(program, 'x').type)).toBe('float');
    expect(covered(text, find(program, 'x').type.span)).toBe('ELEM');
    expect(exprText(initOf(program, 's'))).toBe('Shape<_4, Int<128>>{}');
    expect(covered(text, initOf(program, 's').span)).toBe('SHAPE{}');
    expect([...program.macros].map(([name, e]) => `${name} = ${exprText(e)}`)).toEqual([
      'kTile = 128',
      'ELEM = float',
      'SHAPE = Shape<_4, Int<kTile>>',
    ]);
  });

  it('may be attributes, namespaces, statements or nothing', async () => {
    const text =
      '#define DEV __device__ __forceinline__\n#define NS ns\n#define NOTHING\n#define START int a = 1; int b\nnamespace NS { DEV void f() { NOTHING; START = 2; } }\n';
    const program = await lower(text);
    expect(stmtsText(program.items)).toBe('namespace ns {device f() -> void {int a = 1; int b = 2;}}');
    expect(program.problems).toEqual([]);
  });

  it('hold from their definition on, until #undef', async () => {
    expect(stmtsText((await lower('int a = N;\n#define N 4\nint b = N;\n#undef N\nint c = N;\n')).items)).toBe(
      'int a = N; int b = 4; int c = N;',
    );
  });

  it('that name themselves or each other come to an end', async () => {
    expect(stmtsText((await lower('#define A B + A\n#define B A\nint x = A;\n')).items)).toBe('int x = (A + A);');
  });
});

describe('function-like macros', () => {
  it('take arguments that keep their places', async () => {
    const text = '#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))\nauto g = CEIL_DIV(M * 2, kN);\n';
    const program = await lower(text);
    const value = initOf(program, 'g');
    expect(exprText(value)).toBe('((((M * 2) + kN) - 1) / kN)');
    expect(covered(text, value.span)).toBe('CEIL_DIV(M * 2, kN)');
    if (value.is !== 'Binary' || value.left.is !== 'Binary' || value.left.left.is !== 'Binary')
      throw new Error('not the quotient');
    expect(covered(text, value.right.span)).toBe('kN');
    expect(covered(text, value.left.left.left.span)).toBe('M * 2');
    expect(covered(text, value.left.left.span)).toBe('CEIL_DIV(M * 2, kN)');
  });

  it('read the lambda argument of a switch macro, body and all', async () => {
    const text = [
      '#define BOOL_SWITCH(COND, NAME, ...) \\',
      '  [&] { \\',
      '    if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } \\',
      '    else { constexpr static bool NAME = false; return __VA_ARGS__(); } \\',
      '  }()',
      'void f(bool causal) {',
      '  BOOL_SWITCH(causal, Is_causal, [&] {',
      '    auto layout = make_layout(Int<8>{});',
      '    run<Is_causal>(layout);',
      '  });',
      '}',
      '',
    ].join('\n');
    const program = await lower(text);
    expect(program.problems).toEqual([]);
    const inner = '[]() {auto layout = make_layout(Int<8>{}); run<Is_causal>(layout);}()';
    expect(stmtsText(program.items)).toBe(
      `f(bool causal) -> void {[]() {if (causal) {constexpr static bool Is_causal = true; return ${inner};} else {constexpr static bool Is_causal = false; return ${inner};}}();}`,
    );
    const layout = find(program, 'layout');
    expect(covered(text, layout.nameSpan)).toBe('layout');
    expect(covered(text, layout.span)).toBe('auto layout = make_layout(Int<8>{});');
    expect(layout.nameSpan.start).toBe(text.indexOf('layout ='));
    expect(covered(text, find(program, 'Is_causal').nameSpan)).toBe('Is_causal');
  });

  it('may hold templates, casts and operators', async () => {
    const text =
      '#define OP(NAME, O) struct NAME { template <class T> auto operator()(T&& a, T&& b) const { return static_cast<T&&>(a) O static_cast<T&&>(b); } }\nOP(less, <);\nOP(shift, >>);\n';
    const program = await lower(text);
    const body = (op: string): string =>
      `{template<type T> operator()(rvalue-ref<T> a, rvalue-ref<T> b) const -> auto {return (static_cast<rvalue-ref<T>>(a) ${op} static_cast<rvalue-ref<T>>(b));}}`;
    expect(stmtsText(program.items)).toBe(`struct less ${body('<')} struct shift ${body('>>')}`);
    expect(program.problems).toEqual([]);
  });

  it('paste, quote and define whole functions', async () => {
    const text =
      '#define DEFINE_K(name, ...) template <__VA_ARGS__> __global__ void name##_kernel()\n#define STR(x) #x\nDEFINE_K(fwd, class T, int N) { auto s = STR(a b); }\n';
    const program = await lower(text);
    expect(stmtsText(program.items)).toBe('template<type T, int N> kernel fwd_kernel() -> void {auto s = "a b";}');
    expect(covered(text, find(program, 's').nameSpan)).toBe('s');
  });

  it('that explode are cut off', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `#define M${i + 1} M${i} + M${i}`).join('\n');
    const program = await lower(`#define M0 1\n${levels}\nint before = 1;\nint x = M30;\nint after = 2;\n`);
    expect(exprText(initOf(program, 'before'))).toBe('1');
    expect(exprText(initOf(program, 'after'))).toBe('2');
  });
});

describe('conditions', () => {
  it.each([
    ['#if 0', false],
    ['#if 1', true],
    ['#ifdef X', false],
    ['#ifndef X', true],
    ['#if defined(__CUDACC__) && !defined X', true],
    ['#ifdef CUTLASS_ARCH_MMA_SM90_SUPPORTED', true],
    ['#if __CUDA_ARCH__ >= 800', true],
    ['#if __CUDA_ARCH__ >= 1000', false],
    ['#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 900)', true],
    ['#if UNKNOWN', false],
    ['#if UNKNOWN(3) + 1', true],
    ['#if (2 + 3 * 4) == 14 && 7 / 2 == 3 && (1 << 4 | 1) == 17 && (0 ? 0 : 1)', true],
    ['#if N > 3 // comment', true],
    ['#if SQUARE(N) == 16', true],
    ['#if \\\n  N == 4', true],
    ['#if 1 ||', true],
    ['#if 1/0', false],
    ['#if 0 && 1/0 || 1', true],
    ["#if 'a' == 97 && '\\n' == 10 && '\\xff' < 0 && L'b' > 'a'", true],
    ["#if 'ab' == 24930", true],
    ['#if -1 > 0u', true],
    ['#if (1 ? -1 : 0u) > 0', true],
    ['#if (2 || -1 > 0u) == 1', true],
    ['#if 0xFFFFFFFFFFFFFFFF == -1 && 18446744073709551615 == -1', true],
    ['#if 1 << 40 == 1099511627776 && -8 >> 1 == -4', true],
    ["#if 1'000'000u == 1000000 && 0b11 == 3 && 017 == 15", true],
    ['#if not 0 and 1 or 0', true],
    ['#if defined __has_include && defined(__has_cpp_attribute)', true],
    ['#if __has_cpp_attribute(nodiscard) >= 201603L', true],
    ['#if HAS_N', true],
  ])('%s', async (condition, holds) => {
    const program = await lower(
      `#define N 4\n#define HAS_N defined(N)\n#define SQUARE(x) ((x) * (x))\n${condition}\nint yes;\n#else\nint no;\n#endif\nint end;\n`,
    );
    expect(stmtsText(program.items)).toBe(holds ? 'int yes; int end;' : 'int no; int end;');
    expect(program.problems).toEqual([]);
  });

  it('nest, chain, and hide their directives and unbalanced text', async () => {
    const text =
      '#if 0\n#define A 1\n#if 1\n}}} "unclosed\n#endif\n#elif defined(B)\nint b;\n#elif 1\nint c;\n#else\nint d;\n#endif\n#ifdef A\nint e;\n#endif\n';
    const program = await lower(text);
    expect(stmtsText(program.items)).toBe('int c;');
    expect(program.problems).toEqual([]);
  });

  it('follow the assumed architecture', async () => {
    const document = (await cudaFrontEnd()).open(
      'a.cu',
      '#if __CUDA_ARCH__ >= 900\nint hopper;\n#else\nint ampere;\n#endif\n',
    );
    expect(stmtsText(document.program({ arch: 800 }).items)).toBe('int ampere;');
    expect(stmtsText(document.program({ arch: 900 }).items)).toBe('int hopper;');
    document.dispose();
  });
});

describe('includes and pins', () => {
  it('finds active includes', async () => {
    const text = '#include <cute/tensor.hpp>\n  # include "my kernel.h" // why\n#if 0\n#include "never.h"\n#endif\n';
    const { includes } = await lower(text);
    expect(includes.map((i) => [i.path, i.quoted, covered(text, i.span)])).toEqual([
      ['cute/tensor.hpp', false, '#include <cute/tensor.hpp>'],
      ['my kernel.h', true, '# include "my kernel.h" // why'],
    ]);
  });

  it('reads pins', async () => {
    const text =
      '// cute-lens: M=512, kHeadDim = 64\nvoid f();\n/* cute-lens: instantiate Traits<64, 128, half_t> */\nint x; // cute-lens: L = Layout<_4>{}\n// not cute-lens: N=1\n';
    const { pins } = await lower(text);
    expect(
      pins.map((p) => [
        p.values.map((v) => `${v.name}=${exprText(v.value)}`),
        p.instantiate === undefined ? '' : exprText(p.instantiate),
        covered(text, p.span),
      ]),
    ).toEqual([
      [['M=512', 'kHeadDim=64'], '', '// cute-lens: M=512, kHeadDim = 64'],
      [[], 'Traits<64, 128, half_t>', '/* cute-lens: instantiate Traits<64, 128, half_t> */'],
      [['L=Layout<_4>{}'], '', '// cute-lens: L = Layout<_4>{}'],
    ]);
    expect(covered(text, present(present(pins[0]).values[1]).value.span)).toBe('64');
    expect(covered(text, present(present(pins[1]).instantiate).span)).toBe('Traits<64, 128, half_t>');
  });
});
