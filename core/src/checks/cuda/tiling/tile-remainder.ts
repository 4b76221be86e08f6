// A tile that does not divide its mode: CuTe rounds the number of tiles up without a message, and the last tile reaches
// past the end. It speaks of layouts, and of tensors whose elements no thread finds in memory: there only the accesses
// of threads tell whether an element outside is reached, and what guards it.
import { say } from '../../../base/say';
import type { Fix, Related } from '../../../analysis';
import { print } from '../../../algebra/index';
import { isA, numbersOf } from '../../../values/convert';
import type { Tensor } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import { divisions, isJudgedByAccesses, takesWholeTile, type Cut, type Division } from '../../lib/divisions';
import type { Facts } from '../../lib/facts';
import { literalOf, withNumber } from '../../fixes/written';

export const tileRemainder: Check = {
  slug: 'tile-remainder',
  topic: 'tiling',
  level: 'warning',
  title: 'The tile does not divide a static extent',
  explains: `CuTe rounds the number of tiles up, without a message at compile time or run time: the last tile has elements outside of the tensor.
Whoever uses it reads and writes past the end of the tensor, or into the next row.

The check looks at divisions of layouts, and of tensors in registers or of numbers that count, where extent and tile are static.
Of tensors in memory it says nothing: [out-of-bounds](#out-of-bounds) and [outside-tensor](#outside-tensor) report the access of a thread that reaches past the end. A guard counts there by what it does: no thread gets past it, or one does and is reported. Where no thread is followed, since nothing launches the kernel or the index of an access comes from memory, nobody knows, and nothing is reported.`,
  bad: 'auto tiles = zipped_divide(make_layout(make_shape(_128{}, _64{})), make_shape(_48{}, _64{}));',
  good: 'auto tiles = zipped_divide(make_layout(make_shape(_128{}, _64{})), make_shape(_64{}, _64{}));',
  *find(facts) {
    for (const division of divisions(facts)) {
      if (isJudgedByAccesses(division)) continue;
      for (const cut of division.cuts) {
        if (isA(cut.extent, 'static') && isA(cut.tile, 'static')) yield* findingOf(facts, division, cut);
      }
    }
  },
};

function* findingOf(facts: Facts, division: Division, cut: Cut): Generator<Finding> {
  const { call, layout } = division;
  const [extent = 0, tile = 0] = numbersOf([cut.extent, cut.tile]) ?? [];
  const tiler = call.operands[1]?.span ?? call.span;
  if (cut.covered === undefined || cut.covered <= extent || tile > extent) return;
  if (takesWholeTile(division, cut, extent, tile)) return;
  const mode = cut.path.length === 0 ? say`the size` : say`mode ${cut.path.join(',')}`;
  const last =
    extent % tile === 0 ? '' : say`; of the last tile ${cut.covered - extent} of ${tile} elements are outside`;
  yield {
    span: tiler,
    instance: call.instance,
    message: say`the tile of ${tile} does not divide ${mode} of ${print(layout)}, which is ${extent}${last}`,
    fixes: fixesOf(facts, division, cut, extent, tile),
  };
}

/** Where a tensor is cut into tiles of which the last one reaches past its end, along one of its modes or any. */
export function tilesPast(
  facts: Facts,
  instance: number,
  tensor: Tensor,
  mode?: readonly number[],
): readonly Related[] {
  const whole = print(tensor.layout);
  const ofTensor = divisions(facts).filter(
    ({ call, operand, layout }) => call.instance === instance && isA(operand, 'tensor') && print(layout) === whole,
  );
  return ofTensor.flatMap(({ call, cuts }) =>
    cuts.flatMap(({ path, covered, ...cut }) => {
      const [extent = NaN, tile = NaN] = numbersOf([cut.extent, cut.tile]) ?? [];
      const isMeant = mode === undefined || path.join() === mode.join();
      if (!isMeant || covered === undefined || !(covered > extent)) return [];
      return [{ span: call.operands[1]?.span ?? call.span, message: say`tiles of ${tile} do not divide ${extent}` }];
    }),
  );
}

function fixesOf(facts: Facts, { call }: Division, cut: Cut, extent: number, tile: number): readonly Fix[] {
  const written = call.operands[1]?.span && literalOf(facts, call.operands[1].span, cut.written);
  if (!written || written.n !== tile) return [];
  return nearestDivisors(extent, tile).map((n, i) => ({
    title: say`Change the tile from ${tile} to ${n}, which divides ${extent}`,
    edits: [withNumber(facts, written, n)],
    ...(i === 0 && { preferred: true }),
  }));
}

/** The largest distance from the tile at which a divisor is looked for. */
const farthest = 1 << 16;

/** The divisors of `extent` next to `tile`, above and below, the nearer one first. If both are equally near, the
 *  larger one comes first, since it gives fewer tiles. */
export function nearestDivisors(extent: number, tile: number): readonly number[] {
  const divides = (n: number): boolean => extent % n === 0;
  let [below, above] = [tile - 1, tile + 1];
  while (below > 1 && tile - below < farthest && !divides(below)) below--;
  while (above < extent && above - tile < farthest && !divides(above)) above++;
  const found = [above, below].filter((n) => n > 1 && n <= extent && divides(n));
  return found.sort((a, b) => Math.abs(a - tile) - Math.abs(b - tile));
}
