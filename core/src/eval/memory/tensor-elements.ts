// What leads to the elements of a tensor, and what these are to a program (`Tensor::data`, `Tensor::operator()`): a
// pointer of the language leads to elements of whole bytes, and gives references; narrower ones have iterators of CuTe.
import { isNarrow } from '../../values/pointer';
import type { Pointer, Value } from '../../values/value';
import type { Located } from '../state/evaluator';
import type { Category } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isInRegisters } from '../values/own-registers';

/** What `value`, an element of a tensor or what leads to its elements, is: those that a tensor owns are const where the
 *  tensor is (`ArrayEngine::begin() const`). */
export function ofTensor(tensor: Value, { constant }: Category, value: Value): Value {
  if (isTuple(tensor) || tensor.is !== 'tensor' || !isInRegisters(tensor) || isTuple(value)) return value;
  if (value.is === 'pointer') return qualified(value, constant);
  return value.is === 'element' ? { ...value, pointer: qualified(value.pointer, constant) } : value;
}

function qualified(pointer: Pointer, constant: boolean | undefined): Pointer {
  if (constant === false) return pointer;
  return constant ? { ...pointer, constant: true } : { ...pointer, vague: true };
}

/** What an object of the library gives that is called. */
export function givenBy(object: Value, category: Category | undefined): (value: Value) => Located {
  return (value) => {
    const given = ofTensor(object, category ?? {}, value);
    return { value: given, place: undefined, category: categoryOfGiven(object, given) };
  };
}

/** The category of what a tensor gives at a coordinate. */
export function categoryOfGiven(tensor: Value, value: Value): Category | undefined {
  if (isTuple(tensor) || tensor.is !== 'tensor') return undefined;
  const { space } = tensor.data;
  if (isTuple(value)) return {};
  if (value.is === 'tensor' || (space === 'counting' && tensor.data.transform === undefined))
    return { is: 'prvalue', constant: false };
  if (value.is !== 'element') return {};
  const { element, transform, sparse, constant = false, vague } = value.pointer;
  if (transform !== undefined || sparse !== undefined || isNarrow(element)) return {};
  return vague ? { is: 'lvalue' } : { is: 'lvalue', constant };
}
