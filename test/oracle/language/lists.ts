// `std::initializer_list`: overload sets and constructors with lists among other types, and what is done with a list.
import type { Draft, Idiom } from './draft';

const elements = ['int', 'long', 'short', 'double', 'unsigned', 'char', 'bool', 'float'] as const;
const literals = ['1', '2', '3l', '4u', "'a'", '2.5', '7', '1.5f', 'true', 'short(3)'] as const;

/** A braced list of numbers, most of them of one type. */
const list = (draft: Draft): string => {
  const one = draft.rng.pick(literals);
  const count = draft.rng.int(0, 3);
  const next = (): string => (draft.rng.chance(0.7) ? one : draft.rng.pick(literals));
  return `{${Array.from({ length: count }, next).join(', ')}}`;
};

/** Functions of one name that take lists and other things. */
const overloadedLists: Idiom = (draft) => {
  const [f, user, point, other] = [draft.name('f'), draft.name('U'), draft.name('P'), draft.name('V')];
  draft.declare(
    `struct ${user} { int n; ${draft.rng.pick(['', 'explicit '])}${user}(int k) : n(k) {} };`,
    `struct ${point} { int x${draft.rng.pick(['', ' = 4'])}; int y${draft.rng.pick(['', ' = 5'])}; };`,
    `struct ${other} { int n; ${other}(${draft.rng.pick(['long', user, point])}) : n(0) {} ${other}(int, int) : n(2) {} };`,
  );
  const types = draft.some(
    [
      ...draft.some(elements, 1, 3).map((of) => `std::initializer_list<${of}>`),
      `std::initializer_list<${user}>`,
      `std::initializer_list<${other}>`,
      `std::initializer_list<${point}> const&`,
      `std::initializer_list<std::initializer_list<int>>`,
      'T std::initializer_list<T>',
      'T T',
      'T T const&',
      'int',
      'double',
      'std::array<int, 2>',
      'cute::array<int, 2>',
      'std::vector<int>',
      point,
      user,
      other,
      `${point} const&`,
    ],
    2,
    4,
  );
  types.forEach((type, i) => {
    const isTemplate = type.startsWith('T ');
    draft.declare(
      `${isTemplate ? 'template <class T> ' : 'inline '}int ${f}(${isTemplate ? type.slice(2) : type}${draft.rng.chance(0.2) ? ', int = 3' : ''}) { return ${i + 1}; }`,
    );
  });
  const l = draft.name('l');
  draft.run(`std::initializer_list<${draft.rng.pick(elements)}> ${l} = ${list(draft)};`);
  const args = ['{}', '{1}', '{1, 2}', l, `{${point}{1, 2}}`, `{${user}(3)}`, `{{1}, {2}}`, '{{1, 2}}', '7', '{7l}'];
  draft.times(3, 6, () => draft.ask(`${f}(${draft.rng.chance(0.5) ? list(draft) : draft.rng.pick(args)})`));
};

/** Constructors that take lists: directly, of a base, and by delegation. */
const listConstructors: Idiom = (draft) => {
  const [s, d, point] = [draft.name('S'), draft.name('D'), draft.name('P')];
  draft.declare(`struct ${point} { int x = 1; int y = 2; };`);
  const isTemplate = draft.rng.chance(0.3);
  const others = [
    `${s}(${draft.rng.pick(['int', 'double', 'long'])} a) : id(300 + int(a)) {}`,
    `${s}() : id(400) {}`,
    `${s}(${point} p) : id(500 + p.x) {}`,
    `${s}(${point} p, int b) : id(600 + p.y + b) {}`,
    `template <class U> ${s}(U a, U b) : id(700) {}`,
    `template <class... U> ${s}(${point}, U...) : id(800 + int(sizeof...(U))) {}`,
  ];
  const element = draft.rng.pick(elements);
  const lists = [
    `${s}(std::initializer_list<${isTemplate ? 'T' : element}> l) : id(int(l.size())) { for (auto v : l) id += int(v) * 10; }`,
    `${s}(std::initializer_list<${draft.rng.pick(elements)}> const& l, int k = 2) : id(40 + k * int(l.size())) {}`,
    `template <class U> ${s}(std::initializer_list<U> l) : id(60 + int(l.size())) {}`,
    `${s}(std::initializer_list<${point}> l) : id(80) { for (auto const& p : l) id += p.x; }`,
  ];
  draft.declare(
    `${isTemplate ? 'template <class T> ' : ''}struct ${s} {`,
    '  int id = 0;',
    ...draft.some(lists, 1, 2).map((line) => `  ${line}`),
    `  ${s}(int a, int b) : id(a * 10 + b) {}`,
    ...draft.some(others, 1, 3).map((line) => `  ${line}`),
    '};',
  );
  const t = isTemplate ? `${s}<${element}>` : s;
  draft.declare(
    `struct ${d} : ${t} {`,
    `  int more = ${draft.rng.int(1, 9)};`,
    `  ${d}(int a, int b) : ${t}${draft.rng.pick(['{a, b}', '(a, b)', '({1, 2})', '{1}', '{1, 2}'])} {}`,
    `  ${d}(double a) : ${d}${draft.rng.pick(['{int(a), 2}', '(1, 2)', '(int(a), 3)'])} {}`,
    '};',
  );
  const forms = [list(draft), list(draft), '(1, 2)', '{1, 2}', '(3)', '{3}', '{}', '()', `{${point}{4, 5}}`];
  const more = [`{${point}{}, 3}`, `{{1, 2}, {3, 4}}`, `{{}, {}}`, `({1, 2})`, `({})`, `{{1}}`];
  draft.times(3, 6, () => draft.ask(`${t}${draft.rng.pick([...forms, ...more])}.id`));
  const x = draft.name('x');
  draft.run(`${t} ${x}${draft.rng.pick([' = {1, 2}', '{2, 3}', ' = {}', '', '({4})'])};`);
  draft.ask(`${x}.id`);
  draft.ask(`${d}(${draft.rng.int(1, 9)}, 2).id`);
  draft.ask(`${d}(2.5).id`);
};

