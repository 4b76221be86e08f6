// The numbers of the lines of a text, and the name of its file, as compilers see them: `#line` changes both. Knows no
// directive.
import { elementAt } from './assert';
import type { Stretch } from './span';

/** What a `#line` says of the lines after the one that `at` stands in. No `line`: that is not known. */
export interface LineMark {
  readonly at: number;
  readonly line: number | undefined;
  /** The name of the file as a literal, where that is given. */
  readonly file?: string;
}

/** Lines of one text, from 1. */
export class SourceLines {
  #starts: readonly number[] | undefined;

  constructor(
    readonly text: string,
    readonly marks: readonly LineMark[] = [],
    /** Uses of macros that take several lines: compilers differ on the line of what is in them. */
    readonly uses: Stretch[] = [],
  ) {}

  /** Notes a use of a macro. */
  noteUse(use: Stretch): void {
    if (!this.isOneLine(use.start, use.end)) this.uses.push(use);
  }

  /** The number of the line of an offset; undefined where a `#line` that cannot be read stands before it. */
  numberAt(offset: number): number | undefined {
    const [mark] = this.#marksBefore(offset);
    if (mark === undefined) return this.#indexOf(offset) + 1;
    return mark.line === undefined ? undefined : mark.line + this.#indexOf(offset) - this.#indexOf(mark.at) - 1;
  }

  /** That of a part of the text that stands in one line. */
  numberOf(start: number, end: number): number | undefined {
    const isSpread = !this.isOneLine(start, end) || this.uses.some((use) => use.start < end && start < use.end);
    return isSpread ? undefined : this.numberAt(start);
  }

  private isOneLine(start: number, end: number): boolean {
    const at = this.text.indexOf('\n', start);
    return at < 0 || at >= end;
  }

  /** The name of the file at an offset, as a literal; undefined where only the command of the compiler says it. */
  fileAt(offset: number): string | undefined {
    return this.#marksBefore(offset).find(({ file }) => file !== undefined)?.file;
  }

  /** The last one first. */
  #marksBefore(offset: number): readonly LineMark[] {
    return this.marks.length === 0 ? [] : this.marks.filter(({ at }) => at < offset).reverse();
  }

  #indexOf(offset: number): number {
    const starts = (this.#starts ??= startsOf(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (elementAt(starts, middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
