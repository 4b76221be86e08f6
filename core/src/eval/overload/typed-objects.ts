// Objects of which only the type is known, as `declval<T>()` gives them: their members have their types, and values
// that nobody reads.
import type { Struct, Value } from '../../values/value';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { addPart } from '../values/base-parts';
import { type Cell, VarCell } from '../values/cells';
import type { ClassInstance } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { someObject } from '../values/some-object';
import { classOf } from '../values/kinds';

const made = new WeakMap<ClassInstance, Struct>();

/** An object of a class. */
export function typedObject(m: Machine, instance: ClassInstance): Struct {
  const known = made.get(instance);
  if (known) return known;
  const fields = new Map<string, Value>();
  for (const base of instance.bases) addPart(fields, instance, base, typedObject(m, base));
  for (const { name, type } of instance.fields)
    fields.set(
      name,
      m.silently(() => typeExample(m, type, instance.scope)),
    );
  const object: Struct = { is: 'struct', name: instance.key, cls: instance, fields };
  if (!holdsUnknown(object)) made.set(instance, object);
  return object;
}

function holdsUnknown(object: Struct): boolean {
  return someObject(object, (one) => {
    if (one.is !== 'struct') return false;
    const held = [...one.fields.values()];
    return held.some(isUnknown) || held;
  });
}

/** The object on which a member function is asked for its type. */
export function typedSelf(m: Machine, self: Cell): Cell {
  if (!m.mode.unevaluated) return self;
  const object = self.read();
  const instance = !isTuple(object) && object.is === 'struct' && object.fields.size === 0 ? classOf(object) : undefined;
  if (!instance || !hasFields(instance)) return self;
  return new VarCell(self.name, typedObject(m, instance), self.fixed);
}

function hasFields({ fields, bases }: ClassInstance): boolean {
  return fields.length > 0 || bases.some(hasFields);
}
