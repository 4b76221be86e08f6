// How implicit conversion sequences rank ([over.ics.rank]). Where one of two is in doubt, neither is known to be the
// better one.
import { sameType } from '../values/inspect';
import { compareQualified } from '../values/qualifiers';
import { ranks, type Sequence } from './conversions';
import { compareQualifications } from './similar-types';

/** Which of two sequences for one argument is better: positive where a is, negative where b is, 0 where neither;
 *  undefined where that is not known. */
export function compareSequences(a: Sequence, b: Sequence): number | undefined {
  const byRank = ranks[b.rank] - ranks[a.rank];
  // Whatever function of the user converts, if one does, is worse than a conversion without one.
  if (!a.doubt && b.doubt && b.needsUser && byRank > 0) return byRank;
  if (!b.doubt && a.doubt && a.needsUser && byRank < 0) return byRank;
  if (a.doubt || b.doubt) return undefined;
  // Among conversions of the same form, that to a `std::initializer_list` is the better one ([over.ics.rank]/3.1).
  if (a.list !== b.list && isStandard(a) === isStandard(b)) return a.list ? 1 : -1;
  if (byRank !== 0) return byRank;
  if (a.list && b.list && a.rank === 'conversion' && !isSimple(a, b)) return undefined;
  // Two conversions by the user's functions compare only where it is the same function.
  if (a.second && b.second) return a.by === b.by ? compareSequences(a.second, b.second) : 0;
  if (a.second ?? b.second) return 0;
  // Of two classes, one may not take the list.
  if (a.rank === 'user' && a.by !== b.by) return undefined;
  if (a.rank === 'user' || a.rank === 'ellipsis') return compareBindings(a, b);
  if (a.elements && b.elements && a.elements.count !== b.elements.count)
    return sameType(a.elements.of, b.elements.of) ? b.elements.count - a.elements.count : undefined;
  if ((a.to === 'bool') !== (b.to === 'bool')) return a.to === 'bool' ? -1 : 1;
  if ((a.to === 'void') !== (b.to === 'void')) return a.to === 'void' ? -1 : 1;
  if (a.steps !== b.steps) return b.steps - a.steps;
  return compareQualifications(a.qualifies ?? [], b.qualifies ?? []) || compareBindings(a, b);
}

const isStandard = ({ rank }: Sequence): boolean => ranks[rank] < ranks.user;

/** Whether the worst elements of lists convert alike: which one of several counts is not known. */
function isSimple(...lists: readonly Sequence[]): boolean {
  return lists.every(({ steps, to, qualifies }) => steps === 0 && !to && !qualifies);
}

/** An rvalue prefers `T&&` to `T const&`; a reference to a less qualified type is better. */
function compareBindings(a: Sequence, b: Sequence): number | undefined {
  if (!a.binds || !b.binds) return 0;
  if (a.binds.ref !== b.binds.ref) {
    if (a.rvalue === undefined || b.rvalue === undefined) return undefined;
    if (a.rvalue && b.rvalue) return a.binds.ref === 'rvalue' ? 1 : -1;
  }
  return compareQualified(a.binds, b.binds);
}
