// How classes relate by their bases ([class.derived], [conv.ptr]/3): whether one is a base of another, and converts to
// it.
import type { FunctionType, Value } from '../../values/value';
import { derivesFrom } from '../values/base-parts';
import type { ClassInstance } from '../values/entities';
import { isTuple, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { hasTypeHolder } from '../values/type-holders';
import { declaredSpecials, elementOf, isScalarType } from './special-members';

export function isVoid(type: Value): boolean {
  return !isTuple(type) && type.is === 'void';
}

export function isFunctionType(type: Value): type is FunctionType {
  return !isTuple(type) && type.is === 'function-type';
}

/** Whether a type is surely none of a class. */
export function isNoClass(type: Value): boolean {
  return isVoid(type) || isScalarType(type) || isFunctionType(type) || elementOf(type) !== undefined;
}

/** A destructor is virtual where that of a base is. */
export function endsVirtually(instance: ClassInstance): boolean | undefined {
  if (declaredSpecials(instance, 'destroy').some((one) => one.virtual)) return true;
  const answers = instance.bases.map(endsVirtually);
  if (answers.includes(true)) return true;
  return hasLibraryBase(instance) || answers.includes(undefined) ? undefined : false;
}

/** Whether one type is a base of another, or that class itself. */
export function isBaseOf(base: Value, derived: Value): boolean | undefined {
  const [a, b] = [classOf(base), classOf(derived)];
  // A class of the library is given as the type that it has for a member.
  if (!a && b && hasTypeHolder(b)) return undefined;
  if (isNoClass(base) || isNoClass(derived)) return false;
  if (b) {
    if (a && a === b) return a.decl.kind !== 'union';
    if (a && derivesFrom(b, a)) return true;
    if (hasLibraryBase(b)) return a && !hasLibraryBase(b) ? false : undefined;
    return b.bases.some(hasLibraryBase) ? undefined : false;
  }
  // Of the classes of the library only the constants have bases that matter.
  if (a) return false;
  return sameType(base, derived) ? true : undefined;
}

/** Whether a class has a base of the library, or one that is not known. */
export function hasLibraryBase(instance: ClassInstance): boolean {
  return (
    instance.hasUnknownBase === true || instance.scope.own('#base') !== undefined || instance.bases.some(hasLibraryBase)
  );
}

/** Whether a class converts to a base of it, which has to be one alone and not hidden ([conv.ptr]/3). */
export function toBase(derived: Value, base: Value): boolean | undefined {
  const [from, to] = [classOf(derived), classOf(base)];
  if (!from || !to) return true;
  const ways = waysTo(from, to);
  if (ways.includes('hidden') || (ways.length > 1 && hasVirtualBase(from))) return undefined;
  return ways.length === 1;
}

function waysTo(from: ClassInstance, to: ClassInstance): readonly ('open' | 'hidden')[] {
  if (from === to) return ['open'];
  return from.bases.flatMap((one) => waysTo(one, to).map((way) => (from.decl.hiddenBases ? 'hidden' : way)));
}

function hasVirtualBase({ decl, bases }: ClassInstance): boolean {
  return decl.virtualBases === true || bases.some(hasVirtualBase);
}
