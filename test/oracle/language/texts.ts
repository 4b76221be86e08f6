// Characters and strings, as values, as constants, in shapes and in sizes; functions that compute constants.
import type { Draft, Idiom } from './draft';

const character = (draft: Draft): string =>
  draft.rng.pick(["'a'", "'Z'", "'0'", "'\\n'", "'\\x7f'", "'\\''", "' '", 'char(200)', "'\\101'", "'\\0'"]);

const characters: Idiom = (draft) => {
  const c = draft.name('c');
  const type = draft.rng.pick(['char', 'signed char', 'unsigned char', 'char8_t', 'char16_t', 'wchar_t', 'char const']);
  draft.run(`${type} ${c} = ${draft.rng.pick(["'a'", "'0'", "'Z'", "'b'"])};`, `char d${c} = ${character(draft)};`);
  const f = draft.name('f');
  draft.declare(
    `template <class T> constexpr int ${f}(T) { return int(sizeof(T)) * 10 + std::is_signed_v<T>; }`,
    `constexpr int ${f}o(char) { return 1; }`,
    `constexpr int ${f}o(signed char) { return 2; }`,
    `constexpr int ${f}o(unsigned char) { return 3; }`,
    `constexpr int ${f}o(int) { return 4; }`,
    `template <char C> constexpr int ${f}c = C + 1;`,
    `template <char... C> constexpr int ${f}s = (0 + ... + (C - '0'));`,
  );
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `${c} + 1`,
        `d${c} + 1`,
        `d${c}`,
        `d${c} < 0`,
        `char(${c} + 1)`,
        `(unsigned char)d${c}`,
        `${c} - '0'`,
        `${f}(${c})`,
        `${f}(d${c})`,
        `${f}(${c} + d${c})`,
        `${f}o(${draft.rng.pick([c, `d${c}`, "'a'", `${c} + 1`, `(unsigned char)${c}`, "u8'a'", "L'a'", "u'a'"])})`,
        `${f}c<${character(draft)}>`,
        `${f}s<'1', '2', '${draft.rng.int(3, 9)}'>`,
        `C<${character(draft)}>{}`,
        `C<${character(draft)}>{} + _1{}`,
        `Int<${character(draft)}>{}`,
        `sizeof(${character(draft)})`,
        `std::is_same_v<decltype(${c} + ${c}), int>`,
        `${c}++`,
        `(d${c} += 100)`,
        `(d${c} *= 3) == d${c}`,
        `d${c} >> 1`,
        `${c} == 'a' ? 5 : 6`,
        `std::numeric_limits<char>::max() - ${c}`,
      ]),
      { plain: true },
    ),
  );
};

/** Shapes of characters: CuTe prints a `char` as the character. */
const shapes: Idiom = (draft) => {
  const c = draft.name('c');
  draft.run(
    `${draft.rng.pick(['char', 'char const', 'constexpr char', 'signed char', 'uint8_t', 'short'])} ${c} = ${draft.rng.pick(["'a'", '44', "'0'", '62'])};`,
  );
  const item = (): string => draft.rng.pick([c, c, "'b'", '3', '_4{}', "C<'c'>{}", `${c} + 1`, 'short(5)', 'true']);
  draft.times(4, 8, () =>
    draft.ask(
      draft.rng.pick([
        `make_shape(${item()}, ${item()})`,
        `make_layout(make_shape(${item()}, ${item()}))`,
        `make_layout(${item()})`,
        `cute::make_tuple(${item()}, ${item()}, ${item()})`,
        `size(make_shape(${item()}, ${item()}))`,
        `sizeof(make_shape(${item()}, ${item()}))`,
        `get<0>(make_shape(${item()}, ${item()}))`,
        `make_layout(make_shape(${item()}, _2{}), make_stride(${item()}, _1{}))`,
        `make_layout(make_shape(${item()}, ${item()}))(1, 1)`,
        `std::is_same_v<decltype(make_shape(${item()}, ${item()})), cute::tuple<${draft.rng.pick(['int', 'char', '_4'])}, ${draft.rng.pick(['int', 'short', 'char'])}>>`,
        `append(make_shape(${item()}), ${item()})`,
        `std::get<1>(std::make_tuple(${item()}, ${item()}))`,
        `std::make_pair(${item()}, ${item()}).first`,
      ]),
      { plain: true },
    ),
  );
};

