// Variables that outlive calls: those of namespaces and classes, and static ones of functions.
import type { Span } from '../base/span';
import type { Expr, Let } from '../ir/program';
import type { Entity, Scope } from './entities';
import { isNamed } from './inspect';
import { unknown } from './unknown';
import type { Machine } from './machine';
import { loseCell } from './operators';
import { loseWhole } from './reach';

/** True for a variable of a function that may hold something else when the function is called again. */
export function keepsItsValue(s: Let): boolean {
  return s.static && s.memory === 'local' && mayChange(s);
}

/** False for a constant. */
export function mayChange(s: Let): boolean {
  return !s.constexpr && !isConst(s.type);
}

/** `const T`, `T const&`. */
export function isConst(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'const' || (type.how === 'ref' && isConst(type.of)));
}

/** A variable of a namespace or a class, which `declare` declares. */
export function declareGlobal(m: Machine, s: Let, declare: () => Entity): Entity {
  const entity = declare();
  if (entity.kind === 'variable') outlives(m, s, entity);
  return entity;
}

/** It is declared once. Each instance of a template has its own: there, what earlier calls left is not known. */
export function declareStatic(m: Machine, s: Let, scope: Scope, declare: () => Entity): void {
  const known = m.frame.template ? undefined : m.statics.get(s);
  const entity = known ?? declare();
  scope.names.set(s.name, entity);
  if (entity.kind !== 'variable' || known) return;
  m.statics.set(s, entity);
  outlives(m, s, entity);
  if (m.frame.template) m.write(entity.cell, unknown('input', `\`${s.name}\` keeps what earlier calls left in it`, s.nameSpan, [s.name]));
}

function outlives(m: Machine, s: Let, { cell }: Entity & { kind: 'variable' }): void {
  m.recall.declaredGlobal(cell);
  if (isNamed(cell.read())) m.names.hold();
  if (s.memory !== 'local' || !mayChange(s)) return;
  m.lasting.cells.push(cell);
  if (m.lasting.lost) loseWhole(m, cell, m.lasting.lost.why, m.lasting.lost.at);
}

/** Code is left out that can name what `scope` sees: all of it that may change is forgotten. */
export function loseVisible(m: Machine, scope: Scope, why: string, at: Span): void {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    for (const entity of s.names.values()) if (entity.kind === 'variable') loseCell(m, entity.cell, why, at);
    if (s.self) loseCell(m, s.self, why, at);
  }
  loseLasting(m, why, at);
}

/** Forgets all of them that may change: code that may write to any of them is left out. */
export function loseLasting(m: Machine, why: string, at: Span): void {
  m.lasting.lost ??= { why, at };
  for (const cell of m.lasting.cells) loseCell(m, cell, why, at);
}
