// Compares what the machine recorded with the predictions, for each probe and instance. A prediction is confirmed if
// every recorded thread agrees with it, and refuted if one thread differs. Nothing is claimed about threads that were
// not recorded.
import { say } from '../base/say';
import { allOf, groupBy } from '../base/collect';
import type { Attribution } from './attribute';
import type { Probe } from './plan';
import { fits, withoutAddress, type Expectations, type Expected } from './predict';
import type { Records, Seen } from './records';

export type Says = 'confirmed' | 'refuted' | 'not-reached' | 'not-probed';

/** A thread whose records are compared. The numbers are linear, x fastest. */
export interface Sample {
  readonly block: number;
  readonly thread: number;
}

/** What a probe is expected to record in one thread; undefined where nothing is predicted for that thread. */
export type Predictions = (probe: number, sample: Sample | undefined, grid: number) => Expectations | undefined;

export interface ProbeVerdict {
  readonly probe: number;
  readonly instance: number;
  readonly says: Exclude<Says, 'not-probed'>;
  /** The reason, as a sentence, where the prediction is refuted or was not reached. */
  readonly why?: string;
  /** Refuted only because a thread never recorded a value that it was predicted to record. */
  readonly missing?: true;
  readonly expected: readonly string[];
  readonly measured: readonly string[];
  /** The number of threads whose records were compared, and of threads whose elements were compared. */
  readonly threads: number;
  readonly owners: number;
}

/** What a probe records for a type that CuTe cannot print, such as `MMA_Traits`: `write` in cpp/values.ts. */
const notPrinted = '\x1e';
const whyNotPrinted = (): string => say`CuTe cannot print this type`;

/** The part of a probe that the comparison needs. */
export type Compared = Pick<Probe, 'id' | 'scope' | 'ask' | 'asksArch'>;

/** A probe outside functions records before `main`, and belongs to no instance. */
const isConstant = ({ ask }: Compared): boolean =>
  ask === 'constant' || ask === 'constant-type' || ask === 'template-type';

/** The largest number of records of one probe in one thread: `kHits` in cpp/device.ts. */
const mostHits = 12;

/** One verdict for each probe and each instance with an expectation. */
export function compare(
  probes: readonly Compared[],
  records: Records,
  attribution: Attribution,
  predictions: Predictions,
): readonly ProbeVerdict[] {
  const bases = new Bases();
  const byProbe = groupBy(records.seen, ({ probe }) => probe);
  const ownedBy = groupBy(records.owned, ({ probe }) => probe);
  return probes.flatMap((probe) => {
    const recorded = byProbe.get(probe.id) ?? [];
    const seen = recorded.filter(({ text }) => text !== notPrinted);
    const unprinted = seen.length < recorded.length ? whyNotPrinted() : undefined;
    const instances = [...(predictions(probe.id, undefined, 0)?.keys() ?? [])];
    if (isConstant(probe))
      return instances.length === 0
        ? []
        : [compareConstant(probe, instances[0] ?? 0, seen, predictions(probe.id, undefined, 0), unprinted)];
    return instances.map((instance) => {
      const isMine = ({ grid }: { readonly grid: number }): boolean =>
        attribution.get(grid)?.includes(instance) ?? false;
      return compareOne(
        { probe, instance, attribution, predictions, bases, unprinted },
        seen.filter(isMine),
        (ownedBy.get(probe.id) ?? []).filter(isMine),
      );
    });
  });
}

interface Question {
  readonly probe: Compared;
  readonly instance: number;
  readonly attribution: Attribution;
  readonly predictions: Predictions;
  readonly bases: Bases;
  readonly unprinted: string | undefined;
}

function compareOne(q: Question, seen: readonly Seen[], owned: Records['owned']): ProbeVerdict {
  const { probe, instance, predictions } = q;
  const about = { probe: probe.id, instance };
  const predicted = predictions(probe.id, undefined, 0)?.get(instance) ?? [];
  const summary = {
    expected: distinct(predicted.filter(({ open }) => !open).map(({ text }) => text)),
    measured: distinct(seen.map(({ text }) => text)),
  };
  const groups = [...groupBy(seen, ({ grid, block, thread }) => `${grid} ${block} ${thread}`).values()];
  let threads = 0;
  for (const group of groups) {
    const problem = compareThread(
      q,
      [...group].sort((a, b) => a.hit - b.hit),
    );
    if (problem === 'nothing') continue;
    if (problem !== undefined) return { ...about, ...summary, says: 'refuted', ...problem, threads, owners: 0 };
    threads++;
  }
  let owners = 0;
  for (const one of owned) {
    const problem = compareOwner(q, one);
    if (problem === 'nothing') continue;
    if (problem !== undefined) return { ...about, ...summary, says: 'refuted', why: problem, threads, owners };
    owners++;
  }
  if (threads === 0)
    return {
      ...about,
      ...summary,
      says: 'not-reached',
      why: q.unprinted ?? say`no recorded thread reached it`,
      threads,
      owners,
    };
  return { ...about, ...summary, says: 'confirmed', threads, owners };
}

