// Dynamic shared memory: the bytes that the launch provides, and the bytes that the kernel uses.
import { remembered } from '../../../base/remembered';
import { say } from '../../../base/say';
import type { Fix } from '../../../analysis';
import type { Span } from '../../../base/span';
import type { Expr } from '../../../ir/program';
import { cosize } from '../../../algebra/index';
import { isA, numbersOf } from '../../../values/convert';
import { bitsOfStep } from '../../../values/pointer';
import type { Allocation, Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { isFollowed } from '../../lib/followed';
import { leavesMemory } from '../../lib/hazards';
import { launches, placeOf, type Launched } from '../../lib/launches';
import { originOf } from '../../lib/origin';
import { literalIn } from '../../fixes/written';

/** The bytes that a launch may provide beyond those used, since kernels align the start themselves. */
const slackBytes = 1024;

export const dynamicSmem: Check = {
  slug: 'dynamic-smem',
  topic: 'launch',
  level: 'warning',
  title: 'The launch provides more or less shared memory than the kernel uses',
  explains: `The size of \`extern __shared__\` memory is an argument of the launch.
If it is smaller than what the kernel uses, the kernel reads and writes past the end, and the driver may or may not notice. If it is much larger, fewer blocks run at a time.

The check looks at an \`extern __shared__\` array that is cast to a struct of a known size, or that tensors with known layouts are made of, and launches with a known amount.
Too little is not reported where [out-of-bounds](#out-of-bounds) reports an access past the end, and in kernels whose threads are followed to their end, where it would. Too much is reported only if it exceeds the size of a struct by more than ${slackBytes} bytes, since kernels align the start.`,
  bad: `struct Storage { float a[1024]; float b[1024]; };
__global__ void kernel(float* data) {
  extern __shared__ char smem[];
  Storage& storage = *reinterpret_cast<Storage*>(smem);
  storage.b[int(data[threadIdx.x])] = 0;
}
int main() { kernel<<<1, 32, 4096>>>(nullptr); }`,
  good: `struct Storage { float a[1024]; float b[1024]; };
__global__ void kernel(float* data) {
  extern __shared__ char smem[];
  Storage& storage = *reinterpret_cast<Storage*>(smem);
  storage.b[int(data[threadIdx.x])] = 0;
}
int main() { kernel<<<1, 32, sizeof(Storage)>>>(nullptr); }`,
  *find(facts) {
    for (const launched of launches(facts)) {
      const given = givenBy(launched);
      const used = laidOut(facts, launched.instance.id);
      if (given === undefined || !used || (given >= used.bytes && (!used.whole || given <= used.bytes + slackBytes)))
        continue;
      if (given < used.bytes && isSeen(facts, launched.instance.id)) continue;
      const effect =
        given < used.bytes
          ? say`${used.bytes - given} bytes are missing`
          : say`${given - used.bytes} bytes are not used`;
      yield {
        span: placeOf(launched, 'sharedBytes'),
        instance: launched.instance.id,
        message: say`the launch gives ${given} bytes of shared memory, ${launched.instance.kernel} lays out ${used.bytes}: ${effect}`,
        related: [{ span: used.span, message: say`${used.bytes} bytes are laid out here` }],
        fixes: fixesOf(facts, launched, given, used.bytes),
      };
    }
  },
};

/** Whether accesses tell what is missing. Dynamic shared memory has a name of several words. */
function isSeen(facts: Facts, instance: number): boolean {
  const isDynamic = ({ name, isShared }: Allocation): boolean => isShared && name.includes(' ');
  return isFollowed(facts, instance) || leavesMemory(facts, instance, isDynamic);
}

function givenBy({ launch: { sharedBytes } }: Launched): number | undefined {
  return sharedBytes === undefined ? 0 : numbersOf([sharedBytes])?.[0];
}

/** Where a launch gives less than its kernel lays out, where the kernel does, and the repair. */
export function missingBytes(facts: Facts, instance: number): Pick<Finding, 'related' | 'fixes'> {
  const launched = launches(facts).find((one) => one.instance.id === instance);
  const [given, used] = [launched && givenBy(launched), laidOut(facts, instance)];
  if (!launched || given === undefined || !used || given >= used.bytes) return {};
  return {
    related: [
      { span: placeOf(launched, 'sharedBytes'), message: say`the launch gives ${given} bytes` },
      { span: used.span, message: say`${used.bytes} bytes are laid out here` },
    ],
    fixes: fixesOf(facts, launched, given, used.bytes),
  };
}

interface LaidOut {
  readonly span: Span;
  readonly bytes: number;
  /** True for a struct, which describes the whole memory. A tensor describes at least a part of it. */
  readonly whole: boolean;
}

function laidOut(facts: Facts, instance: number): LaidOut | undefined {
  const structs = facts.evaluation.sharedLayouts
    .filter((one) => one.instance === instance)
    .map(({ span, bytes }): LaidOut => ({ span, bytes, whole: true }));
  return largest(structs) ?? largest(tensors(facts).get(instance) ?? []);
}

function largest(all: readonly LaidOut[]): LaidOut | undefined {
  return all.reduce<LaidOut | undefined>((most, one) => (!most || one.bytes > most.bytes ? one : most), undefined);
}

/** The tensors over arrays whose size the launch determines, by instance. */
const tensors = remembered((facts: Facts): ReadonlyMap<number, readonly LaidOut[]> => {
  const names = new Set(
    [...facts.evaluation.facts.values()]
      .flat()
      .filter(({ memory }) => memory === 'extern-shared')
      .map(({ name }) => name),
  );
  const byInstance = new Map<number, LaidOut[]>();
  if (names.size === 0) return byInstance;
  for (const { result, span, instance } of facts.calls('make_tensor')) {
    if (!isA(result, 'tensor') || result.data.space !== 'smem' || !names.has(result.data.base)) continue;
    const start: Value = result.data.offset;
    const [offset, extent] = numbersOf([start, cosize(result.layout)]) ?? [];
    if (offset === undefined || extent === undefined) continue;
    const bytes = Math.ceil(((offset + extent) * bitsOfStep(result.data)) / 8);
    byInstance.set(instance, [...(byInstance.get(instance) ?? []), { span, bytes, whole: false }]);
  }
  return byInstance;
});

function fixesOf(facts: Facts, { launch }: Launched, given: number, bytes: number): readonly Fix[] {
  const written = originOf(facts, facts.expressionAt(launch.at.sharedBytes), []);
  if (!written || productOf(facts, written) !== given) return [];
  return [{ title: say`Give ${bytes} bytes`, edits: [{ span: written.span, text: String(bytes) }], preferred: true }];
}

/** The value of a number or a product of numbers. An expression with names is left alone, since its meaning would be
 *  lost. */
function productOf(facts: Facts, e: Expr): number | undefined {
  if (e.is !== 'Binary') return e.is === 'Int' ? literalIn(facts, e)?.n : undefined;
  const [left, right] = [productOf(facts, e.left), productOf(facts, e.right)];
  return e.op === '*' && left !== undefined && right !== undefined ? left * right : undefined;
}
