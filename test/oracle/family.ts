// What a family of random expressions is, and what several families draw from.
import type { Random } from '../support/random';
import { anyStyle, shape, tuple, type Lay } from './grammar';

/** A C++ expression, with set-up statements where it needs names. */
export type Draft = string | { readonly setup: readonly string[]; readonly expr: string };
export type Family = (rng: Random) => Draft;
/** A family with how often it is drawn. */
export type Weighted = readonly [name: string, weight: number, family: Family];

export const counting = (rng: Random, of: Lay): string =>
  `make_tensor(counting_iterator<int>(${rng.pick([0, 0, 0, 7, 40])}), ${of.expr})`;

export const swizzle = (rng: Random): string =>
  rng.pick([
    'Swizzle<3,4,3>{}',
    'Swizzle<2,4,3>{}',
    'Swizzle<1,4,3>{}',
    'Swizzle<3,3,3>{}',
    'Swizzle<2,3,3>{}',
    'Swizzle<2,2,3>{}',
    'Swizzle<1,2,2>{}',
    'Swizzle<2,0,3>{}',
    'Swizzle<3,0,3>{}',
    'Swizzle<2,1,-3>{}',
  ]);

export const swizzled = (rng: Random, style = anyStyle(rng)): Lay => {
  const of = shape(rng, rng.pick([1, 2, 2, 2]), 512, true, 2);
  const order = rng.pick(['', ', LayoutLeft{}', ', LayoutRight{}']);
  const plain = `make_layout(${tuple(rng, of, style, 'shape')}${order})`;
  const offset = rng.chance(0.2) ? rng.pick(['8, ', '_16{}, ', '_0{}, ']) : '';
  return { expr: `composition(${swizzle(rng)}, ${offset}${plain})`, shape: of, style };
};
