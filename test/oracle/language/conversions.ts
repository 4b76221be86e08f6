// Objects that convert to numbers, references and pointers by functions that may change them, and references to what
// has another type: variables, parameters with and without names, packs, default arguments, results ([class.conv.fct],
// [dcl.init.ref]).
import type { Draft, Idiom } from './draft';

const numbers = ['int', 'short', 'unsigned', 'long', 'unsigned char', 'double'] as const;

/** A class with a number `v` and conversion functions of one kind; gives its name. */
function converting(draft: Draft): string {
  const c = draft.name('C');
  const to = draft.rng.pick(numbers);
  const [a, b] = [draft.rng.int(1, 5), draft.rng.int(2, 9)];
  const functions = draft.rng.pick([
    [`operator ${to}() { return v += ${a}; }`],
    [`operator ${to}() const { return v * ${b}; }`],
    [`operator ${to}() { return ++v; }`, `operator ${to}() const { return v - ${a}; }`],
    [`operator ${to}() & { return v += ${a}; }`, `operator ${to}() && { return v * 100; }`],
    [`operator ${to}() const& { return v + ${a}; }`, `operator ${to}() && { v = 0; return ${b}; }`],
    [`explicit operator bool() { return ++v % 3 != 0; }`, `operator ${to}() const { return v; }`],
    [`template <class T> operator T() { return T(v += ${a}); }`],
    [`operator int&() { return v; }`],
    [`operator int const&() const { return v; }`],
    [`operator int&() { ++v; return v; }`],
  ]);
  const others = draft.some(
    [
      `${c}& operator+=(int k) { v += 2 * k; return *this; }`,
      `friend int operator-(${c}& a, int k) { return a.v++ - k; }`,
      `int get() const { return v; }`,
    ],
    0,
    2,
  );
  draft.declare(`struct ${c} {`, '  int v;', ...[...functions, ...others].map((line) => `  ${line}`), '};');
  return c;
}

const convertingObjects: Idiom = (draft) => {
  const c = converting(draft);
  const [x, k] = [draft.name('x'), draft.name('k')];
  const f = draft.name('f');
  const t = draft.rng.pick(numbers);
  draft.declare(`inline int ${f}(${draft.rng.pick([t, `${t} const&`, `${t}&&`])} a) { return int(a) * 2 + 1; }`);
  draft.run(`${draft.rng.pick(['', '', 'const '])}${c} ${x}{${draft.rng.int(1, 9)}};`, `int ${k} = 3;`);
  draft.times(3, 7, () => {
    const n = draft.rng.int(1, 6);
    const y = draft.name('y');
    draft.run(
      draft.rng.pick([
        `${k} = ${x};`,
        `${k} += ${x};`,
        `${k} = ${x} + ${n};`,
        `${k} = -${x};`,
        `if (${x}) ${k} += ${n};`,
        `if (!${x}) ${k} -= ${n};`,
        `if (${x} && ${x}.v > ${n}) ${k} *= 2;`,
        `if (${x} || ${x}.v > ${n}) ${k} += 2;`,
        `${k} = ${x} ? ${x}.v : ${n};`,
        `switch (int(${x})) { case ${n}: ${k} = 1; break; default: ${k} += 4; }`,
        `while (int(${x}) < ${n}) { ${k} += 1; if (${x}.v < 0 || ${k} > 90) break; }`,
        `${k} = ${f}(${x});`,
        `${k} = ${f}(${c}{${n}});`,
        `${k} = ${f}(std::move(${x}));`,
        `${k} = static_cast<${t}>(${x});`,
        `${x} += ${n};`,
        `++${x};`,
        `${x}--;`,
        `${x} <<= 1;`,
        `int ${y}[2] = {int(${x}), int(${x})}; ${k} = ${y}[0] * 10 + ${y}[1];`,
        `struct { int a, b; } ${y} = {${x}, ${n}}; ${k} = ${y}.a - ${y}.b;`,
        `auto ${y} = [&] { int r = ${x}; return r; }; ${k} = ${y}();`,
        `auto ${y} = [${x}]() mutable { int r = ${x}; return r + ${x}.v; }; ${k} = ${y}();`,
        `int ${y} = ${x}; ${k} = ${y};`,
        `int ${y}{${x}}; ${k} = ${y};`,
        `${t} const& ${y} = ${x}; ${k} = int(${y}); ${k} += ${x}.v;`,
        `int& ${y} = ${x}; ${y} += ${n}; ${k} = ${y};`,
        `int const& ${y} = ${x}; ${k} += ${y};`,
        `${k} = ${x} - ${n};`,
        `${k} = (${x}, ${x}.v);`,
      ]),
    );
    draft.ask(draft.rng.pick([k, `${x}.v`, `${k} * 100 + ${x}.v`]));
  });
  draft.ask(`${x}.v`);
};

