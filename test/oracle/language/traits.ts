// Traits that compilers have under names of their own, casts of objects that choose a specialisation, variable
// templates that hold objects, and specialisations by a condition, as Boost.Hana writes them.
import type { Draft, Idiom } from './draft';

/** Classes of which each lacks something. Gives their names. */
function someClasses(draft: Draft): readonly string[] {
  const s = draft.name('S');
  const parts = draft
    .some(
      [
        'int m;',
        'S() = default;',
        'S(S const&) = default;',
        'S(S const&) = delete;',
        'S(S&&) noexcept;',
        'S& operator=(S const&);',
        'S& operator=(S&&) noexcept = default;',
        '~S();',
        'virtual void f();',
        'bool operator==(S const&) const;',
        'operator int() const;',
        'explicit operator bool() const;',
        'S(int);',
      ],
      1,
      3,
    )
    .map((part) => part.replace(/\bS\b/g, `${s}a`));
  draft.declare(
    `struct ${s}a { ${parts.join(' ')} };`,
    `struct ${s}b${draft.rng.pick(['', ' final'])} : ${s}a { ${draft.rng.pick(['', 'char c;', `~${s}b();`, 'using tag = int;'])} };`,
    `struct ${s}c { ${draft.rng.pick(['int m, n;', `${s}a a;`, 'int* p = nullptr;', 'using tag = char;', ''])} };`,
    `union ${s}u { int a; float b; };`,
    `enum ${s}e { ${s}red };`,
  );
  return [`${s}a`, `${s}b`, `${s}c`, `${s}u`, `${s}e`, 'int', 'float*'];
}

const compilers: Idiom = (draft) => {
  const classes = someClasses(draft);
  const type = (): string => draft.rng.pick(classes);
  const qualified = (): string => `${type()}${draft.rng.pick(['', '&', ' const&', '&&'])}`;
  const one =
    'is_class is_union is_enum is_empty is_trivial is_pod is_standard_layout is_trivially_copyable is_aggregate';
  const made = 'is_constructible is_trivially_constructible is_nothrow_constructible';
  const assigned = 'is_assignable is_trivially_assignable is_nothrow_assignable';
  const pick = (names: string): string => draft.rng.pick(names.split(' '));
  draft.times(5, 10, () =>
    draft.ask(
      draft.rng.pick([
        `int(__${pick(`${one} has_virtual_destructor is_polymorphic is_final is_abstract`)}(${type()}))`,
        `int(__${pick(made)}(${type()}))`,
        `int(__${pick(made)}(${type()}, ${qualified()}))`,
        `int(__${pick(assigned)}(${type()}&, ${qualified()}))`,
        `int(__is_base_of(${type()}, ${type()}) || __is_same(${type()}, ${type()}))`,
        `int(__has_trivial_${pick('copy assign constructor destructor')}(${type()}))`,
        `int(std::is_trivially_${pick('default_constructible copy_constructible move_constructible')}_v<${type()}>)`,
      ]),
      { constant: true },
    ),
  );
};

const casts: Idiom = (draft) => {
  const classes = someClasses(draft);
  const c = draft.name('c');
  const type = (): string => `${draft.rng.pick(classes)}${draft.rng.pick(['', '', '&', ' const&', '&&'])}`;
  draft.declare(
    `template <class A, class B, class = void> struct ${c}C : std::false_type {};`,
    `template <class A, class B> struct ${c}C<A, B, decltype((void)static_cast<B>(std::declval<A>()))> : std::true_type {};`,
    `template <class A, class = void> struct ${c}E : std::false_type {};`,
    `template <class A> struct ${c}E<A, std::void_t<decltype(std::declval<A>() == std::declval<A>() ? 0 : 0)>> : std::true_type {};`,
  );
  draft.times(4, 8, () => draft.ask(`${c}C<${type()}, ${type()}>::value`, { constant: true }));
  draft.times(1, 3, () => draft.ask(`${c}E<${draft.rng.pick(classes)}>::value`, { constant: true }));
};

