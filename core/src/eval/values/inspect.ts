// Looks inside values: the assumptions they rest on, their types, whether they are equal, unknown parts. Pure
// functions, which know nothing of programs.
import {
  dyn,
  type Dynamic,
  hole,
  type IntTuple,
  ofType,
  type Static,
  withLongLong,
  withNarrow,
} from '../../algebra/leaf';
import type { AnyLayout } from '../../algebra/types';
import { isRecord, type Members } from '../../base/record';
import { isTuple } from '../../base/tuple';
import { isUnknown } from '../../values/convert';
import { sequenceOf } from '../../values/sequences';
import { elementTypes, hasReferences, likeTuple, standardTupleOf } from '../../values/standard-tuples';
import { isValue } from '../../values/kind';
import { asRaw } from '../../values/pointer';
import { typeOfNarrow } from '../../values/scalars';
import { isTileValue } from '../../values/tile';
import type { Callable, Pointer, Struct, Unknown, Value } from '../../values/value';
import { becauseOf } from './unknown';

export { isTuple, isUnknown, isValue };

/** The first Unknown in a value or in the tuples of which it consists. Pointers and structs with unknown parts are
 *  still useful, so they do not count. */
export function unknownIn(value: Value): Unknown | undefined {
  if (isTuple(value)) {
    for (const part of value) {
      const found = unknownIn(part);
      if (found) return found;
    }
    return undefined;
  }
  return value.is === 'unknown' ? becauseOf(value) : undefined;
}

