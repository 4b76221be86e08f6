// A tiler with more modes than what it tiles.
import { isTuple } from '../../../values/convert';
import type { Check } from '../../lib/check';
import { dividing, layoutOfOperand } from '../../lib/divisions';
import { refusalFinding, refused, type Refused } from '../../lib/refused';

const tiling = [...dividing, 'composition', 'tile_to_shape'];

export const tilerRank: Check = {
  slug: 'tiler-rank',
  topic: 'tiling',
  level: 'error',
  title: 'The tiler has more modes than the tensor',
  explains: `A tiler that is a tuple works mode by mode, so it has at most as many modes as the layout or tensor; where it is nested, so must be the modes.
Modes beyond the tiler stay whole.
With \`local_tile\`, a \`Step\` such as \`Step<_1, X, _1>{}\` picks the modes of a tiler that belong to a tensor.`,
  bad: 'auto tiles = zipped_divide(make_layout(make_shape(_4{}, _8{})), make_shape(_2{}, _2{}, _2{}));',
  good: 'auto tiles = zipped_divide(make_layout(make_shape(_4{}, _8{})), make_shape(_2{}, _2{}));',
  *find(facts) {
    for (const one of refused(facts, 'rank'))
      if (isTilerRank(one)) yield { ...refusalFinding(one), span: one.call?.operands[1]?.span ?? one.refusal.span };
  },
};

/** True for a mismatch between the ranks of a tiler and its operand; false for those of a coordinate or a profile. */
export function isTilerRank({ call, refusal }: Refused): boolean {
  if (!call || !tiling.includes(call.name)) return false;
  const [operand, tiler] = call.operands.map(({ value }) => value);
  const layout = operand === undefined ? undefined : layoutOfOperand(operand);
  return layout !== undefined && isTuple(tiler) && refusal.data?.is === 'tiler-rank';
}
