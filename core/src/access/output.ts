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
/** More threads than a block has. */
const ofRun = 1 << 11;

/** Who wrote each piece last, when, and what. */
interface Pieces {
  readonly bytes: number;
  readonly writer: Float64Array;
  readonly epoch: Int32Array;
  readonly site: Int32Array;
  /** `none` where nothing is known of what was written. */
  readonly source: Int32Array;
  readonly at: Float64Array;
}

export class Output {
  /** Something was done to it that is not followed: how far it is written is not known. */
  isLost = false;
  /** It is read or updated too. */
  isRead = false;
  private pieces: Pieces | undefined;
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
    const source = given && one.together !== 'atomic' ? this.numberOf(given.source) : none;
    for (const offset of one.offsets) {
      for (let thread = 0; thread < one.who.length; thread++) {
        const start = (one.starts[thread] ?? NaN) + offset;
        if (start + one.bytes > this.reach) this.reach = start + one.bytes;
        if (one.who[thread] === absent) continue;
        const at = given?.at[thread] ?? 0;
        const isKnown = one.who[thread] === present && !Number.isNaN(at);
        const writes = { thread, run, epoch, start, source: isKnown ? source : none, at };
        const clash = this.set(p, one, writes);
        if (clash) clashes.push(clash);
      }
    }
    return clashes;
  }

  private set(
    p: Pieces,
    { site, bytes }: BlockAccess,
    {
      thread,
      run,
      epoch,
      start,
      source,
      at,
    }: Readonly<Record<'thread' | 'run' | 'epoch' | 'start' | 'source' | 'at', number>>,
  ): Clash | undefined {
    const writer = run * ofRun + thread;
    let clash: Clash | undefined;
    for (let i = start / p.bytes; i < (start + bytes) / p.bytes; i++) {
      const before = p.writer[i] ?? none;
      const isUnlike = source !== none && (p.source[i] ?? none) !== none && (p.source[i] !== source || p.at[i] !== at);
      if (isUnlike && before !== writer) {
        const [otherRun, otherThread, other] = [Math.floor(before / ofRun), before % ofRun, p.site[i] ?? none];
        const isBeside =
          otherRun !== run || (p.epoch[i] === epoch && (other === site || areApart(thread, otherThread)));
        const key = `${site} ${other}`;
        if (isBeside && !this.seen.has(key)) {
          this.seen.add(key);
          clash ??= { site, other, thread, otherThread, otherRun, start, bytes };
        }
      }
      [p.writer[i], p.epoch[i], p.site[i], p.source[i], p.at[i]] = [writer, epoch, site, source, at];
    }
    return clash;
  }

  /** The byte behind the last one that is written; undefined where that is not known, or where a condition leaves out
   *  threads that would write up to the end of the memory. */
  get end(): number | undefined {
    const { pieces: p, size } = this;
    if (this.isLost || !p || size === undefined || this.reach >= size) return undefined;
    let end = p.writer.length;
    while (end > 0 && p.writer[end - 1] === none) end--;
    return end * p.bytes;
  }

  /** The run that wrote each of the last elements of these bytes, or -1. */
  lastWriters(count: number, element: number): readonly number[] {
    const { pieces: p } = this;
    if (p?.bytes !== element) return [];
    return Array.from(p.writer.slice(-count), (writer) => (writer === none ? none : Math.floor(writer / ofRun)));
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
    const fits = (n: number): boolean => n % piece === 0;
    if (!starts.every((start, i) => who[i] === absent || fits(start)) || !offsets.every(fits)) return undefined;
    const length = size / piece;
    this.pieces ??= {
      bytes: piece,
      writer: new Float64Array(length).fill(none),
      epoch: new Int32Array(length),
      site: new Int32Array(length),
      source: new Int32Array(length).fill(none),
      at: new Float64Array(length),
    };
    return this.pieces;
  }
}

function areApart(thread: number, other: number): boolean {
  return Math.floor(thread / WARP_THREADS) !== Math.floor(other / WARP_THREADS);
}