const held: Idiom = (draft) => {
  const v = draft.name('v');
  const n = draft.rng.int(2, 9);
  draft.declare(
    `template <int N> struct ${v}I { static constexpr int value = N; int m = N * 2, k; };`,
    `template <int N> constexpr ${v}I<N> ${v}a${draft.rng.pick(['{}', '{3}', '{3, 4}', '({})'])};`,
    `template <int N> ${draft.rng.pick(['constexpr auto', 'inline const auto', 'auto'])} ${v}b = ${v}I<N>{N, ${n}};`,
    `template <class T> constexpr T ${v}z{};`,
    `namespace ${v}n { template <int N> ${draft.rng.pick(['constexpr', 'const', ''])} ${v}I<N> held{N + 1}; }`,
  );
  const one = (): string => draft.rng.pick([`${v}a<${n}>`, `${v}b<${n}>`, `${v}n::held<${n}>`]);
  draft.times(3, 7, () =>
    draft.ask(
      draft.rng.pick([
        `${draft.rng.pick([`${v}a<${n}>`])}.${draft.rng.pick(['m', 'k'])}`,
        `decltype(${v}a<${n}>)::value`,
        `decltype(${v}n::held<${n}>)::value`,
        `int(std::is_same_v<decltype(${one()}), ${v}I<${n}>${draft.rng.pick(['', ' const'])}>)`,
        `int(std::is_same_v<decltype((${one()})), ${v}I<${n}> const&>)`,
        `int(std::is_same_v<decltype(${v}z<int>), int const>) + ${v}z<int>`,
      ]),
    ),
  );
};

const conditions: Idiom = (draft) => {
  const classes = someClasses(draft);
  const w = draft.name('w');
  const trait = draft.rng.pick(['std::is_class', 'std::is_pointer', 'std::is_enum', 'std::is_polymorphic']);
  draft.declare(
    `template <bool> struct ${w}W; template <class...> struct ${w}V { static constexpr bool value = true; };`,
    `template <class T, class = ${w}W<true>> struct ${w}T;`,
    `template <class T, bool c> struct ${w}T<T, ${w}W<c>> { static constexpr int value = 1; };`,
    `template <class T> struct ${w}T<T, ${w}W<${w}V<typename T::tag>::value>> { static constexpr int value = 2; };`,
    `template <class T> struct ${w}T<T const> : ${w}T<T> {};`,
    `template <class T> struct ${w}T<T&> : ${w}T<T> {};`,
    `template <class T, class = ${w}W<true>> struct ${w}M { static constexpr int value = 0; };`,
    `template <class T> struct ${w}M<T, ${w}W<${trait}<T>::value>> { static constexpr int value = 3; };`,
  );
  draft.times(4, 8, () =>
    draft.ask(
      `${w}${draft.rng.pick(['T', 'T', 'M'])}<${draft.rng.pick(classes)}${draft.rng.pick(['', ' const', '&'])}>::value`,
      {
        constant: true,
      },
    ),
  );
};

const nullPointers: Idiom = (draft) => {
  const f = draft.name('f');
  draft.declare(
    `using ${f}P = ${draft.rng.pick(['int*', 'struct Opaque*', 'void const*', 'void (*)(int)'])};`,
    `int ${f}a(${f}P) { return 1; }`,
    `template <int N> int ${f}b(int& x, ${f}P p) { x += N; return p == nullptr ? N : 0; }`,
    `int ${f}c(int) { return 2; } int ${f}c(${f}P) { return 3; }`,
    `struct ${f}S { ${f}S(${f}P) : n(4) {} int n; };`,
  );
  draft.run(`int x${f} = ${draft.rng.int(1, 9)};`);
  draft.ask(`${f}a(nullptr)`);
  draft.ask(`${f}b<${draft.rng.int(2, 5)}>(x${f}, nullptr)`);
  draft.ask(`x${f}`);
  draft.ask(`${f}c(nullptr)`);
  draft.ask(`${f}S(nullptr).n`);
};

export const traitIdioms: Readonly<Record<string, Idiom>> = {
  traitsOfCompilers: compilers,
  castsOfObjects: casts,
  heldByTemplates: held,
  byCondition: conditions,
  nullPointers,
};
