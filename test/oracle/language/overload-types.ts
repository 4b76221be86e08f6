// Overload sets about types of which little is written: enumerations, pairs and tuples, arrays, functions, `volatile`,
// deleted functions.
import type { Draft, Idiom } from './draft';
import { calls, overloads } from './overload-sets';

const enumerators: Idiom = (draft) => {
  const [e, k, u] = [draft.name('E'), draft.name('K'), draft.name('U')];
  draft.declare(
    `enum ${e} { a${e}, b${e} = ${draft.rng.int(2, 9)} };`,
    `enum class ${k}${draft.rng.pick(['', ' : char', ' : uint8_t'])} { a, b };`,
    `enum ${u} : ${draft.rng.pick(['short', 'unsigned char', 'long', 'unsigned'])} { a${u} = 1, b${u} };`,
  );
  const f = overloads(
    draft,
    [
      e,
      k,
      u,
      'int',
      'unsigned',
      'long',
      'short',
      'bool',
      'char',
      'double',
      `${e} const&`,
      `${k}&&`,
      '...',
      'template <class T> (T)',
      'template <class T> requires std::is_enum_v<T> (T)',
      'template <class T, class = std::enable_if_t<std::is_enum_v<T>>> (T)',
    ],
    2,
    5,
  );
  const v = draft.name('v');
  draft.declare(
    `template <${e} X> constexpr int ${v} = int(X) + 1;`,
    `template <auto X> constexpr int a${v} = int(X);`,
  );
  draft.run(`${e} x${f} = b${e};`, `${k} const k${f} = ${k}::b;`, `${u} u${f}{};`);
  calls(draft, f, [`a${e}`, `${k}::a`, `b${u}`, `x${f}`, `k${f}`, `u${f}`, `a${e} + 1`, `${e}(0)`, `+u${f}`], 3, 7);
  for (const one of draft.some(
    [
      `${v}<b${e}>`,
      `a${v}<${k}::b>`,
      `std::is_same_v<decltype(+b${u}), int>`,
      `std::is_convertible_v<${k}, int>`,
      `std::is_convertible_v<${e}, int>`,
      `std::is_scoped_enum_v<${k}>`.replace('scoped_enum', 'enum'),
      `sizeof(std::underlying_type_t<${u}>)`,
    ],
    1,
    3,
  ))
    draft.ask(one, { constant: true });
};

const elements = ['int', 'short', 'double', '_2', 'char', 'int*', 'bool'] as const;
const value = (draft: Draft): string => draft.rng.pick(['1', "'a'", '2.5', '_2{}', 'short(3)', 'true', '4l']);

const pairsAndTuples: Idiom = (draft) => {
  const type = (): string => {
    const [a, b] = [draft.rng.pick(elements), draft.rng.pick(elements)];
    return draft.rng.pick([
      `std::pair<${a}, ${b}>`,
      `std::tuple<${a}, ${b}>`,
      `cute::tuple<${a}, ${b}>`,
      `std::tuple<${a}>`,
      `cute::tuple<${a}>`,
    ]);
  };
  const f = overloads(
    draft,
    [
      ...new Set([type(), type(), type()]),
      'template <class A, class B> (std::pair<A, B>)',
      'template <class A, class B> (std::pair<A, B> const&)',
      'template <class... T> (std::tuple<T...>)',
      'template <class A> (std::pair<A, A>)',
      'template <class A, class B> (std::tuple<A, B>)',
      'template <class... T> (cute::tuple<T...> const&)',
      'template <class A, int N> (cute::tuple<A, Int<N>>)',
      'template <class T> (T const&)',
    ],
    2,
    5,
  );
  const made = (): string =>
    draft.rng.pick([
      `std::make_pair(${value(draft)}, ${value(draft)})`,
      `std::pair{${value(draft)}, ${value(draft)}}`,
      `std::make_tuple(${value(draft)}, ${value(draft)})`,
      `std::tuple{${value(draft)}}`,
      `cute::make_tuple(${value(draft)}, ${value(draft)})`,
      `cute::make_tuple(${value(draft)})`,
      `${type()}{}`,
    ]);
  draft.times(3, 6, () => draft.ask(`${f}(${made()})`));
  draft.times(1, 3, () => draft.ask(`std::is_same_v<decltype(${made()}), ${type()}>`, { constant: true }));
  const q = draft.name('Q');
  draft.declare(
    `template <class T> struct ${q} { static constexpr int value = 0; };`,
    `template <class A, class B> struct ${q}<std::pair<A, B>> { static constexpr int value = 1; };`,
    `template <class... T> struct ${q}<std::tuple<T...>> { static constexpr int value = 10 + sizeof...(T); };`,
    `template <class A, class B> struct ${q}<cute::tuple<A, B>> { static constexpr int value = 20 + sizeof(A); };`,
  );
  draft.times(2, 4, () => draft.ask(`${q}<${type()}>::value`, { constant: true }));
  draft.times(1, 2, () => draft.ask(`sizeof(${draft.rng.chance(0.5) ? type() : made()})`, { constant: true }));
};

