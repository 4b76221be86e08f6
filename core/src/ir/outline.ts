// What is written where: the expressions, statements and declarations at a place of a program's text, for whoever has a span
// and wants to know what stands there. Everything is looked up in the tree when it is asked for, and a place costs a walk down
// to it; only what a function assigns is kept. Reads no text but the first characters of a token, evaluates nothing.
import type { Span } from '../base/span';
import type { Expr, For, Func, Let, Program, Stmt } from './program';

/** The part of a program that places are looked up in. */
export type Written = Pick<Program, 'text' | 'items'>;

/** An expression or a statement. */
export type Node = Expr | Stmt;

/** `[start, end)` in the text of one file. */
type Place = Pick<Span, 'start' | 'end'>;

// ---- Nodes at a place ----------------------------------------------------------------------------------------------

/** The nodes that contain a place, outermost first. */
export function nodesAround({ items }: Pick<Written, 'items'>, place: Place): readonly Node[] {
  const found: Node[] = [];
  descend(items, place, found);
  return found;
}

/** The expression that is written at exactly this place. What a front end put around it (a type beside a `let`) is left out;
 *  of what a macro stands for, all of which has the place of its use, the whole counts. */
export function expressionAt(program: Written, place: Place): Expr | undefined {
  const all = nodesAround(program, place).filter((node): node is Expr => isExpression(node) && isAt(node.span, place));
  return all.find((one) => !isMadeUp(one));
}

/** Front ends add calls and comparisons that stand nowhere: a part of them is written elsewhere. */
function isMadeUp(e: Expr): boolean {
  return (e.is === 'Call' && !isWithin(e.callee.span, e.span)) || (e.is === 'Binary' && !isWithin(e.left.span, e.span));
}

/** The function at namespace or class level that a place is in, whole. */
export function functionAround(program: Written, place: Place): Func | undefined {
  return nodesAround(program, place).find((node): node is Func => node.is === 'Func');
}

/** The innermost statement that a place is in; a block is none. */
export function statementAround(program: Written, place: Place): Stmt | undefined {
  return nodesAround(program, place).filter((node): node is Stmt => isStatement(node) && node.is !== 'Block').at(-1);
}

/** The loop whose variable is declared at this place. */
export function loopOf(program: Written, variable: Place): For | undefined {
  const isItsOwn = (one: Stmt): boolean => one.is === 'Let' && isAt(one.nameSpan, variable);
  return nodesAround(program, variable).filter((node): node is For => node.is === 'For' && node.init.some(isItsOwn)).at(-1);
}

/** True where `using namespace name` holds at a place: beside what it stands in, or further out. */
export function usesNamespace(program: Written, name: string, place: Place): boolean {
  const lists = nodesAround(program, place).map((node) => (node.is === 'Namespace' ? node.items : node.is === 'Block' ? node.body : []));
  return [program.items, ...lists].some((list) => list.some((one) => one.is === 'UsingNamespace' && one.name === name));
}

// ---- Declarations --------------------------------------------------------------------------------------------------

export interface Declaration {
  readonly name: string;
  /** The whole declaration. */
  readonly span: Span;
  /** What a variable is initialised with, or an alias stands for, where that is one expression; of `T x(a, b)` and `T x{a, b}`
   *  the list. Parameters have none. */
  readonly value?: Expr;
  /** Of a variable or a parameter, as written. */
  readonly type?: Expr;
  /** Of a variable that has a name of its own. */
  readonly let?: Let;
}

/** What is declared by the name at exactly this place. */
export function declarationAt(program: Written, name: Place): Declaration | undefined {
  for (const node of [...nodesAround(program, name)].reverse()) {
    const found = declaredBy(node, name);
    if (found) return found;
  }
  return undefined;
}

/** The first offset behind the semicolon that ends a declaration; undefined where none ends it, as in the head of a loop. */
export function endOf({ text }: Pick<Written, 'text'>, { span }: Declaration): number | undefined {
  return text[span.end - 1] === ';' ? span.end : undefined;
}

