// Reads a damaged file piece by piece, so that damage costs the piece it is in and no other.
// Each piece goes to the grammar by itself; a piece that cannot be read is tried again without what its braces hold,
// then line by line. What a piece gives is a function of the piece and of little else (see `#key`), so a piece that
// the version before had is not read again.
import { say } from '../../base/say';
import { elementAt } from '../../base/assert';
import { spend } from '../../base/meter';
import type { Stmt, SyntaxProblem } from '../../ir/program';
import { Chunker, type Braces, type Chunk, type Place } from './chunks';
import { originalStart, span, type Context } from './context';
import { lex, type Token, tokenAt } from './lex';
import { keyOf, mostKept, type Lowered, type Pieces } from './lowering-cache';
import { collectProblems } from './problems';
import { shiftSpans } from './shift';
import { lowerStatements } from './statements';
import { touchedBy } from './touched';
import { Allowance, child, isClean, parseText, type Grammar, type Places, type Syntax } from '../tree';

/** What a piece is wrapped in for the grammar. */
const WRAP: Readonly<Record<Place, readonly [string, string]>> = {
  file: ['', ''],
  class: ['struct S {', '};'],
  function: ['void f() {', '}'],
};
/** What reads statements or members that were recovered. */
const BODIES = new Set(['compound_statement', 'field_declaration_list', 'declaration_list']);
const MAX_DEPTH = 60;
const NEWLINE = 10;
/** Nobody reads more. */
const MOST_PROBLEMS = 1_000;
const givenUp = (): string => say`From here on this file is not read: there is too much in it that is not C++.`;
/** A damaged piece longer than this is not tried as a whole first. */
const LONG = 600;
/** Tokens before a brace that may tell what it opens. */
const LONGEST_HEAD = 2_000;

export interface RecoveryInput {
  /** What pieces gave in this version and in the one before. */
  readonly pieces: Pieces;
  readonly grammar: Grammar;
  /** A context for masked text from `start` to `end`. */
  readonly context: (start: number, end: number) => Context;
}

/** Items and problems of the whole file. */
export function recoverFile(input: RecoveryInput): {
  readonly items: readonly Stmt[];
  readonly problems: readonly SyntaxProblem[];
} {
  input.pieces.age();
  const recovery = new Recovery(input);
  const items = recovery.block('file', 0, recovery.tokens.length, 0);
  return { items, problems: recovery.problems };
}

class Recovery {
  readonly tokens: readonly Token[];
  problems: SyntaxProblem[] = [];
  readonly #chunker: Chunker;
  readonly #whole: Context;
  #columns: ReadonlyMap<Token, number> | undefined;
  #packs: string | undefined;
  /** Damage takes the parser several times as long as programs do. A kernel file of 250 kB with a bracket too few takes
   *  half of it. */
  readonly #allowance = new Allowance(5_000);
  #gaveUp = false;

  constructor(readonly input: RecoveryInput) {
    this.#whole = input.context(0, Infinity);
    this.tokens = lex(this.#whole.masked.text).tokens.filter((t) => t.kind !== 'directive');
    this.#chunker = new Chunker(this.tokens, (token) => this.#column(token) === 0);
  }

  block(place: Place, from: number, to: number, depth: number): Stmt[] {
    const items: Stmt[] = [];
    for (const chunk of this.#chunker.split(place, from, to)) this.#add(place, chunk, depth, items);
    return items;
  }

  #add(place: Place, chunk: Chunk, depth: number, items: Stmt[]): void {
    if (!this.#allowance.spent) for (const item of this.#chunk(place, chunk, depth)) items.push(item);
    else if (!this.#gaveUp) {
      this.#gaveUp = true;
      const rest = span(this.#whole, this.#start(chunk), tokenAt(this.tokens, this.tokens.length - 1).end);
      const unread = this.#whole.masked.text.slice(this.#start(chunk));
      items.push({ is: 'OpaqueStmt', why: givenUp(), span: rest, ...touchedBy(unread) });
      this.problems.push({ message: givenUp(), span: { ...rest, end: rest.start } });
    }
  }

  /** The column of a token that is the first of its line, in the original. */
  #column(token: Token): number | undefined {
    this.#columns ??= this.#findColumns();
    return this.#columns.get(token);
  }

  #findColumns(): ReadonlyMap<Token, number> {
    const { text, original, map } = this.#whole.masked;
    const columns = new Map<Token, number>();
    let before = 0;
    for (const token of this.tokens) {
      let newline = token.start - 1;
      while (newline >= before && text.charCodeAt(newline) !== NEWLINE) newline--;
      const isFirst = newline >= before || before === 0;
      before = token.end;
      if (!isFirst) continue;
      const [at] = map.range(newline + 1, newline + 2);
      let column = 0;
      while (/[ \t]/.test(original.charAt(at + column))) column++;
      // What stands in place of a directive is written where the directive is (divisions.ts).
      if (original.charAt(at + column) !== '#') columns.set(token, column);
    }
    return columns;
  }

  #start(chunk: Chunk): number {
    return tokenAt(this.tokens, chunk.from).start;
  }

