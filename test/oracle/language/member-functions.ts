// Functions of classes: using-declarations, qualifiers of the object, conversion functions, inherited constructors,
// static members and hidden names.
import type { Idiom } from './draft';
import { overloads } from './overload-sets';

const usings: Idiom = (draft) => {
  const [a, b, d] = [draft.name('A'), draft.name('B'), draft.name('D')];
  const n = draft.rng.int(1, 5);
  draft.declare(
    `struct ${a} { int v = ${n}; ${a}() = default; ${a}(int v) : v(v) {} ${a}(int v, int w) : v(v * w) {} int f(int) const { return 1; } int f(double) const { return 2; } int g(int) { return 3; } template <class T> int h(T) const { return 4; } using type = short; static int s(int) { return 5; } };`,
    `struct ${b} { int w = ${n + 1}; int f(char) const { return 11; } int g(long) const { return 12; } int h(int) const { return 14; } using type = long; static int s(char) { return 15; } };`,
    `struct ${d} : ${a}, ${b} {`,
    ...draft.some(
      [
        `  using ${a}::${a};`,
        `  using ${a}::f; using ${b}::f;`,
        `  using ${a}::g; using ${b}::g;`,
        `  using ${a}::h; using ${b}::h;`,
        `  using ${a}::s; using ${b}::s;`,
        `  using ${draft.rng.pick([a, b])}::type;`,
        '  int f(long) const { return 21; }',
        '  int f(int) const { return 22; }',
        '  int g(int) { return 23; }',
      ],
      4,
      9,
    ),
    '};',
  );
  const x = draft.name('x');
  draft.run(`${d} ${x}${draft.rng.pick(['{}', '(4)', '{3, 4}', ' = 5', ''])};`, `${d} const c${x}{};`);
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `${x}.v`,
        `${x}.w`,
        `${x}.f(1)`,
        `${x}.f(1.5)`,
        `${x}.f('a')`,
        `${x}.f(1l)`,
        `c${x}.g(1)`,
        `${x}.g(1)`,
        `${x}.h(1)`,
        `c${x}.h(1.5)`,
        `${d}::s(1)`,
        `${d}::s('a')`,
        `sizeof(typename ${d}::type)`,
        `${x}.${a}::f(1)`,
        `${x}.${b}::g(1)`,
        `${d}(6).v`,
        `${d}(2, 3).v`,
        `std::is_constructible_v<${d}, int>`,
      ]),
    ),
  );
  const ns = draft.name('n');
  draft.declare(
    `namespace ${ns} { inline int f${ns}(int) { return 1; } inline int f${ns}(char) { return 2; } struct S { int k = ${n}; }; constexpr int c${ns} = ${n + 3}; namespace in { inline int f${ns}(double) { return 3; } } }`,
    `namespace m${ns} { using ${ns}::f${ns}; using ${ns}::in::f${ns}; using T = ${ns}::S; using namespace ${ns}; }`,
    `inline int f${ns}(double) { return 4; }`,
    `namespace al${ns} = ${ns}::in;`,
  );
  draft.run('{', draft.rng.pick([`using ${ns}::f${ns};`, `using namespace ${ns};`, `using namespace m${ns};`]));
  draft.ask(`f${ns}(${draft.rng.pick(['1', "'a'", '1.5'])})`);
  draft.ask(`m${ns}::f${ns}(${draft.rng.pick(['1', "'a'", '1.5'])})`);
  draft.ask(`m${ns}::c${ns} + m${ns}::T{}.k + al${ns}::f${ns}(1)`);
  draft.run('}');
  draft.ask(`f${ns}(1)`);
};

