// A header of a library, read declaration by declaration when their names are asked for: a program names a hundredth of
// what the headers that it includes declare. The directives of the file are run as for any other, so that macros have
// their order; its declarations are masked, parsed and lowered one by one, and the body of a class once more by itself.
// Roots of one analysis share what is read: it is read under the macros of the root that was read last.
import { poll, unmetered } from '../../base/meter';
import type { FileId } from '../../base/span';
import type { Latent, Program, Stmt, StructDecl } from '../../ir/program';
import { Allowance, copySubtree, readTree, type Grammar, type Syntax } from '../tree';
import { declaredNames, type DeclaredNames } from './declared-names';
import type { Lexed, Run, Stretch } from './directives';
import { lex, type Token } from './lex';
import { contextFor, type ReadExpressions } from './lower';
import { newCache } from './lowering-cache';
import { mask, type Masked } from './mask';
import { recoverFile } from './recover';
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
      ...(run.sided.length > 0 && { sided: run.sided.map(({ start, end }) => ({ file, start, end })) }),
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
    for (const { from, to } of stretches) for (let i = from; i < to; i++) read.push(i);
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
    if (!braces || braces.close - braces.open < FEW_TOKENS) return this.#lower(declared, []);
    const hollow = this.#lower(declared, [{ from: braces.open + 1, to: braces.close }]);
    if (hollow.length !== 1 || hollow[0]?.is !== 'Struct') return this.#lower(declared, []);
    let whole: StructDecl | undefined;
    const read = (): StructDecl | undefined =>
      (whole ??= unmetered(() => this.#lower(declared, []).find((item) => item.is === 'Struct')));
    return [withBody(hollow[0], read)];
  }

  /** Reads tokens of a declaration, `except` some. */
  #lower(
    { from, to }: DeclaredNames,
    except: readonly { readonly from: number; readonly to: number }[],
  ): readonly Stmt[] {
    poll();
    const masked = this.#mask(from, to, except);
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

  #mask(from: number, to: number, except: readonly { readonly from: number; readonly to: number }[]): Masked {
    const stretches = except.reduce<readonly Stretch[]>(
      (left, hole) => left.flatMap((one) => [...part(one, 0, hole.from), ...part(one, hole.to, Infinity)]),
      this.#run.stretches.flatMap((one) => part(one, from, to)),
    );
    const all = tokensOf(this);
    const tokens = all.slice(0, to);
    for (const one of stretches)
      tokens.slice(one.from, one.to).forEach((token, i) => void (tokens[one.from + i] = { ...token }));
    const asked = new Asked(this.#unit);
    const text = onlyThese(this.text, tokens, stretches);
    const lexed = { text, comments: [], literals: [], take: () => tokens };
    const masked = mask(lexed, { ...this.#run, stretches }, asked);
    asked.settle();
    this.#asked.push(asked);
    return { ...masked, original: this.text };
  }
}

/** The text of some tokens in its place, and blanks for all else before them. */
function onlyThese(text: string, tokens: readonly Token[], stretches: readonly Stretch[]): string {
  let only = '';
  for (const { from, to } of stretches) {
    const start = tokens[from]?.start ?? only.length;
    only += ' '.repeat(Math.max(0, start - only.length)) + text.slice(start, tokens[to - 1]?.end);
  }
  return only;
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

function part(stretch: Stretch, from: number, to: number): readonly Stretch[] {
  const own = { ...stretch, from: Math.max(stretch.from, from), to: Math.min(stretch.to, to) };
  return own.from < own.to ? [own] : [];
}

/** The class with what its body says, which is read when it is looked at. */
function withBody(hollow: StructDecl, read: () => StructDecl | undefined): StructDecl {
  const struct = { ...hollow };
  for (const key of ['members', 'hiddenNames', 'hidden', 'vagueAccess'] as const)
    Object.defineProperty(struct, key, { get: () => read()?.[key], enumerable: true, configurable: true });
  return struct;
}

/** Tokens of the files that were read last: declarations of one file are often read one after the other. */
const kept = new Map<LatentReading, readonly Token[]>();
const MOST_KEPT = 8;

function tokensOf(reading: LatentReading): readonly Token[] {
  const tokens = kept.get(reading) ?? lex(reading.text).tokens;
  kept.delete(reading);
  kept.set(reading, tokens);
  for (const [oldest] of kept) if (kept.size > MOST_KEPT) kept.delete(oldest);
  return tokens;
}
