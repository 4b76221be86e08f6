// Qualification conversions ([conv.qual]): types that differ in const and volatile alone, at any depth of pointers,
// arrays and pointers to members, and which of them is made of which.
import { withArrayConst, withElementConst } from '../../values/array-types';
import type { Pointer, TypeOf, Value } from '../../values/value';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { type ConstVolatile, constVolatile, isAtMost, typeWith } from '../values/qualifiers';
import { asNumber } from '../values/truth';
import { isRawPointer } from './array-parameters';

/** What is pointed to becomes const and volatile as this says, the outermost first; the list is empty where nothing
 *  changes. */
export type Qualification = readonly ConstVolatile[];

/** What a pointer to `from` takes to become one to `to`; undefined where the two are not similar or where something
 *  would become changeable. */
export function requalified(from: TypeOf, to: TypeOf): Qualification | undefined {
  const levels: ConstVolatile[] = [];
  let [a, b] = [from, to];
  let isConst = true;
  let changes = false;
  for (;;) {
    [a, b] = [withArrayConst(a), withArrayConst(b)];
    const [had, has] = [constVolatile(a), constVolatile(b)];
    if (!isAtMost(had, has)) return undefined;
    if (!isAtMost(has, had)) {
      if (!isConst) return undefined;
      changes = true;
    }
    levels.push(has);
    if (sameType(a.of, b.of)) return changes ? levels : [];
    isConst &&= has.constant === true;
    const inner = innerTypes(a, b);
    if (!inner) return undefined;
    [a, b] = inner;
  }
}

/** What two pointers, two arrays of one length or two pointers to members of one class lead to. */
function innerTypes(a: TypeOf, b: TypeOf): readonly [TypeOf, TypeOf] | undefined {
  const [from, to] = [withElementConst(a).of, withElementConst(b).of];
  if (isRawPointer(from) && isRawPointer(to)) {
    const isSame =
      from.length === undefined || to.length === undefined ? from.length === to.length : sameLength(from, to);
    return isSame ? [typeWith(from.element, constVolatile(from)), typeWith(to.element, constVolatile(to))] : undefined;
  }
  if (isTuple(from) || isTuple(to) || from.is !== 'member-pointer' || to.is !== 'member-pointer') return undefined;
  return sameType(from.of, to.of) ? [from.member, to.member] : undefined;
}

function sameLength({ length: a = [] }: { length?: Value }, { length: b = [] }: { length?: Value }): boolean {
  return asNumber(a) !== undefined && asNumber(a) === asNumber(b);
}

/** Whether anything to which pointers lead is not known: then so is whether the types are similar. */
export function isOpenBelow(type: Value): boolean {
  if (isUnknown(type)) return true;
  if (isRawPointer(type)) return type.vague === true || isOpenBelow(type.element);
  return false;
}

/** Positive where the first conversion adds less than the second, negative where it adds more, and 0 where they add the
 *  same or where neither adds all that the other does. */
export function compareQualifications(a: Qualification, b: Qualification): number {
  return Number(isWithin(a, b)) - Number(isWithin(b, a));
}

function isWithin(a: Qualification, b: Qualification): boolean {
  return a.length === 0 || (b.length > 0 && a.every((one, i) => isAtMost(one, b[i] ?? {})));
}

/** The elements of an array that is const: what they lead to may become const then. */
export function elementsOfConst(array: Pointer): TypeOf {
  return typeWith(array.element, { ...constVolatile(array), constant: true });
}

/** What a pointer points to. */
export function pointed(pointer: Pointer): TypeOf {
  return typeWith(pointer.element, constVolatile(pointer));
}

/** What becomes const and volatile to which a pointer leads. */
export function addedTo(from: ConstVolatile, to: ConstVolatile): Qualification {
  return isAtMost(to, from) ? [] : [constVolatile(to)];
}
