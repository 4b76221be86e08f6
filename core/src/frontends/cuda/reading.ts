// One way in which a file is read: its tree in the parser's memory and its Program, for some answers to what it asks of
// the macros around it. A reading of the next version of the text, or under other macros, starts from it.
import { say } from '../../base/say';
import { present } from '../../base/assert';
import type { FileId } from '../../base/span';
import type { Expr, Program, SyntaxProblem } from '../../ir/program';
import type { Tree } from 'web-tree-sitter';
import { Allowance, editTree, readTree, type Grammar } from '../tree';
import type { Run } from './directives';
import type { Lexed } from './lexed';
import type { Token } from './lex';
import { lowerTree, type ReadExpressions } from './lower';
import { newCache } from './lowering-cache';
import type { Macro } from './macros';
import { mask, type Masked } from './mask';
import { placeAt, readArgument, readPins, snippetReader, type SnippetReader } from './snippets';
import { Asked, type MacroUnit } from './unit';

/** Of so many macros of a file their values are known by themselves. */
const MOST_MACROS = 2_000;
/** A macro with more tokens is no value. */
const LONGEST_MACRO = 50;

/** What a reading is of. */
interface Source {
  readonly text: string;
  readonly arch: number;
  readonly decisions: Run['decisions'];
  readonly asked: Asked;
}

export class Reading {
  #source: Source | undefined;
  #program: Program | undefined;
  /** The last tree without an error, and its text: what the next one grows from. */
  #whole: { readonly tree: Tree; readonly text: string } | undefined;
  #cache = newCache();
  /** Values of macros by name and body: they are asked for at every keystroke and hardly ever change. */
  #macros = new Map<string, Expr>();
  /** Since the last rest. */
  isUsed = false;
  #isRead = false;

  constructor(
    readonly file: FileId,
    readonly grammar: Grammar,
  ) {}

  get text(): string | undefined {
    return this.#source?.text;
  }

  get program(): Program {
    return present(this.#program, 'a text that was read has a program');
  }

  /** Whether the text, run like this, would give the same program. */
  isOf({ text }: Lexed, { decisions, moments }: Run, unit: MacroUnit): boolean {
    const source = this.#source;
    return (
      source !== undefined &&
      source.text === text &&
      source.arch === unit.arch &&
      isSameList(source.decisions, decisions) &&
      source.asked.isSameIn(unit, moments)
    );
  }

  read(lexed: Lexed, run: Run, unit: MacroUnit): void {
    this.#source = undefined;
    this.#isRead = true;
    const asked = new Asked(unit);
    const masked = mask(lexed, run, asked);
    asked.settle();
    this.#program = this.#lower(
      masked,
      masked.isBalanced ? this.#tree(masked.text, new Allowance()) : undefined,
      unit.arch,
    );
    this.#source = { text: lexed.text, arch: unit.arch, decisions: run.decisions, asked };
  }

  /** Keeps what the text gave; what the next one would grow from, only where it is being changed. */
  rest(): void {
    if (!this.#isRead) this.#forgetPast();
    this.#isRead = false;
    this.isUsed = false;
  }

  dispose(): void {
    this.#forgetPast();
    this.#source = undefined;
    this.#program = undefined;
  }

  #forgetPast(): void {
    this.#whole?.tree.delete();
    this.#whole = undefined;
    this.#cache = newCache();
  }

