// What a header declares, by name, as far as its tokens say it: so that a header of which little is used is read
// declaration by declaration. Works on tokens before macros are expanded and knows no grammar; where it cannot tell
// which of several words is the declared one, it gives all of them.
import { elementAt } from '../../base/assert';
import type { Stretch } from '../../base/span';
import { Chunker, type Chunk } from './chunks';
import { type Token, tokenAt } from './lex';

/** A namespace around a declaration. */
export interface Around {
  readonly name: string;
  readonly inline: boolean;
}

/** One declaration of a file or a namespace. */
export interface DeclaredNames {
  /** The indices of its tokens, directives among them. */
  readonly from: number;
  readonly to: number;
  /** Where they stand. */
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly around: readonly Around[];
  /** None where it bears on the lookup of other names: `using namespace a;`. */
  readonly names: readonly string[];
  /** Of a class: the tokens of its braces, and where what is in them stands. */
  readonly braces?: { readonly open: number; readonly close: number } & Stretch;
}

/** `read`: the tokens that the directives leave, by their indices. */
export function declaredNames(tokens: readonly Token[], read: readonly number[]): readonly DeclaredNames[] {
  return new Indexer(read.length === tokens.length ? tokens : read.map((at) => tokenAt(tokens, at)), read).all();
}

/** Namespaces nested deeper are not looked into. */
const DEEPEST = 40;

class Indexer {
  readonly #chunker: Chunker;
  readonly #out: DeclaredNames[] = [];

  constructor(
    readonly tokens: readonly Token[],
    readonly indices: readonly number[],
  ) {
    this.#chunker = new Chunker(tokens, () => false);
  }

  all(): readonly DeclaredNames[] {
    this.#block(0, this.tokens.length, []);
    return this.#out;
  }

  #block(from: number, to: number, around: readonly Around[]): void {
    for (const chunk of this.#chunker.split('file', from, to)) this.#chunk(chunk, around);
  }