function declaredBy(node: Node, name: Place): Declaration | undefined {
  switch (node.is) {
    case 'Let': return isAt(node.nameSpan, name) ? withValue(node) : undefined;
    case 'Alias': return isAt(node.nameSpan, name) ? { name: node.name, span: node.span, value: node.type } : undefined;
    case 'Bindings': {
      const bound = node.names.find(({ span }) => isAt(span, name));
      return bound && { name: bound.name, span: node.span };
    }
    case 'Func': case 'Lambda': {
      const param = node.params.find(({ nameSpan }) => nameSpan !== undefined && isAt(nameSpan, name));
      return param && { name: param.name ?? '', span: param.span, type: param.type };
    }
    default: return undefined;
  }
}

function withValue(node: Let): Declaration {
  const { name, init, span, nameSpan, type } = node;
  const declared = { name, span, type, let: node };
  switch (init.how) {
    case 'none': return declared;
    case 'copy': return { ...declared, value: init.value };
    case 'paren': case 'brace': {
      const last = init.args.at(-1);
      const end = last ? last.span.end : nameSpan.end;
      return { ...declared, value: { is: 'Brace', args: init.args, span: { ...nameSpan, start: nameSpan.end, end } } };
    }
  }
}

/** The extent of an array of one dimension that is declared without initialiser: `64` in `float a[64];`. */
export function arrayExtent(declaration: Declaration | undefined): Expr | undefined {
  const { type, init } = declaration?.let ?? {};
  return init?.how === 'none' && type?.is === 'Wrap' && type.how === 'array' && type.of.is !== 'Wrap' ? type.size : undefined;
}

/** The type that a front end found beside the name whose value stands at a place: `T` of `let t: T = value`. */
export function typeBeside(program: Written, value: Place): Expr | undefined {
  const ascription = nodesAround(program, value).find((node) => node.is === 'Call' && isAt(node.span, value) && isMadeUp(node));
  return ascription?.is === 'Call' ? nameOf(ascription.callee)?.args?.[0] : undefined;
}

// ---- What an expression says --------------------------------------------------------------------------------------

/** The name that an expression is, qualified or not: `cute::size<0>` is `size`, of `cute`. */
export interface Spelled {
  readonly id: string;
  readonly of?: Expr;
  /** Of the identifier alone. */
  readonly span: Span;
  readonly args?: readonly Expr[];
}

export function nameOf(e: Expr): Spelled | undefined {
  switch (e.is) {
    case 'Name': return { id: e.id, span: { ...e.span, end: e.span.start + e.id.length }, ...(e.args && { args: e.args }) };
    case 'Scope': return { id: e.id, span: e.idSpan, ...(e.of && { of: e.of }), ...(e.args && { args: e.args }) };
    case 'Member': return { id: e.id, span: e.idSpan, of: e.object, ...(e.args && { args: e.args }) };
    default: return undefined;
  }
}

/** The name of a function, type or constant of CuTe as it is written: without a qualifier, or with `cute::`. */
export function cuteNameOf(e: Expr): Spelled | undefined {
  if (e.is !== 'Name' && e.is !== 'Scope') return undefined;
  const found = nameOf(e);
  return found?.of === undefined || (found.of.is === 'Name' && found.of.id === 'cute') ? found : undefined;
}

/** What a call calls, or a braced list makes, by CuTe's name. */
export function makerOf(e: Expr): Spelled | undefined {
  if (e.is === 'Call') return cuteNameOf(e.callee);
  return e.is === 'Brace' && e.type ? cuteNameOf(e.type) : undefined;
}

/** The arguments of a call, the elements of a list, or the template arguments of a type that is written out: `a` and `b` of
 *  `make_shape(a, b)`, `{a, b}`, `Shape<a, b>{}`, `dim3(a, b)`. Undefined for anything else, and inside of a macro. */
