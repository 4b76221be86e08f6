// Objects in memory that threads share: what is in them is not known, but where their parts lie is. Members of a number
// or a pointer are elements of that memory, arrays know where their first element is. Only where a kernel is evaluated
// for all threads of a block (state/simt.ts).
import { say } from '../../base/say';
import { add, mul } from '../../algebra/arith';
import { isTuple as isIntTuple } from '../../algebra/index';
import { dyn, int, isInt } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import { isA, untype } from '../../values/convert';
import { isOffset } from '../../values/pointer';
import { arrayClasses } from '../../values/scalars';
import type { Pointer, Struct, Value } from '../../values/value';
import { loseMemory } from '../memory/accesses';
import { addressOfPart } from '../memory/arrays';
import { addressOfElement } from '../memory/element-addresses';
import { ownRegisters } from '../memory/registers';
import { symbolic } from '../memory/symbolic';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { categoryOf } from '../overload/categories';
import type { Arg, ClassInstance } from '../values/entities';
import { isReference } from '../values/declared-types';
import { addPart, partIn } from '../values/base-parts';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { placeOf } from '../values/elements';
import { classOf } from '../values/kinds';
import { isPhaseBarrier, placedBarrier, placeOfBarrier } from '../values/placed-barrier';
import { asNumber } from '../values/truth';
import { type Pointed, pointedBy } from '../values/qualifiers';
import { isStateless } from '../values/tuple-bases';
import { exampleOf, need } from './classes';
import { placesIn, sizeOfExample } from './sizes';

/** What lies where a pointer leads: an object of its element type. `name`: how the program calls it. */
export function objectAt(m: Machine, at: Pointer, name: string, span: Span): Value {
  const { element } = at;
  if (isTuple(element)) return isStateless(element) ? symbolic(m, element, name, span) : lost(m, at, name, span);
  switch (element.is) {
    case 'struct': {
      const instance = classOf(element);
      if (!instance && isPhaseBarrier(element)) return placedBarrier(element, begun(m, at) ?? at);
      const fields = instance && begun(m, at) && fieldsAt(m, instance, begun(m, at) ?? at, name, span);
      return fields ? { ...element, fields } : lost(m, at, name, span);
    }
    case 'tag': {
      const [of] = element.args;
      if (!arrayClasses.has(element.name) || of === undefined) return element;
      const first = begun(m, at);
      return first ? { ...element, memory: { ...first, element: untype(of) } } : lost(m, at, name, span);
    }
    case 'array': {
      const first = begun(m, at);
      return first ? { ...element, memory: { ...first, element: element.element } } : lost(m, at, name, span);
    }
    case 'pointer': {
      const first = begun(m, at);
      if (element.length === undefined) return { is: 'element', pointer: at };
      return first ? { ...first, element: element.element, length: element.length } : lost(m, at, name, span);
    }
    case 'dynamic':
    case 'scalar':
      return { is: 'element', pointer: at };
    default:
      return lost(m, at, name, span);
  }
}

/** Of what lies there nothing is claimed. */
function lost(m: Machine, at: Pointer, name: string, span: Span): Value {
  if (m.simt) loseMemory(m.simt, at, say`where the parts of \`${name}\` lie is not known`);
  return symbolic(m, at.element, name, span);
}

/** The same place, from which offsets count. */
function begun(m: Machine, at: Pointer): Pointer | undefined {
  const { offset, origin } = at;
  const size = sizeOfExample(m, at.element);
  if (!at.allocation || !size || size.bits % 8 !== 0 || !isOffset(offset) || isIntTuple(offset) || !isInt(offset))
    return undefined;
  const byte = mul(offset, int(size.bits / 8));
  return { ...at, offset: dyn(0), origin: add(origin ?? int(0), byte) };
}

/** Undefined where a member lies at a place that is not known. */
function fieldsAt(
  m: Machine,
  instance: ClassInstance,
  at: Pointer,
  name: string,
  span: Span,
): Map<string, Value> | undefined {
  need(m, instance);
  const places = placesIn(m, instance);
  if (!places || (instance.libraryBases ?? []).some(({ held }) => held !== undefined)) return undefined;
  const fields = new Map<string, Value>();
  const moved = (element: Value, bytes: number, member: string): Pointer => {
    const origin = add(at.origin ?? int(0), int(bytes));
    const start = origin.n;
    const { part: _part, ...rest } = at;
    return { ...rest, element, origin, base: member, ...(start !== undefined && { part: { name: member, start } }) };
  };
  for (const base of instance.bases) {
    const start = places.bases.get(base);
    const inner = start === undefined ? undefined : fieldsAt(m, base, moved(exampleOf(base), start, name), name, span);
    if (!inner) return undefined;
    addPart(fields, instance, base, { ...exampleOf(base), fields: inner });
  }
  for (const field of instance.fields) {
    const start = places.fields.get(field);
    if (start === undefined || isReference(field.type)) return undefined;
    const type = typeExample(m, field.type, instance.scope);
    if (isUnknown(type)) return undefined;
    const member = `${name}.${field.name}`;
    fields.set(field.name, objectAt(m, moved(type, start, member), member, span));
  }
  return fields;
}

