// Laws of the layout algebra, tried on all small layouts and on random nested ones.
import { describe, expect, it } from 'vitest';
import {
  AlgebraError,
  coalesce,
  compile,
  complement,
  composition,
  congruent,
  cosize,
  crd2idx,
  depth,
  dyn,
  filter,
  idx2crd,
  image,
  int,
  is_injective,
  left_inverse,
  logical_divide,
  make_layout,
  number,
  numbersOf,
  offsets,
  print,
  right_inverse,
  size,
  values,
  zipped_divide,
  type IntTuple,
  type Layout,
} from '../../core/src/algebra/index';
import { randomLayout, randomSource, staticLayouts } from './small-layouts';
import { Tally } from './tally';
import { present } from '../support/present';

const at = (layout: Layout, i: number): number => number(crd2idx(dyn(i), layout) as ReturnType<typeof dyn>);
const sizeOf = (layout: Layout): number => number(size(layout));

/** Every mode starts where the smaller ones end: the digits of an offset never carry. Composition distributes over such
 *  modes only. */
function isOrderly(layout: Layout): boolean {
  const { shape, stride } = numbersOf(filter(layout));
  const modes = [...shape].map((s, i) => [s, stride[i] as number] as const).sort((x, y) => x[1] - y[1]);
  return modes.every(
    ([, d], i) =>
      i === 0 ||
      d % ((modes[i - 1] as readonly [number, number])[0] * (modes[i - 1] as readonly [number, number])[1]) === 0,
  );
}

/** The result, or undefined where CuTe refuses the operands. */
function unlessRefused<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AlgebraError) return undefined;
    throw error;
  }
}

describe('composition', () => {
  it('gives R(c) == A(B(c)) for all layouts of powers of two, as long as B stays in the domain of A', () => {
    const right = [...staticLayouts(2, [1, 2, 4], [0, 1, 2, 4])];
    const tally = new Tally();
    for (const a of staticLayouts(2, [1, 2, 4], [0, 1, 3, 8])) {
      for (const b of right) {
        if (number(cosize(b)) > sizeOf(a) || !isOrderly(b)) {
          tally.skip();
          continue;
        }
        const r = composition(a, b);
        tally.hit();
        for (let i = 0; i < sizeOf(b); i++)
          if (at(r, i) !== at(a, at(b, i))) expect.fail(`${print(a)} o ${print(b)} gives ${print(r)}, wrong at ${i}`);
        expect(sizeOf(r)).toBe(sizeOf(b));
      }
    }
    tally.check({ least: 5000, share: 0.5 });
  });

  it('holds for nested layouts too', () => {
    const random = randomSource(1);
    const tally = new Tally();
    for (let k = 0; k < 4000; k++) {
      const a = randomLayout(random, { sizes: [1, 2, 4, 8], strides: [0, 1, 2, 5, 16, 64] });
      const b = randomLayout(random, { sizes: [1, 2, 4], strides: [0, 1, 2, 4, 8] }, 2);
      if (number(cosize(b)) > sizeOf(a) || !isOrderly(b)) {
        tally.skip();
        continue;
      }
      const r = unlessRefused(() => composition(a, b));
      if (!r) {
        tally.skip();
        continue;
      }
      tally.hit();
      for (let i = 0; i < sizeOf(b); i++)
        if (at(r, i) !== at(a, at(b, i))) expect.fail(`${print(a)} o ${print(b)} gives ${print(r)}, wrong at ${i}`);
    }
    tally.check({ least: 500, share: 0.45 });
  });

  it('is the same function whether numbers are static or dynamic', () => {
    const random = randomSource(2);
    const tally = new Tally();
    for (let k = 0; k < 3000; k++) {
      const a = randomLayout(random, { sizes: [2, 4, 8], strides: [1, 2, 8, 32], dynamic: 50 }, 2);
      const b = randomLayout(random, { sizes: [2, 4], strides: [1, 2, 4], dynamic: 50 }, 1);
      if (number(cosize(b)) > sizeOf(a) || !isOrderly(b)) {
        tally.skip();
        continue;
      }
      const r = unlessRefused(() => composition(a, b));
      if (!r) {
        tally.skip();
        continue;
      }
      tally.hit();
      for (let i = 0; i < sizeOf(b); i++)
        if (at(r, i) !== at(a, at(b, i))) expect.fail(`${print(a)} o ${print(b)} gives ${print(r)}, wrong at ${i}`);
    }
    tally.check({ least: 300, share: 0.55 });
  });
});

