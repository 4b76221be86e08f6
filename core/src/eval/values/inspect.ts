// Looks inside values: the run-time assumptions they rest on, sameness, unknown parts, their types.
// Pure functions over values; knows nothing of programs.
import { dyn, type Dynamic, hole, withSign } from '../../algebra/leaf';
import { isTileValue } from '../../values/tile';
import type { Pointer, Struct, Unknown, Value } from '../../values/value';

/** True for CuTe tuples and other lists of values. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isUnknown(value: Value): value is Unknown {
  return !isList(value) && value.is === 'unknown';
}

/** The first Unknown in a value or in the tuples it is made of. Pointers and structs may hold unknown parts and still
 *  be of use. */
export function unknownIn(value: Value): Unknown | undefined {
  if (isList(value)) {
    for (const part of value) {
      const found = unknownIn(part);
      if (found) return found;
    }
    return undefined;
  }
  return value.is === 'unknown' ? value : undefined;
}

/** Applies `leaf` to every run-time integer of a value, rebuilding only what changed. */
export function mapParts(value: Value, leaf: (leaf: Dynamic) => Value, depth = 0): Value {
  if (depth > 64) return value;
  if (isList(value)) {
    let out: Value[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const part = value[i] as Value;
      const mapped = mapParts(part, leaf, depth + 1);
      if (mapped !== part) (out ??= [...value])[i] = mapped;
    }
    return out ?? value;
  }
  if (value.is === 'dynamic') return leaf(value);
  if (value.is === 'static' || value.is === 'underscore' || value.is === 'scalar') return value;
  // The extents of the tile model are part of the type.
  if (isTileValue(value)) return value;
  if (
    value.is === 'struct' ||
    value.is === 'callable' ||
    value.is === 'unknown' ||
    value.is === 'void' ||
    value.is === 'text'
  )
    return value;
  return mapObject(value, leaf, depth);
}

function mapObject(value: Value, leaf: (leaf: Dynamic) => Value, depth: number): Value {
  let copy: Record<string, unknown> | undefined;
  const parts = value as unknown as Record<string, unknown>;
  for (const key in parts) {
    const part = parts[key];
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && typeof (part as { is?: unknown }).is !== 'string') continue;
    if (key === 'path' || key === 'from') continue;
    const mapped = mapParts(part as Value, leaf, depth + 1);
    if (mapped !== part) (copy ??= { ...(value as unknown as Record<string, unknown>) })[key] = mapped;
  }
  return (copy as unknown as Value | undefined) ?? value;
}

function hollow(leaf: Dynamic): Dynamic {
  return hole(leaf.bits, leaf.unsigned);
}

/** The type of a value, by example: the same value with the run-time integers forgotten. */
export function erase(value: Value): Value {
  if (isList(value)) return value.some(isBoolean) ? value.map(erase) : mapParts(value, hollow);
  if (isBoolean(value)) return boolType;
  if (value.is === 'pointer') return erasePointer(value);
  if (value.is === 'tensor')
    return { ...value, data: erasePointer(value.data), layout: mapParts(value.layout, hollow) as typeof value.layout };
  if (value.is === 'scalar')
    return value.n === undefined ? value : { is: 'scalar', type: value.type, bits: value.bits };
  if (value.is === 'text')
    return { is: 'pointer', space: 'generic', element: { is: 'scalar', type: 'char', bits: 8 }, offset: hole() };
  if (value.is === 'struct') return eraseStruct(value);
  if (value.is === 'array')
    return { is: 'array', of: value.of, element: value.element, elements: value.elements.map(() => value.element) };
  if (value.is === 'unknown' && value.type !== undefined) return value.type;
  return mapParts(value, hollow);
}

/** The type of `a < b`, by example. */
const boolType: Value = { is: 'scalar', type: 'bool', bits: 1 };

function isBoolean(value: Value): boolean {
  return !isList(value) && value.is === 'dynamic' && value.boolean === true;
}

function erasePointer(value: Pointer): Pointer {
  const offset = value.offset;
  const erased =
    !isList(offset as Value) && (offset as { is: string }).is === 'unknown'
      ? hole()
      : mapParts(offset as Value, hollow);
  const { base: _base, null: _null, ...rest } = value;
  return { ...rest, offset: erased as Pointer['offset'] };
}

/** Classes of the program are one type whatever their objects hold; what the library's objects hold says what they
 *  are. */
function eraseStruct(value: Struct): Struct {
  if (value.cls !== undefined) return { ...value, fields: new Map() };
  // How many elements a vector has is no part of its type.
  if (value.name === 'vector')
    return { ...value, fields: new Map([...value.fields].filter(([name]) => name !== '#size')) };
  const fields = new Map<string, Value>();
  for (const [name, field] of value.fields) fields.set(name, erase(field));
  return { ...value, fields };
}

