// Small programs that the random ones about the language were reduced to, each with the value that g++ and clang++ have
// in it. `auto seen = …` is the last line of main.
import { expect, test } from 'vitest';
import { printValue } from '../../../core/src/values/print';
import { atLeast } from '../../support/cases';
import { analyzeFiles } from '../../support/engine';

/** What is declared, what main does, and the value of `seen`. */
type Case = readonly [name: string, top: string, main: string, value: string];

const bases =
  'struct A { int v = 2; int g(int) { return 3; } using type = short; };\nstruct B { using type = long; };\n';

const cases: readonly Case[] = [
  [
    'a pack before the operand of a fold',
    fold('std::is_integral<T>::value'),
    'auto seen = f<short, int, char*>;',
    '12',
  ],
  [
    'a qualified member function',
    `${bases}struct D : A { int g(int) { return 23; } };`,
    'D x; auto seen = x.A::g(1);',
    '3',
  ],
  [
    'a virtual function, qualified',
    'struct A { virtual int g() { return 3; } }; struct D : A { int g() { return 4; } };',
    'D x; A& a = x; auto seen = a.A::g() * 10 + a.g();',
    '34',
  ],
  [
    'the type of the base that is named',
    `${bases}struct D : A, B { using B::type; };`,
    'auto seen = int(sizeof(typename D::type));',
    '8',
  ],
  [
    'a variable that begins with another one, before main',
    'int g = 6;\nint h = g * 2;\nint f(int v = g) { return v + h; }',
    'g += 3; auto seen = f(1) * 100 + f();',
    '1321',
  ],
  ['a bit-field with an initialiser', 'struct S { unsigned a : 3 = 1; };', 'S s; s.a = 195; auto seen = s.a;', '3'],
  [
    'a constraint behind `const`',
    'template <class T> struct S {\n  int f() const requires (sizeof(T) > 2) { return 1; }\n  int f() const { return 3; }\n};',
    'auto seen = S<short>{}.f() * 10 + S<int>{}.f();',
    '31',
  ],
  [
    'an array of pairs',
    '',
    'std::pair<int, int> a[2] = {{1, 3}, {3, 4}}; a[0].second += a[1].first; auto seen = a[0].first * 10 + a[0].second;',
    '16',
  ],
  [
    'a conversion from a string',
    'struct S { S(char const*) {} };\nint f(...) { return 1; }\nint f(S) { return 3; }',
    'auto seen = f("a");',
    '3',
  ],
];

/** A fold that counts what holds for the types of a pack. */
function fold(of: string): string {
  return `template <class... T> constexpr int f = (int(${of}) + ... + 10);`;
}

test.each(atLeast(9, cases))('%s', async (_, top, main, value) => {
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${top}\nint main() {\n  ${main}\n  return 0;\n}\n`;
  const analysis = await analyzeFiles([{ name: 'judged.cu', text }]);
  const fact = [...analysis.facts.values()].flat().find((one) => one.name === 'seen' && one.role === 'declaration');
  expect(fact?.seen.map((one) => printValue(one.value))).toEqual([value]);
});
