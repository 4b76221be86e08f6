// Classes of CuTe that are a name with arguments: from which others they are derived.
import { integerOfBits } from '../../values/scalars';
import type { Tag, Value } from '../../values/value';
import { heldType } from './type-holders';
import { isTuple, isUnknown, sameType } from './inspect';

/** How well a class that is a name with arguments takes an object of another one (see convertible.ts). */
export function tagToTag(from: Tag, to: Tag): number {
  if (heldType(from) !== undefined || heldType(to) !== undefined) return 1;
  if (from.name === to.name) return [...from.args, ...to.args].some(isOpen) ? 1 : 0;
  return derivesFromTag(from, to) ? 1 : 0;
}

function isOpen(arg: Value): boolean {
  return isUnknown(arg) || (!isTuple(arg) && arg.is === 'type' && isUnknown(arg.of));
}

/** Whether a class of CuTe is derived from another. */
export function derivesFromTag({ name, args }: Tag, to: Value): boolean {
  if (isTuple(to)) return false;
  const [first, second] = args;
  switch (name) {
    case 'array_aligned':
      if (to.is === 'tag') return to.name === 'array' && sameArguments(args.slice(0, 2), to.args);
      return to.is === 'array' && to.of === 'cute' && holds(args, to.element, to.elements.length);
    case 'AlignedArray':
      return to.is === 'tag' && to.name === 'Array' && sameArguments(args.slice(0, 2), to.args);
    case 'AutoVectorizingCopyWithAssumedAlignment': {
      if (to.is !== 'tag' || to.name !== 'UniversalCopy' || to.args.length !== 1) return false;
      const bits = first && !isTuple(first) && first.is === 'static' ? first.n : 0;
      return sameArguments([{ is: 'type', of: integerOfBits(bits) }], to.args) && second === undefined;
    }
    default:
      return to.is === 'tag' && to.args.length === 0 && (name === `${to.name}_OP` || name === `${to.name}_PTR`);
  }
}

function holds([element, count]: readonly Value[], of: Value, n: number): boolean {
  if (element === undefined || isTuple(element) || count === undefined || isTuple(count)) return false;
  return element.is === 'type' && sameType(element.of, of) && count.is === 'static' && count.n === n;
}

function sameArguments(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((one, i) => sameArgument(one, b[i] ?? one));
}

function sameArgument(a: Value, b: Value): boolean {
  if (isTuple(a) || isTuple(b)) return false;
  if (a.is === 'static' && b.is === 'static') return a.n === b.n;
  return a.is === 'type' && b.is === 'type' && sameType(a.of, b.of);
}
