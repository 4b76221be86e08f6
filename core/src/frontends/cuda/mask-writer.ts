// Writes the masked text and keeps its map back to the original: runs of the file's own text unchanged, blanks for what
// is left out, other spellings where a rule asked for them. Decides nothing about C++.
import { elementAt } from '../../base/assert';
import type { Stretch } from '../../base/span';
import { blank, type Token, tokenAt } from './lex';
import type { SourceMap } from './source-map';

/** Something blanked that lowering must know of. `at` is its place in the masked text, `start`/`end` in the
 *  original. */
export interface Mark {
  readonly at: number;
  readonly what: string;
  readonly start: number;
  readonly end: number;
  /** For `__launch_bounds__`: what stands in its parentheses, and how it reads with its macros expanded, where it has
   *  any. */
  readonly argument?: { readonly start: number; readonly end: number; readonly spelled?: string };
}

/** A token with the way the grammar is to see it; `emit` absent means as spelled. */
export interface Seen extends Token {
  emit?: string;
  /** Stands for itself and the tokens after it, of which these are all. */
  whole?: readonly Token[];
  /** Those are not read. */
  isUnread?: true;
  /** Written as part of a token before it. */
  absorbed?: boolean;
}

/** A plain template argument of which macros gave tokens: neither the file's text nor the masked one has them. */
export interface Expanded {
  /** Where it stands in the masked text. */
  readonly at: number;
  readonly text: string;
}

/** Stands in for plain template arguments: a word that is a type and nothing else. */
export const STAND_IN = 'int';

/** Builds the masked text and its map. */
export class Writer {
  readonly #parts: string[] = [];
  #length = 0;
  /** How far the original is written, by way of the file's own text. */
  #done = 0;
  /** The original from here to `#done` is written unchanged, but not yet pushed. */
  #run = 0;
  readonly #pendingMarks = new Map<number, Omit<Mark, 'at'>>();
  readonly #marks: Mark[] = [];
  readonly respelled = new Map<number, string>();
  readonly plain = new Map<number, readonly Token[]>();
  readonly expanded: Expanded[] = [];
  #index = 0;
  /** The last token written that came out of a macro. */
  #last: Token | undefined;
  readonly #isClean: boolean;

  /** Of the original, `part` is written. */
  constructor(
    readonly original: string,
    readonly map: SourceMap,
    readonly part: Stretch = { start: 0, end: original.length },
  ) {
    const { start, end } = part;
    this.#isClean = !DIRTY.test(original.slice(start, end));
    this.#skipTo(start);
    map.add(0, 0, start, end, true);
  }

  mark(index: number, mark: Omit<Mark, 'at'>): void {
    this.#pendingMarks.set(index, mark);
  }

  token(token: Seen): void {
    const index = this.#index++;
    if (token.absorbed === true) return;
    const own = token.piece === 0;
    if (own && token.emit === undefined && token.whole === undefined && this.#isClean) {
      this.#gap(token.start);
      this.#done = token.end;
      return;
    }
    this.#changed(token, own, this.#pendingMarks.get(index));
  }

  #changed(token: Seen, own: boolean, mark: Omit<Mark, 'at'> | undefined): void {
    if (own) this.#gap(token.start);
    this.#flush();
    if (token.whole !== undefined) {
      if (own) this.#whole(token, token.whole);
      else this.#foreignWhole(token, token.whole);
      return;
    }
    if (mark !== undefined) this.#marks.push({ ...mark, at: this.#length });
    if (!own && token.emit !== '') this.#separate(token);
    if (token.emit !== undefined && token.emit !== '') this.respelled.set(this.#length, token.text);
    if (own) this.#own(token);
    else if (token.emit !== '') this.#foreign(token);
  }

  finish(): string {
    this.#gap(this.part.end);
    this.#flush();
    return this.#parts.join('');
  }

  marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Writes what lies between tokens: white space, blanked comments, directives and inactive branches. */
  #gap(to: number): void {
    for (let i = this.#done; i < to; i++) {
      const c = this.original.charCodeAt(i);
      if (c === 32 || c === 10 || c === 9) continue;
      this.#flush();
      this.map.add(this.#length, 0, this.#done, to, true);
      this.#push(blank(this.original.slice(this.#done, to)));
      this.#done = to;
      this.#run = to;
      return;
    }
    this.#done = Math.max(this.#done, to);
  }