const strings: Idiom = (draft) => {
  const s = draft.name('s');
  const text = draft.rng.pick(['abc', 'x', 'hello', '', 'a b', '0123456789']);
  draft.declare(
    `constexpr int n${s}(char const* p) { int n = 0; while (p[n] != 0) ++n; return n; }`,
    `constexpr unsigned h${s}(std::string_view v) { unsigned h = 5381; for (char c : v) h = h * 33 + c; return h % 1000; }`,
    `template <size_t N> struct F${s} { char v[N]; constexpr F${s}(char const (&p)[N]) { for (size_t i = 0; i < N; ++i) v[i] = p[i]; } static constexpr int size = N; };`,
    `template <F${s} S> constexpr int k${s} = S.size * 10 + S.v[0] % 10;`,
    `inline char const* const g${s}[] = {"one", "two", "${text}"};`,
  );
  draft.run(
    `char const* ${s} = "${text}";`,
    `char a${s}[] = "${text}";`,
    `constexpr char b${s}[8] = "ab";`,
    `std::string_view v${s} = "${text}xy";`,
    `char const (&r${s})[3] = "uv";`,
  );
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `sizeof(a${s})`,
        `sizeof(b${s})`,
        `sizeof("${text}")`,
        `sizeof(${s})`,
        `sizeof(r${s})`,
        `a${s}[0] + 0`,
        `b${s}[1] - 'a'`,
        `b${s}[5] + 1`,
        `"${text}z"[0] + 1`,
        `*"q" - 'a'`,
        `n${s}("${text}")`,
        `n${s}(${s})`,
        `n${s}(b${s})`,
        `h${s}("${text}")`,
        `v${s}.size()`,
        `v${s}[v${s}.size() - 1] - 'a'`,
        `v${s}.substr(1).size()`,
        `std::string_view(${s}).size()`,
        `std::strlen("${text}")`,
        `std::strcmp("a", "b") < 0`,
        `k${s}<"${text}w">`,
        `sizeof(g${s}) / sizeof(g${s}[0])`,
        `g${s}[1][0] - 'a'`,
        `sizeof("a" "${text}")`,
        `sizeof(R"(${text})")`,
        `sizeof(u"${text}")`,
        `std::is_same_v<decltype("${text}"), char const (&)[${text.length + 1}]>`,
        `std::size("${text}")`,
        `${s}[0] == "${text}"[0]`,
        `v${s} == "${text}xy" ? 3 : 4`,
        `v${s}.find('y')`,
        `std::string("${text}").size()`,
      ]),
    ),
  );
};

/** Constant functions that call themselves, loop over arrays, and make tables. */
const computed: Idiom = (draft) => {
  const f = draft.name('f');
  const k = draft.rng.int(2, 6);
  draft.declare(
    `constexpr int ${f}g(int a, int b) { return b == 0 ? a : ${f}g(b, a % b); }`,
    `constexpr int ${f}p(int b, int e) { return e == 0 ? 1 : e % 2 ? b * ${f}p(b, e - 1) : ${f}p(b * b, e / 2); }`,
    `constexpr int ${f}l(unsigned n) { return n <= 1 ? 0 : 1 + ${f}l(n >> 1); }`,
    `constexpr bool ${f}q(int n, int d = 2) { return d * d > n ? n > 1 : n % d != 0 && ${f}q(n, d + 1); }`,
    `template <int N> constexpr std::array<int, N> ${f}t() { std::array<int, N> a{}; for (int i = 0; i < N; ++i) a[i] = i == 0 ? ${k} : a[i - 1] * 2 + i; return a; }`,
    `constexpr int ${f}a(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ${f}a(m - 1, 1) : ${f}a(m - 1, ${f}a(m, n - 1)); }`,
    `constexpr int ${f}e(int n); constexpr int ${f}o(int n) { return n == 0 ? 0 : ${f}e(n - 1); }`,
    `constexpr int ${f}e(int n) { return n == 0 ? 1 : ${f}o(n - 1); }`,
    `constexpr auto ${f}s = [] { int s[4] = {3, 1, ${k}, 2}; for (int i = 0; i < 4; ++i) for (int j = i + 1; j < 4; ++j) if (s[j] < s[i]) { int t = s[i]; s[i] = s[j]; s[j] = t; } return s[0] * 1000 + s[1] * 100 + s[2] * 10 + s[3]; }();`,
    `struct S${f} { int d[3]; constexpr S${f}(int n) : d{n, n + 1, n * 2} {} constexpr int sum() const { int s = 0; for (int v : d) s += v; return s; } constexpr S${f} next() const { return S${f}(sum() % 7); } };`,
    `constexpr S${f} c${f}{${k}};`,
  );
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `${f}g(${draft.rng.int(2, 60)}, ${draft.rng.int(2, 60)})`,
        `${f}p(${draft.rng.int(2, 4)}, ${draft.rng.int(0, 7)})`,
        `${f}l(${draft.rng.int(1, 500)})`,
        `${f}q(${draft.rng.int(2, 60)})`,
        `${f}t<${draft.rng.int(2, 5)}>()[1]`,
        `${f}a(${draft.rng.int(0, 1)}, ${draft.rng.int(0, 4)})`,
        `${f}e(${draft.rng.int(0, 6)})`,
        `${f}s`,
        `c${f}.sum()`,
        `c${f}.next().next().d[1]`,
        `S${f}(${draft.rng.int(1, 9)}).sum()`,
      ]),
      { constant: true },
    ),
  );
  draft.ask(`make_layout(make_shape(Int<${f}p(2, ${k})>{}, Int<${f}l(64)>{}))`, { plain: true });
};

export const textIdioms: Readonly<Record<string, Idiom>> = {
  characters,
  charShapes: shapes,
  stringValues: strings,
  computed,
};