describe('complement', () => {
  it('meets the layout only in 0, ascends, and fills the codomain', () => {
    const tally = new Tally();
    for (const layout of staticLayouts(2, [1, 2, 3, 4], [0, 1, 2, 3, 4, 8])) {
      for (const target of [1, 7, 16, 24]) {
        const rest = unlessRefused(() => complement(layout, int(target)));
        if (!rest) {
          tally.skip();
          continue;
        }
        tally.hit();
        const reached = new Set(image(filter(layout)));
        const offsetsOfRest = values(rest);
        for (let i = 0; i < offsetsOfRest.length; i++) {
          if (i > 0 && !((offsetsOfRest[i] as number) > (offsetsOfRest[i - 1] as number)))
            expect.fail(`complement(${print(layout)}, ${target}) = ${print(rest)} does not ascend`);
          if (i > 0 && reached.has(offsetsOfRest[i] as number))
            expect.fail(
              `complement(${print(layout)}, ${target}) = ${print(rest)} meets the layout in ${offsetsOfRest[i]}`,
            );
        }
        if (isOrderly(layout) && sizeOf(rest) * sizeOf(filter(layout)) < target) {
          expect.fail(`complement(${print(layout)}, ${target}) = ${print(rest)} leaves offsets below ${target} out`);
        }
      }
    }
    tally.check({ least: 500, share: 0.25 });
  });
});

describe('coalesce', () => {
  it('keeps the function and the size, and is at most one level deep', () => {
    const random = randomSource(3);
    for (let k = 0; k < 4000; k++) {
      const layout = randomLayout(random, { sizes: [1, 2, 3, 4], strides: [0, 1, 2, 3, 4, 6, 8, 12], dynamic: 20 });
      const simple = coalesce(layout);
      if (sizeOf(simple) !== sizeOf(layout))
        expect.fail(`coalesce(${print(layout)}) = ${print(simple)} has another size`);
      expect(depth(simple).n).toBeLessThan(2);
      for (let i = 0; i < Math.min(64, sizeOf(layout)); i++)
        if (at(simple, i) !== at(layout, i))
          expect.fail(`coalesce(${print(layout)}) = ${print(simple)}, wrong at ${i}`);
    }
  });

  it('changes nothing the second time', () => {
    const random = randomSource(4);
    for (let k = 0; k < 1000; k++) {
      const once = coalesce(randomLayout(random, { sizes: [1, 2, 4], strides: [0, 1, 2, 4, 8] }));
      expect(print(coalesce(once))).toBe(print(once));
    }
  });
});

describe('inverses', () => {
  it('right_inverse: L(R(i)) == i', () => {
    const tally = new Tally();
    for (const layout of staticLayouts(3, [1, 2, 3, 4], [0, 1, 2, 4, 8])) {
      const inverse = right_inverse(layout);
      // An inverse of one element says nothing.
      if (sizeOf(inverse) > 1) tally.hit();
      else tally.skip();
      for (let i = 0; i < sizeOf(inverse); i++)
        if (at(layout, at(inverse, i)) !== i)
          expect.fail(`right_inverse(${print(layout)}) = ${print(inverse)}, wrong at ${i}`);
    }
    tally.check({ least: 100, share: 0.65 });
  });

  it('left_inverse: R(L(i)) == i where L is injective', () => {
    const tally = new Tally();
    for (const layout of staticLayouts(3, [1, 2, 4], [1, 2, 4, 8, 16])) {
      if (!is_injective(layout)) {
        tally.skip();
        continue;
      }
      const inverse = unlessRefused(() => left_inverse(layout));
      if (!inverse) {
        tally.skip();
        continue;
      }
      tally.hit();
      for (let i = 0; i < sizeOf(layout); i++)
        if (at(inverse, at(layout, i)) !== i)
          expect.fail(`left_inverse(${print(layout)}) = ${print(inverse)}, wrong at ${i}`);
    }
    tally.check({ least: 100, share: 0.4 });
  });
});

