// How objects begin: default, value, aggregate, designated, list and copy initialisation, and constructors.
import type { Draft, Idiom } from './draft';

const digit = (draft: Draft): string => String(draft.rng.int(1, 9));
const scalars = ['int', 'short', 'unsigned', 'long', 'char', 'uint8_t'] as const;

/** Aggregates whose members have defaults, some of them by other members. */
const aggregates: Idiom = (draft) => {
  const p = draft.name('P');
  const names = ['m', 'n', 'k', 'l'].slice(0, draft.rng.int(2, 4));
  const base = draft.rng.chance(0.25) ? draft.name('B') : undefined;
  if (base !== undefined) draft.declare(`struct ${base} { int b = ${digit(draft)}; };`);
  draft.declare(`struct ${p}${base === undefined ? '' : ` : ${base}`} {`);
  names.forEach((name, i) => {
    const earlier = names[draft.rng.int(0, Math.max(0, i - 1))] ?? 'm';
    const start =
      i > 0 && draft.rng.chance(0.5)
        ? ` = ${earlier} * ${digit(draft)}${draft.rng.chance(0.3) ? ' + helper()' : ''}`
        : draft.rng.pick([` = ${digit(draft)}`, '{}', `{${digit(draft)}}`, '']);
    draft.declare(`  ${i === 0 || start.includes('*') ? 'int' : draft.rng.pick(scalars)} ${name}${start};`);
  });
  if (draft.rng.chance(0.3)) draft.declare(`  static constexpr int kN = ${digit(draft)};`);
  draft.declare(`  int helper() const { return ${digit(draft)}; }`, '};');
  const isBased = base !== undefined;
  const forms = [
    '{}',
    ' = {}',
    ` = ${p}{}`,
    ` = ${p}()`,
    `{${isBased ? '{}, ' : ''}${digit(draft)}}`,
    ` = {${isBased ? `{${digit(draft)}}, ` : ''}${digit(draft)}, ${digit(draft)}}`,
    ...(isBased ? [] : [`{.${names[1] ?? 'm'} = ${digit(draft)}}`, ` = {.m = ${digit(draft)}}`]),
  ];
  draft.times(2, 4, () => {
    const x = draft.name('p');
    draft.run(`${draft.rng.pick(['', '', 'const ', 'static '])}${p} ${x}${draft.rng.pick(forms)};`);
    for (const name of names) draft.ask(`${x}.${name}`);
    if (isBased) draft.ask(`${x}.b`);
  });
};

/** Aggregates in aggregates, arrays, and left-out braces. */
const nested: Idiom = (draft) => {
  const [a, b] = [draft.name('A'), draft.name('B')];
  draft.declare(
    `struct ${a} { int x${draft.rng.pick(['', ' = 3'])}; int y${draft.rng.pick(['', ' = x + 1', ' = 7'])}; };`,
  );
  const n = draft.rng.int(2, 4);
  const [startA, startV, startZ] = [
    draft.rng.pick(['', '{1, 2}', '{}', `{.y = ${digit(draft)}}`]),
    draft.rng.pick(['', '{}', ' = {5, 6}', '{1}']),
    draft.rng.pick(['', ' = a.x', ' = v[0] + 2', ' = sizeof(v)']),
  ];
  draft.declare(`struct ${b} { ${a} a${startA}; int v[${n}]${startV}; int z${startZ}; };`);
  const o = draft.name('o');
  const values = Array.from({ length: draft.rng.int(1, 5) }, () => digit(draft)).join(', ');
  const d = (): string => digit(draft);
  const start = draft.rng.pick([
    '{}',
    ' = {}',
    ` = {{${d()}}}`,
    ` = {{${d()}, ${d()}}, {${d()}}}`,
    `{${values}}`,
    ` = {${values}}`,
    `{.v = {${d()}}}`,
    `{.a = {.y = ${d()}}, .z = ${d()}}`,
  ]);
  draft.run(`${b} ${o}${start};`);
  for (const part of draft.some(['a.x', 'a.y', 'v[0]', `v[${n - 1}]`, 'z'], 3)) draft.ask(`${o}.${part}`);
  const arr = draft.name('arr');
  draft.run(
    draft.rng.pick([
      `${a} ${arr}[3] = {{1}, {2, ${digit(draft)}}};`,
      `${a} ${arr}[] = {1, 2, 3, 4};`,
      `${a} ${arr}[2]{};`,
      `${a} ${arr}[2] = {${a}{4}, {}};`,
    ]),
  );
  draft.ask(`${arr}[1].x`);
  draft.ask(`${arr}[1].y`);
  draft.ask(`sizeof(${arr}) / sizeof(${arr}[0])`);
};

