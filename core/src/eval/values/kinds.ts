// What kind a value is: an object of a class of the program, something that can be called, an array. Pure predicates,
// and the names of kinds under which builtins register methods.
import type { ArrayValue, Value } from '../../values/value';
import type { ClassInstance, Target } from './entities';
import { isList } from './inspect';

export function kindOfValue(value: Value): string {
  if (isList(value)) return 'tuple';
  if (value.is === 'static' || value.is === 'dynamic' || value.is === 'underscore') return 'int';
  return value.is;
}

/** The class of the program that a value is an object (or an example) of. */
export function classOf(value: Value): ClassInstance | undefined {
  return !isList(value) && value.is === 'struct' ? (value.cls as ClassInstance | undefined) : undefined;
}

export function callable(name: string, target: Target): Value {
  return { is: 'callable', name, target };
}

export function targetOf(value: Value): Target | undefined {
  return !isList(value) && value.is === 'callable' ? (value.target as Target) : undefined;
}

/** The type that holds the values of an enumeration; any other type as it is. */
export function underlyingType(example: Value): Value {
  const target = targetOf(example);
  return (target?.kind === 'namespace' ? target.scope?.underlying : undefined) ?? example;
}

export function isArray(value: Value): value is ArrayValue {
  return !isList(value) && value.is === 'array';
}