const arrayReferences: Idiom = (draft) => {
  const n = draft.rng.int(2, 4);
  const f = overloads(
    draft,
    [
      `int (&)[${n}]`,
      `int const (&)[${n}]`,
      `int (&&)[${n}]`,
      'int*',
      'int const*',
      'template <class T, int N> (T (&)[N])',
      'template <class T, size_t N> (T const (&)[N])',
      'template <int N> (int (&)[N])',
      'template <class T> (T const&)',
      'template <class T> (T&&)',
      'template <class T> (T*)',
      'char const*',
      'bool',
      'template <size_t N> (char const (&)[N])',
      'template <class T, int M, int N> (T (&)[M][N])',
      'std::initializer_list<int>',
    ],
    2,
    5,
  );
  draft.run(
    `int a${f}[${n}] = {};`,
    `int const c${f}[${n}] = {};`,
    `int b${f}[5] = {};`,
    `int d${f}[2][3] = {};`,
    `auto& r${f} = a${f};`,
  );
  calls(
    draft,
    f,
    [`a${f}`, `c${f}`, `b${f}`, `d${f}`, `r${f}`, `d${f}[1]`, `&a${f}[0]`, '"ab"', `+a${f}`, '{1, 2}', `&d${f}[0][0]`],
    3,
    7,
  );
  const g = draft.name('g');
  draft.declare(
    `template <class T, size_t N> constexpr int ${g}(T const (&a)[N]) { int s = 0; for (auto const& v : a) s = s * 3 + int(v); return s + int(N); }`,
    `template <class T, size_t M, size_t N> constexpr int ${g}2(T (&a)[M][N]) { return int(M * 10 + N + sizeof(a[0])); }`,
  );
  draft.ask(`${g}({1, ${draft.rng.int(2, 9)}, 3})`);
  draft.ask(`${g}(${draft.rng.pick(['"ab"', `a${f}`, `c${f}`])})`);
  draft.ask(`${g}2(d${f})`);
};

const functionPointers: Idiom = (draft) => {
  const [g, h] = [draft.name('g'), draft.name('h')];
  const k = draft.rng.int(2, 9);
  draft.declare(
    `inline int ${g}(int x) { return x + ${k}; }`,
    `inline int ${g}(double x) { return int(x * 2); }`,
    `template <class T> int ${g}t(T x) { return int(x) * int(sizeof(T)); }`,
    `inline int ${h}(int (*p)(int), int v) { return p(v) * 10; }`,
    `inline int ${h}d(int (&r)(double), double v) { return r(v); }`,
    `template <class R, class... A> constexpr int ${h}n(R (*)(A...)) { return int(sizeof...(A)) * 10 + int(sizeof(R)); }`,
    `template <int (*P)(int)> int ${h}p(int v) { return P(v) + 1; }`,
    `struct S${g} { int b = ${k}; int add(int v) const { return b + v; } static int twice(int v) { return v * 2; } };`,
    `inline int ${h}m(int (S${g}::*m)(int) const, S${g} const& s) { return (s.*m)(4); }`,
  );
  draft.run(`int (*p${g})(int) = ${draft.rng.pick([g, `&${g}`, `${g}t<int>`, '[](int v) { return v - 1; }'])};`);
  draft.run(`S${g} s${g};`);
  for (const one of draft.some(
    [
      `p${g}(3)`,
      `(*p${g})(4)`,
      `${h}(${g}, 2)`,
      `${h}(&${g}t, 5)`,
      `${h}([](int v) { return v * v; }, 3)`,
      `${h}d(${g}, 2.5)`,
      `${h}n(p${g})`,
      `${h}n(+[](char, short) { return 1.5; })`,
      `${h}p<${g}>(1)`,
      `${h}(S${g}::twice, 6)`,
      `${h}m(&S${g}::add, s${g})`,
      `static_cast<int (*)(double)>(${g})(1.5)`,
      `(p${g} == nullptr ? 1 : 2)`,
      `std::is_same_v<decltype(p${g}), int (*)(int)>`,
      `std::is_function_v<std::remove_pointer_t<decltype(p${g})>>`,
    ],
    4,
    8,
  ))
    draft.ask(one);
  draft.run(`p${g} = S${g}::twice;`);
  draft.ask(`p${g}(${k})`);
  draft.run(`int (*t${g}[2])(int) = {${g}, ${g}t};`, `auto* q${g} = static_cast<int (*)(int)>(${g});`);
  draft.ask(`t${g}[${draft.rng.int(0, 1)}](7) + q${g}(1)`);
};