describe('division', () => {
  it('permutes the offsets where the tiler divides', () => {
    const tally = new Tally();
    for (const layout of staticLayouts(2, [4, 8], [1, 4, 8, 32])) {
      for (const tiler of staticLayouts(2, [1, 2], [1, 2])) {
        if (!is_injective(tiler)) {
          tally.skip();
          continue;
        }
        const divided = unlessRefused(() => logical_divide(layout, tiler));
        if (!divided || sizeOf(divided) !== sizeOf(layout)) {
          tally.skip();
          continue;
        }
        tally.hit();
        expect([...values(divided)].sort((x, y) => x - y)).toEqual([...values(layout)].sort((x, y) => x - y));
      }
    }
    tally.check({ least: 100, share: 0.15 });
  });

  it('puts the tile first: zipped_divide(L, T)(i, 0) == L(T(i))', () => {
    const layout = make_layout([int(8), int(12)], [int(12), int(1)]);
    const tiled = zipped_divide(layout, [int(4), int(3)]);
    const tile = make_layout([int(4), int(3)]);
    for (let i = 0; i < 12; i++)
      expect(number(crd2idx([dyn(i), dyn(0)], tiled) as ReturnType<typeof dyn>)).toBe(
        at(layout, at(make_layout(tile.shape, [int(1), int(8)]), i)),
      );
  });
});

describe('coordinates', () => {
  it('crd2idx(idx2crd(i, S), S) == i', () => {
    const random = randomSource(5);
    for (let k = 0; k < 500; k++) {
      const { shape } = randomLayout(random, { sizes: [1, 2, 3, 4], strides: [1], dynamic: 30 });
      const n = Math.min(30, number(size(shape)));
      for (let i = 0; i < n; i++)
        expect(number(crd2idx(idx2crd(dyn(i), shape), shape) as ReturnType<typeof dyn>)).toBe(i);
    }
  });

  it('a coordinate has the profile of its shape', () => {
    const shape: IntTuple = [int(2), [int(3), dyn(4)]];
    expect(congruent(idx2crd(dyn(5), shape), shape).n).toBe(1);
  });
});

describe('the fast paths', () => {
  it('compile and offsets agree with crd2idx, in the domain and beyond', () => {
    const random = randomSource(6);
    const tally = new Tally();
    for (let k = 0; k < 500; k++) {
      const layout = randomLayout(random, { sizes: [1, 2, 3, 4], strides: [0, 1, 3, 8, -2], dynamic: 20 });
      const n = Math.min(200, sizeOf(layout) + 5);
      const f = compile(layout);
      const table = new Float64Array(n);
      offsets(layout, n, table);
      for (let i = 0; i < n; i++) {
        const expected = at(layout, i);
        tally.hit();
        if (f(i) !== expected) expect.fail(`compile(${print(layout)})(${i}) is ${f(i)}, not ${expected}`);
        if (table[i] !== expected) expect.fail(`offsets(${print(layout)})[${i}] is ${table[i]}, not ${expected}`);
      }
    }
    tally.check({ least: 10_000, share: 0 });
  });

  it('compile is exact for every index whose offset is, however large', () => {
    const random = randomSource(7);
    const tally = new Tally();
    for (let k = 0; k < 3000; k++) {
      const layout = randomLayout(
        random,
        { sizes: [1, 3, 49, 128, 5120, 2 ** 31, 2 ** 40 - 1], strides: [0, 1, 3, -7, 5120, 2 ** 31, 2 ** 40 + 1] },
        2,
      );
      const f = compile(layout);
      for (let j = 0; j < 20; j++) {
        // Around powers of two, where doubles change their step, and at multiples of the sizes, where the next mode
        // steps.
        const i =
          random(2) === 0
            ? Math.max(0, 2 ** random(53) - 2 + random(4))
            : present([3, 49, 147, 5120][random(4)]) * random(2 ** random(31));
        const [expected, largest] = exactOffset(layout, BigInt(i));
        if (largest > BigInt(Number.MAX_SAFE_INTEGER)) {
          tally.skip();
          continue;
        }
        tally.hit();
        if (f(i) !== Number(expected)) expect.fail(`compile(${print(layout)})(${i}) is ${f(i)}, not ${expected}`);
      }
    }
    tally.check({ least: 20_000, share: 0.2 });
  });
});

/** The offset of an index and the sum of its parts' sizes, in integers of any length. */
function exactOffset(layout: Layout, index: bigint): readonly [offset: bigint, parts: bigint] {
  const { shape, stride } = numbersOf(layout);
  let [rest, offset, parts] = [index, 0n, 0n];
  shape.forEach((s, k) => {
    const crd = k === shape.length - 1 ? rest : rest % BigInt(s);
    const part = crd * BigInt(stride[k] as number);
    rest /= BigInt(s);
    offset += part;
    parts += part < 0n ? -part : part;
  });
  return [offset, parts];
}
