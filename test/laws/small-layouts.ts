// Small layouts to try a law on: all of them up to a bound, or a reproducible random sample.
import { dyn, int, isTuple, layoutOf, type Int, type IntTuple, type Layout } from '../../core/src/algebra/index';

/** Every flat static layout of rank 1 … `rank` with these sizes and strides. */
export function* staticLayouts(rank: number, sizes: readonly number[], strides: readonly number[]): Generator<Layout> {
  const modes = sizes.flatMap((s) => strides.map((d) => [int(s), int(d)] as const));
  for (const [s, d] of modes) yield layoutOf(s, d);
  for (let r = 2; r <= rank; r++)
    for (const pick of tuples(modes, r))
      yield layoutOf(
        pick.map(([s]) => s),
        pick.map(([, d]) => d),
      );
}

function* tuples<T>(of: readonly T[], length: number): Generator<T[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const head of of) for (const tail of tuples(of, length - 1)) yield [head, ...tail];
}

/** A reproducible source of random numbers (mulberry32). */
export function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export interface Choices {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  /** How often, in percent, a number is dynamic. */
  readonly dynamic?: number;
}

/** A random nested layout. */
export function randomLayout(random: (below: number) => number, choices: Choices, depth = 3): Layout {
  const shape = randomShape(random, choices, depth);
  return layoutOf(shape, strideLike(shape, random, choices));
}

export function randomShape(random: (below: number) => number, choices: Choices, depth: number): IntTuple {
  if (depth === 0 || random(3) === 0) return randomInt(random, choices.sizes, choices.dynamic ?? 0);
  return Array.from({ length: 1 + random(3) }, () => randomShape(random, choices, depth - 1));
}

function strideLike(shape: IntTuple, random: (below: number) => number, choices: Choices): IntTuple {
  return isTuple(shape)
    ? shape.map((s) => strideLike(s, random, choices))
    : randomInt(random, choices.strides, choices.dynamic ?? 0);
}

function randomInt(random: (below: number) => number, of: readonly number[], dynamicPercent: number): Int {
  const n = of[random(of.length)] as number;
  return random(100) < dynamicPercent ? dyn(n) : int(n);
}
