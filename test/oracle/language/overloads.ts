// Overload sets: each function returns another static integer, so that the value of a call says which one was chosen.
import type { Draft, Idiom } from './draft';

/** Declares some of the functions `f(…)`, each with a number of its own; gives their name. */
function overloads(draft: Draft, parameters: readonly string[], least = 2, most = 5): string {
  const f = draft.name('f');
  draft.some(parameters, least, most).forEach((parameter, i) => {
    const [, head = '', list = parameter] = /^(template <.*?> (?:requires .*? )?)(\(.*)$/.exec(parameter) ?? [];
    const params = list.startsWith('(') ? list : `(${list})`;
    draft.declare(`${head}${draft.rng.chance(0.3) ? 'constexpr ' : ''}auto ${f}${params} { return Int<${i + 1}>{}; }`);
  });
  return f;
}

function calls(draft: Draft, f: string, args: readonly string[], least = 2, most = 6): void {
  for (const arg of draft.some(args, least, most)) draft.ask(`${f}(${arg})`);
}

/** `T`, `T&`, `T const&`, `T&&` of a type or a template. */
const references: Idiom = (draft) => {
  const s = draft.name('S');
  draft.declare(`struct ${s} { int m = ${draft.rng.int(1, 9)}; };`);
  const type = draft.rng.pick([s, 'int', s]);
  const template = (p: string): string => `template <class T> (${p})`;
  const f = overloads(
    draft,
    [
      `${type}&`,
      `${type} const&`,
      `${type}&&`,
      `${type} const&&`,
      `${type}`,
      template('T&'),
      template('T const&'),
      template('T&&'),
      template('T'),
      template('T const&&'),
    ],
    2,
    4,
  );
  const [x, c, r] = [draft.name('x'), draft.name('c'), draft.name('r')];
  draft.run(`${type} ${x}{};`, `${type} const ${c}{};`, `${type}& ${r} = ${x};`);
  calls(draft, f, [x, c, r, `${type}{}`, `std::move(${x})`, `std::as_const(${x})`, `static_cast<${type}&&>(${r})`]);
};

const pointers: Idiom = (draft) => {
  const f = overloads(
    draft,
    [
      'int*',
      'int const*',
      'void*',
      'void const*',
      'bool',
      'std::nullptr_t',
      'double*',
      'template <class T> (T*)',
      'template <class T> (T const*)',
      'template <class T> (T)',
      'template <class T, int N> (T (&)[N])',
      'template <class T> (T const&)',
      'int (&)[3]',
    ],
    2,
    5,
  );
  const [x, c, a, b] = ['x', 'c', 'a', 'b'].map((stem) => draft.name(stem)) as [string, string, string, string];
  draft.run(`int ${x} = 1;`, `int const ${c} = 2;`, `int ${a}[3] = {1, 2, 3};`, `double const ${b}[2] = {1, 2};`);
  calls(draft, f, [`&${x}`, `&${c}`, a, b, 'nullptr', x, `(void*)&${x}`, `&${a}[1]`, `(int const*)${a}`, `${a} + 1`]);
};

const arithmeticTypes = [
  'bool',
  'char',
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'long',
  'unsigned long',
  'long long',
  'float',
  'double',
] as const;

const arithmetic: Idiom = (draft) => {
  const f = overloads(draft, [...arithmeticTypes, 'int const&', 'double const&', 'long&&'], 2, 4);
  const values: string[] = ['1', '1u', '1.5', '1.5f', "'a'", 'true', '2l', '3ull', 'short(2)', '2 < 3', 'sizeof(int)'];
  draft.times(2, 3, () => {
    const v = draft.name('n');
    draft.run(`${draft.rng.pick(arithmeticTypes)} ${v} = ${draft.rng.int(0, 9)};`);
    values.push(v, v);
  });
  calls(draft, f, values, 3, 7);
};

/** Nearer and farther base classes, by reference, pointer and value. */
const bases: Idiom = (draft) => {
  const names = ['A', 'B', 'C', 'D'].map((stem) => draft.name(stem));
  const [a, b, c, d] = names as [string, string, string, string];
  draft.declare(`struct ${a} {};`, `struct ${b} : ${a} {};`);
  draft.declare(draft.rng.pick([`struct ${c} : ${b} {};`, `struct ${c} : ${a} {};`]));
  draft.declare(draft.rng.pick([`struct ${d} : ${c} {};`, `struct ${d} : ${b} {};`, `struct ${d} {};`]));
  const form = draft.rng.pick(['&', ' const&', '*', ' const*', '']);
  const parameters = names.map((name) => `${name}${form}`);
  if (form === '*') parameters.push('void*', 'bool');
  if (draft.rng.chance(0.4)) parameters.push('template <class T> (T const&)', 'template <class T> (T&)');
  if (draft.rng.chance(0.3)) parameters.push('...');
  const f = overloads(draft, parameters, 2, 4);
  const objects = names.map((type) => {
    const object = draft.name('o');
    draft.run(`${type} ${object};`);
    return form.includes('*') ? `&${object}` : object;
  });
  calls(draft, f, [...objects, ...(form.includes('*') ? [] : names.map((name) => `${name}{}`))], 3, 6);
};

/** CuTe's types as tags. */
const tags: Idiom = (draft) => {
  const f = overloads(
    draft,
    [
      'template <class S, class D> (Layout<S, D>)',
      'template <class A, class B, class D> (Layout<Shape<A, B>, D>)',
      'template <class A, class D> (Layout<Shape<A>, D>)',
      'template <class S> (Layout<S, Stride<_1, _4>>)',
      'template <class S, int N> (Layout<S, Int<N>>)',
      'template <int N> (Int<N>)',
      'template <auto V> (C<V>)',
      'template <class T> (T)',
      'template <class... T> (cute::tuple<T...>)',
      'template <class T, class U> (cute::tuple<T, U>)',
      'template <class T> (cute::tuple<T, T>)',
      'template <class T, class... U> (cute::tuple<T, U...>)',
      'template <class T, T V> (cute::integral_constant<T, V>)',
      'int',
      'Int<4>',
      'C<4u>',
      'Underscore',
      'template <class A, class B> (ComposedLayout<A, _0, B>)',
      'template <int B, int M, int S> (Swizzle<B, M, S>)',
      'std::true_type',
    ],
    3,
    6,
  );
  calls(
    draft,
    f,
    [
      'Layout<_4, _1>{}',
      'Layout<Shape<_4, _2>>{}',
      'Layout<Shape<_4, _2>, Stride<_1, _4>>{}',
      'Layout<Shape<_8>>{}',
      'make_layout(4)',
      'make_layout(make_shape(3, _2{}))',
      'Int<4>{}',
      'Int<5>{}',
      'C<4u>{}',
      'C<true>{}',
      'true_type{}',
      '4',
      '_',
      'make_tuple(1, 2)',
      'make_tuple(1, _2{})',
      'make_shape(_3{}, _3{})',
      'make_tuple(1, 2, 3)',
      'Swizzle<3, 3, 3>{}',
      'std::true_type{}',
      'size(Layout<Shape<_4, _2>>{})',
      'rank(make_layout(make_shape(1, 2)))',
    ],
    4,
    8,
  );
};

const partialOrder: Idiom = (draft) => {
  const w = draft.name('W');
  draft.declare(`template <class T, class U = int> struct ${w} {};`);
  const first = ['T', 'U', 'T*', 'T const*', 'T&', 'T const&', `${w}<T>`, `${w}<T, U>`, `${w}<${w}<T>>`, 'int', `${w}<T, T>`];
  const parameters = new Set<string>();
  const isPair = draft.rng.chance(0.7);
  for (let i = 0; i < 9; i++) {
    const list = [draft.rng.pick(first), ...(isPair ? [draft.rng.pick(first)] : [])];
    const used = ['T', 'U'].filter((name) => list.some((one) => new RegExp(`\\b${name}\\b`).test(one)));
    const head = used.length > 0 ? `template <${used.map((name) => `class ${name}`).join(', ')}> ` : '';
    parameters.add(head === '' ? list.join(', ') : `${head}(${list.join(', ')})`);
  }
  const f = overloads(draft, [...parameters], 3, 5);
  const x = draft.name('x');
  draft.run(`int ${x} = 3;`, `int const* p${x} = &${x};`);
  const args = [x, '4', `&${x}`, `p${x}`, `${w}<int>{}`, `${w}<short, short>{}`, `${w}<${w}<int>>{}`, '1.5', '_3{}'];
  const lists = Array.from({ length: 12 }, () =>
    (isPair ? [draft.rng.pick(args), draft.rng.pick(args)] : [draft.rng.pick(args)]).join(', '),
  );
  calls(draft, f, [...new Set(lists)], 4, 8);
};

/** Types that have or lack a member, and functions that ask for it. */
const substitution: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(`struct ${a} { using type = int; static constexpr int kN = ${draft.rng.int(2, 9)}; int size() const { return 4; } };`);
  draft.declare(`struct ${b} { using type = short; int rows = 3; };`);
  draft.declare(`struct ${c} { int size(int n) const { return n; } ${c} operator+(int) const { return *this; } };`);
  const test = draft.rng.pick([
    ['typename T::type', 'typename T::type'],
    ['decltype(std::declval<T>().size())', 'decltype(std::declval<T>().size())'],
    ['decltype(std::declval<T>() + 1)', 'decltype(std::declval<T>() + 1)'],
    ['decltype(T::kN)', 'decltype(T::kN)'],
    ['decltype(std::declval<T>().rows)', 'decltype(std::declval<T>().rows)'],
    ['std::enable_if_t<(sizeof(T) > 1)>', 'std::enable_if_t<(sizeof(T) > 1), int>'],
    ['std::enable_if_t<std::is_integral_v<T>>', 'std::enable_if_t<std::is_integral_v<T>, int>'],
  ] as const);
  const f = draft.name('f');
  const has = draft.name('has');
  const style = draft.rng.int(0, 4);
  if (style === 0) {
    draft.declare(`template <class T, class = void> struct ${has} : std::false_type {};`);
    draft.declare(`template <class T> struct ${has}<T, std::void_t<${test[0]}>> : std::true_type {};`);
    draft.declare(`template <class T> auto ${f}(T const&) { if constexpr (${has}<T>::value) return _1{}; else return _2{}; }`);
  } else if (style === 1) {
    draft.declare(`template <class T> auto ${f}(T const&, int) -> decltype(std::declval<${test[0]}*>(), Int<1>{}) { return {}; }`);
    draft.declare(`template <class T> auto ${f}(T const&, long) { return Int<2>{}; }`);
  } else if (style === 2) {
    draft.declare(`template <class T, class = ${test[0]}> auto ${f}(T const&, int) { return Int<1>{}; }`);
    draft.declare(`template <class T> auto ${f}(T const&, ...) { return Int<2>{}; }`);
  } else if (style === 3) {
    draft.declare(`template <class T> std::enable_if_t<std::is_void_v<std::void_t<${test[0]}>>, _1> ${f}(T const&, int) { return {}; }`);
    draft.declare(`template <class T> _2 ${f}(T const&, char) { return {}; }`);
  } else {
    draft.declare(`template <class T, class = void> constexpr bool ${has} = false;`);
    draft.declare(`template <class T> constexpr bool ${has}<T, std::void_t<${test[0]}>> = true;`);
    draft.declare(`template <class T> constexpr int ${f}(T const&) { return ${has}<T> ? 1 : 2; }`);
  }
  const more = style >= 1 && style <= 3 ? ', 0' : '';
  for (const arg of draft.some([`${a}{}`, `${b}{}`, `${c}{}`, '1', '1.5', "'a'", 'true', '_4{}', 'make_layout(4)'], 3, 6))
    draft.ask(`${f}(${arg}${more})`);
  if (style === 0) draft.ask(`${has}<${draft.rng.pick([a, b, c, 'int', 'int*'])}>::value`, { constant: true });
};