/** A value of the type, as `T{}` makes it: run-time integers are 0. */
export function zero(example: Value): Value {
  return mapParts(example, (leaf) =>
    leaf.n === undefined && leaf.name === undefined ? withSign(dyn(0, undefined, leaf.bits), leaf.unsigned) : leaf,
  );
}

const none: readonly number[] = [];

/** Ids of the assumptions a value rests on, ascending. */
export function assumptionsOf(value: Value, extra: readonly number[] = []): readonly number[] {
  const found = new Set<number>(extra);
  collect(value, found, 0);
  return found.size === 0 ? none : [...found].sort((a, b) => a - b);
}

function collect(value: unknown, found: Set<number>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 12) return;
  if (Array.isArray(value)) {
    for (const part of value) collect(part, found, depth + 1);
    return;
  }
  const object = value as { is?: string; from?: readonly number[]; fields?: ReadonlyMap<string, Value> };
  if (object.is === 'dynamic') {
    if (object.from) for (const id of object.from) found.add(id);
    return;
  }
  if (object.is === 'static' || object.is === 'callable' || object.is === 'unknown') return;
  if (object.is === 'struct') {
    for (const field of object.fields?.values() ?? []) collect(field, found, depth + 1);
    return;
  }
  // `for in` makes no list of the parts; values are plain data, without inherited ones.
  for (const key in object) {
    const part = (object as Record<string, unknown>)[key];
    if (typeof part === 'object') collect(part, found, depth + 1);
  }
}

/** True where a number in the value, or in what it closes over, goes by a name. */
export function isNamed(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((part) => isNamed(part, depth));
  if (value instanceof Map) return [...value.values()].some((part) => isNamed(part, depth));
  const object = value as { is?: string; name?: string; n?: number };
  if (object.is === 'dynamic') return object.n === undefined && object.name !== undefined;
  if (object.is === 'static' || object.is === 'unknown') return false;
  if (object.is === 'callable' || depth > 24) return true;
  return Object.entries(value).some(([key, part]) => key !== 'cls' && isNamed(part, depth + 1));
}

/** True where two values print alike and mean the same: the assumptions behind them may differ. */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > 32) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameList(a, b, depth);
  if (a instanceof Map) return b instanceof Map && sameMap(a, b, depth);
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  if (left['is'] !== right['is']) return false;
  if (left['is'] === 'static') return left['n'] === right['n'];
  if (left['is'] === 'dynamic') return sameInt(left as unknown as Dynamic, right as unknown as Dynamic);
  if (left['is'] === 'unknown')
    return (left['cause'] as { message: string }).message === (right['cause'] as { message: string }).message;
  if (left['is'] === 'struct' && left['cls'] !== right['cls']) return false;
  if (left['is'] === 'callable') return left['target'] === right['target'];
  return sameRecord(left, right, depth);
}

function sameList(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i], depth + 1)) return false;
  return true;
}

/** Integers print alike by number or name; where only the type is meant, the type decides. */
function sameInt(a: Dynamic, b: Dynamic): boolean {
  if (a.n !== b.n || a.name !== b.name) return false;
  return a.n !== undefined || a.name !== undefined || (a.bits === b.bits && a.unsigned === b.unsigned);
}

function sameRecord(a: Record<string, unknown>, b: Record<string, unknown>, depth: number): boolean {
  for (const key in a) {
    if (key !== 'cls' && key !== 'is' && !sameValue(a[key], b[key], depth + 1)) return false;
  }
  return countKeys(b) === countKeys(a);
}

/** `for in` makes no list of the keys; values are plain data, without inherited ones. */
function countKeys(record: Record<string, unknown>): number {
  let n = 0;
  for (const _key in record) n++;
  return n;
}

function sameMap(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>, depth: number): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!sameValue(value, b.get(key), depth + 1)) return false;
  return true;
}

/** True where two values are the same in every respect, the assumptions behind them and the places of unknown parts
 *  included. What is no plain data (classes, declarations) must be the very same. */
export function identical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!identical(a[i], b[i])) return false;
    return true;
  }
  if (a instanceof Map) return b instanceof Map && identicalMaps(a, b);
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  if (left['is'] === 'callable')
    return (
      right['is'] === 'callable' &&
      identicalTargets(left['target'] as Record<string, unknown>, right['target'] as Record<string, unknown>)
    );
  for (const key in left)
    if (left[key] !== right[key] && (key === 'cls' || !identical(left[key], right[key]))) return false;
  return countKeys(left) === countKeys(right);
}

function identicalMaps(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !identical(value, b.get(key))) return false;
  return true;
}

/** Of what is called: its template arguments may be equal, all else is the program's and the same. */
function identicalTargets(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in a) if (a[key] !== b[key] && (key !== 'targs' || !identical(a[key], b[key]))) return false;
  return countKeys(a) === countKeys(b);
}

/** True where two examples are the same C++ type. */
export function sameType(a: Value, b: Value): boolean {
  return sameValue(erase(a), erase(b));
}
