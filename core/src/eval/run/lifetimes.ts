// The ends of objects: destructors run where a block ends, in the opposite order of construction, and for
// temporaries where their full expression ends. Clauses [class.dtor], [class.temporary]. Only objects whose destruction
// runs code of the program are kept track of. Objects that outlive `main` are never seen to end.
import type { Expr, Func } from '../../ir/program';
import type { Struct, Value } from '../../values/value';
import { callFunction, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, type ClassInstance, partOf, Scope, VarCell } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';

/** A variable of a block, whose object ends with it. */
export function ownedBy(m: Machine, scope: Scope, cell: Cell): void {
  const value = cell.read();
  m.temporaries.adopt(value);
  if (endsByCode(value)) (scope.ends ??= []).push(cell);
}

/** Notes the temporary object that an expression makes: it is destroyed with the full expression, unless something
 *  takes it. */
export function noteTemporary(m: Machine, e: Expr, value: Value, place: Cell | undefined): void {
  if (place || (e.is !== 'Call' && !(e.is === 'Brace' && e.type)) || m.mode.unevaluated) return;
  if (endsByCode(value)) m.temporaries.add(value);
}

/** Runs a full expression, and ends the temporaries that it made. */
export function fullExpression<T>(m: Machine, run: () => T): T {
  return m.temporaries.within(run, (value) => destroy(m, new VarCell('', value)));
}

/** The end of a block: what it declares ends, the last first. */
export function endScope(m: Machine, scope: Scope, flow: Flow): Flow {
  const { ends } = scope;
  if (!ends) return flow;
  const { returned } = m.frame;
  while (ends.length > 0) {
    const cell = ends.pop();
    if (cell) destroy(m, cell);
  }
  m.frame.returned = returned;
  return flow;
}

function destroy(m: Machine, cell: Cell): void {
  const value = cell.read();
  if (isArray(value)) {
    for (let i = value.elements.length - 1; i >= 0; i--) destroy(m, partOf(cell, i));
    return;
  }
  const instance = classOf(value);
  if (!instance || isTuple(value) || value.is !== 'struct') return;
  destroyAs(m, instance, cell, value);
}

/** Its own destructor, then those of its members, then those of its bases. */
function destroyAs(m: Machine, instance: ClassInstance, cell: Cell, object: Struct): void {
  const own = destructorOf(instance);
  if (own) {
    const scope = new Scope(instance.scope);
    scope.self = cell;
    callFunction(m, { decl: own, scope: instance.scope, owner: instance }, scope, []);
  }
  for (const field of [...instance.fields].reverse()) {
    const held = object.fields.get(field.name);
    if (held !== undefined && endsByCode(held)) destroy(m, partOf(cell, field.name));
  }
  for (const base of [...instance.bases].reverse()) destroyAs(m, base, cell, object);
}

function destructorOf(instance: ClassInstance): Func | undefined {
  const entity = instance.scope.own(`~${instance.entity.name}`);
  const decl = entity?.kind === 'functions' ? entity.overloads[0]?.decl : undefined;
  return decl?.defaulted ? undefined : decl;
}

/** Whether the end of an object runs code of the program. */
function endsByCode(value: Value): boolean {
  if (isTuple(value)) return false;
  if (value.is === 'array') return value.elements.some(endsByCode);
  const instance = classOf(value);
  if (!instance || value.is !== 'struct') return false;
  return runsCode(instance) || [...value.fields.values()].some(endsByCode);
}

function runsCode(instance: ClassInstance): boolean {
  return destructorOf(instance) !== undefined || instance.bases.some(runsCode);
}
