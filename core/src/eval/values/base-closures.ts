// Closures that are bases of a class: where an object holds one, and what reads it from there.
import { say } from '../../base/say';
import type { Struct, Value } from '../../values/value';
import { type Cell, partOf } from './cells';
import { type ClassInstance, isClassInstance, type LibraryBase } from './entities';
import { isTuple, sameType } from './inspect';
import { targetOf } from './kinds';
import { unknown } from './unknown';

/** The closures among the bases of a class, and of its bases. */
export function closuresOf({ libraryBases = [], bases }: ClassInstance): readonly LibraryBase[] {
  return [...libraryBases.filter(({ held }) => held !== undefined), ...bases.flatMap(closuresOf)];
}

/** The field in which an object holds its part of the type of a closure; 'unclear' where that is not known. */
function fieldOf({ cls, fields }: Struct, closure: Value): string | 'unclear' | undefined {
  const closures = isClassInstance(cls) ? closuresOf(cls) : [];
  if (closures.length === 0) return undefined;
  const [only, ...others] = closures.filter(({ of }) => sameType(of, closure));
  return only?.held !== undefined && others.length === 0 && fields.has(only.held) ? only.held : 'unclear';
}

/** A value as one of the type of a closure: an object that derives from it has it as a part. */
export function asClosure(value: Value, closure: Value): Value {
  if (isTuple(value) || value.is !== 'struct' || targetOf(closure)?.kind !== 'lambda') return value;
  const field = fieldOf(value, closure);
  if (field === undefined) return value;
  return value.fields.get(field) ?? unknown('unsupported', say`which closure this object holds is not known`);
}

/** The variable of that part; undefined where that is not known. */
export function closureAt(place: Cell | undefined, closure: Value): Cell | undefined {
  const object = place?.read();
  if (!place || object === undefined || isTuple(object) || object.is !== 'struct') return place;
  if (targetOf(closure)?.kind !== 'lambda') return place;
  const field = fieldOf(object, closure);
  if (field === undefined) return place;
  return field === 'unclear' ? undefined : partOf(place, field);
}