const enableIf: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(2, 6);
  const way = draft.rng.int(0, 3);
  if (way === 0) {
    draft.declare(`template <int N, std::enable_if_t<(N < ${n}), int> = 0> auto ${f}(Int<N>) { return Int<N + 10>{}; }`);
    draft.declare(`template <int N, std::enable_if_t<(N >= ${n}), int> = 0> auto ${f}(Int<N>) { return Int<N * 2>{}; }`);
  } else if (way === 1) {
    draft.declare(`template <int N, __CUTE_REQUIRES(N % 2 == 0)> auto ${f}(Int<N>) { return Int<N / 2>{}; }`);
    draft.declare(`template <int N, __CUTE_REQUIRES(N % 2 != 0)> auto ${f}(Int<N>) { return Int<3 * N + 1>{}; }`);
  } else if (way === 2) {
    draft.declare(`template <int N> auto ${f}(Int<N>) -> std::enable_if_t<(N > ${n}), Int<1>> { return {}; }`);
    draft.declare(`template <int N> auto ${f}(Int<N>) -> std::enable_if_t<(N <= ${n}), Int<0>> { return {}; }`);
  } else {
    draft.declare(`template <class T> std::enable_if_t<is_static<T>::value, _1> ${f}(T) { return {}; }`);
    draft.declare(`template <class T> std::enable_if_t<!is_static<T>::value, _2> ${f}(T) { return {}; }`);
  }
  draft.times(2, 5, () => draft.ask(`${f}(Int<${draft.rng.int(0, 9)}>{})`));
  if (way === 3) draft.ask(`${f}(${draft.rng.int(1, 9)})`);
};

