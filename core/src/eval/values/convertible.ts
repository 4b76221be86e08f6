// How well a value of one type initialises a variable of another, for overload resolution. Does not convert anything.
import { isIntegerType } from '../../values/scalars';
import type { Callable, Value } from '../../values/value';
import { derivesFrom } from './base-parts';
import { enumerationOf, isFixed, isScoped, promotedEnumeration } from './enumerations';
import { isTuple, isUnknown, sameType } from './inspect';
import { classOf, hasNoMembers, targetOf, underlyingType } from './kinds';
import { derivesFromTag, tagToTag } from './tag-bases';
import { tupleBase } from './tuple-bases';

/** How well a value of type `from` initialises a variable of type `to`: 0 not at all, 1 by conversion, 1.5 by
 *  promotion, 2 exactly. */
export function convertible(from: Value, to: Value): number {
  if (isUnknown(from) || isUnknown(to)) return 1;
  if (isTuple(to)) return isTuple(from) ? (from.length === to.length ? 2 : 0) : fromTupleBase(from, to);
  if (isTuple(from)) return to.is === 'struct' || to.is === 'array' ? 1 : 0;
  if (sameType(from, to)) return 2;
  const enumeration = enumerationOf(from);
  if (enumerationOf(to)) return 0;
  if (enumeration && to.is !== 'struct') return fromEnumeration(enumeration, to);
  if (isPromotion(from, to)) return 1.5;
  const number = from.is === 'static' || from.is === 'dynamic' || from.is === 'scalar' || from.is === 'element';
  switch (to.is) {
    case 'dynamic':
      return number || from.is === 'underscore' ? 1 : 0;
    case 'scalar':
      return number || (to.type === 'bool' && isAddress(from)) ? 1 : 0;
    case 'static':
      return from.is === 'static' &&
        from.of === 'cute' &&
        to.of === undefined &&
        from.n === to.n &&
        from.type === to.type
        ? 1
        : 0;
    case 'underscore':
      return 0;
    case 'pointer':
      return from.is === 'pointer' || isLiteral(from) || from.is === 'callable' || from.is === 'dynamic' ? 1 : 0;
    case 'struct':
      return from.is === 'struct' ? (from.cls === to.cls ? 2 : derives(from, to)) : to.cls === undefined ? 1 : 0;
    case 'text':
      // Which pointers and objects do is said by overload/text-conversions.ts.
      return 1;
    case 'layout':
    case 'tensor':
    case 'composed':
      return 0;
    case 'array':
      return from.is === 'tag' && derivesFromTag(from, to) ? 1 : 0;
    case 'tag':
      return from.is === 'tag' ? tagToTag(from, to) : 0;
    case 'function-type':
      return from.is === 'pointer' || from.is === 'callable' ? 1 : 0;
    case 'member-pointer':
      return from.is === to.is || from.is === 'callable' ? 1 : 0;
    default:
      return from.is === to.is ? 2 : 0;
  }
}

const isLiteral = (from: Value): boolean => !isTuple(from) && from.is === 'text' && from.of === undefined;

/** What is true where it leads to something ([conv.bool]). */
function isAddress(from: Value): boolean {
  if (isTuple(from)) return false;
  if (from.is === 'text') return from.of === undefined;
  return /^(?:pointer|member-pointer)$/.test(from.is) || targetOf(from)?.kind === 'functions';
}

/** A value of an unscoped enumeration is promoted to the type in which it counts, and to its underlying type where that
 *  is fixed ([conv.prom]/3); one of a scoped enumeration converts to nothing. */
function fromEnumeration(enumeration: Callable, to: Value): number {
  if (isTuple(to) || isScoped(enumeration)) return 0;
  if (sameType(to, promotedEnumeration(enumeration))) return 1.5;
  if (isFixed(enumeration) && sameType(to, underlyingType(enumeration))) return 1.5;
  return to.is === 'dynamic' || (to.is === 'scalar' && hasNoMembers(to)) ? 1 : 0;
}

/** C++'s promotions: `float` to `double`, and narrower integers to `int`. They rank above other conversions. */
function isPromotion(from: Value, to: Value): boolean {
  if (isTuple(from) || isTuple(to) || from.is !== 'scalar') return false;
  if (to.is === 'scalar') return from.type === 'float' && to.type === 'double';
  return to.is === 'dynamic' && to.bits === 32 && !to.unsigned && from.bits < 32 && isIntegerType(from);
}

function derives(from: Value, to: Value): number {
  const [instance, base] = [classOf(from), classOf(to)];
  return instance && base && derivesFrom(instance, base) ? 1 : 0;
}

function fromTupleBase(from: Value, to: readonly Value[]): number {
  const instance = classOf(from);
  const base = instance && tupleBase(instance);
  return base && sameType(base.of, to) ? 1 : 0;
}
