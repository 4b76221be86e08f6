// The operations of CuTe whose names are nearest to one that does not exist. Knows names alone.
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

/** Steps between two words: a letter added, left out, or replaced. Gives up past `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

/** Up to three operations near a name that looks like one (`SM80_16x8x16_…`), nearest first; none for other names. */
export function nearestOperations(spelled: string): string[] {
  const name = spelled.replace(/^.*::/, '');
  if (!/^(SM\d+_|G?MMA_64x)\w/.test(name)) return [];
  const limit = Math.max(2, Math.floor(name.length / 3));
  const near = operations().map((one) => ({ known: one, d: distance(name, one, limit) })).filter(({ d }) => d <= limit);
  return near.sort((x, y) => x.d - y.d || (x.known < y.known ? -1 : 1)).slice(0, 3).map(({ known }) => known);
}
