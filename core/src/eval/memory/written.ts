// Which variables a piece of code may change, as far as its text says: through assignments, references, pointers, or
// functions that it gives them to. Evaluates nothing and does not know what a name stands for, so that variables of one
// name count as one; only those that a function declares at the top of its body are told apart from others.
import { remembered } from '../../base/remembered';
import { lookupBuiltins } from '../../builtins/index';
import type { Bindings, Expr, Func, Init, Lambda, Let, Param, RangeFor, Stmt, StructDecl } from '../../ir/program';
import { walk, type Node } from '../../ir/walk';
import { scalarTypes } from '../../values/scalars';
import { withoutQualifiers } from '../values/declared-types';

/** What code does with variables, by their names. */
interface Written {
  /** Those that it changes: it assigns to them or to a part of them, or refers to them by something else. */
  readonly names: Set<string>;
  /** Those that it changes something through: `*p = 1`, `p[0] = 1`, `p->x = 1`. */
  readonly through: Set<string>;
  /** By a variable: those that it may point to since their value is copied, `auto p = table;`. */
  readonly pointsTo: Map<string, Set<string>>;
  /** By the name of a function: the variables that it is called on or with. */
  readonly given: Map<string, Set<string>>;
  /** The classes that the code declares, and its functions but for those that read their object alone. */
  readonly functions: Set<string>;
  /** Those functions, too. */
  readonly declared: Set<string>;
}

/** The names of variables that the items of a program may change, by themselves or by calls of functions. */
export function namesWritten(items: readonly object[]): ReadonlySet<string> {
  const all = nothing();
  for (const item of items) merge(all, writtenBy(item));
  if (all.functions.has('begin') || all.functions.has('end')) all.functions.add(iterating);
  for (const [called, variables] of all.given)
    if (all.functions.has(called) || !(isOperator(called) || all.declared.has(called) || reads(called)))
      write(all, variables);
  followPointers(all);
  return all.names;
}

/** The names of variables that code may change, where nothing is known of the functions that it calls. */
export function namesMaybeWritten(code: object): ReadonlySet<string> {
  const all = nothing();
  merge(all, writtenBy(code));
  for (const [called, variables] of all.given) if (called !== iterating) write(all, variables);
  followPointers(all);
  return all.names;
}

/** Whether a function of the library leaves its arguments alone. */
export function reads(name: string): boolean {
  if (setters.has(name)) return false;
  return readers.test(name) || scalarTypes.has(name) || lookupBuiltins(name).length > 0;
}

/** Functions of CuTe that set what they are given, some of them beside one of C++ with the same name. */
export const setters: ReadonlySet<string> = new Set(
  'axpby clear copy copy_if copy_aligned copy_n exchange fill for_each gemm prefetch swap transform'.split(' '),
);

/** Functions of C, C++ and CUDA that take numbers and addresses by value, or by a reference to something constant. */
const readers =
  /^(print\w*|f?printf|puts|max|min|abs|ceil|floor|round|sqrt|pow|log2?|exp2?|ato[ifl]+|strto\w+|mem(set|cpy|cmp|move)|str(n?cmp|len)|exit|assert|cuda[A-Z]\w*|cu[A-Z]\w*|cublas\w*|make_(pair|tuple|unique|shared)|dim3|(device_|host_)?vector|array|string|to_string|declval)$/;

/** Constructors and operators of the library leave their operands alone. */
const isOperator = (name: string): boolean => name.startsWith('operator');

/** What a loop over a range calls of it: `begin` and `end`, where its class has them. */
const iterating = 'operator begin';

const constructorOf = (type: string): string => `operator ${type}`;

function nothing(): Written {
  return {
    names: new Set(),
    through: new Set(),
    pointsTo: new Map(),
    given: new Map(),
    functions: new Set(),
    declared: new Set(),
  };
}

function write(into: Written, variables: Iterable<string>): void {
  for (const name of variables) {
    into.names.add(name);
    into.through.add(name);
  }
}

