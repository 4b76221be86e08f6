// Random statements of random programs.
import { bounded, condition, effect, integer, layout, place, plain, readInt } from './expressions';
import type { Body, ClassModel, Var } from './program';

type Statement = (p: Body) => void;

/** Statements until there is no room, at most `most`. */
export function statements(p: Body, most: number): void {
  for (let i = 0; i < most && p.take(); i++) p.rng.pick(weighted)(p);
}

/** A variable of this block; its value is written before its name is in sight. */
function declared(p: Body, write: (name: string) => void, model: (name: string) => Var, name = p.newName()): void {
  p.hiding([name], () => write(name));
  p.declare(model(name));
}

const isWritable = true;
const intVar = (name: string, writable = isWritable): Var => ({ name, kind: 'int', writable });

const declareInt: Statement = (p) => {
  const isConst = p.rng.chance(0.2);
  declared(
    p,
    (name) => {
      const value = bounded(p.rng.chance(0.25) ? (effect(p) ?? integer(p)) : integer(p));
      const type = p.rng.pick(['int', 'int', 'int', 'auto']);
      const declaration =
        type === 'auto'
          ? `auto ${name} = int(${value})`
          : p.rng.pick([`int ${name} = ${value}`, `int ${name} = ${value}`, `int ${name}{${value}}`]);
      p.line(`${isConst ? 'const ' : ''}${declaration}; //? ${name}`);
    },
    (name) => intVar(name, !isConst),
  );
};

const declareLate: Statement = (p) => {
  const name = p.newName();
  p.hiding([name], () => {
    p.line(`int ${name};`);
    if (p.rng.chance(0.5)) p.line(`${name} = ${integer(p)};`);
    else p.line(`if (${condition(p)}) ${name} = ${integer(p)}; else ${name} = ${integer(p)};`);
  });
  p.declare(intVar(name));
  observe(p, [name]);
};

const declareReference: Statement = (p) => {
  const isConst = p.rng.chance(0.25);
  declared(
    p,
    (name) => {
      const at = place(p) ?? undefined;
      if (at === undefined) p.line(`int ${name} = ${integer(p)}; //? ${name}`);
      else p.line(`${isConst ? 'int const& ' : p.rng.pick(['int& ', 'auto& '])}${name} = ${at}; //? ${name}`);
    },
    (name) => intVar(name, !isConst),
  );
};

const declarePointer: Statement = (p) => {
  const name = p.newName();
  const at = p.hiding([name], () => place(p));
  if (at === undefined) return declareInt(p);
  p.line(`int* ${name} = &${at.startsWith('get') ? at : plain(at)};`);
  p.declare({ name, kind: 'pointer', writable: true });
};

const declareArray: Statement = (p) => {
  const length = p.rng.pick([2, 4]);
  declared(
    p,
    (name) => {
      const given = Array.from({ length: p.rng.chance(0.8) ? length : 1 }, () => integer(p, 1));
      p.line(`int ${name}[${length}] = {${given.join(', ')}};`);
    },
    (name) => ({ name, kind: 'array', writable: true, length }),
  );
};

const declareTuple: Statement = (p) => {
  const length = p.rng.int(2, 3);
  declared(
    p,
    (name) => {
      const parts = Array.from({ length }, () => `int(${integer(p, 1)})`);
      p.line(`auto ${name} = make_tuple(${parts.join(', ')}); //? ${name}`);
    },
    (name) => ({ name, kind: 'tuple', writable: true, length }),
  );
};

const declareLayout: Statement = (p) =>
  declared(
    p,
    (name) => p.line(`auto ${name} = ${layout(p)}; //? ${name}`),
    (name) => ({ name, kind: 'layout', writable: false }),
  );

const bindings: Statement = (p) => {
  const tuples = p.seen('tuple');
  const objects = p.seen('object').filter(({ of }) => of?.fields.length === 2 && !of.derived);
  const of = [...tuples, ...objects];
  if (of.length === 0) return declareTuple(p);
  const from = p.rng.pick(of);
  const names = Array.from({ length: from.kind === 'tuple' ? (from.length ?? 2) : 2 }, () => p.program.fresh('b'));
  const how = p.rng.pick(['auto', 'auto', from.writable ? 'auto&' : 'auto', 'auto const&']);
  p.line(`${how} [${names.join(', ')}] = ${from.name}; //? ${names.join(' ')}`);
  for (const name of names) p.declare(intVar(name, how !== 'auto const&'));
};

