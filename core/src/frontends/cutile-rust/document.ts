// One open Rust file: its text, its tree in the parser's memory, and its Program. The grammar reads Rust as it stands.
import { say } from '../../base/say';
import type { Tree } from 'web-tree-sitter';
import type { FileId, Span } from '../../base/span';
import type { Pin, Program, SyntaxProblem } from '../../ir/program';
import { type Document, edited, emptyProgram, type TextEdit } from '../front-end';
import { rethrowInterruption } from '../interrupted';
import { Allowance, copySubtree, editTree, readTree, refuseLarge, type Grammar, type Syntax } from '../tree';
import type { Context } from './context';
import { lowerItems } from './items';
import { kernelsOf, ownFunctions } from './kernels';
import { readExpression } from './snippets';

/** What the parser may do for one text. */
const ROUNDS = 10_000;

export class RustDocument implements Document {
  #text: string;
  #tree: { readonly text: string; readonly tree: Tree } | undefined;
  #program: { readonly text: string; readonly program: Program } | undefined;
  #disposed = false;
  /** Nothing was read since the last rest. */
  #idle = false;

  constructor(
    readonly file: FileId,
    text: string,
    readonly grammar: Grammar,
  ) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  edit(changes: readonly TextEdit[]): void {
    this.#text = edited(this.#text, changes);
  }

  update(text: string): void {
    this.#text = text;
  }

  program(): Program {
    if (this.#program?.text === this.#text) return this.#program.program;
    const program = this.#disposed ? this.#empty(say`This file was closed.`) : this.#read();
    this.#program = { text: this.#text, program };
    return program;
  }

  #empty(message: string): Program {
    return emptyProgram(this.file, this.#text, message, 'cutile-rust');
  }

  rest(): void {
    if (this.#idle) this.#forget();
    this.#idle = true;
  }

  dispose(): void {
    this.#forget();
    this.#disposed = true;
  }

  #forget(): void {
    this.#tree?.tree.delete();
    this.#tree = undefined;
  }

  #read(): Program {
    this.#idle = false;
    try {
      refuseLarge(this.#text);
      const tree = this.#parse();
      const cursor = tree.walk();
      try {
        return lowerFile(this.file, this.#text, copySubtree(cursor, this.grammar), this.grammar);
      } finally {
        cursor.delete();
      }
    } catch (error) {
      rethrowInterruption(error);
      // The parser ran out of memory or a bug of ours met strange text. The next edit starts afresh.
      this.#forget();
      return this.#empty(say`This file could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  /** The same tree for the same text: how a broken text is recovered depends on the tree it grew from, so it is read
   *  afresh. */
  #parse(): Tree {
    const old = this.#tree;
    this.#tree = undefined;
    const allowance = new Allowance(ROUNDS);
    const grown = old && this.#grown(old, allowance);
    const tree = grown ?? readTree(this.grammar, this.#text, allowance);
    if (!tree) throw new Error(say`there is too much in it that is not Rust`);
    this.#tree = { text: this.#text, tree };
    return tree;
  }

  #grown({ tree: old, text }: { readonly text: string; readonly tree: Tree }, allowance: Allowance): Tree | undefined {
    try {
      editTree(old, text, this.#text);
      return readTree(this.grammar, this.#text, allowance, { old, flawless: true });
    } finally {
      old.delete();
    }
  }
}

function lowerFile(file: FileId, text: string, root: Syntax, grammar: Grammar): Program {
  const ctx: Context = { file, text, grammar, shift: 0, kernels: kernelsOf(text, root), own: ownFunctions(text, root) };
  const comments = nodesOf(root, commentTypes).map(({ start, end }) => ({ file, start, end }));
  const literals = nodesOf(root, literalTypes).map(({ start, end }) => ({ file, start, end }));
  const pins = comments.flatMap((span): Pin[] => {
    const values = readPin(grammar, text.slice(span.start, span.end), span);
    return values.length > 0 ? [{ values, span }] : [];
  });
  return {
    file,
    language: 'cutile-rust',
    text,
    comments,
    literals,
    items: lowerItems(ctx, root.children),
    includes: [],
    pins,
    problems: problems(file, root),
    macros: new Map(),
  };
}

const commentTypes: ReadonlySet<string> = new Set(['line_comment', 'block_comment']);
const literalTypes: ReadonlySet<string> = new Set(['string_literal', 'raw_string_literal', 'char_literal']);

function nodesOf(node: Syntax, types: ReadonlySet<string>): readonly Syntax[] {
  const found: Syntax[] = [];
  const visit = (one: Syntax): void => {
    if (types.has(one.type)) found.push(one);
    else one.children.forEach(visit);
  };
  visit(node);
  return found;
}

/** `// cute-lens: BM=64, BN=32` */
function readPin(grammar: Grammar, comment: string, { file, start }: Span): Pin['values'] {
  const match = /^(?:\/\/[/!]?|\/\*)\s*cute-lens:\s*/.exec(comment);
  if (!match) return [];
  return [...comment.slice(match[0].length).matchAll(/(\w+)\s*=\s*([^,]+)/g)].map(([, name = '', value = '']) => ({
    name,
    value: readExpression(grammar, value.replace(/\*\/\s*$/, ''), file, start),
  }));
}

/** Nobody reads more. */
const MOST_PROBLEMS = 1_000;

function problems(file: FileId, root: Syntax): readonly SyntaxProblem[] {
  const found: SyntaxProblem[] = [];
  const visit = (node: Syntax): void => {
    if (found.length >= MOST_PROBLEMS) return;
    if (node.type === 'ERROR' || node.missing)
      found.push({ message: say`This could not be read as Rust.`, span: { file, start: node.start, end: node.end } });
    node.children.forEach(visit);
  };
  visit(root);
  return found;
}
