// Sizes, alignments and offsets by the ABI: empty members and bases, bit-fields, references, packed structures, unions.
import type { Draft, Idiom } from './draft';

const members = [
  'char',
  'short',
  'int',
  'double',
  'long long',
  'bool',
  'float',
  'int*',
  'char[3]',
  'short[2]',
  'uint8_t',
  'int64_t',
  '_4',
  'Layout<_8>',
  'cute::tuple<int, _2>',
  'cute::tuple<_1, char>',
  'std::nullptr_t',
  'int&',
  'std::array<short, 3>',
  'half_t',
  'void (*)(int)',
  'std::pair<char, int>',
  'cute::array<char, 5>',
  'Stride<int64_t, _1>',
  'Shape<int, int, _3>',
  'std::tuple<char, int>',
  'std::optional<int>',
  'cute::array_aligned<half_t, 8>',
  'char const*',
  'unsigned __int128',
];

function member(type: string, name: string): string {
  const array = /^(.*)(\[\d+\])$/.exec(type);
  if (array) return `${array[1] ?? ''} ${name}${array[2] ?? ''};`;
  return type.includes('(*)') ? `${type.replace('(*)', `(*${name})`)};` : `${type} ${name};`;
}

function askSizes(draft: Draft, s: string, names: readonly string[]): void {
  draft.ask(`sizeof(${s})`, { constant: true });
  draft.ask(`alignof(${s})`, { constant: true });
  if (names.length > 0 && draft.rng.chance(0.7))
    draft.ask(`offsetof(${s}, ${draft.rng.pick(names)})`, { constant: true });
  if (draft.rng.chance(0.3)) draft.ask(`sizeof(${s}[3])`, { constant: true });
  if (draft.rng.chance(0.3)) draft.ask(`std::is_empty_v<${s}>`, { constant: true });
}

const structures: Idiom = (draft) => {
  const s = draft.name('S');
  const names: string[] = [];
  const attribute = draft.rng.pick([
    '',
    '',
    '',
    ' alignas(16)',
    ' __attribute__((packed))',
    ' alignas(8)',
    ' __align__(16)',
  ]);
  draft.declare(`struct${attribute} ${s} {`);
  draft.times(0, 5, (i) => {
    const name = `m${i}`;
    names.push(name);
    draft.declare(
      `  ${draft.rng.pick(['', '', '', 'alignas(8) ', 'static inline int q' + String(i) + '; '])}${member(draft.rng.pick(members), name)}`,
    );
  });
  if (draft.rng.chance(0.15)) draft.declare('  virtual int f() { return 1; }');
  if (draft.rng.chance(0.2))
    draft.declare('  int g() const { return 1; }', '  using type = int;', '  struct In { int big[20]; };');
  draft.declare('};');
  askSizes(draft, s, names);
  if (draft.rng.chance(0.4)) {
    const t = draft.name('T');
    draft.declare(`struct ${t} { char c; ${s} s; };`);
    askSizes(draft, t, ['s']);
  }
};

const empties: Idiom = (draft) => {
  const [e, f, s] = [draft.name('E'), draft.name('F'), draft.name('S')];
  draft.declare(`struct ${e} {};`, `struct ${f}${draft.rng.pick(['', ` : ${e}`])} {};`);
  const part = (): string => draft.rng.pick([e, f, 'int', 'char', `${e}`, 'short']);
  const unique = (): string => draft.rng.pick(['', '[[no_unique_address]] ', '[[no_unique_address]] ']);
  const heritage = draft.rng.pick(['', ` : ${e}`, ` : ${f}`, ` : ${e}, ${f}`, '']);
  draft.declare(
    `struct ${s}${heritage} { ${unique()}${part()} a; ${unique()}${part()} b;${draft.rng.chance(0.5) ? ` ${unique()}${part()} c;` : ''} };`,
  );
  askSizes(draft, s, ['a', 'b']);
  const t = draft.name('T');
  draft.declare(`struct ${t} : ${s} { ${draft.rng.pick(['char', 'int', e])} z; };`);
  askSizes(draft, t, []);
};

const bitFields: Idiom = (draft) => {
  const s = draft.name('S');
  const base = draft.rng.pick(['int', 'unsigned', 'uint8_t', 'unsigned short', 'uint64_t']);
  const most = { uint8_t: 7, 'unsigned short': 15 }[base] ?? 20;
  draft.declare(`struct ${s} {`);
  draft.times(1, 5, (i) => {
    const type = draft.rng.chance(0.7) ? base : draft.rng.pick(['char', 'int', 'bool']);
    const width = type === 'bool' || draft.rng.chance(0.5) ? 1 : draft.rng.int(1, Math.min(most, 7));
    draft.declare(`  ${type} ${draft.rng.chance(0.1) ? ': 0' : `f${i} : ${width}`};`);
  });
  draft.declare(`  ${base} w : ${draft.rng.int(2, most)};`);
  if (draft.rng.chance(0.4)) draft.declare(`  ${draft.rng.pick(['char', 'short', 'int'])} after;`);
  draft.declare('};');
  askSizes(draft, s, []);
  const x = draft.name('x');
  draft.run(`${s} ${x}{};`, `${x}.w = ${draft.rng.int(0, 300)};`);
  draft.ask(`${x}.w`, { plain: true });
  draft.ask(`${x}.w + 1`);
  draft.run(`${x}.w += ${draft.rng.int(1, 60)};`);
  draft.ask(`int(${x}.w)`);
};

