// Maps offsets of the masked text back to the original text. Knows nothing of what stands at an offset.
// Text belongs to pieces: piece 0 is the file itself, each use of a macro makes a piece for the macro's body, and each
// place where an argument lands makes a piece of its own, since the same argument may land twice.
import { elementAt } from '../../base/assert';

export interface Piece {
  /** The piece in which this one lies; -1 for the file. */
  readonly parent: number;
  /** For a macro's body: the use of the macro in the original text. */
  readonly start: number;
  readonly end: number;
  /** Whether its text stands in the original, character by character. */
  readonly exact: boolean;
}

/** From `at` of the masked text on: text of `piece`, beginning at `start` of the original. */
interface Segment {
  readonly at: number;
  readonly piece: number;
  readonly start: number;
  /** The end of the range of the original text that the segment replaces, where its own text is another one. */
  readonly end: number;
  readonly exact: boolean;
}

export class SourceMap {
  readonly pieces: Piece[] = [{ parent: -1, start: 0, end: 0, exact: true }];
  readonly #segments: Segment[] = [{ at: 0, piece: 0, start: 0, end: 0, exact: true }];

  addPiece(piece: Piece): number {
    return this.pieces.push(piece) - 1;
  }

  /** States what stands in the masked text from `at` on. Calls come in the order of `at`. */
  add(at: number, piece: number, start: number, end: number, exact: boolean): void {
    const last = elementAt(this.#segments, this.#segments.length - 1);
    if (exact && last.exact && last.piece === piece && last.start - last.at === start - at) return;
    if (last.at === at) this.#segments.pop();
    this.#segments.push({ at, piece, start, end, exact });
  }

  /** Whether masked and original offsets are the same everywhere. */
  get identity(): boolean {
    return this.#segments.length === 1 && this.#segments[0]?.start === 0;
  }

  /** Whether `[start, end)` of the masked text is text of the file itself, except for what lies strictly inside. */
  isOwnText(start: number, end: number): boolean {
    return this.#ofFile(this.#segmentAt(start)) && this.#ofFile(this.#segmentAt(Math.max(start, end - 1)));
  }

  /** The range of the original text that `[start, end)` of the masked text stands for. */
  range(start: number, end: number): readonly [number, number] {
    if (this.identity) return [start, end];
    const first = this.#segmentAt(start);
    const last = this.#segmentAt(Math.max(start, end - 1));
    let from = first.exact ? first.start + (start - first.at) : first.start;
    let to = last.exact ? last.start + (end - last.at) : last.end;
    let p = first.piece;
    let q = last.piece;
    while (p !== q) {
      if (p > q) [from, p] = this.#climb(p, from, 'start');
      else [to, q] = this.#climb(q, to, 'end');
    }
    return [from, Math.max(from, to)];
  }

  /** How `[start, end]` of the masked text comes from the original, which it does from `from` on: where two stretches
   *  agree in both texts and in this, every range in the one means what the same range in the other means. */
  signature(start: number, end: number, from: number): string {
    const parts: string[] = [];
    for (let i = this.#indexAt(start); i < this.#segments.length && elementAt(this.#segments, i).at <= end; i++) {
      const { at, piece, start: to, end: until, exact } = elementAt(this.#segments, i);
      const skipped = exact ? Math.max(0, start - at) : 0;
      const ends = exact ? '' : ` ${until - from}`;
      parts.push(`${Math.max(at, start) - start} ${to + skipped - from}${ends} ${this.#pieceName(piece, from)}`);
    }
    return parts.join();
  }

  #pieceName(piece: number, from: number): string {
    const { parent, start, end, exact } = elementAt(this.pieces, piece);
    return parent < 0
      ? ''
      : `${this.#pieceName(parent, from)}(${exact ? 'argument' : 'body'} ${start - from} ${end - from}`;
  }

  /** A child piece always has a higher number than its parent, so that climbing from the higher one meets. */
  #climb(piece: number, at: number, side: 'start' | 'end'): [number, number] {
    const here = elementAt(this.pieces, piece);
    if (here.parent < 0) return [at, 0];
    const parent = elementAt(this.pieces, here.parent);
    if (!here.exact) return [here[side], here.parent];
    return [parent.exact ? at : parent[side], here.parent];
  }

  #ofFile(segment: Segment): boolean {
    return segment.exact && segment.piece === 0;
  }

  #segmentAt(offset: number): Segment {
    return elementAt(this.#segments, this.#indexAt(offset));
  }

  #indexAt(offset: number): number {
    const segments = this.#segments;
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (elementAt(segments, middle).at <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