const arrays: Idiom = (draft) => {
  const a = draft.name('a');
  const type = draft.rng.pick(['int', 'short', 'unsigned char', 'long', 'double', 'int const']);
  const values = Array.from({ length: draft.rng.int(1, 4) }, () => digit(draft)).join(', ');
  const text = draft.rng.pick([
    `${type} ${a}[5] = {${values}};`,
    `${type} ${a}[] = {${values}, 1, 2};`,
    `${type} ${a}[4]{};`,
    `static ${type} ${a}[4] = {7};`,
    `std::array<${type.replace(' const', '')}, 4> ${a}{${values}};`,
    `std::array<${type.replace(' const', '')}, 4> ${a} = {};`,
    `cute::array<${type.replace(' const', '')}, 4> ${a} = {${values}};`,
    `${type} ${a}[2][3] = {{${digit(draft)}}, {${digit(draft)}, ${digit(draft)}}};`,
    `${type} ${a}[2][2] = {1, 2, ${digit(draft)}};`,
    `char ${a}[] = "${draft.rng.pick(['abc', 'x', 'hello'])}";`,
  ]);
  draft.run(text);
  const two = text.includes('][');
  draft.ask(two ? `${a}[1][0]` : `${a}[1]`, { plain: true });
  draft.ask(two ? `${a}[0][1]` : `${a}[0] + 1`, { plain: true });
  draft.ask(`sizeof(${a})`, { constant: true });
  if (!two) {
    const [s, b] = [draft.name('s'), draft.name('b')];
    draft.run(`int ${s} = 0;`, `for (auto v : ${a}) ${s} = ${s} * 2 + int(v);`);
    draft.ask(s);
    if (/^(std|cute)::array/.test(text)) {
      draft.run(`auto ${b} = ${a};`, `${b}[0] = 77;`);
      draft.ask(`${a}[0]`, { plain: true });
      draft.ask(`${b}[0]`, { plain: true });
    }
  }
};

/** Constructors: lists in the order of members, defaults that are used or not, delegation, conversion. */
const constructors: Idiom = (draft) => {
  const s = draft.name('S');
  const [a, b] = [digit(draft), digit(draft)];
  draft.declare(
    `struct ${s} {`,
    `  int m = ${a}; int n${draft.rng.pick(['', ` = m + ${b}`, ` = ${b}`])}; int k = ${draft.rng.pick([b, 'm * 2', 'next()'])};`,
  );
  const ctors = draft.some(
    [
      draft.rng.pick([`${s}() = default;`, `${s}() {}`, `${s}() : n(${a}) {}`, `${s}() : ${s}(${b}) { k += 100; }`]),
      draft.rng.pick([
        `${s}(int v) : n(v), m(v + 1) {}`,
        `${s}(int v) : m(v) { n = m + k; }`,
        `${s}(int v) : m(v), n(m * 2), k(n + 1) {}`,
        `explicit ${s}(int v) : n{v} {}`,
      ]),
      draft.rng.pick([
        `${s}(int v, int w) : ${s}(v) { k = w; }`,
        `${s}(int v, int w = ${a}) : m(w), n(v) {}`,
        `template <class T> ${s}(T v, int w) : m(w), n(int(sizeof(T))) {}`,
      ]),
      draft.rng.pick([
        `${s}(std::initializer_list<int> l) : n(int(l.size())) { for (int v : l) m += v; }`,
        `${s}(double d) : n(int(d * 2)) {}`,
        `${s}(${s} const& o) : m(o.m + 50), n(o.n), k(o.k) {}`,
      ]),
    ],
    2,
    4,
  );
  draft.declare(...ctors.map((one) => `  ${one}`), `  int next() const { return ${b}; }`, '};');
  const isSet = (text: string): boolean => text.length > 0;
  const x = draft.name('x');
  const forms = [
    `${s} ${x}{};`,
    `${s} ${x}(${a});`,
    `${s} ${x}{${a}};`,
    `${s} ${x} = ${a};`,
    `${s} ${x}{${a}, ${b}};`,
    `${s} ${x}(${a}, ${b});`,
    `${s} ${x} = {${a}, ${b}};`,
    `auto ${x} = ${s}(${a});`,
    `${s} ${x}(2.5);`,
    `${s} ${x} = {};`,
    `${s} ${x}{1, 2, 3};`,
    `auto ${x} = ${s}{};`,
  ].filter(isSet);
  draft.times(2, 3, (i) => {
    draft.run(draft.rng.pick(forms).replaceAll(x, `${x}${'abc'[i] ?? ''}`));
    draft.ask(`${x}${'abc'[i] ?? ''}.m`);
    draft.ask(`${x}${'abc'[i] ?? ''}.n`);
    draft.ask(`${x}${'abc'[i] ?? ''}.k`);
    if (draft.rng.chance(0.4)) {
      draft.run(`${s} c${x}${'abc'[i] ?? ''} = ${x}${'abc'[i] ?? ''};`, `c${x}${'abc'[i] ?? ''}.n += 1;`);
      draft.ask(`c${x}${'abc'[i] ?? ''}.m`);
      draft.ask(`${x}${'abc'[i] ?? ''}.n`);
    }
  });
};

