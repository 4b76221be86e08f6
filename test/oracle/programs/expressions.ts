// Random expressions of random programs: all of them defined in C++, with small numbers.
import type { Body, Callable, Var } from './program';

/** An int that nothing changes while it is computed. */
export function integer(p: Body, depth = 2): string {
  const { rng } = p;
  const leaf = (): string => (rng.chance(0.35) ? String(rng.int(0, 9)) : (readInt(p) ?? String(rng.int(0, 9))));
  if (depth <= 0 || rng.chance(0.3)) return leaf();
  const sub = (): string => integer(p, depth - 1);
  switch (rng.int(0, 15)) {
    case 0:
    case 1:
    case 2:
      return `(${sub()} + ${sub()})`;
    case 3:
      return `(${sub()} - ${sub()})`;
    case 4:
      return `(${sub()} % 13 * ${rng.int(2, 5)})`;
    case 5:
      return `(${sub()} / ${rng.int(2, 4)})`;
    case 6:
      return `(${sub()} % ${rng.int(2, 9)})`;
    case 7:
      return `(${condition(p, depth - 1)} ? ${sub()} : ${sub()})`;
    case 8:
      return `(1 << (${sub()} & 3))`;
    case 9:
      return `int(size(${layout(p, depth - 1)}))`;
    case 10:
      return `${rng.pick(['cute::max', 'cute::min'])}(${sub()}, ${sub()})`;
    case 11:
      return `(${sub()} ${rng.pick(['^', '|', '&'])} ${rng.int(1, 7)})`;
    case 12:
      return rng.chance(0.5) ? `int(${condition(p, depth - 1)})` : `-${leaf()}`;
    case 13:
      return p.program.opaque && rng.chance(0.3) ? `opaque(${sub()})` : leaf();
    default:
      return pureCall(p) ?? leaf();
  }
}

/** At least 1, at most 8. */
export const positive = (p: Body, depth = 1): string =>
  p.rng.chance(0.4) ? String(p.rng.int(1, 8)) : `(1 + (${integer(p, depth)} & 7))`;

/** An int of some variable. */
export function readInt(p: Body): string | undefined {
  const { rng } = p;
  const ints = p.seen('int');
  const all = [
    ...ints,
    ...ints,
    ...ints,
    ...p.seen('array'),
    ...p.seen('pointer'),
    ...p.seen('object'),
    ...p.seen('object'),
    ...p.seen('tuple'),
    ...p.seen('layout'),
  ];
  return all.length > 0 ? readOf(p, rng.pick(all)) : undefined;
}

function readOf(p: Body, { name, kind, length = 2, of }: Var): string {
  const { rng } = p;
  switch (kind) {
    case 'array':
      return `${name}[${rng.chance(0.6) ? rng.int(0, length - 1) : `(${smallIndex(p)}) & ${length - 1}`}]`;
    case 'pointer':
      return `*${name}`;
    case 'object':
      return of && of.reads.length > 0 && rng.chance(0.6)
        ? rng.pick(of.reads)(p, name)
        : `${name}.${rng.pick(of?.fields ?? [])}`;
    case 'tuple':
      return `int(get<${rng.int(0, length - 1)}>(${name}))`;
    case 'layout':
      return rng.pick([
        `int(size(${name}))`,
        `int(size<0>(${name}))`,
        `int(cosize(${name}))`,
        `int(get<1>(shape(${name})))`,
        `int(${name}(1))`,
        `int(stride<1>(${name}))`,
      ]);
    default:
      return name;
  }
}

const smallIndex = (p: Body): string => {
  const ints = p.seen('int');
  return ints.length > 0 ? p.rng.pick(ints).name : String(p.rng.int(0, 3));
};

/** A place that holds an int and may be written. */
export function place(p: Body): string | undefined {
  const { rng } = p;
  const choices = [
    ...p.seen('int', true).flatMap(({ name }) => [name, name, name]),
    ...p
      .seen('array', true)
      .map(
        ({ name, length = 4 }) =>
          `${name}[${rng.chance(0.6) ? rng.int(0, length - 1) : `(${smallIndex(p)}) & ${length === 4 ? 3 : 1}`}]`,
      ),
    ...p.seen('pointer', true).map(({ name }) => (rng.chance(0.8) ? `*${name}` : `(*${name})`)),
    ...p.seen('object', true).flatMap(({ name, of }) => (of?.fields ?? []).map((field) => `${name}.${field}`)),
    ...p
      .seen('tuple', true)
      .filter(() => rng.chance(0.3))
      .map(({ name, length = 2 }) => `get<${rng.int(0, length - 1)}>(${name})`),
  ];
  return choices.length > 0 ? rng.pick(choices) : undefined;
}

export function condition(p: Body, depth = 1): string {
  const { rng } = p;
  const compare = (): string =>
    `${integer(p, depth)} ${rng.pick(['<', '>', '<=', '>=', '==', '!='])} ${integer(p, depth - 1)}`;
  if (p.program.opaque && rng.chance(0.12))
    return `opaque(${integer(p, 0)}) ${rng.pick(['<', '>', '=='])} ${rng.int(0, 5)}`;
  switch (rng.int(0, 7)) {
    case 0:
      return `(${compare()} && ${compare()})`;
    case 1:
      return `(${compare()} || ${compare()})`;
    case 2:
      return `!(${compare()})`;
    case 3:
      return `${integer(p, depth)} % 2 == 0`;
    default:
      return compare();
  }
}

/** A layout of rank 2. */
export function layout(p: Body, depth = 1): string {
  const { rng } = p;
  const known = p.seen('layout');
  if (known.length > 0 && rng.chance(0.35)) return rng.pick(known).name;
  const made = p.program.layouts;
  if (made.length > 0 && rng.chance(0.35)) return rng.pick(made)(p);
  const extent = (): string =>
    rng.chance(0.35) ? `${rng.pick(['_2', '_3', '_4', '_8', 'Int<6>'])}{}` : positive(p, depth - 1);
  const shape = `make_shape(${extent()}, ${extent()})`;
  return rng.pick([
    `make_layout(${shape})`,
    `make_layout(${shape}, LayoutRight{})`,
    `make_layout(${shape}, make_stride(${extent()}, ${extent()}))`,
    `make_layout(make_layout(${shape}), make_layout(${extent()}))`,
  ]);
}

/** Small again, where it may have grown. */
export const bounded = (value: string): string => (/[+*-]|\bsize\b|\w\(/.test(value) ? `(${value}) % 500` : value);

function callOf(p: Body, all: readonly Callable[]): string | undefined {
  return all.length > 0 ? p.rng.pick(all).call(p) : undefined;
}

const callables = (p: Body, effect: boolean): readonly Callable[] =>
  [...p.program.callables, ...p.seen('lambda').flatMap(({ call }) => call ?? [])].filter(
    (one) => one.effect === effect,
  );

export const pureCall = (p: Body): string | undefined => callOf(p, callables(p, false));

/** A call that changes something, or a change that has a value; it must stand alone. */
export function effect(p: Body): string | undefined {
  const { rng } = p;
  if (p.options.pure !== true && rng.chance(0.7)) {
    const call = callOf(p, callables(p, true));
    if (call !== undefined) return call;
  }
  const at = place(p);
  if (at === undefined) return undefined;
  return rng.pick([
    `${plain(at)}++`,
    `++${at}`,
    `${plain(at)}--`,
    `(${at} = ${integer(p)})`,
    `(${at} += ${integer(p, 1)} % 10)`,
  ]);
}

/** What `++` behind it is meant for. */
export const plain = (at: string): string => (at.startsWith('*') ? `(${at})` : at);
