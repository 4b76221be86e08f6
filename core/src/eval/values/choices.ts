// Names for the numbers that an unknown condition chooses, as in `int n = known ? 4 : m`: that of the variable which is
// initialised, or else the expression in brief. A name is for readers; what is computed does not depend on it.
import type { Expr } from '../../ir/program';

/** Of expressions that initialise a variable or a member: its name. An expression initialises one, so this is a
 *  property of the program's text. */
const initialised = new WeakMap<Expr, string>();

/** Notes that an expression initialises what has this name. */
export function noteInitialiser(e: Expr | undefined, name: string): void {
  if (e?.is !== 'Conditional' || name === '') return;
  initialised.set(e, name);
  for (const chosen of [e.then, e.else]) noteInitialiser(chosen, name);
}

/** The name of the number that `c ? a : b` is, where `c` is not known. The brackets tell it from the expressions that
 *  the algebra writes for what it computes. */
export function choiceName(e: Expr & { readonly is: 'Conditional' }): string {
  return initialised.get(e) ?? `either[${brief(e.then)}|${brief(e.else)}]`;
}

/** An expression in a few characters; `…` stands for what is longer than a name or a number. */
function brief(e: Expr): string {
  switch (e.is) {
    case 'Name':
    case 'Scope':
      return e.id;
    case 'Member':
      return e.object.is === 'Name' || e.object.is === 'Member' ? `${brief(e.object)}.${e.id}` : `….${e.id}`;
    case 'Int':
      return String(e.value);
    case 'Unary':
      return /^post/.test(e.op) ? '…' : `${e.op}${brief(e.arg)}`;
    case 'Call':
      return e.callee.is === 'Name' || e.callee.is === 'Scope' || e.callee.is === 'Member'
        ? `${brief(e.callee)}(…)`
        : '…';
    default:
      return '…';
  }
}
