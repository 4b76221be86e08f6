// The fast paths on static integers give what the general functions give: the same layout, or the same refusal.
// A note keeps a function on its general path, since somebody listens to its steps then.
import { describe, expect, it } from 'vitest';
import {
  AlgebraError,
  coalesce,
  complement,
  composition,
  dyn,
  int,
  layoutOf,
  logical_divide,
  logical_product,
  print,
  tile_unzip,
  zipped_divide,
  type AnyLayout,
  type IntTuple,
  type Layout,
} from '../../core/src/algebra/index';
import { randomLayout, randomShape, randomSource, type Choices } from './small-layouts';
import { present } from '../support/present';

const aloud = (): undefined => undefined;
const TRIES = 30_000;

/** Powers of two, so that most operands divide; then anything, so that many do not; then what is rare. */
const kinds: readonly Choices[] = [
  { sizes: [1, 2, 4, 8, 16], strides: [0, 1, 2, 4, 8, 16, 32, 64] },
  { sizes: [1, 2, 3, 4, 6, 12], strides: [0, 1, 2, 3, 4, 6, 12, 24, 59, 72] },
  { sizes: [1, 2, 4, 5120, 65536, 2 ** 31, 2 ** 40], strides: [0, 1, 4, 5120, 2 ** 20, 2 ** 33, 2 ** 50] },
  { sizes: [0, 1, 2, 4, -1], strides: [0, 1, 2, 8, -1, -4], dynamic: 8 },
];

/** What came out, to the last detail of every integer; or the code and the words of the refusal. */
function outcome(compute: () => unknown): string {
  try {
    return JSON.stringify(compute());
  } catch (error) {
    if (error instanceof AlgebraError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Tries `fast` against `general` on random operands, and says how often there was a layout and how often a refusal. */
function agree(
  seed: number,
  operands: (
    random: ReturnType<typeof randomSource>,
    kind: Choices,
  ) => readonly [shown: string, fast: () => unknown, general: () => unknown],
): void {
  const random = randomSource(seed);
  const count = { layouts: 0, refusals: 0 };
  for (let i = 0; i < TRIES; i++) {
    const [shown, fast, general] = operands(random, kinds[i % kinds.length] as Choices);
    const expected = outcome(general);
    const found = outcome(fast);
    if (found !== expected) expect.fail(`${shown} is ${found}, but on the general path ${expected}`);
    count[expected.startsWith('{') ? 'layouts' : 'refusals']++;
  }
  expect(Math.min(count.layouts, count.refusals), JSON.stringify(count)).toBeGreaterThan(TRIES / 100);
}

/** Ordered as a real layout is: each stride starts where the smaller modes end, or leaves a gap; the modes in any
 *  order. */
function orderly(random: ReturnType<typeof randomSource>): Layout {
  let reached = 1;
  const modes = Array.from({ length: 1 + random(5) }, () => {
    const stride = reached * present([1, 1, 1, 2, 3, 8][random(6)]);
    const size = present([1, 2, 3, 4, 8, 32][random(6)]);
    reached = stride * size;
    return [int(size), int(random(12) === 0 ? 0 : stride)] as const;
  });
  for (let i = modes.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [modes[i], modes[j]] = [present(modes[j]), present(modes[i])];
  }
  const nest = (parts: readonly IntTuple[]): IntTuple =>
    parts.length > 2
      ? [[present(parts[0]), present(parts[1])], ...parts.slice(2)]
      : parts.length === 1
        ? present(parts[0])
        : parts;
  return layoutOf(nest(modes.map(([s]) => s)), nest(modes.map(([, d]) => d)));
}

const some = (random: ReturnType<typeof randomSource>, kind: Choices, depth: number): Layout => {
  const layout = random(2) === 0 ? orderly(random) : randomLayout(random, kind, depth);
  // Sometimes the profiles differ, which only the general functions put into words.
  return random(50) === 0 ? layoutOf(layout.shape, randomLayout(random, kind, depth).stride) : layout;
};

describe('on static integers the fast path agrees with the general one', () => {
  it('composition', () => {
    agree(11, (random, kind) => {
      const [a, b] = [some(random, kind, 3), some(random, kind, 2)];
      return [`composition(${print(a)}, ${print(b)})`, () => composition(a, b), () => composition(a, b, aloud)];
    });
  });

  it('complement', () => {
    agree(12, (random, kind) => {
      const layout = some(random, kind, 2);
      const extents = [
        undefined,
        int(random(5000)),
        int(present(kind.sizes[random(kind.sizes.length)])),
        randomShape(random, kind, 2),
        some(random, kind, 1),
        dyn(24),
      ];
      const cotarget = extents[random(extents.length)];
      return [
        `complement(${print(layout)}, ${cotarget && print(cotarget)})`,
        () => complement(layout, cotarget),
        () => complement(layout, cotarget, aloud),
      ];
    });
  });

  it('logical_divide by a layout', () => {
    agree(13, (random, kind) => {
      const [layout, tiler] = [some(random, kind, 2), some(random, kind, 1)];
      const general = (): Layout => {
        const rest = complement(tiler, coalesce(layout).shape, aloud);
        return composition(layout, layoutOf([tiler.shape, rest.shape], [tiler.stride, rest.stride]), aloud);
      };
      return [`logical_divide(${print(layout)}, ${print(tiler)})`, () => logical_divide(layout, tiler), general];
    });
  });

  it('zipped_divide mode by mode', () => {
    agree(14, (random, kind) => {
      const modes = Array.from({ length: 2 + random(2) }, () => some(random, kind, 1));
      const layout = layoutOf(
        modes.map(({ shape }) => shape),
        modes.map(({ stride }) => stride),
      );
      const tilers = Array.from({ length: 1 + random(2) }, () =>
        random(2) === 0 ? some(random, kind, 1) : int(present(kind.sizes[random(kind.sizes.length)])),
      );
      const general = (): AnyLayout => {
        const divided = modes.map((mode, i) =>
          i < tilers.length ? logical_divide(mode, present(tilers[i]), aloud) : mode,
        );
        return tile_unzip(
          layoutOf(
            divided.map(({ shape }) => shape),
            divided.map(({ stride }) => stride),
          ),
          tilers,
        );
      };
      return [`zipped_divide(${print(layout)}, ${print(tilers)})`, () => zipped_divide(layout, tilers), general];
    });
  });

  it('logical_product', () => {
    agree(15, (random, kind) => {
      const [block, tiler] = [some(random, kind, 1), some(random, kind, 1)];
      return [
        `logical_product(${print(block)}, ${print(tiler)})`,
        () => logical_product(block, tiler),
        () => logical_product(block, tiler, aloud),
      ];
    });
  });
});
