// Copies and moves of objects: by the constructor that a class has for them, else member by member, so that members
// that have one use it. Clauses [class.copy.ctor], [class.copy.elision]. Copies of lambdas have captures of their own.
// What has no name is not copied: it is made where it goes.
import type { Span } from '../../base/span';
import type { Func } from '../../ir/program';
import type { Struct, Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import type { Machine } from '../state/machine';
import { type Cell, type ClassInstance, type Entity, partOf, Scope, type Target, VarCell } from '../values/entities';
import { isTuple } from '../values/inspect';
import { callable, classOf, isArray, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { exampleOf } from './classes';
import { initialiseBy } from './objects';

/** What a new variable holds that is initialised by a value. `place`: the variable that the value is in, where it is in
 *  one. */
export function copied(m: Machine, value: Value, place: Cell | undefined, moved: boolean, span: Span): Value {
  if (!place) return value;
  if (isTuple(value))
    return isPlain(value) ? value : value.map((part, i) => copied(m, part, partOf(place, i), moved, span));
  if (value.is === 'callable') return copiedLambda(value);
  if (isArray(value) && !isPlain(value.elements))
    return { ...value, elements: value.elements.map((part, i) => copied(m, part, partOf(place, i), moved, span)) };
  const instance = classOf(value);
  if (!instance || value.is !== 'struct' || !isCopiedByCode(value)) return value;
  const by = copyingOf(instance, moved);
  if (!by && instance.bases.some(hasCopying)) return copiedByBase(m, instance, span);
  if (!by) return memberwise(m, value, place, moved, span);
  const cell = new VarCell('this', exampleOf(instance));
  const scope = new Scope(instance.scope);
  scope.self = cell;
  initialiseBy(m, instance, by, scope, [{ value, cell: place, span }], cell);
  return cell.read();
}

function isPlain(parts: readonly Value[]): boolean {
  return parts.every((part) => (isTuple(part) ? isPlain(part) : part.is !== 'struct' && part.is !== 'callable'));
}

/** A lambda that may change what it has captured by value is another one from the moment it is copied. */
function copiedLambda(value: Value): Value {
  const target = targetOf(value);
  if (target?.kind !== 'lambda' || isTuple(value) || value.is !== 'callable') return value;
  const captured = [...target.scope.names].filter(([, entity]) => isCopied(entity, target));
  if (captured.length === 0 && !target.decl.copiesThis) return value;
  const scope = new Scope(target.scope.parent, target.scope.label);
  const { self } = target.scope;
  if (self) scope.self = target.decl.copiesThis ? new VarCell(self.name, self.read()) : self;
  for (const [name, entity] of target.scope.names)
    scope.names.set(name, isCopied(entity, target) ? duplicate(entity) : entity);
  return callable(value.name, { ...target, scope });
}

function isCopied(entity: Entity, { decl }: Target & { kind: 'lambda' }): boolean {
  if (entity.kind === 'pack') return entity.cells !== undefined;
  return entity.kind === 'variable' && !decl.captures.some(({ span, reference }) => reference && span === entity.at);
}

function duplicate(entity: Entity): Entity {
  const twin = (cell: Cell): Cell => new VarCell(cell.name, cell.read());
  if (entity.kind === 'pack' && entity.cells) return { ...entity, cells: entity.cells.map(twin) };
  return entity.kind === 'variable' ? { ...entity, cell: twin(entity.cell) } : entity;
}

/** Whether copying an object runs code of the program, or copies a lambda. */
function isCopiedByCode(object: Struct): boolean {
  const instance = classOf(object);
  if (instance && hasCopying(instance)) return true;
  for (const field of object.fields.values()) {
    if (isTuple(field)) continue;
    if (field.is === 'struct' && field.cls !== undefined && isCopiedByCode(field)) return true;
    if (field.is === 'callable' && targetOf(field)?.kind === 'lambda') return true;
  }
  return false;
}

function hasCopying(instance: ClassInstance): boolean {
  return (
    copyingOf(instance, false) !== undefined ||
    copyingOf(instance, true) !== undefined ||
    instance.bases.some(hasCopying)
  );
}

/** The constructor that the program writes for copies of a class, or for moves. */
function copyingOf(instance: ClassInstance, moved: boolean): Func | undefined {
  const all = instance.scope.names.get('#constructors');
  if (all?.kind !== 'functions') return undefined;
  const of = (how: 'ref' | 'rvalue-ref'): Func | undefined =>
    all.overloads.map(({ decl }) => decl).find((decl) => isCopying(decl, instance, how));
  const found = (moved ? of('rvalue-ref') : undefined) ?? of('ref');
  return found?.defaulted || !found?.body ? undefined : found;
}

function isCopying({ params, templates }: Func, instance: ClassInstance, how: 'ref' | 'rvalue-ref'): boolean {
  const [first, ...others] = params;
  if (!first || templates.some((list) => list.length > 0) || others.some((param) => !param.default)) return false;
  if (first.type.is !== 'Wrap' || first.type.how !== how) return false;
  const of = first.type.of.is === 'Wrap' && first.type.of.how === 'const' ? first.type.of.of : first.type.of;
  return (of.is === 'Name' || of.is === 'Scope') && of.id === instance.entity.name;
}

/** A base class that copies by code of its own: that is not followed, and the code may set what lasts. */
function copiedByBase(m: Machine, instance: ClassInstance, span: Span): Value {
  const why = `how \`${instance.key}\` copies its base is not followed`;
  loseLasting(m, why, span);
  return unknown('unsupported', why, span, [instance.key]);
}

function memberwise(m: Machine, object: Struct, place: Cell, moved: boolean, span: Span): Value {
  const fields = new Map<string, Value>();
  for (const [name, field] of object.fields) {
    const isReference = targetOf(field)?.kind === 'address';
    fields.set(name, isReference ? field : copied(m, field, partOf(place, name), moved, span));
  }
  return { ...object, fields };
}