  #flush(): void {
    if (this.#run < this.#done) {
      this.map.add(this.#length, 0, this.#run, this.#done, true);
      this.#push(this.original.slice(this.#run, this.#done));
    }
    this.#run = this.#done;
  }

  /** Everything up to here is written in another way. */
  #skipTo(offset: number): void {
    this.#done = offset;
    this.#run = offset;
  }

  #own(token: Seen): void {
    const width = token.end - token.start;
    const emit = token.emit === undefined ? clean(token.text) : token.emit;
    this.#skipTo(token.end);
    if (emit.length <= width) {
      this.map.add(this.#length, 0, token.start, token.end, true);
      this.#push(
        emit.length === width ? emit : emit + blank(this.original.slice(token.start + emit.length, token.end)),
      );
      return;
    }
    const kept = emit.endsWith(token.text) ? emit.length - width : emit.length;
    this.map.add(this.#length, 0, token.start, kept < emit.length ? token.start : token.end, false);
    this.#push(emit.slice(0, kept));
    if (kept === emit.length) return;
    this.map.add(this.#length, 0, token.start, token.end, true);
    this.#push(emit.slice(kept));
  }

  #whole(token: Seen, all: readonly Token[]): void {
    const end = tokenAt(all, all.length - 1).end;
    const width = end - token.start;
    this.map.add(this.#length, 0, token.start, end, width >= STAND_IN.length);
    this.#keep(token, all);
    this.#push(width > STAND_IN.length ? STAND_IN + this.#padding(all, token.start + STAND_IN.length) : STAND_IN);
    this.#skipTo(end);
  }

  #foreignWhole(token: Seen, all: readonly Token[]): void {
    this.#separate(token);
    this.#last = tokenAt(all, all.length - 1);
    this.map.add(this.#length, token.piece, token.start, token.end, false);
    this.#keep(token, all);
    this.#push(STAND_IN);
  }

  #keep({ isUnread }: Seen, all: readonly Token[]): void {
    this.plain.set(this.#length, isUnread ? [] : all);
    if (all.some(({ piece }) => piece !== 0))
      this.expanded.push({ at: this.#length, text: all.map(({ text }) => text).join(' ') });
  }

  /** White space for the tokens from `at` on, tabs where they stand: a macro of a name among them would leave other
   *  tokens of the same text, which must not be masked alike. */
  #padding(tokens: readonly Token[], at: number): string {
    let padding = '';
    let done = at;
    for (const { start, end } of tokens) {
      if (end <= done) continue;
      const from = Math.max(start, done);
      padding += blank(this.original.slice(done, from)) + '\t'.repeat(end - from);
      done = end;
    }
    return padding;
  }

  /** Text out of a macro: its body, which stands nowhere, or an argument, which stands where the user wrote it. */
  #foreign(token: Seen): void {
    this.#last = token;
    const piece = elementAt(this.map.pieces, token.piece);
    const emit = clean(token.emit ?? token.text);
    const exact = piece.exact && emit.length === token.end - token.start;
    this.map.add(this.#length, token.piece, token.start, token.end, exact);
    this.#push(emit);
  }

  #separate(token: Seen): void {
    const last = this.#parts[this.#parts.length - 1] ?? ' ';
    const glued = token.glued === true || (this.#last?.piece === token.piece && this.#last.end === token.start);
    if (glued && !(/[\w$]$/.test(last) && /^[\w$]/.test(token.text))) return;
    this.map.add(this.#length, token.piece, token.start, token.start, false);
    this.#push(' ');
  }

  #push(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#length += text.length;
  }
}

// eslint-disable-next-line no-control-regex -- these characters are what it is about
const DIRTY = /[\0-\b\ud800-\udfff]/;

/** The lexer of the grammar takes neither NUL nor half a surrogate pair. */
function clean(text: string): string {
  return DIRTY.test(text) ? text.replace(/[\0-\b]/g, ' ').replace(/[\ud800-\udfff]/g, '_') : text;
}
