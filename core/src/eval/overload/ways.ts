// Host code that turns run-time flags into template arguments (`BOOL_SWITCH`) calls a function with every combination
// of them, whose number doubles with each flag. Here it is entered until each template argument was seen with each of
// its values; further combinations are left out.
import type { Expr } from '../../ir/program';
import type { Machine } from '../state/machine';
import type { Picked } from './overloads';
import { ownTemplateParams, templateBindings } from './templates';

/** Whether a call under an unknown condition adds no template argument that was not seen before. */
export function isOneOfMany(m: Machine, { entity: { decl }, scope }: Picked): boolean {
  if (
    m.mode.ways === 0 ||
    m.frame.launch ||
    decl.device ||
    decl.kernel ||
    ownTemplateParams(decl).length === 0 ||
    !isVoid(decl.returns)
  )
    return false;
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
