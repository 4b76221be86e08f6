// The operations of CuTe whose names are nearest to one that does not exist. Knows names alone.
import { distance } from '../base/spelling';
import { gmmaNames } from '../atoms/mma_traits_sm90_gmma';
import { ummaNames } from '../atoms/mma_traits_sm100';
import { sm120Operations } from '../atoms/mma_traits_sm120';
import { boxOperations } from '../atoms/tma_operations';
import { tabledCopyOps, tabledMmaOps, widthOpNames } from '../atoms/traits';

let known: readonly string[] | undefined;

function operations(): readonly string[] {
  known ??= [...tabledMmaOps(), ...tabledCopyOps(), ...widthOpNames(), ...ummaNames, ...sm120Operations.map(([name]) => name), ...boxOperations, ...gmmaNames()];
  return known;
}

/** Up to three operations near a name that looks like one (`SM80_16x8x16_…`), nearest first; none for other names. */
export function nearestOperations(spelled: string): string[] {
  const name = spelled.replace(/^.*::/, '');
  if (!/^(SM\d+_|G?MMA_64x)\w/.test(name)) return [];
  const limit = Math.max(2, Math.floor(name.length / 3));
  const near = operations().map((one) => ({ known: one, d: distance(name, one, limit) })).filter(({ d }) => d <= limit);
  return near.sort((x, y) => x.d - y.d || (x.known < y.known ? -1 : 1)).slice(0, 3).map(({ known }) => known);
}
