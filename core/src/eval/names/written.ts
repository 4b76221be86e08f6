// What a piece of code names, and which variables outside of it it may change, as far as its text says. Evaluates
// nothing, and does not know what a name stands for: only a name that a function declares itself, at the top of its
// body, counts as that of another variable.
import type { Expr, Func, Init, Touched } from '../../ir/program';
import { walk, type Node } from '../../ir/walk';

/** The names at the front of what code writes, and what it gives to functions. */
interface Written {
  readonly names: Set<string>;
  /** By the name of a function: the variables that it is called on or with. */
  readonly given: Map<string, Set<string>>;
  /** The classes that the code declares, and its functions but for those that read their object alone. */
  readonly functions: Set<string>;
}

const writtenIn = new WeakMap<object, Written>();

const usedIn = new WeakMap<object, ReadonlySet<string>>();

/** All names that the items of a program use, qualified or not. */
export function namesUsed(items: readonly object[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => [...usedBy(item)]));
}

function usedBy(item: object): ReadonlySet<string> {
  const had = usedIn.get(item);
  if (had) return had;
  const used = new Set<string>();
  walk(item, (node) => {
    if (node.is === 'Name' || node.is === 'Scope' || node.is === 'Member') used.add(node.id);
    return undefined;
  });
  usedIn.set(item, used);
  return used;
}

/** The names of variables that the items of a program may change by assignments, through their addresses or references,
 *  or by calls of functions of the program. */
export function namesWritten(items: readonly object[]): ReadonlySet<string> {
  const parts = items.map(writtenBy);
  const functions = new Set(parts.flatMap((part) => [...part.functions]));
  const names = new Set(parts.flatMap((part) => [...part.names]));
  for (const { given } of parts)
    for (const [called, variables] of given) if (functions.has(called)) for (const name of variables) names.add(name);
  return names;
}

function writtenBy(item: object): Written {
  const had = writtenIn.get(item);
  if (had) return had;
  const written = nothing();
  walk(item, (node) => {
    note(node, written);
    if (node.is !== 'Func') return undefined;
    merge(written, writtenByFunction(node));
    return 'over';
  });
  writtenIn.set(item, written);
  return written;
}

const nothing = (): Written => ({ names: new Set(), given: new Map(), functions: new Set() });

function writtenByFunction(func: Func): Written {
  const { names, given, functions } = nothing();
  for (const part of [func.params, func.constructorInits ?? [], func.body?.body ?? []])
    merge({ names, given, functions }, writtenBy(part));
  const own = new Set(func.params.map(({ name }) => name));
  // A static variable keeps what other calls left in it.
  for (const statement of func.body?.body ?? [])
    if (statement.is === 'Let' && !statement.static) own.add(statement.name);
  const others = (all: Iterable<string>): Set<string> => new Set([...all].filter((name) => !own.has(name)));
  return {
    names: others(names),
    given: new Map([...given].map(([called, variables]) => [called, others(variables)])),
    functions,
  };
}

function merge(into: Written, { names, given, functions }: Written): void {
  for (const name of names) into.names.add(name);
  for (const name of functions) into.functions.add(name);
  for (const [called, variables] of given)
    into.given.set(called, new Set([...(into.given.get(called) ?? []), ...variables]));
}

function note(node: Node, written: Written): void {
  switch (node.is) {
    case 'Assign':
      return add(written.names, node.target);
    case 'Unary':
      if (/^((post)?(\+\+|--)|&)$/.test(node.op)) add(written.names, node.arg);
      return;
    case 'Binary':
      // `std::cin >> n`
      if (node.op === '>>') add(written.names, node.right);
      return;
    case 'Opaque':
    case 'OpaqueStmt':
      return touch(node.touched, written);
    case 'Call':
      return called(node.callee, node.args, written);
    case 'Func':
      if (!node.const || node.params.length > 0) written.functions.add(node.name);
      return;
    case 'Struct':
      if (node.name !== undefined) written.functions.add(node.name);
      return;
    case 'Let':
      if (initialExpressions(node.init).some(({ is }) => is === 'Lambda')) written.functions.add(node.name);
      if (node.type.is === 'Wrap' && node.type.how !== 'const')
        for (const init of initialExpressions(node.init)) add(written.names, init);
      if (node.type.is === 'Name' || node.type.is === 'Scope')
        give(node.type.id, initialExpressions(node.init), written);
      return;
    default:
  }
}

function touch(touched: Touched | undefined, written: Written): void {
  for (const name of touched?.writes ?? []) written.names.add(name);
}

function called(callee: Expr, args: readonly Expr[], written: Written): void {
  if (callee.is === 'Name' || callee.is === 'Scope') give(callee.id, args, written);
  else if (callee.is === 'Member') give(callee.id, [callee.object, ...args], written);
}

function give(name: string, args: readonly Expr[], { given }: Written): void {
  const variables = given.get(name) ?? new Set();
  for (const arg of args) add(variables, arg);
  if (variables.size > 0) given.set(name, variables);
}

function initialExpressions(init: Init): readonly Expr[] {
  if (init.how === 'none') return [];
  return init.how === 'copy' ? [init.value] : init.args;
}

/** The variable at the front of `a.b[i].c`, or each that a condition selects. */
function add(names: Set<string>, e: Expr): void {
  switch (e.is) {
    case 'Name':
    case 'Scope':
      names.add(e.id);
      return;
    case 'Member':
    case 'Index':
      return add(names, e.object);
    case 'Conditional':
      add(names, e.then);
      return add(names, e.else);
    default:
  }
}
