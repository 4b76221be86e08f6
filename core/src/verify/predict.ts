// What each probe will record according to an analysis, as plain data that outlives the analysis.
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
import { untype } from '../values/convert';
import { isPlaced, isPredicted, type Probe } from './plan';

/** One value that a probe may record. In the texts `¤` stands for an unknown integer. */
export interface Expected {
  readonly text: string;
  /** For a tensor, the printed form of its pointer without the address. */
  readonly pointer?: string;
  /** For a tensor in memory, the name of the memory and the byte at which the tensor starts in it. */
  readonly base?: string;
  readonly startBytes?: number;
  readonly elementBytes?: number;
  /** `layout(i)` for every i. */
  readonly elements?: readonly number[];
  /** For a swizzled pointer: bits, base and shift, counted in bytes. */
  readonly swizzle?: readonly [number, number, number];
  /** The probe records it only if an unknown condition holds, in a branch that this thread may not take, or in one
   *  of several launches. */
  readonly maybe?: true;
  /** Stands for values that are not predicted: any record may be one of them. */
  readonly open?: true;
}

/** The expectations at a probe, by instance, in the order of evaluation. */
export type Expectations = ReadonlyMap<number, readonly Expected[]>;

const unpredicted: Expected = { text: '', maybe: true, open: true };

/** A number that no program computes. After printing, `¤` replaces it. */
const sentinel = 1_999_888_777;
const anyInteger = '¤';

/** The expectations of each probe in the thread and block that the analysis evaluates. */
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
        // An instance without a prediction gets no expectation.
        if (list.every(({ open }) => open)) byInstance.delete(instance);
        else if (analysis.instances[instance]?.unseen || fact.cut?.has(instance)) list.push(unpredicted);
      }
      out.set(probe.id, byInstance);
    }
  }
  return out;
}

function expected(seen: Observation, analysis: Evaluation, mostElements: number): Expected {
  const value = untype(seen.value);
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

/** True for iterators that compute what they read: their elements have no addresses. */
const isExotic = ({ data }: Tensor): boolean =>
  data.transform !== undefined || !['gmem', 'smem', 'rmem', 'generic'].includes(data.space);

/** The offsets of all elements; undefined where a number is not known, the values are coordinates, or there are too
 *  many. */
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

/** The text of a value with `¤` for every unknown integer. */
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

/** `gmem_ptr[32b](A+96)` becomes `gmem_ptr[32b]`. A counting iterator and a coordinate iterator are kept whole,
 *  since their text is their value. */
export function withoutAddress(pointer: string): string | undefined {
  if (/^(ArithTuple|counting_iter)/.test(pointer)) return pointer;
  if (/DescriptorIterator/.test(pointer)) return pointer;
  return /^(.*ptr\[\d+b\])\(/.exec(pointer)?.[1];
}

/** True if `text` matches the expected text, in which `¤` stands for any integer. */
export function fits(text: string, expectedText: string): boolean {
  if (!expectedText.includes(anyInteger)) return text === expectedText;
  const source = expectedText
    .split(anyInteger)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('-?\\d+');
  return new RegExp(`^${source}$`).test(text);
}
