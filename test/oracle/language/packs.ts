// Parameter packs and fold expressions.
import type { Draft, Idiom } from './draft';

const operators = ['+', '-', '*', '|', '&', '^', '&&', '||', ',', '<', '=='] as const;

/** A fold over a pack in one of its four forms. */
function fold(draft: Draft, pack: string, start: string): string {
  const op = draft.rng.pick(operators);
  return draft.rng.pick([
    `(${pack} ${op} ...)`,
    `(... ${op} ${pack})`,
    `(${pack} ${op} ... ${op} ${start})`,
    `(${start} ${op} ... ${op} ${pack})`,
  ]);
}

const numbersOf = (draft: Draft, least = 0): string =>
  Array.from({ length: draft.rng.int(least, 5) }, () => String(draft.rng.int(0, 9))).join(', ');

const typesOf = (draft: Draft, least = 0): string =>
  Array.from({ length: draft.rng.int(least, 4) }, () =>
    draft.rng.pick(['int', 'short', 'char', 'double', 'int*', '_2', 'bool', 'long']),
  ).join(', ');

const folds: Idiom = (draft) => {
  const f = draft.name('f');
  const start = String(draft.rng.int(0, 9));
  const way = draft.rng.int(0, 2);
  if (way === 0) {
    draft.declare(
      `template <int... N> constexpr int ${f}() { return ${fold(draft, draft.rng.pick(['N', '(N * 2)', '(N + 1)']), start)}; }`,
    );
    draft.times(2, 4, () => draft.ask(`${f}<${numbersOf(draft, 1)}>()`, { constant: true }));
    draft.ask(`${f}<>()`, { constant: true });
  } else if (way === 1) {
    draft.declare(
      `template <class... T> constexpr auto ${f}(T... t) { return ${fold(draft, draft.rng.pick(['t', '(t + 1)', '(t % 4)']), start)}; }`,
    );
    draft.times(2, 4, () => draft.ask(`${f}(${numbersOf(draft, 1)})`, { constant: true }));
    draft.ask(`${f}(_1{}, _${draft.rng.pick([2, 3, 4])}{}, ${draft.rng.int(1, 9)})`);
    draft.ask(`${f}(_1{}, _2{}, _3{})`);
  } else {
    const test = draft.rng.pick([
      'std::is_same_v<T, int>',
      'sizeof(T)',
      'std::is_integral_v<T>',
      'std::is_same<T, U>::value',
      'int(alignof(T))',
    ]);
    const op = draft.rng.pick(['+', '&&', '||', '*']);
    draft.declare(
      `template <class U, class... T> constexpr int ${f} = (int(${test}) ${op} ... ${op} ${draft.rng.int(0, 2)});`,
    );
    draft.times(3, 5, () => draft.ask(`${f}<${typesOf(draft, 1)}>`, { constant: true }));
  }
};

const expansions: Idiom = (draft) => {
  const f = draft.name('f');
  const body = draft.rng.pick([
    'int a[] = {0, (t * 2)...}; return a[sizeof...(T)];',
    'int a[] = {0, int(t)...}; int s = 0; for (int v : a) s = s * 3 + v; return s;',
    'return cute::make_tuple(Int<sizeof(T)>{}...);',
    'return cute::make_tuple((t + 1)...);',
    'return std::max({1, int(t)...});',
    'int n = 0; ((n = n * 2 + int(t)), ...); return n;',
    'int n = 1; (void)((int(t) > 3 ? (n += 10, true) : (n += 1, false)) || ...); return n;',
    'auto g = [](auto... v) { return (0 + ... + int(v)); }; return g(t..., t...) + g((t + sizeof...(T))...);',
    'auto g = [=](int k) { return (k + ... + int(t)); }; return g(5);',
    'std::array<int, sizeof...(T) + 1> a{int(t)...}; return a[0] + a[sizeof...(T)];',
    'return make_layout(make_shape(t...));',
    'return sizeof...(t) + sizeof...(T) * 10;',
    'return get<0>(cute::make_tuple(t...));',
    'return std::get<sizeof...(T) - 1>(std::make_tuple(t...));',
    'int n = 0; for (auto v : {int(t)...}) { n += v * n + 1; } return n;',
  ]);
  draft.declare(`template <class... T> auto ${f}(T${draft.rng.pick(['', ' const&', '&&'])}... t) { ${body} }`);
  draft.times(2, 4, () => draft.ask(`${f}(${numbersOf(draft, 1)})`));
  draft.ask(`${f}(${draft.rng.int(1, 9)}, _${draft.rng.pick([2, 3, 4])}{}, ${draft.rng.int(1, 9)})`);
  if (draft.rng.chance(0.5)) draft.ask(`${f}(short(3), 'a', 2l)`);
};

