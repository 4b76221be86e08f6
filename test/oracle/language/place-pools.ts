// Pools about where code stands (`__LINE__`, and what default arguments ask of the place of a call), about pointers
// into literals, and about objects with a constant as a base.
import type { Idiom } from './draft';
import { pool, type Pool } from './pool';

/** Numbers of lines are asked for from a line of the program on: many programs are one unit. `%` in it is the number of
 *  the macros. */
const linePool: Pool = {
  declare: `
    constexpr int at@(int = 0, int line = __builtin_LINE()) { return line; }
    template <class T> constexpr int of@(T, int line = __builtin_LINE()) { return line; }
    struct G@ { int x = __builtin_LINE(), y = at@(); };
    struct N@ { int x = at@(); constexpr N@() {} constexpr N@(int n) : x(at@(n)) {} private: int z = #; };
    struct L@ { int at; constexpr L@(int line = __builtin_LINE()) : at(line) {} };
    struct D@ : L@ { constexpr D@() {} constexpr D@(int n) : L@(n) {} };
    struct I@ : L@ {};
    struct M@ { L@ l; G@ g{}; constexpr M@() {} };
    struct P@ { L@ l; G@ g; int n = at@(#); };
    struct C@ { int at; constexpr C@(int, int line = __builtin_LINE()) : at(line) {} };
    constexpr int takes@(C@ c) { return c.at; }
    constexpr int b@ = __LINE__;
    constexpr G@ g@{};
    constexpr N@ n@;
    constexpr M@ m@{};
    constexpr P@ p@{};
    constexpr P@ q@ = {L@(3), {#}};
    constexpr I@ i@;
    constexpr int in@() { return at@(); }
    template <class T> constexpr int tin@(T t) { return of@(t); }
    constexpr int on@(int a = at@(0, at@())) { return a; }
    constexpr int inner@(int a = in@()) { return a; }
    constexpr int NAMED%(v@_, __LINE__) = #;
    static const int s@ = at@();`,
  ask: [
    'g@.x - b@',
    'g@.y - b@',
    'n@.x - b@',
    'N@(#).x - b@',
    'm@.l.at - b@',
    'm@.g.x - b@',
    'p@.l.at - b@',
    'p@.g.y - b@',
    'p@.n - b@',
    'q@.g.y - b@',
    'q@.l.at',
    'i@.at - b@',
    'in@() - b@',
    'tin@(#) - b@',
    'tin@(1.5) - b@',
    'inner@() - b@',
    'on@() - HERE%',
    'at@() - HERE%',
    'at@(#) - __LINE__',
    'of@(1.5) - HERE%',
    'BOTH%(at@, #)',
    'BOTH%(at@, )',
    'L@().at - __LINE__',
    'L@{}.at - HERE%',
    'L@(#).at',
    'D@().at - b@',
    'D@(#).at',
    'G@{}.x - __LINE__',
    'G@{#}.y - HERE%',
    'takes@(#) - HERE%',
    '[](int l = at@()) { return l; }() - __LINE__',
    '__builtin_LINE() - HERE%',
    'noexcept(at@())',
    'noexcept(__builtin_LINE())',
    's@ - b@',
  ],
};

const sourceLines: Idiom = (draft) => {
  const at = draft.name('M');
  draft.declare(
    `#define HERE${at} __LINE__`,
    `#define BOTH${at}(f, ...) (f(__VA_ARGS__) - __LINE__)`,
    `#define PASTE${at}(a, b) a##b`,
    `#define NAMED${at}(a, b) PASTE${at}(a, b)`,
  );
  const named = (text: string): string => text.replaceAll('%', at);
  pool({ declare: named(linePool.declare), ask: linePool.ask.map(named) })(draft);
};

