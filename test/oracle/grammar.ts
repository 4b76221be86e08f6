// Random pieces of CuTe expressions as C++ text: integers, shapes, strides, layouts, tilers, coordinates.
// Keeps just enough of a model (the shape) to make most operands fit each other; whether an expression is
// legal, and what it gives, only CuTe says.
import type { Random } from '../support/random';

/** A shape with the sizes known to the generator. */
export type Tree = number | readonly Tree[];

/** How many of the integers are part of the type. */
export type Style = 'static' | 'dynamic' | 'mixed';

export interface Lay {
  readonly expr: string;
  readonly shape: Tree;
  readonly style: Style;
}

const ALIASES = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512]);

export const size = (tree: Tree): number =>
  typeof tree === 'number' ? tree : tree.reduce<number>((n, t) => n * size(t), 1);
export const leaves = (tree: Tree): number[] => (typeof tree === 'number' ? [tree] : tree.flatMap(leaves));
export const modes = (tree: Tree): readonly Tree[] => (typeof tree === 'number' ? [tree] : tree);

export function anyStyle(rng: Random): Style {
  return rng.pick(['static', 'static', 'dynamic', 'mixed', 'mixed'] as const);
}

/** The type `_4`, `Int<4>` or `C<4>`. */
function intType(rng: Random, n: number): string {
  return ALIASES.has(n) && rng.chance(0.7) ? `_${n}` : `${rng.pick(['Int', 'Int', 'C'])}<${n}>`;
}

/** An integer in the given style. */
export function integer(rng: Random, n: number, style: Style): string {
  const isStatic = style === 'static' || (style === 'mixed' && rng.chance(0.5));
  return isStatic ? `${intType(rng, n)}{}` : `${n}`;
}

function treeType(rng: Random, tree: Tree, word: string): string {
  return typeof tree === 'number'
    ? intType(rng, tree)
    : `${word}<${tree.map((t) => treeType(rng, t, word)).join(', ')}>`;
}

/** A tuple written `make_shape(…)` or `Shape<…>{}`. */
export function tuple(rng: Random, tree: Tree, style: Style, word: 'shape' | 'stride' | 'coord'): string {
  if (typeof tree === 'number') return integer(rng, tree, style);
  if (style === 'static' && word !== 'coord' && rng.chance(0.35)) {
    return `${treeType(rng, tree, word === 'shape' ? 'Shape' : 'Stride')}{}`;
  }
  return `make_${word}(${tree.map((t) => tuple(rng, t, style, word)).join(', ')})`;
}

const SIZES = [1, 2, 2, 2, 3, 4, 4, 4, 4, 5, 6, 8, 8, 8, 8, 12, 16, 16, 32] as const;

/** A random shape of at most `limit` coordinates. */
export function shape(rng: Random, rank: number, limit: number, powers = false, depth = 2): Tree {
  let room = limit;
  const leaf = (): number => {
    const fitting = SIZES.filter((n) => n <= room && (!powers || (n & (n - 1)) === 0));
    const n = rng.pick(fitting.length > 0 ? fitting : [1]);
    room = Math.floor(room / n);
    return n;
  };
  const node = (left: number): Tree =>
    left > 0 && rng.chance(0.25) ? Array.from({ length: rng.int(1, 3) }, () => node(left - 1)) : leaf();
  return Array.from({ length: rank }, () => node(depth - 1));
}

/** Strides for a shape: the leaves in some order, compact, sometimes padded or with a broadcast mode. */
export function strides(rng: Random, of: Tree): Tree {
  const sizes = leaves(of);
  const natural = sizes.map((_, i) => i);
  const order = rng.pick([natural, natural, [...natural].reverse(), rng.shuffle(natural)]);
  const out: number[] = sizes.map(() => 0);
  let current = rng.chance(0.15) ? rng.pick([2, 3, 4]) : 1;
  for (const i of order) {
    const n = sizes[i] ?? 1;
    if (rng.chance(0.06)) continue;
    out[i] = current;
    current *= n;
    if (rng.chance(0.06)) current += rng.pick([1, 4, 8]);
  }
  const queue = [...out];
  const like = (tree: Tree): Tree => (typeof tree === 'number' ? (queue.shift() ?? 1) : tree.map(like));
  return like(of);
}

