// The quick fix that writes a pin: what it offers where, and that the text it leaves shows layouts.
import { expect, test } from 'vitest';
import { codeActions, type CodeAction } from '../../../core/src/ide/index';
import { printValue, type Analysis } from '../../../core/src/index';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { present } from '../../support/present';

const file = `${FOLDER}/pins.cu`;
const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

async function analysed(text: string): Promise<Analysis> {
  const analysis = await analyzeFiles([{ name: 'pins.cu', text }]);
  expect(analysis.bugs).toEqual([]);
  return analysis;
}

/** Pins that are offered at the last place where `word` stands. */
async function offered(text: string, word: string): Promise<readonly CodeAction[]> {
  const at = text.lastIndexOf(word);
  const analysis = await analysed(text);
  return codeActions({ analysis, at: { file, start: at, end: at }, textOf: () => text, active: undefined }).filter(
    ({ repairs }) => !repairs,
  );
}

function applied(text: string, { edits }: CodeAction): string {
  return edits.reduce(
    (before, { span, text: added }) => before.slice(0, span.start) + added + before.slice(span.end),
    text,
  );
}

async function valueOf(text: string, name: string): Promise<string> {
  const fact = [...(await analysed(text)).facts.values()]
    .flat()
    .find((one) => one.name === name && (one.role === 'declaration' || one.role === 'alias'));
  const value = fact?.seen[0]?.value;
  if (value === undefined) return 'nothing';
  const one = value as Exclude<typeof value, readonly unknown[]>;
  return printValue(!Array.isArray(value) && one.is === 'type' ? one.of : value);
}

test('run-time sizes: all of them at once, and each', async () => {
  const text = `${head}void f(int M, int N) {\n  auto layout = make_layout(make_shape(M, N, M));\n}\n`;
  const actions = await offered(text, 'layout =');
  expect(actions.map(({ title }) => title)).toEqual([
    'Give M, N a value here, to see layouts with it',
    'Give M a value here, to see layouts with it',
    'Give N a value here, to see layouts with it',
  ]);
  const pinned = applied(text, present(actions[0]));
  expect(pinned).toContain('\n// cute-lens: M=128, N=128\nvoid f(');
  expect(await valueOf(pinned, 'layout')).toBe('(128,128,128):(_1,128,16384)');
  expect(await offered(pinned, 'layout =')).toEqual([]);
});

test('a second name goes into the comment that is there', async () => {
  const text = `${head}// cute-lens: M=64\nvoid f(int M, int N) {\n  auto layout = make_layout(make_shape(M, N));\n}\n`;
  const [action] = await offered(text, 'layout =');
  const pinned = applied(text, present(action));
  expect(pinned).toContain('// cute-lens: M=64, N=128\nvoid f(');
  expect(await valueOf(pinned, 'layout')).toBe('(64,128):(_1,64)');
});

test('template arguments of a function: integers and types', async () => {
  const text = `${head}namespace mine {\n  template <class T, int kRows>\n  void f(T* data) {\n    auto tile = make_tensor(make_gmem_ptr(data), Layout<Shape<Int<kRows>, Int<16 / sizeof(T)>>>{});\n  }\n}\n`;
  const actions = await offered(text, 'tile =');
  const [action] = actions;
  const once = applied(text, present(action));
  expect(once).toMatch(/\n {2}\/\/ cute-lens: (?:T=cutlass::half_t|kRows=128).*\n {2}template <class T/);
  const again = await offered(once, 'tile =');
  const whole = again[0] ? applied(once, again[0]) : once;
  expect(await valueOf(whole, 'tile')).toContain('(_128,_8):(_1,_128)');
});

test('members of a parameter that the host fills', async () => {
  const text = `${head}struct Params { int d; long row_stride; };\nvoid f(Params const& params) {\n  auto layout = make_layout(make_shape(_8{}, params.d), make_stride(params.row_stride, _1{}));\n}\n`;
  const [action] = await offered(text, 'layout =');
  const pinned = applied(text, present(action));
  expect(pinned).toContain('// cute-lens: params.d=128, params.row_stride=128\nvoid f(');
  expect(await valueOf(pinned, 'layout')).toBe('(_8,128):(128,_1)');
});

test('a class template that nothing instantiates, in its namespace', async () => {
  const text = `${head}namespace mine {\ntemplate <int kRows, class T, bool kSwizzled, int kStages = 2>\nstruct Traits {\n  using Tile = Shape<Int<kRows>, Int<kStages>>;\n};\n}\n`;
  const [action, ...more] = await offered(text, 'Tile =');
  expect(more).toEqual([]);
  expect(action?.title).toBe('Look at mine::Traits<128, cutlass::half_t, true>');
  const pinned = applied(text, present(action));
  expect(pinned).toContain('\n// cute-lens: instantiate mine::Traits<128, cutlass::half_t, true>\ntemplate <int kRows');
  expect(await valueOf(pinned, 'Tile')).toBe('(_128,_2)');
  expect(await offered(pinned, 'Tile =')).toEqual([]);
});

test('nothing is offered where everything is known, or where no pin helps', async () => {
  const text = `${head}void f() {\n  auto known = make_layout(_8{});\n  auto lost = make_layout(elsewhere());\n}\n`;
  expect(await offered(text, 'known =')).toEqual([]);
  expect(await offered(text, 'lost =')).toEqual([]);
});
