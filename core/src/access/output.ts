// What all blocks of a launch write to one global memory: which elements two threads write with nothing that orders
// them, and up to where it is written. Numbers in, numbers out, as in hazards.ts. Of two values that are not known
// nothing is said: they may be the same.
import { absent, type BlockAccess, present } from './hazards';
import { WARP_THREADS } from './shared';

/** A number for each thread that says what it writes: two threads write the same where both numbers are the same. */
export interface Given {
  /** What the numbers count: places in a memory, or the values themselves. */
  readonly source: object;
  readonly at: Float64Array;
}

/** Two threads that write one element. */
export interface Clash {
  readonly site: number;
  readonly other: number;
  readonly thread: number;
  readonly otherThread: number;
  /** The run of the other thread's block, counted from 0. */
  readonly otherRun: number;
  readonly start: number;
  readonly bytes: number;
}

const none = -1;
/** Larger memories are not followed. */
const mostPieces = 1 << 20;

/** Who wrote each piece last, when, and what. */
interface Pieces {
  readonly bytes: number;
  /** The number of the moment, or `none`. */
  readonly moment: Int32Array;
  readonly thread: Int16Array;
  readonly at: Float64Array;
}

/** What the threads of a block write in one place of the program. */
interface Moment {
  readonly run: number;
  readonly epoch: number;
  readonly site: number;
  /** The number of what the values count; `none` where nothing is known of what was written. */
  readonly source: number;
}

export class Output {
  /** Something was done to it that is not followed: how far it is written is not known. */
  isLost = false;
  /** It is read or updated too. */
  isRead = false;
  private pieces: Pieces | undefined;
  private readonly moments: Moment[] = [];
  /** The byte behind the last one that is written, or would be by threads that a condition leaves out. */
  private reach = 0;
  private readonly sources = new Map<object, number>();
  private readonly seen = new Set<string>();

  constructor(private readonly size: number | undefined) {}

  /** Notes what the threads of a block write, and returns those that write what another one has written. */
  write(one: BlockAccess, run: number, epoch: number, given: Given | undefined): readonly Clash[] {
    const p = this.piecesFor(one);
    if (!p) {
      this.isLost = true;
      return [];
    }
    const clashes: Clash[] = [];
    const { offsets, starts, who, bytes, site } = one;
    const source = given && one.together !== 'atomic' ? this.numberOf(given.source) : none;
    const known = this.moments.push({ run, epoch, site, source }) - 1;
    if (starts.some((start, thread) => who[thread] !== absent && Number.isNaN(start))) this.isLost = true;
    const open = source === none ? known : this.moments.push({ run, epoch, site, source: none }) - 1;
    for (let k = 0; k < offsets.length; k++) {
      const offset = offsets[k] ?? NaN;
      for (let thread = 0; thread < who.length; thread++) {
        const start = (starts[thread] ?? NaN) + offset;
        if (start + bytes > this.reach) this.reach = start + bytes;
        if (who[thread] === absent) continue;
        const at = given?.at[thread] ?? 0;
        const moment = who[thread] === present && !Number.isNaN(at) ? known : open;
        const clash = this.set(p, moment, thread, start, bytes, at);
        if (clash) clashes.push(clash);
      }
    }
    return clashes;
  }

  private set(p: Pieces, moment: number, thread: number, start: number, bytes: number, at: number): Clash | undefined {
    let clash: Clash | undefined;
    const source = this.moments[moment]?.source ?? none;
    const end = Math.min((start + bytes) / p.bytes, p.moment.length);
    for (let i = Math.max(0, start / p.bytes); i < end; i++) {
      const before = source === none ? undefined : this.moments[p.moment[i] ?? none];
      if (before && before.source !== none && (before.source !== source || p.at[i] !== at))
        clash ??= this.meet(before, p.thread[i] ?? none, moment, thread, start, bytes);
      p.moment[i] = moment;
      p.thread[i] = thread;
      p.at[i] = at;
    }
    return clash;
  }

  /** A thread writes another value to a piece than was written before: undefined where something orders the two, or
   *  where two places of the program were found to do that already. */
  private meet(
    before: Moment,
    otherThread: number,
    moment: number,
    thread: number,
    start: number,
    bytes: number,
  ): Clash | undefined {
    const { run, epoch, site } = this.moments[moment] ?? before;
    const { run: otherRun, site: other } = before;
    if (otherRun === run && otherThread === thread) return undefined;
    const isBeside = otherRun !== run || (before.epoch === epoch && (other === site || areApart(thread, otherThread)));
    const key = `${site} ${other}`;
    if (!isBeside || this.seen.has(key)) return undefined;
    this.seen.add(key);
    return { site, other, thread, otherThread, otherRun, start, bytes };
  }

  /** The byte behind the last one that is written; undefined where that is not known, or where a condition leaves out
   *  threads that would write up to the end of the memory. */
  get end(): number | undefined {
    const { pieces: p, size } = this;
    if (this.isLost || !p || size === undefined || this.reach >= size) return undefined;
    let end = p.moment.length;
    while (end > 0 && p.moment[end - 1] === none) end--;
    return end * p.bytes;
  }

  /** The run that wrote each of the last elements of these bytes, or -1. */
  lastWriters(count: number, element: number): readonly number[] {
    const { pieces: p } = this;
    if (p?.bytes !== element) return [];
    return Array.from(p.moment.slice(-count), (moment) => this.moments[moment]?.run ?? none);
  }

  private numberOf(source: object): number {
    const known = this.sources.get(source) ?? this.sources.size;
    this.sources.set(source, known);
    return known;
  }

  /** The pieces, where the access touches them whole. */
  private piecesFor({ bytes, starts, offsets, who, spread }: BlockAccess): Pieces | undefined {
    const { size } = this;
    const piece = this.pieces?.bytes ?? bytes;
    if (size === undefined || size / piece > mostPieces || bytes % piece !== 0 || size % piece !== 0 || spread)
      return undefined;
    const fits = (n: number): boolean => n % piece === 0 || Number.isNaN(n);
    if (!starts.every((start, i) => who[i] === absent || fits(start)) || !offsets.every(fits)) return undefined;
    const length = size / piece;
    this.pieces ??= {
      bytes: piece,
      moment: new Int32Array(length).fill(none),
      thread: new Int16Array(length),
      at: new Float64Array(length),
    };
    return this.pieces;
  }
}

function areApart(thread: number, other: number): boolean {
  return Math.floor(thread / WARP_THREADS) !== Math.floor(other / WARP_THREADS);
}
