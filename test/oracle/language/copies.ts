// Which constructor or assignment an object of the program's classes takes: those that the class declares, templates
// that take any object, those that the compiler declares, and what a derived class or a conversion brings. Each of them
// leaves a number of its own.
import type { Draft, Idiom } from './draft';

/** Constructors of one argument, and what they leave in `k`: of a group a class has one. Some take an object of another
 *  class, `other`. */
function constructors(t: string, other: string): readonly (readonly string[])[] {
  const unlike = `std::enable_if_t<!std::is_same<std::decay_t<T>, ${t}>::value, int> = 0`;
  return [
    [
      `${t}(${t} const&) : k(2) {}`,
      `${t}(${t} const&) = default;`,
      `${t}(${t} const&) = delete;`,
      `${t}(${t} const& o, int n = 3) : k(o.k + n) {}`,
    ],
    [`${t}(${t}&) : k(3) {}`],
    [`${t}(${t}&&) : k(4) {}`, `${t}(${t}&&) = default;`],
    [`template <class T> ${t}(T) : k(5) {}`, `template <class... T> ${t}(T...) : k(9) {}`],
    [`template <class T> ${t}(T const&) : k(6) {}`, `template <class T> explicit ${t}(T const&) : k(8) {}`],
    [
      `template <class T> ${t}(T&&) : k(7) {}`,
      `template <class... T> explicit ${t}(T&&...) : k(10) {}`,
      `template <class T, ${unlike}> ${t}(T&&) : k(16) {}`,
    ],
    [`${t}(${other} const&) : k(11) {}`, `explicit ${t}(${other}&&) : k(12) {}`],
    [`${t}(int) : k(13) {}`, `explicit ${t}(double) : k(14) {}`],
  ];
}

function assignments(t: string, other: string): readonly (readonly string[])[] {
  const body = (k: number): string => `{ k = ${k}; return *this; }`;
  return [
    [
      `${t}& operator=(${t} const&) ${body(20)}`,
      `${t}& operator=(${t}) ${body(23)}`,
      `${t}& operator=(${t} const&) = default;`,
      `${t}& operator=(${t} const&) = delete;`,
      `${t}& operator=(${t} const&) & ${body(29)}`,
    ],
    [`${t}& operator=(${t}&) ${body(21)}`],
    [`${t}& operator=(${t}&&) ${body(22)}`, `${t}& operator=(${t}&&) = default;`],
    [`template <class T> ${t}& operator=(T) ${body(24)}`],
    [`template <class T> ${t}& operator=(T const&) ${body(25)}`],
    [`template <class T> ${t}& operator=(T&&) ${body(26)}`],
    [`${t}& operator=(${other} const&) ${body(27)}`],
    [`${t}& operator=(int) ${body(28)}`],
  ];
}

/** A function of some of the groups. */
function someOf(draft: Draft, groups: readonly (readonly string[])[], most: number): readonly string[] {
  return draft.some(groups, 0, most).map((group) => `  ${draft.rng.pick(group)}`);
}

interface Classes {
  /** The class, one derived from it, one that holds it, and another one. */
  readonly own: string;
  readonly derived: string;
  readonly holder: string;
  readonly other: string;
}

function classes(draft: Draft): Classes {
  const [own, derived, holder, other] = [draft.name('T'), draft.name('D'), draft.name('H'), draft.name('O')];
  const { rng } = draft;
  const isDerived = rng.chance(0.4);
  draft.declare(`struct ${own};`, `struct ${derived};`);
  const converts = rng.chance(0.3);
  draft.declare(
    `struct ${other} {`,
    '  int q = 1;',
    ...(rng.chance(0.3) ? ['  operator int() const { return 30; }'] : []),
    ...(converts ? [`  operator ${own}() const;`] : []),
    '};',
  );
  draft.declare(
    `struct ${own} {`,
    '  int k = 0;',
    `  ${own}() {}`,
    ...someOf(draft, constructors(own, isDerived ? derived : other), 3),
    ...someOf(draft, assignments(own, isDerived ? derived : other), 2),
    '};',
  );
  draft.declare(
    `struct ${derived} : ${own} {`,
    `  ${derived}() { k = 40; }`,
    ...rng.pick([
      [],
      [],
      [`  using ${own}::operator=;`],
      [`  using ${own}::${own};`],
      [`  ${derived}(${derived} const&) = default;`],
    ]),
    '};',
  );
  draft.declare(
    `struct ${holder} {`,
    `  ${rng.pick(['', '', 'mutable '])}${own} a;`,
    ...rng.pick([
      [],
      [],
      [`  ${own} b[2];`],
      [`  ~${holder}() {}`],
      [`  ${holder}() = default;`, `  ${holder}(${holder} const&) = default;`],
    ]),
    '};',
  );
  if (converts) draft.declare(`inline ${other}::operator ${own}() const { return ${own}(); }`);
  return { own, derived, holder, other };
}