/** What is changed through a variable is what it points to, which may point further. The loop visits what it adds. */
function followPointers(all: Written): void {
  for (const pointer of all.through) write(all, all.pointsTo.get(pointer) ?? []);
}

const writtenBy = remembered((item: object): Written => {
  const written = nothing();
  walk(item, (node) => {
    note(node, written);
    if (node.is !== 'Func') return undefined;
    merge(written, writtenByFunction(node));
    return 'over';
  });
  return written;
});

function writtenByFunction(func: Func): Written {
  const inside = nothing();
  for (const part of [func.params, func.constructorInits ?? [], func.body?.body ?? []]) merge(inside, writtenBy(part));
  for (const { name, args } of func.constructorInits ?? []) for (const arg of args) point(name, arg, inside);
  if (givesAway(func.returns)) returned(func, inside);
  followPointers(inside);
  const own = ownNames(func);
  const others = (all: Iterable<string>): Set<string> => new Set([...all].filter((name) => !own.has(name)));
  return {
    names: others(inside.names),
    through: others(inside.through),
    pointsTo: withoutOwn(inside.pointsTo, inside, own),
    given: new Map([...inside.given].map(([called, names]) => [called, others(reached(inside, names))])),
    functions: inside.functions,
    declared: inside.declared,
  };
}

/** Names that a function declares at the top of its body, where no other variable has them. A static variable keeps
 *  what other calls left in it. */
function ownNames(func: Func): ReadonlySet<string> {
  const own = new Set(func.params.map(({ name }) => name ?? ''));
  for (const statement of func.body?.body ?? [])
    if (statement.is === 'Let' && !statement.static) own.add(statement.name);
  return own;
}

function withoutOwn(
  pointsTo: Written['pointsTo'],
  inside: Written,
  own: ReadonlySet<string>,
): Map<string, Set<string>> {
  const kept = new Map<string, Set<string>>();
  for (const [pointer, variables] of pointsTo)
    if (!own.has(pointer)) kept.set(pointer, new Set([...reached(inside, variables)].filter((name) => !own.has(name))));
  return kept;
}

/** Variables, and those that they may point to. */
function reached({ pointsTo }: Written, variables: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(variables);
  for (const pointer of all) for (const name of pointsTo.get(pointer) ?? []) all.add(name);
  return all;
}

/** A result through which a caller may write: a reference, a pointer, or a type that is deduced. */
function givesAway(returns: Expr | undefined): boolean {
  const type = returns && withoutQualifiers(returns);
  return type?.is === 'Wrap' || type?.is === 'Decltype';
}

function returned(code: Func | Lambda, written: Written): void {
  walk(code.body, (node) => {
    if (node.is === 'Return' && node.value) write(written, fronts(node.value));
    return node.is === 'Lambda' ? 'over' : undefined;
  });
}

function merge(into: Written, from: Written): void {
  for (const name of from.names) into.names.add(name);
  for (const name of from.through) into.through.add(name);
  for (const name of from.functions) into.functions.add(name);
  for (const name of from.declared) into.declared.add(name);
  for (const [called, variables] of from.given) addTo(into.given, called, variables);
  for (const [pointer, variables] of from.pointsTo) addTo(into.pointsTo, pointer, variables);
}

function addTo(into: Map<string, Set<string>>, key: string, names: Iterable<string>): void {
  const had = into.get(key);
  if (!had) into.set(key, new Set(names));
  else for (const name of names) had.add(name);
}

