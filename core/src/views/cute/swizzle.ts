// View: a swizzled layout before and after its swizzle, or a swizzle by itself. Cells with the same bank or the same
// element have one colour.
import { say, words } from '../../base/say';
import { int } from '../../algebra/leaf';
import { print } from '../../algebra/index';
import type { AnyLayout, ComposedLayout, Layout, Swizzle } from '../../algebra/types';
import { isA, isTensor, numbersOf } from '../../values/convert';
import { factText } from '../../values/print';
import type { Tensor, Value } from '../../values/value';
import { layoutPicture } from '../layout';
import type { Picture } from '../model';
import { domainOf, layoutOfValue, memoryOf } from '../parts';
import { defineView } from '../view';

export const swizzleView = defineView({
  id: 'swizzle',
  title: words`Swizzle`,
  find: ({ value }) => swizzledOf(value),
  draw: ({ swizzle, before, after, notes }, { value, title, source }, limits) => {
    const memory = isTensor(value) ? memoryOf(value) : undefined;
    const data = memory && { memory: { space: memory.space, widthBits: memory.widthBits, element: memory.element } };
    const first = layoutPicture(before, { id: 'before', title: say`Before`, at: { row: 0, column: 0 } }, limits);
    const second = layoutPicture(
      after,
      { id: 'after', title: say`After ${print(swizzle)}`, at: { row: 0, column: 1 }, swizzle: print(swizzle) },
      limits,
    );
    const pictures: Picture[] = [first.picture, second.picture].map((picture) => ({ ...picture, ...data }));
    return {
      title,
      printed: factText(value),
      pictures,
      labelBy: 'offset',
      colourBy: memory?.space === 'smem' ? 'bank' : 'element',
      summary: say`${title} before and after ${print(swizzle)}: ${bitsSentence(swizzle)}`,
      notes: [bitsSentence(swizzle), ...notes, ...first.notes],
      ...(source && { source }),
    };
  },
});

/** `Bits 3 to 5 of the offset are flipped where bits 6 to 8 are set.` */
function bitsSentence({ bits, base, shift }: Swizzle): string {
  const [to, from] = [base - Math.min(0, shift), base + Math.max(0, shift)];
  const flipped = bits === 1 ? say`Bit ${to}` : say`Bits ${to} to ${to + bits - 1}`;
  const read = bits === 1 ? say`bit ${from}` : say`bits ${from} to ${from + bits - 1}`;
  return bits === 1
    ? say`${flipped} of the offset is flipped where ${read} is set.`
    : say`${flipped} of the offset are flipped where ${read} are set.`;
}

interface Swizzled {
  /** The swizzle, acting on bits of the offset in elements. */
  readonly swizzle: Swizzle;
  readonly before: AnyLayout;
  readonly after: AnyLayout;
  readonly notes: readonly string[];
}

function swizzledOf(value: Value): Swizzled | undefined {
  if (isA(value, 'swizzle')) return alone(value);
  const layout = layoutOfValue(value);
  if (!layout || !domainOf(layout)) return undefined;
  if (layout.is === 'composed') return composed(layout);
  return isTensor(value) ? inPointer(value, layout) : undefined;
}

/** `Sw o offset o layout`. */
function composed(layout: ComposedLayout): Swizzled | undefined {
  const { a, b, offset } = layout;
  if (a.is !== 'swizzle' || a.bits === 0 || b.is !== 'layout') return undefined;
  if (offset.is !== 'static' && offset.is !== 'dynamic' && offset.is !== 'smem-ptr-flag') return undefined;
  const isZero = offset.is === 'smem-ptr-flag' || offset.n === 0;
  const before: AnyLayout = isZero ? b : { is: 'composed', a: trivial, offset, b };
  return { swizzle: a, before, after: layout, notes: [] };
}

const trivial: Swizzle = { is: 'swizzle', bits: 0, base: 4, shift: 3 };

/** The swizzle of a pointer acts on bytes; here it is converted to elements. */
function inPointer(tensor: Tensor, layout: Layout): Swizzled | undefined {
  const { data } = tensor;
  const bits = memoryOf(tensor)?.widthBits;
  if (!data.swizzle || data.swizzle.bits === 0 || bits === undefined || bits < 8) return undefined;
  const base = data.swizzle.base - Math.log2(bits / 8);
  if (!Number.isInteger(base) || base < 0) return undefined;
  const swizzle = { ...data.swizzle, base };
  const [start] = numbersOf([data.offset]) ?? [];
  if (start === undefined) return undefined;
  return {
    swizzle,
    before: start === 0 ? layout : { is: 'composed', a: trivial, offset: int(start), b: layout },
    after: { is: 'composed', a: swizzle, offset: int(start), b: layout },
    notes: [
      say`The pointer carries ${print(data.swizzle)}, which counts bytes; in elements of ${bits} bits that is ${print(swizzle)}.`,
    ],
  };
}

/** All offsets that the swizzle mixes, in units that it keeps together: one row for each pattern of the bits that it
 *  reads. */
function alone(swizzle: Swizzle): Swizzled | undefined {
  const { bits, base, shift } = swizzle;
  const columns = 2 ** Math.abs(shift);
  const rows = 2 ** bits;
  if (bits === 0 || columns * rows > 1 << 16) return undefined;
  const unit = { ...swizzle, base: 0 };
  const before: Layout = { is: 'layout', shape: [int(rows), int(columns)], stride: [int(columns), int(1)] };
  return {
    swizzle: unit,
    before,
    after: { is: 'composed', a: unit, offset: int(0), b: before },
    notes:
      base === 0
        ? []
        : [
            say`Each cell stands for ${2 ** base} elements that stay together: ${print(swizzle)} leaves the lowest ${base} bits alone, and is drawn as ${print(unit)}.`,
          ],
  };
}
