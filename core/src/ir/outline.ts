// What is written where: the expressions, statements and declarations at a place of a program's text, for whoever has
// a span and wants to know what stands there. Everything is looked up in the tree when it is asked for, and a place
// costs a walk down to it; only what a function assigns is kept. Reads no text but the first characters of a token,
// evaluates nothing.
import { remembered } from '../base/remembered';
import { isRecord } from '../base/record';
import { isSamePlace, isSameSpan, isWithin, type Stretch, type Span } from '../base/span';
import type { Expr, For, Func, Let, Program, Stmt } from './program';
import { nameOf } from './spelled';
import { isExpression, isNode, isStatement, nodesIn, type Node } from './walk';

/** The part of a program that places are looked up in. */
export type Written = Pick<Program, 'text' | 'items'>;

// ---- Nodes at a place ----------------------------------------------------------------------------------------------

/** The nodes that contain a place, outermost first. */
export function nodesAround({ items }: Pick<Written, 'items'>, place: Stretch): readonly Node[] {
  const found: Node[] = [];
  descend(items, place, found);
  return found;
}

/** The expression that is written at exactly this place. What a front end put around it (a type beside a `let`) is left
 *  out; of what a macro stands for, all of which has the place of its use, the whole counts. */
export function expressionAt(program: Written, place: Stretch): Expr | undefined {
  const all = nodesAround(program, place).filter(
    (node): node is Expr => isExpression(node) && isSamePlace(node.span, place),
  );
  return all.find((one) => !isMadeUp(one));
}

/** Front ends add calls and comparisons that stand nowhere: a part of them is written elsewhere. */
function isMadeUp(e: Expr): boolean {
  return (e.is === 'Call' && !isWithin(e.callee.span, e.span)) || (e.is === 'Binary' && !isWithin(e.left.span, e.span));
}

/** The function at namespace or class level that a place is in, whole. */
export function functionAround(program: Written, place: Stretch): Func | undefined {
  return nodesAround(program, place).find((node): node is Func => node.is === 'Func');
}

/** The innermost statement that a place is in; a block is none. */
export function statementAround(program: Written, place: Stretch): Stmt | undefined {
  return nodesAround(program, place)
    .filter((node): node is Stmt => isStatement(node) && node.is !== 'Block')
    .at(-1);
}

/** The loop whose variable is declared at this place. */
export function loopOf(program: Written, variable: Span): For | undefined {
  return nodesAround(program, variable)
    .filter((node): node is For => node.is === 'For' && declares(node, variable))
    .at(-1);
}

/** True where a loop declares its variable at this place. */
export function declares({ init }: For, variable: Span): boolean {
  return init.some((one) => one.is === 'Let' && isSameSpan(one.nameSpan, variable));
}

/** True where `using namespace name` holds at a place: beside what it stands in, or further out. */
export function usesNamespace(program: Written, name: string, place: Stretch): boolean {
  const lists = nodesAround(program, place).map((node) =>
    node.is === 'Namespace' ? node.items : node.is === 'Block' ? node.body : [],
  );
  return [program.items, ...lists].some((list) => list.some((one) => one.is === 'UsingNamespace' && one.name === name));
}

// ---- Declarations --------------------------------------------------------------------------------------------------

export interface Declaration {
  readonly name: string;
  /** The whole declaration. */
  readonly span: Span;
  /** What a variable is initialised with, or an alias stands for, where that is one expression; of `T x(a, b)` and
   *  `T x{a, b}` the list. Parameters have none. */
  readonly value?: Expr;
  /** Of a variable or a parameter, as written. */
  readonly type?: Expr;
  /** Of a variable that has a name of its own. */
  readonly let?: Let;
  /** Of a name of a structured binding: the how many-th it is, from 0, and of how many. */
  readonly binding?: readonly [number, number];
}

/** What is declared by the name at exactly this place. */
export function declarationAt(program: Written, name: Stretch): Declaration | undefined {
  for (const node of [...nodesAround(program, name)].reverse()) {
    const found = declaredBy(node, name);
    if (found) return found;
  }
  return undefined;
}

