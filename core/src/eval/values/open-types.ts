// Types that nothing is known of: those of template parameters that nothing binds, in templates that nothing
// instantiates, and classes with a number among their arguments that is not known. Such a type stands for itself (of a
// parameter, `bits` is 0), and what a program asks of it has no answer.
import type { Value } from '../../values/value';
import { isTuple, isUnknown } from './inspect';
import { classOf } from './kinds';

const deepest = 32;

/** Whether a type, or a template argument, is one that nothing binds, or is made of one. */
export function isOpenType(value: Value, depth = 0): boolean {
  if (depth > deepest) return false;
  if (isTuple(value)) return value.some((part) => isOpenType(part, depth + 1));
  switch (value.is) {
    case 'type':
      return isOpenType(value.of, depth + 1);
    case 'scalar':
      return value.bits === 0;
    case 'pointer':
    case 'array':
      return isOpenType(value.element, depth + 1);
    case 'function-type':
      return [value.returns, ...value.params].some((part) => isOpenType(part, depth + 1));
    case 'member-pointer':
      return isOpenType(value.of, depth + 1) || isOpenType(value.member, depth + 1);
    case 'tag':
      return value.args.some((part) => isOpenType(part, depth + 1));
    case 'struct':
      return classOf(value)?.args.some((part) => isUnknown(part) || isOpenType(part, depth + 1)) ?? false;
    default:
      return false;
  }
}
