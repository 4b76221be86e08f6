// The accesses that are kept of the blocks that are followed, for pictures. They are many, so their bytes are bounded.
import type { AccessHazard, AccessMoment } from '../../analysis';
import { bytesOfMoment, type Simt } from './simt';

/** The bytes of accesses that an analysis keeps: of those around mistakes, and of all. */
const mostKept = 1 << 25;
const mostKeptOfAll = 1 << 22;

export class KeptMoments {
  private bytes = 0;
  /** Of each instance of a kernel the mistakes in the blocks so far. */
  private readonly mistakes = new Map<number, Set<string>>();

  /** Of the next block: the accesses to the memories of what is found in it, where no block before it has the same
   *  mistakes; of the first block of a kernel all, if they are few. */
  of(instance: number, found: readonly AccessHazard[], simt: Simt): readonly AccessMoment[] {
    const before = this.mistakes.get(instance);
    const keys = found.map(keyOf);
    const all = !before && this.bytes + bytesOf(simt.moments) <= mostKeptOfAll ? simt.moments : undefined;
    const moments = all ?? (keys.every((key) => before?.has(key)) ? [] : simt.momentsOf(found));
    const mistakes = before ?? new Set<string>();
    for (const key of keys) mistakes.add(key);
    this.mistakes.set(instance, mistakes);
    if (this.bytes + bytesOf(moments) > mostKept) return [];
    this.bytes += bytesOf(moments);
    return moments;
  }
}

function keyOf({ kind, place: { span, writes }, otherPlace }: AccessHazard): string {
  return [kind, span.file, span.start, writes, otherPlace?.span.start].join(' ');
}

function bytesOf(moments: readonly AccessMoment[]): number {
  return moments.reduce((sum, { access }) => sum + bytesOfMoment(access), 0);
}
