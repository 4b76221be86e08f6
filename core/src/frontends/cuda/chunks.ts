// Cuts damaged text into pieces that may be read one by one: declarations, members, statements.
// Works on tokens of the masked text and on lines; knows no syntax tree.
import { present } from '../../base/assert';
import { type Token, tokenAt } from './lex';

/** Where pieces stand: in a file or namespace, in a class, in a function's body. */
export type Place = 'file' | 'class' | 'function';

/** Tokens `[from, to)`. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

/** A pair of braces of a chunk that encloses statements or members; `close` is -1 where it is missing. */
export interface Braces {
  readonly open: number;
  readonly close: number;
}

/** What goes on after `}`: the braces were not the end of a statement. */
const CONTINUES = /^(?:[,().\]?:=+\-*/%<>|&^]|->|::|==|!=|<=|>=|&&|\|\||<<|else|catch|\+=|-=|\*=)$/;
/** Words that start a declaration when they stand at the margin. */
const STARTS =
  /^(?:template|static|inline|extern|constexpr|const|void|int|bool|float|double|char|unsigned|auto|struct|class|union|enum|namespace|using|typedef)$/;

export class Chunker {
  /** Whether braces are missing, so that the margin has to tell where a function ends. */
  readonly unbalanced: boolean;
  /** For each opening brace the one that closes it. */
  readonly #closing: Int32Array;

  /** `isAtMargin` tells whether a token is the first of a line that is not indented. */
  constructor(
    readonly tokens: readonly Token[],
    readonly isAtMargin: (token: Token) => boolean,
  ) {
    const open: number[] = [];
    let balance = 0;
    this.#closing = new Int32Array(tokens.length).fill(-1);
    for (let i = 0; i < tokens.length; i++) {
      const { text, kind } = tokenAt(tokens, i);
      if (kind !== 'punct' || (text !== '{' && text !== '}')) continue;
      balance += text === '{' ? 1 : -1;
      if (text === '{') open.push(i);
      else {
        const at = open.pop();
        if (at !== undefined) this.#closing[at] = i;
      }
    }
    this.unbalanced = balance > 0;
  }

  /** The token that closes the brace at `open`, before `to`; -1 where it is missing. */
  closing(open: number, to: number): number {
    const close = this.#closing[open] ?? -1;
    return close < to ? close : -1;
  }

  split(place: Place, from: number, to: number): readonly Chunk[] {
    const chunks: Chunk[] = [];
    let start = from;
    for (let at = from; at < to;) {
      const end = this.#end(place, start, at, to);
      if (end > start) chunks.push({ from: start, to: end });
      start = Math.max(end, at + 1);
      at = start;
    }
    return chunks;
  }

