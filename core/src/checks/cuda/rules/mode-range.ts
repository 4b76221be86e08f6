// A mode, a range of modes or the parameters of a swizzle that do not exist.
import { cuteNameOf, makerOf } from '../../../ir/spelled';
import type { Expr } from '../../../ir/program';
import type { Check } from '../../lib/check';
import { refusalFinding, refused } from '../../lib/refused';

export const modeRange: Check = {
  slug: 'mode-range',
  topic: 'rules',
  level: 'error',
  title: 'A mode does not exist, or a swizzle is not possible',
  explains: `Modes count from 0: the last one of a layout of rank 2 is \`size<1>\`.
A \`Swizzle<B, M, S>\` needs \`abs(S) >= B\` and \`M >= 0\`, since the bits that it takes and those that it changes must not overlap; the composition or the inverse of swizzles must be a swizzle again.`,
  bad: 'auto n = size<2>(Layout<Shape<_2, _3>>{});',
  good: 'auto n = size<1>(Layout<Shape<_2, _3>>{});',
  *find(facts) {
    for (const one of refused(facts, 'range')) {
      if (one.call || isSwizzle(facts.expressionAt(one.refusal.span)))
        yield { ...refusalFinding(one), ...(one.call?.operands.length === 1 && { span: one.refusal.span }) };
    }
  },
};

function isSwizzle(e: Expr | undefined): boolean {
  return e !== undefined && (makerOf(e) ?? cuteNameOf(e))?.id === 'Swizzle';
}