/** `Params p{};`, `memset`, globals and statics: all members are zero. */
const zeros: Idiom = (draft) => {
  const p = draft.name('Params');
  draft.declare(
    `struct ${p} { int seqlen, heads; ${draft.rng.pick(scalars)} d; int64_t stride[3]; void* ptr; float scale; ${draft.rng.chance(0.4) ? 'struct { int a, b; } in; ' : ''}bool causal; };`,
  );
  const x = draft.name('p');
  const way = draft.rng.pick([
    `${p} ${x}{};`,
    `${p} ${x} = {};`,
    `${p} ${x};\nstd::memset(&${x}, 0, sizeof(${x}));`,
    `${p} ${x};\nmemset(&${x}, 0, sizeof ${x});`,
    `static ${p} ${x};`,
    `auto ${x} = ${p}();`,
    `${p} ${x} = ${p}{};`,
    `GLOBAL`,
    `${p} ${x}{${digit(draft)}};`,
  ]);
  if (way === 'GLOBAL') draft.declare(`${draft.rng.pick(['', 'static ', 'inline '])}${p} ${x};`);
  else draft.run(...way.split('\n'));
  draft.run(`${x}.heads = ${digit(draft)};`);
  for (const part of draft.some(
    [
      `${x}.seqlen`,
      `${x}.heads`,
      `${x}.d`,
      `${x}.stride[1]`,
      `${x}.causal`,
      `${x}.causal ? 4 : 5`,
      `make_layout(make_shape(${x}.heads, ${x}.seqlen + 2), make_stride(${x}.stride[0] + 1, _1{}))`,
      `${x}.ptr == nullptr`,
      `${x}.scale`,
    ],
    3,
    7,
  ))
    draft.ask(part, { plain: true });
};

const copies: Idiom = (draft) => {
  const s = draft.name('S');
  draft.declare(
    `struct ${s} { int v = ${digit(draft)}; int a[2] = {1, ${digit(draft)}}; ${s}& set(int n) { v = n; return *this; } ${s} with(int n) const { ${s} c = *this; c.v = n; return c; } };`,
  );
  const [x, y, z] = [draft.name('x'), draft.name('y'), draft.name('z')];
  draft.run(
    `${s} ${x};`,
    `${draft.rng.pick([s, `${s}&`, 'auto', 'auto&', 'auto&&', `${s} const&`])} ${y} = ${x};`,
    `${x}.v = ${draft.rng.int(10, 19)};`,
    `${x}.a[0] = ${draft.rng.int(20, 29)};`,
  );
  draft.ask(`${y}.v`);
  draft.ask(`${y}.a[0]`);
  draft.run(
    draft.rng.pick([
      `auto ${z} = ${x}.set(5);`,
      `auto& ${z} = ${x}.set(5);`,
      `auto ${z} = ${x}.with(6);`,
      `${s} ${z} = std::move(${x});`,
      `auto&& ${z} = ${x}.with(7);`,
      `decltype(auto) ${z} = ${x}.set(8);`,
    ]),
  );
  draft.run(`${x}.v += 30;`);
  draft.ask(`${z}.v`);
  draft.ask(`${x}.v`);
  draft.run(`std::swap(${x}.a[0], ${x}.a[1]);`);
  draft.ask(`${x}.a[0]`);
  draft.ask(`std::exchange(${x}.v, 3)`);
  draft.ask(`${x}.v`);
};

const bindings: Idiom = (draft) => {
  const s = draft.name('S');
  draft.declare(`struct ${s} { int a = ${digit(draft)}; short b = ${digit(draft)}; int c = a + b; };`);
  const [x, u, v, w] = [draft.name('x'), draft.name('u'), draft.name('v'), draft.name('w')];
  const from = draft.rng.pick([
    [`${s} ${x};`, x],
    [`int ${x}[3] = {1, 2, ${digit(draft)}};`, x],
    [`std::tuple<int, short, int> ${x}{${digit(draft)}, 2, 3};`, x],
    [`std::array<int, 3> ${x} = {4, ${digit(draft)}};`, x],
    [`auto ${x} = std::make_tuple(1, _2{}, ${digit(draft)});`, x],
  ] as const);
  draft.run(from[0], `${draft.rng.pick(['auto', 'auto&', 'auto const&', 'auto&&'])} [${u}, ${v}, ${w}] = ${from[1]};`);
  draft.run(`${u} += 10;`);
  draft.ask(u);
  draft.ask(v, { plain: true });
  draft.ask(w);
  if (from[0].startsWith(s)) draft.ask(`${x}.a`);
  draft.run(`std::pair<int, short> p${x}{${digit(draft)}, 3};`, `auto& [p${u}, p${v}] = p${x};`, `p${u} = 40;`);
  draft.ask(`p${x}.first + p${x}.second`);
  draft.run(`int t${u} = 0, t${v} = 0;`, `std::tie(t${u}, t${v}) = std::make_pair(p${v} + 1, ${digit(draft)});`);
  draft.ask(`t${u}`);
  draft.ask(`t${v}`);
};

export const initialisationIdioms: Readonly<Record<string, Idiom>> = {
  aggregates,
  nestedAggregates: nested,
  arrays,
  constructors,
  zeros,
  copies,
  bindings,
};