const declareObject: Statement = (p) => {
  const { classes } = p.program;
  if (classes.length === 0) return declareInt(p);
  const same = p.seen('object');
  const of: ClassModel = p.rng.pick(classes);
  const from = same.filter((other) => other.of === of);
  declared(
    p,
    (name) => {
      const value = from.length > 0 && p.rng.chance(0.4) ? p.rng.pick(from).name : of.make(p);
      p.line(p.rng.chance(0.3) ? `auto ${name} = ${value};` : `${of.name} ${name} = ${value};`);
    },
    (name) => ({ name, kind: 'object', writable: true, of }),
  );
};

const assign: Statement = (p) => {
  const at = place(p);
  if (at === undefined) return declareInt(p);
  switch (p.rng.int(0, 8)) {
    case 0:
      return p.line(`${at} ${p.rng.pick(['+=', '-='])} ${integer(p, 1)} % 10;`);
    case 1:
      return p.line(`${at} = (${at} * ${p.rng.int(2, 3)} + ${p.rng.int(1, 5)}) % ${p.rng.int(17, 61)};`);
    case 2:
      return p.line(`${plain(at)}++;`);
    case 3:
      return p.line(`--${at};`);
    case 4:
      return p.line(`${at} = ${bounded(effect(p) ?? integer(p))};`);
    case 5:
      return p.line(`${at} ${p.rng.pick(['|=', '&=', '^='])} ${p.rng.int(1, 15)};`);
    case 6:
      return other(p, at);
    default:
      return p.line(`${at} = ${bounded(integer(p))};`);
  }
};

function other(p: Body, at: string): void {
  const second = place(p) ?? at;
  switch (p.rng.int(0, 5)) {
    case 0:
      return p.line(`${at} = ${second} = ${integer(p, 1)};`);
    case 1:
      return p.line(`(${condition(p)} ? ${at} : ${second}) = ${integer(p, 1)};`);
    case 2:
      return p.line(`${plain(at)}++, ${second} = ${integer(p, 1)};`);
    case 3:
      return p.line(`{ using std::swap; swap(${at}, ${second}); }`);
    case 4:
      return p.line(`${condition(p)} && ${effect(p) ?? '0'};`);
    default:
      return p.line(`if (${condition(p)}) ${at} = ${integer(p, 1)}; else ${second} += ${p.rng.int(1, 5)};`);
  }
}

const reassignObject: Statement = (p) => {
  const objects = p.seen('object', true);
  const pairs = objects.flatMap((to) =>
    objects.filter((from) => from.of === to.of && from !== to).map((from) => [to.name, from.name] as const),
  );
  if (pairs.length === 0) return changeObject(p);
  const [to, from] = p.rng.pick(pairs);
  p.line(p.rng.chance(0.8) ? `${to} = ${from};` : `std::swap(${to}, ${from});`);
};

const changeObject: Statement = (p) => {
  const objects = p.seen('object', true).filter(({ of }) => (of?.changes.length ?? 0) > 0);
  if (objects.length === 0) return declareObject(p);
  const one = p.rng.pick(objects);
  p.line(`${p.rng.pick(one.of?.changes ?? [])(p, one.name)};`);
};

/** Declares a tuple of what is in sight. */
export function observe(p: Body, names: readonly string[] = []): void {
  const some = [...names, ...p.rng.shuffle([...p.seen('int')].map(({ name }) => name)).slice(0, 3)];
  const extra = readInt(p);
  if (extra !== undefined) some.push(extra);
  if (some.length === 0) return;
  const name = p.program.fresh('o');
  p.line(`auto ${name} = make_tuple(${[...new Set(some)].map((one) => `int(${one})`).join(', ')}); //? ${name}`);
}

const show: Statement = (p) => observe(p);