export interface LayoutOptions {
  readonly rank?: number;
  readonly limit?: number;
  readonly style?: Style;
  readonly powers?: boolean;
  readonly compact?: boolean;
}

/** A layout, in one of the ways people write it. */
export function layout(rng: Random, options: LayoutOptions = {}): Lay {
  const rank = options.rank ?? rng.pick([1, 2, 2, 2, 3]);
  const style = options.style ?? anyStyle(rng);
  const of = shape(rng, rank, options.limit ?? 512, options.powers ?? rng.chance(0.5));
  const shapeText = tuple(rng, of, style, 'shape');
  if (options.compact === true || rng.chance(0.25)) {
    const order = rng.pick(['', '', ', LayoutLeft{}', ', LayoutRight{}', ', GenRowMajor{}']);
    return { expr: `make_layout(${shapeText}${order})`, shape: of, style };
  }
  const strideText = strides(rng, of);
  if (style === 'static' && rng.chance(0.5)) {
    return {
      expr: `Layout<${treeType(rng, of, 'Shape')}, ${treeType(rng, strideText, 'Stride')}>{}`,
      shape: of,
      style,
    };
  }
  return { expr: `make_layout(${shapeText}, ${tuple(rng, strideText, style, 'stride')})`, shape: of, style };
}

/** A divisor of a mode that its leaves allow: whole leaves from the left, then a divisor of the next. */
export function divisor(rng: Random, mode: Tree): number {
  let product = 1;
  for (const n of leaves(mode)) {
    if (rng.chance(0.5)) {
      const divisors = Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
      return product * rng.pick(divisors);
    }
    product *= n;
  }
  return product;
}

/** A tile for one mode: an integer, or a layout whose size and stride divide the mode. */
export function tile(rng: Random, mode: Tree, style: Style): string {
  const n = size(mode);
  const d = divisor(rng, mode);
  if (rng.chance(0.6)) return integer(rng, d, rng.chance(0.85) ? 'static' : style);
  const rest = n / d;
  const steps = Array.from({ length: rest }, (_, i) => i + 1).filter((k) => rest % k === 0);
  const step = rng.pick(steps);
  if (rng.chance(0.5)) return `Layout<${intType(rng, d)}, ${intType(rng, step)}>{}`;
  const inner = rng.pick(Array.from({ length: d }, (_, i) => i + 1).filter((k) => d % k === 0));
  const second =
    step *
    inner *
    rng.pick(Array.from({ length: rest / step }, (_, i) => i + 1).filter((k) => (rest / step) % k === 0));
  return `make_layout(${tuple(rng, [inner, d / inner], style, 'shape')}, ${tuple(rng, [step, second], style, 'stride')})`;
}

/** `make_tile(…)`, `make_shape(…)` or `Shape<…>{}` with a tile for each of the first modes. */
export function tiler(rng: Random, of: Tree, style: Style, count = modes(of).length): string {
  const parts = modes(of)
    .slice(0, count)
    .map((mode) => tile(rng, mode, style));
  return `make_tile(${parts.join(', ')})`;
}

/** A coordinate inside the shape; with `slices`, some modes are `_`. */
export function coord(rng: Random, of: Tree, style: Style, slices = false): string {
  const one = (tree: Tree): string => {
    if (slices && rng.chance(0.4)) return '_';
    if (typeof tree === 'number' || rng.chance(0.4)) return integer(rng, rng.int(0, size(tree) - 1), style);
    return `make_coord(${tree.map(one).join(', ')})`;
  };
  return `make_coord(${modes(of).map(one).join(', ')})`;
}