function note(node: Node, written: Written): void {
  switch (node.is) {
    case 'Assign':
      assign(node.target, written);
      for (const front of fronts(node.target)) point(front, node.value, written);
      return;
    case 'Unary':
      if (/^(post)?(\+\+|--)$/.test(node.op)) assign(node.arg, written);
      else if (node.op === '&') write(written, fronts(node.arg));
      else give(`operator${node.op}`, [node.arg], written);
      return;
    case 'Binary':
      // `std::cin >> n`
      if (node.op === '>>') assign(node.right, written);
      give(`operator${node.op}`, [node.left, node.right], written);
      return;
    case 'Fold':
      give(`operator${node.op}`, [node.pack, ...(node.init ? [node.init] : [])], written);
      if (node.init && node.op !== ',') assign(node.init, written);
      return;
    case 'Index':
      return give('operator[]', [node.object, ...node.args], written);
    case 'Call':
      return called(node.callee, node.args, written);
    case 'Launch':
      return called(node.kernel, node.args, written);
    case 'Brace':
      return node.type && constructed(node.type, node.args, written);
    case 'Lambda':
      return captured(node, written);
    case 'Opaque':
    case 'OpaqueStmt':
      for (const name of node.touched?.writes ?? []) written.names.add(name);
      return;
    case 'Func':
      written.declared.add(node.name);
      if (node.params.some(mayRefer) || node.qualifier) written.functions.add(node.name);
      return;
    case 'Struct':
      return classOf(node, written);
    case 'Let':
      return declared(node, written);
    case 'Bindings':
    case 'RangeFor':
      return taken(node, written);
    default:
  }
}

function classOf({ name, members }: StructDecl, { functions }: Written): void {
  if (name !== undefined) functions.add(name).add(constructorOf(name));
  const isOpen = members?.some(isWritableIfConst) === true;
  for (const member of members ?? [])
    if (member.is === 'Func' && (!member.const || isOpen || member.params.some(mayRefer))) functions.add(member.name);
}

/** A data member through which a const function may write: one that is mutable, a pointer or a reference. */
function isWritableIfConst(member: Stmt): boolean {
  if (member.is !== 'Let' || member.static) return false;
  const type = withoutQualifiers(member.type);
  return member.mutable === true || (type.is === 'Wrap' && type.how !== 'array');
}

/** False for a number that is taken by value. */
const mayRefer = ({ type }: Param): boolean => !isNumber(type);

export function isNumber(type: Expr): boolean {
  const of = withoutQualifiers(type);
  return of.is === 'Name' && scalarTypes.has(of.id);
}

function declared(variable: Let, written: Written): void {
  const initial = initialExpressions(variable.init);
  if (initial.some(({ is }) => is === 'Lambda')) written.functions.add(variable.name);
  if (variable.type.is === 'Wrap' && !/^(const|volatile|array)$/.test(variable.type.how))
    for (const init of initial) write(written, fronts(init));
  else if (variable.type.is === 'Decltype') for (const init of initial) write(written, fronts(init));
  for (const init of initial) point(variable.name, init, written);
  constructed(variable.type, initial, written);
}

/** What a class of the library does with its arguments shows where the object is used. */
function constructed(type: Expr, args: readonly Expr[], written: Written): void {
  if (type.is !== 'Name' && type.is !== 'Scope') return;
  if (type.id !== 'auto' && !scalarTypes.has(type.id)) give(constructorOf(type.id), args, written);
}

/** `auto& [a, b] = x`, `for (auto& a : x)`. */
function taken(node: Bindings | RangeFor, written: Written): void {
  if (node.is === 'Bindings') {
    if (node.reference) write(written, fronts(node.init));
    for (const { name } of node.names) point(name, node.init, written);
    return;
  }
  give(iterating, [node.range], written);
  const { type, name } = node.variable;
  if (type.is === 'Wrap' && withoutQualifiers(type) === type) write(written, fronts(node.range));
  point(name, node.range, written);
}

function captured(lambda: Lambda, written: Written): void {
  for (const { name, init, reference } of lambda.captures) {
    if (reference) write(written, fronts(init));
    point(name, init, written);
  }
  if (givesAway(lambda.returns)) returned(lambda, written);
}