/** A pointer to an object that lies in memory; undefined for other values, and where none of its parts has a place. */
export function objectPointer(m: Machine, value: Value): Pointer | undefined {
  const barrier = placeOfBarrier(value);
  if (barrier && !isTuple(barrier) && barrier.is === 'element') {
    const { length: _length, ...rest } = barrier.pointer;
    return begun(m, { ...rest, element: erase(value) });
  }
  const instance = m.simt && classOf(value);
  const at = instance && !isTuple(value) && value.is === 'struct' && beginOf(m, value, instance);
  if (!at) return undefined;
  const { length: _length, part: _part, ...rest } = at;
  const element = exampleOf(instance);
  const base = at.base?.replace(/\.\w+$/, '');
  const start = at.origin?.n;
  const part = base !== undefined && start !== undefined && at.part ? { part: { name: base, start } } : {};
  return { ...rest, element, ...(base !== undefined && { base }), ...part };
}

/** Where an object begins, by the first of its members that has a place. */
function beginOf(m: Machine, object: Struct, instance: ClassInstance): Pointer | undefined {
  const places = placesIn(m, instance);
  if (!places) return undefined;
  for (const field of instance.fields) {
    const start = places.fields.get(field);
    const part = object.fields.get(field.name);
    const at = part === undefined || isPointer(m, field, instance) ? undefined : beginOfPart(m, part);
    if (at && start !== undefined) return movedBy(at, -start);
  }
  for (const base of instance.bases) {
    const start = places.bases.get(base);
    const part = partIn(object, base);
    const at = !isTuple(part) && part.is === 'struct' && start !== undefined ? beginOf(m, part, base) : undefined;
    if (at && start !== undefined) return movedBy(at, -start);
  }
  return undefined;
}

/** A pointer among the members, which says nothing of where the object lies; an array does. */
function isPointer(m: Machine, field: Let, { scope }: ClassInstance): boolean {
  const type = m.silently(() => typeExample(m, field.type, scope));
  return !isTuple(type) && type.is === 'pointer' && type.length === undefined;
}

function beginOfPart(m: Machine, part: Value): Pointer | undefined {
  const instance = classOf(part);
  if (instance && !isTuple(part) && part.is === 'struct') {
    const at = beginOf(m, part, instance);
    return at && { ...at, base: at.base?.replace(/\.\w+$/, '') ?? '?' };
  }
  const at = placeOf(part);
  return at && isOffset(at.offset) && asNumber(at.offset) === 0 ? at : undefined;
}

function movedBy(at: Pointer, bytes: number): Pointer {
  return { ...at, origin: add(at.origin ?? int(0), int(bytes)) };
}

/** A copy of an object in memory, or in registers: its parts lie elsewhere. That they are read is not followed. */
export function unplaced(m: Machine, value: Value, name: string, span: Span): Value {
  if (!m.simt) return value;
  const own = ownRegisters(m.simt, value);
  if (isTuple(own) || own.is === 'element' || own.is === 'pointer' || !placeOf(own)) return own;
  if (own.is === 'tag' || own.is === 'array') {
    const { memory: _memory, ...plain } = own;
    return plain;
  }
  return own.is === 'struct' ? symbolic(m, { ...own, fields: new Map() }, name, span) : own;
}

/** The address of an argument, for a function of the library that takes it. */
export function addressOfGiven(m: Machine, given: Arg): Value {
  if (given.cell) return addressOfPart(m, given.cell, saidOfGiven(m, given));
  return isA(given.value, 'element') ? addressOfElement(m.simt, given.value.pointer) : given.value;
}

/** What a pointer to an argument, or to an element of one, says of what it points to. */
export function saidOfGiven(m: Machine, given: Arg): Pointed {
  return pointedBy(categoryOf(m, given));
}
