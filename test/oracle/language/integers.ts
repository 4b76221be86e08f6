// The arithmetic of C++: promotion, conversion, wrap-around, shifts, comparisons, rounding, constants of every type.
import type { Draft, Idiom } from './draft';

const whole = [
  'bool',
  'char',
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned',
  'long',
  'unsigned long',
  'long long',
  'unsigned long long',
  'uint8_t',
  'int8_t',
  'uint16_t',
  'int16_t',
  'uint32_t',
  'int64_t',
  'uint64_t',
  'size_t',
  'ptrdiff_t',
] as const;
const floating = ['float', 'double'] as const;

const literal = (draft: Draft): string =>
  draft.rng.pick([
    String(draft.rng.int(0, 20)),
    String(draft.rng.int(0, 300)),
    `-${draft.rng.int(1, 200)}`,
    `${draft.rng.int(0, 300)}u`,
    `${draft.rng.int(0, 300)}l`,
    `${draft.rng.int(0, 300)}ull`,
    "'a'",
    "'0'",
    'true',
    `0x${draft.rng.int(0, 65535).toString(16)}`,
    `0${draft.rng.int(1, 7)}${draft.rng.int(0, 7)}`,
    `0b${draft.rng.int(1, 15).toString(2)}`,
    '65536',
    '4294967295u',
    "1'000",
    draft.rng.pick([
      '18446744073709551615u',
      '9223372036854775807',
      '0x8000000000000000',
      '~0ull',
      '-9007199254740993',
    ]),
    `0x${draft.rng.int(1, 0x7fffffff).toString(16)}${draft.rng.int(0x10000000, 0x7fffffff).toString(16)}ull`,
  ]);

function expression(draft: Draft, names: readonly string[], depth: number): string {
  const { rng } = draft;
  if (depth === 0) return names.length > 0 && rng.chance(0.7) ? rng.pick(names) : literal(draft);
  const inner = (): string => expression(draft, names, depth - 1);
  switch (rng.int(0, 9)) {
    case 0:
      return `(${inner()} ${rng.pick(['<', '>', '<=', '>=', '==', '!='])} ${inner()})`;
    case 1:
      return `(${rng.pick(['-', '~', '!', '+'])}${inner()})`;
    case 2:
      return `(${inner()} ${rng.pick(['<<', '>>'])} ${rng.int(0, 7)})`;
    case 3:
      return `(${inner()} ${rng.pick(['/', '%'])} ${rng.pick(['3', '7u', '5ll', "'a'", '16', '(-4)'])})`;
    case 4:
      return `${rng.pick([`(${rng.pick(whole)})`, `static_cast<${rng.pick(whole)}>`])}(${inner()})`;
    case 5:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    default:
      return `(${inner()} ${rng.pick(['+', '-', '*', '&', '|', '^'])} ${inner()})`;
  }
}

function variables(draft: Draft, count: number, types: readonly string[] = whole): string[] {
  return Array.from({ length: count }, () => {
    const name = draft.name('n');
    const [storage, type] = [draft.rng.pick(['', '', 'const ', 'constexpr ']), draft.rng.pick(types)];
    draft.run(`${storage}${type} ${name} = (${draft.rng.pick(types)})(${literal(draft)});`);
    return name;
  });
}

/** Expressions of variables of any types: values, sizes and signs of the result. */
const mixed: Idiom = (draft) => {
  const names = variables(draft, draft.rng.int(3, 5));
  draft.times(3, 6, () => draft.ask(expression(draft, names, draft.rng.int(1, 3))));
  draft.times(1, 3, () => {
    const type = draft.rng.pick(whole);
    const name = draft.name('mixed_');
    draft.run(`${type} ${name} = (${type})(${expression(draft, names, 2)}); //? ${name}`);
  });
  draft.times(1, 3, () => draft.ask(`sizeof(${expression(draft, names, 1)})`, { constant: true }));
  draft.times(1, 2, () =>
    draft.ask(`std::is_same_v<decltype(${expression(draft, names, 1)}), ${draft.rng.pick(whole)}>`, { constant: true }),
  );
  draft.ask(`std::is_unsigned_v<decltype(${expression(draft, names, 1)})>`, { constant: true });
};

/** Constant expressions, where overflow does not compile. */
const constants: Idiom = (draft) => {
  draft.times(4, 8, () => {
    const e = expression(draft, [], draft.rng.int(1, 3));
    if (draft.rng.chance(0.5)) draft.ask(e, { constant: true });
    else
      draft.ask(
        `${draft.rng.pick(['C', 'C', 'Int'])}<${draft.rng.pick(['', 'int', 'short', 'unsigned', 'bool', 'char', 'uint8_t', 'static_cast<int>', 'size_t'])}(${e})>{}`,
      );
  });
};

