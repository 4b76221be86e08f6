// What the preprocessor does: conditions, macros that paste and make strings, variable arguments, and what is defined
// on the host.
import type { Draft, Idiom } from './draft';

function term(draft: Draft, names: readonly string[], depth: number): string {
  const { rng } = draft;
  if (depth === 0)
    return rng.pick([
      ...names,
      String(rng.int(0, 20)),
      `${rng.int(0, 9)}u`,
      `0x${rng.int(0, 255).toString(16)}`,
      "'a'",
      "'\\n'",
      "'0'",
      `${rng.int(0, 9)}L`,
      'true',
      'false',
      'unknown_name',
      `0${rng.int(1, 7)}`,
      '-1',
      '0xFFFFFFFFFFFFFFFF',
      "'\\x41'",
      "1'000",
      '2147483648',
      '0b101',
    ]);
  const inner = (): string => term(draft, names, depth - 1);
  switch (rng.int(0, 7)) {
    case 0:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    case 1:
      return `${rng.pick(['!', '-', '~', '+'])}(${inner()})`;
    case 2:
      return rng.pick([
        `defined(${rng.pick(names)})`,
        `defined ${rng.pick(names)}`,
        'defined(NOT_THERE)',
        '!defined __CUDA_ARCH__',
        'defined(__cplusplus)',
        '__cplusplus >= 201703L',
        '__has_include(<vector>)',
        '__has_include("not/there.hpp")',
        'defined __GNUC__',
      ]);
    case 3:
      return `(${inner()} ${rng.pick(['<<', '>>'])} ${rng.int(0, 5)})`;
    case 4:
      return `(${inner()} ${rng.pick(['/', '%'])} ${rng.int(1, 9)})`;
    default:
      return `(${inner()} ${rng.pick(['+', '-', '*', '<', '>', '<=', '>=', '==', '!=', '&&', '||', '&', '|', '^'])} ${inner()})`;
  }
}

const conditions: Idiom = (draft) => {
  const names = Array.from({ length: 3 }, () => {
    const name = draft.name('M').toUpperCase();
    draft.declare(
      `#define ${name} ${draft.rng.pick([String(draft.rng.int(0, 9)), '(1 + 2)', '', "'b'", '0x10u', '-3'])}`,
    );
    return name;
  });
  if (draft.rng.chance(0.4)) draft.declare(`#undef ${names[0] ?? ''}`);
  draft.times(3, 6, () => {
    const name = draft.name('conditions_');
    draft.run(`#if ${term(draft, names, draft.rng.int(1, 3))}`, `int ${name} = ${draft.rng.int(1, 9)}; //? ${name}`);
    if (draft.rng.chance(0.4))
      draft.run(`#elif ${term(draft, names, 1)}`, `int ${name} = ${draft.rng.int(10, 19)}; //? ${name}`);
    draft.run('#else', `int ${name} = ${draft.rng.int(20, 29)}; //? ${name}`, '#endif');
  });
};

const strings: Idiom = (draft) => {
  const [s, x] = [draft.name('STR'), draft.name('XSTR')];
  draft.declare(
    `#define ${s}(a) #a`,
    `#define ${x}(...) ${s}(__VA_ARGS__)`,
    `#define V${s} ${draft.rng.int(1, 99)} + 1`,
    `#define L${s}(...) #__VA_ARGS__`,
  );
  const arg = (): string =>
    draft.rng.pick([
      'abc',
      '1 + 2',
      '1+2',
      `V${s}`,
      '"q"',
      "'a'",
      '  a   b  ',
      'f(x, y)',
      '"a\\n"',
      'a /* c */ b',
      'x<y>',
      '"\\\\"',
      'a,b'.replace(',', ' '),
    ]);
  draft.times(4, 8, () =>
    draft.ask(
      `sizeof(${draft.rng.pick([`${s}(${arg()})`, `${x}(${arg()})`, `L${s}(${arg()}, ${arg()})`, `${s}(${arg()}) "xy"`, `"ab" ${x}(V${s})`, '"a" "b" "cd"', '"\\x41" "b"', 'R"(a\\n)"', '"\\t\\\\" "0"', 'L"ab"', 'u8"ab"'])})`,
      { constant: true },
    ),
  );
  draft.ask(`${draft.rng.pick([s, x])}(${arg()})[${draft.rng.int(0, 1)}]`, { plain: true });
};

const pasting: Idiom = (draft) => {
  const c = draft.name('CAT');
  draft.declare(
    `#define ${c}(a, b) a##b`,
    `#define X${c}(a, b) ${c}(a, b)`,
    `#define N${c} ${draft.rng.int(1, 9)}`,
    `#define I${c}(n) _##n{}`,
    `#define F${c}(t, n, v) t n##_v = v`,
    `#define P${c}(x) x##N${c}`,
    `#define E${c}(a) ${c}(a, ) + ${c}(, a)`,
  );
  const v = draft.name('v');
  draft.run(
    `int ${v}1 = ${draft.rng.int(1, 9)};`,
    `int ${v}12 = 12;`,
    `int ${v}N${c} = 99;`,
    `F${c}(int, ${v}, ${draft.rng.int(20, 29)});`,
  );
  for (const one of draft.some(
    [
      `${c}(${v}, 1)`,
      `X${c}(${v}, 1)`,
      `X${c}(${c}(${v}, 1), 2)`,
      `X${c}(1, N${c})`,
      `I${c}(${draft.rng.pick([2, 3, 4, 8])})`,
      `${v}_v`,
      `P${c}(${v})`,
      `${c}(0x, 1f)`,
      `${c}(1, 2) + 1`,
      `make_shape(I${c}(2), ${c}(${v}, 1))`,
      `${c}(1., 5)`,
      `E${c}(4)`,
      `${c}(${c.toLowerCase()}, _) + 1`,
      `X${c}(1, ${c}(2, 3))`,
    ],
    5,
    10,
  ))
    draft.ask(one, { plain: true });
};

