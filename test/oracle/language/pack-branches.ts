// Packs that branches, commas and index sequences take apart, and packs in lambdas, bases and partial specialisations.
import type { Draft, Idiom } from './draft';

const items = (draft: Draft, least = 1): string =>
  Array.from({ length: draft.rng.int(least, 4) }, () =>
    draft.rng.pick(['1', '2', '7', "'a'", '2.5', 'short(3)', '_4{}', 'true', '5l', '6u']),
  ).join(', ');

const types = (draft: Draft, least = 1): string =>
  Array.from({ length: draft.rng.int(least, 4) }, () =>
    draft.rng.pick(['int', 'short', 'char', 'double', '_2', 'int const', 'int&', 'std::pair<int, char>', 'void*']),
  ).join(', ');

const branches: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(2, 9);
  draft.declare(
    draft.rng.pick([
      `template <class T, class... U> constexpr auto ${f}(T t, U... u) { if constexpr (sizeof...(U) == 0) return int(t); else if constexpr (std::is_integral_v<T>) return int(t) + ${f}(u...); else return ${n} * ${f}(u...); }`,
      `template <class... T> constexpr int ${f}(T... t) { int r = 0; auto one = [&](auto v) { if constexpr (std::is_floating_point_v<decltype(v)>) r += ${n}; else if constexpr (is_static<decltype(v)>::value) r *= 2; else r += int(v); }; (one(t), ...); return r; }`,
      `template <class... T> constexpr auto ${f}(T... t) { if constexpr ((std::is_integral_v<T> && ...)) return (t + ...); else if constexpr ((is_static<T>::value || ...)) return Int<${n}>{}; else return sizeof...(T); }`,
      `template <class T = void, class... U> constexpr int ${f}n() { if constexpr (std::is_void_v<T>) return 0; else return int(sizeof(T)) + 3 * ${f}n<U...>(); }\ntemplate <class... T> constexpr int ${f}(T...) { return ${f}n<T...>(); }`,
      `template <class F, class... T> constexpr int ${f}w(F f, T... t) { if constexpr (std::is_invocable_v<F, T...>) return f(t...); else return -1; }\ntemplate <class... T> constexpr int ${f}(T... t) { return ${f}w([](int a, auto... b) { return a + int(sizeof...(b)) * ${n}; }, t...); }`,
    ]),
  );
  draft.times(3, 6, () => draft.ask(`${f}(${items(draft)})`));
};

const commas: Idiom = (draft) => {
  const [f, x] = [draft.name('f'), draft.name('x')];
  const body = draft.rng.pick([
    '((r = r * 3 + int(t)), ...); return r;',
    '(..., (r = r * 3 + int(t))); return r;',
    '(void)(((r += int(t)), r > 5) || ...); return r;',
    'return (r, ..., int(t));',
    '([&] { if (int(t) % 2) return; r += int(t); }(), ...); return r;',
    '((int(t) > 2 ? ++r : (r += 10)), ...); return r;',
    'int i = 0; ((r += int(t) * i++), ...); return r;',
    'int a[] = {(r += int(t), r)...}; return a[0] * 100 + a[sizeof...(T) - 1];',
    'auto m = [&](auto self, auto a, auto... b) -> void { r = r * 2 + int(a); if constexpr (sizeof...(b) > 0) self(self, b...); }; m(m, t...); return r;',
    'std::tuple<T...> u(t...); std::apply([&](auto&... v) { ((v += 1), ...); r = (int(v) + ...); }, u); return r;',
    'int k = 0; (void)((int(t) == 2 ? false : (++k, true)) && ...); return k;',
  ]);
  draft.declare(`template <class... T> int ${f}(T... t) { int r = 1; ${body} }`);
  const args = (): string =>
    Array.from({ length: draft.rng.int(1, 4) }, () => draft.rng.pick(['1', '2', '7', "'a'", '3l', 'short(3)'])).join(
      ', ',
    );
  draft.times(2, 4, () => draft.ask(`${f}(${args()})`));
  draft.run(
    `int ${x} = 0;`,
    `[&]<class... T>(T... t) { ((${x} += int(sizeof(T)) * int(t)), ...); }(${args()});`,
    `auto l${x} = [&${x}](auto... v) { return (${x} += ... += int(sizeof(v))); };`.replace(
      '+= ... += int(sizeof(v))',
      '+ ... + int(sizeof(v))',
    ),
  );
  draft.ask(x);
  draft.ask(`l${x}(${args()})`);
};