  /** The tree of a text that the grammar can read. Whether it can must not depend on what the text was before, but how
   *  the grammar recovers does: where a grown tree has an error the text is read afresh. */
  #tree(text: string, allowance: Allowance): Tree | undefined {
    const tree = this.#grown(text, allowance) ?? readTree(this.grammar, text, allowance, { flawless: true });
    if (tree === undefined) return undefined;
    this.#whole?.tree.delete();
    this.#whole = { tree, text };
    return tree;
  }

  #grown(text: string, allowance: Allowance): Tree | undefined {
    // Where most of the text is new, there is little to grow from.
    if (this.#whole === undefined || text.length > 2 * this.#whole.text.length) return undefined;
    const old = this.#whole.tree.copy();
    try {
      editTree(old, this.#whole.text, text);
      return readTree(this.grammar, text, allowance, { old, flawless: true });
    } finally {
      old.delete();
    }
  }

  #lower(masked: Masked, tree: Tree | undefined, arch: number): Program {
    const { file } = this;
    const reader = snippetReader(this.grammar, arch);
    const readExpressions: ReadExpressions = (argument) => readArgument(reader, masked.original, argument, file);
    const { items, problems, cache } = lowerTree(
      { file, masked, tree, grammar: this.grammar, readExpressions },
      this.#cache,
    );
    this.#cache = cache;
    const { marks, uses } = masked.lines;
    return {
      file,
      text: masked.original,
      comments: masked.comments.map(({ start, end }) => ({ file, start, end })),
      literals: masked.literals,
      items,
      includes: masked.includes.map(({ path, quoted, start, end }) => ({ path, quoted, span: { file, start, end } })),
      pins: readPins(reader, masked.original, masked.comments, file),
      problems: [...problems, ...this.#cut(masked)],
      macros: this.#macroValues(masked.defined, reader),
      ...(marks.length + uses.length > 0 && { lines: { marks, uses } }),
      ...(masked.leftOut.length > 0 && {
        leftOut: masked.leftOut.map(({ start, end, names }) => ({ names, span: { file, start, end } })),
      }),
      ...(masked.sided.length > 0 && { sided: masked.sided.map((part) => ({ file, ...part })) }),
      ...(masked.unbuilt.length > 0 && { unbuilt: masked.unbuilt.map(({ start, end }) => ({ file, start, end })) }),
    };
  }

  #cut({ cutAt, original }: Masked): readonly SyntaxProblem[] {
    if (cutAt === undefined) return [];
    return [
      {
        message: say`Macros grow beyond all bounds here: from here on they are not expanded.`,
        span: { file: this.file, start: cutAt, end: Math.min(original.length, cutAt + 1) },
      },
    ];
  }

  /** Object-like macros whose body is an expression or a type, and names that CuTe's headers ask for. Their spans are
   *  those of no text. */
  #macroValues(defined: readonly Macro[], reader: SnippetReader): ReadonlyMap<string, Expr> {
    const known = this.#macros;
    this.#macros = new Map();
    const values = new Map<string, Expr>();
    for (const { name, params, text, body } of defined.slice(0, MOST_MACROS)) {
      if (params === undefined && body.length === 0 && ASKED_BY_CUTLASS.test(name))
        values.set(name, nothing(this.file));
      if (params !== undefined || body.length === 0 || body.length > LONGEST_MACRO) continue;
      const key = `${name}\0${text}`;
      const expr =
        known.get(key) ?? placeAt(reader.expression(text, this.file, 0), { file: this.file, start: 0, end: 0 });
      this.#macros.set(key, expr);
      if (expr.is !== 'Opaque')
        values.set(
          name,
          fallsApart(expr, body)
            ? {
                is: 'Opaque',
                why: say`What \`${name}\` gives depends on what stands around it: it is a macro of ${text}, without parentheses.`,
                span: expr.span,
              }
            : expr,
        );
    }
    return values;
  }
}

/** Macros without a text that the headers of CuTe ask for. */
const ASKED_BY_CUTLASS = /^(CUTE|CUTLASS)_\w+_ENABLED$/;

function nothing(file: FileId): Expr {
  return { is: 'Opaque', why: say`This macro has no text.`, span: { file, start: 0, end: 0 } };
}

/** An operation without parentheses around it: the operators beside the macro's name may take it apart (`A * 2` of
 *  `1 + 1`). */
function fallsApart({ is }: Expr, body: readonly Token[]): boolean {
  if (is !== 'Binary' && is !== 'Conditional' && is !== 'Assign') return false;
  let depth = 0;
  return !body.every(({ text }, i) => {
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    return depth > 0 || i === body.length - 1;
  });
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
