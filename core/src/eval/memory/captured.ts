// Lambdas that are given to code which is not followed: it may call them, so that what their bodies can write is not
// known any more. Which variables those are is read off the text of the body: what is assigned, stepped, given to a
// call, or has its address taken or its member functions called.
import type { Expr } from '../../ir/program';
import { namesOf, nodesIn, type Node } from '../../ir/walk';
import type { Machine } from '../state/machine';
import type { Arg, Entity, Scope } from '../values/entities';
import { targetOf } from '../values/kinds';
import { loseCell } from './losing';

/** The arguments of a call of `name`, which is not followed, may be lambdas: the variables that these can write lose
 *  their values. */
export function loseCaptured(m: Machine, name: string, args: readonly Arg[]): void {
  for (const { value, span } of args) {
    const target = targetOf(value);
    if (target?.kind !== 'lambda') continue;
    for (const id of writtenNames(target.decl.body)) {
      const entity = entityNamed(target.scope, id);
      if (entity?.kind === 'variable')
        loseCell(m, entity.cell, `${entity.cell.name} may be set by a lambda that is given to \`${name}\``, span);
    }
  }
}

function entityNamed(scope: Scope, id: string): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const own = s.own(id);
    if (own) return own;
  }
  return undefined;
}

const written = new WeakMap<object, ReadonlySet<string>>();

/** Names of variables that code may write, as far as its text says. */
export function writtenNames(code: object): ReadonlySet<string> {
  let names = written.get(code);
  if (!names) {
    const nodes = nodesIn(code);
    names = new Set([...namesOf(nodes.flatMap(touched)), ...nodes.flatMap(writtenUnread)]);
    written.set(code, names);
  }
  return names;
}

/** What unread code says that it writes. */
function writtenUnread(e: Node): readonly string[] {
  return e.is === 'Opaque' || e.is === 'OpaqueStmt' ? (e.touched?.writes ?? []) : [];
}

/** The parts of an expression whose variables it may write. */
function touched(e: Node): readonly Expr[] {
  switch (e.is) {
    case 'Assign':
      return [e.target];
    case 'Unary':
      return /^(post)?(\+\+|--)$|^&$/.test(e.op) ? [e.arg] : [];
    case 'Binary':
      return e.op === '>>' ? [e.right] : [];
    case 'Call':
      return [...e.args, ...(e.callee.is === 'Member' ? [e.callee.object] : [e.callee])];
    default:
      return [];
  }
}
