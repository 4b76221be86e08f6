// Closures: captures, copies, generic lambdas, references to functions and arrays, and who calls them.
import type { Idiom } from './draft';

const captures: Idiom = (draft) => {
  const [a, b, f] = [draft.name('a'), draft.name('b'), draft.name('f')];
  draft.run(`int ${a} = ${draft.rng.int(1, 9)};`, `int ${b} = ${draft.rng.int(1, 9)};`);
  const [list, body, mutable] = draft.rng.pick([
    ['=', `${a} * 10 + ${b} + k`, ''],
    ['&', `${a} * 10 + (${b} += k)`, ''],
    [`${a}, &${b}`, `${a} * 10 + (${b} += k)`, ''],
    [`=, &${b}`, `${a} * 10 + ++${b}`, ''],
    [`&, ${a}`, `${a} * 10 + ++${b}`, ''],
    [`${a}, ${b}`, `(${a} += k) * 10 + ${b}`, ' mutable'],
    [`c = ${a} + 1, &d = ${b}`, `c * 10 + (d += k)`, ''],
    [`c = ${a}`, `(c += k) * 2`, ' mutable'],
    ['=', `(${a} += k) + (${b} = 3)`, ' mutable'],
    [`&r = ${a}, ${b} = ${b} * 2`, `(r = k) + ${b}`, ''],
  ] as const);
  draft.run(`auto ${f} = [${list}](int k)${mutable} { return ${body}; };`);
  draft.run(`${a} += ${draft.rng.int(1, 5)};`, `${b} += ${draft.rng.int(1, 5)};`);
  draft.ask(`${f}(${draft.rng.int(1, 5)})`);
  draft.ask(a);
  draft.ask(`${f}(${draft.rng.int(1, 5)})`);
  draft.ask(b);
  draft.run(`auto c${f} = ${f};`);
  draft.ask(`c${f}(1)`);
  draft.ask(`${f}(1)`);
  draft.ask(`c${f}(2)`);
  draft.ask(`${a} * 100 + ${b}`);
};

const generic: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(1, 9);
  const lambda = draft.rng.pick([
    `[](auto x) { return x + Int<${n}>{}; }`,
    `[](auto... x) { return (${n} + ... + int(x)); }`,
    `[]<class T>(T x) { return Int<int(sizeof(T))>{}; }`,
    `[]<int N>(Int<N>) { return Int<N * 2>{}; }`,
    `[](auto x, auto y) { return make_layout(make_shape(x, y)); }`,
    `[](auto const& x) -> decltype(auto) { return (x); }`,
    `[]<class T, class U>(T, U) { return std::is_same_v<T, U> ? 1 : 2; }`,
    `[](auto&& x) { return std::is_lvalue_reference_v<decltype(x)> ? 3 : 4; }`,
    `[k = ${n}](auto x) mutable { k += int(x); return k; }`,
    `[](auto x) { if constexpr (is_static<decltype(x)>::value) return x; else return x * 2; }`,
    `[](auto self, int k) -> int { return k == 0 ? ${n} : k + self(self, k - 1); }`,
  ]);
  draft.run(`auto ${f} = ${lambda};`);
  const x = draft.name('x');
  draft.run(`int ${x} = ${draft.rng.int(1, 9)};`);
  const isTwo = /, auto y|T, U/.test(lambda);
  const arg = (): string => draft.rng.pick([x, '_3{}', String(draft.rng.int(1, 9)), 'short(2)', `std::move(${x})`]);
  if (lambda.includes('self')) draft.ask(`${f}(${f}, ${draft.rng.int(1, 4)})`);
  else draft.times(2, 4, () => draft.ask(`${f}(${arg()}${isTwo ? `, ${arg()}` : ''})`));
};

