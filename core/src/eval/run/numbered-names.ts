// Names that a macro makes of a number that is not known: of `__COUNTER__`, or of `__LINE__` in a use of a macro that
// takes several lines (`x##__LINE__`). The names of several declarations are one: what it stands for is not known.
import { say } from '../../base/say';
import type { Stmt } from '../../ir/program';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import type { Scope } from '../values/entities';
import { unknown } from '../values/unknown';

/** Whether a declaration has the name of an earlier one that another number made; then nobody knows either. */
export function isNumberedAgain(m: Machine, s: Stmt, scope: Scope): boolean {
  if (!('name' in s) || typeof s.name !== 'string' || !/__(?:LINE|COUNTER)__/.test(s.name) || !scope.own(s.name))
    return false;
  const span = ('nameSpan' in s && s.nameSpan) || s.span;
  const why = say`what is called \`${s.name}\` depends on a number that is not known here`;
  const value = unknown('unsupported', why, span, [s.name]);
  scope.names.set(s.name, { kind: 'variable', cell: new VarCell(s.name, value, true), at: undefined });
  if (s.is === 'Let') m.record(span, 'declaration', value, { name: s.name, start: s.span.start });
  return true;
}
