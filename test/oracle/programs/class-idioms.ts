// Classes as CuTe programs declare them: data with members that change it, traits of types, and classes that derive
// from a template of themselves.
import { bounded, integer, positive } from './expressions';
import { observe, statements } from './statements';
import type { Body } from './program';
import { type Var } from './program';
import { bodyOf, int, type Idiom } from './idiom';

/** A class with data, constants, constructors and members. */
const plainClass: Idiom = (p) => {
  const { rng } = p;
  const name = p.fresh('S');
  const isAggregate = rng.chance(0.4);
  const counts = !isAggregate && rng.chance(0.4);
  const fields = rng.pick([['lo', 'hi'], ['x', 'y'], ['n']] as const);
  const own = fields.map((field): Var => ({ ...int(field), outside: true }));
  const constant = rng.int(2, 9);
  p.line(`struct ${name} {`);
  fields.forEach((field, i) =>
    p.line(`  int ${field}${rng.chance(0.5) ? ` = ${rng.int(0, 9)}` : i === 0 && rng.chance(0.3) ? '{1}' : ' = 0'};`),
  );
  p.line(`  static constexpr int kSize = ${constant}; //? kSize`.replace(/ \/\/.*/, ''));
  p.line(`  using Tile = Layout<Shape<Int<kSize>, _${rng.pick([2, 4, 8])}>>;`);
  if (counts) p.line('  inline static int made = 0;');
  if (!isAggregate) {
    p.line(`  ${name}() = default;`);
    p.line(
      `  ${name}(int v) : ${fields.map((field, i) => `${field}(v + ${i})`).join(', ')} {${counts ? ' made++; ' : ''}}`,
    );
  }

  p.line('  int value() const {');
  const getter = bodyOf(
    p,
    own.map((one) => ({ ...one, writable: false })),
    { pure: true, returns: true, depth: 1 },
    2,
  );
  statements(getter, 2);
  getter.line(`return ${bounded(integer(getter, 1))};`);
  p.line('  }');
  p.line('  int change(int d) { //? d');
  const changer = bodyOf(p, [...own, int('d')], { pure: rng.chance(0.6), returns: true, depth: 1 }, 4);
  statements(changer, 4);
  observe(changer);
  changer.line(`return ${bounded(integer(changer, 1))};`);
  p.line('  }');
  p.line(
    `  ${name}& chain(int d) { ${rng.pick(['this->', ''])}${fields[0]} = (${fields[0]} + d) % 50; return *this; }`,
  );
  p.line(`  int operator()(int i) const { return ${fields[0]} % 20 + i % 20 * kSize; }`);
  p.line(
    `  ${name} operator+(${name} const& o) const { ${name} r = *this; r.${fields[0]} = (r.${fields[0]} + o.${fields[0]}) % 50; return r; }`,
  );
  p.line(`  static int twice(int v) { return v % 50 * 2${counts ? ' + made' : ''}; }`);
  p.line('  auto tile() const { return make_layout(make_shape(1 + (value() & 7), Int<kSize>{})); }');
  p.line('};');
  const made = (q: Body): string =>
    isAggregate
      ? `${name}{${fields
          .slice(0, rng.int(0, fields.length))
          .map(() => integer(q, 1))
          .join(', ')}}`
      : `${name}(${integer(q, 1)})`;
  p.classes.push({
    name,
    fields,
    make: made,
    reads: [
      (_, o) => `${o}.value()`,
      (q, o) => `${o}(${integer(q, 0)})`,
      (q) => `${name}::twice(${integer(q, 0)})`,
      (_, o) => `int(size(${o}.tile()))`,
      () => `${name}::kSize`,
      (_, o) => `(${o} + ${o}).value()`,
      (_, o) => `int(size(typename decltype(${o})::Tile{}))`,
    ],
    changes: [
      (q, o) => `${o}.change(${integer(q, 1)})`,
      (q, o) => `${o}.chain(${integer(q, 0)})`,
      (q, o) => `${o}.chain(1).chain(${integer(q, 0)})`,
    ],
  });
};

