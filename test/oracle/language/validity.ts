// Whether expressions compile, and what they promise: constructions by lists and by parentheses, copies to parameters,
// `noexcept` of calls, members that are mutable, and what constructors give several bases of one template.
import type { Idiom } from './draft';

/** Whether an expression of `T` and `A...` compiles, as a variable template of the name. */
const compiles = (name: string, e: string): readonly string[] => [
  `template <class T, class... A> auto ${name}f(int) -> decltype(void(${e}), std::true_type{});`,
  `template <class T, class... A> std::false_type ${name}f(...);`,
  `template <class T, class... A> constexpr bool ${name} = decltype(${name}f<T, A...>(0))::value;`,
];

const scalars = ['int', 'short', 'double', 'long', 'char', 'unsigned', 'int*', 'bool', 'float', 'int const&', 'int&'];

const constructors = (c: string): readonly string[] => [
  `${c}() = delete;`,
  `${c}() {}`,
  `${c}(int) {}`,
  `explicit ${c}(double) {}`,
  `${c}(int, char) {}`,
  `${c}(int*) = delete;`,
  `${c}(${c} const&) = delete;`,
  `${c}(${c}&&) = default;`,
  `template <class U> ${c}(U, short) {}`,
];

const members = ['int x;', 'double d;', 'char c;', 'int const k;', 'int n = 3;', 'int& r;', 'unsigned u;', 'int* p;'];

const constructions: Idiom = (draft) => {
  const [c, q] = [draft.name('C'), draft.name('q')];
  const own = (): string => draft.some(constructors(`${c}a`).slice(draft.rng.int(0, 1)), 0, 3).join(' ');
  const held = draft.rng.pick(['', '', `${c}a a;`]);
  draft.declare(
    `struct ${c}a { ${own()} ${draft.some(['int x;', 'double d;', 'int n = 3;', 'int* p;'], 0, 2).join(' ')} };`,
    `struct ${c}b { ${held} ${draft.some(members, 0, 3).join(' ')} };`,
    ...compiles(`${q}l`, 'T{std::declval<A>()...}'),
    ...compiles(`${q}p`, 'T(std::declval<A>()...)'),
    `template <class T> void ${q}t(T);`,
    ...compiles(`${q}v`, `${q}t<T>(std::declval<A>()...)`),
  );
  const type = (): string => draft.rng.pick([`${c}a`, `${c}b`, draft.rng.pick(['int', 'char', 'double', 'long'])]);
  const given = (): string => draft.rng.pick([...scalars, `${c}a`, `${c}a&`, `${c}a const&`, `${c}b`, `${c}b const&`]);
  const list = (most: number): string => Array.from({ length: draft.rng.int(0, most) }, given).join(', ');
  draft.times(4, 8, () => {
    const [t, args] = [type(), list(3)];
    draft.ask(`${q}${draft.rng.pick(['l', 'p'])}<${t}${args === '' ? '' : `, ${args}`}>`, { constant: true });
  });
  draft.times(2, 4, () => draft.ask(`${q}v<${type()}, ${given()}>`, { constant: true }));
};

const promised = ['', ' noexcept', ' noexcept(false)', ' noexcept(sizeof(int) == 4)'];

const promises: Idiom = (draft) => {
  const [f, s] = [draft.name('f'), draft.name('S')];
  const word = (): string => draft.rng.pick(promised);
  const end = draft.rng.pick(['', `~${s}() {}`, `~${s}()${word()} {}`]);
  draft.declare(
    `struct ${s} { ${s}()${word()} {} ${s}(int)${word()} {} ${s}(${s} const&)${word()} {} ${end} int m() const${word()} { return 1; } int x = 2; };`,
    `inline int ${f}a(int x)${word()} { return x; }`,
    `inline ${s} ${f}b()${word()} { return ${s}(); }`,
    `inline void ${f}c(${s} const&)${word()} {}`,
    `inline void ${f}d(${s})${word()} {}`,
    `template <class T> int ${f}e(T const& t) noexcept(noexcept(t.m())) { return 2; }`,
    `inline ${s}& ${f}g(${s}& s)${word()} { return s; }`,
  );
  draft.run(`${s} o${f};`, `auto l${f} = [](int x)${draft.rng.pick(['', ' noexcept'])} { return x; };`);
  const asked = [
    `${f}a(1)`,
    `${f}b()`,
    `${f}c(o${f})`,
    `${f}d(o${f})`,
    `${f}d(${s}())`,
    `${f}e(o${f})`,
    `${f}g(o${f}).m()`,
    `${f}b().m()`,
    `o${f}.x + 1`,
    `${s}()`,
    `${s}{1}`,
    `${s}(o${f})`,
    `l${f}(3)`,
    `(${f}a(1), ${f}a(2))`,
    `${f}a(${f}a(2)) ? o${f}.x : 3`,
    `int(2.5) + o${f}.m()`,
  ];
  for (const e of draft.some(asked, 4, 9)) draft.ask(`noexcept(${e})`);
  const traits = ['is_nothrow_default_constructible', 'is_nothrow_copy_constructible', 'is_nothrow_destructible'];
  draft.ask(`std::${draft.rng.pick(traits)}_v<${s}>`, { constant: true });
};

