// Class templates, variable templates and alias templates: partial and explicit specialisations, and the deduction of
// class template arguments.
import type { Idiom } from './draft';

const types = [
  'int',
  'int const',
  'int*',
  'int const*',
  'int* const',
  'int&',
  'int&&',
  'int const&',
  'short',
  'char',
  'bool',
  'double',
  'int[3]',
  'int[]',
  'int**',
  'void',
  'int(int)',
  'int(*)(int)',
  'unsigned',
  '_3',
  'C<3u>',
  'Layout<_4>',
  'cute::tuple<int, _2>',
  'std::nullptr_t',
] as const;

const patterns = [
  ['class T', 'T*'],
  ['class T', 'T const'],
  ['class T', 'T&'],
  ['class T', 'T&&'],
  ['class T', 'T const*'],
  ['class T', 'T* const'],
  ['class T', 'T**'],
  ['class T, int N', 'T[N]'],
  ['class T', 'T[]'],
  ['class T, class U', 'T(U)'],
  ['class T, class... U', 'T(*)(U...)'],
  ['int N', 'Int<N>'],
  ['auto N', 'C<N>'],
  ['class S, class D', 'Layout<S, D>'],
  ['class... T', 'cute::tuple<T...>'],
  ['class T', 'cute::tuple<T, _2>'],
  ['', 'int'],
  ['', 'int const'],
  ['', 'void'],
  ['', 'char'],
  ['', '_3'],
  ['', 'int*'],
] as const;

/** Explicit or partial specialisations for one type. */
const oneType: Idiom = (draft) => {
  const r = draft.name('R');
  const isVariable = draft.rng.chance(0.4);
  const write = (head: string, args: string, n: number): void =>
    draft.declare(
      isVariable
        ? `template <${head}> ${args === '' && draft.rng.chance(0.5) ? 'inline ' : ''}constexpr int ${r}${args} = ${n};`
        : `template <${head}> struct ${r}${args} { static constexpr int value = ${n}; };`,
    );
  write('class T', '', 0);
  draft.some(patterns, 2, 6).forEach(([head, pattern], i) => write(head, `<${pattern}>`, i + 1));
  for (const type of draft.some(types, 4, 9))
    draft.ask(isVariable ? `${r}<${type}>` : `${r}<${type}>::value`, { constant: true });
};

const pairs = [
  ['class T', 'T, T'],
  ['class T', 'T*, T'],
  ['class T, class U', 'T*, U*'],
  ['class T, class U', 'T*, U'],
  ['class T', 'T, int'],
  ['class T', 'int, T'],
  ['class T', 'T const, T'],
  ['class T', 'T, T&'],
  ['int N', 'Int<N>, Int<N>'],
  ['int N, class T', 'Int<N>, T'],
  ['class A, class B, class D', 'Layout<Shape<A, B>, D>, int'],
  ['', 'int, int'],
  ['', 'int*, int'],
] as const;

/** Specialisations for two types, of which some are more special than others. */
const twoTypes: Idiom = (draft) => {
  const q = draft.name('Q');
  draft.declare(
    `template <class T, class U${draft.rng.chance(0.5) ? ' = int' : ''}> struct ${q} { static constexpr int value = 0; };`,
  );
  draft
    .some(pairs, 2, 5)
    .forEach(([head, pattern], i) =>
      draft.declare(`template <${head}> struct ${q}<${pattern}> { static constexpr int value = ${i + 1}; };`),
    );
  const some = ['int', 'int*', 'short', 'int const', 'int&', 'short*', '_3', '_2', 'Layout<Shape<_2, _4>>'];
  draft.times(4, 9, () =>
    draft.ask(`${q}<${draft.rng.pick(some)}, ${draft.rng.pick(some)}>::value`, { constant: true }),
  );
  if (draft.rng.chance(0.4)) draft.ask(`${q}<${draft.rng.pick(some)}>::value`, { constant: true });
};

