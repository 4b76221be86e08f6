// Functions that belong to something: members, operators, conversions, and what arguments make visible.
import type { Idiom } from './draft';
import { calls, overloads } from './overload-sets';

const lookup: Idiom = (draft) => {
  const n = draft.name('ns');
  const inner = draft.rng.pick(['inline namespace v1', 'namespace v1']);
  const s = draft.name('S');
  const f = draft.name('f');
  const [one, two, three] = [draft.rng.int(1, 9), draft.rng.int(10, 19), draft.rng.int(20, 29)];
  draft.declare(`namespace ${n} {`, `${inner} {`);
  draft.declare(
    `struct ${s} { int v = ${one}; friend auto ${f}h(${s} const&, int) { return Int<${one}>{}; } friend int ${f}i(${s} s) { return s.v; } };`,
  );
  draft.declare(`inline auto ${f}(${s} const&) { return Int<${two}>{}; }`);
  draft.declare(`}`);
  if (draft.rng.chance(0.5)) draft.declare(`template <class T> auto ${f}(T const&) { return Int<${three}>{}; }`);
  draft.declare(`struct Q${s} : ${inner.startsWith('inline') ? '' : 'v1::'}${s} {};`);
  draft.declare(`template <class T> struct W${s} { T t; };`);
  draft.declare(`inline int ${f}w(...) { return ${three}; }`);
  draft.declare('}');
  if (draft.rng.chance(0.6)) draft.declare(`inline auto ${f}(int) { return Int<${one + 30}>{}; }`);
  if (draft.rng.chance(0.4))
    draft.declare(`template <class T> auto ${f}h(T const&, long) { return Int<${one + 40}>{}; }`);
  draft.declare(`inline int ${f}w(int) { return 50; }`);
  const q = inner.startsWith('inline') ? n : `${n}::v1`;
  const x = draft.name('x');
  draft.run(`${q}::${s} ${x};`, `${n}::Q${s} q${x};`, `${n}::W${s}<int> w${x}{1};`);
  const asked = [
    `${f}(${x})`,
    `${f}(q${x})`,
    `${f}h(${x}, 0)`,
    `${f}h(q${x}, 0)`,
    `${f}i(${x})`,
    `${f}(3)`,
    `${q}::${f}(${x})`,
    `${n}::v1::${f}(${x})`,
    `(${f})(${x})`,
    `${f}w(${x})`,
    `${f}w(w${x})`,
    `${f}w(1)`,
    `${n}::${f}w(1)`,
  ];
  for (const one of draft.some(asked, 3, 8)) draft.ask(one);
  if (draft.rng.chance(0.5)) {
    draft.run('{', `using namespace ${n};`);
    draft.ask(`${f}(${x})`);
    draft.run('}');
  }
  if (draft.rng.chance(0.5)) {
    draft.run('{', `using ${q}::${f};`);
    draft.ask(`${f}(${x})`);
    draft.ask(`${f}(3)`);
    draft.run('}');
  }
};

const members: Idiom = (draft) => {
  const s = draft.name('S');
  const get = ['int', 'auto'] as const;
  const lines = draft
    .some(
      [
        [
          'auto get() & { return Int<1>{}; }',
          'auto get() const& { return Int<2>{}; }',
          'auto get() && { return Int<3>{}; }',
          'auto get() const&& { return Int<9>{}; }',
        ],
        [
          'auto at(int) { return Int<4>{}; }',
          'auto at(int) const { return Int<5>{}; }',
          'auto at(long) const { return Int<6>{}; }',
          'template <class T> auto at(T) { return Int<7>{}; }',
        ],
        [
          'auto operator()(int) const { return Int<1>{}; }',
          'auto operator()(int) { return Int<2>{}; }',
          'auto operator()(double) { return Int<3>{}; }',
          'template <int N> auto operator()(Int<N>) const { return Int<N + 1>{}; }',
        ],
        [
          'int& operator[](int i) { return v; }',
          'int operator[](int i) const { return v + 100; }',
          'auto operator[](Underscore) const { return Int<8>{}; }',
        ],
        [
          'static auto make(int) { return Int<1>{}; }',
          'static auto make(int, int = 0) { return Int<2>{}; }',
          'static auto make(char) { return Int<3>{}; }',
        ],
      ],
      2,
      4,
    )
    .flatMap((group) => draft.some(group, 2));
  const base = draft.rng.chance(0.5) ? draft.name('B') : undefined;
  if (base !== undefined)
    draft.declare(
      `struct ${base} { auto get() const { return Int<20>{}; } auto at(double) const { return Int<21>{}; } auto far(int) { return Int<22>{}; } auto far(long) { return Int<25>{}; } };`,
    );
  draft.declare(
    `struct ${s}${base === undefined ? '' : ` : ${base}`} {`,
    `  ${draft.rng.pick(get).replace('auto', 'int')} v = ${draft.rng.int(1, 9)};`,
  );
  if (base !== undefined && draft.rng.chance(0.5)) draft.declare(`  using ${base}::${draft.rng.pick(['get', 'at'])};`);
  if (base !== undefined && draft.rng.chance(0.5)) draft.declare(`  auto far(double) { return Int<24>{}; }`);
  draft.declare(...lines.map((line) => `  ${line}`), '};');
  const [x, c] = [draft.name('x'), draft.name('c')];
  draft.run(`${s} ${x}{};`, `${s} const ${c}{};`);
  const object = (): string => draft.rng.pick([x, c, `${s}{}`, `std::move(${x})`, `std::as_const(${x})`]);
  for (let i = 0; i < 10; i++)
    draft.ask(
      `${object()}${draft.rng.pick(['.get()', '.at(1)', '.at(2l)', '.at(1.5)', '(1)', '(1.5)', '(_3{})', '[0]', '[_]', '.make(1)', ".make('a')", '.make(1, 2)', '.far(1)', '.far(1.5)'])}`,
    );
};