const constant = (draft: Draft): string =>
  `${draft.rng.pick([
    `C<${draft.rng.int(0, 20)}u>`,
    `Int<${draft.rng.int(-9, 20)}>`,
    `C<short(${draft.rng.int(0, 20)})>`,
    `C<-${draft.rng.int(1, 9)}>`,
    'C<true>',
    "C<'a'>",
    `C<${draft.rng.int(0, 9)}ll>`,
    `C<uint8_t(${draft.rng.int(0, 300)})>`,
    `C<size_t(${draft.rng.int(1, 9)})>`,
    `cute::integral_constant<unsigned, ${draft.rng.int(0, 9)}>`,
    `std::integral_constant<short, ${draft.rng.int(0, 9)}>`,
    `cute::constant<int8_t, ${draft.rng.int(-9, 9)}>`.replace('constant', 'integral_constant'),
  ])}{}`;

/** Arithmetic of integers in types, with each other and with variables. */
const staticIntegers: Idiom = (draft) => {
  const names = variables(draft, 2, ['int', 'short', 'unsigned', 'uint8_t', 'long', 'bool']);
  const operator = (): string =>
    draft.rng.pick(['+', '-', '*', '/', '%', '<', '>', '==', '!=', '<=', '>=', '&', '|', '^', '<<', '>>', '&&', '||']);
  const operand = (): string => (draft.rng.chance(0.25) ? draft.rng.pick(names) : constant(draft));
  draft.times(5, 9, () =>
    draft.ask(
      draft.rng.pick([
        `${operand()} ${operator()} ${operand()}`,
        `${draft.rng.pick(['-', '~', '!', '+'])}${constant(draft)}`,
        `(${operand()} ${operator()} ${operand()}) ${operator()} ${operand()}`,
        `min(${operand()}, ${operand()})`,
        `max(${constant(draft)}, ${constant(draft)})`,
        `ceil_div(${constant(draft)}, Int<3>{})`,
        `decltype(${constant(draft)} ${operator()} ${constant(draft)})::value`,
        `sizeof(decltype(${constant(draft)} ${operator()} ${constant(draft)})::value)`,
      ]),
    ),
  );
};

/** Narrow integers in shapes: they are integers at run time. */
const shapes: Idiom = (draft) => {
  const type = draft.rng.pick([
    'short',
    'uint8_t',
    'uint16_t',
    'int8_t',
    'unsigned',
    'long',
    'size_t',
    'int64_t',
    'bool',
    'const short',
    'constexpr short',
    'static const int',
    'constexpr unsigned',
  ]);
  const m = draft.name('m');
  draft.run(`${type} ${m} = ${/bool/.test(type) ? 1 : draft.rng.int(2, 20)};`);
  const asked = [
    `make_layout(make_shape(int(${m}), _4{}))`,
    `make_shape(${m} + 1, _2{})`,
    `size(make_layout(make_shape(${m}, 4)))`,
    `make_layout(make_shape(${m}, 4))(1, 2)`,
    `make_layout(make_shape(_4{}, ${m}), LayoutRight{})`,
    `make_layout(make_shape(_4{}, ${m}), make_stride(${m}, _1{}))`,
    `ceil_div(${m}, 3)`,
    `cute::max(${m}, ${m})`,
    `${m} * _4{}`,
    `${m} / 2`,
    `shape_div(${m}, 2)`,
    `rank(make_layout(make_shape(${m}, 4)))`,
    `decltype(make_layout(make_shape(${m}, 4)))::rank`,
    `cosize(make_layout(make_shape(${m}, _2{})))`,
    `sizeof(${m} + ${m})`,
    `crd2idx(${m}, make_shape(${m}, 5))`,
  ];
  for (const one of draft.some(asked, 4, 8)) draft.ask(one, { plain: true });
  if (/const/.test(type)) draft.ask(`Int<int(${m})>{}`, { plain: true });
};

/** Compound assignment and increments of narrow types, wrap-around. */
const assignments: Idiom = (draft) => {
  draft.times(2, 4, () => {
    const type = draft.rng.pick(whole);
    const name = draft.name('n');
    draft.run(`${type} ${name} = (${type})(${literal(draft)});`);
    draft.times(2, 4, () => {
      const change = draft.rng.pick([
        `${name} += ${draft.rng.int(1, 200)};`,
        `${name} -= ${draft.rng.int(1, 200)};`,
        `${name} *= ${draft.rng.int(2, 9)};`,
        `${name} <<= ${draft.rng.int(1, 4)};`,
        `${name} >>= 1;`,
        `${name} /= 3;`,
        `${name} %= 7;`,
        `${name} ^= 0x5a;`,
        `${name} |= 0x81;`,
        `${name} = ~${name};`,
        `${name} = -${name};`,
        `${name} *= 1.5;`,
        `${name} += 0.75;`,
        ...(type === 'bool' ? [] : [`${name}++;`, `--${name};`]),
      ]);
      draft.run(change);
      const out = draft.name('assignments_');
      draft.run(`auto ${out} = ${name}; //? ${out}`);
    });
    if (type !== 'bool')
      draft.ask(
        draft.rng.pick([
          `${name}++ + 1`,
          `++${name}`,
          `(${name} += 100) + 1`,
          `(${name} = ${draft.rng.int(100, 400)})`,
        ]),
      );
  });
};

