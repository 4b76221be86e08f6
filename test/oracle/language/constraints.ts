// Functions of which some take no part: failed substitutions, constraints, explicit arguments.
import type { Idiom } from './draft';
import { calls } from './overload-sets';

const substitution: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(
    `struct ${a} { using type = int; static constexpr int kN = ${draft.rng.int(2, 9)}; int size() const { return 4; } };`,
  );
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
    draft.declare(
      `template <class T> auto ${f}(T const&) { if constexpr (${has}<T>::value) return _1{}; else return _2{}; }`,
    );
  } else if (style === 1) {
    draft.declare(
      `template <class T> auto ${f}(T const&, int) -> decltype(std::declval<${test[0]}*>(), Int<1>{}) { return {}; }`,
    );
    draft.declare(`template <class T> auto ${f}(T const&, long) { return Int<2>{}; }`);
  } else if (style === 2) {
    draft.declare(`template <class T, class = ${test[0]}> auto ${f}(T const&, int) { return Int<1>{}; }`);
    draft.declare(`template <class T> auto ${f}(T const&, ...) { return Int<2>{}; }`);
  } else if (style === 3) {
    draft.declare(
      `template <class T> std::enable_if_t<std::is_void_v<std::void_t<${test[0]}>>, _1> ${f}(T const&, int) { return {}; }`,
    );
    draft.declare(`template <class T> _2 ${f}(T const&, char) { return {}; }`);
  } else {
    draft.declare(`template <class T, class = void> constexpr bool ${has} = false;`);
    draft.declare(`template <class T> constexpr bool ${has}<T, std::void_t<${test[0]}>> = true;`);
    draft.declare(`template <class T> constexpr int ${f}(T const&) { return ${has}<T> ? 1 : 2; }`);
  }
  const more = style >= 1 && style <= 3 ? ', 0' : '';
  for (const arg of draft.some(
    [`${a}{}`, `${b}{}`, `${c}{}`, '1', '1.5', "'a'", 'true', '_4{}', 'make_layout(4)'],
    3,
    6,
  ))
    draft.ask(`${f}(${arg}${more})`);
  if (style === 0) draft.ask(`${has}<${draft.rng.pick([a, b, c, 'int', 'int*'])}>::value`, { constant: true });
};

const enableIf: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(2, 6);
  const way = draft.rng.int(0, 3);
  if (way === 0) {
    draft.declare(
      `template <int N, std::enable_if_t<(N < ${n}), int> = 0> auto ${f}(Int<N>) { return Int<N + 10>{}; }`,
    );
    draft.declare(
      `template <int N, std::enable_if_t<(N >= ${n}), int> = 0> auto ${f}(Int<N>) { return Int<N * 2>{}; }`,
    );
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
  const [small, integral, both] = ['Small', 'Whole', 'Both'].map((stem) => draft.name(stem)) as [
    string,
    string,
    string,
  ];
  draft.declare(`template <class T> concept ${small} = sizeof(T) <= ${draft.rng.pick([1, 2, 4])};`);
  draft.declare(
    `template <class T> concept ${integral} = ${draft.rng.pick(['std::is_integral_v<T>', 'requires(T t) { t % 2; }', 'requires(T t) { t << 1; requires sizeof(T) > 1; }'])};`,
  );
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
  draft.ask(`${draft.rng.pick([small, integral, both])}<${draft.rng.pick(['int', 'char', 'double', '_3', 'int*'])}>`, {
    constant: true,
  });
  if (draft.rng.chance(0.5))
    draft.ask(`requires { typename std::array<int, 3>::${draft.rng.pick(['value_type', 'nothing'])}; }`, {
      plain: true,
    });
};

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
  for (const call of draft.some(
    [
      `${f}<>(1)`,
      `${f}<int>(1)`,
      `${f}<int>(1.5)`,
      `${f}<7>(1)`,
      `${f}<short>(1)`,
      `${f}<double, int>(1)`,
      `${f}<char>('a')`,
      `${f}<long>(3)`,
    ],
    2,
    5,
  ))
    draft.ask(call);
};

export const constraintIdioms: Readonly<Record<string, Idiom>> = { substitution, enableIf, concepts, templates };
