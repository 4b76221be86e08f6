// What programs declare around `main`: functions, classes, templates, macros, kernels, the way CuTe programs have them.
import { bounded, condition, integer, layout, place, positive } from './expressions';
import { observe, statements } from './statements';
import type { Body } from './program';
import { type Var } from './program';
import { classIdioms } from './class-idioms';
import { bodyOf, int, type Idiom } from './idiom';

/** `int f(int x, int& y, …)` with a random body. */
const plainFunction: Idiom = (p) => {
  const { rng } = p;
  const name = p.fresh('f');
  const pure = rng.chance(0.5);
  const names = rng.shuffle(['x', 'y', 'n', 'k']).slice(0, rng.int(1, 3));
  const hows = names.map(() =>
    rng.pick(
      pure
        ? (['int', 'int', 'int const&', 'const int'] as const)
        : (['int', 'int&', 'int&', 'int const&', 'int*'] as const),
    ),
  );
  const params = names.map((one, i): Var => ({
    name: one,
    kind: hows[i] === 'int*' ? 'pointer' : 'int',
    writable: !/const/.test(hows[i] ?? ''),
  }));
  const isDefault = hows[hows.length - 1] === 'int' && rng.chance(0.3);
  const isAuto = rng.chance(0.3);
  const specifier = rng.pick(['', 'static ', 'inline ']);
  const declarators = names.map((one, i) => {
    const hasDefault = isDefault && i === names.length - 1;
    return `${hows[i]} ${one}${hasDefault ? ` = ${rng.int(0, 9)}` : ''}`;
  });
  const marked = params.filter(({ kind }) => kind === 'int').map((one) => one.name);
  p.line(`${specifier}${isAuto ? 'auto' : 'int'} ${name}(${declarators.join(', ')}) { //? ${marked.join(' ')}`);
  const body = bodyOf(p, params, { pure, returns: true }, rng.int(2, 8));
  if (!pure && rng.chance(0.3)) {
    const counter = p.fresh('s');
    body.line(`static int ${counter} = ${rng.int(0, 5)};`);
    body.line(`${counter} += ${rng.int(1, 3)};`);
    body.declare(int(counter));
  }
  statements(body, 8);
  observe(body);
  body.line(`return int(${bounded(integer(body))});`);
  p.line('}');
  const shown = isDefault && rng.chance(0.7) ? hows.slice(0, -1) : hows;
  p.callables.push({ name, effect: !pure, call: (q) => callWith(q, name, shown) });
};

/** Arguments for parameters of these types; undefined where no place is in sight. */
function callWith(q: Body, name: string, hows: readonly string[]): string | undefined {
  const args: string[] = [];
  for (const how of hows) {
    const needsPlace = how === 'int&' || how === 'int*';
    const at = needsPlace ? place(q) : undefined;
    if (needsPlace && at === undefined) return undefined;
    args.push(
      how === 'int&' ? (at ?? '') : how === 'int*' ? (at?.startsWith('*') ? at.slice(1) : `&${at}`) : integer(q, 1),
    );
  }
  return `${name}(${args.join(', ')})`;
}

/** Overloads by number, type and constness. */
const overloads: Idiom = (p) => {
  const { rng } = p;
  const name = p.fresh('ov');
  p.line(`int ${name}(int x) { return x % 40 + 1; }`);
  p.line(`int ${name}(int x, int y) { return x % 40 * 2 - y % 30; }`);
  p.line(`template <class S, class D> int ${name}(Layout<S, D> const& l) { return int(size(l)) * 3; }`);
  p.line(`template <int N> int ${name}(Int<N>) { return N * 10; }`);
  p.line(`template <class A, class B> int ${name}(cute::tuple<A, B> const& t) { return int(get<1>(t)) % 50 + 7; }`);
  p.callables.push({
    name,
    effect: false,
    call: (q) =>
      rng.pick([
        () => `${name}(${integer(q, 1)})`,
        () => `${name}(${integer(q, 1)}, ${integer(q, 0)})`,
        () => `${name}(${layout(q, 0)})`,
        () => `${name}(_${rng.int(1, 6)}{})`,
        () => `${name}(make_tuple(_3{}, ${integer(q, 0)}))`,
      ])(),
  });
};

/** A function template that asks what it was given. */
const asking: Idiom = (p) => {
  const { rng } = p;
  const name = p.fresh('ask');
  p.line(`template <int K, class T>`);
  p.line(`auto ${name}(T const& t) {`);
  p.line(`  constexpr int k = K * ${rng.int(1, 4)}; //? k`);
  p.line(`  if constexpr (K > ${rng.int(1, 4)}) {`);
  p.line('    auto l = make_layout(make_shape(t, Int<k>{})); //? l');
  p.line('    return l;');
  p.line(`  } else if constexpr (is_static<T>::value) {`);
  p.line('    return make_layout(make_shape(Int<k>{}, t), LayoutRight{});');
  p.line('  } else {');
  p.line(`    auto u = make_layout(make_shape(t, Int<${rng.int(2, 5)}>{}, Int<k>{})); //? u`);
  p.line('    return group<1, 3>(u);');
  p.line('  }');
  p.line('}');
  p.layouts.push((q) => `${name}<${rng.int(1, 5)}>(${rng.chance(0.4) ? `_${rng.int(1, 6)}{}` : positive(q)})`);
};

