// The grammar's runtime, and syntax trees copied out of its memory: plain nodes that the lowering can walk cheaply.
// Knows node types only as names; nothing of what they mean.
import { differenceOf } from '../base/difference';
import { say } from '../base/say';
import { Edit, Language, Parser, type ParseState, type Tree, type TreeCursor } from 'web-tree-sitter';
import { pollAt, spend } from '../base/meter';
import type { Stmt } from '../ir/program';

/** A node of the syntax tree, in offsets of the masked text. Unnamed nodes (punctuation, keywords) are kept. */
export interface Syntax {
  readonly type: string;
  /** The grammar's name for the role in the parent, or ''. */
  readonly field: string;
  readonly start: number;
  readonly end: number;
  readonly named: boolean;
  readonly missing: boolean;
  readonly children: readonly Syntax[];
  /** For a statement that was not copied, since it is known what it lowers to. */
  readonly known?: readonly Stmt[];
}

/** What the statement at `[start, end)` lowers to, where that is known from before. */
export type Reuse = (start: number, end: number) => readonly Stmt[] | undefined;

/** Nodes deeper than this are not copied: their parent gets a child of type `TOO_DEEP`. */
const MAX_DEPTH = 500;
export const TOO_DEEP = 'too deep';

/** The parser, and what is known of each type of node, by its number. */
export interface Grammar {
  readonly parser: Parser;
  readonly types: readonly string[];
  readonly fields: readonly (string | null)[];
  readonly named: readonly boolean[];
  /** Types that never have children: asking for them crosses into wasm for nothing. */
  readonly leaf: readonly boolean[];
  /** Punctuation that lowering does not look at. */
  readonly mute: readonly boolean[];
  /** Types whose children have no roles. */
  readonly list: readonly boolean[];
}

const LEAVES = new Set([
  'identifier',
  'type_identifier',
  'field_identifier',
  'namespace_identifier',
  'primitive_type',
  'number_literal',
  'this',
  'true',
  'false',
  'auto',
]);
const MUTE = new Set(['(', ')', '{', '}', ';', '::', '[', ']']);
const LISTS = new Set([
  'argument_list',
  'compound_statement',
  'template_argument_list',
  'parameter_list',
  'template_parameter_list',
  'initializer_list',
  'field_declaration_list',
  'parenthesized_expression',
  'expression_statement',
]);

/** Rust's grammar puts comments among the parts of an expression; C++'s are masked before. */
const COMMENTS = new Set(['line_comment', 'block_comment']);

export async function loadGrammar(runtimeWasm: Uint8Array, grammarWasm: Uint8Array): Promise<Grammar> {
  await Parser.init({ wasmBinary: runtimeWasm });
  const language = await Language.load(grammarWasm);
  const parser = new Parser();
  parser.setLanguage(language);
  const { types, fields } = language;
  const named = types.map((_, id) => language.nodeTypeIsNamed(id));
  return {
    parser,
    types,
    fields,
    named,
    leaf: types.map((type, id) => named[id] !== true || LEAVES.has(type)),
    mute: types.map((type, id) => named[id] !== true && MUTE.has(type)),
    list: types.map((type) => LISTS.has(type)),
  };
}

/** What an offset of the text that was parsed is in the text that it was made from. */
export type Places = (offset: number) => number;

const same: Places = (offset) => offset;

export interface CopyOptions {
  readonly places?: Places;
  /** Leaves out mute punctuation; where something may be missing it has to be kept. */
  readonly lean?: boolean;
  readonly reuse?: Reuse;
}

/** Copies the subtree at the cursor, which returns to where it was. */
export function copySubtree(
  cursor: TreeCursor,
  grammar: Grammar,
  { places = same, lean = false, reuse }: CopyOptions = {},
): Syntax {
  return new Copier(cursor, grammar, places, lean, reuse).node(cursor.nodeTypeId, cursor.currentFieldName ?? '', 0);
}

class Copier {
  #nodes = 0;

  constructor(
    readonly cursor: TreeCursor,
    readonly grammar: Grammar,
    readonly places: Places,
    readonly lean: boolean,
    readonly reuse: Reuse | undefined,
  ) {}

  node(id: number, field: string, depth: number): Syntax {
    pollAt(++this.#nodes);
    const { cursor, grammar } = this;
    const start = this.places(cursor.startIndex);
    const end = this.places(cursor.endIndex);
    const children: Syntax[] = [];
    if (end > start && grammar.leaf[id] !== true && cursor.gotoFirstChild()) {
      if (depth >= MAX_DEPTH)
        children.push({ type: TOO_DEEP, field: '', start, end, named: true, missing: false, children: [] });
      else this.#children(id, depth, children);
      cursor.gotoParent();
    }
    return {
      type: grammar.types[id] ?? 'ERROR',
      field,
      start,
      end,
      named: grammar.named[id] ?? true,
      missing: start === end && cursor.nodeIsMissing,
      children,
    };
  }

  #children(parent: number, depth: number, out: Syntax[]): void {
    const { cursor, grammar } = this;
    const plain = grammar.list[parent] === true;
    const mayReuse = this.reuse !== undefined && grammar.types[parent] === 'compound_statement';
    do {
      const id = cursor.nodeTypeId;
      if (this.lean && (grammar.mute[id] === true || (plain && grammar.named[id] === false))) continue;
      const known = mayReuse ? this.#known() : undefined;
      if (known !== undefined) {
        out.push(known);
        continue;
      }
      const fieldId = plain ? 0 : cursor.currentFieldId;
      out.push(this.node(id, fieldId === 0 ? '' : (grammar.fields[fieldId] ?? ''), depth + 1));
    } while (cursor.gotoNextSibling());
  }

