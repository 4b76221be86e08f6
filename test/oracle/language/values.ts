// Categories of values and the order of evaluation: decltype, auto, comma, conditional, short-circuit, switch, loops.
import type { Idiom } from './draft';

const deduced: Idiom = (draft) => {
  const x = draft.name('x');
  draft.run(
    `int ${x} = ${draft.rng.int(1, 9)};`,
    `int const c${x} = ${draft.rng.int(1, 9)};`,
    `int& r${x} = ${x};`,
    `int a${x}[3] = {1, 2, 3};`,
  );
  draft.declare(
    `inline int g${x}() { return 7; }`,
    `inline int& l${x}(int& v) { return v; }`,
    `inline decltype(auto) p${x}(int& v) { return (v); }`,
    `inline decltype(auto) q${x}(int v) { return v; }`,
    `inline auto o${x}(int& v) { return v; }`,
    `struct S${x} { int m = 3; int& ref() { return m; } int const& cref() const { return m; } };`,
  );
  draft.run(`S${x} s${x};`);
  const y = draft.name('y');
  const source = draft.rng.pick([
    x,
    `(${x})`,
    `c${x}`,
    `r${x}`,
    `l${x}(${x})`,
    `p${x}(${x})`,
    `o${x}(${x})`,
    `q${x}(${x})`,
    `a${x}[1]`,
    `(${x}, r${x})`,
    `(r${x} += 2)`,
    `++${x}`,
    `${x}++`,
    `*&${x}`,
    `s${x}.m`,
    `(s${x}.m)`,
    `s${x}.ref()`,
    `(true ? ${x} : r${x})`,
    `std::move(${x})`,
  ]);
  draft.run(
    `${draft.rng.pick(['auto', 'auto&', 'auto&&', 'decltype(auto)', 'auto const&', `decltype((${source}))`, `decltype(${source})`])} ${y} = ${source};`,
  );
  draft.run(`${x} += 10;`, `s${x}.m += 20;`, `a${x}[1] = 33;`);
  draft.ask(y);
  draft.run(draft.rng.pick([`${y} = 50;`, `${y} += 5;`, `int k${y} = ${y};`]));
  draft.ask(x);
  draft.ask(`s${x}.m`);
  draft.ask(`a${x}[1]`);
  const type = (): string => draft.rng.pick(['int', 'int&', 'int const', 'int const&', 'int&&', 'long']);
  draft.times(1, 4, () =>
    draft.ask(
      `std::is_same_v<decltype(${draft.rng.pick(['', '('])}${draft.rng.pick([x, `c${x}`, `r${x}`, `a${x}[0]`, `s${x}.m`, `std::move(${x})`, `p${x}(${x})`, `s${x}.cref()`, `${x} + 1`, `g${x}()`])}), ${type()}>`.replace(
        /decltype\(\((.*?)\), /,
        'decltype(($1)), ',
      ),
      { constant: true },
    ),
  );
};

const sequenced: Idiom = (draft) => {
  const x = draft.name('x');
  const [a, b] = [draft.rng.int(0, 9), draft.rng.int(0, 9)];
  draft.run(`int ${x} = ${a};`, `int y${x} = ${b};`);
  draft.declare(
    `inline bool t${x}(int& n, bool r) { n = n * 3 + 1; return r; }`,
    `inline int f${x}(int n) { return n < 2 ? n : f${x}(n - 1) + f${x}(n - 2); }`,
    `inline int e${x}(int n) { return n == 0 || e${x}(n - 1) > 3 ? n : n + 1; }`,
  );
  const bool = (): string => draft.rng.pick(['true', 'false', `${x} > 4`, `y${x} % 2`, `${x}`]);
  const effect = (): string =>
    draft.rng.pick([
      `t${x}(${x}, ${bool()})`,
      `(${x} += 2, ${bool()})`,
      `${x}++`,
      `--y${x}`,
      `(y${x} = ${x})`,
      `!t${x}(y${x}, ${bool()})`,
    ]);
  draft.times(4, 8, () => {
    draft.ask(
      draft.rng.pick([
        `${bool()} && ${effect()}`,
        `${bool()} || ${effect()}`,
        `${bool()} ? ${effect()} : ${effect()}`,
        `(${effect()}, ${draft.rng.int(1, 9)})`,
        `${effect()} && ${effect()} || ${effect()}`,
        `f${x}(${draft.rng.int(1, 7)})`,
        `e${x}(${draft.rng.int(1, 4)})`,
        `(${x} = 4, ${x} + 1)`,
        `${bool()} ? ${x} : 2.5`,
        `(${bool()} ? ${x} : y${x}) = 8`,
        `${bool()} ? (y${x} += 5) : (${x} += 5)`,
        `${x} <=> y${x} < 0`,
      ]),
      { plain: true },
    );
    if (draft.rng.chance(0.5)) draft.ask(draft.rng.pick([x, `y${x}`]));
  });
};

const switches: Idiom = (draft) => {
  const f = draft.name('f');
  const lines: string[] = [];
  for (const value of draft.rng.shuffle([0, 1, 2, 3, 5]).slice(0, draft.rng.int(2, 5))) {
    const label = draft.rng.chance(0.2) ? `case ${value} ... ${value}:` : `case ${value}:`;
    lines.push(
      draft.rng.pick([
        `${label} r += ${draft.rng.int(1, 9)};`,
        `${label} r += ${draft.rng.int(1, 9)}; break;`,
        `${label} return r * 2;`,
        `${label} { int q = n * 3; r += q; } break;`,
        label,
        `${label} if (n > 1) break; r = 50;`,
        `${label} [[fallthrough]];`,
      ]),
    );
  }
  const other = draft.rng.pick(['default: r -= 3;', 'default: r = 70; break;', 'default: return -1;', '']);
  lines.splice(draft.rng.int(0, lines.length), 0, other);
  lines.push('case 99: r += 1000;');
  draft.declare(
    `inline int ${f}(int n) {`,
    `  int r = ${draft.rng.int(0, 9)};`,
    '  switch (n) {',
    ...lines.filter(Boolean).map((line) => `    ${line}`),
    '  }',
    '  return r;',
    '}',
  );
  for (const n of draft.some([0, 1, 2, 3, 4, 5], 3, 6)) draft.ask(`${f}(${n})`);
};

const loops: Idiom = (draft) => {
  const f = draft.name('f');
  const [a, b] = [draft.rng.int(1, 5), draft.rng.int(2, 9)];
  const body = draft.rng.pick([
    `for (int i = 0; i < n; ++i) { if (i == ${a}) continue; if (i > ${b}) break; r += i; }`,
    `int i = n; while (i--) r = r * 2 % 101 + i;`,
    `do { r += n; n /= 2; } while (n > 0);`,
    `for (int i = 0, j = n; i < j; ++i, --j) r += i * j;`,
    `for (int i = 0; i < n; ++i) for (int j = i; j < n; j += ${a}) { if (j == ${b}) goto out; r++; } out:;`,
    `for (int k : {1, n, ${b}}) r = r * 3 + k;`,
    `for (unsigned u = n; u < 100u; u -= ${a}) r += int(u);`,
    `for (;;) { if (r++ > n) break; }`,
    `int i = 0; for (; i < n; i += ${a}) { switch (i) { case ${a}: continue; case ${b}: break; default: r += 2; } r += 1; }`,
    `while (int m = n % ${b}) { r += m; --n; }`,
  ]);
  draft.declare(`inline int ${f}(int n) { int r = 0; ${body} return r; }`);
  draft.times(2, 4, () => draft.ask(`${f}(${draft.rng.int(0, 12)})`));
  const x = draft.name('x');
  draft.run(`int ${x} = 0;`, `for (int i = 0; i < ${b}; i += ${a}) ${x} += i;`);
  draft.ask(x);
};

/** What is decided while compiling. */
const compileTime: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(2, 9);
  draft.declare(
    draft.rng.pick([
      `template <class T> constexpr auto ${f}(T t) { if constexpr (std::is_integral_v<T>) return t + ${n}; else if constexpr (is_static<T>::value) return t; else return 1.5; }`,
      `constexpr int ${f}(auto t) { int s = 0; for (int i = 0; i < int(t); ++i) s += i * ${n}; return s; }`,
      `template <class T> constexpr auto ${f}(T t) { if (std::is_constant_evaluated()) return int(t) + 1; return int(t) + 1; }`,
      `template <class T> consteval int ${f}(T t) { return int(t) * ${n}; }`,
      `template <class T> constexpr int ${f}(T) { static_assert(sizeof(T) > 0); if constexpr (requires(T t) { t.value; }) return T::value; else return ${n}; }`,
    ]),
  );
  for (const arg of draft.some(['3', '_4{}', "'a'", '2u', 'short(6)', 'C<7u>{}', 'true'], 3, 6))
    draft.ask(`${f}(${arg})`, { constant: true });
  const k = draft.name('k');
  draft.run(
    `constexpr auto ${k} = [](int n) { int r = 1; while (n > 1) r *= n--; return r; }(${draft.rng.int(2, 6)});`,
  );
  draft.ask(`Int<${k}>{}`);
  draft.ask(`make_layout(make_shape(Int<${k} % 7 + 1>{}, ${k}))`, { plain: true });
};

