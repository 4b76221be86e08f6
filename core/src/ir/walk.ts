// Walks through a part of a program: every expression and statement in it, outermost first, in the order of the tree.
// Does not know what a node means, nor where it stands in a text (outline.ts).
import { isRecord, type Members } from '../base/record';
import type { Expr, Stmt } from './program';

/** An expression or a statement. */
export type Node = Expr | Stmt;

/** What a visit says of the walk: `over` passes over the parts of the node, `end` ends the walk. Without an answer the
 *  walk goes on with the parts of the node. */
export type Visited = 'over' | 'end' | undefined;

/** Visits the nodes of `part`, which may be a node, a list, or something that holds nodes (a parameter, an
 *  initialiser). True where a visit ended the walk. */
export function walk(part: unknown, visit: (node: Node) => Visited): boolean {
  if (!isRecord(part)) return false;
  if (Array.isArray(part)) {
    for (const one of part) if (walk(one, visit)) return true;
    return false;
  }
  if (isNode(part)) {
    const visited = visit(part);
    if (visited === 'end') return true;
    if (visited === 'over') return false;
  }
  return walkParts(part, visit);
}

/** The tree is plain data and inherits nothing, so `for in` visits the parts without making a list of them. Places,
 *  which hold no nodes, are a third of all parts. */
function walkParts(part: Members, visit: (node: Node) => Visited): boolean {
  for (const key in part) {
    const inner = part[key];
    if (typeof inner !== 'object' || key === 'span' || key === 'nameSpan' || key === 'idSpan') continue;
    if (walk(inner, visit)) return true;
  }
  return false;
}

/** A node and all nodes in it, outermost first. */
export function nodesIn(part: unknown): readonly Node[] {
  const found: Node[] = [];
  walk(part, (node) => void found.push(node));
  return found;
}

/** The unqualified names that are written in `part`, in order. */
export function namesOf(part: unknown): Set<string> {
  const found = new Set<string>();
  walk(part, (node) => void (node.is === 'Name' && found.add(node.id)));
  return found;
}

/** True where one of `names` is written in `part`, unqualified. */
export function namesOneOf(part: unknown, names: { has(id: string): boolean }): boolean {
  return walk(part, (node) => (node.is === 'Name' && names.has(node.id) ? 'end' : undefined));
}

/** True for an expression or a statement among the parts of a program. */
export function isNode(part: object): part is Node {
  return 'is' in part && typeof part.is === 'string';
}

export function isStatement(node: Node): node is Stmt {
  return statements.has(node.is);
}

export function isExpression(node: Node): node is Exclude<Node, Stmt> {
  return !statements.has(node.is);
}

const statements: ReadonlySet<string> = new Set<Stmt['is']>([
  'Let',
  'Bindings',
  'Alias',
  'Func',
  'Struct',
  'Enum',
  'Namespace',
  'UsingNamespace',
  'UsingDecl',
  'UsingEnum',
  'Instantiation',
  'StaticAssert',
  'Block',
  'Sided',
  'Expr',
  'If',
  'For',
  'RangeFor',
  'While',
  'Switch',
  'Return',
  'Jump',
  'Try',
  'OpaqueStmt',
]);
