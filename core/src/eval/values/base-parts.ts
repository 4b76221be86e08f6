// The parts of an object that are objects of its bases ([class.derived]). The members of a base are members of the
// object, unless two of them have one name: a class and its base have a member each, or two of its bases. Such a base
// is held: the object has an object of it, in a field that nobody can name. All other files ask here where a part is.
import { say } from '../../base/say';
import type { Struct, Value } from '../../values/value';
import { type Cell, partOf, VarCell } from './cells';
import { type ClassInstance, hasField, isClassInstance } from './entities';
import { isTuple } from './inspect';
import { unlessTooLarge } from './object-size';
import { numberOf } from './type-key';
import { unknown } from './unknown';

const known = new WeakMap<ClassInstance, ReadonlySet<string>>();

/** The fields of the objects of a class whose bases are complete. */
function fieldNames(instance: ClassInstance): ReadonlySet<string> {
  const had = known.get(instance);
  if (had) return had;
  const { fields, libraryBases = [], bases, heldBases } = instance;
  const names = new Set([...fields.map(({ name }) => name), ...libraryBases.flatMap(({ held }) => held ?? [])]);
  for (const base of bases) {
    const held = heldBases?.get(base);
    if (held !== undefined) names.add(held);
    else for (const name of fieldNames(base)) names.add(name);
  }
  known.set(instance, names);
  return names;
}

/** Whether a class is another one, or has it as a base. Broken text may make a class its own base; that base does not
 *  count. */
export function derivesFrom(instance: ClassInstance, base: ClassInstance): boolean {
  return instance === base || instance.bases.some((one) => derivesFrom(one, base));
}

/** The bases of a class that its objects hold, with their fields. Its bases are complete. */
export function basesToHold({ fields, bases }: ClassInstance): ReadonlyMap<ClassInstance, string> | undefined {
  const counts = new Map<string, number>();
  const count = (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name } of fields) count(name);
  for (const base of bases) for (const name of fieldNames(base)) count(name);
  const held = bases.filter((base) => [...fieldNames(base)].some((name) => (counts.get(name) ?? 0) > 1));
  return held.length === 0 ? undefined : new Map(held.map((base) => [base, `${base.key}#${numberOf(base)}`]));
}

/** Adds to the fields of an object those of its part that is of a base. */
export function addPart(
  fields: Map<string, Value>,
  { heldBases }: ClassInstance,
  base: ClassInstance,
  part: Struct,
): void {
  const name = heldBases?.get(base);
  if (name !== undefined) fields.set(name, unlessTooLarge(part));
  else for (const [field, value] of part.fields) fields.set(field, value);
}

/** The fields that lead from an object to its part of a class. */
type Path = readonly string[] | 'several' | undefined;

const paths = new WeakMap<ClassInstance, Map<ClassInstance, Path>>();

function pathTo(instance: ClassInstance, base: ClassInstance): Path {
  const had = paths.get(instance) ?? new Map<ClassInstance, Path>();
  paths.set(instance, had);
  if (had.has(base)) return had.get(base);
  const path = pathThrough(instance, base);
  had.set(base, path);
  return path;
}

function pathThrough(instance: ClassInstance, base: ClassInstance): Path {
  if (instance === base) return [];
  const found = instance.bases.flatMap((one): NonNullable<Path>[] => {
    const path = pathTo(one, base);
    if (path === undefined || path === 'several') return path === undefined ? [] : [path];
    const held = instance.heldBases?.get(one);
    return [held === undefined ? path : [held, ...path]];
  });
  const [first, ...others] = found;
  return others.every((other) => other !== 'several' && other.join() === String(first)) ? first : 'several';
}

function classOfObject(value: Value): ClassInstance | undefined {
  return !isTuple(value) && value.is === 'struct' && isClassInstance(value.cls) ? value.cls : undefined;
}

const severalParts = (base: ClassInstance): Value =>
  unknown('unsupported', say`the object has several parts of the class \`${base.key}\``);

/** Whether an object of a class is in it, where it is asked for as one of its base. */
export function isHeld(value: Value, base: ClassInstance): boolean {
  const instance = classOfObject(value);
  const path = instance && pathTo(instance, base);
  return path !== undefined && path.length > 0;
}

/** Whether objects of the class of a value hold objects of their bases. */
export function holdsBases(value: Value): boolean {
  const instance = classOfObject(value);
  return instance !== undefined && holds(instance);
}

function holds({ heldBases, bases }: ClassInstance): boolean {
  return heldBases !== undefined || bases.some(holds);
}

const withoutMembers = (base: ClassInstance): Struct => ({
  is: 'struct',
  name: base.key,
  cls: base,
  fields: new Map(),
});