const concepts: Idiom = (draft) => {
  const [small, integral, both] = ['Small', 'Whole', 'Both'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(`template <class T> concept ${small} = sizeof(T) <= ${draft.rng.pick([1, 2, 4])};`);
  draft.declare(`template <class T> concept ${integral} = ${draft.rng.pick(['std::is_integral_v<T>', 'requires(T t) { t % 2; }', 'requires(T t) { t << 1; requires sizeof(T) > 1; }'])};`);
  draft.declare(`template <class T> concept ${both} = ${small}<T> && ${integral}<T>;`);
  const f = draft.name('f');
  const forms = [
    `template <class T> auto ${f}(T) { return Int<0>{}; }`,
    `template <${small} T> auto ${f}(T) { return Int<1>{}; }`,
    `template <class T> requires ${integral}<T> auto ${f}(T) { return Int<2>{}; }`,
    `template <class T> requires ${both}<T> auto ${f}(T) { return Int<3>{}; }`,
    `auto ${f}(${integral} auto) { return Int<4>{}; }`,
    `template <class T> auto ${f}(T) requires (${small}<T> && ${integral}<T>) { return Int<5>{}; }`,
    `template <class T> requires (!${integral}<T>) auto ${f}(T) { return Int<6>{}; }`,
    `template <class T> requires requires(T t) { t.size(); } auto ${f}(T) { return Int<7>{}; }`,
    `template <class T> requires ${integral}<T> && std::is_signed_v<T> auto ${f}(T) { return Int<8>{}; }`,
  ];
  draft.declare(...draft.some(forms, 2, 4));
  calls(draft, f, ['1', "'a'", '1.5', 'short(1)', 'true', '2ull', '_3{}', 'std::array<int, 2>{}', '(void*)0'], 3, 6);
  draft.ask(`${draft.rng.pick([small, integral, both])}<${draft.rng.pick(['int', 'char', 'double', '_3', 'int*'])}>`, { constant: true });
  if (draft.rng.chance(0.5)) draft.ask(`requires { typename std::array<int, 3>::${draft.rng.pick(['value_type', 'nothing'])}; }`, { plain: true });
};

/** Functions found by their arguments. */
const lookup: Idiom = (draft) => {
  const n = draft.name('ns');
  const inner = draft.rng.pick(['inline namespace v1', 'namespace v1']);
  const s = draft.name('S');
  const f = draft.name('f');
  const [one, two, three] = [draft.rng.int(1, 9), draft.rng.int(10, 19), draft.rng.int(20, 29)];
  draft.declare(`namespace ${n} {`, `${inner} {`);
  draft.declare(`struct ${s} { int v = ${one}; friend auto ${f}h(${s} const&, int) { return Int<${one}>{}; } friend int ${f}i(${s} s) { return s.v; } };`);
  draft.declare(`inline auto ${f}(${s} const&) { return Int<${two}>{}; }`);
  draft.declare(`}`);
  if (draft.rng.chance(0.5)) draft.declare(`template <class T> auto ${f}(T const&) { return Int<${three}>{}; }`);
  draft.declare(`struct Q${s} : ${inner.startsWith('inline') ? '' : 'v1::'}${s} {};`);
  draft.declare(`template <class T> struct W${s} { T t; };`);
  draft.declare(`inline int ${f}w(...) { return ${three}; }`);
  draft.declare('}');
  if (draft.rng.chance(0.6)) draft.declare(`inline auto ${f}(int) { return Int<${one + 30}>{}; }`);
  if (draft.rng.chance(0.4)) draft.declare(`template <class T> auto ${f}h(T const&, long) { return Int<${one + 40}>{}; }`);
  draft.declare(`inline int ${f}w(int) { return 50; }`);
  const q = inner.startsWith('inline') ? n : `${n}::v1`;
  const x = draft.name('x');
  draft.run(`${q}::${s} ${x};`, `${n}::Q${s} q${x};`, `${n}::W${s}<int> w${x}{1};`);
  const asked = [
    `${f}(${x})`,
    `${f}(q${x})`,
    `${f}h(${x}, 0)`,
    `${f}h(q${x}, 0)`,
    `${f}i(${x})`,
    `${f}(3)`,
    `${q}::${f}(${x})`,
    `${n}::v1::${f}(${x})`,
    `(${f})(${x})`,
    `${f}w(${x})`,
    `${f}w(w${x})`,
    `${f}w(1)`,
    `${n}::${f}w(1)`,
  ];
  for (const one of draft.some(asked, 3, 8)) draft.ask(one);
  if (draft.rng.chance(0.5)) {
    draft.run('{', `using namespace ${n};`);
    draft.ask(`${f}(${x})`);
    draft.run('}');
  }
  if (draft.rng.chance(0.5)) {
    draft.run('{', `using ${q}::${f};`);
    draft.ask(`${f}(${x})`);
    draft.ask(`${f}(3)`);
    draft.run('}');
  }
};

const defaultArguments: Idiom = (draft) => {
  const f = draft.name('f');
  const [a, b] = [draft.rng.int(1, 9), draft.rng.int(1, 9)];
  draft.declare(
    ...draft.some(
      [
        `inline auto ${f}(int a, int b = ${b}) { return a * 10 + b; }`,
        `inline auto ${f}(double a) { return ${a}; }`,
        `template <class T> auto ${f}(T t, Int<${a}> n = {}) { return n; }`,
        `template <class T, class U = Int<${b}>> auto ${f}(T, T, U u = U{}) { return u; }`,
        `inline auto ${f}(char a, char b = 'a', int c = ${a}) { return c + b - 'a'; }`,
        `template <int N = ${b}> auto ${f}() { return Int<N>{}; }`,
        `inline auto ${f}(int a, int b, int c = sizeof(int)) { return a + b + c; }`,
      ],
      2,
      4,
    ),
  );
  calls(draft, f, ['', '1', '1, 2', '1.5', "'a'", "'a', 'b'", '_3{}', '1, 2, 3', '_2{}, _2{}', '1.5, 2.5'], 3, 7);
};

/** Packs deduced from sequences. */
const sequences: Idiom = (draft) => {
  const f = draft.name('f');
  const body = draft.rng.pick([
    'cute::make_tuple(Int<I>{}...)',
    'Int<(0 + ... + I)>{}',
    'Int<int(sizeof...(I))>{}',
    'make_layout(make_shape(Int<int(I) + 1>{}...))',
    '(0 + ... + int(I * I))',
  ]);
  draft.declare(
    ...draft.some(
      [
        `template <int... I> auto ${f}(std::integer_sequence<int, I...>) { return ${body}; }`,
        `template <size_t... I> auto ${f}(std::index_sequence<I...>) { return Int<int(sizeof...(I)) + 100>{}; }`,
        `template <int... I> auto ${f}(cute::seq<I...>) { return ${body}; }`,
        `template <class T, T... I> auto ${f}(std::integer_sequence<T, I...>) { return Int<int(sizeof...(I)) + 200>{}; }`,
        `template <int A, int... I> auto ${f}(cute::seq<A, I...>) { return Int<A + int(sizeof...(I))>{}; }`,
        `template <int... I> auto ${f}(cute::tuple<Int<I>...>) { return Int<(0 + ... + I)>{}; }`,
        `template <class... T> auto ${f}(cute::tuple<T...>) { return Int<int(sizeof...(T)) + 300>{}; }`,
        `template <class T> auto ${f}(T) { return Int<99>{}; }`,
      ],
      2,
      4,
    ),
  );
  calls(
    draft,
    f,
    [
      'std::make_integer_sequence<int, 3>{}',
      'std::make_index_sequence<4>{}',
      'cute::seq<2, 4, 6>{}',
      'cute::make_seq<3>{}',
      'std::integer_sequence<int, 5, 7>{}',
      'std::integer_sequence<short, 5, 7>{}',
      'make_tuple(_1{}, _2{})',
      'make_tuple(1, _2{}, 3)',
      'std::index_sequence_for<int, char>{}',
      'cute::make_int_sequence<4>{}',
      'cute::seq<>{}',
      'cute::make_range<2, 5>{}',
      '1',
    ],
    3,
    7,
  );
};

const members: Idiom = (draft) => {
  const s = draft.name('S');
  const get = ['int', 'auto'] as const;
  const lines = draft.some(
    [
      ['auto get() & { return Int<1>{}; }', 'auto get() const& { return Int<2>{}; }', 'auto get() && { return Int<3>{}; }', 'auto get() const&& { return Int<9>{}; }'],
      ['auto at(int) { return Int<4>{}; }', 'auto at(int) const { return Int<5>{}; }', 'auto at(long) const { return Int<6>{}; }', 'template <class T> auto at(T) { return Int<7>{}; }'],
      ['auto operator()(int) const { return Int<1>{}; }', 'auto operator()(int) { return Int<2>{}; }', 'auto operator()(double) { return Int<3>{}; }', 'template <int N> auto operator()(Int<N>) const { return Int<N + 1>{}; }'],
      ['int& operator[](int i) { return v; }', 'int operator[](int i) const { return v + 100; }', 'auto operator[](Underscore) const { return Int<8>{}; }'],
      ['static auto make(int) { return Int<1>{}; }', 'static auto make(int, int = 0) { return Int<2>{}; }', 'static auto make(char) { return Int<3>{}; }'],
    ],
    2,
    4,
  ).flatMap((group) => draft.some(group, 2));
  const base = draft.rng.chance(0.5) ? draft.name('B') : undefined;
  if (base !== undefined) draft.declare(`struct ${base} { auto get() const { return Int<20>{}; } auto at(double) const { return Int<21>{}; } auto far(int) { return Int<22>{}; } auto far(long) { return Int<25>{}; } };`);
  draft.declare(`struct ${s}${base === undefined ? '' : ` : ${base}`} {`, `  ${draft.rng.pick(get).replace('auto', 'int')} v = ${draft.rng.int(1, 9)};`);
  if (base !== undefined && draft.rng.chance(0.5)) draft.declare(`  using ${base}::${draft.rng.pick(['get', 'at'])};`);
  if (base !== undefined && draft.rng.chance(0.5)) draft.declare(`  auto far(double) { return Int<24>{}; }`);
  draft.declare(...lines.map((line) => `  ${line}`), '};');
  const [x, c] = [draft.name('x'), draft.name('c')];
  draft.run(`${s} ${x}{};`, `${s} const ${c}{};`);
  const object = (): string => draft.rng.pick([x, c, `${s}{}`, `std::move(${x})`, `std::as_const(${x})`]);
  for (let i = 0; i < 10; i++)
    draft.ask(
      `${object()}${draft.rng.pick(['.get()', '.at(1)', '.at(2l)', '.at(1.5)', '(1)', '(1.5)', '(_3{})', '[0]', '[_]', '.make(1)', ".make('a')", '.make(1, 2)', '.far(1)', '.far(1.5)'])}`,
    );
};

const conversions: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(`struct ${a} { int v; ${draft.rng.pick(['', 'explicit '])}${a}(int v) : v(v) {} };`);
  draft.declare(`struct ${b} { int v = ${draft.rng.int(1, 9)}; ${draft.rng.pick(['', 'explicit '])}operator int() const { return v; } };`);
  draft.declare(`struct ${c} { operator bool() const { return true; } operator short() const { return ${draft.rng.int(2, 9)}; } };`);
  const f = overloads(draft, [a, b, 'int', 'double', 'long', 'bool', '...', 'short', `${a} const&`, 'template <class T> (T)', `std::initializer_list<int>`], 2, 4);
  calls(draft, f, ['1', '1.5', 'true', `${a}(1)`, `${b}{}`, `${c}{}`, '{1}', '{}', '{1, 2}', "'a'", '2l', '_3{}'], 3, 6);
  const x = draft.name('x');
  draft.run(`${b} ${x};`);
  draft.ask(`int(${x}) + 1`);
  draft.ask(`${x} + 1`);
  draft.run(`${a} a${x} = ${draft.rng.int(1, 9)};`);
  draft.ask(`a${x}.v`);
  draft.run(`short s${x} = ${c}{};`, `double d${x} = ${b}{};`);
  draft.ask(`s${x}`);
  draft.ask(`d${x}`, { plain: true });
  if (draft.rng.chance(0.5)) draft.ask(`${c}{} ? 5 : 6`);
};

