// Who calls a closure: algorithms of the standard library, generic closures in each other, functions with variables of
// their own, and recursion through closures.
import type { Idiom } from './draft';

const algorithms: Idiom = (draft) => {
  const [n, v] = [draft.name('n'), draft.name('v')];
  const k = draft.rng.int(1, 9);
  draft.run(
    `int ${n} = ${draft.rng.int(0, 9)};`,
    `${draft.rng.pick(['int', 'short', 'long'])} ${v}[5] = {${Array.from({ length: 5 }, () => draft.rng.int(1, 9)).join(', ')}};`,
    `int o${v}[8] = {};`,
  );
  const steps = [
    `auto e${n} = std::remove_if(${v}, ${v} + 5, [&](int i) { ++${n}; return i > 5; });\n${n} += int(e${n} - ${v});`,
    `std::generate_n(${v}, 3, [k = ${k}]() mutable { return k++; });`,
    `std::for_each_n(${v}, 2, [&](auto& i) { i += ${k}; ${n} += int(i); });`,
    `std::stable_sort(${v}, ${v} + 5, [&](int a, int b) { return a % 3 < b % 3; });`,
    `std::partial_sum(${v}, ${v} + 5, o${v});\n${n} = o${v}[4];`,
    `std::adjacent_difference(${v}, ${v} + 5, o${v}, [](int a, int b) { return a * b; });\n${n} = o${v}[2];`,
    `${n} = int(std::find_if(${v}, ${v} + 5, [](int i) { return i > 4; }) - ${v});`,
    `${n} = std::all_of(${v}, ${v} + 5, [&](int i) { return i > ${n}; }) + 2 * std::none_of(${v}, ${v} + 5, [](int i) { return i == 3; });`,
    `std::rotate(${v}, ${v} + 2, ${v} + 5);`,
    `std::replace_if(${v}, ${v} + 5, [](int i) { return i % 2; }, 0);`,
    `${n} = int(std::count(${v}, ${v} + 5, ${v}[1]));`,
    `std::transform(${v}, ${v} + 5, ${v}, o${v}, [](int a, int b) { return a + b; });\n${n} = o${v}[3];`,
    `std::copy_if(${v}, ${v} + 5, o${v}, [&](int i) { return i > ${n} % 4; });`,
    `${n} = std::reduce(${v}, ${v} + 5, 1, [](int a, int b) { return a + b; });`,
    `${n} = std::transform_reduce(${v}, ${v} + 5, 0, std::plus<>{}, [](int i) { return i * i; });`,
    `std::exclusive_scan(${v}, ${v} + 5, o${v}, ${k});`,
    `auto [lo${n}, hi${n}] = std::minmax_element(${v}, ${v} + 5);\n${n} = int(*hi${n} - *lo${n});`,
    `std::ranges::for_each(${v}, [&](int i) { ${n} = ${n} * 2 % 97 + i; });`,
    `std::ranges::sort(${v}, std::greater<>{});`,
    `${n} = *std::lower_bound(o${v}, o${v} + 8, 0);`,
    `std::nth_element(${v}, ${v} + 2, ${v} + 5);\n${n} = ${v}[2];`,
    `std::swap_ranges(${v}, ${v} + 2, ${v} + 3);`,
    `std::fill_n(o${v}, 3, ${k});`,
    `${n} = std::visit([](auto x) { return int(sizeof(x)); }, std::variant<int, char>('a'));`,
    `${n} = std::optional<int>(${k}).value_or(3) + std::optional<int>().value_or(4);`,
    `std::function<int(int)> g${n} = [&](int i) { return i < 2 ? i : g${n}(i - 1) + g${n}(i - 2); };\n${n} = g${n}(7);`,
    `auto b${n} = std::bind([](int a, int b) { return a * 10 + b; }, std::placeholders::_1, ${k});\n${n} = b${n}(4);`,
    `${n} = std::clamp(${n}, 2, ${k});`,
    `std::unique(${v}, ${v} + 5);`,
    `${n} = std::equal(${v}, ${v} + 2, ${v} + 1) ? 5 : 6;`,
    `${n} = std::mem_fn(&std::pair<int, int>::second)(std::pair{1, ${k}});`,
  ];
  for (const step of draft.some(steps, 2, 6)) {
    draft.run(...step.split('\n'));
    draft.ask(n);
    draft.ask(`${v}[${draft.rng.int(0, 4)}] + 0`);
    if (step.includes(`o${v}`)) draft.ask(`o${v}[${draft.rng.int(0, 4)}]`);
  }
};

