// A statement that takes too much is left out: the names that it declares are unknown, the variables that it may have
// changed lose their values, and whether it has left the function or a loop is unknown.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Alias, Bindings, Let, Stmt } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { Unknown } from '../../values/value';
import { loseReachable } from '../memory/reach';
import type { Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { type Scope } from '../values/entities';
import { unknown } from '../values/unknown';

/** Leaves a statement out. */
export function leaveOutStatement(m: Machine, s: Stmt, scope: Scope, why: string): Flow {
  loseReachable(m, { scope }, why, s.span);
  const value = unknown('budget', why, s.span);
  declareUnknown(m, s, scope, value);
  noteUnreached(m, s, why);
  if (mayLeave(s)) noteLeft(m, value);
  return 'next';
}

/** Whether code has left the function, with a value, or a loop, is not known. */
export function noteLeft(m: Machine, value: Unknown): void {
  m.frame.pending.push(value);
  m.frame.left = true;
  m.frame.mayReturn = (m.frame.mayReturn ?? 0) + 1;
  m.frame.jumps++;
}

/** True where code may leave a loop or the function that it is in. */
export function mayLeave(code: Stmt): boolean {
  return walk(code, (node) => {
    if (node.is === 'Return' || node.is === 'Jump') return 'end';
    return node.is === 'Func' || node.is === 'Struct' ? 'over' : undefined;
  });
}

/** Declares the names of a declaration that is not evaluated, as unknown. */
function declareUnknown(m: Machine, s: Stmt, scope: Scope, value: Unknown): void {
  if (s.is === 'Sided') for (const one of s.body) declareUnknown(m, one, scope, value);
  if (s.is === 'Alias' && s.templateParams.length === 0)
    scope.names.set(s.name, { kind: 'type', of: value, at: s.nameSpan });
  const named =
    s.is === 'Let' ? [s] : s.is === 'Bindings' ? s.names.map(({ name, span }) => ({ name, nameSpan: span })) : [];
  for (const { name, nameSpan } of named) {
    scope.names.set(name, { kind: 'variable', cell: new VarCell(name, value), at: nameSpan });
    m.record(nameSpan, 'declaration', value, { name, start: s.span.start });
  }
}

/** The evaluation of `code` was given up: declarations that it did not reach say so, unless they are seen elsewhere. */
export function noteUnreached(m: Machine, code: Stmt, why: string): void {
  if (m.mode.silent) return;
  const value = (at: Span): Unknown => unknown('budget', say`${why}: this was not reached`, at);
  for (const { span, declared, role } of declarationsIn(code)) {
    for (const { name, nameSpan } of declared) m.recorder.unreached(nameSpan, role, name, span.start, value(nameSpan));
  }
}

interface Declared {
  readonly span: Span;
  readonly role: 'declaration' | 'binding' | 'alias';
  readonly declared: readonly { readonly name: string; readonly nameSpan: Span }[];
}

/** The declarations in code, those in lambdas included. They are collected once, since a function may be given up many
 *  times. */
const declarationsIn = remembered((code: Stmt): readonly Declared[] => {
  const declarations: Declared[] = [];
  walk(code, (node) => {
    if (node.is === 'Let' || node.is === 'Bindings' || node.is === 'Alias') declarations.push(declaredBy(node));
    return node.is === 'Func' || node.is === 'Struct' ? 'over' : undefined;
  });
  return declarations;
});

function declaredBy(s: Let | Bindings | Alias): Declared {
  if (s.is === 'Bindings')
    return { span: s.span, role: 'binding', declared: s.names.map(({ name, span }) => ({ name, nameSpan: span })) };
  return { span: s.span, role: s.is === 'Let' ? 'declaration' : 'alias', declared: [s] };
}