/** The places of the names that are declared by what ends at `end`, with the semicolon before it. */
export function namesDeclaredBefore(program: Written, end: number): readonly Stretch[] {
  return nodesAround(program, { start: end - 1, end }).flatMap((node): readonly Stretch[] => {
    if (node.span.end !== end) return [];
    if (node.is === 'Bindings') return node.names.map(({ span }) => span);
    return node.is === 'Let' || node.is === 'Alias' ? [node.nameSpan] : [];
  });
}

/** The first offset behind the semicolon that ends a declaration; undefined where none ends it, as in the head of a
 *  loop. */
export function endOf({ text }: Pick<Written, 'text'>, { span }: Declaration): number | undefined {
  return text[span.end - 1] === ';' ? span.end : undefined;
}

function declaredBy(node: Node, name: Stretch): Declaration | undefined {
  switch (node.is) {
    case 'Let':
      return isSamePlace(node.nameSpan, name) ? withValue(node) : undefined;
    case 'Alias':
      return isSamePlace(node.nameSpan, name) ? { name: node.name, span: node.span, value: node.type } : undefined;
    case 'Bindings': {
      const at = node.names.findIndex(({ span }) => isSamePlace(span, name));
      const bound = node.names[at];
      return bound && { name: bound.name, span: node.span, binding: [at, node.names.length] };
    }
    case 'Func':
    case 'Lambda': {
      const param = node.params.find(({ nameSpan }) => nameSpan !== undefined && isSamePlace(nameSpan, name));
      return param && { name: param.name ?? '', span: param.span, type: param.type };
    }
    default:
      return undefined;
  }
}

function withValue(node: Let): Declaration {
  const { name, init, span, nameSpan, type } = node;
  const declared = { name, span, type, let: node };
  switch (init.how) {
    case 'none':
      return declared;
    case 'copy':
      return { ...declared, value: init.value };
    case 'paren':
    case 'brace': {
      const last = init.args.at(-1);
      const end = last ? last.span.end : nameSpan.end;
      return { ...declared, value: { is: 'Brace', args: init.args, span: { ...nameSpan, start: nameSpan.end, end } } };
    }
  }
}

/** The extent of an array of one dimension that is declared without initialiser: `64` in `float a[64];`. */
export function arrayExtent(declaration: Declaration | undefined): Expr | undefined {
  const { type, init } = declaration?.let ?? {};
  return init?.how === 'none' && type?.is === 'Wrap' && type.how === 'array' && type.of.is !== 'Wrap'
    ? type.size
    : undefined;
}

/** The type that a front end found beside the name whose value stands at a place: `T` of `let t: T = value`. */
export function typeBeside(program: Written, value: Stretch): Expr | undefined {
  const ascription = nodesAround(program, value).find(
    (node) => node.is === 'Call' && isSamePlace(node.span, value) && isMadeUp(node),
  );
  return ascription?.is === 'Call' ? nameOf(ascription.callee)?.args?.[0] : undefined;
}

// ---- Assignments ---------------------------------------------------------------------------------------------------

/** True where a variable of this name is assigned, counted up or counted down behind `from`, in the function that
 *  `from` is in or, outside of functions, in the file. Names are compared, not what they are declared by, and code
 *  that could not be read assigns every name in it: a caller that wants certainty gets it. */
export function isAssignedAfter(program: Written, name: string, from: number): boolean {
  const around = functionAround(program, { start: from, end: from });
  return around
    ? assigns(around, program, name, from)
    : program.items.some((item) => assigns(item, program, name, from));
}

function assigns(item: Stmt, { text }: Written, name: string, from: number): boolean {
  const { byName, unread } = assignmentsOf(item);
  if (byName.get(name)?.some((at) => at >= from)) return true;
  return unread.some(({ start, end }) => end > from && new RegExp(`\\b${name}\\b`).test(text.slice(start, end)));
}

interface Assignments {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Code that could not be read. */
  readonly unread: readonly Stretch[];
}