const traitTypes = [
  'int',
  'int&',
  'int const',
  'int&&',
  'int*',
  'int const*',
  'int[3]',
  'int(int)',
  'void',
  'bool',
  'char',
  'unsigned',
  'double',
  'std::nullptr_t',
  '_3',
  'std::array<int, 2>',
  'float const&',
  'long long',
  'int(&)[2]',
];
const unaryTraits = [
  'is_integral',
  'is_const',
  'is_reference',
  'is_lvalue_reference',
  'is_pointer',
  'is_array',
  'is_function',
  'is_void',
  'is_signed',
  'is_unsigned',
  'is_arithmetic',
  'is_floating_point',
  'is_class',
  'is_scalar',
  'is_object',
  'is_null_pointer',
  'is_empty',
  'is_fundamental',
  'is_compound',
  'is_default_constructible',
  'is_trivially_copyable',
  'is_standard_layout',
  'is_rvalue_reference',
  'is_enum',
  'is_aggregate',
];
const binaryTraits = ['is_same', 'is_convertible', 'is_base_of', 'is_constructible', 'is_assignable'];
const changes = [
  'remove_reference_t',
  'remove_cv_t',
  'decay_t',
  'add_pointer_t',
  'add_const_t',
  'add_lvalue_reference_t',
  'remove_pointer_t',
  'remove_extent_t',
  'remove_cvref_t',
  'remove_const_t',
  'add_rvalue_reference_t',
  'type_identity_t',
];