  /** Where the chunk that starts at `start` ends. */
  #end(place: Place, start: number, at: number, to: number): number {
    const open = new OpenBrackets(this.tokens);
    const byMargin =
      place === 'file' && this.unbalanced && !/^(?:namespace|inline|extern)$/.test(tokenAt(this.tokens, start).text);
    for (let i = at; i < to; i++) {
      const token = tokenAt(this.tokens, i);
      if (
        byMargin &&
        i > start &&
        !open.isEmpty &&
        token.kind === 'ident' &&
        STARTS.test(token.text) &&
        this.isAtMargin(token)
      )
        return i;
      if (token.kind !== 'punct') continue;
      switch (token.text) {
        case '{':
          if (!byMargin) {
            // Nothing inside of braces ends the chunk.
            i = this.closing(i, to);
            if (i < 0) return to;
            if (open.isEmpty && !this.#goesOn(start, i, to)) return i + 1;
            break;
          }
          open.push(i);
          break;
        case '(':
        case '[':
          open.push(i);
          break;
        case ')':
        case ']':
          open.close();
          break;
        case '}':
          if (!open.closeBrace()) return i === start ? i + 1 : i;
          if (open.isEmpty && !this.#goesOn(start, i, to)) return i + 1;
          break;
        // A semicolon ends a chunk unless it stands in braces or in the head of a `for`. Parentheses left open do not
        // hold it.
        case ';':
          if (!open.holds) return i + 1;
          break;
        case ':':
          if (
            place === 'class' &&
            i === start + 1 &&
            /^(?:public|private|protected)$/.test(tokenAt(this.tokens, start).text)
          )
            return i + 1;
          break;
        default:
          break;
      }
    }
    return to;
  }

  #goesOn(start: number, close: number, to: number): boolean {
    if (close + 1 >= to) return false;
    const next = tokenAt(this.tokens, close + 1).text;
    const first = tokenAt(this.tokens, start).text;
    if (/^(?:enum|struct|class|union)$/.test(first) && this.#isDeclarator(start, close)) return true;
    return CONTINUES.test(next) || (first === 'do' && next === 'while') || (next === ';' && first !== 'namespace');
  }

  /** `enum K { … } k;`: a type that is defined where a variable of it is declared. */
  #isDeclarator(start: number, close: number): boolean {
    if (this.tokens[close + 1]?.kind !== 'ident' || !/^[;=:{,[]$/.test(this.tokens[close + 2]?.text ?? ''))
      return false;
    let open = start;
    while (open < close && !/^[{(]$/.test(tokenAt(this.tokens, open).text)) open++;
    return tokenAt(this.tokens, open).text === '{' && this.closing(open, close + 1) === close;
  }

  /** The braces of a chunk that hold statements or members, outermost only. */
  braces(place: Place, { from, to }: Chunk): readonly Braces[] {
    const out: Braces[] = [];
    let depth = 0;
    for (let i = from; i < to; i++) {
      const text = tokenAt(this.tokens, i).text;
      if (tokenAt(this.tokens, i).kind !== 'punct') continue;
      if (text === '(' || text === '[') depth++;
      else if (text === ')' || text === ']') depth = Math.max(0, depth - 1);
      else if (text === '{') {
        const close = this.closing(i, to);
        if (depth === 0 && this.#holdsStatements(place, from, i)) out.push({ open: i, close });
        if (close < 0) break;
        i = close;
      }
    }
    return out;
  }

  #holdsStatements(place: Place, from: number, open: number): boolean {
    const before = open === from ? '' : tokenAt(this.tokens, open - 1).text;
    if (/^(?:|\)|else|do|try|const|noexcept|override|final|mutable)$/.test(before)) return true;
    return place !== 'function' && !/^[=,(]$/.test(before);
  }

  /** Cuts a chunk where a line starts that is indented no deeper than the chunk: a statement may lack its end. */
  lines(chunk: Chunk, column: (token: Token) => number | undefined): readonly Chunk[] {
    const margin = column(tokenAt(this.tokens, chunk.from));
    if (margin === undefined) return [chunk];
    const out: Chunk[] = [];
    let from = chunk.from;
    for (let i = chunk.from + 1; i < chunk.to; i++) {
      const at = column(tokenAt(this.tokens, i));
      if (
        at === undefined ||
        at > margin ||
        tokenAt(this.tokens, i).kind !== 'ident' ||
        tokenAt(this.tokens, i).text === 'else' ||
        this.#isTemplateHead(from, i)
      )
        continue;
      out.push({ from, to: i });
      from = i;
    }
    out.push({ from, to: chunk.to });
    return out;
  }

  /** `template <…>` alone: what it declares stands on the next line. */
  #isTemplateHead(from: number, to: number): boolean {
    if (tokenAt(this.tokens, from).text !== 'template' || !tokenAt(this.tokens, to - 1).text.endsWith('>'))
      return false;
    for (let i = from; i < to; i++) if (/^[;{}]$/.test(tokenAt(this.tokens, i).text)) return false;
    return true;
  }
}

/** Brackets that are open, and how many of them are braces or hold a statement's head: asked at every semicolon. */
class OpenBrackets {
  readonly #open: { readonly isBrace: boolean; readonly isHead: boolean }[] = [];
  #braces = 0;
  #heads = 0;

  constructor(readonly tokens: readonly Token[]) {}

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  get holds(): boolean {
    return this.#braces + this.#heads > 0;
  }

  push(at: number): void {
    const isBrace = tokenAt(this.tokens, at).text === '{';
    const isHead = !isBrace && /^(?:for|if|while|switch|constexpr)$/.test(this.tokens[at - 1]?.text ?? '');
    if (isBrace) this.#braces++;
    if (isHead) this.#heads++;
    this.#open.push({ isBrace, isHead });
  }

  /** Closes a parenthesis or a bracket. */
  close(): void {
    if (this.#open[this.#open.length - 1]?.isBrace === false) this.#pop();
  }

  /** Closes the innermost open brace and the brackets that are open in it; false where no brace is open. */
  closeBrace(): boolean {
    if (this.#braces === 0) return false;
    while (!this.#pop());
    return true;
  }

  /** Whether it was a brace. */
  #pop(): boolean {
    const { isBrace, isHead } = present(this.#open.pop(), 'a bracket is open');
    if (isBrace) this.#braces--;
    if (isHead) this.#heads--;
    return isBrace;
  }
}