  #known(): Syntax | undefined {
    const start = this.places(this.cursor.startIndex);
    const end = this.places(this.cursor.endIndex);
    const known = this.reuse?.(start, end);
    return known === undefined
      ? undefined
      : { type: 'known', field: '', start, end, named: true, missing: false, children: [], known };
  }
}

/** Texts with more characters are not read: they are data, or not meant. */
const LARGEST_TEXT = 2_000_000;

/** Says so where a text is too large to be read. */
export function refuseLarge(text: string): void {
  if (text.length > LARGEST_TEXT)
    throw new Error(say`it has more than ${LARGEST_TEXT.toLocaleString('en-US')} characters`);
}

/** The number of characters that the parser gets at a time. It asks again wherever it continues, and copies all that it
 *  gets into its memory. */
const PIECE = 512;

/** What the parser may do for one file, in rounds of its own that take about a tenth of a millisecond each. Programs
 *  take ten to forty for a thousand characters; damage that makes the grammar try every reading at every character
 *  takes hundreds. */
export class Allowance {
  #rounds: number;

  constructor(rounds = 15_000) {
    this.#rounds = rounds;
  }

  get spent(): boolean {
    return this.#rounds <= 0;
  }

  /** Spends one more round; true where none is left. */
  round(): boolean {
    spend(UNITS_OF_A_ROUND, 'steps');
    return --this.#rounds <= 0;
  }
}

const UNITS_OF_A_ROUND = 400;

export interface ReadOptions {
  /** The tree of the previous text, with the edit applied to it: unchanged parts are not parsed again. */
  readonly old?: Tree;
  /** A tree with an error is not wanted: the parser stops where it notices that there will be one. */
  readonly flawless?: boolean;
}

/** The tree of `text`. Nothing where the text takes more rounds than its length warrants, or more than are left. */
export function readTree(
  { parser }: Grammar,
  text: string,
  allowance: Allowance,
  { old, flawless = false }: ReadOptions = {},
): Tree | undefined {
  let left = 1_000 + text.length / 14;
  let thrown: unknown;
  if (allowance.round()) return undefined;
  const progressCallback = ({ hasError }: ParseState): boolean => {
    try {
      return allowance.round() || --left <= 0 || (flawless && hasError);
    } catch (error) {
      // The host's wish passes through the parser as an end of parsing, so that it leaves nothing behind.
      thrown = error;
      return true;
    }
  };
  const tree = parser.parse((index) => text.slice(index, index + PIECE), old, { progressCallback });
  if (tree === null) {
    parser.reset();
    if (thrown !== undefined) throw thrown;
    return undefined;
  }
  if (!flawless || !tree.rootNode.hasError) return tree;
  tree.delete();
  return undefined;
}

/** Tells the tree what changed: everything between the common beginning and the common end of the two texts. */
export function editTree(tree: Tree, before: string, after: string): void {
  const difference = differenceOf(before, after);
  if (!difference) return;
  const { start, endBefore: oldEnd, endAfter: newEnd } = difference;
  tree.edit(
    new Edit({
      startIndex: start,
      oldEndIndex: oldEnd,
      newEndIndex: newEnd,
      startPosition: pointAt(before, start),
      oldEndPosition: pointAt(before, oldEnd),
      newEndPosition: pointAt(after, newEnd),
    }),
  );
}

function pointAt(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart };
}

/** Parses `text` by itself; `places` says where its characters come from. */
export function parseText(text: string, grammar: Grammar, places = same, allowance = new Allowance()): Syntax {
  const tree = readTree(grammar, text, allowance);
  if (tree === undefined)
    return {
      type: 'ERROR',
      field: '',
      start: places(0),
      end: places(text.length),
      named: true,
      missing: false,
      children: [],
    };
  try {
    const cursor = tree.walk();
    try {
      return copySubtree(cursor, grammar, { places });
    } finally {
      cursor.delete();
    }
  } finally {
    tree.delete();
  }
}

/** Whether the grammar could read all of it. */
export function isClean(node: Syntax, parent?: Syntax): boolean {
  if (node.type === 'ERROR' || (node.missing && !isHarmless(parent))) return false;
  return node.children.every((c) => isClean(c, node));
}

/** What the grammar misses without need: the names of bit fields that only pad. */
export function isHarmless(parent: Syntax | undefined): boolean {
  return parent?.type === 'field_declaration';
}

/** The child in the role `field`. */
export function child(node: Syntax, field: string): Syntax | undefined {
  for (const c of node.children) if (c.field === field) return c;
  return undefined;
}

export function childOfType(node: Syntax, type: string): Syntax | undefined {
  for (const c of node.children) if (c.type === type) return c;
  return undefined;
}

export function hasToken(node: Syntax, text: string): boolean {
  for (const c of node.children) if (!c.named && c.type === text) return true;
  return false;
}

export function namedChildren(node: Syntax): Syntax[] {
  return node.children.filter((c) => c.named && !COMMENTS.has(c.type));
}

/** Whether the grammar skipped something directly inside the node. */
export function isDamaged(node: Syntax): boolean {
  for (const c of node.children) if (c.type === 'ERROR') return true;
  return false;
}
