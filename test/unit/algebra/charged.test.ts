// Operations whose work grows faster than their operands: their cost is charged before the work is done, so that a
// limit can stop them.
import { expect, test } from 'vitest';
import {
  complement,
  composition,
  left_inverse,
  logical_divide,
  make_layout,
  right_inverse,
} from '../../../core/src/algebra/index';
import { dyn, int } from '../../../core/src/algebra/leaf';
import type { Layout } from '../../../core/src/algebra/types';
import { Meter, metered, TooMuch } from '../../../core/src/base/meter';

const MODES = 400;

/** Modes of sizes that the program finds when it runs, which cannot be merged. */
const open: Layout = make_layout(
  Array.from({ length: MODES }, () => dyn(1)),
  Array.from({ length: MODES }, (_, i) => int(2 * i + 1)),
);

test.each<readonly [string, () => unknown]>([
  [
    'composition',
    () =>
      composition(
        open,
        make_layout(
          Array.from({ length: MODES }, () => int(2)),
          Array.from({ length: MODES }, () => int(1)),
        ),
      ),
  ],
  [
    'complement',
    () =>
      complement(
        make_layout(
          Array.from({ length: MODES }, () => dyn(1)),
          Array.from({ length: MODES }, (_, i) => int(i + 1)),
        ),
        int(1 << 20),
      ),
  ],
  ['right_inverse', () => right_inverse(open)],
  ['left_inverse', () => left_inverse(open)],
])('%s of hundreds of modes is not for nothing', (_, run) => {
  expect(() => metered(new Meter(2000), run)).toThrow(TooMuch);
});

test('an operation on an ordinary layout costs next to nothing', () => {
  const meter = new Meter();
  metered(meter, () =>
    logical_divide(
      make_layout([int(128), int(64)], [int(1), int(128)]),
      make_layout([int(32), int(4)], [int(1), int(128)]),
    ),
  );
  expect(meter.spent).toBeLessThan(32);
});
