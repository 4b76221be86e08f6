// A header of a library, read declaration by declaration when their names are asked for: a program names a hundredth of
// what the headers that it includes declare. The directives of the file are run as for any other, so that macros have
// their order; its declarations are masked, parsed and lowered one by one, and the body of a class once more by itself.
// Roots of one analysis share what is read: it is read under the macros of the root that was read last.
import { poll, unmetered } from '../../base/meter';
import type { FileId } from '../../base/span';
import type { Latent, Program, Stmt, StructDecl } from '../../ir/program';
import { Allowance, copySubtree, readTree, type Grammar, type Syntax } from '../tree';
import { declaredNames, type DeclaredNames } from './declared-names';
import type { Run, Stretch } from './directives';
import { lex, type Token } from './lex';
import type { Lexed } from './lexed';
import { contextFor, type ReadExpressions } from './lower';
import { newCache } from './lowering-cache';
import { mask, type Masked } from './mask';
import { recoverFile } from './recover';
import type { Head } from './sides';
import { readArgument, snippetReader } from './snippets';
import { lowerStatements } from './statements';
import { Asked, type MacroUnit } from './unit';

/** A class whose body has fewer tokens is read at once. */
const FEW_TOKENS = 60;

export class LatentReading {
  readonly text: string;
  readonly program: Program;
  readonly #arch: number;
  /** What the declarations read so far asked of the macros around them. */
  readonly #asked: Asked[] = [];
  #unit: MacroUnit;
  #run: Run;
  readonly #headAt: (offset: number) => Head;

  constructor(
    readonly file: FileId,
    readonly grammar: Grammar,
    lexed: Lexed,
    run: Run,
    unit: MacroUnit,
  ) {
    this.text = lexed.text;
    this.#arch = unit.arch;
    this.#unit = unit;
    this.#run = run;
    this.#headAt = (offset) => lexed.headAt(offset);
    const { text } = lexed;
    this.program = {
      file,
      text,
      comments: [],
      items: [],
      latent: this.#index(lexed.take(), run),
      includes: run.includes.map(({ path, quoted, start, end }) => ({ path, quoted, span: { file, start, end } })),
      pins: [],
      problems: [],
      macros: new Map(),
      lines: { marks: run.lines.marks, uses: run.lines.uses },
      ...(run.sided.length > 0 && { sided: run.sided.map((part) => ({ file, ...part })) }),
      ...(run.unbuilt.length > 0 && { unbuilt: run.unbuilt.map(({ start, end }) => ({ file, start, end })) }),
    };
  }

