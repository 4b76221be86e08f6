// What the threads of one block do with one memory: every read and write with its bytes, its thread and its epoch (the
// time between two barriers), and which of them are mistakes. Input and output are numbers: nothing here knows a
// program, a layout or a value. For each pair of places in the program and each kind of mistake, only the first is
// kept.
import { threadsOf } from './masks';
import { type Order, warpOf } from './order';
import { mostPieces, none, type Pieces, piecesOf, refined, setOther, unclear } from './pieces';

/** Whether a thread makes an access: it does not, it may, or it surely does. */
export const absent = 0;
export const perhaps = 1;
export const present = 2;

/** The accesses of one statement by all threads of a block: each thread to some elements. */
export interface BlockAccess {
  /** A number for the place in the program. */
  readonly site: number;
  readonly writes: boolean;
  /** For each thread, the byte from which its accesses count, from the start of the memory. NaN: not known. */
  readonly starts: Float64Array;
  /** The accesses of a thread one after the other, in bytes from there. */
  readonly offsets: Float64Array;
  /** Bytes of one element. */
  readonly bytes: number;
  /** The same, where several that lie behind each other count as one in `bytes`. */
  readonly element?: number | undefined;
  /** Elements that one instruction moves: its address must be a multiple of their bytes. */
  readonly vector: number;
  /** For each thread, one of `absent`, `perhaps`, `present`. */
  readonly who: Uint8Array;
  /** Moves an address to where a swizzle has it. */
  readonly spread?: ((at: number) => number) | undefined;
  /** How threads get along that write the same byte, which is no mistake then: by atomic operations, or all may write
   *  the same value. */
  readonly together?: 'atomic' | 'agreeing' | undefined;
  /** It changes what is there: an element that had no value has none behind it. */
  readonly updates?: boolean | undefined;
  /** The copy is asynchronous: what it writes is there once its group was waited for. */
  readonly isAsync?: boolean | undefined;
  /** The actor that makes it, where it goes on in the background (`Order`). */
  readonly actor?: number | undefined;
  /** It is made in the background by what sees writes of threads only behind a fence. */
  readonly byProxy?: 'copy' | 'product' | undefined;
  /** What its address must be a multiple of, where that does not follow from the elements. */
  readonly alignment?: number | undefined;
}

export type HazardKind =
  | 'outside'
  | 'misaligned'
  | 'write-write'
  | 'read-write'
  | 'write-read'
  | 'unwritten'
  | 'unwaited'
  | 'unwaited-write'
  | 'read-pending'
  | 'unfenced'
  | 'global-write'
  | 'overrun';

export interface Hazard {
  readonly kind: HazardKind;
  readonly site: number;
  /** The place of the access that it meets, where there are two. */
  readonly other?: number;
  readonly thread: number;
  readonly otherThread?: number;
  /** The byte at which the access of `thread` begins. */
  readonly start: number;
  readonly bytes: number;
  /** What its address must be a multiple of. */
  readonly alignment?: number;
  /** The actor of the access that it meets, where that goes on in the background. */
  readonly actor?: number;
  /** What makes the access in the background. */
  readonly byProxy?: BlockAccess['byProxy'];
}

/** What a fence orders: what threads wrote for what sees it by the async proxy, too, or for other threads alone. */
export type Fence = 'proxy' | 'threads';

export interface MemoryOptions {
  /** Bytes, where that is known. */
  readonly size: number | undefined;
  /** What the block has not written there is not defined. */
  readonly startsUndefined: boolean;
  /** Accesses of different threads are compared. */
  readonly isShared: boolean;
}

/** More than there are places in a program. */
const mostSites = 1 << 24;
/** Readers and writers from here on go on in the background, by their number. */
const firstInBackground = 1 << 16;

/** What goes on in the background: its actor, and the thread that began it. */
interface Background {
  readonly actor: number;
  readonly thread: number;
  readonly of: BlockAccess;
}

/** One memory as one block sees it. */
export class Memory {
  readonly hazards: Hazard[] = [];
  private pieces: Pieces | undefined;
  /** Something was done to it that is not followed: nothing is claimed any more but that an access is outside. */
  private isLost = false;
  /** Of each kind the pairs of sites that were noted. */
  private readonly seen = new Map<HazardKind, Set<number>>();
  /** The epoch in which each group of asynchronous copies had arrived, by its number. */
  private arrivals = new Map<number, number>();
  /** All groups below this number have an entry there. */
  private arrivedTo = 0;
  /** The present epoch, and which warps have waited for each other, where not all have. */
  private epoch = 0;
  private order: Order | undefined;
  private readonly background: Background[] = [];
  /** The places whose writes may agree with those of other threads. */
  private readonly agreeing = new Set<number>();
  /** The fences so far, of any thread. */
  private fences = 0;