/** Applies `leaf` to every run-time integer of a value, rebuilding only what changed. */
export function mapParts(value: IntTuple, leaf: (leaf: Dynamic) => IntTuple, depth?: number): IntTuple;
export function mapParts(value: AnyLayout, leaf: (leaf: Dynamic) => IntTuple, depth?: number): AnyLayout;
export function mapParts(value: Value, leaf: (leaf: Dynamic) => Value, depth?: number): Value;
export function mapParts(value: Value, leaf: (leaf: Dynamic) => Value, depth = 0): Value {
  if (depth > 64) return value;
  if (isTuple(value)) {
    let out: Value[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const part = value[i];
      if (part === undefined) continue;
      const mapped = mapParts(part, leaf, depth + 1);
      if (mapped !== part) (out ??= [...value])[i] = mapped;
    }
    return out ?? value;
  }
  if (value.is === 'dynamic') return leaf(value);
  if (value.is === 'static' || value.is === 'underscore' || value.is === 'scalar') return value;
  // In the tile model extents are part of the type.
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

/** Parts of values that hold no run-time integers: paths, assumptions, and the type of what a pointer points to. */
const noNumbers: ReadonlySet<string> = new Set(['path', 'from', 'element']);

function mapObject(value: Value, leaf: (leaf: Dynamic) => Value, depth: number): Value {
  if (!isRecord(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const part = value[key];
    if (!isValue(part) || noNumbers.has(key)) continue;
    const mapped = mapParts(part, leaf, depth + 1);
    if (mapped !== part) (copy ??= { ...value })[key] = mapped;
  }
  return isValue(copy) ? copy : value;
}

function hollow(leaf: Dynamic): Dynamic {
  const type = withLongLong(hole(leaf.bits, leaf.unsigned), leaf.longLong);
  return leaf.narrow === undefined ? type : withNarrow(type, leaf.narrow);
}

/** The type of a value by example: the same value without the numbers of its run-time integers. */
export function erase(value: Value): Value {
  if (isTuple(value)) return eraseTuple(value);
  if (value.is === 'dynamic' && value.narrow !== undefined) return typeOfNarrow(value.narrow);
  if (value.is === 'pointer') return erasePointer(asRaw(value));
  if (value.is === 'tensor')
    return { ...value, data: erasePointer(value.data), layout: mapParts(value.layout, hollow) };
  if (value.is === 'scalar')
    return value.n === undefined ? value : { is: 'scalar', type: value.type, bits: value.bits };
  if (value.is === 'text' && value.of !== undefined) return { is: 'text', text: '', of: value.of };
  if (value.is === 'text') return value.arg === undefined ? constCharPointer : charPointer;
  if (value.is === 'tag' && value.memory) return mapParts({ is: 'tag', name: value.name, args: value.args }, hollow);
  if (value.is === 'struct') return eraseStruct(value);
  if (value.is === 'array') {
    const { of, element, elements } = value;
    return { is: 'array', of, element, elements: of === 'list' ? [] : elements.map(() => element) };
  }
  if (value.is === 'unknown' && value.type !== undefined) return value.type;
  return mapParts(value, hollow);
}

function eraseTuple(value: readonly Value[]): readonly Value[] {
  if (hasReferences(value)) {
    const types = elementTypes(value);
    return likeTuple(
      value.map((part, i) => types[i]?.of ?? part),
      value,
    );
  }
  let out: Value[] | undefined;
  for (const [i, part] of value.entries()) {
    const erased = erase(part);
    if (erased !== part) (out ??= [...value])[i] = erased;
  }
  return out ? likeTuple(out, value) : value;
}

const charPointer: Pointer = {
  is: 'pointer',
  space: 'generic',
  element: { is: 'scalar', type: 'char', bits: 8 },
  offset: hole(64),
};

const constCharPointer: Pointer = { ...charPointer, constant: true };

/** The type of `a < b`, by example. */
export const boolType: Value = { is: 'scalar', type: 'bool', bits: 1 };

function erasePointer(value: Pointer): Pointer {
  const { base: _base, null: _null, allocation: _allocation, origin: _origin, part: _part, ...others } = value;
  const { through: _through, beyond: _beyond, offset, ...rest } = others;
  if (rest.space === 'generic') return { ...rest, offset: hole(64) };
  return { ...rest, offset: offset.is === 'unknown' ? hole() : mapParts(offset, hollow) };
}

/** The type of an object. Objects of a class of the program all have one type, whatever their fields hold; the
 *  fields of library objects are part of their types. */
function eraseStruct(value: Struct): Struct {
  if (value.cls !== undefined) return { is: 'struct', name: value.name, cls: value.cls, fields: new Map() };
  // Neither the number of elements of a vector is part of its type, nor where those of a span begin, nor what a smart
  // pointer holds.
  if (value.name === 'vector')
    return { ...value, fields: new Map([...value.fields].filter(([name]) => !/^#(?:size|at|held)$/.test(name))) };
  const fields = new Map<string, Value>();
  for (const [name, field] of value.fields) fields.set(name, erase(field));
  return { ...value, fields };
}

/** A value of the type, as `T{}` makes it: run-time integers are 0. */
export function zero(example: Value): Value {
  return mapParts(example, (leaf) =>
    leaf.n === undefined && leaf.name === undefined ? ofType(dyn(0, undefined, leaf.bits), leaf) : leaf,
  );
}

/** The assumptions that a run-time integer rests on. */
export function fromOf(value: Value): readonly number[] | undefined {
  return value.is === 'dynamic' ? value.from : undefined;
}

const none: readonly number[] = [];

/** Ids of the assumptions a value rests on, ascending. */
export function assumptionsOf(value: Value, extra: readonly number[] = []): readonly number[] {
  const found: Found = { ids: extra.length > 0 ? new Set(extra) : undefined, last: undefined };
  collect(value, found, 0);
  return found.ids ? ascending(found.ids) : none;
}

/** Assumptions found so far. Neighbouring integers often rest on the same list of them, which is added once. */
interface Found {
  ids: Set<number> | undefined;
  last: readonly number[] | undefined;
}

/** Ids of assumptions in the order in which they were made. */
export function ascending(ids: ReadonlySet<number>): readonly number[] {
  return ids.size === 0 ? none : [...ids].sort((a, b) => a - b);
}

function collect(value: unknown, found: Found, depth: number): void {
  if (!isRecord(value) || depth > 12) return;
  if (Array.isArray(value)) {
    for (const part of value) collect(part, found, depth + 1);
    return;
  }
  if (isValue(value)) {
    if (value.is === 'dynamic') {
      if (value.from && value.from !== found.last) {
        found.ids ??= new Set();
        for (const id of value.from) found.ids.add(id);
        found.last = value.from;
      }
      return;
    }
    if (value.is === 'static' || value.is === 'callable' || value.is === 'unknown') return;
    if (value.is === 'struct') {
      for (const field of value.fields.values()) collect(field, found, depth + 1);
      return;
    }
  }
  // Values are plain data and inherit nothing, so `for in` visits the parts without making a list of them.
  for (const key in value) {
    const part = value[key];
    if (typeof part === 'object') collect(part, found, depth + 1);
  }
}

/** True where an unknown number with a name is in the value, or in what it captures. */
export function isNamed(value: unknown, depth = 0): boolean {
  if (!isRecord(value)) return false;
  if (Array.isArray(value)) return value.some((part) => isNamed(part, depth));
  if (value instanceof Map) return [...value.values()].some((part) => isNamed(part, depth));
  const is = value['is'];
  if (is === 'dynamic') return value['n'] === undefined && value['name'] !== undefined;
  if (is === 'static' || is === 'unknown') return false;
  if (is === 'callable' || depth > 24) return true;
  return Object.entries(value).some(([key, part]) => key !== 'cls' && isNamed(part, depth + 1));
}

/** True where two values print alike and mean the same; they may rest on different assumptions. */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b) || depth > 32) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameList(a, b, depth);
  if (a instanceof Map) return b instanceof Map && sameMap(a, b, depth);
  if (a['is'] !== b['is']) return false;
  if (a['is'] === 'static') return a['n'] === b['n'] && a['type'] === b['type'];
  if (a['is'] === 'dynamic') return sameInt(a, b);
  if (a['is'] === 'unknown') return sameMessage(a['cause'], b['cause']);
  if (a['is'] === 'struct' && a['cls'] !== b['cls']) return false;
  if (a['is'] === 'callable') return a['target'] === b['target'];
  return sameRecord(a, b, depth);
}

function sameMessage(a: unknown, b: unknown): boolean {
  return isRecord(a) && isRecord(b) && a['message'] === b['message'];
}

function sameList(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i], depth + 1)) return false;
  return true;
}