/** Traits in a template with a chain of aliases. */
const traits: Idiom = (p) => {
  const { rng } = p;
  const name = p.fresh('Traits');
  p.line(`template <int M, int N = ${rng.int(1, 6)}, class T = float>`);
  p.line(`struct ${name} {`);
  p.line('  static constexpr int kM = M;');
  p.line(`  static constexpr int kN = N > 3 ? N * 2 : N + ${rng.int(1, 3)};`);
  p.line('  using Element = T;');
  p.line('  using Shape_ = Shape<Int<kM>, Int<kN>>;');
  p.line(`  using Atom = decltype(make_layout(Shape_{}${rng.pick(['', ', LayoutRight{}'])}));`);
  p.line(`  struct Inner { static constexpr int value = kM * ${rng.int(2, 4)} + sizeof(Element); };`);
  p.line('  static constexpr int all() { return size(Atom{}) + Inner::value; }');
  p.line('  int held = kM;');
  p.line('  static auto make(int n) { return make_layout(make_shape(n, Int<kN>{})); }');
  p.line('};');
  const other = p.fresh('Uses');
  p.line(`template <class Tr>`);
  p.line(`struct ${other} : Tr {`);
  p.line('  using Base = Tr;');
  p.line('  using Atom2 = typename Tr::Atom;');
  p.line('  static constexpr int total = Tr::all() + Base::kN;');
  p.line(`  int run(int d) { this->held += d % 10; return this->held + total; }`);
  p.line('};');
  const type = (): string =>
    `${name}<${rng.int(1, 6)}${rng.pick(['', `, ${rng.int(1, 6)}`, `, ${rng.int(1, 6)}, double`])}>`;
  const constant = (): string =>
    rng.pick([
      `${type()}::kN`,
      `${type()}::all()`,
      `${type()}::Inner::value`,
      `${other}<${type()}>::total`,
      `int(size(typename ${other}<${type()}>::Atom2{}))`,
      `int(sizeof(typename ${type()}::Element))`,
    ]);
  p.callables.push({ name, effect: false, call: constant });
  p.layouts.push((q) => rng.pick([`${type()}::make(${positive(q)})`, `typename ${type()}::Atom{}`]));
  const fixed = [0, 1].map(() => `${other}<${type()}>`);
  for (const one of fixed)
    p.classes.push({
      name: one,
      derived: true,
      fields: ['held'],
      make: () => `${one}{}`,
      reads: [],
      changes: [(q, o) => `${o}.run(${integer(q, 0)})`],
    });
};

/** A base that calls what derives from it. */
const crtp: Idiom = (p) => {
  const { rng } = p;
  const [base, one, two] = [p.fresh('Base'), p.fresh('D'), p.fresh('D')];
  p.line('template <class D>');
  p.line(`struct ${base} {`);
  p.line(`  int seen = ${rng.int(0, 3)};`);
  p.line('  D& self() { return static_cast<D&>(*this); }');
  p.line('  int go(int x) { //? x');
  p.line(`    int r = ${rng.pick(['static_cast<D*>(this)->', 'self().'])}step(x) + D::kBias; //? r`);
  p.line('    seen = (seen + r) % 40;');
  p.line('    return r;');
  p.line('  }');
  p.line('};');
  for (const name of [one, two]) {
    p.line(`struct ${name} : ${base}<${name}> {`);
    p.line(`  static constexpr int kBias = ${rng.int(1, 9)};`);
    p.line(`  int s = ${rng.int(0, 4)};`);
    p.line(`  int step(int x) { s = (s + x) % 30; return s ${rng.pick(['+', '-'])} ${rng.int(1, 5)}; }`);
    p.line('};');
    p.classes.push({
      name,
      derived: true,
      fields: ['s', 'seen'],
      make: () => `${name}{}`,
      reads: [],
      changes: [(q, o) => `${o}.go(${integer(q, 1)})`, (q, o) => `${o}.step(${integer(q, 1)})`],
    });
  }
};

export const classIdioms: readonly Idiom[] = [plainClass, plainClass, traits, crtp];
