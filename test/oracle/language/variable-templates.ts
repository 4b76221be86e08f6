// Variable templates with specialisations, guides for the arguments of class templates, defaults that use other
// parameters, and templates that are parameters.
import type { Idiom } from './draft';

const patterns = [
  ['class T', 'T*, U'],
  ['class T', 'T, T'],
  ['class T', 'T[], T'],
  ['class T, class U', 'T*, U*'],
  ['class T, class U', 'std::pair<T, U>, U'],
  ['class T', 'T const, int'],
  ['class T, size_t N', 'T[N], int'],
  ['class T, class U', 'T, U&'],
  ['', 'int, int'],
  ['', 'char const*, int'],
  ['class... T', 'std::tuple<T...>, int'],
  ['class A, class B', 'cute::tuple<A, B>, int'],
  ['int N', 'Int<N>, int'],
  ['class R, class... A', 'R(A...), int'],
] as const;

const partial: Idiom = (draft) => {
  const v = draft.name('v');
  const value = (head: string, i: number): string =>
    draft.rng.pick([
      String(i + 1),
      ...(/class T\b(?!.*\.\.\.)/.test(head) ? [`${i + 1} + 10 * int(sizeof(T))`] : []),
      ...(head.includes('int N') ? [`${i + 1} + 100 * N`] : []),
      ...(/\.\.\. T/.test(head) ? [`${i + 1} + 10 * int(sizeof...(T))`] : []),
    ]);
  draft.declare(`template <class T, class U = int> constexpr int ${v} = 0;`);
  draft.some(patterns, 2, 6).forEach(([head, args], i) => {
    const all = args.includes('U') && !head.includes('U') ? `${head}, class U` : head;
    const storage = head === '' ? '' : 'inline ';
    draft.declare(`template <${all}> ${storage}constexpr int ${v}<${args}> = ${value(head, i)};`);
  });
  const type = (): string =>
    draft.rng.pick([
      'int',
      'int*',
      'char const*',
      'short',
      'int const',
      'int[3]',
      'int&',
      'std::pair<short, int>',
      'std::tuple<int, char>',
      'cute::tuple<_1, int>',
      '_7',
      'int(char)',
    ]);
  draft.times(4, 8, () =>
    draft.ask(
      `${v}<${type()}${draft.rng.chance(0.4) ? `, ${draft.rng.pick(['int', 'short', 'int*', 'int&'])}` : ''}>`,
      {
        constant: true,
      },
    ),
  );
  draft.declare(
    `template <class T> struct W${v} { template <class U> static constexpr int in = 1; template <int N> static constexpr int n = N + int(sizeof(T)); };`,
    `template <int N> constexpr int f${v} = N * f${v}<N - 1>;`,
    `template <> constexpr int f${v}<0> = 1;`,
    `template <class T> constexpr T pi${v} = T(3.25);`,
    `template <class T> auto l${v} = [](T t) { return t + T(1); };`,
  );
  for (const one of draft.some(
    [
      `W${v}<int>::template in<short>`,
      `W${v}<int>::in<short*>`,
      `W${v}<char>::n<4>`,
      `f${v}<${draft.rng.int(2, 6)}>`,
      `pi${v}<int> + int(pi${v}<double> * 4)`,
    ],
    2,
    5,
  ))
    draft.ask(one, { constant: true });
  draft.ask(`l${v}<${draft.rng.pick(['int', 'char', 'short'])}>(4)`);
};