/** Variables and functions in namespaces. */
const spaces: Idiom = (p) => {
  const { rng } = p;
  const [outer, inner, g] = [p.fresh('ns'), p.fresh('in'), p.fresh('g')];
  p.line(`namespace ${outer} {`);
  p.line(`int level = ${rng.int(0, 9)};`);
  p.line(`constexpr int kTop = ${rng.int(1, 9)};`);
  p.line(`int read(int d) { return (level + d) % 90; }`);
  p.line(`namespace ${inner} {`);
  p.line(`int level = kTop + ${rng.int(1, 4)};`);
  p.line('int read(int d) { return (level * 2 + d) % 90; }');
  p.line('int up(int d) { level = (level + d) % 30; return level + kTop; }');
  p.line('}');
  p.line(`int both(int d) { return ${inner}::read(d) + read(d); }`);
  p.line('int raise(int d) { level = (level + d) % 30; return both(1); }');
  p.line('}');
  p.line(`int ${g} = ${rng.int(0, 9)};`);
  p.globals.push(int(g), int(`${outer}::level`), int(`${outer}::${inner}::level`));
  for (const [name, effect] of [
    [`${outer}::read`, false],
    [`${outer}::both`, false],
    [`${outer}::${inner}::read`, false],
    [`${outer}::${inner}::up`, true],
    [`${outer}::raise`, true],
  ] as const) {
    p.callables.push({ name, effect, call: (q) => `${name}(${integer(q, 1)})` });
  }
};

/** A function that remembers, one of a template, and one that calls itself. */
const keeping: Idiom = (p) => {
  const { rng } = p;
  const [count, of, fact] = [p.fresh('count'), p.fresh('each'), p.fresh('fact')];
  p.line(`int ${count}(int d) {`);
  p.line(`  static int kept = ${rng.int(0, 5)};`);
  p.line('  kept = (kept + d) % 70;');
  p.line('  auto now = make_shape(kept, d); //? now');
  p.line('  return kept;');
  p.line('}');
  p.line(`template <int N> int ${of}() { static int n = N; n = (n + 1) % 60; return n; }`);
  p.line(`int ${fact}(int n) { //? n`);
  p.line(`  if (n <= 1) return 1;`);
  p.line(`  return n * ${fact}(n - ${rng.int(1, 2)}) % 97;`);
  p.line('}');
  p.callables.push(
    { name: count, effect: true, call: (q) => `${count}(${integer(q, 1)})` },
    { name: of, effect: true, call: () => `${of}<${rng.int(1, 2)}>()` },
    { name: fact, effect: false, call: (q) => `${fact}(${integer(q, 0)} % 7)` },
  );
};

/** Functions over references, pointers, packs and other functions. */
const passing: Idiom = (p) => {
  const { rng } = p;
  const [sel, set, sum, apply, swp, ptr] = [
    p.fresh('sel'),
    p.fresh('set'),
    p.fresh('sum'),
    p.fresh('apply'),
    p.fresh('swp'),
    p.fresh('ptr'),
  ];
  p.line(`int& ${sel}(int& a, int& b, int c) { return c > ${rng.int(0, 4)} ? a : b; }`);
  p.line(`void ${set}(int* p, int v) { *p = v % 40; }`);
  p.line(`int* ${ptr}(int* p, int* q, bool c) { return c ? p : q; }`);
  p.line(`template <class... Ts> int ${sum}(Ts... ts) { return (int(ts) + ... + 0) % 200; }`);
  p.line(`template <class F> int ${apply}(F&& f, int n) { //? n`);
  p.line('  int t = 0;');
  p.line('  for (int i = 0; i < 3; ++i) t += f(n + i) % 50;');
  p.line('  return t;');
  p.line('}');
  p.line(`template <class T> void ${swp}(T& a, T& b) { T t = a; a = b; b = t; }`);
  const lambdaCall = (q: Body, effect: boolean): string | undefined => {
    const all = q.seen('lambda').filter(({ call }) => call?.effect === effect);
    return all.length > 0 ? `${apply}(${rng.pick(all).name}, ${integer(q, 1)})` : undefined;
  };
  p.callables.push(
    {
      name: sum,
      effect: false,
      call: (q) =>
        `${sum}(${Array.from({ length: rng.int(0, 3) }, () => integer(q, 1))
          .concat(rng.chance(0.3) ? ['_3{}'] : [])
          .join(', ')})`,
    },
    { name: apply, effect: false, call: (q) => lambdaCall(q, false) },
    { name: apply, effect: true, call: (q) => lambdaCall(q, true) },
  );
  p.statements.push(
    (q) => withPlaces(q, 2, (a, b) => `${sel}(${a}, ${b}, ${integer(q, 1)}) = ${integer(q, 1)};`),
    (q) => withPlaces(q, 1, (a) => `${set}(&${a}, ${integer(q, 1)});`),
    (q) => withPlaces(q, 2, (a, b) => `${swp}(${a}, ${b});`),
    (q) => withPlaces(q, 2, (a, b) => `*${ptr}(&${a}, &${b}, ${condition(q)}) += ${rng.int(1, 5)};`),
  );
};