const literals = pool({
  declare: `
    constexpr int length@(char const* t) { char const* e = t; while (*e) ++e; return e - t; }
    constexpr bool same@(char const* a, char const* b) { while (*a && *a == *b) { ++a; b++; } return *a == *b; }
    constexpr int count@(char const* t, char c) { int n = 0; for (; *t != 0; t++) n += *t == c; return n; }
    constexpr char const* name@(char const* t = "name@") { return t; }
    constexpr char const* pick@(int i) { char const* all[] = {"one", "three", ""}; return all[i % 3]; }
    constexpr char const* func@() { return __func__; }
    constexpr int size@() { return sizeof(__func__); }
    template <class T> constexpr bool fn@(T) { return same@(__func__, "fn@"); }
    struct H@ { char const* t = "held"; char const* p = t + 2; };
    constexpr char const* asked@(char const* f = __builtin_FUNCTION()) { return f; }
    constexpr int who@() { return length@(asked@()); }`,
  ask: [
    'length@("abc#")',
    'length@("")',
    'same@("ab", "ab")',
    'same@("ab", "abc")',
    'count@("banana", \'a\')',
    'length@(name@())',
    'length@(name@("x#") + 1)',
    'int(name@()[#])',
    'int(*(name@() + 2))',
    'length@(pick@(#))',
    'int(pick@(#)[0])',
    'length@(func@())',
    'size@()',
    'fn@(#)',
    'length@(H@{}.p)',
    'int(*H@{}.p)',
    'who@()',
    'name@() != nullptr',
    '!name@()',
    '(pick@(#) ? # : 0)',
    'int(*"x#")',
    '"abc" + 1 == nullptr',
  ],
});

const constantBases = pool({
  declare: `
    template <class...> struct Adl@ {};
    template <class T, T v> struct K@ : std::integral_constant<T, v>, Adl@<K@<T, v>> { using type = K@; };
    struct A@ : std::true_type {};
    struct B@ : std::integral_constant<int, #> { int x; };
    struct O@ : std::false_type { O@(int) {} };
    struct U@ : std::true_type { U@(U@ const&) {} U@() = default; };
    struct H@ { A@ a; K@<int, #> k; int* p; };
    struct V@ { virtual ~V@(); A@ a; };
    constexpr int f@(int) { return 1; }
    constexpr int f@(...) { return 2; }
    constexpr int g@(bool) { return 1; }
    template <class T> constexpr int g@(T) { return 2; }
    constexpr int h@(K@<bool, true>) { return 1; }
    constexpr int h@(K@<bool, false>) { return 2; }
    constexpr int h@(bool) { return 3; }
    template <int i> constexpr int t@(A@, int) { return 1; }
    template <int i, class R> constexpr int t@(K@<int, i>, R) { return 2; }
    constexpr bool c@ = # > 4;`,
  ask: [
    'std::is_trivially_copyable_v<A@>',
    'std::is_trivially_copyable_v<B@>',
    'std::is_trivially_copyable_v<H@>',
    'std::is_trivially_copyable_v<U@>',
    'std::is_trivially_default_constructible_v<A@>',
    'std::is_nothrow_default_constructible_v<K@<int, #>>',
    'std::is_nothrow_copy_constructible_v<B@>',
    'std::is_nothrow_move_assignable_v<H@>',
    'std::is_copy_constructible_v<V@>',
    'std::is_default_constructible_v<O@>',
    'std::is_constructible_v<O@, int>',
    'std::is_constructible_v<O@, A@>',
    'std::is_constructible_v<int, B@>',
    'std::is_convertible_v<A@, int>',
    'std::is_convertible_v<B@, double>',
    'std::is_convertible_v<A@, B@>',
    'std::is_assignable_v<A@&, A@>',
    'std::is_final_v<A@>',
    'std::is_empty_v<K@<int, #>>',
    'noexcept(A@{})',
    'noexcept(O@(#))',
    'noexcept(f@(#))',
    'f@(A@{})',
    'g@(A@{})',
    'g@(B@{{}, #})',
    'h@(K@<bool, true>{})',
    'h@(K@<bool, false>{})',
    'h@(A@{})',
    't@<3>(A@{}, #)',
    't@<3>(K@<int, 3>{}, A@{})',
    'A@{} + #',
    'K@<int, #>{} * 2 < #',
    '!A@{}',
    '(c@ ? A@{} : O@(#))',
    '(c@ ? K@<int, 3>{} : K@<int, 4>{})',
    '(c@ ? A@{} : #)',
    'sizeof(H@)',
    'sizeof(B@)',
  ],
});

export const placePools: Readonly<Record<string, Idiom>> = { sourceLines, literals };
export const constantBasePools: Readonly<Record<string, Idiom>> = { constantBases };