const recursion: Idiom = (draft) => {
  const f = draft.name('f');
  const way = draft.rng.int(0, 4);
  if (way === 0) {
    draft.declare(`inline int ${f}() { return ${draft.rng.int(0, 5)}; }`);
    draft.declare(`template <class T, class... U> int ${f}(T t, U... u) { return int(t) + 2 * ${f}(u...); }`);
    draft.times(2, 4, () => draft.ask(`${f}(${numbersOf(draft)})`));
  } else if (way === 1) {
    draft.declare(
      `template <class T, class... U> constexpr auto ${f}(T t, U... u) { if constexpr (sizeof...(U) == 0) return t; else return ${f}(u...) - t; }`,
    );
    draft.times(2, 4, () => draft.ask(`${f}(${numbersOf(draft, 1)})`, { constant: true }));
    draft.ask(`${f}(_5{}, _2{}, _${draft.rng.pick([1, 2, 3])}{})`);
  } else if (way === 2) {
    draft.declare(`template <class... T> struct ${f} { static constexpr int value = 0; };`);
    draft.declare(
      `template <class T, class... U> struct ${f}<T, U...> { static constexpr int value = int(sizeof(T)) + 3 * ${f}<U...>::value; };`,
    );
    draft.times(2, 5, () => draft.ask(`${f}<${typesOf(draft)}>::value`, { constant: true }));
  } else if (way === 3) {
    draft.declare(`template <class T, class... U> struct ${f};`);
    draft.declare(`template <class T, class... U> struct ${f}<T, T, U...> { static constexpr int value = 0; };`);
    draft.declare(
      `template <class T, class V, class... U> struct ${f}<T, V, U...> { static constexpr int value = 1 + ${f}<T, U...>::value; };`,
    );
    draft.times(3, 5, () => draft.ask(`${f}<int, ${typesOf(draft, 1)}, int>::value`, { constant: true }));
  } else {
    draft.declare(`template <int I, class T, class... U> struct ${f} : ${f}<I - 1, U...> {};`);
    draft.declare(`template <class T, class... U> struct ${f}<0, T, U...> { using type = T; };`);
    draft.times(2, 4, () =>
      draft.ask(`typename ${f}<${draft.rng.int(0, 2)}, _1, Int<${draft.rng.int(2, 9)}>, int, short>::type{}`),
    );
  }
};

const indices: Idiom = (draft) => {
  const f = draft.name('f');
  const body = draft.rng.pick([
    'cute::make_tuple(Int<int(I) * 2>{}...)',
    '(0 + ... + (get<I>(t) * int(I + 1)))',
    'cute::make_tuple(get<sizeof...(I) - 1 - I>(t)...)',
    'int(((get<I>(t) > 2) + ...))',
    'make_layout(make_shape((get<I>(t) + Int<int(I)>{})...))',
    'std::array<int, sizeof...(I)>{int(get<I>(t))...}[0]',
  ]);
  const n = draft.rng.int(2, 4);
  const sequence = draft.rng.pick([
    `std::make_index_sequence<${n}>{}`,
    `std::make_integer_sequence<int, ${n}>{}`,
    `cute::make_seq<${n}>{}`,
    `std::make_index_sequence<tuple_size<T>::value>{}`,
  ]);
  const [head, kind] = sequence.includes('index')
    ? ['size_t... I', 'std::index_sequence<I...>']
    : sequence.includes('cute')
      ? ['int... I', 'cute::seq<I...>']
      : ['int... I', 'std::integer_sequence<int, I...>'];
  if (draft.rng.chance(0.5)) {
    draft.declare(`template <class T, ${head}> auto ${f}i(T const& t, ${kind}) { return ${body}; }`);
    draft.declare(`template <class T> auto ${f}(T const& t) { return ${f}i(t, ${sequence}); }`);
  } else
    draft.declare(
      `template <class T> auto ${f}(T const& t) { return [&]<${head}>(${kind}) { return ${body}; }(${sequence}); }`,
    );
  const item = (): string => draft.rng.pick([String(draft.rng.int(1, 9)), `_${draft.rng.int(1, 9)}{}`]);
  draft.times(2, 4, () => draft.ask(`${f}(cute::make_tuple(${Array.from({ length: n }, item).join(', ')}))`));
};

