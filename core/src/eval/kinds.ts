// The kind of a value as builtins name it: the key under which methods and class members are found.
import type { Value } from '../values/value';
import { isList } from './inspect';

export function kindOfValue(value: Value): string {
  if (isList(value)) return 'tuple';
  if (value.is === 'static' || value.is === 'dynamic' || value.is === 'underscore') return 'int';
  return value.is;
}
