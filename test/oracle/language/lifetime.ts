// When objects begin and end: each constructor, copy, move, assignment and destructor writes a digit into a log.
import type { Draft, Idiom } from './draft';

/** A class whose special members write into the log; gives its name. */
function logged(draft: Draft, log: string): string {
  const t = draft.name('T');
  const lines = [
    `${t}(int v = 1) : v(v) { ${log} = (${log} * 7 + v) % 10007; }`,
    `${t}(${t} const& o) : v(o.v + 1) { ${log} = (${log} * 7 + 2) % 10007; }`,
    ...(draft.rng.chance(0.6) ? [`${t}(${t}&& o) : v(o.v) { o.v = 0; ${log} = (${log} * 7 + 3) % 10007; }`] : []),
    ...(draft.rng.chance(0.6)
      ? [`${t}& operator=(${t} const& o) { v = o.v; ${log} = (${log} * 7 + 4) % 10007; return *this; }`]
      : []),
    ...(draft.rng.chance(0.4)
      ? [`${t}& operator=(${t}&& o) { v = o.v + 5; o.v = -1; ${log} = (${log} * 7 + 5) % 10007; return *this; }`]
      : []),
    ...(draft.rng.chance(0.8) ? [`~${t}() { ${log} = (${log} * 7 + 6 + v) % 10007; }`] : []),
  ];
  draft.declare(`struct ${t} {`, '  int v;', ...lines.map((line) => `  ${line}`), '};');
  return t;
}

function logOf(draft: Draft): string {
  const log = draft.name('log');
  draft.declare(`${draft.rng.pick(['static ', 'inline '])}int ${log} = 1;`);
  return log;
}

const scopes: Idiom = (draft) => {
  const log = logOf(draft);
  const t = logged(draft, log);
  const statement = (): void => {
    const x = draft.name('x');
    draft.run(
      draft.rng.pick([
        `${t} ${x};`,
        `${t} ${x}(${draft.rng.int(2, 9)});`,
        `${t}{${draft.rng.int(2, 9)}};`,
        `auto const& ${x} = ${t}(4);`,
        `${t} ${x}[2];`,
        `${log} += ${t}(3).v;`,
        `{ ${t} ${x}(5); ${log} += 1; }`,
        `for (int i = 0; i < 2; ++i) { ${t} ${x}(i); if (i == 1) break; }`,
        `if (${t} ${x}(2); ${x}.v > 1) ${log} += 3;`,
        `static ${t} ${x}(6);`,
      ]),
    );
  };
  draft.run('{');
  draft.times(1, 4, statement);
  draft.ask(log);
  draft.run('}');
  draft.ask(log);
  draft.times(1, 2, statement);
  draft.ask(log);
};

const transfers: Idiom = (draft) => {
  const log = logOf(draft);
  const t = logged(draft, log);
  const f = draft.name('f');
  const bodies = [
    `${t} x(3); return x;`,
    `return ${t}(4);`,
    `${t} x(2); ${t} y(3); if (${log} % 2) return x; return y;`,
    `return a;`,
    `a.v += 1; return a.v;`,
    `${t} b = a; return b.v;`,
    `return std::move(a);`,
    `${t} b = std::move(a); return a.v * 10 + b.v;`,
  ];
  const body = draft.rng.pick(bodies);
  const byValue = draft.rng.chance(0.6);
  draft.declare(`inline auto ${f}(${t}${byValue ? '' : draft.rng.pick(['&', '&&'])} a) { ${body} }`);
  const x = draft.name('x');
  draft.run(`${t} ${x}(${draft.rng.int(1, 9)});`);
  const isObject = !/\.v/.test(body);
  draft.times(1, 3, () => {
    const call = `${f}(${draft.rng.pick([x, `std::move(${x})`, `${t}(5)`, ...(byValue ? ['6', '{7}'] : [])])})`;
    const y = draft.name('y');
    draft.run(`auto ${y} = ${call}${isObject ? draft.rng.pick(['', '.v']) : ''};`);
    draft.ask(log);
    draft.ask(`${x}.v`);
  });
  const z = draft.name('z');
  draft.run(`${t} ${z} = ${x};`, `${z} = ${draft.rng.pick([x, `std::move(${x})`, `${t}(8)`])};`);
  draft.ask(`${z}.v`);
  draft.ask(log);
};

