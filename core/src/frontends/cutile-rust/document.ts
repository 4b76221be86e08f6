// One open Rust file: its text, its tree in the parser's memory, and its Program. The grammar reads Rust as it stands.
import type { Tree } from 'web-tree-sitter';
import { isInterruption } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import type { Pin, Program, SyntaxProblem } from '../../ir/program';
import type { Document, TextEdit } from '../front-end';
import { Allowance, copySubtree, editTree, readTree, type Grammar, type Syntax } from '../tree';
import type { Context } from './context';
import { lowerItems } from './items';
import { kernelsOf, ownFunctions } from './kernels';
import { readExpression } from './snippets';

export class RustDocument implements Document {
  #text: string;
  #tree: { readonly text: string; readonly tree: Tree } | undefined;
  #program: { readonly text: string; readonly program: Program } | undefined;
  #disposed = false;

  constructor(readonly file: FileId, text: string, readonly grammar: Grammar) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  edit(changes: readonly TextEdit[]): void {
    for (const { start, end, text } of changes) this.#text = this.#text.slice(0, start) + text + this.#text.slice(Math.max(start, end));
  }

  update(text: string): void {
    this.#text = text;
  }

  program(): Program {
    if (this.#program?.text === this.#text) return this.#program.program;
    const program = this.#disposed ? empty(this.file, 'This file was closed.') : this.#read();
    this.#program = { text: this.#text, program };
    return program;
  }

  dispose(): void {
    this.#tree?.tree.delete();
    this.#tree = undefined;
    this.#disposed = true;
  }

  #read(): Program {
    try {
      const tree = this.#parse();
      const cursor = tree.walk();
      try {
        return lowerFile(this.file, this.#text, copySubtree(cursor, this.grammar), this.grammar);
      } finally {
        cursor.delete();
      }
    } catch (error) {
      // The parser ran out of memory or a bug of ours met strange text. The next edit starts afresh.
      this.#tree?.tree.delete();
      this.#tree = undefined;
      if (isInterruption(error)) throw error;
      return empty(this.file, `This file could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  /** The same tree for the same text: how a broken text is recovered depends on the tree it grew from, so it is read afresh. */
  #parse(): Tree {
    const old = this.#tree;
    this.#tree = undefined;
    const grown = old && this.#grown(old);
    const tree = grown ?? readTree(this.grammar, this.#text, new Allowance());
    if (!tree) throw new Error('there is too much in it that is not Rust');
    this.#tree = { text: this.#text, tree };
    return tree;
  }

  #grown({ tree: old, text }: { readonly text: string; readonly tree: Tree }): Tree | undefined {
    try {
      editTree(old, text, this.#text);
      const tree = readTree(this.grammar, this.#text, new Allowance(), old);
      if (tree?.rootNode.hasError !== true) return tree;
      tree.delete();
      return undefined;
    } finally {
      old.delete();
    }
  }
}

function lowerFile(file: FileId, text: string, root: Syntax, grammar: Grammar): Program {
  const ctx: Context = { file, text, grammar, shift: 0, kernels: kernelsOf(text, root), own: ownFunctions(text, root) };
  const comments = commentsOf(root).map(({ start, end }) => ({ file, start, end }));
  const pins = comments.flatMap((span): Pin[] => {
    const values = readPin(grammar, text.slice(span.start, span.end), span);
    return values.length > 0 ? [{ values, span }] : [];
  });
  return { file, language: 'cutile-rust', text, comments, items: lowerItems(ctx, root.children), includes: [], pins, problems: problems(file, root), macros: new Map() };
}

function commentsOf(node: Syntax): readonly Syntax[] {
  return node.type === 'line_comment' || node.type === 'block_comment' ? [node] : node.children.flatMap(commentsOf);
}

/** `// cute-lens: BM=64, BN=32` */
function readPin(grammar: Grammar, comment: string, { file, start }: Span): Pin['values'] {
  const match = /^(?:\/\/[/!]?|\/\*)\s*cute-lens:\s*/.exec(comment);
  if (!match) return [];
  return [...comment.slice(match[0].length).matchAll(/(\w+)\s*=\s*([^,]+)/g)].map(([, name = '', value = '']) => ({ name, value: readExpression(grammar, value.replace(/\*\/\s*$/, ''), file, start) }));
}

function problems(file: FileId, node: Syntax): readonly SyntaxProblem[] {
  const own = node.type === 'ERROR' || node.missing ? [{ message: 'This could not be read as Rust.', span: { file, start: node.start, end: node.end } }] : [];
  return [...own, ...node.children.flatMap((c) => problems(file, c))];
}

function empty(file: FileId, message: string): Program {
  return { file, language: 'cutile-rust', text: '', comments: [], items: [], includes: [], pins: [], problems: [{ message, span: { file, start: 0, end: 0 } }], macros: new Map() };
}
