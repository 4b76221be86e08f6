// Relates the axes of a grid to the modes of a tensor whose tiles they count. Judges nothing.
import { say } from '../../base/say';
import type { Call } from '../../analysis';
import { print } from '../../algebra/index';
import type { Int } from '../../algebra/leaf';
import { isA, numbersOf } from '../../values/convert';
import type { Division } from './divisions';
import type { Facts } from './facts';
import { axes } from './launches';
import { isMember, originAt } from './origin';

export interface Wanted {
  /** The places of the extent and the tile in the operands of the division. */
  readonly path: readonly number[];
  readonly written: readonly number[];
  readonly axis: 0 | 1 | 2;
  readonly tiles: number;
  readonly tile: number;
  readonly mode: string;
  readonly call: Call;
}

/** For each axis of the grid, the mode whose tiles it counts. */
export function tilesOf(facts: Facts, { call, cuts, layout }: Division): readonly Wanted[] {
  const at = call.operands[2]?.span;
  if (!at) return [];
  return cuts.flatMap(({ extent, tile, covered, path, written }) => {
    const [t] = numbersOf([tile]) ?? [];
    const origin = originAt(facts, at, written);
    const axis = origin && ([0, 1, 2] as const).find((one) => isMember(origin, `blockIdx.${axes[one]}`));
    if (axis === undefined || t === undefined || covered === undefined || !isFixed(facts, extent)) return [];
    return [
      { axis, path, written, tiles: covered / t, tile: t, mode: say`mode ${path.join(',')} of ${print(layout)}`, call },
    ];
  });
}

function isFixed(facts: Facts, extent: Int): boolean {
  return (
    isA(extent, 'static') ||
    (extent.from ?? []).every((id) =>
      ['default', 'argument', 'pin'].includes(facts.evaluation.assumptions[id]?.kind ?? ''),
    )
  );
}