const guards: Idiom = (draft) => {
  const g = draft.name('G');
  const f = draft.name('f');
  const n = draft.name('n');
  draft.declare(
    `template <class F> struct ${g} { F f; ${draft.rng.chance(0.5) ? `${g}(F f) : f(f) {} ` : ''}~${g}() { f(); } };`,
    `template <class F> ${g}(F) -> ${g}<F>;`,
  );
  draft.run(`int ${n} = ${draft.rng.int(1, 9)};`);
  draft.run('{', `${g} g${n}{[&] { ${n} = ${n} * 2 + 1; }};`);
  if (draft.rng.chance(0.5)) draft.run(`${g} h${n}{[&, k = ${n}] { ${n} += k; }};`);
  draft.run(`${n} += ${draft.rng.int(1, 5)};`);
  draft.ask(n);
  draft.run('}');
  draft.ask(n);
  draft.declare(
    `inline int ${f}(int& r, int k) { ${g} g{[&] { r += 10; }}; if (k > 3) return r; r += k; ${draft.rng.pick(['return r * 2;', '{ ' + g + ' h{[&] { r *= 3; }}; r += 1; } return r;'])} }`,
  );
  draft.ask(`${f}(${n}, ${draft.rng.int(1, 6)})`);
  draft.ask(n);
};

/** Members and bases in their order, and what a constructor leaves when it is through. */
const composed: Idiom = (draft) => {
  const log = logOf(draft);
  const t = logged(draft, log);
  const c = draft.name('C');
  const isBase = draft.rng.chance(0.5);
  draft.declare(
    `struct ${c}${isBase ? ` : ${t}` : ''} {`,
    `  ${t} b{2}; ${t} a;`,
    draft.rng.pick([
      `  ${c}() : a(3)${isBase ? `, ${t}(4)` : ''} { ${log} += 1; }`,
      `  ${c}(int n = 5) : b(n), a(b.v + 1) {}`,
    ]),
    draft.rng.pick(['', `  ~${c}() { ${log} += 100; }`]),
    '};',
  );
  draft.run('{', `${c} c${log};`);
  draft.ask(log);
  if (draft.rng.chance(0.5)) {
    draft.run(`${c} d${log} = c${log};`);
    draft.ask(`d${log}.a.v`);
    draft.ask(log);
  }
  draft.run('}');
  draft.ask(log);
  draft.run(`auto p${log} = std::make_unique<${t}>(${draft.rng.int(2, 9)});`, `p${log}.reset();`);
  draft.ask(log);
  draft.run(`std::optional<${t}> o${log};`, `o${log}.emplace(${draft.rng.int(2, 9)});`);
  draft.ask(`o${log}->v`);
  draft.ask(log);
};

/** Counters: how many objects there are. */
const counted: Idiom = (draft) => {
  const c = draft.name('C');
  draft.declare(
    `struct ${c} {`,
    '  inline static int live = 0;',
    '  inline static int made = 0;',
    `  ${c}() { ++live; ++made; }`,
    `  ${c}(${c} const&) { ++live; made += 10; }`,
    `  ~${c}() { --live; }`,
    '};',
  );
  const x = draft.name('x');
  draft.run(`${c} ${x};`);
  draft.run(
    '{',
    draft.rng.pick([
      `${c} y${x}[${draft.rng.int(2, 4)}];`,
      `${c} y${x} = ${x};`,
      `auto y${x} = [${x}] { return ${c}::live; };`,
      `std::array<${c}, 2> y${x};`,
    ]),
  );
  draft.ask(`${c}::live`);
  draft.run('}');
  draft.ask(`${c}::live`);
  draft.ask(`${c}::made`);
  const f = draft.name('f');
  draft.declare(`inline int ${f}(${c} c) { return ${c}::live; }`);
  draft.ask(`${f}(${x}) * 10 + ${c}::live`.replace(/ \* 10.*/, ''));
  draft.ask(`${c}::live`);
};

/** Variables that live on between calls. */
const statics: Idiom = (draft) => {
  const f = draft.name('f');
  const n = draft.rng.int(1, 9);
  draft.declare(
    draft.rng.pick([
      `inline int ${f}(int k) { static int n = ${n}; n += k; return n; }`,
      `template <class T> int ${f}(T k) { static int n = int(sizeof(T)); return n += int(k); }`,
      `inline int& ${f}r() { static int n = ${n}; return n; }\ninline int ${f}(int k) { ${f}r() += k; return ${f}r(); }`,
      `struct S${f} { static inline int n = ${n}; static int add(int k) { return n += k; } };\ninline int ${f}(int k) { return S${f}::add(k) + S${f}::n; }`,
      `inline int ${f}(int k) { static int const first = k; return first * 10 + k; }`,
    ]),
  );
  draft.times(2, 5, () => draft.ask(`${f}(${draft.rng.pick([String(draft.rng.int(1, 9)), 'short(2)', "'a'"])})`));
};

export const lifetimeIdioms: Readonly<Record<string, Idiom>> = {
  scopes,
  transfers,
  guards,
  composed,
  counted,
  statics,
};
