// Maps positions between an analysed text and the present text, in both directions. It stores the edits in between and
// carries positions through them. Knows neither lines nor the meaning of the text.
import { differenceOf } from '../../../core/src/base/difference';

/** A range of offsets; the end is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `removed` units at `start` became `inserted` units. */
interface Change {
  readonly start: number;
  readonly removed: number;
  readonly inserted: number;
}

export class Changes {
  private log: Change[] = [];
  /** The mark of the oldest stored change. Marks also count changes that were forgotten. */
  private first = 0;

  /** A mark that stands for the present text. */
  mark(): number {
    return this.first + this.log.length;
  }

  add(start: number, removed: number, inserted: number): void {
    this.log.push({ start, removed, inserted });
  }

  /** Records that a whole text was replaced. The common beginning and end keep their positions. */
  replace(before: string, after: string): void {
    const difference = differenceOf(before, after);
    if (!difference) return;
    const { start, endBefore, endAfter } = difference;
    this.add(start, endBefore - start, endAfter - start);
  }

  /** Forgets the changes before `mark`, whose texts are no longer needed. */
  forget(mark: number): void {
    const gone = Math.max(0, Math.min(mark - this.first, this.log.length));
    this.log.splice(0, gone);
    this.first += gone;
  }

  /** The offset at `mark` of an offset in the present text; undefined inside text that was inserted since. */
  before(offset: number, mark: number): number | undefined {
    let at = offset;
    for (let i = this.log.length - 1; i >= mark - this.first; i--) {
      const { start, removed, inserted } = this.log[i] ?? { start: Infinity, removed: 0, inserted: 0 };
      if (at >= start + inserted && (at > start || inserted === 0)) at += removed - inserted;
      else if (at > start) return undefined;
    }
    return at;
  }

  /** The present range of a range at `mark`; undefined if an edit touched it or its ends. */
  now({ start, end }: Range, mark: number): Range | undefined {
    let from = start;
    for (let i = Math.max(0, mark - this.first); i < this.log.length; i++) {
      const change = this.log[i] ?? { start: Infinity, removed: 0, inserted: 0 };
      const until = from + (end - start);
      if (change.start > until) continue;
      if (change.start + change.removed >= from) return undefined;
      from += change.inserted - change.removed;
    }
    return { start: from, end: from + (end - start) };
  }
}
