// References to what is not known. Each is a variable of its own here, which may be another one: where one of them is
// written, nothing is known of the other (`Escaped`).
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { type Cell, VarCell } from '../values/cells';
import type { Category } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';

/** Whether a reference to a value that has no place may refer to a variable: what is not known, a number that is an
 *  lvalue, and what lies behind a pointer of which nothing is known. */
export function mayRefer(value: Value, category?: Category): boolean {
  if (isTuple(value) || category?.is === 'prvalue') return false;
  if (value.is === 'dynamic' || value.is === 'scalar') return category?.is === 'lvalue' && value.n === undefined;
  if (value.is !== 'element') return isUnknown(value);
  return value.pointer.space === 'generic' && !value.pointer.allocation;
}

/** What a reference stands for that refers to what is not known. */
export function someReferent(m: Machine, name: string, value: Value): Cell {
  const cell = new VarCell(name, value);
  m.escaped.refer(cell);
  return cell;
}
