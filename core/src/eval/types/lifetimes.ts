// The ends of objects: destructors run where a block ends, in the opposite order of construction, and for
// temporaries where their full expression ends. Clauses [class.dtor], [class.temporary]. Only objects whose destruction
// runs code of the program are kept track of. Objects that outlive `main` are never seen to end.
import { say } from '../../base/say';
import { nowhere } from '../../base/span';
import type { Expr, Func } from '../../ir/program';
import type { Struct, Value } from '../../values/value';
import { loseLasting, loseVisible } from '../memory/reach';
import { lookupName } from '../names/names';
import { callFunction, type Flow } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, partOf, VarCell } from '../values/cells';
import { type ClassInstance, Scope } from '../values/entities';
import { isOptional } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
import { inAnyOrder } from './any-order';
import { hasCopying } from './copying-code';
import { whileOfClass } from './overriders';
import { classOf, isArray, targetOf } from '../values/kinds';
import { someObject } from '../values/some-object';
import { membersInPlaceOf } from '../values/unions';

/** A variable of a block, whose object ends with it. `type`: what is declared, where its value is not known. `isTaken`:
 *  whether it lives on after the block. */
export function ownedBy(
  m: Machine,
  scope: Scope,
  cell: Cell,
  { type, isTaken }: { readonly type?: Expr; readonly isTaken?: () => boolean } = {},
): void {
  const value = cell.read();
  m.temporaries.adopt(value);
  const ends = isUnknown(value) ? type !== undefined && isOfClassThatEnds(scope, type) : endsByCode(value);
  if (ends && !isTaken?.()) (scope.ends ??= []).push(cell);
}

/** Whether the class that a declaration names has a destructor, or one of its template arguments has. */
export function isOfClassThatEnds(scope: Scope, type: Expr): boolean {
  if (type.is === 'Wrap') return isOfClassThatEnds(scope, type.of);
  if (type.is !== 'Name' && type.is !== 'Scope') return false;
  if (type.args?.some((arg) => isOfClassThatEnds(scope, arg))) return true;
  const entity = lookupName(scope, type);
  const members = entity?.kind === 'class' ? (entity.class.primary?.members ?? []) : [];
  return members.some((s) => s.is === 'Func' && !s.defaulted && s.name === `~${type.id}`);
}

/** Notes what an expression makes that has no name: it ends with the full expression, unless something takes it. */
export function noteTemporary(m: Machine, e: Expr, value: Value, place: Cell | undefined): void {
  if (place || !makesObjects(e)) return;
  holdTemporary(m, value);
}

function makesObjects(e: Expr): boolean {
  switch (e.is) {
    case 'Brace':
      return e.type !== undefined;
    case 'Call':
    case 'Binary':
    case 'Unary':
    case 'Cast':
    case 'Lambda':
      return true;
    default:
      return false;
  }
}

/** An object without a name, which ends with the full expression: the variable that it is in, where its end runs
 *  code. */
export function holdTemporary(m: Machine, value: Value, cell?: VarCell): void {
  if (m.mode.unevaluated || !endsByCode(value) || m.temporaries.of(value)) return;
  m.temporaries.add(cell ?? new VarCell('', value));
}

/** Runs a full expression, and ends the temporaries that it made and nothing has taken, the latest first. One that is
 *  given up half way only forgets them. */
export function fullExpression<T>(m: Machine, run: () => T): T {
  const { temporaries } = m;
  const before = temporaries.count;
  try {
    const given = run();
    for (let cell = temporaries.take(before); cell; cell = temporaries.take(before)) end(m, cell);
    return given;
  } finally {
    temporaries.forget(before);
  }
}

/** The end of a block: what it declares ends, the last first. */
export function endScope(m: Machine, scope: Scope, flow: Flow): Flow {
  const { ends } = scope;
  if (!ends) return flow;
  while (ends.length > 0) {
    const cell = ends.pop();
    if (cell && isUnknown(cell.read()))
      loseVisible(m, scope, say`the end of \`${cell.name}\` is not followed`, nowhere);
    else if (cell) end(m, cell);
  }
  return flow;
}

