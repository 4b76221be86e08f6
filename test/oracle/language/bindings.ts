// Names for parts of objects: structured bindings and range-for by value and by reference, members of unions and
// bit-fields, comparisons that are defaulted.
import type { Idiom } from './draft';

const boundReferences: Idiom = (draft) => {
  const s = draft.name('S');
  const [a, b] = [draft.rng.int(1, 9), draft.rng.int(1, 9)];
  draft.declare(
    `struct ${s} { int a = ${a}; int b[2] = {${b}, 3}; std::pair<int, short> c{4, 5}; };`,
    `inline ${s}& same${s}(${s}& s) { s.a += 1; return s; }`,
    `struct P${s} { int k = ${b}; int l = 6; template <size_t I> int& get() { if constexpr (I == 0) return l; else return k; } };`,
  );
  const x = draft.name('x');
  const how = (): string => draft.rng.pick(['auto', 'auto&', 'auto&&', 'auto const&', 'auto const']);
  draft.run(`${s} ${x};`, `int r${x}[3] = {1, ${a}, 3};`, `std::tuple<int, int&> t${x}{7, r${x}[0]};`);
  draft.run(
    `${how()} [u${x}, v${x}, w${x}] = ${draft.rng.pick([x, `same${s}(${x})`, `${s}{}`, `std::move(${x})`])};`,
    `${how()} [d${x}, e${x}, f${x}] = r${x};`,
    `${how()} [g${x}, h${x}] = t${x};`,
    `auto& [m${x}, n${x}] = w${x};`,
  );
  for (const line of draft.some(
    [
      `u${x} += 10;`,
      `v${x}[0] = 20;`,
      `w${x}.first = 30;`,
      `e${x} += 40;`,
      `g${x} += 50;`,
      `h${x} += 60;`,
      `m${x} = 70;`,
      `${x}.a = 80;`,
      `r${x}[1] = 90;`,
    ],
    2,
    7,
  ))
    draft.run(line);
  const parts = ['u', 'v', 'w', 'd', 'e', 'g', 'h', 'm'];
  for (const part of draft.some(parts, 3, 8))
    draft.ask(`${part}${x}${part === 'v' ? '[0]' : part === 'w' ? '.first' : ''}`);
  for (const one of draft.some([`${x}.a`, `${x}.b[0]`, `${x}.c.first`, `r${x}[0]`, `r${x}[1]`], 2, 5)) draft.ask(one);
  draft.times(1, 3, () =>
    draft.ask(
      `std::is_same_v<decltype(${draft.rng.pick(['u', 'd', 'g', 'h', 'm', '(u', '(d'])}${x}), ${draft.rng.pick(['int', 'int&', 'int const', 'int const&'])}>`.replace(
        /decltype\(\((\w+)\)/,
        'decltype(($1))',
      ),
      { constant: true },
    ),
  );
  draft.run(`int l${x} = [&] { return u${x} + 1; }();`);
  draft.ask(`l${x}`);
};

const rangeReferences: Idiom = (draft) => {
  const x = draft.name('x');
  const s = draft.name('S');
  const n = draft.rng.int(1, 5);
  draft.declare(
    `struct ${s} { int d[3] = {${n}, 2, 3}; int* begin() { return d; } int* end() { return d + 3; } int const* begin() const { return d; } int const* end() const { return d + ${draft.rng.int(2, 3)}; } };`,
    `struct R${s} { int n; struct It { int k; int operator*() const { return k * k; } It& operator++() { ++k; return *this; } bool operator!=(It const& o) const { return k != o.k; } }; It begin() const { return {0}; } It end() const { return {n}; } };`,
  );
  const range = draft.rng.pick([
    `int ${x}[4] = {1, ${n}, 3, 4};`,
    `std::array<int, 3> ${x}{${n}, 5, 6};`,
    `${s} ${x};`,
    `std::vector<int> ${x}{3, ${n}, 1};`,
    `std::pair<int, int> ${x}[2] = {{1, ${n}}, {3, 4}};`,
    `int ${x}[2][2] = {{1, ${n}}, {5, 6}};`,
  ]);
  const isPair = range.includes('pair');
  const isTwo = range.includes('][');
  const how = draft.rng.pick(['auto&', 'auto', 'auto&&', isPair || isTwo ? 'auto&' : 'int&']);
  draft.run(range, `int n${x} = 0;`);
  const work = isPair
    ? `for (${how} [a, b] : ${x}) { a += b; n${x} += a; }`
    : isTwo
      ? `for (${how.replace(/^auto$/, 'auto&')} r : ${x}) for (auto& v : r) { v *= 2; n${x} += v; }`
      : draft.rng.pick([
          `for (${how} v : ${x}) { v += ${n}; n${x} = n${x} * 2 + v; }`,
          `for (int k = 1; ${how} v : ${x}) { v = v * k++; if (v > 8) continue; n${x} += v; }`,
          `for (auto const& v : ${x}) { if (v == 3) break; n${x} += v; }`,
          `for (${how} v : ${x}) { auto f = [&v] { v = 9; }; if (n${x}++ == 1) f(); }`,
        ]);
  draft.run(work);
  draft.ask(`n${x}`);
  const part = isPair ? `${x}[0].first` : isTwo ? `${x}[1][0]` : /^(int|std)/.test(range) ? `${x}[1]` : `${x}.d[1]`;
  draft.ask(part);
  draft.run(`for (auto v : R${s}{${draft.rng.int(2, 4)}}) n${x} += v;`);
  draft.ask(`n${x}`);
  draft.run(`for (auto v : {${n}, 7, 9}) n${x} -= v;`, `for (char c : "ab") n${x} += c;`);
  draft.ask(`n${x}`);
};

const unionObjects: Idiom = (draft) => {
  const u = draft.name('U');
  const n = draft.rng.int(1, 200);
  draft.declare(
    `union ${u} { int i; short s; unsigned char c[4]; };`,
    `struct T${u} { int kind = ${draft.rng.int(0, 2)}; union { int a; long b; } ; int get() const { return kind == 0 ? a : int(b) + 1; } };`,
    `union D${u} { int i = ${n}; double d; D${u}() {} D${u}(double v) : d(v) {} };`,
  );
  draft.run(`${u} x${u}{${n}};`, `${u} y${u}{.s = ${n}};`, `${u} z${u}{};`, `T${u} t${u};`, `D${u} d${u};`);
  draft.run(`t${u}.${draft.rng.pick(['a', 'b'])} = ${n};`, `${u} w${u} = x${u};`, `w${u}.i += 1;`);
  draft.run(`D${u} e${u}(${n}.5);`, `z${u}.s = 5;`);
  for (const one of draft.some(
    [
      `x${u}.i`,
      `y${u}.s`,
      `z${u}.s`,
      `w${u}.i`,
      `d${u}.i`,
      `int(e${u}.d * 2)`,
      `sizeof(${u})`,
      `sizeof(T${u})`,
      `alignof(T${u})`,
      `std::is_union_v<${u}>`,
      `x${u}.i + w${u}.i`,
    ],
    4,
    9,
  ))
    draft.ask(one);
  draft.run(`x${u}.c[0] = 7;`);
  draft.ask(`x${u}.c[0]`, { plain: true });
};

const bitFieldObjects: Idiom = (draft) => {
  const s = draft.name('S');
  const [w, v] = [draft.rng.int(2, 7), draft.rng.int(2, 12)];
  draft.declare(
    `struct ${s} { unsigned a : ${w} = ${draft.rng.int(0, 2 ** w - 1)}; int b : ${v}; bool c : 1 = true; unsigned long d : 33; signed char e : 4; ${draft.rng.pick(['int f : 3{};', 'int f{};', 'enum K { k0, k1, k2 } f{};', 'unsigned short : 0; int f{};'])} };`,
    `template <class T> constexpr int t${s}(T) { return int(sizeof(T)) * 2 + std::is_signed_v<T>; }`,
  );
  draft.run(
    `${s} x${s}{};`,
    `x${s}.a = ${draft.rng.int(0, 200)};`,
    `x${s}.b = ${draft.rng.int(-200, 200)};`,
    `x${s}.d = 1ull << ${draft.rng.int(28, 34)};`,
    `x${s}.e = ${draft.rng.int(-20, 20)};`,
  );
  for (const one of draft.some(
    [
      `x${s}.a`,
      `x${s}.b`,
      `x${s}.c`,
      `x${s}.d >> 20`,
      `x${s}.e`,
      `x${s}.a - 40`,
      `x${s}.a + x${s}.b`,
      `t${s}(x${s}.a)`,
      `t${s}(x${s}.b)`,
      `t${s}(+x${s}.a)`,
      `t${s}(x${s}.c)`,
      `x${s}.a++`,
      `++x${s}.b`,
      `(x${s}.e = 9)`,
      `x${s}.a`,
      `sizeof(x${s})`,
      `std::is_same_v<decltype(x${s}.a), unsigned>`,
      `std::is_same_v<decltype(x${s}.a + 0), int>`,
      `x${s}.a < -1`,
      `~x${s}.a`,
    ],
    6,
    12,
  ))
    draft.ask(one, { plain: true });
  draft.run(`auto y${s} = x${s}.b;`, `x${s}.b = 1;`, `auto const& r${s} = x${s}.a;`, `x${s}.a = 1;`);
  draft.ask(`y${s}`);
  draft.ask(`int(r${s})`);
};

const comparisons: Idiom = (draft) => {
  const s = draft.name('S');
  const [a, b] = [draft.rng.int(1, 3), draft.rng.int(1, 3)];
  const defaulted = draft.rng.pick([
    `bool operator==(${s} const&) const = default;`,
    `auto operator<=>(${s} const&) const = default;`,
    `bool operator==(${s} const& o) const { return m == o.m; }`,
    `friend bool operator==(${s} const&, ${s} const&) = default;`,
    `friend auto operator<=>(${s} const&, ${s} const&) = default;`,
  ]);
  draft.declare(
    `struct ${s} { int m = ${a}; short n = 2; ${draft.rng.pick(['', 'int v[2] = {1, 2}; '])}${defaulted} };`,
  );
  const x = draft.name('x');
  draft.run(`${s} ${x}, y${x}{${b}}, z${x}{${a}, 3};`, `y${x}.n = ${draft.rng.int(1, 3)};`);
  draft.run(`std::pair<int, int> p${x}{${a}, 2}, q${x}{${b}, 1};`, `std::tuple<int, char> t${x}{${a}, 'b'};`);
  draft.times(4, 8, () => {
    const op = draft.rng.pick(['==', '!=', '<', '>=', '>', '<=']);
    draft.ask(
      draft.rng.pick([
        `${x} ${op} y${x}`,
        `${x} ${op} z${x}`,
        `y${x} ${op} z${x}`,
        `p${x} ${op} q${x}`,
        `t${x} ${op} std::make_tuple(${b}, 'b')`,
        `std::array<int, 2>{1, ${a}} ${op} std::array<int, 2>{1, ${b}}`,
        `(${a} <=> ${b}) ${op} 0`,
        `std::string_view("ab") ${op} "a${draft.rng.pick(['a', 'b', 'c'])}"`,
      ]),
    );
  });
};

export const bindingIdioms: Readonly<Record<string, Idiom>> = {
  boundReferences,
  rangeReferences,
  unionObjects,
  bitFieldObjects,
  comparisons,
};
