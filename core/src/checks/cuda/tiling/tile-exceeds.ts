// A tile larger than the mode that it tiles: CuTe makes one tile of it, part of which is outside. Of tensors in memory
// the accesses of threads tell, as of tiles that do not divide.
import { say } from '../../../base/say';
import { get, print } from '../../../algebra/index';
import { flatten_to_tuple } from '../../../algebra/tuple_algorithms';
import type { AnyLayout } from '../../../algebra/types';
import { numbersOf } from '../../../values/convert';
import type { Check } from '../../lib/check';
import { divisions, innermost, isJudgedByAccesses } from '../../lib/divisions';

/** True for a mode of stride 0, which is one element whatever its extent. */
function isShared(layout: AnyLayout, path: readonly number[]): boolean {
  const mode = path.length === 0 ? innermost(layout) : get(innermost(layout), ...path);
  return numbersOf(flatten_to_tuple(mode.stride))?.every((n) => n === 0) === true;
}

export const tileExceeds: Check = {
  slug: 'tile-exceeds',
  topic: 'tiling',
  level: 'warning',
  title: 'The tile is larger than the tensor',
  explains: `CuTe accepts it without a message: \`zipped_divide\` of a mode of 8 by a tile of 16 is one tile of 16 elements, 8 of which lie in other modes or outside of the tensor.
The same holds for \`local_partition\` with more threads than elements.

The check looks at layouts, and at tensors in registers or of numbers that count, where extent and tile are known.
It is silent for a mode of stride 0, past whose end the same elements come again. Of tensors in memory it says nothing: [out-of-bounds](#out-of-bounds) and [outside-tensor](#outside-tensor) report the access of a thread that reaches past the end, whatever guards it or not.`,
  bad: 'auto tiles = zipped_divide(make_layout(make_shape(_8{}, _8{})), make_shape(_16{}, _8{}));',
  good: 'auto tiles = zipped_divide(make_layout(make_shape(_8{}, _8{})), make_shape(_8{}, _8{}));',
  *find(facts) {
    for (const division of divisions(facts)) {
      if (isJudgedByAccesses(division)) continue;
      const { call, layout, cuts } = division;
      for (const cut of cuts) {
        const [extent, tile] = numbersOf([cut.extent, cut.tile]) ?? [];
        if (extent === undefined || tile === undefined || tile <= extent || extent === 0 || isShared(layout, cut.path))
          continue;
        const what =
          call.name === 'local_partition' ? say`${tile} threads share` : say`the tile of ${tile} is larger than`;
        const mode = cut.path.length === 0 ? say`the whole` : say`mode ${cut.path.join(',')}`;
        yield {
          span: call.operands[1]?.span ?? call.span,
          instance: call.instance,
          message: say`${what} ${mode} of ${print(layout)}, which has ${extent}: ${tile - extent} of them ${call.name === 'local_partition' ? say`get elements that do not exist` : say`are outside`}`,
        };
      }
    }
  },
};