/** What is done to a variable while a reference to another type, or to it, exists. */
const boundReferences: Idiom = (draft) => {
  const [from, to] = [draft.rng.pick(numbers), draft.rng.pick(numbers)];
  const x = draft.name('x');
  draft.run(`${from} ${x} = ${draft.rng.int(1, 9)};`);
  const f = draft.name('f');
  const change = `w += ${draft.rng.int(1, 9)};`;
  const body = draft.rng.pick([
    `${change} return int(a) * 10 + int(w);`,
    `int b = int(a); ${change} return b - int(a);`,
  ]);
  const by = draft.rng.pick([`${to} const& a`, `${to}&& a`, `${to} a`, `const ${to}& a`]);
  draft.declare(
    draft.rng.pick([
      `inline int ${f}(${by}, ${from}& w) { ${body} }`,
      `template <class W> int ${f}(${by}, W& w) { ${body} }`,
      `template <class A, class W> int ${f}(A const& a, W& w) { ${body} }`,
      `template <class A, class W> int ${f}(A&& a, W&& w) { ${body} }`,
      `inline int ${f}(auto const& a, auto& w) { ${body} }`,
    ]),
  );
  draft.times(2, 5, () => {
    const y = draft.name('y');
    const n = draft.rng.int(1, 9);
    const add = `${x} += ${n};`;
    draft.run(
      draft.rng.pick([
        `${to} const& ${y} = ${x}; ${add}`,
        `${to}&& ${y} = ${to}(${x}); ${add}`,
        `${from} const& ${y} = ${x}; ${add}`,
        `auto const& ${y} = ${x}; ${add}`,
        `auto&& ${y} = ${x}; ${add}`,
        `auto const& ${y} = ${draft.rng.pick(['true', 'false'])} ? ${x} : ${to}(${n}); ${add}`,
        `${to} const& ${y} = (${x}, ${x}); ${add}`,
        `auto const& ${y} = static_cast<${to} const&>(${x}); ${add}`,
        `int ${y} = ${f}(${x}, ${x});`,
        `int ${y} = ${f}(${to}(${x}), ${x});`,
        `int ${y} = 0; for (${to} const& q : {${to}(${x}), ${to}(${n})}) { ${y} += int(q); ${add} }`,
        `${from} q${y}[2] = {${from}(${n}), ${x}}; int ${y} = 0; for (${to} const& q : q${y}) { q${y}[1] += 1; ${y} += int(q); }`,
        `int ${y} = [&](${to} const& q) { ${add} return int(q); }(${x});`,
        `struct { ${from}& r; int k; } q${y}{${x}, ${n}}; q${y}.r += ${n}; int ${y} = int(q${y}.r) + q${y}.k;`,
      ]),
    );
    draft.ask(`int(${y})`);
    draft.ask(`int(${x})`);
  });
};