  constructor(private readonly options: MemoryOptions) {}

  lose(): void {
    this.isLost = true;
  }

  /** The groups of asynchronous copies below this one were waited for. */
  arrived(group: number, epoch: number): void {
    for (; this.arrivedTo < group; this.arrivedTo++) this.arrivals.set(this.arrivedTo, epoch);
  }

  /** Some thread lets what it wrote be seen by what goes on in the background. */
  fence(): void {
    this.fences++;
  }

  /** One group was waited for. */
  arrivedAlone(group: number, epoch: number): void {
    if (!this.arrivals.has(group)) this.arrivals.set(group, epoch);
  }

  /** What was done since a moment was done this much later. */
  age(
    since: { readonly epoch: number; readonly group: number },
    by: { readonly epochs: number; readonly groups: number; readonly waits: boolean },
  ): void {
    const { pieces: p } = this;
    const later = (table: Int32Array, from: number, amount: number): void => {
      for (let i = 0; i < table.length; i++) if ((table[i] ?? none) >= from) table[i] = (table[i] ?? none) + amount;
    };
    if (p) {
      for (const table of [p.writeEpoch, p.readEpoch, p.otherReadEpoch]) later(table, since.epoch, by.epochs);
      later(p.writeGroup, since.group, by.groups);
    }
    if (!by.waits) return;
    const moved = [...this.arrivals].filter(([, epoch]) => epoch >= since.epoch);
    for (const [group, epoch] of moved) this.arrivals.set(group + by.groups, epoch + by.epochs);
    this.arrivedTo += by.groups;
  }

  access(one: BlockAccess, epoch: number, group: number, order?: Order): void {
    this.epoch = epoch;
    this.order = order;
    const { size = Infinity, isShared } = this.options;
    const { bytes, starts, who, offsets, spread, vector } = one;
    const pieces = isShared ? this.piecesFor(one) : undefined;
    // Of each kind the first is noted: where there can be none, nothing is looked for.
    let [isOutside, isMisaligned] = [isWithin(one, size), isAligned(one)];
    const threads = threadsOf(who);
    if (one.writes && one.together === 'agreeing') this.agreeing.add(one.site);
    let isAnywhere = false;
    for (const [k, offset] of offsets.entries()) {
      if (!pieces && isOutside && isMisaligned) return;
      const alignment = one.alignment ?? (k % vector === 0 ? bytes * vector : bytes);
      for (const thread of threads) {
        const plain = (starts[thread] ?? NaN) + offset;
        const start = spread ? spread(plain) : plain;
        const isSure = who[thread] === present;
        if (Number.isNaN(plain)) isAnywhere = true;
        else if (start < 0 || start + bytes > size) {
          if (isSure && !isOutside) this.note('outside', one, thread, start);
          isOutside ||= isSure;
        } else {
          if (isSure && !isMisaligned && start % alignment !== 0) {
            this.note('misaligned', one, thread, start, alignment);
            isMisaligned = true;
          }
          if (pieces && !this.isLost) this.touch(pieces, one, thread, start, isSure, group);
        }
      }
    }
    if (pieces && isAnywhere && one.writes && !one.updates) this.writeAnywhere(pieces, one);
  }

  /** Something is written, nobody knows where: any piece may have a value behind it. That two other accesses have no
   *  order stays true. */
  private writeAnywhere(p: Pieces, one: BlockAccess): void {
    for (let i = 0; i < p.writeEpoch.length; i++) if (!this.outlasts(p, i, one)) p.writeEpoch[i] = unclear;
  }

  /** Whether it still counts that a piece was written before, where another write may or may not have been there. Of
   *  several warps that write one value, whoever reads it may have it from itself. */
  private outlasts(p: Pieces, i: number, { together }: BlockAccess): boolean {
    return (p.writeEpoch[i] ?? none) >= 0 && !(together === 'agreeing' && this.agreeing.has(p.writeSite[i] ?? none));
  }

  private touch(p: Pieces, one: BlockAccess, thread: number, start: number, isSure: boolean, group: number): void {
    const last = (start + one.bytes - 1) >> p.shift;
    const by = one.actor === undefined ? thread : this.numberOf(one, one.actor, thread);
    for (let i = start >> p.shift; i <= last; i++) {
      const at = one.element === undefined ? start : Math.max(start, i << p.shift);
      if (one.writes) this.write(p, i, one, thread, by, at, isSure, group);
      else if (isSure) this.read(p, i, one, thread, by, at);
    }
  }

