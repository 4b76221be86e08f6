// A text with what does not depend on where it is included: its tokens, its comments, what its directives say, and the
// function around each place.
import { spend } from '../../base/meter';
import type { Stretch as Place } from '../../base/span';
import { firstWord, stripComments } from './directive-words';
import { divisibleIn } from './divisions';
import { kernelMarks } from './left-out';
import { lex, literalsAmong, type Comment, type Token, tokenAt } from './lex';
import { lineMarker } from './line-marks';
import { builtinMacros, parseDefine, type Macro } from './macros';
import { aloneIn, headsOf, type Head } from './sides';

/** A directive that decides or defines something. `at` is the index of its token. */
export type Directive = { readonly at: number; readonly start: number; readonly end: number } & (
  | { readonly is: 'if' | 'elif'; readonly test: string }
  | { readonly is: 'ifdef' | 'ifndef' | 'elifdef' | 'elifndef' | 'undef'; readonly name: string }
  | { readonly is: 'else' | 'endif' | 'once' }
  /** `#pragma push_macro("X")` keeps what X stands for, and `pop_macro` gives it back. */
  | { readonly is: 'push' | 'pop'; readonly name: string }
  | { readonly is: 'define'; readonly macro: Macro }
  | { readonly is: 'include' | 'line'; readonly names: string }
  | { readonly is: 'pack'; readonly inside: string }
);

/** What is asked only where host and device are told apart. */
interface Sides {
  readonly headAt: (offset: number) => Head;
  /** Indices of directives `#if …`. */
  readonly divisible: ReadonlySet<number>;
  readonly alone: ReadonlySet<number>;
}

/** A text with what does not depend on where it is included. */
export class Lexed {
  readonly comments: readonly Comment[];
  readonly directives: readonly Directive[];
  /** The indices of tokens that are directives of any kind, and how many tokens there are. */
  readonly breaks: readonly number[];
  readonly count: number;
  #literals: readonly Place[] | undefined;
  #kernels: readonly number[] | undefined;
  #tokens: Token[] | undefined;
  #sides: Sides | undefined;

  constructor(readonly text: string) {
    const { tokens, comments } = lex(text);
    const breaks: number[] = [];
    tokens.forEach(({ kind }, at) => void (kind === 'directive' && breaks.push(at)));
    this.comments = comments;
    this.breaks = breaks;
    this.count = tokens.length;
    spend(tokens.length, 'steps');
    this.directives = breaks.flatMap((at) => read(tokenAt(tokens, at), at) ?? []);
    this.#tokens = tokens;
  }

  get literals(): readonly Place[] {
    return (this.#literals ??= literalsAmong(this.#now, this.comments));
  }

  /** Tokens by which code of kernels is known. */
  get kernels(): readonly number[] {
    return (this.#kernels ??= kernelMarks(this.#now));
  }

  get #asked(): Sides {
    if (this.#sides === undefined) {
      const tokens = this.#tokens ?? lex(this.text).tokens;
      const headAt = headsOf(tokens);
      const divisible = divisibleIn(tokens, this.directives);
      this.#sides = { headAt, divisible, alone: aloneIn(this.directives, headAt) };
    }
    return this.#sides;
  }

  /** The head of the function around a place; undefined outside of functions. */
  headAt(offset: number): Head {
    return this.#asked.headAt(offset);
  }

  /** Whether an `#if`, by the index of its token, stands in a function and may be read for both sides at once. */
  isDivisible({ at, start }: { readonly at: number; readonly start: number }): boolean {
    return this.headAt(start) !== undefined && this.#asked.divisible.has(at);
  }

  /** Whether an `#if` outside of functions has no other branch: what one side has and the other has not. */
  isAlone(at: number): boolean {
    return this.#asked.alone.has(at);
  }

  get #now(): readonly Token[] {
    return (this.#tokens ??= lex(this.text).tokens);
  }

  /** Lets the tokens go. */
  release(): void {
    this.#tokens = undefined;
  }

  /** The tokens, which the caller may change: if they are asked for again, the text is split again. */
  take(): Token[] {
    const tokens = this.#tokens ?? lex(this.text).tokens;
    this.#tokens = undefined;
    return tokens;
  }
}

function read({ text, start, end }: Token, at: number): Directive | undefined {
  const operand = /^_Pragma\s*\(\s*"(.*)"\s*\)$/.exec(text)?.[1];
  if (operand !== undefined) return pragma(operand.replace(/\\(.)/g, '$1'), { at, start, end });
  const match = /^#\s*([a-z_]+)/.exec(text.includes('/') ? text.replace(/^#\s*\/\*.*?\*\//, '#') : text);
  const names = match === null ? lineMarker(text) : undefined;
  if (names !== undefined) return { is: 'line', names, at, start, end };
  if (match === null) return undefined;
  const rest = (): string => stripComments(text.slice(text.indexOf(match[1] ?? '') + (match[1] ?? '').length));
  const is = match[1] ?? '';
  switch (is) {
    case 'if':
    case 'elif':
      return { is, at, start, end, test: rest() };
    case 'ifdef':
    case 'ifndef':
    case 'elifdef':
    case 'elifndef':
    case 'undef':
      return { is, at, start, end, name: firstWord(rest()) };
    case 'else':
    case 'endif':
      return { is, at, start, end };
    case 'include':
    case 'line':
      return { is, at, start, end, names: rest() };
    case 'pragma':
      return pragma(rest(), { at, start, end });
    case 'define': {
      const macro = parseDefine(rest());
      // What CuTe defines is already known in the form that suits the grammar.
      return macro === undefined || builtinMacros.has(macro.name) ? undefined : { is, at, start, end, macro };
    }
    default:
      return undefined;
  }
}

function pragma(text: string, at: Pick<Directive, 'at' | 'start' | 'end'>): Directive | undefined {
  const kept = /^\s*(push|pop)_macro\s*\(\s*"(\w+)"\s*\)/.exec(text);
  if (kept?.[2] !== undefined) return { is: kept[1] === 'push' ? 'push' : 'pop', name: kept[2], ...at };
  const inside = /^\s*pack\s*\(([^)]*)\)/.exec(text)?.[1];
  if (inside !== undefined) return { is: 'pack', inside, ...at };
  return firstWord(text) === 'once' ? { is: 'once', ...at } : undefined;
}