/** Objects to begin with. */
function operands(draft: Draft, { own, derived, other }: Classes): readonly string[] {
  const [a, c, d, dc, o] = ['a', 'c', 'd', 'e', 'o'].map((stem) => draft.name(stem));
  draft.run(`${own} ${a};`, `${own} const ${c};`, `${derived} ${d};`, `${derived} const ${dc};`, `${other} ${o};`);
  return [
    a,
    c,
    d,
    dc,
    o,
    '7',
    '2.5',
    `std::move(${a})`,
    `std::move(${c})`,
    `std::move(${d})`,
    `${own}()`,
    `${derived}()`,
    `${other}()`,
  ].map(String);
}

const constructed: Idiom = (draft) => {
  const all = classes(draft);
  const { own, derived, other } = all;
  const given = operands(draft, all);
  const f = draft.name('f');
  const s = draft.name('S');
  draft.declare(
    `inline int ${f}(${own} t) { return t.k; }`,
    `template <class T> int ${f}t(T t) { return t.k; }`,
    `template <class A> struct ${s} { ${own} m; ${s}(A&& a) : m(static_cast<A&&>(a)) {} };`,
    `template <class A> struct ${s}b { ${own} m; ${s}b(A&& a) : m{static_cast<A&&>(a)} {} };`,
  );
  draft.times(4, 9, () => {
    const by = draft.rng.pick(given);
    const x = draft.name('x');
    const forms = [
      `${own} ${x} = ${by};`,
      `${own} ${x}(${by});`,
      `${own} ${x}{${by}};`,
      `${own} ${x} = {${by}};`,
      `auto ${x} = ${own}(${by});`,
      `auto ${x} = static_cast<${own}>(${by});`,
      `auto ${x} = (${own})${by};`,
      `${own} const& ${x} = ${by};`,
      `auto ${x} = [](${derived} d) -> ${own} { return d; }(${draft.rng.pick([`${derived}()`, by])});`,
      `auto ${x} = [](${other} o) -> ${own} { return o; }(${by});`,
      `${derived} ${x} = ${by};`,
      `${derived} ${x}(${by});`,
      `${own} ${x}l[2] = {${by}, ${draft.rng.pick(given)}}; auto& ${x} = ${x}l[${draft.rng.int(0, 1)}];`,
      `auto ${x} = ${s}<decltype((${by}))>(${by}).m;`,
      `auto ${x} = ${s}b<decltype((${by}))>(${by}).m;`,
      `std::pair<${own}, int> ${x}p(${by}, 1); auto& ${x} = ${x}p.first;`,
      `auto ${x} = [v = ${own}(${by})] { return v; }();`,
    ];
    draft.run(draft.rng.pick(forms));
    draft.ask(`${x}.k`);
  });
  draft.times(1, 3, () => draft.ask(`${f}${draft.rng.pick(['', 't'])}(${draft.rng.pick(given)})`));
};

const assigned: Idiom = (draft) => {
  const all = classes(draft);
  const { own, derived } = all;
  const given = operands(draft, all);
  draft.times(4, 9, () => {
    const x = draft.name('x');
    const by = draft.rng.pick(given);
    const type = draft.rng.pick([own, own, derived]);
    draft.run(
      `${type} ${x};`,
      draft.rng.pick([
        `${x} = ${by};`,
        `${x} = ${by};`,
        `${x} = {${by}};`,
        `static_cast<${own}&>(${x}) = ${by};`,
        `${x} = {};`,
      ]),
    );
    draft.ask(`${x}.k`);
  });
};

/** What the compiler writes for a class that holds such objects. */
const held: Idiom = (draft) => {
  const all = classes(draft);
  const { holder } = all;
  operands(draft, all);
  const [h, c] = [draft.name('h'), draft.name('c')];
  draft.run(`${holder} ${h};`, `${holder} const ${c}{};`);
  draft.times(3, 6, () => {
    const x = draft.name('x');
    const by = draft.rng.pick([h, c, `std::move(${h})`, `${holder}()`, `std::move(${c})`]);
    draft.run(
      draft.rng.pick([
        `${holder} ${x} = ${by};`,
        `${holder} ${x}(${by});`,
        `${holder} ${x}; ${x} = ${by};`,
        `auto ${x} = ${by};`,
        `std::pair<${holder}, int> ${x}p(${by}, 1); auto ${x} = ${x}p.first;`,
      ]),
    );
    draft.ask(`${x}.a.k`);
  });
};

export const copyIdioms: Readonly<Record<string, Idiom>> = { constructed, assigned, held };
