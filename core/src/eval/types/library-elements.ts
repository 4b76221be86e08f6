// Elements of tuples and pairs of the library that are objects whose copies run code of the program. Constructors of
// the library take references, so that each element is copied or moved from what it is made of ([pairs.pair],
// [tuple.cnstr]).
import { say } from '../../base/say';
import { nowhere } from '../../base/span';
import { standardTupleOf } from '../../values/standard-tuples';
import type { Unknown, Value } from '../../values/value';
import { prvalue } from '../overload/categories';
import type { GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { erase, isTuple, sameType } from '../values/inspect';
import { unknown } from '../values/unknown';
import { copiesOf } from './copied-elements';
import { copiesByCode } from './copying-code';

/** What the library copies in a way that is not followed. */
export const notFollowed = (): Unknown =>
  unknown('unsupported', say`what the library copies by code of the program is not followed`);

/** What the elements of a tuple are made of, where the library makes them of arguments: copies of those that are of the
 *  type of their element. Unknown where these are not followed. */
export function argumentsCopied(
  m: Machine,
  example: readonly Value[],
  values: readonly Value[],
  given: GivenArgs,
): readonly Value[] | Unknown {
  if (!values.some(copiesByCode)) return values;
  if (standardTupleOf(example) === undefined) return notFollowed();
  const isOfElement = (value: Value, i: number): boolean => {
    const element = example[i];
    return copiesByCode(value) && element !== undefined && sameType(erase(value), erase(element));
  };
  const isListed = values.some((value, i) => isWrittenList(value, given[i]));
  const args = values.flatMap((value, i) => {
    if (!isOfElement(value, i)) return [];
    const arg = { category: prvalue, span: nowhere, ...given[i], value };
    return [isListed ? { ...arg, category: { is: 'lvalue', constant: true } as const } : arg];
  });
  const { message: why } = notFollowed().cause;
  const copies = copiesOf(m, args, why, args[0]?.span ?? nowhere);
  if (!copies) return notFollowed();
  let next = 0;
  return values.map((value, i) => (isOfElement(value, i) ? (copies[next++]?.value ?? value) : value));
}

/** Whether an argument is a list, of which no template deduces a type: then the constructor is chosen that takes all
 *  elements as constants ([pairs.pair], [tuple.cnstr]). */
export function isWrittenList(value: Value, given: Arg | undefined): boolean {
  const e = given?.written?.expr;
  const isList = e ? e.is === 'Brace' && !e.type : true;
  return isTuple(value) && standardTupleOf(value) === undefined && isList;
}

/** Whether an element was made of a list, of which the library makes an object that it copies. */
export function isMadeOfList(list: Value, made: Value): boolean {
  return isTuple(list) && standardTupleOf(list) === undefined && copiesByCode(made);
}