  #chunk(chunk: Chunk, around: readonly Around[]): void {
    const inside = around.length < DEEPEST ? this.#inside(chunk) : undefined;
    if (inside) {
      this.#block(inside.from, inside.to, [...around, ...inside.names]);
      return;
    }
    const at = this.#behindTemplate(chunk);
    const { text } = tokenAt(this.tokens, Math.min(at, chunk.to - 1));
    if (text === ';' || text === 'static_assert') return;
    const { names, open } = this.#namesOf({ from: at, to: chunk.to }, text);
    const close = open === undefined ? -1 : this.#chunker.closing(open, chunk.to);
    this.#out.push({
      from: elementAt(this.indices, chunk.from),
      to: elementAt(this.indices, chunk.to - 1) + 1,
      start: tokenAt(this.tokens, chunk.from).start,
      end: tokenAt(this.tokens, chunk.to - 1).end,
      around,
      names: [...new Set(names)],
      ...(open !== undefined && close > open && { braces: this.#braces(open, close) }),
    });
  }

  #braces(open: number, close: number): DeclaredNames['braces'] {
    return {
      open: elementAt(this.indices, open),
      close: elementAt(this.indices, close),
      start: tokenAt(this.tokens, open).end,
      end: tokenAt(this.tokens, close).start,
    };
  }

  /** What the braces of a namespace or of `extern "C"` hold. */
  #inside({ from, to }: Chunk): (Chunk & { readonly names: readonly Around[] }) | undefined {
    const text = (at: number): string => this.tokens[at]?.text ?? '';
    const inline = text(from) === 'inline';
    let at = inline ? from + 1 : from;
    const names: Around[] = [];
    if (text(at) === 'extern' && this.tokens[at + 1]?.kind === 'string') at += 2;
    else if (text(at) === 'namespace') {
      for (at++; at < to && text(at) !== '{' && text(at) !== '=' && text(at) !== ';'; at++)
        if (this.tokens[at]?.kind === 'ident' && text(at) !== 'inline') names.push({ name: text(at), inline });
      if (names.length === 0) names.push({ name: '', inline: false });
    } else return undefined;
    if (text(at) !== '{') return undefined;
    const close = this.#chunker.closing(at, to);
    return { from: at + 1, to: close < 0 ? to : close, names };
  }

  /** The first token behind `template <…>`, `requires` aside. */
  #behindTemplate({ from, to }: Chunk): number {
    let at = from;
    while (at < to && tokenAt(this.tokens, at).text === 'template') {
      if (this.tokens[at + 1]?.text !== '<') return at + 1;
      at = this.#behindAngles(at + 1, to);
    }
    return at;
  }

  #behindAngles(open: number, to: number): number {
    let angles = 0;
    let brackets = 0;
    for (let i = open; i < to; i++) {
      const { kind, text } = tokenAt(this.tokens, i);
      if (kind !== 'punct') continue;
      if (text === '(' || text === '[' || text === '{') brackets++;
      else if (text === ')' || text === ']' || text === '}') brackets--;
      else if (brackets > 0) continue;
      else if (text === '<') angles++;
      else if (text === '<<') angles += 2;
      else if (text === '>' && --angles === 0) return i + 1;
    }
    return to;
  }

  #namesOf(chunk: Chunk, first: string): { readonly names: readonly string[]; readonly open?: number } {
    switch (first) {
      case 'using':
        return { names: this.#ofUsing(chunk) };
      case 'namespace':
        return { names: [] };
      case 'typedef':
        return { names: this.#ofTypedef(chunk) };
      case 'enum':
        return { names: this.#words(chunk) };
      case 'struct':
      case 'class':
      case 'union':
        return this.#ofClass(chunk) ?? { names: this.#ofFunction(chunk) };
      default:
        return { names: this.#ofFunction(chunk) };
    }
  }

  /** `using A = …;`, `using b::A;` */
  #ofUsing({ from, to }: Chunk): readonly string[] {
    const text = (at: number): string => this.tokens[at]?.text ?? '';
    if (text(from + 1) === 'namespace') return [];
    for (let i = from + 1; i < to; i++) if (text(i) === '=') return [text(from + 1)];
    return this.tokens.slice(from + 1, to).flatMap((token, i, all) => {
      const next = all[i + 1]?.text;
      return token.kind === 'ident' && (next === ';' || next === ',') ? [token.text] : [];
    });
  }

  /** Words at the end of a declarator. */
  #ofTypedef({ from, to }: Chunk): readonly string[] {
    return this.tokens
      .slice(from, to)
      .flatMap(({ kind, text }, i, all) => (kind === 'ident' && /^[;,[)]$/.test(all[i + 1]?.text ?? '') ? [text] : []));
  }

  /** The name before the body, the bases or the template arguments, and the first of those that lead to it; what stands
   *  behind the body too. */
  #ofClass({ from, to }: Chunk): { readonly names: readonly string[]; readonly open?: number } | undefined {
    let name: string | undefined;
    let outer: string | undefined;
    for (let i = from + 1; i < to; i++) {
      const { kind, text } = tokenAt(this.tokens, i);
      if (kind === 'ident') {
        if (text === 'final') continue;
        if (this.tokens[i + 1]?.text === '(') i = this.#behindParentheses(i + 1, to) - 1;
        else name = text;
      } else if (text === '<') i = this.#behindAngles(i, to) - 1;
      else if (text === '[') continue;
      else if (text === '::') outer ??= name;
      else if (text === '{' || text === ';') return this.#ofBody(name, i, text === '{', to, outer);
      else if (text === ':') break;
      else if (text !== ']') return undefined;
    }
    for (let i = from + 1; i < to; i++)
      if (tokenAt(this.tokens, i).text === '{' && !this.#isInAngles(from + 1, i))
        return this.#ofBody(name, i, true, to, outer);
    return undefined;
  }

  /** Whether braces stand in template arguments: `Base<Int<N>{}>`. */
  #isInAngles(from: number, open: number): boolean {
    let depth = 0;
    for (let i = from; i < open; i++) {
      const { text } = tokenAt(this.tokens, i);
      if (text === '<' || text === '(') depth++;
      else if (text === '>' || text === ')') depth--;
    }
    return depth > 0;
  }

  #ofBody(
    name: string | undefined,
    open: number,
    hasBody: boolean,
    to: number,
    outer: string | undefined,
  ): { readonly names: readonly string[]; readonly open?: number } {
    const close = hasBody ? this.#chunker.closing(open, to) : to;
    const behind = this.#words({ from: close < 0 ? to : close, to });
    // Names of a union or a struct without a name are those of what it holds.
    if (name === undefined) return { names: this.#words({ from: open, to }) };
    const names = outer === undefined ? [name, ...behind] : [name, outer, ...behind];
    return { names, ...(hasBody && behind.length === 0 && { open }) };
  }

  #behindParentheses(open: number, to: number): number {
    let depth = 0;
    for (let i = open; i < to; i++) {
      const { text } = tokenAt(this.tokens, i);
      if (text === '(') depth++;
      else if (text === ')' && --depth === 0) return i + 1;
    }
    return to;
  }

  #words({ from, to }: Chunk): readonly string[] {
    return this.tokens.slice(from, to).flatMap(({ kind, text }) => (kind === 'ident' ? [text] : []));
  }

  /** Words of a declarator: those before `(`, `=`, `[`, `{` and `;`, up to the parameters. */
  #ofFunction({ from, to }: Chunk): readonly string[] {
    const names: string[] = [];
    let angles = 0;
    for (let i = from; i < to; i++) {
      const { kind, text } = tokenAt(this.tokens, i);
      const next = this.tokens[i + 1]?.text ?? '';
      if (text === 'operator') return [...names, ...this.#ofOperator(i, to)];
      if (text === '<') angles++;
      else if (text === '>') angles = Math.max(0, angles - 1);
      else if (text === '{') break;
      else if (text === '(') i = this.#behindParentheses(i, to) - 1;
      else if (kind === 'ident' && angles === 0 && /^[(=[{;,]$/.test(next)) {
        names.push(text);
        const owner = this.#ownerOf(i, from);
        if (owner !== undefined) names.push(owner);
      } else if (kind === 'ident' && angles === 0 && next === '<' && this.#isSpecialised(i + 1, to)) names.push(text);
      if (text === '=' && angles === 0) break;
    }
    return names;
  }

  /** `f<int>(`: an explicit specialisation or instantiation. */
  #isSpecialised(open: number, to: number): boolean {
    return /^[(=;{]$/.test(this.tokens[this.#behindAngles(open, to)]?.text ?? '');
  }

  /** `A` in `A::f(`, `A<T>::f(`. */
  #ownerOf(at: number, from: number): string | undefined {
    if (this.tokens[at - 1]?.text !== '::') return undefined;
    let i = at - 2;
    for (let depth = 0; i >= from; i--) {
      const { text } = tokenAt(this.tokens, i);
      if (text === '>') depth++;
      else if (text === '<') depth--;
      if (depth === 0 && text !== '<') break;
    }
    const token = this.tokens[i];
    return token?.kind === 'ident' ? token.text : undefined;
  }

  /** `operator +(` has the name `operator+`. */
  #ofOperator(at: number, to: number): readonly string[] {
    let name = 'operator';
    for (let i = at + 1; i < to && (tokenAt(this.tokens, i).text !== '(' || i === at + 1); i++)
      name += tokenAt(this.tokens, i).text;
    return [name];
  }
}