/** `<type_traits>` by name. */
const traits: Idiom = (draft) => {
  draft.times(5, 10, () => {
    const change = (): string => draft.rng.pick(changes);
    const [t, u] = [draft.rng.pick(traitTypes), draft.rng.pick(traitTypes)];
    draft.ask(
      draft.rng.pick([
        `std::${draft.rng.pick(unaryTraits)}_v<${t}>`,
        `std::${draft.rng.pick(unaryTraits)}<${t}>::value`,
        `std::${draft.rng.pick(binaryTraits)}_v<${t}, ${u}>`,
        `std::is_same_v<std::${draft.rng.pick(changes)}<${t}>, ${u}>`,
        `sizeof(std::${draft.rng.pick(changes)}<${t}>)`,
        `std::is_same_v<std::${change()}<std::${change()}<${t}>>, std::${change()}<${t}>>`,
        `std::conjunction_v<std::${draft.rng.pick(unaryTraits)}<${t}>, std::${draft.rng.pick(unaryTraits)}<${u}>>`,
        `std::negation_v<std::${draft.rng.pick(unaryTraits)}<${t}>>`,
        `std::rank_v<${t}> + std::extent_v<${u}>`,
        `std::is_same_v<std::common_type_t<${t}, ${u}>, int>`,
        `std::is_invocable_v<${t}, ${u}>`,
        `std::is_same_v<std::conditional_t<std::${draft.rng.pick(unaryTraits)}_v<${t}>, ${t}, ${u}>, ${u}>`,
      ]),
      { constant: true },
    );
  });
};

export const valueIdioms: Readonly<Record<string, Idiom>> = {
  deduced,
  sequenced,
  switches,
  loops,
  compileTime,
  traits,
};