const variable: Idiom = (draft) => {
  const m = draft.name('VA');
  draft.declare(
    `#define ${m}(a, ...) (a __VA_OPT__(+ 10 *) __VA_ARGS__)`,
    `#define S${m}(...) sizeof(#__VA_ARGS__)`,
    `#define T${m}(f, ...) f(1 __VA_OPT__(,) __VA_ARGS__)`,
    `#define C${m}(...) K${m}(__VA_ARGS__ __VA_OPT__(,) 4, 3, 2, 1, 0)`,
    `#define K${m}(a, b, c, d, n, ...) n`,
    `#define G${m}(a, b...) a + (0, ##b)`,
    `#define O${m}(x, ...) x##__VA_OPT__(__VA_ARGS__)`,
    `#define E${m}()`,
    `#define D${m}(...) __VA_OPT__(1 +) 5`,
  );
  draft.declare(`template <class... T> int f${m}(T... t) { return (0 + ... + int(t)) + 100 * sizeof...(t); }`);
  for (const one of draft.some(
    [
      `${m}(3)`,
      `${m}(3, 4)`,
      `${m}(3, )`,
      `S${m}(a, b)`,
      `S${m}()`,
      `T${m}(f${m})`,
      `T${m}(f${m}, 2, 3)`,
      `C${m}(x)`,
      `C${m}(x, y, z)`,
      `C${m}()`,
      `G${m}(1, 2)`,
      `G${m}(1)`,
      `O${m}(1, 2)`,
      `O${m}(1)`,
      `D${m}()`,
      `D${m}(E${m}())`,
      `D${m}(x)`,
      `f${m}(D${m}(1), ${m}(2))`,
      `T${m}(make_shape, _2{})`,
    ],
    6,
    12,
  ))
    draft.ask(one, { plain: true });
};

/** Macros that name themselves or each other, are defined anew, and calls that a macro begins. */
const rescanning: Idiom = (draft) => {
  const m = draft.name('R');
  const n = draft.rng.int(1, 9);
  draft.declare(
    `inline int ${m}(int x) { return x + ${n}; }`,
    `#define ${m}(x) (${m}((x) * 2))`,
    `#define A${m} B${m} + 1`,
    `#define B${m} A${m} + 2`,
    `constexpr int c${m} = 5;`,
    `#define c${m} (c${m} + 1)`,
    `#define H${m} K${m}`,
    `#define K${m}(x) x * 10`,
    `#define Z${m} K${m}(2`,
    `#define LP${m} (`,
    `#define ID${m}(x) x`,
    `#define V${m} ${n}`,
    `#define N${m} V${m} * 2`,
    `#undef V${m}`,
    `#define V${m} ${n + 20}`,
  );
  draft.run(`int A${m.toLowerCase()} = 1;`);
  for (const one of draft.some(
    [
      `${m}(3)`,
      `(${m})(3)`,
      `${m}(${m}(1))`,
      `c${m}`,
      `H${m}(4)`,
      `K${m} (5)`,
      `Z${m} + 1)`,
      `ID${m}(K${m})(6)`,
      `N${m}`,
      `ID${m}(V${m})`,
      `ID${m}(ID${m}(ID${m}(8)))`,
      `K${m}(V${m} + 1)`,
      `ID${m}(K${m} LP${m} 3))`,
    ],
    5,
    10,
  ))
    draft.ask(one);
};

/** Names that the compilers define on the host, and code that asks for the device. */
const predefined: Idiom = (draft) => {
  const f = draft.name('f');
  draft.declare(
    `${draft.rng.pick(['inline', 'static', '__host__ __device__ inline', 'CUTE_HOST_DEVICE'])} int ${f}() {`,
    '#ifdef __CUDA_ARCH__',
    `  return ${draft.rng.int(1, 9)};`,
    '#else',
    `  return ${draft.rng.int(10, 19)};`,
    '#endif',
    '}',
  );
  draft.declare(
    `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= ${draft.rng.pick([700, 800, 900])}`,
    `constexpr int k${f} = 1;`,
    '#else',
    `constexpr int k${f} = 2;`,
    '#endif',
  );
  draft.ask(`${f}()`);
  draft.ask(`k${f}`, { constant: true });
  const x = draft.name('predefined_');
  draft.run(
    draft.rng.pick([
      '#ifndef __CUDA_ARCH__',
      '#if !defined(__CUDA_ARCH__)',
      '#if __CUDA_ARCH__ + 0 == 0',
      '#if !__CUDA_ARCH__',
    ]),
    `int ${x} = 1; //? ${x}`,
    '#else',
    `int ${x} = 2; //? ${x}`,
    '#endif',
  );
  draft.ask('__LINE__ > 3');
  draft.declare(`inline int n${f}() { return sizeof(__func__); }`);
  draft.ask(`n${f}()`);
};

export const preprocessorIdioms: Readonly<Record<string, Idiom>> = {
  conditions,
  strings,
  pasting,
  variableArguments: variable,
  rescanning,
  predefined,
};