function withPlaces(q: Body, count: number, write: (...places: string[]) => string): string | undefined {
  const places = Array.from({ length: count }, () => place(q));
  return places.some((one) => one === undefined)
    ? undefined
    : write(...places.map((one) => (one ?? '').replace(/^\*(.*)$/, '(*$1)')));
}

const macros: Idiom = (p) => {
  const { rng } = p;
  const [twice, bump, pick] = [p.fresh(`${p.id}_TWICE`), p.fresh(`${p.id}_BUMP`), p.fresh(`${p.id}_PICK`)];
  p.line(`#define ${twice}(v) ((v) % 30 * 2)`);
  p.line(`#define ${bump}(v, d) do { (v) += (d) % 10; } while (0)`);
  p.line(
    `#define ${pick}(c, ...) [&] { if (c) { constexpr int kBig = 8; return __VA_ARGS__(); } constexpr int kBig = ${rng.int(1, 4)}; return __VA_ARGS__(); }()`,
  );
  p.callables.push({ name: twice, effect: false, call: (q) => `${twice}(${integer(q, 1)})` });
  p.statements.push((q) => withPlaces(q, 1, (a) => `${bump}(${a}, ${integer(q, 1)});`));
};

const enums: Idiom = (p) => {
  const { rng } = p;
  const [mode, cost] = [p.fresh('Mode'), p.fresh('cost')];
  p.line(`enum class ${mode} { Small, Middle = ${rng.int(2, 4)}, Large };`);
  p.line(`constexpr int ${cost}(${mode} m) {`);
  p.line('  switch (m) {');
  p.line(`    case ${mode}::Small: return ${rng.int(1, 5)};`);
  p.line(`    case ${mode}::Middle:`);
  p.line(`    case ${mode}::Large: break;`);
  p.line('  }');
  p.line(`  return ${rng.int(6, 9)};`);
  p.line('}');
  p.callables.push({
    name: cost,
    effect: false,
    call: (q) =>
      rng.pick([
        () => `${cost}(${mode}::${rng.pick(['Small', 'Middle', 'Large'])})`,
        () => `int(${mode}::${rng.pick(['Middle', 'Large'])})`,
        () => `${cost}(${condition(q, 0)} ? ${mode}::Small : ${mode}::Large)`,
      ])(),
  });
};

/** A kernel with its parameters in a struct, launched from anywhere. */
const kernel: Idiom = (p) => {
  const { rng } = p;
  const [params, name] = [p.fresh('Params'), p.fresh('kernel')];
  p.line(`struct ${params} {`);
  p.line('  int n;');
  p.line(`  int k = ${rng.int(1, 8)};`);
  p.line('  Layout<Shape<int, _4>, Stride<_4, _1>> lay;');
  p.line('};');
  p.line(`__global__ void ${name}(${params} p, int s) { //? s`);
  const body = bodyOf(
    p,
    [
      int('s'),
      { ...int('p.n'), outside: true },
      { ...int('p.k', false), outside: true },
      { name: 'p.lay', kind: 'layout', writable: false },
    ],
    { pure: true },
    6,
  );
  statements(body, 6);
  body.line('auto mine = make_layout(make_shape(1 + (p.n & 7), p.k)); //? mine');
  body.line('auto whole = p.lay; //? whole');
  observe(body, ['s', 'p.n']);
  p.line('}');
  p.statements.push(
    (q) =>
      `${name}<<<dim3(${rng.int(1, 4)}), dim3(32)>>>(${params}{${integer(q, 1)}, ${integer(q, 1)}, make_layout(make_shape(${positive(q)}, _4{}), make_stride(_4{}, _1{}))}, ${integer(q, 1)});`,
    (q) =>
      `{ ${params} pp; pp.n = ${integer(q, 1)}; pp.lay = make_layout(make_shape(${positive(q)}, _4{}), make_stride(_4{}, _1{})); ${name}<<<${rng.int(1, 4)}, 64>>>(pp, ${integer(q, 1)}); }`,
  );
};

export const idioms: readonly Idiom[] = [
  plainFunction,
  plainFunction,
  plainFunction,
  plainFunction,
  ...classIdioms,
  overloads,
  asking,
  spaces,
  spaces,
  keeping,
  passing,
  passing,
  macros,
  enums,
  kernel,
  kernel,
];
