// Tuples that need the same number of modes or the same nesting, and do not have it.
import type { Check } from '../../lib/check';
import { isFragmentRefusal } from './fragment-operand';
import { refusalFinding, refused } from '../../lib/refused';
import { isTilerRank } from '../tiling/tiler-rank';

export const profileMismatch: Check = {
  slug: 'profile-mismatch',
  topic: 'rules',
  level: 'error',
  title: 'Ranks or profiles differ where CuTe needs them to be equal',
  explains: `A coordinate has one part for each mode of the shape, or is a single index into the whole; a stride is nested as its shape; a profile or an order has at most one entry for each mode.
An integer may always stand for a whole mode, so \`layout(3)\` and \`layout(make_coord(1, 2))\` are right for a layout of rank 2, and \`layout(1, 2, 3)\` is not.`,
  bad: 'auto offset = Layout<Shape<_4, _8>>{}(1, 2, 3);',
  good: 'auto offset = Layout<Shape<_4, _8>>{}(1, 2);',
  *find(facts) {
    for (const one of refused(facts, 'rank', 'congruence'))
      if (one.call && !isTilerRank(one) && !isFragmentRefusal(one)) yield refusalFinding(one);
  },
};
