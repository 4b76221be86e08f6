// The fixture runner itself: it finds the marked characters, and it fails where it should.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { instrument } from '../oracle/instrument';
import { places, report } from '../support/expect';
import { asserted, entryText, parseFixture, readFixture, ROOT } from '../support/fixture';

const fixture = (text: string) => parseFixture(join(ROOT, 'test/fixtures/eval/one.cu'), text);
const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

describe('reading', () => {
  test('carets mark the characters of the last line of code', () => {
    const one = fixture('auto wide = f(x);\n//   ^^^^ 1\n//            ^ 2\n  // A comment.\n//   ^^^^ 3\n');
    const marked = one.annotations.map(({ start, end, text }) => [one.text.slice(start, end), text]);
    expect(marked).toEqual([
      ['wide', '1'],
      ['x', '2'],
      ['wide', '3'],
    ]);
  });

  test('metadata: calls with arguments, words in quotes, places', () => {
    const one = fixture('//- run:f(24, g(2)) run:h() args:"512 768 N" thread:5 block:1,2 oracle:pins\nint x;\n');
    expect(one.runs).toEqual(['f(24, g(2))', 'h()']);
    expect(entryText(one)).toContain('int main() { f(24, g(2)); h(); return 0; }');
    expect([one.args, one.thread, one.block, one.oracle]).toEqual([['512', '768', 'N'], [5, 0, 0], [1, 2, 0], 'pins']);
  });

  test('further files', () => {
    const one = fixture('#include "c.hpp"\n//- /b.hpp\nint b;\n//  ^ 1\n//- /c.hpp\nint c;\n');
    expect(one.files.map(({ name, text }) => [name, text])).toEqual([
      ['one.cu', '#include "c.hpp"\n'],
      ['b.hpp', 'int b;\n//  ^ 1\n'],
      ['c.hpp', 'int c;\n'],
    ]);
    expect(one.annotations).toMatchObject([{ file: 'b.hpp', start: 4, end: 5, text: '1' }]);
    expect(one.text.slice(...(one.annotations[0]?.textAt ?? [0, 0]))).toBe('1');
  });

  test('a further file that nothing includes and no mark asks about is refused', () => {
    expect(() => asserted(fixture('int a;\n//  ^ 1\n//- /c.hpp\nint c;\n'))).toThrow('nothing includes c.hpp');
    const used = fixture('#include "c.hpp"\n//- /c.hpp\nint c;\n');
    expect(asserted(used)).toBe(used);
  });

  test('a header beside the file belongs to it, and to its hash', () => {
    const one = readFixture(join(ROOT, 'examples/library_traits.cu'));
    expect(one.files.map(({ name }) => name)).toEqual(['library_traits.cu', 'library_traits.hpp']);
    expect(one.annotations.filter(({ file }) => file === 'library_traits.hpp').length).toBeGreaterThan(10);
    expect(parseFixture(one.path, one.files[0]?.text ?? '').hash).not.toBe(one.hash);
  });

  test('the host is not asked about code that is built for one architecture only', () => {
    expect(fixture('//   nvcc -arch=sm_90a one.cu -o one\nint a;\n').oracle).toBe('only a GPU compiles it');
    expect(fixture('//   nvcc -arch=sm_80 one.cu -o one\nint a;\n').oracle).toBe(true);
  });
});

describe('checking', () => {
  const checked = async (text: string) => {
    const one = fixture(text);
    return report(one, await places(one));
  };
  test('a right annotation is silent', async () => {
    expect(await checked(`//- run:f()\n${head}void f() {\n  auto a = Layout<_8>{};\n  //   ^ _8:_1\n}\n`)).toBe('');
  });
  test('a wrong one shows both texts below the carets', async () => {
    const text = await checked(`//- run:f()\n${head}void f() {\n  auto a = Layout<_8>{};\n  //   ^ _8:_2\n}\n`);
    expect(text).toContain('       ^ expected: _8:_2\n       ^ found:    _8:_1');
  });
  test('carets that cover only part of a name find nothing', async () => {
    expect(
      await checked(`//- run:f()\n${head}void f() {\n  auto long_name = Layout<_8>{};\n  //   ^^^^ _8:_1\n}\n`),
    ).toContain('found:    (nothing)');
  });
  test('a second instance that the fixture does not mention is a failure', async () => {
    expect(
      await checked(
        `//- run:f(_2{}) run:f(_3{})\n${head}template <class T>\nvoid f(T t) {\n  auto a = make_layout(t);\n  //   ^ _2:_1\n}\n`,
      ),
    ).toContain('found:    _3:_1');
  });
});

describe('probes', () => {
  const probed = (text: string): string => {
    const one = fixture(text);
    return instrument(one.text, one.annotations).replaceAll('::cute_lens_', '');
  };
  test('after the statement, before a return, and at the start of the body for a parameter', () => {
    expect(probed('void f() {\n  auto a = g({1}, [&] { return 2; });\n  //   ^ 1\n  h();\n}\n')).toContain(
      'return 2; }); probe(0, a);',
    );
    expect(probed('auto f() {\n  return g(1);\n  //     ^^^^ 1\n}\n')).toContain('probe(0, g(1)); \n  return g(1);');
    expect(probed('void f(int n) {\n  //       ^ 1\n  g();\n}\n')).toContain('void f(int n) { probe(0, n);');
  });
  test('in a class and at file level a registered object prints', () => {
    expect(probed('struct S {\n  using L = Layout<_2>;\n  //    ^ 1\n};\n')).toContain(
      'static_assert(&type<0, L>::registered != nullptr, "");',
    );
    expect(probed('struct S {\n  static constexpr int k = 3;\n  //                   ^ 3\n};\n')).toContain(
      'static_assert(&value<0, k>::registered',
    );
  });
  test('a launch becomes a call', () => {
    expect(probed('int main() {\n  kernel<float, A<2>><<<grid, 32>>>(x);\n}\n')).toContain(
      'launch(grid, 32), kernel<float, A<2>>(x);',
    );
  });
});