export function partsOf(e: Expr): readonly Expr[] | undefined {
  const parts = partsWritten(e);
  return parts?.every(({ span }) => isWithin(span, e.span) && !isAt(span, e.span)) ? parts : undefined;
}

function partsWritten(e: Expr): readonly Expr[] | undefined {
  switch (e.is) {
    case 'Call': return e.args.length > 0 ? e.args : nameOf(e.callee)?.args;
    case 'Brace': return e.args.length > 0 || !e.type ? e.args : nameOf(e.type)?.args;
    case 'Name': case 'Scope': return e.args;
    default: return undefined;
  }
}

/** Where the first bracket of an expression opens, or it ends: behind `size` in `cute::size<0>(t)`, behind `b` in `a.b(x).c(y)`. */
export function endOfHead(e: Expr): number {
  return headOf(e).end;
}

interface Head {
  readonly end: number;
  /** A bracket opens at the end. */
  readonly closed: boolean;
}

function headOf(e: Expr): Head {
  switch (e.is) {
    case 'Name': return e.args ? { end: endOfId(e), closed: true } : { end: e.span.end, closed: false };
    case 'Scope': case 'Member': {
      const before = e.is === 'Scope' ? e.of : e.object;
      const head = before && headOf(before);
      return head?.closed ? head : { end: e.idSpan.end, closed: e.args !== undefined };
    }
    case 'Call': return { ...headOf(e.callee), closed: true };
    case 'Brace': return { end: e.type ? headOf(e.type).end : (e.args[0]?.span.start ?? e.span.end), closed: true };
    // An element of a tuple, `pid.0`, has no bracket.
    case 'Index': return e.span.end === e.args.at(-1)?.span.end ? { end: e.span.end, closed: false } : { ...headOf(e.object), closed: true };
    case 'Launch': return { ...headOf(e.kernel), closed: true };
    case 'Unary': return headOf(e.arg);
    case 'Binary': return firstClosed(e, e.op.startsWith('<') ? [e.left] : [e.left, e.right], e.op.startsWith('<'));
    case 'Assign': return firstClosed(e, [e.target, e.value]);
    case 'Conditional': return firstClosed(e, [e.cond, e.then, e.else]);
    case 'Wrap': case 'Expand': return headOf(e.of);
    case 'Sizeof': case 'Decltype': return { end: e.arg.span.start, closed: true };
    case 'Cast': return { end: e.how === 'c' ? e.span.start : e.type.span.start, closed: true };
    case 'Lambda': case 'Ambiguous': case 'Fold': return { end: e.span.start, closed: true };
    case 'Int': case 'Float': case 'Bool': case 'String': case 'Char': case 'This': case 'Opaque': return { end: e.span.end, closed: false };
  }
}

/** Names that a front end gives to what the language calls otherwise have a colon. */
function endOfId({ id, span, args }: Extract<Expr, { is: 'Name' }>): number {
  return id.includes(':') ? (args?.[0]?.span.start ?? span.end) : span.start + id.length;
}

/** Of operands one after the other: the head goes on until a bracket opens, which may be before the first of them. A `<` ends it,
 *  whether it compares or not. */
function firstClosed({ span }: Expr, operands: readonly Expr[], closed = false): Head {
  const [first] = operands;
  if (first && first.span.start > span.start) return { end: first.span.start, closed: true };
  const heads = operands.map(headOf);
  return heads.find((head) => head.closed) ?? { end: heads.at(-1)?.end ?? span.end, closed };
}

/** True where the text has a number at the place of an integer literal, and not a macro that stands for one. */
export function isSpelled({ text }: Pick<Written, 'text'>, { span }: Expr): boolean {
  return /\d/.test(text[span.start] ?? '');
}

// ---- Walks ---------------------------------------------------------------------------------------------------------

