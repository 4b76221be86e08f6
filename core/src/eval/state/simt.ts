// All threads of one block at once, or of all blocks of its cluster: which of them run the code that is evaluated, and
// what they do to memory. A thread is its linear index in the block, and those of other blocks follow (together.ts).
// Masks say for each thread whether it runs (`active`), and whether that is certain: behind a condition that depends on
// data a thread may run. Knows neither statements nor values; run/simt.ts splits and joins the masks.
import { followsFrom } from '../../access/faults';
import { absent, type BlockAccess, type Fence, Memory, perhaps, present } from '../../access/hazards';
import type {
  AccessHazard,
  AccessMoment,
  AccessPlace,
  BarrierFault,
  Divergence,
  Gap,
  InstructionKind,
} from '../../analysis';
import type { Given } from '../../access/output';
import { Timeline } from '../../access/timeline';
import { Held } from '../../base/held';
import { say, words } from '../../base/say';
import { beginOf, type Span } from '../../base/span';
import type { Allocation, Struct, TensorMade } from '../../values/value';
import type { Outputs } from './outputs';
import { Places } from './places';
import { Registers } from './registers';
import type { Exits, Mask, Returns, Running } from './running';
import { SharedAddresses } from './shared-addresses';
import { blockIndices, type Extents, threadIndices, type Together, warpsOfBlocks } from './together';
import { Waits } from './waits';
import { WarpLog } from './warp-log';

/** The bytes of accesses that are kept of a block until it ends. */
const mostKept = 1 << 24;

export class Simt {
  /** Threads that are followed, and those of one block. */
  readonly count: number;
  readonly threads: number;
  /** For each thread the index of its block, and the rank of that in the cluster. */
  readonly blocks: Float64Array;
  readonly ranks: Float64Array;
  readonly threadIdx: Struct;
  readonly blockIdx: Struct;
  running: Running;
  readonly timeline: Timeline;
  readonly waits = new Waits(this);
  readonly addresses = new SharedAddresses();
  readonly instructions = new WarpLog();
  /** Loops and switches around the code, the innermost last; functions likewise. */
  readonly exits: Exits[] = [];
  readonly returns: Returns[] = [];
  readonly divergences: Divergence[] = [];
  /** The iterations of the loops that run, counted from 1, the innermost last. */
  readonly iterations = new Held<readonly number[]>([]);
  /** The tensors that were made of memory so far. */
  readonly tensors: TensorMade[] = [];
  /** What threads hold in registers. */
  readonly registers: Registers;
  /** The shared memory whose size the launch gives. */
  readonly dynamic: Allocation;
  /** Why nothing is claimed of what comes from here on. */
  lost: string | undefined;
  isTooLong = false;
  /** Of some access nobody knows where it is, or whether it is outside of its tensor. */
  isPartial = false;
  private readonly places = new Places(({ span, writes, memory, part }) =>
    [span.file, span.start, span.end, writes, memory.name, part?.name].join(' '),
  );
  private readonly memories = new Map<Allocation, Memory>();
  private hasGap = false;
  /** The number of this block among those that are followed, and of barriers so far. */
  private readonly run: number;
  private epoch = 0;
  private readonly clashes: AccessHazard[] = [];
  /** The accesses so far, as far as they are kept, and the bytes of all. */
  private readonly done: AccessMoment[] = [];
  private kept = 0;
  private readonly overrunAt = new Map<number, AccessHazard>();
  private readonly variables = new Map<object, Map<string, Allocation>>();
  private readonly others = new Map<string, Allocation>();
  /** The statements that not all threads of the block run together, by their places. */
  readonly apart = new Set<string>();
  /** The statement that is evaluated. */
  readonly statement = new Held<Span | undefined>(undefined);
  /** The same, where it is no part of a library's header. */
  readonly own = new Held<Span | undefined>(undefined);
  private readonly gapOf = new Map<string, Gap>();

  constructor(
    readonly block: Extents,
    readonly at: Extents,
    sharedBytes: number | undefined,
    readonly outputs: Outputs,
    readonly together: Together = { blocks: [at], byRank: [0] },
  ) {
    this.run = outputs.begin(at);
    this.dynamic = {
      name: words`dynamic shared memory`,
      isShared: true,
      ...(sharedBytes !== undefined && { bytes: sharedBytes }),
    };
    this.threads = block[0] * block[1] * block[2];
    this.count = this.threads * together.blocks.length;
    this.blocks = Float64Array.from({ length: this.count }, (_, i) => Math.floor(i / this.threads));
    this.ranks = this.blocks.map((block) => together.byRank.indexOf(block));
    this.registers = new Registers(this.count);
    this.timeline = new Timeline(this.count);
    const all = new Uint8Array(this.count).fill(1);
    this.running = { active: all, certain: all, supposed: all };
    this.threadIdx = threadIndices(together.blocks.length, block);
    this.blockIdx = blockIndices(together, this.threads);
  }