/** The reason where a thread recorded something else than predicted; 'nothing' where nothing was predicted for it. */
function compareThread(
  q: Question,
  hits: readonly Seen[],
): 'nothing' | Pick<ProbeVerdict, 'why' | 'missing'> | undefined {
  const first = hits[0];
  if (!first) return 'nothing';
  const { allowed, own, required } = expectedOf(q, first);
  if (allowed.length === 0) return 'nothing';
  const isSeen = (one: Expected): boolean => !one.open && difference(one, first) === undefined;
  const match = own.find(isSeen);
  // Values of other instances, and values that are not predicted, do not refute this instance.
  if (!match && allowed.some((one) => one.open || isSeen(one))) return 'nothing';
  if (!match) return { why: `${whose(first)}: ${difference(closest(allowed, first), first)}` };
  const missing =
    hits.length >= mostHits
      ? undefined
      : required.find((one) => !hits.some((hit) => difference(one, hit) === undefined));
  if (missing) return { why: say`${whose(first)} never saw ${missing.text}`, missing: true };
  const why = q.bases.problem(q.probe.scope, match, first);
  return why === undefined ? undefined : { why };
}

interface Allowed {
  /** What any of the instances that the launch may be is allowed to show. */
  readonly allowed: readonly Expected[];
  /** What this instance may show. */
  readonly own: readonly Expected[];
  /** What this instance must show if the launch cannot be any other instance. */
  readonly required: readonly Expected[];
}

function expectedOf(
  { probe, instance, attribution, predictions }: Question,
  { grid, block, thread }: { readonly grid: number; readonly block: number; readonly thread: number },
): Allowed {
  const candidates = attribution.get(grid) ?? [];
  const all = predictions(probe.id, grid === 0 ? undefined : { block, thread }, grid);
  const each = candidates.map((id) => all?.get(id) ?? []);
  const sure = each.flat().filter(({ maybe }) => !maybe);
  return { allowed: each.flat(), own: all?.get(instance) ?? [], required: candidates.length === 1 ? sure : [] };
}

function compareOwner(q: Question, one: Records['owned'][number]): string | undefined {
  const { allowed, own } = expectedOf(q, { ...one, block: 0 });
  const known = allowed.filter(({ elements }) => elements !== undefined);
  if (known.length === 0) return 'nothing';
  const isSeen = ({ elements }: Expected): boolean => sameNumbers(elements, one.elements);
  const match = own.find(isSeen);
  const label = whose({ ...one, block: 0 });
  if (!match && (known.length < allowed.length || known.some(isSeen))) return 'nothing';
  if (!match) return say`${label} has other elements: ${elementDifference(known[0]?.elements ?? [], one.elements)}`;
  return q.bases.problem(q.probe.scope, match, { ...one, block: 0 });
}

/** The difference between a record and the expectation; undefined where there is none. */
function difference(one: Expected, seen: Seen): string | undefined {
  if (!fits(seen.text.replace(/\n$/, ''), one.text)) return say`CuTe says ${seen.text.trim()}, predicted ${one.text}`;
  if (one.pointer !== undefined && seen.pointer !== undefined) {
    const pointer = withoutAddress(seen.pointer);
    if (pointer !== undefined && !fits(pointer, one.pointer))
      return say`CuTe says ${pointer} for its pointer, predicted ${one.pointer}`;
  }
  if (one.elements && seen.elements && !sameNumbers(one.elements, seen.elements))
    return say`other elements: ${elementDifference(one.elements, seen.elements)}`;
  return addressDifference(one, seen);
}