  /** The number by which an access in the background is a reader or a writer. */
  private numberOf(of: BlockAccess, actor: number, thread: number): number {
    const { background } = this;
    const last = background.at(-1);
    if (last?.of !== of || last.thread !== thread) background.push({ actor, thread, of });
    return firstInBackground + background.length - 1;
  }

  /** The pieces that an access touches whole; undefined where nothing is followed any more. */
  private piecesFor({ bytes, starts, who, offsets }: BlockAccess): Pieces | undefined {
    const { size } = this.options;
    if (this.isLost || size === undefined || size > mostPieces * 4) return undefined;
    const had = this.pieces?.bytes;
    if (had === 1) return this.pieces;
    const fits = (piece: number): boolean =>
      bytes % piece === 0 &&
      starts.every((start, i) => who[i] === absent || start % piece === 0 || Number.isNaN(start)) &&
      offsets.every((offset) => offset % piece === 0);
    if (had !== undefined && fits(had)) return this.pieces;
    const smaller = [4, 2].find((piece) => piece < (had ?? 8) && fits(piece)) ?? 1;
    this.pieces = this.pieces ? refined(this.pieces, smaller, size) : piecesOf(smaller, size);
    return this.pieces;
  }

  private write(
    p: Pieces,
    i: number,
    one: BlockAccess,
    thread: number,
    by: number,
    start: number,
    isSure: boolean,
    group: number,
  ): void {
    const { epoch } = this;
    const writer = p.writer[i] ?? none;
    const warp = warpOf(thread);
    const isAgain = writer !== by && !this.isOver(p.writeEpoch[i] ?? none, writer, warp);
    const copy = this.backgroundOf(writer);
    // Whoever has read what a copy wrote has waited for it.
    const isRead = (p.readEpoch[i] ?? none) >= (p.writeEpoch[i] ?? none) && p.reader[i] !== none;
    if (isSure && copy && isAgain && !(isRead && this.writeBesideReader(p, i, one, thread, start)))
      this.note('unwaited-write', one, thread, start, p.writeSite[i], writer);
    else if (isSure && !(copy && isAgain) && one.together !== 'atomic') {
      if (isAgain && !one.together && (p.writeSite[i] === one.site || warpOf(writer) !== warp))
        this.note('write-write', one, thread, start, p.writeSite[i], writer);
      if (p.reader[i] !== none) this.writeBesideReader(p, i, one, thread, start);
    }
    const pending = p.writeGroup[i] ?? none;
    const isOfGroup = one.isAsync === true && pending === group;
    if (isSure && !isOfGroup && (p.writeEpoch[i] ?? none) >= 0 && pending !== none && !this.arrivals.has(pending))
      this.note('unwaited-write', one, thread, start, p.writeSite[i], writer);
    if ((!isSure || one.together === 'atomic') && this.outlasts(p, i, one)) return;
    // Of several warps that write one value, whoever reads it has it from itself.
    const isOnly =
      isSure && one.together !== 'atomic' && !(one.together === 'agreeing' && isAgain && warpOf(writer) !== warp);
    p.writeEpoch[i] = isOnly && !(one.together === 'agreeing' && p.writeEpoch[i] === unclear) ? epoch : unclear;
    p.writer[i] = by;
    p.writeSite[i] = one.site;
    p.writeGroup[i] = one.isAsync === true ? group : none;
    p.writeFences[i] = this.fences;
  }

  private read(p: Pieces, i: number, one: BlockAccess, thread: number, by: number, start: number): void {
    const { epoch } = this;
    const written = p.writeEpoch[i] ?? none;
    const row = this.actorOf(by);
    if (written === none && this.options.startsUndefined) this.note('unwritten', one, thread, start);
    else if (written >= 0) {
      const group = p.writeGroup[i] ?? none;
      const writer = p.writer[i] ?? none;
      const arrived = group === none ? written : this.arrivals.get(group);
      const isThere = arrived !== undefined && this.isOver(arrived, writer, row);
      if (writer < firstInBackground ? arrived === undefined : !isThere)
        this.note('unwaited', one, thread, start, p.writeSite[i], writer);
      else if (!isThere && warpOf(writer) !== row) this.note('write-read', one, thread, start, p.writeSite[i], writer);
      else if (one.byProxy && group === none && writer < firstInBackground && p.writeFences[i] === this.fences)
        this.note('unfenced', one, thread, start, p.writeSite[i], writer);
    }
    const reader = p.reader[i] ?? none;
    const isOther = reader !== none && this.actorOf(reader) !== row;
    if (p.readEpoch[i] === epoch) {
      if (isOther) setOther(p, i, epoch, by, one.site);
      p.readSite[i] = one.site;
      return;
    }
    // Of readers that have not waited for each other, two are kept.
    if (isOther && !this.isOver(p.readEpoch[i] ?? none, reader, row))
      setOther(p, i, p.readEpoch[i] ?? none, reader, p.readSite[i] ?? none);
    p.readEpoch[i] = epoch;
    p.reader[i] = by;
    p.readSite[i] = one.site;
  }