const conversions: Idiom = (draft) => {
  const [a, b, c] = ['A', 'B', 'C'].map((stem) => draft.name(stem)) as [string, string, string];
  draft.declare(`struct ${a} { int v; ${draft.rng.pick(['', 'explicit '])}${a}(int v) : v(v) {} };`);
  draft.declare(
    `struct ${b} { int v = ${draft.rng.int(1, 9)}; ${draft.rng.pick(['', 'explicit '])}operator int() const { return v; } };`,
  );
  draft.declare(
    `struct ${c} { operator bool() const { return true; } operator short() const { return ${draft.rng.int(2, 9)}; } };`,
  );
  const f = overloads(
    draft,
    [
      a,
      b,
      'int',
      'double',
      'long',
      'bool',
      '...',
      'short',
      `${a} const&`,
      'template <class T> (T)',
      `std::initializer_list<int>`,
    ],
    2,
    4,
  );
  calls(
    draft,
    f,
    ['1', '1.5', 'true', `${a}(1)`, `${b}{}`, `${c}{}`, '{1}', '{}', '{1, 2}', "'a'", '2l', '_3{}'],
    3,
    6,
  );
  const x = draft.name('x');
  draft.run(`${b} ${x};`);
  draft.ask(`int(${x}) + 1`);
  draft.ask(`${x} + 1`);
  draft.run(`${a} a${x} = ${draft.rng.int(1, 9)};`);
  draft.ask(`a${x}.v`);
  draft.run(`short s${x} = ${c}{};`, `double d${x} = ${b}{};`);
  draft.ask(`s${x}`);
  draft.ask(`d${x}`, { plain: true });
  if (draft.rng.chance(0.5)) draft.ask(`${c}{} ? 5 : 6`);
};

const operators: Idiom = (draft) => {
  const [a, b] = [draft.name('A'), draft.name('B')];
  const op = draft.rng.pick(['+', '-', '*', '/', '%', '<<', '|', '&']);
  draft.declare(`struct ${b} { int v; };`);
  draft.declare(`struct ${a} { int v; ${a}(int v = 0) : v(v) {}`);
  if (draft.rng.chance(0.6)) draft.declare(`  int operator${op}(${a} const& o) const { return v * 100 + o.v; }`);
  if (draft.rng.chance(0.3)) draft.declare(`  int operator${op}(int o) { return v * 1000 + o; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  ${a}& operator${op}=(int d) { v += d * 3; return *this; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  ${a} operator-() const { return ${a}(v + 7); }`);
  if (draft.rng.chance(0.5))
    draft.declare(
      `  ${a}& operator++() { v += 10; return *this; }`,
      `  ${a} operator++(int) { ${a} old = *this; v += 20; return old; }`,
    );
  if (draft.rng.chance(0.5)) draft.declare(`  bool operator==(${a} const& o) const { return v == o.v; }`);
  if (draft.rng.chance(0.4))
    draft.declare(`  friend auto operator<=>(${a} const& l, ${a} const& r) { return l.v <=> r.v; }`);
  else if (draft.rng.chance(0.5)) draft.declare(`  friend bool operator<(${a} l, ${a} r) { return r.v < l.v; }`);
  if (draft.rng.chance(0.4)) draft.declare(`  explicit operator bool() const { return v > 4; }`);
  draft.declare('};');
  if (draft.rng.chance(0.6)) draft.declare(`inline int operator${op}(int l, ${a} const& r) { return l + r.v + 5; }`);
  if (draft.rng.chance(0.6)) draft.declare(`inline int operator${op}(${b} l, ${a} r) { return l.v + r.v + 6; }`);
  if (draft.rng.chance(0.4))
    draft.declare(`template <class T> int operator${op}(${a} const& l, T const& r) { return l.v + 7; }`);
  const [x, y] = [draft.name('x'), draft.name('y')];
  draft.run(
    `${a} ${x}{${draft.rng.int(1, 9)}};`,
    `${a} const c${x}{${draft.rng.int(1, 9)}};`,
    `${b} ${y}{${draft.rng.int(1, 9)}};`,
  );
  const asked = [
    `${x} ${op} c${x}`,
    `c${x} ${op} ${x}`,
    `3 ${op} ${x}`,
    `${x} ${op} 3`,
    `c${x} ${op} 3`,
    `${y} ${op} ${x}`,
    `${x} ${op} ${y}`,
    `(-${x}).v`,
    `(++${x}).v`,
    `(${x}++).v`,
    `${x}.v`,
    `${x} == c${x}`,
    `${x} != 3`,
    `3 == ${x}`,
    `${x} < c${x}`,
    `${x} >= c${x}`,
    `c${x} ? 1 : 2`,
    `!${x}`,
    `(${x} ${op}= 4).v`,
  ];
  for (const one of draft.some(asked, 5, 10)) draft.ask(one);
};

export const lookupIdioms: Readonly<Record<string, Idiom>> = { lookup, members, conversions, operators };