const guides: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(
    `template <class T, int N> struct ${a} { T v[N]; static constexpr int n = N; using type = T; };`,
    `template <class T, class... U> ${a}(T, U...) -> ${a}<T, 1 + int(sizeof...(U))>;`,
    `template <class T> struct ${b} { T t; ${b}(T t) : t(t) {} template <class I> ${b}(I first, I) : t(*first) {} static constexpr int size = sizeof(T); };`,
    `template <class I> ${b}(I, I) -> ${b}<std::remove_cvref_t<decltype(*I())>>;`,
    ...(draft.rng.chance(0.5) ? [`${b}(char const*) -> ${b}<std::string_view>;`] : []),
    ...(draft.rng.chance(0.5) ? [`explicit ${b}(short) -> ${b}<double>;`] : []),
    ...(draft.rng.chance(0.5) ? [`${b}(char) -> ${b}<int>;`] : []),
    `template <class T, class D = Int<${draft.rng.int(2, 9)}>> struct ${c} { T t{}; D d{}; };`,
    `template <class T> ${c}(T) -> ${c}<T>;`,
    `template <class T, class D> ${c}(T, D) -> ${c}<T, D>;`,
    ...(draft.rng.chance(0.5) ? [`template <class T> ${c}(T*) -> ${c}<T, _1>;`] : []),
  );
  const x = draft.name('x');
  draft.run(
    `${a} a${x}{${draft.rng.pick(['1, 2, 3', "'a', 'b'", '4', 'short(1), short(2)'])}};`,
    `int r${x}[2] = {${draft.rng.int(1, 9)}, 5};`,
    `${b} b${x}${draft.rng.pick(['(1)', '{2.5}', `(r${x}, r${x} + 2)`, `{&r${x}[1], &r${x}[1]}`, "('a')", '(short(2))', `(b0${x})`])};`.replace(
      /\(b0.*\)/,
      '(_3{})',
    ),
    `${b} d${x} = b${x};`,
    `${c} c${x}${draft.rng.pick(['{1}', '{1, 2.5}', '{_4{}, _5{}}', '{}'])};`.replace('{};', '{short(3)};'),
    `${c} e${x}{c${x}};`,
    `std::pair p${x}{1, 'a'};`,
    `std::array y${x}{1, 2, ${draft.rng.int(3, 9)}};`,
    `std::tuple t${x}{1, 2.5, _2{}};`,
  );
  for (const one of draft.some(
    [
      `a${x}.n`,
      `sizeof(a${x})`,
      `sizeof(typename decltype(a${x})::type)`,
      `b${x}.size`,
      `int(sizeof(d${x}.t))`,
      `c${x}.d`,
      `sizeof(c${x}.t)`,
      `sizeof(e${x})`,
      `sizeof(p${x})`,
      `y${x}.size()`,
      `y${x}[2]`,
      `sizeof(t${x})`,
      `std::tuple_size_v<decltype(t${x})>`,
      `std::get<2>(t${x})`,
      `sizeof(decltype(${b}(r${x}, r${x})))`,
      `sizeof(${b}{1}.t)`,
    ],
    5,
    11,
  ))
    draft.ask(one, { plain: true });
};

const parameters: Idiom = (draft) => {
  const s = draft.name('S');
  const n = draft.rng.int(2, 6);
  draft.declare(
    `template <class T, int N = int(sizeof(T)), class U = std::conditional_t<(N > 2), T*, T>, bool B = std::is_pointer_v<U>> struct ${s} { static constexpr int value = N * 10 + B; using type = U; };`,
    `template <class T, class U, bool B> struct ${s}<T, ${n}, U, B> { static constexpr int value = -1; using type = void; };`,
    `template <template <class, int...> class F, class T> struct ${s}f { static constexpr int value = 5; };`,
    `template <class T, int... N> struct ${s}v { static constexpr int value = (${n} + ... + N); template <int K> using more = ${s}v<T, N..., K>; };`,
    `template <auto V, decltype(V) W = V> struct ${s}a { static constexpr auto value = V * 2 + W; };`,
    `template <auto... V> struct ${s}p { static constexpr int value = (0 + ... + int(sizeof(V))); };`,
    `template <class T, T... V> struct ${s}t { static constexpr T value = T((V * ... * 1)); };`,
    `struct ${s}c { int x, y; constexpr bool operator==(${s}c const&) const = default; };`,
    `template <${s}c C> struct ${s}k { static constexpr int value = C.x * 10 + C.y; };`,
    `template <int const& R> struct ${s}r { static constexpr int size = sizeof(R); };`,
    `constexpr int ${s}g = ${n};`,
    `template <class T, class = T> using ${s}u = cute::tuple<T, Int<${n}>>;`,
  );
  const type = (): string => draft.rng.pick(['char', 'short', 'int', 'double', '_3']);
  draft.times(4, 9, () =>
    draft.ask(
      draft.rng.pick([
        `${s}<${type()}>::value`,
        `${s}<${type()}, ${draft.rng.int(1, 6)}>::value`,
        `${s}<${type()}, 4, int>::value`,
        `sizeof(${s}v<${type()}, 1>)`,
        `${s}v<int, 1, ${draft.rng.int(2, 9)}>::value`,
        `${s}v<int, 1>::more<${n}>::more<3>::value`,
        `${s}a<${draft.rng.pick(['3', "'a'", '4u', 'true', 'short(2)'])}>::value`,
        `${s}p<1, 'a', 2ll, true>::value`,
        `${s}t<${draft.rng.pick(['int', 'char', 'unsigned char', 'short'])}, 3, ${draft.rng.int(5, 90)}>::value`,
        `${s}k<${s}c{${n}, 3}>::value`,
        `${s}f<${s}v, int>::value`,
        `${s}r<${s}g>::size`,
        `std::is_same_v<typename ${s}<${type()}>::type, int*>`,
      ]),
      { constant: true },
    ),
  );
  draft.ask(`${s}u<${type()}>{}`.replace('double', 'int'));
};

export const variableTemplateIdioms: Readonly<Record<string, Idiom>> = {
  partial,
  explicitGuides: guides,
  parameters,
};