const floats: Idiom = (draft) => {
  const names = Array.from({ length: 3 }, () => {
    const name = draft.name('r');
    draft.run(
      `${draft.rng.pick(floating)} ${name} = ${draft.rng.pick(['0.1', '0.1f', '1.5', '3', '1e10', '16777217', '2.5f', '1 / 3', '1 / 3.0', '1.0f / 3', '-7.9', '1e-3', '123456789'])};`,
    );
    return name;
  });
  const item = (): string => draft.rng.pick([...names, '2', '0.1', '0.1f', '3.7', '7u', '1.0f', "'a'"]);
  draft.times(4, 8, () =>
    draft.ask(
      draft.rng.pick([
        `${item()} ${draft.rng.pick(['+', '-', '*', '/'])} ${item()}`,
        `int(${item()} * ${item()})`,
        `(float)(${item()} / 3)`,
        `${item()} ${draft.rng.pick(['<', '==', '>='])} ${item()}`,
        `(${item()} + ${item()}) * ${item()}`,
        `static_cast<int>(-${draft.rng.int(1, 9)}.${draft.rng.int(1, 9)})`,
        `-${item()}`,
        `${item()} > 1 ? ${item()} : ${item()}`,
        `sizeof(${item()} + ${item()})`,
        `std::is_same_v<decltype(${item()} * ${item()}), float>`,
        `double(float(${item()}))`,
        `long(${item()})`,
        `bool(${item()})`,
        `std::max(1.5f, 2.5f)`,
        `sqrt(${draft.rng.int(1, 9)}.0)`,
        `std::floor(-${draft.rng.int(1, 9)}.5)`,
      ]),
      { plain: true },
    ),
  );
  const name = draft.name('floats_');
  draft.run(`int ${name} = ${item()} * 3.7; //? ${name}`);
};

const enumerations: Idiom = (draft) => {
  const [e, k] = [draft.name('E'), draft.name('K')];
  const under = draft.rng.pick(['', ' : short', ' : unsigned char', ' : long long']);
  const n = draft.rng.int(2, 50);
  draft.declare(
    `enum ${e}${under} { a${e}, b${e} = ${n}, c${e}, d${e} = b${e} * 2${under.includes('unsigned') || draft.rng.chance(0.6) ? '' : `, f${e} = -1`} };`,
  );
  draft.declare(`enum class ${k}${draft.rng.pick(['', ' : uint8_t', ' : long'])} { a = ${n}, b, c = a + 5 };`);
  const x = draft.name('x');
  draft.run(`${e} ${x} = c${e};`, `${k} k${x} = ${k}::b;`);
  const asked = [
    `a${e}`,
    `c${e} + 1`,
    `d${e}`,
    `${x}`,
    `${x} * 2u`,
    `sizeof(${e})`,
    `sizeof(${k})`,
    `int(k${x})`,
    `static_cast<int>(${k}::c)`,
    `${k}::a < ${k}::c`,
    `${k}(3)`,
    `${e}(b${e} + 1) == c${e}`,
    `(int)${k}::b | 1`,
    `Int<c${e}>{}`,
    `C<int(${k}::c)>{}`,
    `${e}::b${e}`,
    `k${x} == ${k}::b`,
    `-${x}`,
    `${x} < 3 ? 1 : 2`,
    `std::underlying_type_t<${k}>(${k}::c)`,
    `std::is_same_v<std::underlying_type_t<${k}>, int>`,
  ];
  for (const one of draft.some(asked, 5, 10)) draft.ask(one, { plain: true });
};

const limits: Idiom = (draft) => {
  draft.times(3, 6, () => {
    const type = draft.rng.pick(whole);
    draft.ask(
      draft.rng.pick([
        `std::numeric_limits<${type}>::max()`,
        `std::numeric_limits<${type}>::min()`,
        `std::numeric_limits<${type}>::digits`,
        `std::numeric_limits<${type}>::is_signed`,
        `(${type})-1`,
        `(${type})300`,
        `(${type})~0`,
        `sizeof(${type})`,
        `std::is_signed_v<${type}>`,
        `std::is_same_v<std::make_unsigned_t<std::conditional_t<std::is_same_v<${type}, bool>, char, ${type}>>, ${draft.rng.pick(whole)}>`,
        `sizeof(std::common_type_t<${type}, ${draft.rng.pick(whole)}>)`,
      ]),
      { constant: true },
    );
  });
  draft.ask(
    draft.rng.pick(['INT_MAX', 'UINT_MAX + 1u', 'INT_MIN', 'LLONG_MAX', 'UINT8_MAX', 'SHRT_MAX + 1', 'SIZE_MAX']),
  );
};

export const integerIdioms: Readonly<Record<string, Idiom>> = {
  mixed,
  constants,
  staticIntegers,
  shapes,
  assignments,
  floats,
  enumerations,
  limits,
};
