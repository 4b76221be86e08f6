// Host code that turns run-time flags into template arguments (`BOOL_SWITCH`) reaches a function with every combination of
// them, and their number doubles with each flag. Each argument is seen with each of its values; the product of them is not.
import type { Expr } from '../../ir/program';
import type { Machine } from '../state/machine';
import type { Picked } from './overloads';
import { ownTemplateParams, templateBindings } from './templates';

/** True where a condition that is not known leads to a function, and each of its template arguments was seen before. */
export function isOneOfMany(m: Machine, { entity: { decl }, scope }: Picked): boolean {
  if (m.mode.ways === 0 || m.frame.launch || decl.device || decl.kernel || ownTemplateParams(decl).length === 0 || !isVoid(decl.returns)) return false;
  const seen = m.entered.get(decl) ?? new Set<string>();
  m.entered.set(decl, seen);
  const bound = templateBindings(scope);
  const isNew = seen.size === 0 || bound.some((one) => !seen.has(one));
  for (const one of bound) seen.add(one);
  return !isNew;
}

function isVoid(returns: Expr | undefined): boolean {
  return returns?.is === 'Name' && returns.id === 'void';
}
