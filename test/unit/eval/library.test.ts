// Library code that is too large to evaluate completely: which parts are evaluated, and that no value is wrong because
// of the parts that are not.
import { expect, test } from 'vitest';
import type { Analysis, Value } from '../../../core/src/index';
import { printValue } from '../../../core/src/values/print';
import { analyzeFiles } from '../../support/engine';

async function analysed(text: string): Promise<Analysis> {
  const analysis = await analyzeFiles([
    { name: 'library.cu', text: `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}` },
  ]);
  expect(analysis.bugs).toEqual([]);
  return analysis;
}

function shown(value: Value): string {
  return value.is === 'unknown' ? `? ${value.cause.message}` : printValue(value);
}

function valuesOf(analysis: Analysis, name: string): readonly string[] {
  const facts = [...analysis.facts.values()].flat().filter((fact) => fact.name === name && fact.role === 'declaration');
  return [...new Set(facts.flatMap(({ seen }) => seen.map(({ value }) => shown(value))))].sort();
}

test('of many run-time flags that become template arguments, each is seen with both values, not their product', async () => {
  const flags = Array.from({ length: 7 }, (_, i) => `f${i}`);
  const analysis = await analysed(`
    struct Params { ${flags.map((flag) => `bool ${flag};`).join(' ')} };
    #define BOOL_SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
    template <${flags.map((flag) => `bool ${flag}`).join(', ')}>
    void run(Params const& params) {
      ${flags.map((flag, i) => `auto tile${i} = Layout<Int<${flag} ? ${64 + i} : ${32 + i}>>{};`).join('\n')}
    }
    template <class T> void dispatch(Params const& params) {
      ${flags.map((flag) => `BOOL_SWITCH(params.${flag}, ${flag}, [&] {`).join('\n')}
      run<${flags.join(', ')}>(params);
      ${flags.map(() => '});').join(' ')}
    }
    template void dispatch<half_t>(Params const&);`);
  expect(analysis.stats.exhausted).toBe(false);
  expect(analysis.stats.steps).toBeLessThan(10_000);
  flags.forEach((_, i) => expect(valuesOf(analysis, `tile${i}`)).toEqual([`_${32 + i}:_1`, `_${64 + i}:_1`]));
});

test('what a function that is left out would have written is not known', async () => {
  const analysis = await analysed(`
    template <bool A, bool B> void pick(int& rows) { rows = A == B ? 32 : 64; }
    template <class T> void dispatch(bool a, bool b) {
      int rows = 0;
      if (a) { if (b) pick<true, true>(rows); else pick<true, false>(rows); }
      else { if (b) pick<false, true>(rows); else pick<false, false>(rows); auto last = make_shape(rows, _2{}); }
    }
    template void dispatch<half_t>(bool, bool);`);
  for (const text of valuesOf(analysis, 'last')) expect(text).not.toMatch(/^\((0|32|64),/);
});

test('where a slice starts may be too long to say; its layout is known', async () => {
  const name = (i: number): string => `a_rather_long_name_of_a_stride_number_${i}`;
  const strides = [0, 1, 2, 3].map(name);
  const analysis = await analysed(`
    struct Params { ${strides.map((stride) => `int64_t ${stride};`).join(' ')} int i, j, k, l; };
    void f(float* data, Params params) {
      auto tensor = make_tensor(make_gmem_ptr(data), make_shape(_8{}, _4{}, _4{}, _4{}, _4{}), make_stride(_1{}, ${strides.map((stride) => `params.${stride}`).join(', ')}));
      auto row = tensor(_, params.i, params.j, params.k, params.l);
    }`);
  expect(valuesOf(analysis, 'row').join()).toContain('(_8):(_1)');
});

test('a number that is long on the way is short in the end', async () => {
  const analysis = await analysed(`
    struct Params { int rows_of_the_whole_problem, columns_of_the_whole_problem, batches; };
    void f(Params params) {
      using Atom = Layout<Shape<Shape<_32, _4>, Shape<_16, _4>>, Stride<Stride<_16, _4>, Stride<_0, _1>>>;
      auto shape = make_shape(params.rows_of_the_whole_problem, params.columns_of_the_whole_problem, params.batches);
      auto scales = tile_to_shape(Atom{}, shape, Step<_2, _1, _3>{});
    }`);
  const [rows, columns] = ['rows', 'columns'].map((of) => `params.${of}_of_the_whole_problem`);
  expect(valuesOf(analysis, 'scales')).toEqual([
    `(((_32,_4),ceil_div(${rows},128)),((_16,_4),ceil_div(${columns},64)),(_1,params.batches)):` +
      `(((_16,_4),ceil_div(${columns},64)*512),((_0,_1),_512),(_0,ceil_div(${rows},128)*ceil_div(${columns},64)*512))`,
  ]);
});

test('whether two functions have one type is not known, and that costs nothing else', async () => {
  const analysis = await analysed(`
    template <class T> int f(T);
    constexpr bool same = cute::is_same_v<decltype(f), decltype(f)>;
    auto fine = Layout<_4>{};`);
  expect(valuesOf(analysis, 'fine')).toEqual(['_4:_1']);
  expect(valuesOf(analysis, 'same').join()).toContain('not known');
});

test('the size of a type that nothing instantiates is not known', async () => {
  const analysis = await analysed(`
    template <class T> void f() {
      auto vector = Int<sizeof(T)>{};
      auto row = Layout<Int<16 / sizeof(T)>>{};
      struct Pair { T a; T b; };
      auto pair = Int<sizeof(Pair)>{};
    }`);
  for (const name of ['vector', 'row', 'pair']) expect(valuesOf(analysis, name).join()).toMatch(/^\? .*not known/);
});