/** Numbers as arguments: chosen by value, computed, and by themselves once more. */
const numbers: Idiom = (draft) => {
  const s = draft.name('N');
  const way = draft.rng.int(0, 4);
  const [k, l] = [draft.rng.int(2, 5), draft.rng.int(1, 3)];
  if (way === 0) {
    draft.declare(`template <int N> struct ${s} { static constexpr int value = ${s}<N - 1>::value * ${l} + N; };`);
    draft.declare(`template <> struct ${s}<0> { static constexpr int value = ${k}; };`);
  } else if (way === 1) {
    draft.declare(`template <int N, bool B = (N > ${k})> struct ${s} { static constexpr int value = N + 10; };`);
    draft.declare(`template <int N> struct ${s}<N, true> { static constexpr int value = N * 3; };`);
    draft.declare(`template <bool B> struct ${s}<${k}, B> { static constexpr int value = B ? 1 : 2; };`);
  } else if (way === 2) {
    draft.declare(`template <int N> constexpr int v${s} = v${s}<N - 1> + v${s}<N - 2>;`);
    draft.declare(`template <> constexpr int v${s}<0> = ${l};`, `template <> inline constexpr int v${s}<1> = ${k};`);
    draft.declare(`template <int N> struct ${s} { enum { value = v${s}<N> }; };`);
  } else if (way === 3) {
    draft.declare(`template <auto V> struct ${s} { static constexpr auto value = V + V; };`);
    draft.declare(`template <> struct ${s}<${k}> { static constexpr auto value = 100; };`);
    draft.declare(`template <> struct ${s}<'a'> { static constexpr auto value = 200; };`);
  } else {
    draft.declare(`template <int... N> struct ${s} { static constexpr int value = sizeof...(N); };`);
    draft.declare(
      `template <int A, int... N> struct ${s}<A, ${k}, N...> { static constexpr int value = A + 10 * sizeof...(N); };`,
    );
    draft.declare(`template <int A> struct ${s}<A> { static constexpr int value = -A; };`);
  }
  draft.times(3, 6, () => {
    const [a, b, c] = [draft.rng.int(0, 7), draft.rng.pick([k, draft.rng.int(0, 5)]), draft.rng.int(0, 4)];
    const args =
      way === 4
        ? draft.rng.pick(['', `${a}`, `${a}, ${b}`, `${a}, ${b}, ${c}`])
        : way === 3
          ? draft.rng.pick([`${a}`, "'a'", 'true', `${k}`, '7u'])
          : `${a}`;
    draft.ask(`${s}<${args}>::value`, { constant: true });
  });
};

const aliases: Idiom = (draft) => {
  const [a, b] = [draft.name('A'), draft.name('B')];
  const way = draft.rng.int(0, 4);
  const n = draft.rng.int(2, 9);
  if (way === 0) {
    draft.declare(
      `template <class T> using ${a} = std::conditional_t<(sizeof(T) > ${draft.rng.pick([1, 2, 4])}), Int<${n}>, _1>;`,
    );
    for (const type of draft.some(['char', 'short', 'int', 'double', '_3'], 2, 4)) draft.ask(`${a}<${type}>{}`);
  } else if (way === 1) {
    draft.declare(
      `template <class T> struct ${b} { template <class U> using to = cute::tuple<T, U>; using self = ${b}; using type = T; };`,
    );
    draft.declare(`template <class T, class U = _2> using ${a} = typename ${b}<T>::template to<U>;`);
    draft.ask(`${a}<_3>{}`);
    draft.ask(`${a}<_3, Int<${n}>>{}`);
    draft.ask(`typename ${b}<Int<${n}>>::self::type{}`);
  } else if (way === 2) {
    draft.declare(`template <int M, int N = M * 2> using ${a} = Layout<Shape<Int<M>, Int<N>>>;`);
    draft.ask(`${a}<${n}>{}`);
    draft.ask(`${a}<${n}, ${n + 1}>{}`);
    draft.ask(`decltype(size(${a}<${n}>{}))::value`, { constant: true });
  } else if (way === 3) {
    draft.declare(`template <class T> using ${a} = std::remove_cv_t<std::remove_reference_t<T>>;`);
    draft.declare(`template <class T, class U> using ${b} = std::is_same<${a}<T>, ${a}<U>>;`);
    draft.times(3, 5, () =>
      draft.ask(`${b}<${draft.rng.pick(types)}, ${draft.rng.pick(types)}>::value`, { constant: true }),
    );
  } else {
    draft.declare(`template <template <class...> class F, class... T> using ${a} = F<T...>;`);
    draft.declare(`template <class... T> struct ${b} { static constexpr int value = ${n} + sizeof...(T); };`);
    draft.ask(`${a}<${b}, int, short>::value`, { constant: true });
    draft.ask(`${a}<cute::tuple, _1, _${draft.rng.pick([2, 3, 4])}>{}`);
    draft.ask(`${a}<std::is_same, int, ${draft.rng.pick(['int', 'short'])}>::value`, { constant: true });
  }
};

