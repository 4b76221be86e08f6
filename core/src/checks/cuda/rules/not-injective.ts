// A layout that maps two coordinates to one offset, where CuTe needs it to be injective.
import type { Check } from '../../lib/check';
import { refusalFinding, refused } from '../../lib/refused';

export const notInjective: Check = {
  slug: 'not-injective',
  topic: 'rules',
  level: 'error',
  title: 'Two coordinates of a layout share an offset where CuTe needs different ones',
  explains: `\`complement\` gives the offsets that a layout skips, and everything that is defined by it (products, divisions by a layout) needs a layout that reaches no offset twice.
CuTe looks at static strides only.`,
  bad: 'auto rest = complement(Layout<Shape<_4, _4>, Stride<_1, _2>>{}, Int<32>{});',
  good: 'auto rest = complement(Layout<Shape<_4, _4>, Stride<_1, _4>>{}, Int<32>{});',
  *find(facts) {
    for (const one of refused(facts, 'non-injective')) if (one.call) yield refusalFinding(one);
  },
};
