// Tensors that own their elements, anywhere in a value: a copy of the value has elements of its own.
import { likeTuple } from '../../values/standard-tuples';
import type { Allocation, Tensor, Value } from '../../values/value';
import { isTuple } from './inspect';

export function isInRegisters({ owning, data }: Tensor): boolean {
  return owning && data.space === 'rmem';
}

/** The identities of the registers that a value owns. */
export function registersIn(value: Value): readonly Allocation[] {
  if (isTuple(value)) return value.flatMap(registersIn);
  if (value.is === 'tensor') return isInRegisters(value) && value.data.allocation ? [value.data.allocation] : [];
  if (value.is === 'array') return value.elements.flatMap(registersIn);
  return value.is === 'struct' ? [...value.fields.values()].flatMap(registersIn) : [];
}

/** The value, where its registers are others. */
export function withRegisters(value: Value, identity: Allocation): Value {
  if (registersIn(value).length === 0) return value;
  const changed = (part: Value): Value => withRegisters(part, identity);
  if (isTuple(value)) return likeTuple(value.map(changed), value);
  if (value.is === 'tensor') return { ...value, data: { ...value.data, allocation: identity } };
  if (value.is === 'array') return { ...value, elements: value.elements.map(changed) };
  if (value.is !== 'struct') return value;
  return { ...value, fields: new Map([...value.fields].map(([name, part]) => [name, changed(part)])) };
}
