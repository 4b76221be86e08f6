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
    'a private member in a requires-expression',
    'class S { int rows = 7; static int n() { return 1; } public: int size() const { return 3; } int all = 1;\n  bool own() { return requires (S s) { s.rows; }; } };\ntemplate <class T> int f() { return requires (T t) { t.rows; } * 100 + requires { T::n(); } * 10 + requires (T t) { t.all; t.size(); }; }',
    'auto seen = f<S>() + S{}.own() * 1000;',
    '1001',
  ],
  [
    'what a requires-expression may assign',
    'struct S { int a = 1; int const b = 2; enum { c = 3 }; static constexpr int d = 4; };\ntemplate <class T> int f() { return requires (T t) { t.a = 2; } * 1000 + requires (T t) { t.b = 2; } * 100 + requires (T t) { t.c = 2; } * 10 + requires (T const t) { t.a = 2; } + requires (T t) { t.x = 2; }; }',
    'auto seen = f<S>();',
    '1000',
  ],
  [
    'types and values in a requires-expression',
    'struct S { using type = int; int v = 1; double w; };\ntemplate <class T> int f() { return requires { typename T::type; } * 1000 + requires { typename T::v; } * 100 + requires { T::type; } * 10 + requires { T::v; } + requires { sizeof(T::w); } * 5000; }',
    'auto seen = f<S>();',
    '6001',
  ],
  [
    'member functions of constants in a requires-expression',
    'struct S { int f() { return 1; } int g() const { return 1; } };\ntemplate <class T> int f() { return requires (T const& t) { t.f(); } * 100 + requires (T const& t) { t.g(); } * 10 + requires (T& t) { t.f(); }; }',
    'auto seen = f<S>();',
    '11',
  ],
  [
    'a reference to a bit-field',
    'struct S { unsigned a : 4 = 3; int b = 5; };',
    'S s; auto const& r = s.a; auto const& q = s.b; s.a = 1; s.b = 2; auto seen = int(r) * 10 + q;',
    '32',
  ],
  [
    'an array of pairs',
    '',
    'std::pair<int, int> a[2] = {{1, 3}, {3, 4}}; a[0].second += a[1].first; auto seen = a[0].first * 10 + a[0].second;',
    '16',
  ],
  [
    'a comparison of constants',
    '',
    'auto is = Int<2>{} < Int<3>{}; auto seen = std::is_same_v<decltype(is), C<true>>;',
    '1',
  ],
  [
    'the types of the numbers of a pack',
    'template <auto... V> constexpr int f = (0 + ... + int(sizeof(V)));',
    "auto seen = f<1, 'a', 2ll, true>;",
    '14',
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

test.each(atLeast(11, cases))('%s', async (_, top, main, value) => {
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${top}\nint main() {\n  ${main}\n  return 0;\n}\n`;
  const analysis = await analyzeFiles([{ name: 'judged.cu', text }]);
  const fact = [...analysis.facts.values()].flat().find((one) => one.name === 'seen' && one.role === 'declaration');
  expect(fact?.seen.map((one) => printValue(one.value))).toEqual([value]);
});
