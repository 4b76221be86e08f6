// One open CUDA C++ file: its text, its tree in the parser's memory, and its Program.
import type { FileId } from '../../base/span';
import type { Expr, Program } from '../../ir/program';
import type { Tree } from 'web-tree-sitter';
import type { Document, MacroDefinition, ProgramOptions, TextEdit } from '../front-end';
import { lowerTree } from './lower';
import { newCache } from './lowering-cache';
import { toDefinition, type Macro } from './macros';
import { mask, type Masked } from './mask';
import { placeAt, readPins, snippetReader } from './snippets';
import { editTree, readTree, type Grammar } from '../tree';

/** What the program is lowered from. */
interface Parsed {
  readonly masked: Masked;
  /** Absent where the grammar cannot read all of the text. */
  readonly tree: Tree | undefined;
  readonly external: readonly MacroDefinition[];
  readonly arch: number;
}

export class CudaDocument implements Document {
  #text: string;
  #parsed: Parsed | undefined;
  /** The last tree without an error, and its text: what the next one grows from. */
  #whole: { readonly tree: Tree; readonly text: string } | undefined;
  #program: Program | undefined;
  #cache = newCache();
  /** Values of macros by name and body: they are asked for at every keystroke and hardly ever change. */
  #macros = new Map<string, Expr>();
  #disposed = false;

  constructor(readonly file: FileId, text: string, readonly grammar: Grammar, readonly defaultArch: number) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  edit(changes: readonly TextEdit[]): void {
    let text = this.#text;
    for (const { start, end, text: inserted } of changes) text = text.slice(0, start) + inserted + text.slice(Math.max(start, end));
    this.update(text);
  }

  update(text: string): void {
    this.#text = text;
  }

  program(options: ProgramOptions = {}): Program {
    if (this.#disposed) return empty(this.file, 'This file was closed.');
    const external = options.macros ?? this.#parsed?.external ?? [];
    const arch = options.arch ?? this.#parsed?.arch ?? this.defaultArch;
    try {
      const before = this.#parsed;
      const parsed = this.#parse(external, arch);
      if (parsed !== before || this.#program === undefined) this.#program = this.#lower(parsed);
      return this.#program;
    } catch (error) {
      // The parser ran out of memory or a bug of ours met strange text. The next edit starts afresh.
      this.#forget();
      return empty(this.file, `This file could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  macros(): readonly MacroDefinition[] {
    this.program();
    return this.#parsed?.masked.defined.map(toDefinition) ?? [];
  }

  dispose(): void {
    this.#forget();
    this.#disposed = true;
  }

  #forget(): void {
    this.#whole?.tree.delete();
    this.#whole = undefined;
    this.#parsed = undefined;
    this.#program = undefined;
    this.#cache = newCache();
  }

  #parse(external: readonly MacroDefinition[], arch: number): Parsed {
    const old = this.#parsed;
    if (old !== undefined && old.masked.original === this.#text && old.arch === arch && sameMacros(old.external, external)) return old;
    const masked = mask(this.#text, external, arch);
    this.#parsed = { masked, tree: this.#tree(masked.text), external, arch };
    return this.#parsed;
  }

  /** The tree of a text that the grammar can read. Whether it can must not depend on what the text was before, but how the
   *  grammar recovers does: where a grown tree has an error the text is read afresh. */
  #tree(text: string): Tree | undefined {
    const tree = this.#grown(text) ?? this.#fresh(text);
    if (tree === undefined) return undefined;
    this.#whole?.tree.delete();
    this.#whole = { tree, text };
    return tree;
  }

  #grown(text: string): Tree | undefined {
    if (this.#whole === undefined) return undefined;
    const old = this.#whole.tree.copy();
    try {
      editTree(old, this.#whole.text, text);
      return withoutError(readTree(this.grammar, text, old));
    } finally {
      old.delete();
    }
  }

  #fresh(text: string): Tree | undefined {
    return withoutError(readTree(this.grammar, text));
  }

  #lower({ masked, tree, arch }: Parsed): Program {
    const reader = snippetReader(this.grammar, arch);
    const read = (start: number, end: number): readonly Expr[] => reader.list(masked.original.slice(start, end), this.file, start);
    const { items, problems, cache } = lowerTree(this.file, masked, tree, this.grammar, read, this.#cache);
    this.#cache = cache;
    return {
      file: this.file,
      text: masked.original,
      comments: masked.comments.map(({ start, end }) => ({ file: this.file, start, end })),
      items,
      includes: masked.includes.map(({ path, quoted, start, end }) => ({ path, quoted, span: { file: this.file, start, end } })),
      pins: readPins(reader, masked.original, masked.comments, this.file),
      problems,
      macros: this.#macroValues(masked.defined),
    };
  }

  /** Object-like macros whose body is an expression or a type. Their spans are those of no text. */
  #macroValues(defined: readonly Macro[]): ReadonlyMap<string, Expr> {
    const reader = snippetReader(this.grammar, this.defaultArch);
    const known = this.#macros;
    this.#macros = new Map();
    const values = new Map<string, Expr>();
    for (const { name, params, text, body } of defined) {
      if (params !== undefined || body.length === 0 || body.length > 50) continue;
      const key = `${name}\0${text}`;
      const expr = known.get(key) ?? placeAt(reader.expression(text, this.file, 0), { file: this.file, start: 0, end: 0 });
      this.#macros.set(key, expr);
      if (expr.is !== 'Opaque') values.set(name, expr);
    }
    return values;
  }
}

function empty(file: FileId, message: string): Program {
  return { file, text: '', comments: [], items: [], includes: [], pins: [], problems: [{ message, span: { file, start: 0, end: 0 } }], macros: new Map() };
}

function sameMacros(a: readonly MacroDefinition[], b: readonly MacroDefinition[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((m, i) => m.name === b[i]!.name && m.body === b[i]!.body && m.params?.join() === b[i]!.params?.join());
}

/** The tree, unless it has an error; such a tree is given back to the parser's memory. */
function withoutError(tree: Tree | null): Tree | undefined {
  if (tree === null) throw new Error('the parser gave up');
  if (!tree.rootNode.hasError) return tree;
  tree.delete();
  return undefined;
}