const indexing: Idiom = (draft) => {
  const f = draft.name('f');
  const k = draft.rng.int(0, 2);
  draft.declare(
    draft.rng.pick([
      `template <size_t I, class T, class... U> constexpr auto ${f}(T t, U... u) { if constexpr (I == 0) return t; else return ${f}<I - 1>(u...); }`,
      `template <size_t I, class... T> constexpr auto ${f}(T... t) { return std::get<I>(std::tuple<T...>(t...)); }`,
      `template <size_t I, class... T> constexpr auto ${f}(T... t) { return cute::get<I>(cute::make_tuple(t...)); }`,
      `template <size_t I, class... T> constexpr auto ${f}(T... t) { using U = std::tuple_element_t<I, std::tuple<T...>>; return Int<int(sizeof(U))>{}; }`,
      `template <size_t I, class... T> constexpr auto ${f}(T... t) { return [&]<size_t... J>(std::index_sequence<J...>) { return ((J == I ? int(t) : 0) + ...); }(std::index_sequence_for<T...>{}); }`,
      `template <size_t I, class... T> constexpr auto ${f}(T... t) { int a[] = {int(t)...}; return [&]<size_t... J>(std::index_sequence<J...>) { return (0 + ... + (a[sizeof...(J) - 1 - J] * int(J + I))); }(std::make_index_sequence<sizeof...(T)>{}); }`,
    ]),
  );
  const four = (): string =>
    Array.from({ length: draft.rng.int(3, 4) }, () =>
      draft.rng.pick(['1', '2', "'a'", '2.5', 'short(3)', '_4{}', '5l']),
    ).join(', ');
  draft.times(2, 4, () => draft.ask(`${f}<${draft.rng.int(0, 2)}>(${four()})`));
  const [e, s] = [draft.name('E'), draft.name('S')];
  draft.declare(
    `template <size_t I, class T> struct ${e}h { static T get() { return T(); } };`,
    `template <class, class...> struct ${e};`,
    `template <size_t... I, class... T> struct ${e}<std::index_sequence<I...>, T...> : ${e}h<I, T>... { static constexpr int sum = (0 + ... + int((I + 1) * sizeof(T))); };`,
    `template <size_t I, class T> constexpr int ${e}at(${e}h<I, T> const*) { return int(sizeof(T)); }`,
    `template <class S> struct ${s};`,
    `template <int... I> struct ${s}<std::integer_sequence<int, I...>> { template <int K> using shift = std::integer_sequence<int, (I + K)...>; static constexpr int last = ((void)0, ..., I); using rest = cute::tuple<Int<I>...>; };`,
  );
  const made = `${e}<std::index_sequence_for<int, char, double>, int, char, double>`;
  draft.ask(`${made}::sum`, { constant: true });
  draft.ask(`${e}at<${k}>((${made}*)nullptr)`);
  const sequence = draft.rng.pick(['std::make_integer_sequence<int, 3>', 'std::integer_sequence<int, 4, 2>']);
  draft.ask(`${s}<${sequence}>::last`, { constant: true });
  draft.ask(`typename ${s}<typename ${s}<${sequence}>::template shift<${k + 1}>>::rest{}`);
};

/** Lists of types: lengths, searching, mapping, concatenation. */
const typeLists: Idiom = (draft) => {
  const l = draft.name('L');
  draft.declare(
    `template <class... T> struct ${l} { static constexpr int size = sizeof...(T); };`,
    `template <class T, class A> struct ${l}i;`,
    `template <class T, class... U> struct ${l}i<T, ${l}<T, U...>> { static constexpr int value = 0; };`,
    `template <class T, class V, class... U> struct ${l}i<T, ${l}<V, U...>> { static constexpr int value = 1 + ${l}i<T, ${l}<U...>>::value; };`,
    `template <class T> struct ${l}i<T, ${l}<>> { static constexpr int value = 100; };`,
    `template <class... A> struct ${l}c;`,
    `template <class... T> struct ${l}c<${l}<T...>> { using type = ${l}<T...>; };`,
    `template <class... T, class... U, class... R> struct ${l}c<${l}<T...>, ${l}<U...>, R...> : ${l}c<${l}<T..., U...>, R...> {};`,
    `template <template <class> class F, class A> struct ${l}m;`,
    `template <template <class> class F, class... T> struct ${l}m<F, ${l}<T...>> { using type = ${l}<typename F<T>::type...>; };`,
    `template <class A, int N> struct ${l}n;`,
    `template <class T, class... U> struct ${l}n<${l}<T, U...>, 0> { using type = T; };`,
    `template <class T, class... U, int N> struct ${l}n<${l}<T, U...>, N> : ${l}n<${l}<U...>, N - 1> {};`,
    `template <class T, class... U> constexpr int ${l}k = (int(std::is_same_v<T, U>) + ... + 0);`,
    `template <class... T> constexpr size_t ${l}x = std::max({sizeof(std::decay_t<T>)..., size_t(1)});`,
  );
  const list = (least = 1): string => `${l}<${types(draft, least)}>`;
  const one = (): string => draft.rng.pick(['int', 'short', 'double', 'int&', '_2']);
  const change = (): string =>
    draft.rng.pick(['std::add_pointer', 'std::remove_reference', 'std::decay', 'std::add_const', 'std::remove_const']);
  draft.times(4, 8, () =>
    draft.ask(
      draft.rng.pick([
        `${l}i<${one()}, ${list()}>::value`,
        `${l}c<${list()}, ${list(0)}, ${list()}>::type::size`,
        `${l}i<${one()}, typename ${l}c<${list()}, ${list()}>::type>::value`,
        `${l}i<${one()}, typename ${l}m<${change()}, ${list()}>::type>::value`,
        `std::is_same_v<typename ${l}n<${list(3)}, ${draft.rng.int(0, 2)}>::type, ${one()}>`,
        `${l}k<${one()}, ${types(draft)}>`,
        `${l}x<${types(draft)}>`,
      ]),
      { constant: true },
    ),
  );
};

export const packBranchIdioms: Readonly<Record<string, Idiom>> = { branches, commas, indexing, typeLists };