/** Ends the object that a variable holds. */
export function end(m: Machine, cell: Cell): void {
  const value = cell.read();
  if (isArray(value)) {
    for (let i = value.elements.length - 1; i >= 0; i--) end(m, partOf(cell, i));
    return;
  }
  if (!endsByCode(value)) return;
  const why = say`the end of \`${cell.name}\` is not followed`;
  // Libraries do not agree on the order in which the elements of a tuple are destroyed.
  if (isTuple(value)) {
    const ends = value.flatMap((part, i) => (endsByCode(part) ? partOf(cell, i) : []));
    const turns = ends.map((part) => ({ cell: part, run: () => end(m, part) }));
    inAnyOrder(m, turns, why, nowhere);
  } else if (isUnknown(value)) loseLasting(m, why, nowhere);
  else if (value.is === 'callable') for (const captured of capturedBy(value).reverse()) end(m, captured);
  else if (value.is === 'struct') {
    const instance = classOf(value);
    if (instance) destroyAs(m, instance, cell, value);
    else if (value.fields.has('#value')) end(m, partOf(cell, '#value'));
  }
}

/** The variables of a lambda's own. */
function capturedBy(value: Value): Cell[] {
  const target = targetOf(value);
  if (target?.kind !== 'lambda') return [];
  const { captures } = target.decl;
  return [...target.scope.names.values()].flatMap((entity) => {
    if (entity.kind === 'pack') return [...(entity.cells ?? [])];
    if (entity.kind !== 'variable') return [];
    return captures.some(({ span, reference }) => reference && span === entity.at) ? [] : [entity.cell];
  });
}

function heldBy(closure: Value): readonly Value[] {
  return capturedBy(closure).map((cell) => cell.read());
}

/** Its own destructor, then those of its members, then those of its bases. */
function destroyAs(m: Machine, instance: ClassInstance, cell: Cell, object: Struct): void {
  const own = destructorOf(instance);
  if (own) {
    const scope = new Scope(instance.scope);
    scope.self = cell;
    const entity = { decl: own, scope: instance.scope, owner: instance };
    whileOfClass(m, cell, instance, () => callFunction(m, entity, scope, []));
  }
  for (const { name } of [...instance.fields].reverse()) {
    const held = object.fields.get(name);
    // Whoever uses a union ends its members ([class.union.general]/5).
    const isShared = instance.decl.kind === 'union' || membersInPlaceOf(instance, name).length > 0;
    if (held !== undefined && !isShared && targetOf(held)?.kind !== 'address') end(m, partOf(cell, name));
  }
  for (const base of [...instance.bases].reverse()) {
    const held = instance.heldBases?.get(base);
    const part = held === undefined ? object : object.fields.get(held);
    if (part === undefined || isTuple(part)) continue;
    const place = held === undefined ? cell : partOf(cell, held);
    if (part.is === 'struct') destroyAs(m, base, place, part);
    else if (runsCode(base)) loseLasting(m, say`the end of \`${place.name}\` is not followed`, nowhere);
  }
}

function destructorOf(instance: ClassInstance): Func | undefined {
  const entity = instance.scope.own(`~${instance.entity.name}`);
  const decl = entity?.kind === 'functions' ? entity.overloads[0]?.decl : undefined;
  return decl?.defaulted ? undefined : decl;
}

/** Whether the end of an object runs code of the program. */
export function endsByCode(value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is === 'callable') return heldBy(object);
    const instance = classOf(object);
    if (instance) return runsCode(instance) || object.fields.values();
    return isOptional(object) && (endsByType(object.fields.get('#type')) || object.fields.values());
  });
}

/** Whether the end of what an optional may hold runs code of the program. */
function endsByType(type: Value | undefined): boolean {
  const instance = type && !isTuple(type) && type.is === 'type' ? classOf(type.of) : undefined;
  return instance !== undefined && runsCode(instance);
}

/** Whether the end of an object of a class runs code of the program. */
export function runsCode(instance: ClassInstance): boolean {
  return destructorOf(instance) !== undefined || instance.bases.some(runsCode);
}

/** Whether the program sees how often an object is copied, or when it ends. */
export function isObserved(value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is === 'callable') return heldBy(object);
    const instance = classOf(object);
    if (instance) return runsCode(instance) || hasCopying(instance) || object.fields.values();
    return isOptional(object) && object.fields.values();
  });
}