  /** For the threads of the block, whether they run. */
  get who(): Uint8Array {
    const { certain } = this.running;
    return this.active.map((one, i) => (one === 0 ? absent : certain[i] === 1 ? present : perhaps));
  }

  /** Those of the block that run. */
  get active(): Mask {
    return this.running.active.subarray(0, this.threads);
  }

  /** The memory of a variable, by its declaration and the instance of the templates around that. */
  allocationOf(declaration: object, instance: string, name: string, bytes: number | undefined): Allocation {
    const instances = this.variables.get(declaration) ?? new Map<string, Allocation>();
    this.variables.set(declaration, instances);
    const allocation = instances.get(instance) ?? { name, isShared: true, ...(bytes !== undefined && { bytes }) };
    instances.set(instance, allocation);
    return allocation;
  }

  /** Global memory of which nothing is known. */
  unnamed(name: string): Allocation {
    const known = this.others.get(name) ?? { name, isShared: false };
    this.others.set(name, known);
    return known;
  }

  /** The memory of an allocation, as this block sees it. */
  memory(of: Allocation): Memory {
    let memory = this.memories.get(of);
    if (!memory) {
      memory = new Memory({ size: of.bytes, startsUndefined: of.isShared, isShared: of.isShared });
      if (this.hasGap) memory.lose();
      this.memories.set(of, memory);
    }
    return memory;
  }

  /** An access that is kept for pictures, with the memory that it is to. */
  placed(
    place: AccessPlace,
    access: Omit<BlockAccess, 'site'>,
    kind?: InstructionKind,
  ): { readonly memory: Memory; readonly one: BlockAccess } {
    this.keep(place, access, kind);
    return { memory: this.memory(place.memory), one: { ...access, site: this.places.number(place) } };
  }

  access(place: AccessPlace, access: Omit<BlockAccess, 'site'>, given?: Given, by?: InstructionKind): void {
    if (this.lost !== undefined) return;
    const { memory, one } = this.placed(place, access, by?.by ? undefined : by);
    if (by && (this.run === 0 || this.at.every((n) => n === 0)))
      this.instructions.note(one.site, place, access, by, this.running);
    // What blocks share is not compared between threads, so that its order does not matter.
    if (place.memory.isShared) this.timeline.add({ is: 'access', memory, access: one });
    else {
      memory.access(one, 0, 0);
      if (this.hasGap) return;
      this.clashes.push(...this.outputs.access(access, { place, run: this.run, epoch: this.epoch }, given));
    }
  }

  /** What was done so far, for pictures of what is found. */
  private keep(place: AccessPlace, access: Omit<BlockAccess, 'site'>, kind: InstructionKind | undefined): void {
    this.kept += bytesOfMoment(access);
    const { epoch, iterations } = this;
    if (this.kept <= mostKept)
      this.done.push({ place, access, epoch, iterations: iterations.now, ...(kind && { kind }) });
  }

  /** A statement runs. */
  notePlace(span: Span): void {
    const { active, certain } = this.running;
    for (let i = 0; i < this.threads; i++)
      if (active[i] !== 1 || certain[i] !== 1) return void this.apart.add(beginOf(span));
  }

  /** All accesses; none where some were not kept. */
  get moments(): readonly AccessMoment[] {
    return this.kept <= mostKept ? this.done : [];
  }

  /** The accesses to memories in which something was found. */
  momentsOf(found: readonly AccessHazard[]): readonly AccessMoment[] {
    const memories = new Set(found.map(({ place }) => place.memory));
    return memories.size === 0 ? [] : this.done.filter(({ place }) => memories.has(place.memory));
  }

  /** An access by a coordinate that is outside of its tensor, the first of its place; `find` gives it, if there is
   *  one. */
  overruns(place: AccessPlace, find: () => Omit<AccessHazard, 'kind' | 'site' | 'place'> | undefined): boolean {
    if (this.lost !== undefined) return false;
    const site = this.places.number(place);
    if (this.overrunAt.has(site)) return true;
    const found = find();
    if (found) this.overrunAt.set(site, { kind: 'overrun', site, place, ...found });
    return found !== undefined;
  }

  /** All threads of each block wait for each other. */
  barrier(span: Span | undefined): void {
    if (span && this.lost === undefined) this.diverge(span);
    if (this.together.blocks.length === 1) return this.barrierOfAll();
    const { active: who } = this.running;
    this.epoch++;
    this.timeline.add({ is: 'barrier', groups: warpsOfBlocks(who, this.threads), who });
  }

  /** All threads of the cluster do. */
  barrierOfAll(): void {
    this.epoch++;
    this.timeline.add({ is: 'barrier', who: this.running.active });
  }

  /** Where a call is for those who read the program: within functions of a library, the statement that calls them. */
  placeOf(span: Span): Span {
    return isLibraryHeader(span.file) ? (this.own.now ?? span) : span;
  }

  /** What threads do from here on is not of the time before, since some wait for others. */
  endEpoch(): void {
    this.epoch++;
  }