function addressDifference(
  { elements, elementBytes, swizzle }: Expected,
  { addresses, start }: Seen,
): string | undefined {
  if (!addresses || !elements || elementBytes === undefined || start === undefined) return undefined;
  const at = addresses.findIndex((address, i) => address !== placed((elements[i] ?? 0) * elementBytes, start, swizzle));
  if (at < 0) return undefined;
  return say`element ${at} lies ${addresses[at]} bytes from the start, predicted ${placed((elements[at] ?? 0) * elementBytes, start, swizzle)}`;
}

/** The place of a byte, counted from the start. The swizzle of a pointer exchanges bits of the address. */
export function placed(bytes: number, start: number, swizzle: Expected['swizzle']): number {
  if (!swizzle) return bytes;
  const [bits, base, shift] = swizzle;
  const address = start + bytes;
  const high = BigInt(address);
  const mask = ((1n << BigInt(bits)) - 1n) << BigInt(base + Math.max(0, shift));
  const moved = shift >= 0 ? (high & mask) >> BigInt(shift) : (high & mask) << BigInt(-shift);
  return Number(high ^ moved) - start;
}

/** A constant is recorded once for each instantiation, before `main`: every predicted text must be among the
 *  records. */
function compareConstant(
  { id, asksArch }: Compared,
  instance: number,
  seen: readonly Seen[],
  predicted: Expectations | undefined,
  unprinted: string | undefined,
): ProbeVerdict {
  const all = [...(predicted?.values() ?? [])].flat();
  const about = {
    probe: id,
    instance,
    expected: distinct(all.map(({ text }) => text)),
    measured: distinct(seen.map(({ text }) => text)),
    threads: 0,
    owners: 0,
  };
  if (seen.length === 0)
    return { ...about, says: 'not-reached', why: unprinted ?? say`nothing in the program instantiates it` };
  const missing = all.find((one) => !one.maybe && !seen.some((hit) => difference(one, hit) === undefined));
  if (missing && asksArch)
    return {
      ...about,
      says: 'not-reached',
      why: say`constants are recorded on the host, where \`__CUDA_ARCH__\` is not defined, so the value differs there`,
    };
  return missing
    ? { ...about, says: 'refuted', why: say`CuTe says ${allOf(about.measured)}, predicted ${missing.text}` }
    : { ...about, says: 'confirmed' };
}

/** The address at which each memory begins, derived from the records: all tensors of one memory, in one function of
 *  one launch, must lead to the same address. */
class Bases {
  private readonly known = new Map<string, { readonly at: number; readonly by: string }>();

  problem(
    scope: number | undefined,
    { base, startBytes, text }: Expected,
    seen: {
      readonly grid: number;
      readonly block: number;
      readonly thread: number;
      readonly start?: number;
      readonly hit?: number;
    },
  ): string | undefined {
    if (
      base === undefined ||
      startBytes === undefined ||
      seen.start === undefined ||
      seen.grid === 0 ||
      (seen.hit ?? 0) > 0
    )
      return undefined;
    const at = seen.start - startBytes;
    const key = `${seen.grid} ${scope} ${base}`;
    const before = this.known.get(key);
    if (!before) this.known.set(key, { at, by: say`${text} in ${whose(seen)}` });
    else if (before.at !== at)
      return say`${whose(seen)}: starts ${at - before.at} bytes from where ${base} + ${startBytes} bytes should be (seen from ${before.by})`;
    return undefined;
  }
}

function closest(allowed: readonly Expected[], seen: Seen): Expected {
  const [first] = allowed;
  return allowed.find(({ text }) => fits(seen.text, text)) ?? first ?? { text: 'nothing' };
}

function elementDifference(expected: readonly number[], measured: readonly number[]): string {
  if (expected.length !== measured.length) return say`${measured.length} of them, predicted ${expected.length}`;
  const at = expected.findIndex((n, i) => (n | 0) !== measured[i]);
  return say`element ${at} is at offset ${measured[at]}, predicted ${expected[at]}`;
}

const whose = ({
  grid,
  block,
  thread,
}: {
  readonly grid: number;
  readonly block: number;
  readonly thread: number;
}): string => (grid === 0 ? say`host code` : say`block ${block}, thread ${thread}`);

function sameNumbers(a: readonly number[] | undefined, b: readonly number[]): boolean {
  return a !== undefined && a.length === b.length && a.every((n, i) => (n | 0) === b[i]);
}

const distinct = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map((text) => text.replace(/\n$/, ''))),
];