/** Closures that make closures, and closures that are given to closures. */
const nestedGeneric: Idiom = (draft) => {
  const [f, x] = [draft.name('f'), draft.name('x')];
  const k = draft.rng.int(1, 9);
  draft.run(`int ${x} = ${k};`);
  const lambda = draft.rng.pick([
    `[](auto a) { return [=](auto b) { return [=](auto c) { return a * 100 + b * 10 + c; }; }; }`,
    `[&](auto a) { return [&, a](auto b) { ${x} += int(a); return ${x} + int(b); }; }`,
    `[](auto a) { return [a](auto... b) { return (a + ... + b); }; }`,
    `[](auto a) { auto in = [](auto self, auto k) -> int { if (k <= 1) return 1; return int(k) * self(self, k - 1); }; return [=](auto b) { return in(in, a) + int(b); }; }`,
    `[]<class T>(T a) { return [=]<class U>(U b) { if constexpr (std::is_same_v<T, U>) return a + b; else return a - b; }; }`,
    `[k = ${k}](auto a) mutable { return [&k, a](auto b) { k += 1; return k * 10 + int(a + b); }; }`,
    `[](auto a) { return [a = a + 1](auto b) mutable { a += b; return a; }; }`,
    `[](auto a) { struct In { decltype(a) v; auto operator()(auto b) const { return v + b; } }; return In{a}; }`,
    `[](auto a) { return [a](auto f) { return [f, a](auto b) { return f(a, b); }; }([](auto l, auto r) { return l * 2 + r; }); }`,
  ]);
  draft.run(`auto ${f} = ${lambda};`);
  const arg = (): string => draft.rng.pick(['1', '2', "'a'", '_3{}', x, 'short(4)', '5l']);
  const isThree = lambda.includes('auto c');
  draft.times(2, 4, () => draft.ask(`${f}(${arg()})(${arg()})${isThree ? `(${arg()})` : ''}`));
  draft.run(`auto g${f} = ${f}(${draft.rng.int(1, 5)});`);
  draft.times(1, 3, () => draft.ask(`g${f}(${arg()})${isThree ? `(${arg()})` : ''}`));
  draft.ask(x);
  draft.run(
    `auto w${f} = [&](auto&& h, auto... a) -> decltype(auto) { return h(a...); };`,
    `int& r${f} = w${f}([&](int i) -> int& { ${x} += i; return ${x}; }, 2);`,
    `r${f} += 100;`,
  );
  draft.ask(x);
  draft.ask(
    `w${f}([](auto a, auto b) { return make_layout(make_shape(a, b)); }, ${arg()}, ${arg()})`.replaceAll("'a'", '9'),
    {
      plain: true,
    },
  );
};

/** Variables that a function or a closure keeps. */
const kept: Idiom = (draft) => {
  const f = draft.name('f');
  const k = draft.rng.int(1, 9);
  draft.declare(
    `inline int ${f}(int v) { static int a[3] = {1, 2, 3}; static int i = 0; a[i % 3] += v; return a[i++ % 3]; }`,
    `template <int N> int ${f}n() { static int n = N; return n += N; }`,
    `inline auto& ${f}r() { static std::pair<int, int> p{${k}, 2}; ++p.second; return p; }`,
    `struct S${f} { int id; static inline int next = ${k}; S${f}() : id(next++) {} static int& count() { static int c = 0; return ++c; } };`,
    `inline int ${f}l(int v) { static auto l = [n = 0](int d) mutable { return n += d; }; return l(v); }`,
    `inline int ${f}i(int v) { static const int first = v * 2; static int last = first; int r = last; last = v; return r * 10 + first; }`,
    `namespace { int ${f}g = ${k}; int ${f}h = ${f}g * 2; }`,
    `inline int ${f}d(int v = ${f}g) { return v + ${f}h; }`,
  );
  draft.run(`S${f} a${f}, b${f};`, `auto c${f} = b${f};`);
  for (const one of draft.some(
    [
      `${f}(2)`,
      `${f}(3)`,
      `${f}(4)`,
      `${f}n<2>()`,
      `${f}n<2>()`,
      `${f}n<3>()`,
      `${f}r().second`,
      `(${f}r().first += 5)`,
      `${f}r().first`,
      `b${f}.id`,
      `c${f}.id`,
      `S${f}{}.id`,
      `S${f}::next`,
      `S${f}::count()`,
      `${f}l(2)`,
      `${f}l(5)`,
      `${f}i(3)`,
      `${f}i(4)`,
      `${f}d()`,
      `(${f}g += 3)`,
      `${f}d(1)`,
    ],
    6,
    14,
  ))
    draft.ask(one);
  draft.run(`auto k${f} = [](int v) { static int n = ${k}; return n += v; };`, `auto m${f} = k${f};`);
  draft.ask(`k${f}(1)`);
  draft.ask(`m${f}(2)`);
};

export const closureCallIdioms: Readonly<Record<string, Idiom>> = { algorithms, nestedGeneric, kept };