const indexed: Idiom = (draft) => {
  const [s, f] = [draft.name('s'), draft.name('f')];
  draft.run(`int ${s} = 0;`, `int a${s}[4] = {${Array.from({ length: 4 }, () => draft.rng.int(0, 9)).join(', ')}};`);
  const sequence = draft.rng.pick([
    'std::make_integer_sequence<int, 4>{}',
    'cute::make_seq<4>{}',
    'cute::seq<3, 1, 2>{}',
    'std::integer_sequence<int, 0, 2>{}',
  ]);
  const parameter = sequence.startsWith('cute') ? 'cute::seq<I...>' : 'std::integer_sequence<int, I...>';
  const body = draft.rng.pick([
    `((${s} += a${s}[I] * (I + 1)), ...);`,
    `((${s} = ${s} * 2 + I), ...);`,
    `((a${s}[I] += I), ...); ${s} = a${s}[1];`,
    `${s} = (a${s}[I] + ...);`,
    `(void)((${s} += I, I < 2) && ...);`,
  ]);
  if (draft.rng.chance(0.5)) draft.run(`[&]<int... I>(${parameter}) { ${body} }(${sequence});`);
  else draft.run(`auto ${f} = [&]<int... I>(${parameter}) { ${body} };`, `${f}(${sequence});`);
  draft.ask(s);
  draft.ask(`a${s}[2]`);
  draft.run(`for_each(make_seq<3>{}, [&](auto i) { ${s} += i * 2 + 1; });`);
  draft.ask(s);
  draft.run(
    `cute::for_each(cute::make_tuple(1, _2{}, ${draft.rng.int(1, 9)}), [&](auto const& v) { ${s} += int(v); });`,
  );
  draft.ask(s);
};

const standard: Idiom = (draft) => {
  const [n, v] = [draft.name('n'), draft.name('v')];
  draft.run(
    `int ${n} = ${draft.rng.int(0, 9)};`,
    `int ${v}[4] = {${Array.from({ length: 4 }, () => draft.rng.int(1, 9)).join(', ')}};`,
  );
  const calls = [
    `std::for_each(${v}, ${v} + 4, [&](int i) { ${n} += i; });`,
    `std::transform(${v}, ${v} + 4, ${v}, [&](int i) { return i * 2 + ${n}; });`,
    `${n} = std::accumulate(${v}, ${v} + 4, ${n});`,
    `${n} = std::accumulate(${v}, ${v} + 4, 1, [](int l, int r) { return l * 2 + r; });`,
    `std::sort(${v}, ${v} + 4);`,
    `std::reverse(${v}, ${v} + 4);`,
    `std::fill(${v}, ${v} + 3, ${draft.rng.int(1, 9)});`,
    `std::iota(${v}, ${v} + 4, ${n});`,
    `${n} = std::count_if(${v}, ${v} + 4, [](int i) { return i % 2 == 0; });`,
    `${n} = *std::max_element(${v}, ${v} + 4);`,
    `std::invoke([&](int k) { ${n} += k; }, 4);`,
    `std::apply([&](auto... k) { ${n} = (${n} + ... + k); }, std::make_tuple(1, 2, 3));`,
    `std::function<void(int)> f${n} = [&](int k) { ${n} -= k; };\nf${n}(3);`,
    `std::copy(${v}, ${v} + 2, ${v} + 2);`,
    `${n} = std::any_of(${v}, ${v} + 4, [](int i) { return i > 7; }) ? 1 : 2;`,
    `${n} = std::inner_product(${v}, ${v} + 4, ${v}, 0);`,
    `std::generate(${v}, ${v} + 4, [&] { return ${n}++; });`,
  ];
  for (const call of draft.some(calls, 2, 5)) {
    draft.run(...call.split('\n'));
    draft.ask(n);
    draft.ask(`${v}[${draft.rng.int(0, 3)}]`);
  }
};

/** References to arrays, functions, members, and `std::ref`. */
const references: Idiom = (draft) => {
  const [a, f, g] = [draft.name('a'), draft.name('f'), draft.name('g')];
  draft.run(`int ${a}[3] = {1, ${draft.rng.int(2, 9)}, 3};`, `int n${a} = ${draft.rng.int(1, 9)};`);
  draft.declare(
    `template <class T, size_t N> int ${f}(T (&a)[N], int k) { a[k] += int(N); return a[0] + int(N); }`,
    `inline void ${g}(int& x) { x += ${draft.rng.int(1, 9)}; }`,
    `template <class F, class T> void c${g}(F f, T t) { f(t); }`,
  );
  draft.declare(`struct S${g} { int m = 2; int get(int k) const { return m * 10 + k; } int& ref() { return m; } };`);
  const r = draft.name('r');
  draft.run(`int (&${r})[3] = ${a};`, `${r}[0] += 5;`, `auto& q${r} = ${r}[1];`, `q${r} = 40;`, `S${g} s${r};`);
  const steps = [
    `c${g}(${g}, std::ref(n${a}));`,
    `c${g}(${g}, n${a});`,
    `auto w${r} = std::ref(n${a});\nw${r}.get() += 3;`,
    `auto* p${r} = &${a}[1];\n++p${r};\n*p${r} = 9;`,
    `int S${g}::* m${r} = &S${g}::m;\ns${r}.*m${r} = 8;`,
    `void (*h${r})(int&) = ${g};\nh${r}(n${a});`,
    `void (&k${r})(int&) = ${g};\nk${r}(${a}[0]);`,
    `s${r}.ref() = 6;`,
    `auto l${r} = [&${r} = ${a}](int i) -> int& { return ${r}[i]; };\nl${r}(2) = 77;`,
    `int* x${r}[2] = {&n${a}, ${a}};\n*x${r}[1] = 50;`,
    `auto b${r} = std::make_pair(std::ref(n${a}), 3);\nb${r}.first += 1;`,
  ];
  for (const step of draft.some(steps, 2, 5)) draft.run(...step.split('\n'));
  for (const one of draft.some(
    [
      `${a}[0]`,
      `${a}[1]`,
      `${a}[2]`,
      `n${a}`,
      `s${r}.m`,
      `${f}(${a}, 2)`,
      `s${r}.get(1)`,
      `(s${r}.*(&S${g}::get))(4)`,
      `std::invoke(&S${g}::get, s${r}, 5)`,
      `std::invoke(&S${g}::m, s${r})`,
    ],
    4,
    8,
  ))
    draft.ask(one);
};