/** `pointer` gets the value of `e`. */
function point(pointer: string, e: Expr, { pointsTo }: Written): void {
  const names = fronts(e).filter((name) => name !== pointer);
  if (names.length > 0) addTo(pointsTo, pointer, names);
}

function called(callee: Expr, args: readonly Expr[], written: Written): void {
  switch (callee.is) {
    case 'Name':
      give('operator()', [callee], written);
      return give(callee.id, args, written);
    case 'Scope':
      return give(callee.id, args, written);
    case 'Member':
      return give(callee.id, [callee.object, ...args], written);
    case 'Wrap':
      return;
    default:
      // What a pointer, a condition or another call selects may be any function.
      write(
        written,
        [callee, ...args].flatMap((one) => fronts(one)),
      );
  }
}

function give(name: string, args: readonly Expr[], { given }: Written): void {
  const variables = args.flatMap((arg) => fronts(arg));
  if (variables.length > 0) addTo(given, name, variables);
}

function initialExpressions(init: Init): readonly Expr[] {
  if (init.how === 'none') return [];
  return init.how === 'copy' ? [init.value] : init.args;
}

function assign(target: Expr, written: Written): void {
  if (target.is === 'Name' || target.is === 'Scope') written.names.add(target.id);
  else write(written, [...fronts(target), ...givenTo(target)]);
}

/** What the calls are given whose results a target is a part of: any of them may give a reference. */
function givenTo(target: Expr): string[] {
  switch (target.is) {
    case 'Member':
      return givenTo(target.object);
    case 'Index':
      return givenTo(target.object);
    case 'Unary':
    case 'Cast':
      return givenTo(target.arg);
    case 'Call':
      return [
        ...(target.callee.is === 'Member' ? [...fronts(target.callee.object), ...givenTo(target.callee.object)] : []),
        ...target.args.flatMap((arg) => [...fronts(arg), ...givenTo(arg)]),
      ];
    default:
      return [];
  }
}

/** Functions of the library that give a reference to what they are given, or to a part of it. */
const references = new Set(['get', 'move', 'forward', 'ref', 'begin', 'end', 'data', 'addressof', 'raw_pointer_cast']);

/** The variables that an expression may refer to or point to: the one at the front of `a.b[i].c`, each that a condition
 *  selects, and what a function is given whose result refers to it. */
export function fronts(e: Expr): string[] {
  switch (e.is) {
    case 'Name':
    case 'Scope':
      return [e.id];
    case 'Member':
      return e.object.is === 'This' ? [ownMember(e.id)] : fronts(e.object);
    case 'Index':
      return fronts(e.object);
    case 'Unary':
      return /^([*&]|\+\+|--)$/.test(e.op) ? fronts(e.arg) : [];
    case 'Cast':
      return fronts(e.arg);
    case 'Ambiguous':
      return [...fronts(e.cast), ...fronts(e.operation)];
    case 'Conditional':
      return [...fronts(e.then), ...fronts(e.else)];
    case 'Assign':
      return fronts(e.target);
    case 'Binary':
      return binaryFronts(e.op, e.left, e.right);
    case 'Brace':
      return e.args.flatMap((arg) => fronts(arg));
    case 'Expand':
      return fronts(e.of);
    case 'Call':
      return callFronts(e.callee, e.args);
    default:
      return [];
  }
}

/** `this->id`, which no parameter hides. */
export const ownMember = (id: string): string => `this->${id}`;

/** `p + 1` points where `p` does. */
function binaryFronts(op: string, left: Expr, right: Expr): string[] {
  if (op === ',') return fronts(right);
  return op === '+' || op === '-' ? [...fronts(left), ...fronts(right)] : [];
}

function callFronts(callee: Expr, args: readonly Expr[]): string[] {
  if (callee.is === 'Member') return references.has(callee.id) ? fronts(callee.object) : [];
  const isReference = (callee.is === 'Name' || callee.is === 'Scope') && references.has(callee.id);
  return isReference ? args.flatMap((arg) => fronts(arg)) : [];
}
