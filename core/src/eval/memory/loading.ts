// What a program reads from memory: the type of an element is known, its numbers are not. Every reading has symbols of
// its own, since what lies there may change between two of them.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { IntTuple } from '../../algebra/leaf';
import { isIntTuple } from '../../algebra/int_tuple';
import { dyn, ofType } from '../../algebra/leaf';
import type { Pointer, Value } from '../../values/value';
import { likeTuple } from '../../values/standard-tuples';
import type { Machine } from '../state/machine';
import { isTuple, sameType } from '../values/inspect';
import { unknown } from '../values/unknown';

/** Whether an object of the type consists of constants, numbers and addresses. */
export function isLoadable(element: Value): boolean {
  if (isTuple(element)) return element.every(isLoadable);
  switch (element.is) {
    case 'static':
    case 'dynamic':
      return true;
    case 'scalar':
      return element.bits !== 0;
    case 'layout':
      return isLoadable(element.shape) && isLoadable(element.stride);
    case 'pointer':
      return element.space === 'generic' && element.length === undefined;
    default:
      return false;
  }
}

/** A value, read where it is an element that a builtin or a conversion takes as a whole: a tuple, a layout, an
 *  address. */
export function wholeOf(m: Machine, value: Value, span?: Span): Value {
  if (isTuple(value) || value.is !== 'element') return value;
  const { pointer } = value;
  return isWhole(pointer.element) ? loadElement(m, pointer, `${pointer.base ?? 'memory'}[…]`, span) : value;
}

/** A type of which an element is read as a whole, and not as a number. */
export function isWhole(element: Value): boolean {
  return (isTuple(element) || element.is === 'layout' || element.is === 'pointer') && isLoadable(element);
}

/** Whether a reference of that type refers to the element itself; one of another type refers to a copy. */
export function isElementOf(example: Value, value: Value): boolean {
  return !isTuple(value) && value.is === 'element' && sameType(value.pointer.element, example);
}

/** The value of the element to which a pointer leads. */
export function loadElement(m: Machine, { element }: Pointer, name: string, span?: Span): Value {
  return isLoadable(element)
    ? partOf(m, element, name, span)
    : unknown('input', say`the contents of memory are not known before the program runs`, span);
}

/** What is read where an element is used: of a type whose objects are not loaded that type stands for it, but a text
 *  would be taken for the empty one. */
export function readElement(m: Machine, pointer: Pointer, name: string, span: Span): Value {
  const { element } = pointer;
  if (isLoadable(element)) return loadElement(m, pointer, name, span);
  if (isTuple(element) || element.is !== 'text') return element;
  return {
    ...unknown('input', say`the contents of memory are not known before the program runs`, span),
    type: element,
  };
}

function partOf(m: Machine, example: Value, name: string, span: Span | undefined): Value {
  if (isTuple(example))
    return likeTuple(
      example.map((part, i) => partOf(m, part, `${name}.${i}`, span)),
      example,
    );
  switch (example.is) {
    case 'dynamic':
      return ofType(m.unknownInt(name, say`${name} is read from memory`, 'input', span, example.bits), example);
    case 'layout':
      return {
        is: 'layout',
        shape: numbers(m, example.shape, `${name}.shape`, span),
        stride: numbers(m, example.stride, `${name}.stride`, span),
      };
    case 'pointer': {
      const { null: _, allocation: _allocation, origin: _origin, ...rest } = example;
      return { ...rest, base: name, offset: dyn(0) };
    }
    default:
      return example;
  }
}

function numbers(m: Machine, example: IntTuple, name: string, span: Span | undefined): IntTuple {
  const value = partOf(m, example, name, span);
  return isIntTuple(value) ? value : example;
}
