// How arguments are passed to parameters that are strings or views of them, and strings to other parameters
// ([basic.string], [string.view.template]): a string is no pointer, and does not convert to one.
import type { Value } from '../../values/value';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isTextObject } from '../values/kinds';
import { isRawPointer } from './array-parameters';
import type { Sequence } from './conversions';

/** Whether a type is a string or a view of one. */
export const isTextType = (type: Value): boolean => !isTuple(type) && isTextObject(type);

/** The sequence between two types of which one is a string or a view; `byUser` where one is a class of the program. */
export function ofTexts(from: Value, to: Value, byUser: () => Sequence | undefined): Sequence | undefined {
  if (classOf(from) ?? classOf(to)) return byUser();
  const converts = convertsText(from, to);
  return converts === false ? undefined : { rank: 'user', steps: 0, doubt: converts === undefined, needsUser: true };
}

/** Whether a value of one type, of which one is a string or a view, converts to the other; undefined where that is not
 *  known. None of them is a class of the program. */
function convertsText(from: Value, to: Value): boolean | undefined {
  if (isTuple(from) || isTuple(to)) return undefined;
  if (isTextObject(to))
    return isTextObject(from) ? from.of === 'string' && to.of === 'string_view' : isCharacters(from);
  switch (to.is) {
    case 'dynamic':
    case 'static':
    case 'pointer':
    case 'array':
    case 'function-type':
    case 'member-pointer':
      return false;
    case 'scalar':
      return to.bits > 0 ? false : undefined;
    default:
      return undefined;
  }
}

/** Whether a type is a pointer to characters, or an array of them. */
function isCharacters(from: Exclude<Value, readonly Value[]>): boolean | undefined {
  if (isRawPointer(from)) {
    const { element, volatile } = from;
    return isUnknown(element) ? undefined : !volatile && sameType(element, { is: 'scalar', type: 'char', bits: 8 });
  }
  if (from.is === 'dynamic' || from.is === 'static') return false;
  return from.is === 'scalar' && from.bits > 0 ? false : undefined;
}

/** Whether a list makes a string or a view for certain, by a conversion: one literal does. */
export function listMakesText(list: Value): boolean {
  const only = isTuple(list) && list.length === 1 ? list[0] : undefined;
  return only !== undefined && !isTuple(only) && isCharacters(only) === true;
}
