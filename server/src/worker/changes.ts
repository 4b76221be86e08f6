// Where places of an analysed text stand in the text as it is now, and the other way round: the edits in between are
// kept, and places are carried through them. Knows neither lines nor what the text means.

/** A part of a text: offsets, the end exclusive. */
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
  /** Marks count from the beginning, also of what was forgotten since. */
  private first = 0;

  /** Stands for the text as it is now. */
  mark(): number {
    return this.first + this.log.length;
  }

  add(start: number, removed: number, inserted: number): void {
    this.log.push({ start, removed, inserted });
  }

  /** A whole text became another one: what both share at the beginning and at the end stays where it is. */
  replace(before: string, after: string): void {
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
    let end = 0;
    while (
      end < shorter - start &&
      before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
    )
      end++;
    if (start < before.length || start < after.length)
      this.add(start, before.length - end - start, after.length - end - start);
  }

  /** Nobody asks for texts before `mark` any more. */
  forget(mark: number): void {
    const gone = Math.max(0, Math.min(mark - this.first, this.log.length));
    this.log.splice(0, gone);
    this.first += gone;
  }

  /** Where an offset of the present text stood at `mark`; undefined within what was written since. */
  before(offset: number, mark: number): number | undefined {
    let at = offset;
    for (let i = this.log.length - 1; i >= mark - this.first; i--) {
      const { start, removed, inserted } = this.log[i] ?? { start: Infinity, removed: 0, inserted: 0 };
      if (at >= start + inserted && (at > start || inserted === 0)) at += removed - inserted;
      else if (at > start) return undefined;
    }
    return at;
  }

  /** Where a part of the text at `mark` stands now; undefined where an edit touched it, its ends included. */
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