const branch: Statement = (p) => {
  const init = p.rng.chance(0.12) ? p.newName() : undefined;
  const more = init === undefined ? [] : [intVar(init)];
  const start = init === undefined ? '' : `int ${init} = ${p.hiding([init], () => integer(p, 1))}; `;
  p.line(`if (${start}${condition(p.inner(more))}) {`);
  statements(p.inner(more), 3);
  if (p.rng.chance(0.45)) {
    if (p.rng.chance(0.3)) {
      p.line(`} else if (${condition(p.inner(more))}) {`);
      statements(p.inner(more), 2);
    }
    p.line('} else {');
    statements(p.inner(more), 3);
  }
  p.line('}');
};

const counting: Statement = (p) => {
  if ((p.options.depth ?? 0) > 3) return assign(p);
  const i = p.rng.chance(0.5) ? p.program.fresh('i') : p.newName();
  const head = p.hiding([i], () =>
    p.rng.pick([
      `for (int ${i} = 0; ${i} < ${p.rng.int(1, 6)}; ++${i})`,
      `for (int ${i} = 0; ${i} < (${integer(p, 1)}) % 6; ${i}++)`,
      `for (int ${i} = ${p.rng.int(3, 6)}; ${i} > 0; --${i})`,
      `for (int ${i} = 1; ${i} < 20; ${i} *= 2)`,
      `for (int ${i} = ${p.rng.int(0, 2)}; ${i} <= ${p.rng.int(2, 9)}; ${i} += ${p.rng.int(1, 3)})`,
      `for (int ${i} = 0; ${i} != ${p.rng.int(1, 5)}; ${i}++)`,
    ]),
  );
  p.line(`${head} { //? ${i}`);
  loopBody(p.inner([intVar(i, false)]));
  p.line('}');
};

function loopBody(p: Body): void {
  if (p.rng.chance(0.25)) p.line(`if (${condition(p)}) ${p.rng.pick(['continue', 'break'])};`);
  statements(p, 3);
  if (p.rng.chance(0.15)) p.line(`if (${condition(p)}) ${p.rng.pick(['continue', 'break'])};`);
  if (p.rng.chance(0.08)) leave(p);
  statements(p, 1);
}

const pending: Statement = (p) => {
  if ((p.options.depth ?? 0) > 3) return assign(p);
  const i = p.program.fresh('c');
  p.line(`int ${i} = ${p.rng.int(0, 2)};`);
  const inner = p.inner([intVar(i, false)]);
  const most = p.rng.int(2, 6);
  if (p.rng.chance(0.5)) {
    p.line(`while (${i} < ${most}${p.rng.chance(0.3) ? ` && ${condition(p)}` : ''}) {`);
    inner.line(`++${i};`);
    loopBody(inner);
    p.line('}');
  } else {
    p.line('do {');
    inner.line(`++${i};`);
    loopBody(inner);
    p.line(`} while (${i} < ${most});`);
  }
  p.declare(intVar(i, false));
};

const ranging: Statement = (p) => {
  const arrays = p.seen('array', true);
  if (arrays.length === 0 || (p.options.depth ?? 0) > 3) return declareArray(p);
  const e = p.rng.chance(0.6) ? p.program.fresh('e') : p.newName();
  const [how, writable] = p.rng.pick([
    ['int', true],
    ['int&', true],
    ['auto&', true],
    ['auto const&', false],
    ['auto', true],
  ] as const);
  p.line(`for (${how} ${e} : ${p.rng.pick(arrays).name}) { //? ${e}`);
  loopBody(p.inner([intVar(e, writable)]));
  p.line('}');
};

const switching: Statement = (p) => {
  p.line(`switch ((${integer(p)}) & 3) {`);
  for (const value of p.rng.shuffle([0, 1, 2, 3]).slice(0, p.rng.int(1, 3))) {
    p.line(`case ${value}: {`);
    statements(p.inner(), 2);
    p.line(p.rng.chance(0.7) ? '} break;' : '}');
  }
  if (p.rng.chance(0.6)) {
    p.line('default: {');
    statements(p.inner(), 2);
    p.line('}');
  }
  p.line('}');
};