/** A node and all that it consists of, in the order of the tree. */
export function* nodesIn(root: unknown): Generator<Node> {
  if (typeof root !== 'object' || root === null) return;
  if (Array.isArray(root)) {
    for (const part of root) yield* nodesIn(part);
    return;
  }
  if (isNode(root)) yield root;
  for (const part of Object.values(root)) if (typeof part === 'object') yield* nodesIn(part);
}

/** True where a variable of this name is assigned, counted up or counted down behind `from`, in the function that `from` is in
 *  or, outside of functions, in the file. Names are compared, not what they are declared by, and code that could not be read
 *  assigns every name in it: a caller that wants certainty gets it. */
export function isAssignedAfter(program: Written, name: string, from: number): boolean {
  const around = functionAround(program, { start: from, end: from });
  return around ? assigns(around, program, name, from) : program.items.some((item) => assigns(item, program, name, from));
}

function assigns(item: Stmt, { text }: Written, name: string, from: number): boolean {
  const { byName, unread } = assignmentsOf(item);
  if (byName.get(name)?.some((at) => at >= from)) return true;
  return unread.some(({ start, end }) => end > from && new RegExp(`\\b${name}\\b`).test(text.slice(start, end)));
}

interface Assignments {
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Code that could not be read. */
  readonly unread: readonly Place[];
}

/** A function that an edit leaves as it was is the same object, so that a keystroke walks through the one that it changes. */
const assignments = new WeakMap<Stmt, Assignments>();

function assignmentsOf(item: Stmt): Assignments {
  const known = assignments.get(item);
  if (known) return known;
  const byName = new Map<string, number[]>();
  const unread: Place[] = [];
  for (const node of nodesIn(item)) {
    if (node.is === 'Opaque' || node.is === 'OpaqueStmt') unread.push(node.span);
    const target = node.is === 'Assign' ? node.target : node.is === 'Unary' && /^(?:post)?(?:\+\+|--)$/.test(node.op) ? node.arg : undefined;
    if (target?.is === 'Name') byName.set(target.id, [...(byName.get(target.id) ?? []), target.span.start]);
  }
  const found = { byName, unread };
  assignments.set(item, found);
  return found;
}

// ---- Helpers -------------------------------------------------------------------------------------------------------

/** Goes down to whatever contains the place. Parts without a span of their own, such as initialisers, are looked through. */
function descend(part: unknown, place: Place, found: Node[]): void {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part)) {
    for (const one of part) descend(one, place, found);
    return;
  }
  const { span } = part as { readonly span?: Place };
  if (span !== undefined && !isWithin(place, span)) {
    // A type that was written beside a value stands before the call that the front end made of both.
    const { callee } = part as { readonly callee?: Expr };
    if (callee && isWithin(place, callee.span)) descend(callee, place, found);
    return;
  }
  if (isNode(part)) found.push(part);
  else if (typeof (part as Partial<Place>).start === 'number') return;
  for (const key in part) if (key !== 'span') descend((part as Record<string, unknown>)[key], place, found);
}

const statements: ReadonlySet<string> = new Set<Stmt['is']>([
  'Let', 'Bindings', 'Alias', 'Func', 'Struct', 'Enum', 'Namespace', 'UsingNamespace', 'UsingDecl', 'Instantiation', 'StaticAssert',
  'Block', 'Expr', 'If', 'For', 'RangeFor', 'While', 'Switch', 'Return', 'Jump', 'OpaqueStmt',
]);

function isNode(part: object): part is Node {
  return typeof (part as { is?: unknown }).is === 'string';
}

export function isStatement(node: Node): node is Stmt {
  return statements.has(node.is);
}

function isExpression(node: Node): node is Exclude<Node, Stmt> {
  return !statements.has(node.is);
}

function isAt(one: Place, other: Place): boolean {
  return one.start === other.start && one.end === other.end;
}

function isWithin(inner: Place, outer: Place): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
