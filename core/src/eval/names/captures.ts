// Captures of lambdas. What is captured by value is copied when the lambda is made; what is captured by reference is
// the variable itself, which the body finds in the scopes around it.
import { remembered } from '../../base/remembered';
import type { Block, Lambda } from '../../ir/program';
import { namesOf, nodesIn } from '../../ir/walk';
import type { Value } from '../../values/value';
import { locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, isFixed, VarCell } from '../values/cells';
import { type Entity, type Scope } from '../values/entities';
import { memberCell, selfOf } from './names';

/** Declares the captures of a lambda in `inner`, the scope that its body sees. `copyOf` copies what is captured by
 *  value. */
export function declareCaptures(
  m: Machine,
  e: Lambda,
  scope: Scope,
  inner: Scope,
  copyOf: (value: Value, place: Cell | undefined) => Value,
): void {
  const held = e.mutable ? undefined : true;
  for (const name of copiedNames(e)) copy(m, name, scope, inner, copyOf, held);
  const object = e.copiesThis ? selfOf(scope) : undefined;
  if (object) {
    inner.self = new VarCell(object.name, copyOf(object.read(), object), held);
    inner.selfConstant = e.mutable !== true;
  }
  for (const { name, init, span, reference } of e.captures) {
    const { value, place } = locate(m, init, scope);
    m.temporaries.adopt(value);
    const own = reference ? place : undefined;
    const cell = own ?? new VarCell(name, copyOf(value, place), held);
    inner.names.set(name, { kind: 'variable', cell, at: span, ...(held && !reference && { held }) });
  }
}

function copy(
  m: Machine,
  name: string,
  scope: Scope,
  inner: Scope,
  copyOf: (value: Value, place: Cell | undefined) => Value,
  held: true | undefined,
): void {
  const found = localNamed(name, scope);
  if (found?.kind !== 'pack' && found?.kind !== 'variable') return;
  const { held: isHeld, ...entity } = found;
  const duplicate = (cell: Cell): Cell => new VarCell(cell.name, copyOf(cell.read(), cell), held);
  if (entity.kind === 'pack' && entity.cells)
    inner.names.set(name, { ...entity, cells: entity.cells.map(duplicate), ...(held && { held }) });
  else if (entity.kind === 'variable' && (isHeld || !isFixed(entity.cell)) && !m.recall.isGlobal(entity.cell))
    inner.names.set(name, { ...entity, cell: duplicate(entity.cell), ...(held && { held }) });
}

/** A variable of the functions around; members are reached through `this`, which stays the same object. */
function localNamed(name: string, scope: Scope): Entity | undefined {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    const own = s.own(name);
    if (own) return own;
    if (s.owner || (s.self && memberCell(s.self, name))) return undefined;
  }
  return undefined;
}

const copiedNames = remembered(({ body, copies }: Lambda): readonly string[] => {
  if (!copies) return [];
  if ('names' in copies) return copies.names;
  const found = usedNames(body);
  for (const name of copies.allBut) found.delete(name);
  return [...found];
});

/** The names that a body uses, those of lambdas in it among them. */
function usedNames(body: Block): Set<string> {
  const found = namesOf(body);
  for (const node of nodesIn(body))
    if (node.is === 'Lambda' && node.copies && 'names' in node.copies)
      for (const name of node.copies.names) found.add(name);
  return found;
}