/** What a variable holds after a value is written to it, or to the part of its object that is one of a base. */
export function overPart(held: Value, value: Value): Value {
  const [whole, part] = [classOfObject(held), classOfObject(value)];
  if (!whole || !part || whole === part || isTuple(held) || held.is !== 'struct') return value;
  if (isTuple(value) || value.is !== 'struct' || pathTo(whole, part)?.length !== 0) return value;
  return { ...held, fields: new Map([...held.fields, ...value.fields]) };
}

/** The object that a held base of an object is; the object itself where the base is not held. */
export function partIn(object: Struct, base: ClassInstance): Value {
  const path = pathTo(classOfObject(object) ?? base, base) ?? [];
  if (path === 'several') return severalParts(base);
  // Of an object of which only the type is known, nothing but the type is known of the part.
  if (path.length > 0 && object.fields.size === 0) return withoutMembers(base);
  let part: Value = object;
  for (const key of path) part = !isTuple(part) && part.is === 'struct' ? (part.fields.get(key) ?? part) : part;
  return part;
}

/** The variable of that object. */
export function partAt(cell: Cell, base: ClassInstance): Cell {
  const object = cell.read();
  const instance = classOfObject(object);
  if (!instance || isTuple(object) || object.is !== 'struct') return cell;
  const path = pathTo(instance, base) ?? [];
  if (path.length === 0) return cell;
  if (path === 'several' || object.fields.size === 0) return new VarCell(cell.name, partIn(object, base), cell.fixed);
  return path.reduce<Cell>((whole, key) => partOf(whole, key), cell);
}

/** As `partAt`, where it is not known whether the object has a part of the class. */
export function partOfClass(cell: Cell, of: ClassInstance): Cell | undefined {
  const instance = classOfObject(cell.read());
  return instance && pathTo(instance, of) !== undefined ? partAt(cell, of) : undefined;
}

/** The object of a class, of which a variable is a part: what a pointer or reference to a base is cast to. */
function wholeAt(cell: Cell, derived: ClassInstance): Cell | undefined {
  for (let at: Cell | undefined = cell; at; at = at.isBase ? at.whole : undefined) {
    const instance = classOfObject(at.read());
    if (instance && pathTo(instance, derived) !== undefined) return at;
  }
  return undefined;
}

/** The object of a class to which a pointer to another one of its objects is converted: a part of it, or the whole. */
export function objectOf(cell: Cell, to: ClassInstance | undefined): Cell {
  return (to && wholeAt(partAt(cell, to), to)) ?? cell;
}

/** The object of a class that holds a variable as its base. */
export function holderOf(cell: Cell, derived: ClassInstance): Cell | undefined {
  const whole = wholeAt(cell, derived);
  return whole === cell ? undefined : whole;
}

/** The variable of the object that has a data member of a name, which is in the object or in a base that it holds:
 *  what `object.id` means, and `id` in a function of the class. `as`: the base of the object that is asked. */
export function memberIn(object: Cell, id: string, as?: ClassInstance): Cell | undefined {
  const value = object.read();
  if (isTuple(value) || value.is !== 'struct') return undefined;
  const own = classOfObject(value);
  const instance = as && own && pathTo(own, as) !== undefined ? as : own;
  if (value.fields.has(id) && (!instance || fieldIn(instance, id))) return object;
  return instance && inHeldBase(object, instance, id);
}

/** Whether a class sees a field of its objects by its name, which may be a field of a class derived from it. */
export function fieldIn(instance: ClassInstance, id: string): boolean {
  return hasField(instance, id) ? !isHidden(instance, id) : instance.hasUnknownBase === true;
}

/** Whether a class, or a base on the way, declares something else of the name of a data member of a base
 *  ([class.member.lookup]). */
function isHidden(instance: ClassInstance, id: string): boolean {
  const { fields, bases, heldBases } = instance;
  if (bases.length === 0 || fields.some(({ name }) => name === id)) return false;
  if (declaresOther(instance, id)) return true;
  return bases.some((base) => !heldBases?.has(base) && hasField(base, id) && isHidden(base, id));
}

/** What the class declares hides what its bases have, unless it says `using Base::id;`. */
function declaresOther(instance: ClassInstance, id: string): boolean {
  return instance.scope.own(id) !== undefined && !instance.usedData?.has(id);
}

function inHeldBase(object: Cell, instance: ClassInstance, id: string): Cell | undefined {
  if (instance.bases.length === 0 || declaresOther(instance, id)) return undefined;
  const used = instance.usedData?.get(id);
  if (used) return memberIn(partAt(object, used), id, used);
  const found = instance.bases.flatMap((base): readonly Cell[] => {
    const held = instance.heldBases?.get(base);
    const one = held === undefined ? inHeldBase(object, base, id) : memberIn(partOf(object, held), id);
    return one ? [one] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a class or a base of it has a data member of a name. */
export function hasDataMember({ fields, bases }: ClassInstance, id: string): boolean {
  return fields.some(({ name }) => name === id) || bases.some((base) => hasDataMember(base, id));
}
