// Lowers a whole tree into items, declaration by declaration. A declaration whose text did not change since the last
// time is not lowered again: its items are taken over, moved to where the declaration now stands.
import { spend } from '../../base/meter';
import type { FileId } from '../../base/span';
import type { Stmt, SyntaxProblem } from '../../ir/program';
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { originalStart, type Context } from './context';
import { namespaceOf } from './declarations';
import {
  aged,
  keyOf,
  mostKept,
  remembered,
  type Lowered,
  type LoweredByText,
  type LoweringCache,
} from './lowering-cache';
import type { Masked } from './mask';
import { collectProblems } from './problems';
import { moveLowered, recoverFile } from './recover';
import { lowerStatement } from './statements';
import { copySubtree, type Grammar, type Syntax } from '../tree';

export interface LoweredFile {
  readonly items: readonly Stmt[];
  readonly problems: readonly SyntaxProblem[];
  /** What the next lowering of this file may take over. */
  readonly cache: LoweringCache;
}

export type ReadExpressions = Context['readExpressions'];

export interface LoweringInput {
  readonly file: FileId;
  readonly masked: Masked;
  /** Absent where the grammar cannot read all of the text. */
  readonly tree: Tree | undefined;
  readonly grammar: Grammar;
  readonly readExpressions: ReadExpressions;
}

export function lowerTree(
  { file, masked, tree, grammar, readExpressions }: LoweringInput,
  before: LoweringCache,
): LoweredFile {
  if (tree !== undefined) return lowered(new Lowerer(file, masked, grammar, readExpressions, before), tree);
  const context = (start: number, end: number): Context => contextFor(file, masked, start, end, readExpressions);
  return { ...recoverFile({ grammar, context, pieces: before.pieces }), cache: before };
}

function lowered(lowerer: Lowerer, tree: Tree): LoweredFile {
  const cursor = tree.walk();
  try {
    const items = cursor.gotoFirstChild() ? lowerer.siblings(cursor) : [];
    return { items, problems: lowerer.problems, cache: aged(lowerer.before, lowerer.cache) };
  } finally {
    cursor.delete();
  }
}

/** A context for lowering the text from masked offset `start` to `end`. */
export function contextFor(
  file: FileId,
  masked: Masked,
  start: number,
  end: number,
  readExpressions: ReadExpressions,
  shift = 0,
): Context {
  let packs: ReadonlySet<string> | undefined;
  const findPacks = (): ReadonlySet<string> =>
    new Set(
      [...masked.text.slice(start, end).matchAll(/\.\.\.\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)/gu)].map(
        (m) => m[1] ?? '',
      ),
    );
  return {
    file,
    masked,
    shift,
    first: start,
    limit: end,
    readExpressions,
    packs: () => (packs ??= findPacks()),
    inFunction: false,
  };
}

class Lowerer {
  readonly cache: LoweredByText = new Map();
  readonly problems: SyntaxProblem[] = [];

  constructor(
    readonly file: FileId,
    readonly masked: Masked,
    readonly grammar: Grammar,
    readonly readExpressions: ReadExpressions,
    readonly before: LoweringCache,
  ) {}

  /** Lowers the node at the cursor and those after it on its level. */
  siblings(cursor: TreeCursor): Stmt[] {
    const items: Stmt[] = [];
    do {
      if (!cursor.nodeIsNamed) continue;
      if (cursor.nodeType === 'namespace_definition') items.push(this.#namespace(cursor));
      else items.push(...this.#declaration(cursor));
    } while (cursor.gotoNextSibling());
    return items;
  }

  /** A namespace is opened here, so that what it holds is kept declaration by declaration. */
  #namespace(cursor: TreeCursor): Stmt {
    const { startIndex: start, endIndex: end } = cursor;
    const head: Syntax[] = [];
    let items: readonly Stmt[] = [];
    if (cursor.gotoFirstChild()) {
      do {
        if (cursor.nodeType !== 'declaration_list') {
          head.push(copySubtree(cursor, this.grammar));
          continue;
        }
        if (cursor.gotoFirstChild()) {
          items = this.siblings(cursor);
          cursor.gotoParent();
        }
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    const node: Syntax = {
      type: 'namespace_definition',
      field: '',
      start,
      end,
      named: true,
      missing: false,
      children: head,
    };
    const ctx = contextFor(this.file, this.masked, start, end, this.readExpressions);
    return namespaceOf(ctx, node, items);
  }

  #declaration(cursor: TreeCursor): readonly Stmt[] {
    const { startIndex: start, endIndex: end } = cursor;
    if (start === end) return [];
    spend(end - start, 'steps');
    const own = keyOf(this.masked, start, end);
    const from = own?.from ?? originalStart(this.masked, start);
    const key = own && `file\0${own.key}`;
    const known = key === undefined ? undefined : (remembered(this.before, key) ?? this.cache.get(key));
    const lowered = known === undefined ? this.#lower(cursor, start, end, from) : moveLowered(known, from);
    if (key !== undefined) this.cache.set(key, lowered);
    this.problems.push(...lowered.problems);
    return lowered.items;
  }

  #lower(cursor: TreeCursor, start: number, end: number, from: number): Lowered {
    const node = copySubtree(cursor, this.grammar, { lean: true, reuse: (a, b) => this.#knownStatement(a, b) });
    const ctx = {
      ...contextFor(this.file, this.masked, start, end, this.readExpressions),
      keep: (s: Syntax, items: readonly Stmt[]) => this.#keepStatement(s, items),
    };
    return { start: from, items: lowerStatement(ctx, node), problems: collectProblems(ctx, node) };
  }

  /** A statement's entry in the cache, unless what it means depends on text around it. */
  #statement(start: number, end: number): { readonly from: number; readonly key: string } | undefined {
    if (end - start > mostKept || this.masked.text.slice(start, end).includes('...')) return undefined;
    const own = keyOf(this.masked, start, end);
    return own && { from: own.from, key: `function\0${own.key}` };
  }

  #knownStatement(start: number, end: number): readonly Stmt[] | undefined {
    const own = this.#statement(start, end);
    const known = own && remembered(this.before, own.key);
    if (own === undefined || known === undefined || known.problems.length > 0) return undefined;
    const moved = moveLowered(known, own.from);
    this.cache.set(own.key, moved);
    return moved.items;
  }

  #keepStatement({ start, end }: Syntax, items: readonly Stmt[]): void {
    const own = this.#statement(start, end);
    if (own !== undefined) this.cache.set(own.key, { start: own.from, items, problems: [] });
  }
}
