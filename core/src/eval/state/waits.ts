// Where threads of a block wait for some others, or for what runs in the background: barriers with phases in shared
// memory, barriers with a number, groups of copies and products. Names the places of the program for the numbers of
// access/schedule.ts.
import type { BlockAccess } from '../../access/hazards';
import { isSame } from '../../access/masks';
import type { Background, Doing } from '../../access/steps';
import type { AccessPlace, BarrierFault } from '../../analysis';
import { spend } from '../../base/meter';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Allocation } from '../../values/value';
import type { Mask } from './running';
import type { Simt } from './simt';

/** Bytes of a memory, in runs of one length. */
export interface Runs {
  readonly begins: Float64Array;
  readonly length: number;
}

/** A barrier: where it lies and how the program calls it. */
export interface BarrierAt {
  readonly memory: Allocation;
  readonly byte: number;
  readonly name: string;
  /** The index of the block that has it. */
  readonly block: number;
}

/** Whose numbers barriers have: those of the hardware, or those that programs give to a class of CUTLASS whose header
 *  was not found, which count from another one. */
export type Numbering = 'hardware' | 'program';

interface Site {
  readonly span: Span;
  readonly name: string;
}

export class Waits {
  private readonly sites: Site[] = [];
  private readonly barriers = new Map<Allocation | undefined, Map<string, number>>();
  private made = 0;
  private readonly offsets = new Map<string, Float64Array | undefined>();
  private readonly runs = new Map<string, Runs>();

  /** Where threads asked last whether a phase is over, and how many steps had been taken then. */
  private asked: { readonly span: Span; readonly steps: number } | undefined;
  private steps = 0;
  private isRelaxed = false;

  constructor(private readonly simt: Simt) {}

  /** Numbers of barriers do not say which is meant. */
  isUnclear = false;

  reserve(): void {
    this.isUnclear = true;
  }

  private counted: Numbering | undefined;

  /** Barriers are counted in one way; in both, one of them may have two numbers. */
  count(by: Numbering): void {
    if ((this.counted ??= by) !== by) this.reserve();
  }

  private tokens = 0;

  /** A name of an arrival at a barrier, by which threads wait for its phase. */
  newToken(): number {
    return this.tokens++;
  }

  /** Threads ask whether a phase is over: true where they do nothing else than to ask again. */
  asksAgain(span: Span): boolean {
    const { asked, steps } = this;
    this.asked = { span, steps };
    return asked?.steps === steps && asked.span.start === span.start && asked.span.file === span.file;
  }

  /** The number of a barrier in shared memory. */
  numberOf({ memory, byte, block }: BarrierAt): number {
    return this.numbered(memory, byte, block);
  }

  /** The number of a barrier of the hardware, which has another one in each block. */
  numberIn(block: number, barrier: number): number {
    return this.numbered(undefined, barrier, block);
  }

  private numbered(memory: Allocation | undefined, at: number, block: number): number {
    const of = this.barriers.get(memory) ?? new Map<string, number>();
    this.barriers.set(memory, of);
    const key = `${at} ${block}`;
    const number = of.get(key) ?? this.made++;
    of.set(key, number);
    return number;
  }

  site(span: Span, name: string): number {
    const known = this.sites.findIndex(
      (one) => one.name === name && one.span.start === span.start && one.span.file === span.file,
    );
    return known >= 0 ? known : this.sites.push({ span, name }) - 1;
  }

  /** The threads that run take a step that counts for others, or these of them. */
  step(doing: Doing, who?: Mask): void {
    const { simt } = this;
    if (simt.lost !== undefined || simt.timeline.isLost) return;
    const { active, certain } = simt.running;
    if (!isSame(active, certain))
      return simt.lose(say`whether threads wait, or are waited for, depends on a condition that is not known`);
    spend(simt.count, 'threads');
    this.steps++;
    if (/^(await|meet|drain)$/.test(doing.is)) simt.endEpoch();
    simt.timeline.step({ ...doing, who: who ?? active });
    if (simt.timeline.isLost) simt.lose(say`in which order threads wait for each other is not known`);
  }

  /** The offsets of a layout in bytes, computed once for each text of it. */
  offsetsOf(layout: string, compute: () => Float64Array | undefined): Float64Array | undefined {
    if (!this.offsets.has(layout)) this.offsets.set(layout, compute());
    return this.offsets.get(layout);
  }

  /** The bytes that a layout has from a place on, computed once for each of both. */
  runsOf(layout: string, start: number, compute: () => Runs): Runs {
    const key = `${layout} ${start}`;
    const known = this.runs.get(key) ?? compute();
    this.runs.set(key, known);
    return known;
  }

  /** An access in the background. */
  begin(place: AccessPlace, access: Omit<BlockAccess, 'site'>, of: Background): void {
    const { memory, one } = this.simt.placed(place, access);
    this.step({ is: 'access', memory, access: one, to: of }, access.who);
  }

  /** A copy into shared memory that reports to a barrier. What it writes counts where that is memory of the block that
   *  is looked at. */
  copy(place: AccessPlace, access: Omit<BlockAccess, 'site'>, at: BarrierAt, bytes: number, isOwn: boolean): void {
    const placed = isOwn ? this.simt.placed(place, access) : undefined;
    const to = placed && { memory: placed.memory, access: placed.one };
    const [barrier, site] = [this.numberOf(at), this.site(place.span, at.name)];
    this.step({ is: 'copy', to, barrier, bytes, site }, access.who);
  }

  /** Threads arrive at the barrier of the cluster; `cluster_arrive_relaxed` orders nothing that is not behind a
   *  fence. */
  arriveInCluster(isRelaxed: boolean): void {
    this.isRelaxed = isRelaxed;
  }

  /** They wait there. */
  waitInCluster(): void {
    if (this.isRelaxed && this.simt.timeline.isScheduled) this.step({ is: 'relax' });
    this.isRelaxed = false;
  }

  /** What is wrong with barriers when the block has ended. */
  get faults(): readonly BarrierFault[] {
    const { timeline } = this.simt;
    const { stuck } = timeline;
    const early = timeline.early.flatMap(({ site, barrier: _barrier, madeAt, ...one }): readonly BarrierFault[] => {
      const [at, made] = [this.sites[site], this.sites[madeAt]];
      return at && made ? [{ kind: 'early', ...at, madeAt: made.span, ...one }] : [];
    });
    const wrong = timeline.mismatches.filter(
      ({ barrier }) => stuck.length === 0 || stuck.some((one) => one.barrier === barrier && one.missing === 0),
    );
    const mismatches = wrong.flatMap(({ site, barrier: _barrier, ...one }): readonly BarrierFault[] => {
      const at = this.sites[site];
      return at ? [{ kind: 'bytes', ...at, ...one }] : [];
    });
    const waits = stuck
      .filter(({ barrier }) => !wrong.some((one) => one.barrier === barrier))
      .flatMap(({ site, barrier: _barrier, ...one }): readonly BarrierFault[] => {
        const at = this.sites[site];
        return at ? [{ kind: 'endless', ...at, ...one }] : [];
      });
    return [...early, ...mismatches, ...(wrong.length > 0 ? [] : waits)];
  }
}