const variadics: Idiom = (draft) => {
  const f = overloads(
    draft,
    [
      'template <class... T> (T...)',
      'template <class T, class... U> (T, U...)',
      'template <class T> (T)',
      'template <class T, class U> (T, U)',
      '...',
      'int, ...',
      'template <class... T> (int, T...)',
      'template <class T, class... U> (T const&, U const&...)',
      'template <class... T> (cute::tuple<T...> const&)',
      'template <class T> (T, T)',
      '',
      'int',
    ],
    2,
    5,
  );
  calls(draft, f, ['', '1', '1.5', '1, 2', '1, 2.5', '1, 2, 3', '_1{}', 'make_tuple(1, 2)', "'a', 1", '_1{}, _2{}'], 3, 7);
};

/** A template beside functions of the same parameters, explicit arguments, and specialisations of functions. */
const templates: Idiom = (draft) => {
  const f = draft.name('f');
  draft.declare(`template <class T> auto ${f}(T) { return Int<1>{}; }`);
  draft.declare(
    ...draft.some(
      [
        `inline auto ${f}(int) { return Int<2>{}; }`,
        `inline auto ${f}(double) { return Int<3>{}; }`,
        `template <> auto ${f}<short>(short) { return Int<4>{}; }`,
        `template <class T> auto ${f}(T*) { return Int<5>{}; }`,
        `template <int N> auto ${f}(int) { return Int<N>{}; }`,
        `template <class T, class U> auto ${f}(U) { return Int<int(sizeof(T))>{}; }`,
        `auto ${f}(char) = delete;`,
      ],
      2,
      5,
    ),
  );
  calls(draft, f, ['1', '1.5', 'short(1)', 'nullptr', '1.5f', "'a'", '2u', '(int*)0'], 2, 5);
  for (const call of draft.some([`${f}<>(1)`, `${f}<int>(1)`, `${f}<int>(1.5)`, `${f}<7>(1)`, `${f}<short>(1)`, `${f}<double, int>(1)`, `${f}<char>('a')`, `${f}<long>(3)`], 2, 5))
    draft.ask(call);
};

