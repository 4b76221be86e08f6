// A swizzle that does not change a tensor in shared memory, or some of whose bits have no effect.
import { remembered } from '../../../base/remembered';
import { say } from '../../../base/say';
import { known } from '../../../algebra/errors';
import { counted } from '../../../algebra/index';
import type { Call } from '../../../analysis';
import { compile, make_swizzle, number, numbersOf, offsets, print, size, yyyMask } from '../../../algebra/index';
import type { ComposedLayout, Swizzle } from '../../../algebra/types';
import { isA } from '../../../values/convert';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';

/** The largest layout that is enumerated. */
const mostElements = 1 << 16;

const example = (layout: string): string => `__global__ void kernel() {
  __shared__ alignas(128) half_t memory[8 * 64];
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, ${layout}));
}
int main() { kernel<<<1, 32>>>(); }`;

export const swizzleWithoutEffect: Check = {
  slug: 'swizzle-without-effect',
  topic: 'memory',
  level: 'warning',
  title: 'The swizzle changes nothing',
  explains: `\`Swizzle<B, M, S>\` XORs the B bits of an offset that begin at bit M with the B bits that begin at bit M + S.
Where no offset of the layout reaches bit M + S, nothing is ever flipped, and bank conflicts stay as they were.
For rows of R elements M + S should be log2(R), and 2^M elements should be 16 bytes, which one thread reads with one instruction.

The check looks at the layouts of tensors in shared memory, but not layouts by themselves, since a small swizzled layout may be tiled to a larger one.`,
  bad: example('Layout<Shape<_8, _8>, Stride<_8, _1>>{}'),
  good: example('Layout<Shape<_8, _64>, Stride<_64, _1>>{}'),
  *find(facts) {
    for (const one of swizzledTensors(facts)) if (one.used === 0) yield nothing(one);
  },
};

export const swizzlePartial: Check = {
  slug: 'swizzle-partial',
  topic: 'memory',
  level: 'information',
  title: 'Some bits of the swizzle do nothing',
  explains: `\`Swizzle<B, M, S>\` reads the B bits of an offset from bit M + S on. Some of them are 0 in every offset of the layout: it has too few rows, or its rows are longer than intended.
The swizzle then spreads elements over fewer places than 2^B.`,
  bad: example('Layout<Shape<_4, _64>, Stride<_64, _1>>{}'),
  good: example('Layout<Shape<_8, _64>, Stride<_64, _1>>{}'),
  *find(facts) {
    for (const one of swizzledTensors(facts)) if (one.used > 0 && one.used < one.swizzle.bits) yield partly(one);
  },
};

interface Swizzled {
  readonly call: Call;
  readonly layout: ComposedLayout;
  readonly swizzle: Swizzle;
  /** The number of bits read by the swizzle that are ever set. */
  readonly used: number;
  readonly largest: number;
}

/** Tensors made in shared memory with a swizzle of at least one bit in their layout. */
const swizzledTensors = remembered(allSwizzledTensors);

function allSwizzledTensors(facts: Facts): readonly Swizzled[] {
  return facts.calls('make_tensor').flatMap((call) => {
    const { result } = call;
    if (!isA(result, 'tensor') || result.data.space !== 'smem' || result.layout.is !== 'composed') return [];
    const { layout } = result;
    const { a } = layout;
    return a.is === 'swizzle' ? (known(() => looked(call, layout, a)) ?? []) : [];
  });
}

function looked(call: Call, layout: ComposedLayout, swizzle: Swizzle): Swizzled[] {
  const count = number(size(layout));
  if (swizzle.bits === 0 || swizzle.shift <= 0 || count > mostElements) return [];
  // The layout before the swizzle: a swizzle of no bits changes no offset.
  const before: ComposedLayout = { ...layout, a: make_swizzle(0, swizzle.base, swizzle.shift) };
  const { seen, largest } = reachOfBits(before) ?? reachOfElements(before, count);
  const deciding = (seen & yyyMask(swizzle)) >>> (swizzle.base + swizzle.shift);
  const used = [...deciding.toString(2)].filter((bit) => bit === '1').length;
  return [{ call, layout, swizzle, used, largest }];
}

/** The union of the bits of all offsets, and the largest offset. */
interface Reach {
  readonly seen: number;
  readonly largest: number;
}

function reachOfElements(layout: ComposedLayout, count: number): Reach {
  const all = new Float64Array(counted(count, say`the layout`));
  offsets(layout, count, all);
  let [seen, largest] = [0, 0];
  for (const offset of all) {
    seen |= offset;
    if (offset > largest) largest = offset;
  }
  return { seen, largest };
}

/** The same, computed mode by mode. This is exact if the offsets of different modes have no bits in common, so that
 *  no sum carries. */
function reachOfBits(layout: ComposedLayout): Reach | undefined {
  if (layout.b.is !== 'layout') return undefined;
  const { shape, stride } = numbersOf(layout.b);
  const modes = Array.from(shape, (extent, i) => ({ extent, step: stride[i] ?? 0 })).sort((a, b) => a.step - b.step);
  let largest = compile(layout)(0);
  let seen = largest;
  if (seen < 0) return undefined;
  for (const { extent, step } of modes) {
    if (step === 0) continue;
    const lowestBit = step & -step;
    if (
      step < 0 ||
      extent < 1 ||
      extent > mostElements ||
      lowestBit <= largest ||
      largest + (extent - 1) * step >= 2 ** 31
    )
      return undefined;
    counted(extent, 'a mode');
    for (let i = 1; i < extent; i++) seen |= i * step;
    largest += (extent - 1) * step;
  }
  return { seen, largest };
}

const bitsOf = ({ bits, base, shift }: Swizzle): string =>
  bits === 1 ? say`bit ${base + shift}` : say`bits ${base + shift} to ${base + shift + bits - 1}`;

function nothing({ call, layout, swizzle, largest }: Swizzled): Finding {
  const looks = say`it looks at ${bitsOf(swizzle)} of the offset`;
  const reaches = say`the largest of ${print(layout)} is ${largest}, below ${2 ** (swizzle.base + swizzle.shift)}`;
  return {
    span: call.operands[1]?.span ?? call.span,
    instance: call.instance,
    message: say`${print(swizzle)} changes nothing here: ${looks}, and ${reaches}`,
  };
}

function partly({ call, layout, swizzle, used }: Swizzled): Finding {
  return {
    span: call.operands[1]?.span ?? call.span,
    instance: call.instance,
    message:
      used === 1
        ? say`${print(swizzle)} looks at ${bitsOf(swizzle)} of the offset, of which only 1 is ever set in ${print(layout)}`
        : say`${print(swizzle)} looks at ${bitsOf(swizzle)} of the offset, of which only ${used} are ever set in ${print(layout)}`,
  };
}