const qualified: Idiom = (draft) => {
  const s = draft.name('S');
  const forms = [
    'int get() & { return 1; }',
    'int get() && { return 2; }',
    'int get() const& { return 3; }',
    'int get() const&& { return 4; }',
    'template <class T> int get(T) & { return 5; }',
    'template <class T> int get(T) && { return 6; }',
    'int get(int) const { return 7; }',
    'int get(short) { return 8; }',
    'int& raw() & { return v; }',
    'int raw() && { return v + 100; }',
    'int const& raw() const& { return v; }',
    'int operator()() { return 10; }',
    'int operator()() const { return 11; }',
    'operator int() & { return 12; }',
    'operator int() const& { return 13; }',
    'operator int() && { return 14; }',
  ];
  draft.declare(
    `struct ${s} { int v = ${draft.rng.int(1, 9)};`,
    ...draft.some(forms, 5, 12).map((form) => `  ${form}`),
    '};',
    `template <class T> int p${s}(T&& t) { return std::forward<T>(t).get(); }`,
    `template <class T> int q${s}(T&& t) { return t.get(); }`,
    `inline ${s} make${s}() { return {}; }`,
    `struct D${s} : ${s} { int get(double) const { return 20; } };`,
  );
  const x = draft.name('x');
  draft.run(`${s} ${x};`, `${s} const c${x}{};`, `${s}& r${x} = ${x};`, `${s}&& m${x} = ${s}{};`, `D${s} d${x};`);
  const object = (): string =>
    draft.rng.pick([x, `c${x}`, `r${x}`, `m${x}`, `std::move(${x})`, `make${s}()`, `${s}{}`, `std::move(c${x})`]);
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `${object()}.get()`,
        `${object()}.get(1)`,
        `${object()}.get('a')`,
        `${object()}.raw()`,
        `${object()}()`,
        `int(${object()})`,
        `p${s}(${object()})`,
        `q${s}(${object()})`,
        `d${x}.get(1)`,
        `d${x}.${s}::get()`,
        `std::is_same_v<decltype(${object()}.raw()), int&>`,
      ]),
    ),
  );
  draft.run(`${x}.raw() = 50;`);
  draft.ask(`${x}.v`);
};

const conversionFunctions: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  const n = draft.rng.int(2, 9);
  draft.declare(
    `struct ${b} { int v; ${b}(int v = 0) : v(v) {} ${b}(char const*) : v(90) {} };`,
    `struct ${a} { int v = ${n}; ${draft
      .some(
        [
          'operator int() const { return v; }',
          'operator double() const { return v + 0.5; }',
          `operator ${b}() const { return ${b}(v + 20); }`,
          'explicit operator bool() const { return v > 4; }',
          'explicit operator long() const { return v + 40; }',
          'template <class T> explicit operator T*() const { return nullptr; }',
          'operator int&() { return v; }',
          'operator char() { return char(v); }',
        ],
        1,
        3,
      )
      .join(' ')} };`,
    `template <class T> struct ${c} { T t; template <class U> operator ${c}<U>() const { return {U(t + 1)}; } operator T() const { return t; } };`,
  );
  const f = overloads(draft, ['int', 'double', 'bool', b, `${b} const&`, 'long', '...', 'int&', 'char'], 2, 4);
  draft.run(`${a} x${f};`, `${a} const c${f}{};`, `${c}<int> i${f}{${n}};`);
  draft.run(`${c}<double> d${f} = i${f};`, `${draft.rng.pick(['int', 'double', 'long', b, 'bool'])} w${f}(x${f});`);
  draft.times(4, 9, () =>
    draft.ask(
      draft.rng.pick([
        `${f}(x${f})`,
        `${f}(c${f})`,
        `${f}(i${f})`,
        `x${f} + 1`,
        `int(c${f})`,
        `long(c${f})`,
        `(x${f} ? 1 : 2)`,
        `static_cast<bool>(c${f})`,
        `${b}(c${f}).v`,
        `int(d${f}.t)`,
        `int(double(d${f}) * 2)`,
        `${f}("a")`,
        `i${f} * 2`,
        `c${f} == ${n}`,
        `std::is_convertible_v<${a}, ${draft.rng.pick(['int', 'bool', b, 'int*', 'long', 'char'])}>`,
        `std::is_constructible_v<${draft.rng.pick(['int', 'bool', 'int*', 'long'])}, ${a}>`,
      ]),
      { plain: true },
    ),
  );
  draft.run(`switch (c${f}) { case ${n}: i${f}.t = 70; break; default: i${f}.t = 80; }`);
  draft.ask(`i${f}.t`);
};

export const memberFunctionIdioms: Readonly<Record<string, Idiom>> = { usings, qualified, conversionFunctions };