/** A function that an edit leaves as it was is the same object, so that a keystroke walks through the one that it
 *  changes. */
const assignmentsOf = remembered((item: Stmt): Assignments => {
  const byName = new Map<string, number[]>();
  const unread: Stretch[] = [];
  for (const node of nodesIn(item)) {
    if (node.is === 'Opaque' || node.is === 'OpaqueStmt') unread.push(node.span);
    const target =
      node.is === 'Assign'
        ? node.target
        : node.is === 'Unary' && /^(?:post)?(?:\+\+|--)$/.test(node.op)
          ? node.arg
          : undefined;
    if (target?.is !== 'Name') continue;
    const places = byName.get(target.id);
    if (places) places.push(target.span.start);
    else byName.set(target.id, [target.span.start]);
  }
  return { byName, unread };
});

// ---- Helpers -------------------------------------------------------------------------------------------------------

/** Goes down to whatever contains the place. Parts without a span of their own, such as initialisers, are looked
 *  through. */
function descend(part: unknown, place: Stretch, found: Node[]): void {
  if (!isRecord(part)) return;
  if (Array.isArray(part)) {
    for (const one of near(part, place)) descend(one, place, found);
    return;
  }
  const span = spanOf(part);
  const node = isNode(part) ? part : undefined;
  if (span !== undefined && !isWithin(place, span)) {
    // A type that was written beside a value stands before the call that the front end made of both.
    if (node?.is === 'Call' && isWithin(place, node.callee.span)) descend(node.callee, place, found);
    return;
  }
  if (node) found.push(node);
  else if (isStretch(part)) return;
  // The tree is plain data and inherits nothing, so `for in` visits the parts without making a list of them.
  for (const key in part) {
    const inner = part[key];
    if (typeof inner === 'object' && inner !== span) descend(inner, place, found);
  }
}

/** The parts of a long list that may contain the place: those that begin before it, from the last one on until some end
 *  too early. Statements come in the order of the text; a function may have thousands. */
function near(parts: readonly unknown[], place: Stretch): readonly unknown[] {
  if (parts.length <= shortList) return parts;
  const low = firstAmong(parts, (part) => (spanOf(part)?.start ?? 0) > place.start);
  const last = parts[low - 1];
  if (isRecord(last) && isNode(last) && last.is === 'Let') {
    const of = firstAmong(parts, (part) => (spanOf(part)?.start ?? 0) >= last.span.start);
    if (low - of > shortList) return declaratorsNear(parts.slice(of, low), place);
  }
  let first = low;
  for (let passed = 0; first > 0 && passed < mostPassed; first--)
    passed = (spanOf(parts[first - 1])?.end ?? 0) >= place.end ? 0 : passed + 1;
  return parts.slice(first, low);
}

/** Of the variables of one declaration, which all span it, the one that the place is in: the last whose name begins
 *  before it, or the next. */
function declaratorsNear(group: readonly unknown[], place: Stretch): readonly unknown[] {
  const isBehind = (part: unknown): boolean =>
    isRecord(part) && isNode(part) && part.is === 'Let' && part.nameSpan.start > place.start;
  const next = firstAmong(group, isBehind);
  return group.slice(Math.max(0, next - 1), next + 1);
}

/** The first part, in order, of which something holds that holds of all behind it too; their number if it holds of
 *  none. */
function firstAmong(parts: readonly unknown[], holds: (part: unknown) => boolean): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(parts[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

const shortList = 32;
const mostPassed = 8;

/** Where a part of the tree stands, if it says so. */
function spanOf(part: unknown): Stretch | undefined {
  const span = typeof part === 'object' && part !== null && 'span' in part ? part.span : undefined;
  return isStretch(span) ? span : undefined;
}

function isStretch(part: unknown): part is Stretch {
  return (
    typeof part === 'object' &&
    part !== null &&
    'start' in part &&
    typeof part.start === 'number' &&
    'end' in part &&
    typeof part.end === 'number'
  );
}