const unions: Idiom = (draft) => {
  const u = draft.name('U');
  const types = draft.some(
    members.filter((type) => !/optional|&|tuple|pair/.test(type)),
    2,
    4,
  );
  draft.declare(
    `union ${draft.rng.pick(['', 'alignas(16) '])}${u} { ${types.map((type, i) => member(type, `m${i}`)).join(' ')} };`,
  );
  askSizes(draft, u, ['m0']);
  const s = draft.name('S');
  draft.declare(
    `struct ${s} { char c; union { ${types.map((type, i) => member(type, `n${i}`)).join(' ')} }; enum K : short { a, b } k; };`,
  );
  askSizes(draft, s, ['k']);
};

/** Shared storage as kernels declare it. */
const storage: Idiom = (draft) => {
  const s = draft.name('Smem');
  const n = draft.rng.pick([16, 32, 64, 100]);
  const type = draft.rng.pick(['half_t', 'float', 'uint8_t', 'double', 'bfloat16_t']);
  draft.declare(
    `template <class T, class L> struct ${s} { cute::${draft.rng.pick([`array_aligned<T, cute::cosize_v<L>>`, `ArrayEngine<T, cute::cosize_v<L>>`, `array<T, cute::cosize_v<L>>`])} a; ${draft.rng.pick(['alignas(16) ', 'alignas(128) ', ''])}T b[${n}]; ${draft.rng.pick(['uint64_t bar[2];', 'int flag;', 'char c;'])} };`,
  );
  const l = draft.rng.pick([
    `Layout<Shape<_8, Int<${n}>>>`,
    `Layout<Shape<_4, _4>, Stride<_1, _8>>`,
    `Layout<Int<${n}>>`,
  ]);
  draft.ask(`sizeof(${s}<${type}, ${l}>)`, { constant: true });
  draft.ask(`alignof(${s}<${type}, ${l}>)`, { constant: true });
  draft.ask(`sizeof(${s}<${type}, ${l}>) + sizeof(${type})`, { constant: true });
  const x = draft.name('x');
  draft.run(`${s}<${type}, ${l}> ${x};`);
  draft.ask(`sizeof(${x}.a)`, { constant: true });
  draft.ask(`sizeof ${x}.b / sizeof ${x}.b[0]`, { constant: true });
};

const expressions: Idiom = (draft) => {
  const f = draft.name('f');
  draft.declare(
    `template <class T> constexpr int ${f}(T t) { return sizeof(t) + 10 * sizeof(T); }`,
    `constexpr int ${f}a(auto t, auto const& u) { return sizeof(t) * 100 + sizeof(u); }`,
  );
  const x = draft.name('x');
  draft.run(`char ${x}[7] = {};`, `int const& r${x} = 3;`, `auto l${x} = [${x}, k = 2.5](int i) { return i; };`);
  const asked = [
    `sizeof(${x})`,
    `sizeof ${x}`,
    `sizeof(r${x})`,
    `sizeof(l${x})`,
    `sizeof(l${x}(1))`,
    `${f}(short(1))`,
    `${f}('a')`,
    `${f}(${x})`,
    `${f}a(2.5f, ${x})`,
    `${f}a(1, _3{})`,
    `sizeof("abc")`,
    `sizeof("ab" "cd")`,
    `sizeof('a')`,
    `sizeof(true)`,
    `sizeof(1.0f)`,
    `sizeof(&${x})`,
    `sizeof(${x} + 1)`,
    `sizeof(int[2][3])`,
    `sizeof(sizeof(int))`,
    `sizeof(Layout<Shape<int, _2>>)`,
    `sizeof(make_layout(make_shape(1, 2)))`,
    `sizeof(make_shape(1, _2{}, short(3)))`,
    `sizeof(L'a')`,
    `sizeof(u8'a')`,
    `sizeof(1 ? 'a' : 1)`,
    `sizeof(char(1) + char(1))`,
    `alignof(double)`,
    `sizeof(decltype(l${x}))`,
    `sizeof([] {})`,
    `sizeof([&] { return r${x}; })`,
    `sizeof(nullptr)`,
  ];
  for (const one of draft.some(asked, 5, 10)) draft.ask(one);
};

export const sizeIdioms: Readonly<Record<string, Idiom>> = {
  structures,
  empties,
  bitFields,
  unions,
  storage,
  sizeExpressions: expressions,
};
