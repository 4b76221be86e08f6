// Code that one iteration of a loop passes over and another may run: whether it may write to variables that live on.
// The text says whether it may write at all, so that a loop whose iterations are alike is run only once; what it writes is seen by
// running it aside, and undoing it.
import type { Expr, Stmt } from '../ir/program';
import { classOf } from './classes';
import { Scope } from './entities';
import { evaluate } from './expressions';
import { execute, executeAll } from './statements';
import type { Machine } from './machine';
import { lookup } from './names';

/** What a piece of code does that may be seen after it. */
interface Effects {
  writes: boolean;
  /** Functions that are called by name. */
  readonly functions: Set<string>;
  /** Variables whose member functions are called. */
  readonly objects: Set<string>;
}

const effectsOf = new WeakMap<object, Effects>();

/** Code that is passed over now in a loop, where it may change what lives on: it is run to see what it writes, and undone. Where
 *  nobody looks it is only counted, and the loop asks once it is given up. */
export function noteSkipped(m: Machine, code: Stmt | Expr | undefined, scope: Scope): void {
  if (!code || !mayChange(code, scope)) return;
  m.skipped++;
  if (m.loops > 0 && (m.recorder.muted === 0 || m.probes > 0)) explore(m, code, scope);
}

/** The statements from `first` on. */
export function noteSkippedRest(m: Machine, body: readonly Stmt[], first: number, scope: Scope): void {
  if (first >= body.length || !body.slice(first).some((s) => mayChange(s, scope))) return;
  m.skipped++;
  if (m.loops > 0 && (m.recorder.muted === 0 || m.probes > 0)) explore(m, body.slice(first), scope);
}

function explore(m: Machine, code: Stmt | Expr | readonly Stmt[], scope: Scope): void {
  const { returned, left } = m.frame;
  const known = m.frame.pending.length;
  const { jumps } = m;
  let flow: string = 'next';
  m.recorder.muted++;
  m.probes++;
  m.speculations++;
  m.ways++;
  const journal = m.journaled(() => {
    if (Array.isArray(code)) flow = executeAll(m, code as readonly Stmt[], new Scope(scope));
    else if (isStatement(code as Stmt | Expr)) flow = execute(m, code as Stmt, new Scope(scope));
    else evaluate(m, code as Expr, scope);
  });
  m.ways--;
  m.speculations--;
  m.probes--;
  m.recorder.muted--;
  if (flow === 'return' || m.frame.pending.length > known) m.frame.mayReturn = (m.frame.mayReturn ?? 0) + 1;
  for (const cell of journal.keys()) m.mayWrite.add(cell);
  m.undo(journal);
  m.frame.returned = returned;
  m.frame.left = left ?? false;
  m.frame.pending.length = known;
  m.jumps = jumps;
}

const statements: ReadonlySet<string> = new Set(['Let', 'Bindings', 'Alias', 'Func', 'Struct', 'Enum', 'Namespace', 'UsingNamespace', 'UsingDecl', 'Instantiation', 'StaticAssert', 'Block', 'Expr', 'If', 'For', 'RangeFor', 'While', 'Switch', 'Return', 'Jump', 'OpaqueStmt']);

function isStatement(code: Stmt | Expr): code is Stmt {
  return statements.has(code.is);
}

/** Whether to run a piece of code may change a variable, as far as its text says. */
export function mayChange(code: object, scope: Scope): boolean {
  let effects = effectsOf.get(code);
  if (!effects) {
    effects = { writes: false, functions: new Set(), objects: new Set() };
    collect(code, effects);
    effectsOf.set(code, effects);
  }
  if (effects.writes) return true;
  for (const id of effects.functions) if (isOwnFunction(scope, id)) return true;
  for (const id of effects.objects) if (isOwnObject(scope, id)) return true;
  return false;
}

/** Functions of the library write to memory, of which nothing is kept. */
function isOwnFunction(scope: Scope, id: string): boolean {
  const kind = lookup(scope, id)?.kind;
  return kind === 'functions' || kind === 'variable' || kind === 'template';
}

function isOwnObject(scope: Scope, id: string): boolean {
  const entity = lookup(scope, id);
  if (entity?.kind !== 'variable') return false;
  const held = entity.cell.read();
  return !('is' in held) || held.is === 'array' || held.is === 'callable' || held.is === 'unknown' || classOf(held) !== undefined;
}

function collect(node: unknown, effects: Effects): void {
  if (typeof node !== 'object' || node === null || effects.writes) return;
  if (Array.isArray(node)) {
    for (const part of node) collect(part, effects);
    return;
  }
  const e = node as Expr | Stmt;
  if (e.is === 'Assign' || e.is === 'Return' || (e.is === 'Unary' && /^(post)?(\+\+|--)$/.test(e.op)) || isInput(e)) effects.writes = true;
  else if (e.is === 'Call') called(e.callee, effects);
  for (const key in e) if (key !== 'span') collect((e as unknown as Record<string, unknown>)[key], effects);
}

function called(callee: Expr, effects: Effects): void {
  if (callee.is === 'Name' || callee.is === 'Scope') effects.functions.add(callee.id);
  else if (callee.is !== 'Member') effects.writes = true;
  else if (callee.object.is !== 'Call' && callee.object.is !== 'Brace') {
    const root = rootOf(callee.object);
    if (root === undefined) effects.writes = true;
    else effects.objects.add(root);
  }
}

/** `std::cin >> n` */
function isInput(e: Expr | Stmt): boolean {
  return e.is === 'Binary' && e.op === '>>' && (isInput(e.left) || ((e.left.is === 'Name' || e.left.is === 'Scope') && e.left.id === 'cin'));
}

/** The variable at the front of `a.b[i].c`. */
function rootOf(e: Expr): string | undefined {
  switch (e.is) {
    case 'Name': return e.id;
    case 'This': return 'this';
    case 'Member': case 'Index': return rootOf(e.object);
    case 'Unary': return e.op === '*' ? rootOf(e.arg) : undefined;
    default: return undefined;
  }
}