  /** Whether the text, run like this, would give the same program; then it is read on in that unit. */
  isOf({ text }: Lexed, run: Run, unit: MacroUnit): boolean {
    const { decisions } = this.#run;
    const isSame =
      this.text === text &&
      this.#arch === unit.arch &&
      decisions.length === run.decisions.length &&
      decisions.every((one, i) => one === run.decisions[i]) &&
      this.#asked.every((asked) => asked.isSameIn(unit, run.moments));
    if (isSame) [this.#unit, this.#run] = [unit, { ...run, lines: this.#run.lines }];
    return isSame;
  }

  #index(tokens: readonly Token[], { stretches }: Run): readonly Latent[] {
    const read: number[] = [];
    for (const { from, to, division } of stretches)
      if (division === undefined) for (let i = from; i < to; i++) read.push(i);
    return declaredNames(tokens, read).map((declared) => {
      let items: readonly Stmt[] | undefined;
      return {
        around: declared.around,
        names: declared.names,
        read: () => (items ??= unmetered(() => this.#read(declared))),
      };
    });
  }

  #read(declared: DeclaredNames): readonly Stmt[] {
    const { braces } = declared;
    if (!braces || braces.close - braces.open < FEW_TOKENS) return this.#lower([declared]);
    const head = { from: declared.from, to: braces.open + 1, start: declared.start, end: braces.start };
    const hollow = this.#lower([head, { from: braces.close, to: declared.to, start: braces.end, end: declared.end }]);
    if (hollow.length !== 1 || hollow[0]?.is !== 'Struct') return this.#lower([declared]);
    let whole: StructDecl | undefined;
    const read = (): StructDecl | undefined =>
      (whole ??= unmetered(() => this.#lower([declared]).find((item) => item.is === 'Struct')));
    return [withBody(hollow[0], read)];
  }

  /** Reads parts of a declaration. */
  #lower(parts: readonly Part[]): readonly Stmt[] {
    poll();
    const masked = this.#mask(parts);
    const reader = snippetReader(this.grammar, this.#arch);
    const read: ReadExpressions = (argument) => readArgument(reader, masked.original, argument, this.file);
    const start = /\S/.exec(masked.text)?.index ?? 0;
    const text = masked.text.slice(start).trimEnd();
    const root = this.#tree(text, start);
    if (root !== undefined)
      return lowerStatements(contextFor(this.file, masked, start, start + text.length, read), root.children);
    return recoverFile({
      grammar: this.grammar,
      context: (a, b) => contextFor(this.file, masked, a, b, read),
      pieces: newCache().pieces,
    }).items;
  }

  #tree(whole: string, start: number): Syntax | undefined {
    const { text, places } = squeezed(whole);
    const tree = readTree(this.grammar, text, new Allowance(), { flawless: true });
    if (tree === undefined) return undefined;
    const cursor = tree.walk();
    try {
      return copySubtree(cursor, this.grammar, { lean: true, places: (offset) => places(offset) + start });
    } finally {
      cursor.delete();
      tree.delete();
    }
  }

  #mask(parts: readonly Part[]): Masked {
    const { text } = this;
    const tokens: Token[] = [];
    const stretches: Stretch[] = [];
    for (const one of parts) {
      const shift = tokens.length - one.from;
      for (const stretch of this.#run.stretches) {
        const [from, to] = [Math.max(stretch.from, one.from), Math.min(stretch.to, one.to)];
        if (from < to) stretches.push({ ...stretch, from: from + shift, to: to + shift });
      }
      for (const token of tokensOf(text, one)) tokens.push(token);
    }
    const asked = new Asked(this.#unit);
    const part = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
    const lexed = { text, part, comments: [], literals: [], take: () => tokens, headAt: this.#headAt };
    const masked = mask(lexed, { ...this.#run, stretches }, asked);
    asked.settle();
    this.#asked.push(asked);
    return masked;
  }
}

/** Some tokens of a text, and where they stand. */
type Part = Pick<DeclaredNames, 'from' | 'to' | 'start' | 'end'>;

function tokensOf(text: string, { from, to, start, end }: Part): readonly Token[] {
  const { tokens } = lex(text.slice(start, end));
  // A `#` that begins no line would begin one here.
  if (tokens.length !== to - from) return lex(text).tokens.slice(from, to);
  for (const token of tokens) {
    token.start += start;
    token.end += start;
  }
  return tokens;
}

/** Blanks longer than this are not given to the parser. */
const LONGEST_BLANK = 64;

/** A text without its long blanks, and where its characters stand in the text that has them. */
function squeezed(whole: string): { readonly text: string; readonly places: (offset: number) => number } {
  const cuts: { readonly at: number; readonly missing: number }[] = [];
  let missing = 0;
  const text = whole.replace(/\s+/g, (blank, at: number) => {
    if (blank.length <= LONGEST_BLANK) return blank;
    missing += blank.length - 1;
    cuts.push({ at: at + blank.length - missing, missing });
    return ' ';
  });
  const last = (offset: number): number => cuts.find(({ at }) => at <= offset)?.missing ?? 0;
  cuts.reverse();
  return { text, places: cuts.length === 0 ? (offset) => offset : (offset) => offset + last(offset) };
}

/** The class with what its body says, which is read when it is looked at. */
function withBody(hollow: StructDecl, read: () => StructDecl | undefined): StructDecl {
  const struct = { ...hollow };
  for (const key of ['members', 'hiddenNames', 'hidden', 'vagueAccess'] as const)
    Object.defineProperty(struct, key, { get: () => read()?.[key], enumerable: true, configurable: true });
  return struct;
}
