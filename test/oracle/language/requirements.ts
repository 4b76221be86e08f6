// Requirements: expressions over data members and member functions, types of results, and constraints of members,
// packs and specialisations.
import type { Draft, Idiom } from './draft';
import { calls } from './overload-sets';

/** Some classes with different members; gives their names. */
function classesOf(draft: Draft): readonly string[] {
  const bodies = draft.some(
    [
      `int rows = ${draft.rng.int(1, 9)}; int size() const { return rows; }`,
      'static constexpr int rows = 4; short data[3] = {};',
      'double rows = 1; void size();',
      'int size(int n = 2) { return n; } int* data = nullptr;',
      'struct rows {}; using value_type = short;',
      'int operator[](int i) const { return i; } enum { rows = 3 };',
      'int const rows = 5; explicit operator bool() const { return true; }',
      'template <class T> int size(T) const { return 1; } _4 rows;',
      'private: int rows = 7; public: int size() const { return 3; }',
    ],
    3,
    5,
  );
  return bodies.map((body) => {
    const name = draft.name('S');
    draft.declare(`struct ${name} { ${body} };`);
    return name;
  });
}

const tests = [
  't.rows',
  'T::rows',
  't.size()',
  't.rows + 1',
  't.rows = 2',
  't.data[0]',
  't[1]',
  't.size(3)',
  'typename T::value_type',
  'typename T::rows',
  '{ t.rows } -> std::same_as<int&>',
  '{ t.rows } -> std::convertible_to<int>',
  '{ t.size() } -> std::integral',
  '{ t.size() } noexcept',
  'requires sizeof(t.rows) == 4',
  'requires (sizeof(T) > 4)',
  'sizeof(T::rows)',
  't.size(); t.rows',
  'bool(t)',
  '{ T::rows } -> std::convertible_to<long>',
] as const;

const dataMembers: Idiom = (draft) => {
  const names = classesOf(draft);
  const [has, f] = [draft.name('Has'), draft.name('f')];
  const parameter = draft.rng.pick(['T t', 'T& t', 'T const& t', 'T const t']);
  const some = draft.some(tests, 2, 4);
  some.forEach((test, i) =>
    draft.declare(`template <class T> concept ${has}${'abcd'[i] ?? ''} = requires(${parameter}) { ${test}; };`),
  );
  draft.declare(
    `template <class T> constexpr int ${f}(T const&) { return 0; }`,
    `template <class T> requires ${has}a<T> constexpr int ${f}(T const&) { return 1; }`,
    ...(draft.rng.chance(0.5)
      ? [`template <class T> requires ${has}a<T> && ${has}b<T> constexpr int ${f}(T const&) { return 2; }`]
      : [`template <${has}b T> requires (!${has}a<T>) constexpr int ${f}(T const&) { return 3; }`]),
    `template <class T> constexpr int ${f}i(T t) { if constexpr (requires { ${draft.rng.pick(tests)}; }) return 5; else return 6; }`,
  );
  for (const name of names) {
    some.forEach((_, i) => draft.ask(`${has}${'abcd'[i] ?? ''}<${name}>`, { constant: true }));
    draft.ask(`${f}(${name}{})`);
    draft.ask(`${f}i(${name}{})`);
  }
  draft.ask(`${f}(${draft.rng.pick(['1', 'make_layout(4)', '_3{}'])})`);
};

/** Members and specialisations of which a constraint decides. */
const constrainedMembers: Idiom = (draft) => {
  const s = draft.name('S');
  const n = draft.rng.pick([1, 2, 4]);
  draft.declare(
    `template <class T> struct ${s} {`,
    '  T v{};',
    `  int get() const requires (sizeof(T) > ${n}) { return 1; }`,
    '  int get() const requires std::is_floating_point_v<T> && (sizeof(T) > 4) { return 2; }'.replace(
      '(sizeof(T) > 4)',
      draft.rng.pick(['(sizeof(T) > 4)', 'true']),
    ),
    '  int get() const { return 3; }',
    '  template <class U> requires std::is_same_v<T, U> int at(U) const { return 4; }',
    '  template <class U> int at(U) const { return 5; }',
    '  int at(std::integral auto) const requires std::integral<T> { return 6; }',
    `  ${s}() = default;`,
    `  ${s}(T t) requires std::integral<T> : v(t) {}`,
    `  template <class U> requires (!std::same_as<U, ${s}>) explicit ${s}(U) : v(T(7)) {}`,
    '};',
  );
  const type = (): string => draft.rng.pick(['char', 'short', 'int', 'float', 'double', 'long']);
  draft.times(3, 6, () =>
    draft.ask(
      draft.rng.pick([
        `${s}<${type()}>{}.get()`,
        `${s}<${type()}>{}.at(1)`,
        `${s}<${type()}>{}.at(1.5)`,
        `${s}<${type()}>{}.at('a')`,
        `int(${s}<${type()}>(2).v)`,
        `int(${s}<${type()}>(2.5).v)`,
      ]),
    ),
  );
  draft.ask(`std::is_convertible_v<int, ${s}<${type()}>>`, { constant: true });
};

/** Constraints over packs, `auto` parameters, lambdas and variables. */
const constrainedPacks: Idiom = (draft) => {
  const [f, c] = [draft.name('f'), draft.name('C')];
  draft.declare(
    `template <class T, class... U> concept ${c} = (std::is_same_v<T, U> ${draft.rng.pick(['||', '&&'])} ...);`,
    ...draft.some(
      [
        `template <class... T> requires (std::integral<T> && ...) constexpr int ${f}(T...) { return 1; }`,
        `template <std::integral... T> constexpr int ${f}(T...) { return 2; }`,
        `template <class T, class... U> requires ${c}<T, U...> constexpr int ${f}(T, U...) { return 3; }`,
        `constexpr int ${f}(std::floating_point auto, auto...) { return 4; }`,
        `template <class... T> constexpr int ${f}(T...) requires (sizeof...(T) > 2) { return 5; }`,
        `template <class T, ${c}<T> U> constexpr int ${f}(T, U) { return 6; }`,
        `constexpr int ${f}(...) { return 7; }`,
      ],
      2,
      4,
    ),
  );
  calls(draft, f, ['1', '1, 2', "1, 'a'", '1.5', '1.5, 2', '1, 2, 3', '1, 2, 3l', '_1{}', ''], 3, 7);
  for (const one of draft.some([`${c}<int>`, `${c}<int, int>`, `${c}<int, short>`, `${c}<int, short, int>`], 1, 3))
    draft.ask(one, { constant: true });
  const l = draft.name('l');
  draft.run(
    `auto ${l} = []<class T>(T t) requires (sizeof(T) > 1) { return Int<int(sizeof(T))>{}; };`,
    `${draft.rng.pick(['std::integral', 'std::convertible_to<int>'])} auto k${l} = short(${draft.rng.int(1, 9)});`,
  );
  draft.ask(`${l}(${draft.rng.pick(['1', 'short(2)', '2.5'])})`);
  draft.ask(`std::is_invocable_v<decltype(${l}), ${draft.rng.pick(['char', 'int', 'short'])}>`, { constant: true });
  draft.ask(`k${l}`);
};

export const requirementIdioms: Readonly<Record<string, Idiom>> = { dataMembers, constrainedMembers, constrainedPacks };