const volatiles: Idiom = (draft) => {
  const f = overloads(
    draft,
    [
      'int&',
      'int volatile&',
      'int const volatile&',
      'int const&',
      'int',
      'int volatile*',
      'int*',
      'template <class T> (T&)',
      'template <class T> (T const&)',
      'template <class T> (T volatile&)',
      'template <class T> (T*)',
    ],
    2,
    4,
  );
  draft.run(`int volatile v${f} = ${draft.rng.int(1, 9)};`, `int n${f} = 3;`, `int const volatile c${f} = 4;`);
  calls(draft, f, [`v${f}`, `n${f}`, `c${f}`, `&v${f}`, `&n${f}`, '5'], 2, 5);
  draft.run(`v${f} += 2;`, `auto w${f} = v${f};`);
  draft.ask(`std::is_same_v<decltype(w${f}), int>`, { constant: true });
  draft.ask(`std::is_same_v<decltype(v${f}), int>`, { constant: true });
  draft.ask(`std::is_volatile_v<std::remove_reference_t<decltype((v${f}))>>`, { constant: true });
};

/** Functions that are deleted take part; defaulted ones are the compiler's. */
const deleted: Idiom = (draft) => {
  const f = draft.name('f');
  const forms = [
    `inline int ${f}(int) { return 1; }`,
    `inline int ${f}(double) = delete;`,
    `inline int ${f}(long) { return 2; }`,
    `inline int ${f}(char) = delete;`,
    `template <class T> int ${f}(T) { return 3; }`,
    `template <class T> int ${f}(T*) = delete;`,
    `template <> int ${f}<short>(short) = delete;`,
    `inline int ${f}(...) { return 4; }`,
  ];
  draft.declare(...draft.some(forms, 2, 5));
  calls(draft, f, ['1', '1.5', '2l', "'a'", 'short(1)', '(int*)nullptr', '1.5f', '3u'], 3, 7);
  const g = draft.name('takes');
  draft.declare(
    `template <class T, class = void> constexpr int ${g} = 0;`,
    `template <class T> constexpr int ${g}<T, std::void_t<decltype(${f}(std::declval<T>()))>> = 1;`,
  );
  draft.times(2, 4, () =>
    draft.ask(`${g}<${draft.rng.pick(['int', 'double', 'char', 'int*', 'short', 'long', '_3'])}>`, { constant: true }),
  );
  const s = draft.name('S');
  const member = (): string => draft.rng.pick([' = delete;', ' {}']);
  draft.declare(
    `struct ${s} { int v = ${draft.rng.int(1, 9)}; ${s}() = default; ${s}(${s} const&)${draft.rng.pick([' = default;', ' = delete;'])} ${s}& operator=(${s} const&)${draft.rng.pick([' = default;', ' = delete;'])} explicit ${s}(int)${member()} };`,
  );
  for (const trait of draft.some(
    [
      `is_default_constructible_v<${s}>`,
      `is_copy_constructible_v<${s}>`,
      `is_move_constructible_v<${s}>`,
      `is_copy_assignable_v<${s}>`,
      `is_constructible_v<${s}, int>`,
      `is_convertible_v<int, ${s}>`,
      `is_trivially_copyable_v<${s}>`,
      `is_aggregate_v<${s}>`,
    ],
    2,
    5,
  ))
    draft.ask(`std::${trait}`, { constant: true });
  draft.run(`${s} x${s};`, `auto y${s} = x${s};`, `${s} z${s}(4);`);
  draft.ask(`x${s}.v`);
  draft.ask(`y${s}.v + z${s}.v`);
};

export const overloadTypeIdioms: Readonly<Record<string, Idiom>> = {
  enumerators,
  pairsAndTuples,
  arrayReferences,
  functionPointers,
  volatiles,
  deleted,
};