  #end(chunk: Chunk): number {
    return tokenAt(this.tokens, chunk.to - 1).end;
  }

  #chunk(place: Place, chunk: Chunk, depth: number): readonly Stmt[] {
    const { masked } = this.#whole;
    spend(this.#end(chunk) - this.#start(chunk), 'steps');
    const isKept = this.#end(chunk) - this.#start(chunk) <= mostKept;
    const own = isKept ? keyOf(masked, this.#start(chunk), this.#end(chunk)) : undefined;
    const from = own?.from ?? originalStart(masked, this.#start(chunk));
    const key = own && this.#key(place, chunk, depth, own.key);
    const known = key === undefined ? undefined : this.input.pieces.get(key);
    const lowered = known === undefined ? this.#read(place, chunk, depth, from) : moveLowered(known, from);
    if (key !== undefined) this.input.pieces.set(key, lowered);
    this.#report(lowered.problems);
    return lowered.items;
  }

  /** All that the reading of a piece rests on: the piece, where it stands, how far it is indented (damage is cut into
   *  lines by that), whether the margin ends functions, and the file's parameter packs where it may use one. */
  #key(place: Place, chunk: Chunk, depth: number, own: string): string {
    const packs = own.includes('...') ? (this.#packs ??= [...this.#whole.packs()].join()) : '';
    const column = this.#column(tokenAt(this.tokens, chunk.from));
    return `${place} ${depth} ${column} ${this.#chunker.unbalanced} ${packs}\0${own}`;
  }

  #report(problems: readonly SyntaxProblem[]): void {
    for (const problem of problems) if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }

  #read(place: Place, chunk: Chunk, depth: number, start: number): Lowered {
    const outer = this.problems;
    this.problems = [];
    const items = this.#attempts(place, chunk, depth);
    const lowered = { start, items, problems: this.problems };
    this.problems = outer;
    return lowered;
  }

  #attempts(place: Place, chunk: Chunk, depth: number): readonly Stmt[] {
    const text = this.#whole.masked.text.slice(this.#start(chunk), this.#end(chunk));
    const braces = depth < MAX_DEPTH ? this.#chunker.braces(place, chunk) : [];
    const whole = text.length <= LONG || braces.length === 0 ? this.#parse(place, chunk, text) : undefined;
    if (whole !== undefined && isClean(whole)) return this.#lower(place, chunk, whole);
    if (braces.length > 0) {
      const hollow = this.#parseHollow(place, chunk, text, braces);
      if (isClean(hollow) && this.#isWhole(hollow, braces))
        return this.#lower(place, chunk, hollow, this.#recoverBraces(place, chunk, braces, depth));
    }
    const lines = depth < MAX_DEPTH ? this.#chunker.lines(chunk, (token) => this.#column(token)) : [chunk];
    if (lines.length > 1) {
      const items: Stmt[] = [];
      for (const line of lines) this.#add(place, line, depth + 1, items);
      return items;
    }
    return this.#lower(place, chunk, whole ?? this.#parse(place, chunk, text));
  }

  #parse(place: Place, chunk: Chunk, text: string, holes: readonly Hole[] = []): Syntax {
    const [head, tail] = WRAP[place];
    const closed = place === 'file' || /[;}]\s*$/.test(text) ? text : `${text};`;
    return parseText(
      `${head}${closed}${tail}`,
      this.input.grammar,
      around(holes, head.length, this.#start(chunk)),
      this.#allowance,
    );
  }

  /** The chunk without what its braces hold; braces that are open to the end are closed. */
  #parseHollow(place: Place, chunk: Chunk, text: string, braces: readonly Braces[]): Syntax {
    const base = this.#start(chunk);
    const holes: Hole[] = [];
    let hollow = '';
    let at = 0;
    for (const { open, close } of braces) {
      const from = tokenAt(this.tokens, open).end - base;
      const to = close < 0 ? text.length : tokenAt(this.tokens, close).start - base;
      hollow += `${text.slice(at, from)} `;
      holes.push({ at: hollow.length, missing: to - from - 1 });
      if (close < 0) hollow += '}';
      at = to;
    }
    return this.#parse(place, chunk, hollow + text.slice(at), holes);
  }

  /** Whether all the braces hold statements or members: those of a value, or of requirements, are no hole. */
  #isWhole(hollow: Syntax, braces: readonly Braces[]): boolean {
    const starts = new Set(braces.map(({ open }) => tokenAt(this.tokens, open).start));
    const count = (node: Syntax): number =>
      node.children.reduce((all, part) => all + count(part), starts.has(node.start) && BODIES.has(node.type) ? 1 : 0);
    return count(hollow) === braces.length;
  }

  #recoverBraces(
    place: Place,
    chunk: Chunk,
    braces: readonly Braces[],
    depth: number,
  ): ReadonlyMap<number, readonly Stmt[]> {
    const recovered = new Map<number, readonly Stmt[]>();
    for (const { open, close } of braces) {
      if (close < 0)
        this.problems.push({
          message: say`Expected \`}\` here.`,
          span: span(this.#whole, this.#end(chunk), this.#end(chunk)),
        });
      const inner = this.#placeInside(place, chunk, open);
      recovered.set(
        tokenAt(this.tokens, open).start,
        this.block(inner, open + 1, close < 0 ? chunk.to : close, depth + 1),
      );
    }
    return recovered;
  }

  #placeInside(place: Place, chunk: Chunk, open: number): Place {
    if (place === 'function') return 'function';
    let inParams = 0;
    for (let i = open - 1; i >= Math.max(chunk.from, open - LONGEST_HEAD); i--) {
      const { text } = tokenAt(this.tokens, i);
      if (text === ')') inParams++;
      else if (text === '(') inParams--;
      else if (inParams === 0 && (text === 'namespace' || text === 'extern')) return 'file';
      else if (
        inParams === 0 &&
        /^(?:struct|class|union)$/.test(text) &&
        tokenAt(this.tokens, open - 1).text !== ')' &&
        (i === chunk.from || !/^[<,]$/.test(tokenAt(this.tokens, i - 1).text))
      )
        return 'class';
    }
    return 'function';
  }

  #lower(place: Place, chunk: Chunk, root: Syntax, recovered?: ReadonlyMap<number, readonly Stmt[]>): readonly Stmt[] {
    const base = this.input.context(this.#start(chunk), this.#end(chunk));
    const packs = place === 'function' ? this.#whole.packs : base.packs;
    const ctx = { ...base, packs, inFunction: place === 'function', ...(recovered === undefined ? {} : { recovered }) };
    this.#report(collectProblems(ctx, root));
    return lowerStatements(ctx, place === 'file' ? root.children : unwrapped(root));
  }
}