const packsAndDefaults: Idiom = (draft) => {
  const g = draft.name('g');
  const f = draft.name('f');
  const n = draft.rng.int(1, 9);
  draft.declare(`${draft.rng.pick(['static ', 'inline '])}int ${g} = ${n};`);
  draft.declare(
    draft.rng.pick([
      `inline int ${f}(int k, int& a = ${g}, int const& b = ${g}) { a += k; return a * 10 + b; }`,
      `inline int ${f}(int k, long const& b = ${g}) { ${g} += k; return int(b) * 10 + ${g}; }`,
      `inline int ${f}(int k, int b = ++${g}, int = ${g}++) { return b * 10 + k; }`,
      `template <class... T> int ${f}(int& a, T const&... t) { a += ${n}; return (int(t) + ... + 0); }`,
      `template <class... T> int ${f}(T&&... t) { ((t += ${n}), ...); return (int(t) * ... * 1); }`,
      `template <class... T> int ${f}(T... t) { ((t += ${n}), ...); return (int(t) - ... - 0); }`,
      `template <class T, class... U> int ${f}(T& a, U&... u) { ((u = U(a += 2)), ...); return int(a); }`,
      `template <int N = 2, class... U> int ${f}(U&... u) { int r = N; ((r = r * 3 + int(u++)), ...); return r; }`,
      `inline int ${f}(int& a, int& b = ${g}) { std::swap(a, b); return a - b; }`,
    ]),
  );
  const [x, y, s] = [draft.name('x'), draft.name('y'), draft.name('s')];
  draft.run(`int ${x} = ${draft.rng.int(1, 9)}, ${y} = ${draft.rng.int(1, 9)};`, `short ${s} = ${n};`);
  draft.times(2, 4, () => {
    draft.ask(
      `${f}(${draft.rng.pick([x, `${x}, ${y}`, `${x}, ${x}`, `${x}, ${s}`, `${y}, ${x}, ${s}`, `${n}`, `${n}, ${y}`, `${draft.rng.pick(['true', 'false'])} ? ${x} : ${y}`])})`,
    );
    draft.ask(`${x} * 10000 + ${y} * 100 + ${g} + ${s}`);
  });
};

/** Parameters whose objects nobody names are made and end all the same. */
const withoutNames: Idiom = (draft) => {
  const [log, t, f] = [draft.name('log'), draft.name('T'), draft.name('f')];
  draft.declare(
    `inline int ${log} = 1;`,
    `struct ${t} {`,
    `  int v;`,
    `  ${t}(int k) : v(k) { ${log} = (${log} * 7 + v) % 10007; }`,
    `  ${t}(${t} const& o) : v(o.v + 1) { ${log} = (${log} * 7 + 2) % 10007; }`,
    ...(draft.rng.chance(0.5) ? [`  operator int() { ${log} += 3; return v++; }`] : []),
    `  ~${t}() { ${log} = (${log} * 7 + v) % 10007; }`,
    `};`,
  );
  draft.declare(
    draft.rng.pick([
      `inline int ${f}(${t}) { return ${log}; }`,
      `inline int ${f}(${t} const&) { return ${log}; }`,
      `inline int ${f}(${t}&&) { return ${log}; }`,
      `inline int ${f}(${t}, ${t} = 4) { return ${log}; }`,
      `inline int ${f}(int) { return ${log}; }`,
      `template <class U> int ${f}(U) { return ${log}; }`,
      `template <class... U> int ${f}(U...) { return ${log}; }`,
      `template <class... U> int ${f}(U&&...) { return ${log}; }`,
      `struct { int operator()(${t}) const { return ${log}; } int operator()(int, ${t}) const { return -1; } } const ${f};`,
    ]),
  );
  const x = draft.name('x');
  draft.run(`${t} ${x}(${draft.rng.int(1, 9)});`);
  draft.times(2, 4, () => {
    draft.ask(`${f}(${draft.rng.pick([x, `${t}(3)`, '5', `std::move(${x})`, `int(${draft.rng.int(1, 5)})`])})`);
    draft.ask(log);
  });
};

export const conversionIdioms = { convertingObjects, boundReferences, packsAndDefaults, withoutNames };
