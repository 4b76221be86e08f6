// Static variables of functions.
import type { Expr, Let } from '../ir/program';
import type { Entity, Scope } from './entities';
import { unknown } from './machine';
import type { Machine } from './machine';

/** True for a variable of a function that may hold something else when the function is called again. */
export function keepsItsValue(s: Let): boolean {
  return s.static && !s.constexpr && s.memory === 'local' && !isConst(s.type);
}

function isConst(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'const' || (type.how === 'ref' && isConst(type.of)));
}

/** It is declared once. Each instance of a template has its own: there, what earlier calls left is not known. */
export function declareStatic(m: Machine, s: Let, scope: Scope, declare: () => Entity): void {
  const known = m.frame.template ? undefined : m.statics.get(s);
  const entity = known ?? declare();
  scope.names.set(s.name, entity);
  m.statics.set(s, entity);
  if (entity.kind !== 'variable') return;
  m.recall.declaredGlobal(entity.cell);
  if (m.frame.template) m.write(entity.cell, unknown('input', `\`${s.name}\` keeps what earlier calls left in it`, s.nameSpan, [s.name]));
}