  /** A piece is written: whether a thread of another warp, or a product or copy, has read it, which may still go on. */
  private writeBesideReader(p: Pieces, i: number, one: BlockAccess, thread: number, start: number): boolean {
    const warp = warpOf(thread);
    const isFirst = this.isBeside(p.reader[i] ?? none, p.readEpoch[i] ?? none, warp);
    if (!isFirst && !this.isBeside(p.otherReader[i] ?? none, p.otherReadEpoch[i] ?? none, warp)) return false;
    const reader = (isFirst ? p.reader : p.otherReader)[i] ?? none;
    const site = (isFirst ? p.readSite : p.otherReadSite)[i] ?? none;
    this.note(reader < firstInBackground ? 'read-write' : 'read-pending', one, thread, start, site, reader);
    return true;
  }

  private isBeside(reader: number, epoch: number, warp: number): boolean {
    return reader !== none && this.actorOf(reader) !== warp && !this.isOver(epoch, reader, warp);
  }

  private actorOf(by: number): number {
    return this.backgroundOf(by)?.actor ?? warpOf(by);
  }

  private backgroundOf(by: number): Background | undefined {
    return by < firstInBackground ? undefined : this.background[by - firstInBackground];
  }

  /** Whether what a reader or a writer did in an epoch is over for what an actor does now. What has no epoch is. */
  private isOver(epoch: number, by: number, actor: number): boolean {
    return epoch < 0 || (this.order ? this.order.isOver(epoch, this.actorOf(by), actor) : epoch < this.epoch);
  }

  private note(
    kind: HazardKind,
    { site, bytes, element, byProxy }: BlockAccess,
    thread: number,
    start: number,
    other?: number,
    otherBy?: number,
  ): void {
    const seen = this.seen.get(kind) ?? new Set<number>();
    const key = site * mostSites + ((kind !== 'misaligned' && other) || 0);
    if (seen.has(key)) return;
    this.seen.set(kind, seen.add(key));
    const met = other === undefined ? {} : kind === 'misaligned' ? { alignment: other } : { other };
    const begun = otherBy === undefined ? undefined : this.backgroundOf(otherBy);
    const otherThread = begun?.thread ?? otherBy;
    const by = otherThread === undefined ? {} : { otherThread };
    this.hazards.push({
      kind,
      site,
      thread,
      start,
      bytes: element ?? bytes,
      ...met,
      ...by,
      ...(begun && { actor: begun.actor }),
      ...(byProxy && { byProxy }),
    });
  }
}

/** Whether every thread that may take part stays inside; where it is quickly said. */
function isWithin({ starts, offsets, who, bytes, spread }: BlockAccess, size: number): boolean {
  if (spread) return false;
  let [least, most] = [Infinity, -Infinity];
  for (let k = 0; k < offsets.length; k++) {
    const offset = offsets[k] ?? 0;
    if (offset < least) least = offset;
    if (offset > most) most = offset;
  }
  for (let thread = 0; thread < who.length; thread++) {
    if (who[thread] === absent) continue;
    const start = starts[thread] ?? NaN;
    if (!(start + least >= 0 && start + most + bytes <= size)) return false;
  }
  return true;
}

/** Whether what every thread that may take part accesses is aligned; where it is quickly said. */
function isAligned({ starts, offsets, who, bytes, vector, spread, alignment }: BlockAccess): boolean {
  if (spread || alignment !== undefined) return false;
  const step = bytes * vector;
  for (let k = 0; k < offsets.length; k++)
    if ((offsets[k] ?? 0) % (k % vector === 0 ? step : bytes) !== 0) return false;
  for (let thread = 0; thread < who.length; thread++)
    if (who[thread] !== absent && (starts[thread] ?? NaN) % step !== 0) return false;
  return true;
}
