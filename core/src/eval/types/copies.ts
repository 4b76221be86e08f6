// Copies and moves of objects: by the constructor that a class has for them, else member by member, so that members
// that have one use it. Clauses [class.copy.ctor], [class.copy.elision]. Copies of lambdas have captures of their own.
// A prvalue is not copied: it initialises its destination itself.
import { say } from '../../base/say';
import { likeTuple, partType, standardTupleOf } from '../../values/standard-tuples';
import type { Span } from '../../base/span';
import type { Func, Let } from '../../ir/program';
import type { Struct, TypeOf, Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import { categoryOf, categoryOfPart, declaredAs } from '../overload/categories';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { asClosure } from '../values/base-closures';
import { derivesFrom, partAt, partIn } from '../values/base-parts';
import { type Cell, partOf, VarCell } from '../values/cells';
import {
  type Arg,
  type Category,
  type ClassInstance,
  type Entity,
  hasField,
  Scope,
  type Target,
  type Source,
} from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { callable, classOf, isArray, isList, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { loseByCopy } from '../memory/named-code';
import { constructorFor } from './beside-implicit';
import { copierOf, isConstRef, isMove, takesConst } from './chosen-copies';
import { exampleOf } from './classes';
import { copiesByCode, copyingOf, hasContestedCopies, movesMembers } from './copying-code';
import { leaveMoved } from './moved-from';
import { finished, ObjectBeingMade } from './made-objects';
import { isPolymorphic } from './special-members';
import { isObserved } from './lifetimes';
import { initialiseBy } from './objects';
import { unplaced } from './placed';
import { isReference } from '../values/declared-types';

/** What is copied, or moved from: the variable that it is in, its value category, and where the code asks for it. */
interface Copying {
  readonly place: Cell;
  readonly category: Category;
  readonly span: Span;
  /** Constructors that are explicit serve as well ([over.match.ctor]). */
  readonly direct: boolean;
}

/** What a new variable holds that is initialised by a value. `direct`: constructors that are explicit serve as well. */
export function copied(m: Machine, value: Value, from: Source, direct = false): Value {
  const { cell: place, span } = from;
  if (isUnknown(value) && (place || categoryOf(m, from).is !== 'prvalue')) loseByCopy(m, value, span);
  if (isList(value)) return place && isObserved(value) ? keptList(m, span) : value;
  const runsCode = copiesByCode(value);
  const own = runsCode ? copiedByCode(m, value, from, direct) : value;
  if (!runsCode && place) leaveMoved(m, value, from);
  return m.simt ? unplaced(m, own, place?.name ?? '?', span) : own;
}

/** A prvalue is no copy; a member of one is copied, though no variable holds it. */
function copiedByCode(m: Machine, value: Value, from: Source, direct: boolean): Value {
  const category = categoryOf(m, from);
  const isNamed = !m.mode.unevaluated && (category.is === 'lvalue' || category.is === 'xvalue');
  const place = from.cell ?? (isNamed ? new VarCell('', value) : undefined);
  return place ? copiedFrom(m, value, { place, category, span: from.span, direct }) : value;
}

/** A copy of a list has the same elements ([support.initlist]/2), which end with the first one. */
function keptList(m: Machine, span: Span): Value {
  const why = say`when the elements of a list end is not followed`;
  loseLasting(m, why, span);
  return unknown('unsupported', why, span);
}

/** What an object of a type holds that is initialised by a value of the type, or of a class derived from it: of that,
 *  the part that the type is, unless it has a better constructor. `direct`: one that is explicit serves as well. */
export function copiedAs(m: Machine, value: Value, example: Value, given: Source, direct = false): Value {
  const closure = asClosure(value, example);
  if (closure !== value) return copied(m, closure, { span: given.span });
  const [to, of] = [classOf(example), classOf(value)];
  if (!to || !of || to === of) return to || !of ? copied(m, value, given, direct) : value;
  if (!derivesFrom(of, to) || isTuple(value) || value.is !== 'struct') return value;
  const by = constructorFor(m, to, { ...given, value }, !direct);
  if (by?.is === 'unclear') {
    loseLasting(m, by.why, given.span);
    return unknown('unsupported', by.why, given.span, [to.key]);
  }
  if (by?.is !== 'picked') return sliced(m, value, to, given, direct, by?.is === 'parts' ? by.category : undefined);
  const object = new ObjectBeingMade(exampleOf(to));
  const { entity, scope } = by;
  scope.self = object;
  initialiseBy(m, to, entity.decl, scope, [{ ...given, value }], object);
  return finished(object.read(), object.born, to, given.span);
}

/** A copy of the part of an object that one of its bases is. `taken`: what the compiler's constructor, which is chosen,
 *  takes each part as. */
export function sliced(
  m: Machine,
  value: Struct,
  to: ClassInstance,
  given: Source,
  direct: boolean,
  taken?: Category,
): Value {
  const part = partAsBase(value, to);
  if (isTuple(part) || part.is !== 'struct') return part;
  const cell = new ObjectBeingMade(part);
  const { cell: source, span } = given;
  const place = partAt(source ?? m.temporaries.of(value) ?? new VarCell('', value), to);
  const category = taken ?? (source ? categoryOf(m, given) : xvalue);
  (taken ? copyByParts : copyPart)(m, to, part, { place, category, span, direct }, cell);
  return finished(cell.read(), cell.born, to, span);
}

const xvalue: Category = { is: 'xvalue', constant: false };

/** Whether an object is of a class that is derived from that of an example. */
export function isOfDerived(object: Value, example: Value): boolean {
  const [of, base] = [classOf(object), classOf(example)];
  return of !== undefined && base !== undefined && of !== base && derivesFrom(of, base);
}

/** A value as one of a type, by a copy of what a base is where the type says that. */
export function asType(m: Machine, value: Value, example: Value, from: Source): Value {
  return isOfDerived(value, example)
    ? copiedAs(m, value, example, from)
    : convert(m, value, example, false, undefined, from);
}

/** The part of an object that is one of a base. */
function partAsBase(object: Struct, base: ClassInstance): Value {
  const part = partIn(object, base);
  if (isTuple(part) || part.is !== 'struct') return part;
  return { ...exampleOf(base), fields: new Map([...part.fields].filter(([name]) => hasField(base, name))) };
}

/** What an expression refers to whose type is a base of the object: the part that the base is. Which virtual function
 *  is called is said by the object in `place`; without one it must be the value. */
export function asBase(value: Value, base: ClassInstance | undefined, place: Cell | undefined): Value {
  const of = base && classOf(value);
  if (!of || of === base || isTuple(value) || value.is !== 'struct') return value;
  if (!derivesFrom(of, base) || (!place && isPolymorphic(base))) return value;
  return partAsBase(value, base);
}

/** What a member, a base or an element holds that is initialised by an argument of its type or of another one. */
export function stored(
  m: Machine,
  value: Value,
  example: Value,
  from: Arg | undefined,
  span: Span,
  name: string,
  direct = false,
): Value {
  const given = copiedAs(m, value, example, { ...from, span }, direct);
  const made = convert(m, given, example, false, name, from);
  m.temporaries.adopt(made);
  return made;
}

function copiedFrom(m: Machine, value: Value, from: Copying): Value {
  const part = (one: Value, key: string | number, category = from.category): Value =>
    copied(m, one, { ...from, category, cell: partOf(from.place, key) }, true);
  if (isTuple(value)) {
    const taken = takenAs(value, from.category);
    return likeTuple(
      value.map((one, i) => part(one, i, categoryOfPart(taken, partType(value, i)))),
      value,
    );
  }
  if (value.is === 'callable') return copiedLambda(m, value, from);
  if (isArray(value)) return { ...value, elements: value.elements.map((one, i) => part(one, i)) };
  if (value.is !== 'struct') return value;
  const instance = classOf(value);
  if (!instance) return { ...value, fields: new Map([...value.fields].map(([name, one]) => [name, part(one, name)])) };
  const cell = new ObjectBeingMade({ ...exampleOf(instance), fields: value.fields });
  copyPart(m, instance, value, from, cell);
  return finished(cell.read(), cell.born, instance, from.span);
}

/** What a copy of a tuple takes another one as: those of the library have one constructor for what is moved, and one
 *  for all else ([tuple.cnstr], [pairs.pair]). */
function takenAs(tuple: readonly Value[], category: Category): Category {
  const isMoved = category.is === 'xvalue' && category.constant === false;
  return standardTupleOf(tuple) === undefined || isMoved ? category : { is: 'lvalue', constant: true };
}

/** Copies to `to` what a class has of an object: by its constructor, else its bases, and then its members. */
export function copyPart(m: Machine, part: ClassInstance, object: Struct, from: Copying, to: Cell): void {
  const by = copying(m, part, from);
  if (!by) {
    const why = say`which constructor of \`${part.key}\` copies is not followed`;
    loseLasting(m, why, from.span);
    to.set(unknown('unsupported', why, from.span, [part.key]));
    return;
  }
  if (by.decl) {
    by.scope.self = to;
    const { category, span } = from;
    initialiseBy(m, part, by.decl, by.scope, [{ value: object, cell: from.place, category, span }], to);
    return;
  }
  copyByParts(m, part, object, { ...from, category: by.category }, to);
}

/** What the compiler writes: bases first, then members, each of which is taken as `from` says. */
function copyByParts(m: Machine, part: ClassInstance, object: Struct, from: Copying, to: Cell): void {
  const { category } = from;
  const taken = memberCategories(m, part, category);
  for (const base of part.bases) copyBase(m, part, base, object, { ...from, direct: true }, to);
  for (const name of [
    ...(part.libraryBases ?? []).flatMap(({ held }) => held ?? []),
    ...part.fields.map((one) => one.name),
  ]) {
    const held = object.fields.get(name);
    const whole = to.read();
    if (held === undefined || isTuple(whole) || whole.is !== 'struct') continue;
    const isReference = targetOf(held)?.kind === 'address';
    const value = isReference
      ? held
      : copied(m, held, { cell: partOf(from.place, name), category: taken(name), span: from.span }, true);
    to.set({ ...whole, fields: new Map([...whole.fields, [name, value]]) });
  }
}

/** What the members of an object of a category are taken as: one that is mutable is not const ([dcl.stc]/9), and one
 *  that is declared const is. */
export function memberCategories(
  m: Machine,
  { fields, scope }: ClassInstance,
  category: Category,
): (name: string) => Category {
  const named = (is: (one: Let) => boolean): ReadonlySet<string> =>
    new Set(fields.flatMap((one) => (is(one) ? one.name : [])));
  const mutable = named((one) => one.mutable === true);
  const constant = named(({ type }) => {
    const written = isReference(type) ? undefined : declaredAs(m, type, scope);
    return written?.constant === true && !written.ref;
  });
  return (name) => {
    if (mutable.has(name)) return { ...category, constant: false };
    return constant.has(name) ? { ...category, constant: true } : category;
  };
}

/** Copies what a base of a class is of an object. */
function copyBase(m: Machine, part: ClassInstance, base: ClassInstance, object: Struct, from: Copying, to: Cell): void {
  const held = part.heldBases?.get(base);
  if (held === undefined) return copyPart(m, base, object, from, to);
  const inner = object.fields.get(held);
  if (inner === undefined || isTuple(inner)) return;
  const copy = new ObjectBeingMade(inner.is === 'struct' ? exampleOf(base) : inner);
  if (inner.is === 'struct') copyPart(m, base, inner, { ...from, place: partOf(from.place, held) }, copy);
  const whole = to.read();
  if (isTuple(whole) || whole.is !== 'struct') return;
  to.set({ ...whole, fields: new Map([...whole.fields, [held, copy.read()]]) });
}

/** What copies an object of a class: a constructor that the program writes, or bases and members one by one, which have
 *  this category there. Undefined where that is not known. */
function copying(
  m: Machine,
  part: ClassInstance,
  { category, direct }: Copying,
):
  | { readonly decl: Func; readonly scope: Scope; readonly category?: undefined }
  | { readonly decl?: undefined; readonly category: Category }
  | undefined {
  if (hasContestedCopies(part)) return chosenCopying(m, part, category, direct);
  const moved = category.is === 'xvalue' && category.constant !== true;
  const decl = copyingOf(part, moved);
  if (decl) return { decl, scope: new Scope(part.scope) };
  if (moved && movesMembers(part)) return { category };
  const takes = takesConst(m, 'construct', part);
  return { category: { is: 'lvalue', constant: takes === false ? category.constant : takes } };
}

/** What overload resolution chooses, the same whether the object is const or not where that is not known. */
function chosenCopying(
  m: Machine,
  part: ClassInstance,
  { is, constant }: Category,
  direct: boolean,
): ReturnType<typeof copying> {
  if (is === undefined) return undefined;
  const of = exampleOf(part);
  const ref = is === 'lvalue' ? 'lvalue' : 'rvalue';
  const chosenFor = (isConst: boolean): ReturnType<typeof copying> => {
    const from: TypeOf = { is: 'type', of, ref, ...(isConst && { constant: true }) };
    const found = copierOf(m, 'construct', from, { is: 'type', of }, !direct);
    if (!found || found === 'deleted' || found.kind === 'deleted') return undefined;
    const { decl } = found.entity;
    if (decl.body) return { decl, scope: found.scope };
    const [first] = decl.params;
    if (!decl.defaulted || !first) return undefined;
    return { category: isMove(decl) ? xvalue : { is: 'lvalue', constant: isConstRef(first.type) } };
  };
  const chosen = chosenFor(constant !== false);
  if (!chosen || constant !== undefined) return chosen;
  const other = chosenFor(false);
  const isSame = other && other.decl === chosen.decl && other.category?.is === chosen.category?.is;
  return isSame ? chosen : undefined;
}

/** A lambda that may change what it has captured by value is another one from the moment it is copied. */
function copiedLambda(m: Machine, value: Value, from: Copying): Value {
  const target = targetOf(value);
  if (target?.kind !== 'lambda' || isTuple(value) || value.is !== 'callable') return value;
  const captured = [...target.scope.names].filter(([, entity]) => isCopied(entity, target));
  if (captured.length === 0 && !target.decl.copiesThis) return value;
  const scope = new Scope(target.scope.parent, target.scope.label);
  const { self, selfConstant } = target.scope;
  if (self) scope.self = target.decl.copiesThis ? new VarCell(self.name, self.read(), self.fixed) : self;
  if (selfConstant !== undefined) scope.selfConstant = selfConstant;
  for (const [name, entity] of target.scope.names)
    scope.names.set(name, isCopied(entity, target) ? duplicate(m, entity, from) : entity);
  return callable(value.name, { ...target, scope });
}

function isCopied(entity: Entity, { decl }: Target & { kind: 'lambda' }): boolean {
  if (entity.kind === 'pack') return entity.cells !== undefined;
  return entity.kind === 'variable' && !decl.captures.some(({ span, reference }) => reference && span === entity.at);
}

function duplicate(m: Machine, entity: Entity, from: Copying): Entity {
  // What captures a constant is one itself, and is not moved.
  const isConstant = entity.kind === 'variable' && entity.written?.constant === true;
  const category = isConstant ? { ...from.category, constant: true } : from.category;
  const twin = (cell: Cell): Cell =>
    new VarCell(cell.name, copied(m, cell.read(), { ...from, category, cell }, true), cell.fixed);
  if (entity.kind === 'pack' && entity.cells) return { ...entity, cells: entity.cells.map(twin) };
  return entity.kind === 'variable' ? { ...entity, cell: twin(entity.cell) } : entity;
}