const operators: Idiom = (draft) => {
  const [a, b] = [draft.name('A'), draft.name('B')];
  const op = draft.rng.pick(['+', '-', '*', '/', '%', '<<', '|', '&']);
  draft.declare(`struct ${b} { int v; };`);
  draft.declare(`struct ${a} { int v; ${a}(int v = 0) : v(v) {}`);
  if (draft.rng.chance(0.6)) draft.declare(`  int operator${op}(${a} const& o) const { return v * 100 + o.v; }`);
  if (draft.rng.chance(0.3)) draft.declare(`  int operator${op}(int o) { return v * 1000 + o; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  ${a}& operator${op}=(int d) { v += d * 3; return *this; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  ${a} operator-() const { return ${a}(v + 7); }`);
  if (draft.rng.chance(0.5)) draft.declare(`  ${a}& operator++() { v += 10; return *this; }`, `  ${a} operator++(int) { ${a} old = *this; v += 20; return old; }`);
  if (draft.rng.chance(0.5)) draft.declare(`  bool operator==(${a} const& o) const { return v == o.v; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  friend auto operator<=>(${a} const& l, ${a} const& r) { return l.v <=> r.v; }`);
  else if (draft.rng.chance(0.5)) draft.declare(`  friend bool operator<(${a} l, ${a} r) { return r.v < l.v; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  explicit operator bool() const { return v > 4; }`);
  draft.declare('};');
  if (draft.rng.chance(0.6)) draft.declare(`inline int operator${op}(int l, ${a} const& r) { return l + r.v + 5; }`);
  if (draft.rng.chance(0.6)) draft.declare(`inline int operator${op}(${b} l, ${a} r) { return l.v + r.v + 6; }`);
  if (draft.rng.chance(0.4)) draft.declare(`template <class T> int operator${op}(${a} const& l, T const& r) { return l.v + 7; }`);
  const [x, y] = [draft.name('x'), draft.name('y')];
  draft.run(`${a} ${x}{${draft.rng.int(1, 9)}};`, `${a} const c${x}{${draft.rng.int(1, 9)}};`, `${b} ${y}{${draft.rng.int(1, 9)}};`);
  const asked = [`${x} ${op} c${x}`, `c${x} ${op} ${x}`, `3 ${op} ${x}`, `${x} ${op} 3`, `c${x} ${op} 3`, `${y} ${op} ${x}`, `${x} ${op} ${y}`, `(-${x}).v`, `(++${x}).v`, `(${x}++).v`, `${x}.v`, `${x} == c${x}`, `${x} != 3`, `3 == ${x}`, `${x} < c${x}`, `${x} >= c${x}`, `c${x} ? 1 : 2`, `!${x}`, `(${x} ${op}= 4).v`];
  for (const one of draft.some(asked, 5, 10)) draft.ask(one);
};

export const overloadIdioms: Readonly<Record<string, Idiom>> = {
  references,
  pointers,
  arithmetic,
  bases,
  tags,
  partialOrder,
  substitution,
  enableIf,
  concepts,
  lookup,
  defaultArguments,
  sequences,
  members,
  conversions,
  variadics,
  templates,
  operators,
};
