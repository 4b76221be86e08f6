// The assumptions that recorded values rest on: those of the value itself, and those of the mode in which it was seen.
// Most values are seen often, so what was found is kept. Does not know what an assumption says.
import { elementAt } from '../../base/assert';
import { spend } from '../../base/meter';
import type { Value } from '../../values/value';
import { ascending, assumptionsOf, isTuple } from '../values/inspect';

/** What a value itself rests on. */
interface Rests {
  readonly ids: readonly number[];
  /** They were charged to the meter. */
  isCharged: boolean;
  /** With the mode's assumptions, as they were when the value was last seen. */
  all: { readonly added: readonly number[]; readonly ids: readonly number[] } | undefined;
}

const none: readonly number[] = [];

/** The assumptions of values. A variable's value is seen at every use of the variable, and inspected once; the mode's
 *  own assumptions are added to what that gave. */
export class Assumes {
  private readonly known = new Map<Value, Rests>();
  /** The mode's assumptions that were added last, as they stand in the mode and in order: they seldom change between
   *  two observations. */
  private added: { readonly extra: readonly number[]; readonly ids: readonly number[] } = { extra: [], ids: [] };

  private last: {
    readonly own: readonly number[];
    readonly added: readonly number[];
    readonly ids: readonly number[];
  } = { own: none, added: none, ids: none };

  of(value: Value, extra: readonly number[]): readonly number[] {
    if (restsOnNothing(value)) return extra.length === 0 ? none : this.charged(this.addedIds(extra));
    if (extra.length > 0 && !isTuple(value) && value.is === 'dynamic' && value.from && isAscending(value.from))
      return this.charged(this.withAdded(value.from, this.addedIds(extra)));
    let own = this.known.get(value);
    if (!own) this.known.set(value, (own = { ids: assumptionsOf(value), isCharged: false, all: undefined }));
    if (extra.length === 0) {
      if (!own.isCharged) spend(own.ids.length, 'assumptions');
      own.isCharged = true;
      return own.ids;
    }
    const added = this.addedIds(extra);
    if (own.all?.added !== added) own.all = { added, ids: union(own.ids, added) };
    return this.charged(own.all.ids);
  }

  private addedIds(extra: readonly number[]): readonly number[] {
    if (this.added.extra !== extra) this.added = { extra, ids: ascending(new Set(extra)) };
    return this.added.ids;
  }

  /** Neighbouring numbers often rest on the same list of assumptions. */
  private withAdded(own: readonly number[], added: readonly number[]): readonly number[] {
    const { last } = this;
    if (last.own !== own || last.added !== added) this.last = { own, added, ids: union(own, added) };
    return this.last.ids;
  }

  private charged(ids: readonly number[]): readonly number[] {
    spend(ids.length, 'assumptions');
    return ids;
  }
}

function isAscending(ids: readonly number[]): boolean {
  for (let i = 1; i < ids.length; i++) if ((ids[i - 1] ?? 0) >= (ids[i] ?? 0)) return false;
  return true;
}

/** The most frequent values that have no assumptions, which need not be looked into. */
function restsOnNothing(value: Value): boolean {
  if (isTuple(value)) return false;
  switch (value.is) {
    case 'dynamic':
      return value.from === undefined;
    case 'static':
    case 'callable':
    case 'unknown':
    case 'scalar':
    case 'text':
    case 'void':
      return true;
    default:
      return false;
  }
}

/** The ids of two ascending lists, ascending. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b;
  const ids: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [elementAt(a, i), elementAt(b, j)];
    ids.push(x < y ? x : y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  for (; i < a.length; i++) ids.push(elementAt(a, i));
  for (; j < b.length; j++) ids.push(elementAt(b, j));
  return ids;
}
