// What an analysis says that a probe will record, as plain data that outlives the analysis.
import { known } from '../algebra/errors';
import { compile } from '../algebra/compile';
import { size } from '../algebra/index';
import { dyn } from '../algebra/leaf';
import type { AnyLayout } from '../algebra/types';
import type { Evaluation, Observation } from '../analysis';
import { tagOf } from '../base/tuple';
import { isTuple } from '../values/convert';
import { factText, printPointer } from '../values/print';
import { sizeofBits } from '../values/scalars';
import type { Tensor, Value } from '../values/value';
import { contentOf, isPlaced, isPredicted, type Probe } from './plan';

/** One value that a probe may see. In the texts `¤` stands for an integer that is not known. */
export interface Expected {
  readonly text: string;
  /** Of a tensor: the printed form of its pointer, without the address. */
  readonly pointer?: string;
  /** Of a tensor in memory: the name of the memory, and where in it the tensor starts, in bytes. */
  readonly base?: string;
  readonly startBytes?: number;
  readonly elementBytes?: number;
  /** `layout(i)` for every i. */
  readonly elements?: readonly number[];
  /** Of a swizzled pointer: bits, base and shift, in bytes. */
  readonly swizzle?: readonly [number, number, number];
  /** Seen only where a condition is not known, in a branch that this thread does not take, or in one of several
   *  launches. */
  readonly maybe?: true;
  /** Stands for values that are not predicted: whatever is seen may be one of them. */
  readonly open?: true;
}

/** What is expected at a probe: by instance, in the order of evaluation. */
export type Expectations = ReadonlyMap<number, readonly Expected[]>;

const unpredicted: Expected = { text: '', maybe: true, open: true };

/** A number that no program computes: replaced by `¤` once printed. */
const sentinel = 1_999_888_777;
const anyInteger = '¤';

/** What each probe is expected to see in the thread and block that the analysis looks at. */
export function predict(
  analysis: Evaluation,
  probes: readonly Pick<Probe, 'id' | 'span'>[],
  limits: { readonly elements: number },
): ReadonlyMap<number, Expectations> {
  const out = new Map<number, Expectations>();
  const wanted = new Map(probes.map((probe) => [`${probe.span.file}:${probe.span.start}:${probe.span.end}`, probe]));
  for (const [file, facts] of analysis.facts) {
    for (const fact of facts) {
      const probe = wanted.get(`${file}:${fact.span.start}:${fact.span.end}`);
      if (!probe || fact.role === 'use' || fact.role === 'expression') continue;
      const byInstance = new Map<number, Expected[]>();
      for (const seen of fact.seen) {
        const list = byInstance.get(seen.instance) ?? [];
        list.push(isPredicted(seen, analysis) ? expected(seen, analysis, limits.elements) : unpredicted);
        byInstance.set(seen.instance, list);
      }
      for (const [instance, list] of byInstance) {
        // An instance of which nothing is predicted is not asked about.
        if (list.every(({ open }) => open)) byInstance.delete(instance);
        else if (analysis.instances[instance]?.unseen || fact.cut?.has(instance)) list.push(unpredicted);
      }
      out.set(probe.id, byInstance);
    }
  }
  return out;
}

function expected(seen: Observation, analysis: Evaluation, mostElements: number): Expected {
  const value = contentOf(seen.value);
  const maybe =
    analysis.instances[seen.instance]?.repeated === true ||
    seen.assumes.some((id) => analysis.assumptions[id]?.kind === 'branch');
  return {
    text: pattern(value, factText),
    ...(isTensor(value) ? ofTensor(value, mostElements) : {}),
    ...(maybe ? { maybe } : {}),
  };
}

const isTensor = (value: Value): value is Tensor => !isTuple(value) && value.is === 'tensor';

function ofTensor(tensor: Tensor, mostElements: number): Partial<Expected> {
  const { data } = tensor;
  const pointer = withoutAddress(
    pattern(data, (value) => (isTuple(value) || value.is !== 'pointer' ? '' : printPointer(value))),
  );
  const elements = tensor.owning || isExotic(tensor) ? undefined : elementsOf(tensor.layout, mostElements);
  const start: Value = data.offset;
  const bits = known(() => sizeofBits(data.element));
  const isKnown =
    isPlaced(tensor) &&
    !isTuple(start) &&
    (start.is === 'dynamic' || start.is === 'static') &&
    start.n !== undefined &&
    bits !== undefined &&
    bits >= 8;
  return {
    ...(pointer === undefined ? {} : { pointer }),
    ...(elements ? { elements } : {}),
    ...(isKnown ? { base: data.base ?? '', startBytes: ((start.n ?? 0) * bits) / 8, elementBytes: bits / 8 } : {}),
    ...(data.swizzle ? { swizzle: [data.swizzle.bits, data.swizzle.base, data.swizzle.shift] as const } : {}),
  };
}

/** Iterators that compute what they read have no elements with places. */
const isExotic = ({ data }: Tensor): boolean =>
  data.transform !== undefined || !['gmem', 'smem', 'rmem', 'generic'].includes(data.space);

/** Undefined where some number is not known, the values are coordinates, or there are too many. */
export function elementsOf(layout: AnyLayout, most: number): readonly number[] | undefined {
  return known(() => {
    const count: Value = size(layout);
    if (
      isTuple(count) ||
      (count.is !== 'static' && count.is !== 'dynamic') ||
      count.n === undefined ||
      count.n > most ||
      count.n === 0
    )
      return undefined;
    const at = compile(layout);
    const found = Array.from({ length: count.n }, (_, i) => at(i));
    return found.every(Number.isInteger) ? found : undefined;
  });
}

/** The text of a value in which every integer that is not known is `¤`. */
function pattern(value: Value, text: (value: Value) => string): string {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a copy: its integers have numbers
  return text(filled(value) as Value).replaceAll(String(sentinel), anyInteger);
}

function filled(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 24 || value instanceof Map) return value;
  if (Array.isArray(value)) return value.map((part) => filled(part, depth + 1));
  const is = tagOf(value);
  if (is === 'dynamic') return 'n' in value && value.n !== undefined ? value : dyn(sentinel);
  if (is === 'struct' || is === 'callable' || is === 'unknown') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, depth + 1)]));
}

/** `gmem_ptr[32b](A+96)` is `gmem_ptr[32b]`; a counting iterator and a coordinate are what they count. */
export function withoutAddress(pointer: string): string | undefined {
  if (/^(ArithTuple|counting_iter)/.test(pointer)) return pointer;
  if (/DescriptorIterator/.test(pointer)) return pointer;
  return /^(.*ptr\[\d+b\])\(/.exec(pointer)?.[1];
}

/** True where `text` is what `expected` says, `¤` standing for any integer. */
export function fits(text: string, expectedText: string): boolean {
  if (!expectedText.includes(anyInteger)) return text === expectedText;
  const source = expectedText
    .split(anyInteger)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('-?\\d+');
  return new RegExp(`^${source}$`).test(text);
}
