// Sizes and strides that do not divide where CuTe needs them to.
import type { Call, Refusal } from '../../../analysis';
import type { Span } from '../../../base/span';
import type { Check } from '../../lib/check';
import { refusalFinding, refused } from '../../lib/refused';

export const notDivisible: Check = {
  slug: 'not-divisible',
  topic: 'rules',
  level: 'error',
  title: 'Static sizes or strides do not divide where CuTe needs them to',
  explains: `A composition takes the elements of its right side from the modes of the left one, mode by mode: sizes and strides must divide.
So must those of everything that CuTe defines by composition (divisions, partitions, \`tile_to_shape\`, \`with_shape\`), the blocks of \`tile_to_shape\`, the widths of \`upcast\`, and the threads and values of a TiledCopy, which must be multiples of what its atom needs.
The compiler reports it in hundreds of lines about templates.

Not everything that does not divide is refused: see \`tile-remainder\` and \`composition-differs\`.`,
  bad: 'auto r = composition(Layout<Shape<_4, _3>, Stride<_3, _1>>{}, Layout<_6, _1>{});',
  good: 'auto r = composition(Layout<Shape<_6, _3>, Stride<_3, _1>>{}, Layout<_6, _1>{});',
  *find(facts) {
    for (const one of refused(facts, 'divisibility')) {
      if (one.call?.name === 'make_tiled_copy')
        yield { ...refusalFinding(one), span: layoutAtFault(one.refusal, one.call) ?? one.refusal.span };
      else if (one.call) yield refusalFinding(one);
    }
  },
};

/** The thread layout or the value layout, whichever is too small. */
function layoutAtFault({ data }: Refusal, { operands }: Call): Span | undefined {
  const [, threads, values] = operands.map(({ span }) => span);
  return data?.is === 'atom-multiple' && data.of === 'threads' ? threads : (values ?? threads);
}