/** Packs of packs, packs of bases, and packs of templates. */
const nested: Idiom = (draft) => {
  const [a, b] = [draft.name('A'), draft.name('B')];
  const way = draft.rng.int(0, 4);
  if (way === 0) {
    draft.declare(
      `template <class... T> struct ${a} : T... { using T::operator()...; };`,
      `template <class... T> ${a}(T...) -> ${a}<T...>;`,
    );
    const x = draft.name('x');
    draft.run(
      `${a} ${x}{[](int) { return Int<1>{}; }, [](double) { return Int<2>{}; }, [](char const*) { return Int<3>{}; }};`,
    );
    for (const arg of draft.some(['1', '1.5', '"a"'], 2)) draft.ask(`${x}(${arg})`);
  } else if (way === 1) {
    draft.declare(`template <int N> struct ${b} { static constexpr int n = N; int m = N + 1; };`);
    draft.declare(
      `template <int... N> struct ${a} : ${b}<N>... { static constexpr int total = (0 + ... + ${b}<N>::n); int sum() const { return (0 + ... + ${b}<N>::m); } };`,
    );
    draft.ask(`${a}<1, ${draft.rng.int(2, 5)}, 7>::total`, { constant: true });
    draft.ask(`${a}<${draft.rng.int(2, 5)}, 9>{}.sum()`);
    draft.ask(`int(sizeof(${a}<1, 2, 3>))`, { constant: true });
  } else if (way === 2) {
    draft.declare(
      `template <class... T> struct ${a} { template <class... U> static constexpr int both = int((0 + ... + (sizeof(T) * sizeof(U)))); template <class... U> using pairs = cute::tuple<cute::tuple<T, U>...>; };`,
    );
    draft.ask(`${a}<int, short>::both<char, double>`, { constant: true });
    draft.ask(`${a}<_1, _2>::pairs<_3, Int<${draft.rng.int(4, 9)}>>{}`);
  } else if (way === 3) {
    draft.declare(`template <class... T> struct ${b} {};`);
    draft.declare(
      `template <class, class> struct ${a};`,
      `template <class... T, class... U> struct ${a}<${b}<T...>, ${b}<U...>> { static constexpr int value = 10 * sizeof...(T) + sizeof...(U); using type = ${b}<T..., U...>; };`,
    );
    draft.ask(`${a}<${b}<${typesOf(draft)}>, ${b}<${typesOf(draft)}>>::value`, { constant: true });
    draft.ask(`${a}<typename ${a}<${b}<int>, ${b}<short, char>>::type, ${b}<>>::value`, { constant: true });
  } else {
    draft.declare(
      `template <template <class> class... F> struct ${a} { template <class T> static constexpr int count = (0 + ... + int(F<T>::value)); };`,
    );
    draft.times(2, 4, () =>
      draft.ask(
        `${a}<std::is_integral, std::is_signed, std::is_const>::count<${draft.rng.pick(['int', 'unsigned', 'double', 'int const', 'char*'])}>`,
        { constant: true },
      ),
    );
  }
};

export const packIdioms: Readonly<Record<string, Idiom>> = { folds, expansions, recursion, indices, nested };