/** The arguments of a class template, from a constructor or a guide. */
const guides: Idiom = (draft) => {
  const s = draft.name('G');
  const kind = draft.rng.int(0, 3);
  if (kind === 0) {
    draft.declare(
      `template <class T, class U = short> struct ${s} { T t; U u{}; ${s}(T t) : t(t) {} ${s}(T t, U u) : t(t), u(u) {} };`,
    );
  } else if (kind === 1) {
    draft.declare(`template <class T, class U = short> struct ${s} { T t; U u{}; };`);
    draft.declare(`template <class T> ${s}(T) -> ${s}<T>;`, `template <class T, class U> ${s}(T, U) -> ${s}<T, U>;`);
  } else if (kind === 2) {
    draft.declare(
      `template <class T, class U = short> struct ${s} { T t; U u{}; template <class V> ${s}(V v) : t(T(v)) {} ${s}(T t, U u) : t(t), u(u) {} };`,
    );
    draft.declare(
      `template <class V> ${s}(V) -> ${s}<V*, char>;`.replace('V*', draft.rng.pick(['long', 'V', 'double'])),
    );
  } else {
    draft.declare(
      `template <class T, class U = short> struct ${s} { T t; U u{}; ${s}(T const& t, T const&) : t(t) {} ${s}(T t, U* u) : t(t), u(*u) {} };`,
    );
  }
  if (draft.rng.chance(0.6))
    draft.declare(`${s}(char) -> ${s}<${draft.rng.pick(['int', 'double'])}, ${draft.rng.pick(['int', 'char'])}>;`);
  const args = ['1', "'a'", '1.5', 'short(3)', '_3{}', '1, 2', "1, 'b'", '_2{}, _2{}', '1.5f, 2.5f'];
  for (const arg of draft.some(args, 2, 5)) {
    const x = draft.name('g');
    draft.run(
      draft.rng.pick([
        `${s} ${x}(${arg});`,
        `${s} ${x}{${arg}};`,
        `auto ${x} = ${s}(${arg});`,
        `auto ${x} = ${s}{${arg}};`,
      ]),
    );
    draft.ask(`int(sizeof(${x}.t) * 10 + sizeof(${x}.u))`);
    draft.ask(`${x}.t`, { plain: true });
    if (draft.rng.chance(0.5))
      draft.ask(
        `std::is_same_v<decltype(${x}), ${s}<${draft.rng.pick(['int', 'char', 'double', '_3', 'long'])}, ${draft.rng.pick(['short', 'int', 'char'])}>>`,
        { constant: true },
      );
  }
};

