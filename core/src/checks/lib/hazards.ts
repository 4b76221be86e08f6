// What all threads of a block do to memory, as checks report it: each mistake once, with its thread, its block and its
// element in words.
import type { AccessHazard, BarrierFault, BlockRun, Overrun } from '../../analysis';
import type { HazardKind } from '../../access/hazards';
import { grouped } from '../../base/collect';
import { said, say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Allocation } from '../../values/value';
import type { Facts } from './facts';

export interface SeenHazard {
  readonly run: BlockRun;
  readonly hazard: AccessHazard;
}

/** The mistakes of some kinds, each at its first block. */
export function hazardsOf(facts: Facts, ...kinds: readonly HazardKind[]): readonly SeenHazard[] {
  const seen = new Set<string>();
  const found: SeenHazard[] = [];
  for (const run of facts.evaluation.blocks ?? []) {
    for (const hazard of run.found) {
      const { place, otherPlace, overrun } = hazard;
      const other = otherPlace?.span ?? overrun?.at;
      const places = `${place.span.file} ${place.span.start} ${other?.start ?? ''}`;
      const key = `${run.instance} ${hazard.kind} ${places}`;
      if (!kinds.includes(hazard.kind) || seen.has(key)) continue;
      seen.add(key);
      found.push({ run, hazard });
    }
  }
  return found;
}

/** Whether an access of an instance is found that leaves a memory: then that is the finding, and not how the memory is
 *  declared. */
export function leavesMemory(facts: Facts, instance: number, isMeant: (memory: Allocation) => boolean): boolean {
  return hazardsOf(facts, 'outside').some(
    ({ run, hazard }) => run.instance === instance && isMeant(hazard.place.memory),
  );
}

interface SeenFault<K extends BarrierFault['kind']> {
  readonly run: BlockRun;
  readonly fault: BarrierFault & { readonly kind: K };
}

/** What is wrong with barriers, each at its first block and once for its place. */
export function faultsOf<K extends BarrierFault['kind']>(facts: Facts, kind: K): readonly SeenFault<K>[] {
  const seen = new Set<string>();
  const isOfKind = (fault: BarrierFault): fault is BarrierFault & { readonly kind: K } => fault.kind === kind;
  return (facts.evaluation.blocks ?? []).flatMap((run) =>
    run.faults.filter(isOfKind).flatMap((fault) => {
      const key = `${run.instance} ${keyOf(fault.span)}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ run, fault }];
    }),
  );
}

export interface SeenOverrun extends SeenHazard {
  readonly hazard: AccessHazard & { readonly overrun: Overrun };
}

/** Coordinates outside of their tensors, each at its first block and access; not where the same access also leaves the
 *  memory in some thread, which is one mistake. */
export function overrunsOf(facts: Facts): readonly SeenOverrun[] {
  const placeOf = ({ run, hazard }: SeenHazard): string => `${run.instance} ${keyOf(hazard.place.span)}`;
  const outside = new Set(hazardsOf(facts, 'outside').map(placeOf));
  const seen = new Set<string>();
  return hazardsOf(facts, 'overrun').flatMap((one) => {
    const { overrun } = one.hazard;
    const key = `${one.run.instance} ${overrun ? keyOf(overrun.at) : ''}`;
    if (!overrun || outside.has(placeOf(one)) || seen.has(key)) return [];
    seen.add(key);
    return [{ ...one, hazard: { ...one.hazard, overrun } }];
  });
}

const keyOf = ({ file, start, end }: Span): string => `${file} ${start} ${end}`;

/** `thread 200 of block (3,0)` */
export function threadOf(run: BlockRun, thread: number): string {
  return say`thread ${coordinate(placeIn(run, thread))} of block ${coordinate(blockOf(run, thread))}`;
}

function placeIn({ threads: [x, y, z] }: BlockRun, thread: number): readonly [number, number, number] {
  return [thread % x, Math.floor(thread / x) % y, Math.floor((thread % (x * y * z)) / (x * y))];
}

/** The block of a thread: the one that is looked at, or another one of its cluster. */
function blockOf(
  { block, threads: [x, y, z], others = [] }: BlockRun,
  thread: number,
): readonly [number, number, number] {
  return [block, ...others][Math.floor(thread / (x * y * z))] ?? block;
}

function coordinate([x, y, z]: readonly [number, number, number]): string {
  return z === 0 && y === 0 ? String(x) : z === 0 ? `(${x},${y})` : `(${x},${y},${z})`;
}

/** `threadIdx.x` of the threads of a mistake. */
export function threadsIn({ threads: [x] }: BlockRun, { thread, otherThread }: AccessHazard): readonly number[] {
  return [thread, ...(otherThread === undefined ? [] : [otherThread])].map((one) => one % x);
}

/** `thread 200 of block (3,0)`, of the other thread. */
export function otherThreadOf(run: BlockRun, { otherBlock, otherThread }: AccessHazard): string {
  return threadOf({ ...run, block: otherBlock ?? run.block }, otherThread ?? 0);
}

/** Whether two threads that are followed together are of different blocks. */
export function areApart(run: BlockRun, one: number, other: number): boolean {
  return blockOf(run, one) !== blockOf(run, other);
}

/** The thread alone, where its block, that of another one, is named already: `thread 200`. */
export function threadText(run: BlockRun, thread: number, beside?: number): string {
  if (beside !== undefined && areApart(run, beside, thread)) return threadOf(run, thread);
  return say`thread ${coordinate(placeIn(run, thread))}`;
}

/** `element 10,000 of \`out\``, or by its bytes where accesses are not as large as elements; of the member of an object
 *  that is accessed. */
export function elementOf(hazard: AccessHazard): string {
  const { part, memory } = hazard.place;
  return part && hazard.start >= part.start
    ? elementIn(part.name, hazard.start - part.start, hazard.bytes)
    : elementIn(memoryName(memory), hazard.start, hazard.bytes);
}

/** The same, of the whole allocation. */
export function elementOfAll({ start, bytes, place }: AccessHazard): string {
  return elementIn(memoryName(place.memory), start, bytes);
}

/** The name of a memory. That of a program has one word; dynamic shared memory has none, and is called so. */
export function memoryName({ name }: Allocation): string {
  return name.includes(' ') ? said(name) : name;
}

function elementIn(name: string, start: number, bytes: number): string {
  return start % bytes === 0
    ? say`element ${grouped(start / bytes)} of \`${name}\``
    : say`byte ${grouped(start)} of \`${name}\``;
}

/** `1,000 elements` */
export function extentOf({ bytes, place }: AccessHazard): string {
  const { bytes: size = 0 } = place.memory;
  return size % bytes === 0 ? say`${grouped(size / bytes)} elements` : say`${grouped(size)} bytes`;
}

/** `5`, or `(2,5)` in loops in one another. */
export function iterationText(iterations: readonly number[]): string {
  return iterations.length === 1 ? iterations.map(grouped).join('') : `(${iterations.join(',')})`;
}