/** Functions that make and take closures. */
const higher: Idiom = (draft) => {
  const m = draft.name('m');
  const n = draft.rng.int(1, 9);
  draft.declare(`inline auto ${m}(int k) { return [k, n = 0]() mutable { n += k; return n; }; }`);
  draft.declare(`template <class F> auto t${m}(F f) { return [=](auto x) { return f(f(x)); }; }`);
  draft.declare(
    `template <class F, class G> auto c${m}(F f, G g) { return [f, g](auto... x) { return f(g(x...)); }; }`,
  );
  draft.declare(
    `template <class F> int r${m}(F& f) { return f() + f(); }`,
    `template <class F> int v${m}(F f) { return f() + f(); }`,
  );
  draft.run(`auto f${m} = ${m}(${n});`, `auto g${m} = f${m};`);
  const asks = [
    `f${m}()`,
    `f${m}()`,
    `g${m}()`,
    `r${m}(f${m})`,
    `v${m}(f${m})`,
    `f${m}()`,
    `t${m}([](auto x) { return x * _2{}; })(_3{})`,
    `t${m}([](int x) { return x + ${n}; })(1)`,
    `c${m}([](int x) { return x * 2; }, [](int a, int b) { return a - b; })(9, 4)`,
    `std::invoke(g${m})`,
    `[&] { return g${m}() + 1; }()`,
    `[g = g${m}]() mutable { return g(); }()`,
  ];
  for (const one of draft.some(asks, 4, 9)) draft.ask(one);
};

/** Closures in structures, and `this`. */
const stored: Idiom = (draft) => {
  const s = draft.name('S');
  const n = draft.rng.int(1, 9);
  draft.declare(
    `struct ${s} { int v = ${n}; auto adder() { return [this](int k) { v += k; return v; }; } auto copier() { return [*this](int k) mutable { v += k; return v; }; } auto peek() const { return [=] { return v * 2; }; } };`,
  );
  draft.declare(
    `template <class F> struct H${s} { F f; int calls = 0; template <class... A> auto operator()(A... a) { ++calls; return f(a...); } };`,
  );
  const x = draft.name('x');
  draft.run(
    `${s} ${x};`,
    `auto a${x} = ${x}.adder();`,
    `auto c${x} = ${x}.copier();`,
    `auto p${x} = ${x}.peek();`,
    `H${s}<decltype(a${x})> h${x}{a${x}};`,
    `auto l${x} = [](int k) { return Int<${n}>{}; };`,
    `H${s} d${x} = H${s}<decltype(l${x})>{l${x}};`,
  );
  for (const one of draft.some(
    [
      `a${x}(2)`,
      `c${x}(3)`,
      `p${x}()`,
      `${x}.v`,
      `h${x}(1)`,
      `h${x}.calls`,
      `c${x}(1)`,
      `d${x}(1)`,
      `d${x}.calls`,
      `${x}.adder()(5)`,
    ],
    5,
    10,
  ))
    draft.ask(one);
};

export const closureIdioms: Readonly<Record<string, Idiom>> = {
  captures,
  generic,
  indexed,
  standard,
  referencesTo: references,
  higher,
  stored,
};
