// Variables that outlive calls: those of namespaces and classes, and static ones of functions.
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import type { Machine } from '../state/machine';
import { mayChange } from '../values/declared-types';
import type { Cell, Entity, Scope } from '../values/entities';
import { isNamed } from '../values/inspect';
import { unknown } from '../values/unknown';
import { loseWhole } from './losing';

/** A variable of a namespace or a class, which `declare` declares. */
export function declareGlobal(m: Machine, s: Let, declare: () => Entity): Entity {
  const entity = declare();
  if (entity.kind === 'variable') outlives(m, s, entity);
  return entity;
}

/** Declares a static variable, once for each function. In an instance of a template it is unknown, since earlier calls
 *  may have changed it. */
export function declareStatic(m: Machine, s: Let, scope: Scope, declare: () => Entity): void {
  const known = m.frame.template ? undefined : m.statics.get(s);
  const entity = known ?? declare();
  scope.names.set(s.name, entity);
  if (entity.kind !== 'variable' || known) return;
  m.statics.set(s, entity);
  outlives(m, s, entity);
  if (m.frame.template)
    m.write(entity.cell, unknown('input', `\`${s.name}\` keeps what earlier calls left in it`, s.nameSpan, [s.name]));
}

/** A function that nothing calls may run at any time: the variables that the program writes are unknown when it
 *  begins. */
export function loseWritten(m: Machine, at: Span): void {
  for (const cell of m.lasting.cells) loseIfWritten(m, cell, at);
}

function loseIfWritten(m: Machine, cell: Cell, at: Span): void {
  const { written, open } = m.lasting;
  if (!written?.has(cell.name)) return;
  const before = open.get(cell);
  if (before !== undefined) {
    m.write(cell, before);
    return;
  }
  loseWhole(m, cell, `\`${cell.name}\` is written elsewhere, and nothing calls this function`, at);
  open.set(cell, cell.read());
}

function outlives(m: Machine, s: Let, { cell }: Entity & { kind: 'variable' }): void {
  m.recall.declaredGlobal(cell);
  if (isNamed(cell.read())) m.names.hold();
  if (s.memory !== 'local' || !mayChange(s)) return;
  m.lasting.cells.push(cell);
  if (m.lasting.lost) loseWhole(m, cell, m.lasting.lost.why, m.lasting.lost.at);
  else loseIfWritten(m, cell, s.nameSpan);
}