/** Text that was left out: `missing` characters before `at`. */
interface Hole {
  readonly at: number;
  readonly missing: number;
}

/** Where the characters of a piece stand that follows a head of `head` characters, begins at `start` and has holes. */
function around(holes: readonly Hole[], head: number, start: number): Places {
  if (holes.length === 0) return (offset) => offset - head + start;
  const ends = holes.map(({ at }) => at);
  const missing = [0];
  for (const hole of holes) missing.push(elementAt(missing, missing.length - 1) + hole.missing);
  return (offset) => {
    const at = offset - head;
    let before = 0;
    for (let after = ends.length; before < after;) {
      const middle = (before + after) >> 1;
      if (elementAt(ends, middle) <= at) before = middle + 1;
      else after = middle;
    }
    return at + start + elementAt(missing, before);
  };
}

/** What stands in the wrapping: in its body, and behind it where the piece closes braces that it did not open. */
function unwrapped(root: Syntax): readonly Syntax[] {
  const [wrapping, ...rest] = root.children;
  const body = wrapping && child(wrapping, 'body');
  return body === undefined ? root.children : [...body.children, ...rest.filter(({ named }) => named)];
}

export function moveLowered(lowered: Lowered, to: number): Lowered {
  const delta = to - lowered.start;
  if (delta === 0) return lowered;
  return { start: to, items: shiftSpans(lowered.items, delta), problems: shiftSpans(lowered.problems, delta) };
}
