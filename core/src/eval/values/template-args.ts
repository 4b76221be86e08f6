// Values as template arguments. Pure functions; overload/templates.ts deduces template arguments.
import { int, type Static } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import type { ClassEntity, Entity } from './entities';
import { isTuple } from './inspect';
import { classOf } from './kinds';

/** A value as a template argument: numbers become static. */
export function asTemplateArgument(value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'dynamic' && value.n !== undefined) return int(value.n);
  if (value.is === 'scalar' && value.n !== undefined && Number.isInteger(value.n)) return int(value.n);
  return value;
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
