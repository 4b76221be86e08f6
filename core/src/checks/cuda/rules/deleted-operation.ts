// An operation that CuTe deletes for operands of a kind.
import type { Check } from '../../lib/check';
import { refusalFinding, refused } from '../../lib/refused';

export const deletedOperation: Check = {
  slug: 'deleted-operation',
  topic: 'rules',
  level: 'error',
  title: 'CuTe deletes the operation for operands of this kind',
  explains: `A composed layout, such as one with a swizzle, is not an affine function, so it has no strides.
CuTe deletes \`stride\` for it; use its inner layout, \`layout.layout_b()\`.`,
  bad: 'auto d = stride(composition(Swizzle<2, 1, 3>{}, Layout<Shape<_8, _8>>{}));',
  good: 'auto d = stride(composition(Swizzle<2, 1, 3>{}, Layout<Shape<_8, _8>>{}).layout_b());',
  *find(facts) {
    for (const one of refused(facts, 'deleted')) if (one.call) yield refusalFinding(one);
  },
};