/** Variables that are lists, and what reads them. */
const listVariables: Idiom = (draft) => {
  const [l, k, s, first, h] = ['l', 'k', 's', 'p', 'H'].map((stem) => draft.name(stem));
  if (!l || !k || !s || !first || !h) return;
  const of = draft.rng.pick(elements);
  const three = (): string => Array.from({ length: 3 }, () => draft.rng.int(1, 9)).join(', ');
  draft.declare(
    `struct ${h} { std::initializer_list<int> held; int sum() const { int n = 0; for (auto v : held) n = n * 3 + v; return n; } };`,
  );
  draft.run(
    draft.rng.pick([
      `auto ${l} = {${three()}};`,
      `auto const ${l} = {${three()}};`,
      `auto&& ${l} = {${three()}};`,
      `std::initializer_list<${of}> ${l} = {${three()}};`,
      `std::initializer_list<int> ${l}{${three()}};`,
      `std::initializer_list<int> ${l}({${three()}});`,
      `const std::initializer_list<long> ${l}{${three()}, 4};`,
    ]),
    `auto ${k} = ${l};`,
    `auto ${first} = ${l}.begin();`,
    `int ${s} = 0;`,
    draft.rng.pick([
      `for (auto v : ${l}) ${s} = ${s} * 5 + int(v);`,
      `for (auto const& v : ${l}) { if (v == 3) continue; ${s} += int(v); }`,
      `for (auto p = ${l}.begin(); p != ${l}.end(); ++p) ${s} = ${s} * 3 + int(*p);`,
      `for (auto v : {${three()}}) ${s} = ${s} * 7 + v;`,
    ]),
  );
  draft.ask(s);
  if (draft.rng.chance(0.4)) draft.run(`${k} = {${draft.rng.int(1, 9)}};`);
  const asks = [
    `${l}.size()`,
    `int(${k}.size())`,
    `*${first}`,
    `${first}[1]`,
    `*(${l}.end() - 1)`,
    `*std::begin(${l})`,
    `std::size(${l})`,
    `${l}.end() - ${l}.begin()`,
    `std::accumulate(${l}.begin(), ${l}.end(), 0)`,
    `std::max(${l})`,
    `std::min({${three()}})`,
    `sizeof(${l})`,
    `std::is_same_v<decltype(${k}), std::initializer_list<int>>`,
    `std::is_same_v<decltype(${first}), int const*>`,
    `std::is_same_v<std::decay_t<decltype(${l})>, std::initializer_list<${of}>>`,
    `${h}{${k}}.sum()`,
    `${h}{{${three()}}}.sum()`,
    `std::vector<int>{${three()}}.size()`,
    `std::vector<int>(3, ${draft.rng.int(4, 9)}).size()`,
    `std::vector<int>(${k}).size()`,
    `std::vector<int>{${k}}.size()`,
    `int(std::initializer_list<int>{${three()}}.size())`,
    `[](std::initializer_list<int> x) { return int(x.size()) * 10 + *x.begin(); }({${three()}})`,
    `[](auto x) { return int(x.size()); }(${k})`,
  ];
  for (const one of draft.some(asks, 3, 7)) draft.ask(one);
};

export const listIdioms: Readonly<Record<string, Idiom>> = { overloadedLists, listConstructors, listVariables };
