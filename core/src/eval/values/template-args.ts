// Values as template arguments. Pure functions; overload/templates.ts deduces template arguments.
import { dyn, int, type Static, withNarrow } from '../../algebra/leaf';
import { scalarExample, scalarTypes } from '../../values/scalars';
import type { Value } from '../../values/value';
import type { ClassEntity, Entity } from './entities';
import { becauseOf } from './unknown';
import { enumerationOf, enumerator, promotedEnumeration } from './enumerations';
import { isTuple } from './inspect';
import { classOf } from './kinds';

/** A value as a template argument: numbers become static, and keep their type. */
export function asTemplateArgument(value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'unknown') return becauseOf(value);
  if (value.is === 'dynamic' && value.n !== undefined) return typed(int(value.n), value);
  if (value.is === 'scalar' && value.n !== undefined && Number.isInteger(value.n)) return typed(int(value.n), value);
  return value;
}

/** The name under which a constant keeps the type of a value; undefined for `int`, and for what is no integer. */
function typeName(value: Value): Static['type'] {
  if (isTuple(value)) return undefined;
  if (value.is === 'callable') return enumerationOf(value);
  if (value.is === 'scalar') return scalarTypes.get(value.type)?.integer ? value.type : undefined;
  if (value.is !== 'dynamic') return undefined;
  if (value.narrow !== undefined) return value.narrow;
  if (value.longLong) return value.unsigned ? 'unsigned long long' : 'long long';
  if (value.bits === 64) return value.unsigned ? 'uint64_t' : 'int64_t';
  return value.unsigned ? 'uint32_t' : undefined;
}

/** The constant with the type of what it was made of. */
export function typed(constant: Value, of: Value): Value {
  const type = typeName(of);
  if (isTuple(constant) || constant.is !== 'static' || type === undefined) return constant;
  return { is: 'static', n: constant.n, type };
}

/** The number that a constant holds, of its type. */
export function numberOfConstant({ n, type }: Static): Value {
  if (typeof type === 'object') return enumerator({ ...promotedEnumeration(type), n }, type);
  if (type === undefined) return dyn(n);
  if (type === 'bool') return withNarrow(dyn(n), 'bool');
  const example = scalarExample(type);
  return example ? { ...example, n } : dyn(n);
}

export function isDynamicIntValue(value: Value): value is Extract<Value, { is: 'dynamic' }> {
  return value.is === 'dynamic';
}

export function isStaticIntValue(value: Value): value is Static {
  return value.is === 'static';
}

/** Inside a class template, its own name `id` means the current instance, or with arguments the template: gives
 *  the template, and undefined for other names. */
export function templateNamed(entity: Entity & { kind: 'type' }, id: string): ClassEntity | undefined {
  const around = classOf(entity.of)?.entity;
  return around?.name === id ? around : undefined;
}
