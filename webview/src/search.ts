// Finds cells by a typed query: `(3,5)` a coordinate, `37` an offset, `#37` an index, `T5` a thread, `T5 V2` one of its
// values, `V2` a value, `B7` a bank.
import type { Cells } from '../../core/src/draw/cells';
import type { Scene, Spot } from './canvas/scene';

export type Query =
  | { readonly by: 'coordinate'; readonly at: string }
  | { readonly by: 'offset' | 'index' | 'bank'; readonly at: number }
  | { readonly by: 'owner'; readonly thread: number | undefined; readonly value: number | undefined };

/** Parses a query; undefined if it has none of these forms. */
export function parseQuery(text: string): Query | undefined {
  const trimmed = text.trim();
  const coordinate = /^\(?\s*[\d\s,()]+\)?$/.test(trimmed) && /[,(]/.test(trimmed);
  if (coordinate) return { by: 'coordinate', at: normalised(trimmed) };
  const number = /^(#|@|b|bank\s*)?\s*(-?\d+)$/i.exec(trimmed);
  if (number) {
    const kind = (number[1] ?? '').toLowerCase();
    return { by: kind === '#' ? 'index' : kind.startsWith('b') ? 'bank' : 'offset', at: Number(number[2]) };
  }
  const owner = /^(?:(?:t|thread\s*)(\d+))?[\s,]*(?:(?:v|value\s*)(\d+))?$/i.exec(trimmed);
  if (!owner || (owner[1] === undefined && owner[2] === undefined)) return undefined;
  return {
    by: 'owner',
    thread: owner[1] === undefined ? undefined : Number(owner[1]),
    value: owner[2] === undefined ? undefined : Number(owner[2]),
  };
}

const normalised = (text: string): string => {
  const bare = text.replace(/\s+/g, '');
  return bare.startsWith('(') ? bare : `(${bare})`;
};

/** The largest number of cells that are marked. */
export const mostFound = 4096;
/** The largest number of cells that are searched, in all panes together. */
const mostLookedAt = 1 << 22;

/** The cells that match a query, in the order of panes and indices. Only the shown slices are searched. */
export function find({ panes }: Scene, query: Query): readonly Spot[] {
  const found: Spot[] = [];
  let looked = 0;
  for (const [pane, { cells }] of panes.entries()) {
    const direct = directly(cells, query);
    if (direct) {
      found.push(...direct.flatMap((index) => (cells.grid.placeOf(index) ? [{ pane, index }] : [])));
      continue;
    }
    const matches = matcher(cells, query);
    for (
      let index = 0;
      index < cells.grid.size && looked < mostLookedAt && found.length < mostFound;
      index++, looked++
    ) {
      if (matches(index) && cells.grid.placeOf(index)) found.push({ pane, index });
    }
  }
  return found.slice(0, mostFound);
}

/** The answer to a query that needs no search: an index, and the element of a thread's value. */
function directly({ grid, owners, picture }: Cells, query: Query): readonly number[] | undefined {
  if (query.by === 'index' && !picture.part) return query.at >= 0 && query.at < grid.size ? [query.at] : [];
  if (query.by !== 'owner' || !owners || query.thread === undefined || picture.accesses) return undefined;
  if (query.thread >= owners.threads) return [];
  const values =
    query.value === undefined
      ? Array.from({ length: owners.values * owners.tiles }, (_, value) => value)
      : [query.value];
  return values.flatMap((value) => owners.elementOf(query.thread ?? 0, value) ?? []);
}

function matcher(cells: Cells, query: Query): (index: number) => boolean {
  switch (query.by) {
    case 'coordinate':
      return coordinateMatcher(cells, query.at);
    case 'offset':
      return (index) => cells.offsetAt(index) === query.at;
    case 'index':
      return (index) => cells.grid.wholeIndex(index) === query.at;
    case 'bank':
      return (index) => (cells.picture.accesses ? index % 32 : cells.bankAt(index)) === query.at;
    case 'owner':
      return ownerMatcher(cells, query.thread, query.value);
  }
}

/** A coordinate in the profile of the shape, or flat: by top-level mode. */
function coordinateMatcher({ grid, picture }: Cells, at: string): (index: number) => boolean {
  const flat = at.slice(1, -1).split(',').map(Number);
  if (
    /^\([\d,]*\)$/.test(at) &&
    !picture.part &&
    flat.length === grid.extents.length &&
    flat.every((n, mode) => n < (grid.extents[mode] ?? 0))
  ) {
    const wanted = flat.reduceRight((index, n, mode) => index * (grid.extents[mode] ?? 1) + n, 0);
    return (index) => index === wanted;
  }
  return (index) => grid.coordinateText(index) === at;
}

function ownerMatcher(
  { owners, access, picture }: Cells,
  thread: number | undefined,
  value: number | undefined,
): (index: number) => boolean {
  if (owners)
    return (index) =>
      owners
        .all(index)
        .some(
          (owner) =>
            (thread === undefined || owner.thread === thread) && (value === undefined || owner.value === value),
        );
  if (access && thread !== undefined)
    return (index) => access.at(index)?.lanes.includes(thread - (picture.accesses?.firstThread ?? 0)) === true;
  return () => false;
}