const block: Statement = (p) => {
  p.line('{');
  statements(p.inner(), 4);
  p.line('}');
};

function leave(p: Body): void {
  if (p.options.returns === true) p.line(`if (${condition(p)}) return ${integer(p, 1)};`);
}

const early: Statement = (p) => (p.options.returns === true ? leave(p) : assign(p));

const act: Statement = (p) => {
  const done = effect(p);
  if (done === undefined) return declareInt(p);
  p.line(`${done};`);
};

const lambda: Statement = (p) => {
  const name = p.program.fresh('f');
  const how = p.rng.pick(['&', '=', '&', 'mutable', 'some']);
  const param = p.rng.chance(0.7) ? 'q' : p.newName();
  const ints = p
    .all()
    .filter(
      ({ name: id, kind, outside }) =>
        kind === 'int' && !outside && id !== param && !/^b\d/.test(id) && p.seen('int').some((one) => one.name === id),
    );
  const captured = how === 'some' && ints.length > 0 ? p.rng.pick(ints).name : undefined;
  const isRef = captured !== undefined && p.rng.chance(0.5);
  const capture =
    how === 'some' ? (captured === undefined ? '' : `${isRef ? '&' : ''}${captured}`) : how === 'mutable' ? '=' : how;
  const changes = how === '&' || how === 'mutable';
  const outer = how === 'some' ? p.all().filter((one) => one.name === captured) : p.all();
  // What is captured by value cannot be written, unless it is the lambda's own copy; arrays and pointers are left
  // alone.
  const vars = outer.map((one): Var => ({
    ...one,
    writable: one.writable && (how === '&' || (how === 'mutable' && (one.kind === 'int' || one.kind === 'object'))),
  }));
  const visible = vars.filter((one) => how === '&' || !['lambda', 'pointer', 'array'].includes(one.kind));
  p.line(`auto ${name} = [${capture}](int ${param})${how === 'mutable' ? ' mutable' : ''} { //? ${param}`);
  const inside = p.inner(
    [intVar(param)],
    { pure: !changes || p.options.pure === true, returns: true },
    visible.filter((one) => !/^b\d/.test(one.name)),
  );
  statements(inside, p.rng.int(1, 3));
  inside.line(`return ${bounded(integer(inside, 1))};`);
  p.line('};');
  const call = { name, effect: changes, call: (q: Body) => `${name}(${integer(q, 1)})` };
  p.declare({ name, kind: 'lambda', writable: false, call });
};

const special: Statement = (p) => {
  const { statements: all } = p.program;
  const text = all.length > 0 && p.options.pure !== true ? p.rng.pick(all)(p) : undefined;
  if (text === undefined) return assign(p);
  p.line(text);
};

const local: Statement = (p) => {
  const name = p.program.fresh('T');
  p.line(
    p.rng.pick([
      `using ${name} = decltype(${layout(p, 0)});`,
      `using ${name} = Layout<Shape<_${p.rng.pick([2, 4, 8])}, Int<${p.rng.int(1, 9)}>>>; //? ${name}`,
    ]),
  );
};

const staticInt: Statement = (p) =>
  declared(
    p,
    (name) => p.line(`constexpr int ${name} = ${p.rng.int(1, 12)} * ${p.rng.int(1, 3)}; //? ${name}`),
    (name) => intVar(name, false),
  );

const rows: readonly (readonly [number, Statement])[] = [
  [10, declareInt],
  [2, declareLate],
  [3, declareReference],
  [3, declarePointer],
  [3, declareArray],
  [3, declareTuple],
  [5, declareLayout],
  [3, bindings],
  [4, declareObject],
  [14, assign],
  [2, reassignObject],
  [4, changeObject],
  [8, show],
  [7, branch],
  [7, counting],
  [3, pending],
  [3, ranging],
  [3, switching],
  [2, block],
  [2, early],
  [6, act],
  [4, lambda],
  [4, special],
  [1, local],
  [1, staticInt],
];

const weighted: readonly Statement[] = rows.flatMap(([weight, one]) => Array.from({ length: weight }, () => one));