/** Members that are templates, and members of specialisations. */
const memberTemplates: Idiom = (draft) => {
  const s = draft.name('M');
  const n = draft.rng.int(2, 9);
  draft.declare(
    `template <class T> struct ${s} {`,
    `  template <class U, int N = ${n}> struct In { static constexpr int value = N + int(sizeof(U)); };`,
    `  template <class U> struct In<U*, ${n}> { static constexpr int value = 50; };`,
    `  template <class U> static constexpr int v = int(sizeof(U)) * 2;`,
    `  static constexpr int count = int(sizeof(T));`,
    `  template <int K> static constexpr auto make() { return Int<K + count>{}; }`,
    `  template <class U> static constexpr int pick(U) { return ${n}; }`,
    `  static constexpr int pick(T) { return ${n} + 1; }`,
    '  using next = std::conditional_t<(sizeof(T) < 4), int, double>;',
    '};',
  );
  if (draft.rng.chance(0.6))
    draft.declare(
      `template <> struct ${s}<char> { template <class U, int N = 2> struct In { static constexpr int value = N; }; template <class U> static constexpr int v = 77; static constexpr int count = 0; template <int K> static constexpr auto make() { return Int<K>{}; } using next = short; };`,
    );
  const t = (): string => draft.rng.pick(['char', 'short', 'int', 'double', '_2']);
  const asked = (): string =>
    draft.rng.pick([
      `${s}<${t()}>::In<int>::value`,
      `${s}<${t()}>::In<int*>::value`,
      `${s}<${t()}>::In<short, 3>::value`,
      `${s}<${t()}>::v<int>`,
      `${s}<${t()}>::count`,
      `${s}<${t()}>::make<3>()`,
      `${s}<${t()}>::pick(1)`,
      `${s}<typename ${s}<${t()}>::next>::count`,
    ]);
  draft.times(4, 8, () => draft.ask(asked(), { constant: true }));
};

/** A specialisation that holds where a member, a property or a constraint does. */
const conditional: Idiom = (draft) => {
  const p = draft.name('P');
  const way = draft.rng.int(0, 2);
  const n = draft.rng.pick([1, 2, 4]);
  draft.declare(
    `template <class T${way === 2 ? '' : ', class = void'}> struct ${p} { static constexpr int value = 0; };`,
  );
  if (way === 0) {
    draft.declare(
      `template <class T> struct ${p}<T, std::enable_if_t<std::is_integral_v<T>>> { static constexpr int value = 1; };`,
    );
    draft.declare(
      `template <class T> struct ${p}<T, std::enable_if_t<std::is_floating_point_v<T>>> { static constexpr int value = 2; };`,
    );
    draft.declare(
      `template <class T> struct ${p}<T*, std::enable_if_t<(sizeof(T) > ${n})>> { static constexpr int value = 3; };`,
    );
  } else if (way === 1) {
    draft.declare(
      `template <class T> struct ${p}<T, std::void_t<typename T::value_type>> { static constexpr int value = 1 + int(sizeof(typename T::value_type)); };`,
    );
    if (draft.rng.chance(0.5))
      draft.declare(
        `template <class T> struct ${p}<T*, std::void_t<decltype(T() + 1)>> { static constexpr int value = 40; };`,
      );
  } else {
    draft.declare(`template <class T> requires (sizeof(T) > ${n}) struct ${p}<T> { static constexpr int value = 1; };`);
    draft.declare(
      `template <class T> requires (sizeof(T) > ${n}) && std::is_integral_v<T> struct ${p}<T> { static constexpr int value = 2; };`.replace(
        '(sizeof(T) > ',
        draft.rng.pick(['(sizeof(T) > ', '(sizeof(T) <= ']),
      ),
    );
    draft.declare(`template <std::floating_point T> struct ${p}<T> { static constexpr int value = 3; };`);
  }
  for (const type of draft.some(
    ['int', 'char', 'double', 'float', 'int*', 'char*', '_3', 'std::array<short, 2>', 'long long', 'bool', 'int&'],
    4,
    8,
  ))
    draft.ask(`${p}<${type}>::value`, { constant: true });
};

export const specialisationIdioms: Readonly<Record<string, Idiom>> = {
  oneType,
  twoTypes,
  numbers,
  aliases,
  guides,
  memberTemplates,
  conditional,
};