const mutableMembers: Idiom = (draft) => {
  const [s, f] = [draft.name('M'), draft.name('f')];
  const [a, b] = [draft.rng.int(1, 9), draft.rng.int(1, 9)];
  const word = (): string => draft.rng.pick(['mutable ', '']);
  draft.declare(
    `struct ${s}i { ${word()}int v = ${a}; };`,
    `struct ${s} { mutable int m = ${a}; ${word()}int n = ${b}; int const k = 4; ${word()}${s}i i; int up() const { return m += ${b}; } };`,
    `template <class A, class B> constexpr bool ${f}s = std::is_same_v<A, B>;`,
    `inline int ${f}o(int&) { return 1; }\ninline int ${f}o(int const&) { return 2; }\ninline int ${f}o(int&&) { return 3; }`,
    `template <class T> int ${f}t(T&) { return std::is_const_v<T> ? 1 : 2; }`,
    `inline int ${f}c(${s} const& x) { x.m += 10; return x.up(); }`,
  );
  draft.run(`${s} const c${f};`, `${s} v${f};`);
  const object = (): string => draft.rng.pick([`c${f}`, `v${f}`, `std::move(v${f})`, `std::as_const(v${f})`]);
  const member = (): string => draft.rng.pick(['m', 'n', 'k', 'i.v']);
  const type = (): string => draft.rng.pick(['int&', 'int const&', 'int&&', 'int const&&', 'int']);
  draft.times(3, 6, () => {
    const e = `${object()}.${member()}`;
    draft.ask(
      draft.rng.pick([
        `${f}s<decltype((${e})), ${type()}>`,
        `${f}o(${e})`,
        `${f}s<decltype(${e}), ${type()}>`,
        `${f}t(c${f}.${member()})`,
      ]),
    );
  });
  for (const line of draft.some([`c${f}.up();`, `${f}c(c${f});`, `c${f}.m = 3;`, `v${f}.up();`], 1, 3)) draft.run(line);
  draft.ask(`c${f}.m * 100 + v${f}.m`);
  draft.run(`auto const w${f} = c${f};`, `w${f}.m++;`);
  draft.ask(`w${f}.m * 100 + c${f}.m`);
};

const severalBases: Idiom = (draft) => {
  const [b, d] = [draft.name('B'), draft.name('D')];
  const count = draft.rng.int(2, 4);
  const all = Array.from({ length: count }, (_, i) => i);
  const named = (i: number): string => `${b}<${i}>`;
  const given = draft.some(all, 0, count).map((i) => `${named(i)}(o, ${draft.rng.int(1, 9)})`);
  draft.declare(
    `template <int I> struct ${b} { ${b}() {} ${b}(int& o, int n) { o = o * 10 + n + I; } };`,
    `struct ${d} : ${all.map(named).join(', ')} { ${d}(int& o)${given.length > 0 ? ` : ${given.join(', ')}` : ''} {} };`,
    `struct ${d}x { int x; }; struct ${d}y { int y = 2; }; struct ${d}z { double z; };`,
    `template <class... T> struct ${d}p : T... { ${d}p(T... t) : T(t)... {} ${d}p(int) : T()... {} };`,
    `template <class... F> struct ${d}o : F... { ${d}o(F... f) : F(f)... {} using F::operator()...; };`,
  );
  draft.run(
    `int o${d} = 0;`,
    `${d} m${d}(o${d});`,
    `${d}p<${d}x, ${d}y> p${d}(${d}x{${draft.rng.int(3, 9)}}, ${d}y{});`,
    `${d}p<${d}y, ${d}x> e${d}(1);`,
    `auto f${d} = ${d}o([](int x) { return x + 1; }, [](char const*) { return 7; });`,
  );
  draft.ask(`o${d}`);
  draft.ask(`p${d}.x * 10 + p${d}.y`);
  draft.ask(`e${d}.y * 10 + e${d}.x`);
  draft.ask(`f${d}(4) * 10 + f${d}("")`);
};

export const validityIdioms: Readonly<Record<string, Idiom>> = {
  constructions,
  promises,
  mutableMembers,
  severalBases,
};