  /** The threads of each of these groups of warps wait for each other. */
  barrierOf(groups: readonly (readonly number[])[]): void {
    this.epoch++;
    this.timeline.add({ is: 'barrier', groups });
  }

  private diverge(span: Span): void {
    const { active } = this;
    const { certain } = this.running;
    const kernel = this.returns[0];
    // A thread that may or may not arrive, or that may have ended, proves nothing.
    if (active.some((one, i) => one !== certain[i] || kernel?.perhapsGone[i] === 1)) return;
    const misses = active.map((one, i) => (one === 0 && kernel?.gone[i] !== 1 ? 1 : 0));
    const missing = misses.indexOf(1);
    if (missing < 0 || this.divergences.some((one) => one.span.start === span.start)) return;
    const arriving = active.reduce((sum, one) => sum + one, 0);
    // Where only other blocks of the cluster meet, this one does not wait.
    if (arriving === 0) return;
    this.divergences.push({ span, missing, arriving, arrives: active, misses });
  }

  /** A group of asynchronous copies is closed. */
  commit(): void {
    if (this.isTogether && !this.timeline.isScheduled) this.timeline.add({ is: 'commit' });
    else this.waits.step({ is: 'close', of: 'copies' });
  }

  /** Threads let what they wrote be seen: by copies by TMA and by products, or by other threads. */
  fence(of: Fence): void {
    if (this.lost !== undefined) return;
    if (this.timeline.isScheduled) this.timeline.step({ is: 'fence', of, who: this.running.active });
    else if (of === 'proxy') this.timeline.add({ is: 'fence' });
  }

  /** All but the last `pending` groups have arrived. Where none is left, copies that no group closes have, too: CuTe
   *  waits by `cp.async.wait_all` then. `ofGroups`: it is waited for groups alone. */
  wait(pending: number, ofGroups = false): void {
    if (!this.isTogether || this.timeline.isScheduled)
      return this.waits.step({ is: 'drain', of: 'copies', pending, ...(ofGroups && { ofGroups }) });
    if (pending === 0 && !ofGroups) this.timeline.add({ is: 'commit' });
    this.timeline.add({ is: 'wait', pending });
  }

  /** Whether all threads of the block run, for certain. */
  get isTogether(): boolean {
    const { active, certain } = this.running;
    return active.every((one) => one === 1) && certain.every((one) => one === 1);
  }

  /** Threads took ways that are not followed: nothing is claimed of what they do from here on. */
  surrender(why: string): void {
    if (this.lost !== undefined) return;
    this.note(why);
    this.outputs.lose();
    this.timeline.lose();
    this.lost = why;
  }

  /** The budget is spent: nothing is claimed of what threads do from here on. */
  giveUp(): void {
    this.isTooLong = true;
    this.surrender(say`following it would take too long`);
  }

  /** Something was done to one memory that is not followed. */
  loseOne(of: Allocation, why: string): void {
    this.note(why);
    this.memory(of).lose();
    if (!of.isShared) this.outputs.lose(of);
  }

  /** Something happened that is not followed: of everything that is shared nothing is claimed any more. */
  lose(why: string): void {
    if (this.lost !== undefined) return;
    this.note(why);
    this.registers.forgetAll();
    this.hasGap = true;
    this.outputs.lose();
    this.timeline.lose();
    for (const memory of this.memories.values()) memory.lose();
  }

  /** Why something is not followed, or does nothing. */
  note(why: string, from = this.statement.now): void {
    if (!this.gapOf.has(why)) this.gapOf.set(why, { why, ...(from && { at: this.placeOf(from) }) });
  }

  /** What was not followed, each reason at its first place. */
  get gaps(): readonly Gap[] {
    return [...this.gapOf.values()];
  }

  /** What is wrong with barriers; nothing where something is not followed. */
  get faults(): readonly BarrierFault[] {
    return this.hasGap || this.lost !== undefined ? [] : this.waits.faults;
  }

  get found(): readonly AccessHazard[] {
    const wrong = new Set(this.faults.flatMap((one) => (one.kind === 'bytes' ? [one.actor] : [])));
    const inMemories = [...this.memories.values()].flatMap(({ hazards }) =>
      hazards.flatMap((hazard) => {
        if (followsFrom(hazard, hazards, wrong)) return [];
        const place = this.places.at(hazard.site);
        const otherPlace = hazard.other === undefined ? undefined : this.places.at(hazard.other);
        return place ? [{ ...hazard, place, ...(otherPlace && { otherPlace }) }] : [];
      }),
    );
    return [...inMemories, ...this.clashes, ...this.overrunAt.values()];
  }
}

/** What it takes to keep an access, in bytes. */
export function bytesOfMoment({ starts, offsets, who }: Omit<BlockAccess, 'site'>): number {
  return starts.byteLength + offsets.byteLength + who.byteLength;
}

/** Whether a file is a header of CUTLASS. */
export function isLibraryHeader(file: string): boolean {
  return /(?:^|\/)include\/(?:cutlass|cute)\//.test(file);
}