/** Integers are equal by number or name; where both have neither, by type. */
function sameInt(a: Members, b: Members): boolean {
  const n = a['n'];
  const name = a['name'];
  if (n !== b['n'] || name !== b['name']) return false;
  if (n !== undefined || name !== undefined) return true;
  return (
    a['bits'] === b['bits'] &&
    a['unsigned'] === b['unsigned'] &&
    a['longLong'] === b['longLong'] &&
    a['narrow'] === b['narrow']
  );
}

function sameRecord(a: Members, b: Members, depth: number): boolean {
  for (const key in a) {
    if (key !== 'cls' && key !== 'is' && !sameValue(a[key], b[key], depth + 1)) return false;
  }
  return countKeys(b) === countKeys(a);
}

/** Values are plain data and inherit nothing, so `for in` counts the keys without making a list of them. */
function countKeys(record: Members): number {
  let n = 0;
  for (const _key in record) n++;
  return n;
}

function sameMap(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>, depth: number): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!sameValue(value, b.get(key), depth + 1)) return false;
  return true;
}

/** True where two values are equal in every respect, assumptions and the places of unknown parts included. What is
 *  not plain data (classes, declarations) must be the same object. */
export function identical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!identical(a[i], b[i])) return false;
    return true;
  }
  if (a instanceof Map) return b instanceof Map && identicalMaps(a, b);
  if (a['is'] === 'callable') return b['is'] === 'callable' && identicalTargets(a['target'], b['target']);
  for (const key in a) if (a[key] !== b[key] && (key === 'cls' || !identical(a[key], b[key]))) return false;
  return countKeys(a) === countKeys(b);
}

function identicalMaps(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !identical(value, b.get(key))) return false;
  return true;
}

/** Targets of callables: template arguments are compared by value, everything else by identity. */
function identicalTargets(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return a === b;
  for (const key in a) if (a[key] !== b[key] && (key !== 'targs' || !identical(a[key], b[key]))) return false;
  return countKeys(a) === countKeys(b);
}

/** Whether two constants are of one type: `C<4>` is not `C<4u>`. */
export function sameConstant(a: Static, b: Static): boolean {
  return a.n === b.n && a.type === b.type && a.of === b.of;
}

/** True where two standard tuples, or tuples in them, are of different classes, or differ in const and references. */
function differAsTuples(a: Value, b: Value): boolean {
  if (!isTuple(a) || !isTuple(b)) return false;
  const [x, y] = [standardTupleOf(a), standardTupleOf(b)];
  if (x && y && x !== y) return true;
  const others = elementTypes(b);
  return elementTypes(a).some((one, i) => {
    const other = others[i] ?? one;
    if (!x || !y) return differAsTuples(one.of, other.of);
    if (one.constant !== other.constant || one.volatile !== other.volatile || one.ref !== other.ref) return true;
    return differAsTuples(one.of, other.of);
  });
}

/** A lambda outside of templates: whatever it captures, its type is one. */
function isClosureType(value: Value): value is Callable & { readonly target: { readonly decl: unknown } } {
  if (isTuple(value) || value.is !== 'callable' || !isRecord(value.target)) return false;
  return value.target['kind'] === 'lambda' && value.target['template'] === false && value.target['retyped'] !== true;
}

/** True where two examples are the same C++ type. */
export function sameType(a: Value, b: Value): boolean {
  if (!isTuple(a) && !isTuple(b) && a.is === 'static' && b.is === 'static') return sameConstant(a, b);
  const [x, y] = [sequenceOf(a), sequenceOf(b)];
  if (x?.of !== y?.of || x?.type !== y?.type) return false;
  if (differAsTuples(a, b)) return false;
  if (isClosureType(a) && isClosureType(b) && a.target.decl === b.target.decl) return true;
  return sameValue(typeAlone(a), typeAlone(b));
}

/** A type without the variable that an object of it was made in. */
function typeAlone(value: Value): Value {
  const of = erase(value);
  if (isTuple(of) || of.is !== 'struct' || !of.fields.has('#base')) return of;
  return { ...of, fields: new Map([...of.fields].filter(([name]) => name !== '#base')) };
}
