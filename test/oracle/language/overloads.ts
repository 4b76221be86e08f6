// Overload sets: each function returns another static integer, so that the value of a call says which one was
// chosen.
import type { Idiom } from './draft';
import { calls, overloads } from './overload-sets';

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
  const first = [
    'T',
    'U',
    'T*',
    'T const*',
    'T&',
    'T const&',
    `${w}<T>`,
    `${w}<T, U>`,
    `${w}<${w}<T>>`,
    'int',
    `${w}<T, T>`,
  ];
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
  calls(
    draft,
    f,
    ['', '1', '1.5', '1, 2', '1, 2.5', '1, 2, 3', '_1{}', 'make_tuple(1, 2)', "'a', 1", '_1{}, _2{}'],
    3,
    7,
  );
};

export const overloadIdioms: Readonly<Record<string, Idiom>> = {
  references,
  pointers,
  arithmetic,
  bases,
  tags,
  partialOrder,
  sequences,
  variadics,
  defaultArguments,
};
