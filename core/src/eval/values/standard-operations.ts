// The function objects of `<functional>` that stand for an operator: `std::plus<T>`, `std::less<>`. Knows their types;
// run/standard-operations.ts calls them.
import type { Tag, TypeOf, Value } from '../../values/value';
import { isTuple } from './inspect';

const operators: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  multiplies: '*',
  divides: '/',
  modulus: '%',
  negate: '-',
  bit_and: '&',
  bit_or: '|',
  bit_xor: '^',
  bit_not: '~',
  logical_and: '&&',
  logical_or: '||',
  logical_not: '!',
  equal_to: '==',
  not_equal_to: '!=',
  greater: '>',
  less: '<',
  greater_equal: '>=',
  less_equal: '<=',
};

const prefix = 'std::';

/** The type `std::id<T>`, with `void` for an argument that is not written; undefined for other names. */
export function standardOperation(id: string, targs: readonly Value[] = []): TypeOf | undefined {
  if (!Object.hasOwn(operators, id)) return undefined;
  const [of = { is: 'type', of: { is: 'void' } }] = targs;
  return { is: 'type', of: { is: 'tag', name: `${prefix}${id}`, args: [of] } };
}

/** Whether a value is such an object, or the type of one. */
export function isStandardOperation(value: Value): value is Tag {
  return !isTuple(value) && value.is === 'tag' && value.name.startsWith(prefix) && operatorOf(value) !== undefined;
}

/** The operator that an object stands for. */
export function operatorOf({ name }: Tag): string | undefined {
  return operators[name.slice(prefix.length)];
}

/** Whether that is an operator of one operand. */
export function isUnary({ name }: Tag): boolean {
  return /^std::(?:negate|bit_not|logical_not)$/.test(name);
}

/** The template arguments of `std::id<T>`: 'mismatch' where an example is not made of that; undefined for other
 *  names. */
export function operationArguments(id: string, example: Value): readonly Value[] | 'mismatch' | undefined {
  if (!Object.hasOwn(operators, id)) return undefined;
  return isStandardOperation(example) && example.name === `${prefix}${id}` ? example.args : 'mismatch';
}
