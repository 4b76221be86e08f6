// What is left of a variable once its value is no longer known: its type, where that says something, and symbols for
// run-time integers. The one place that decides this. Which variables a piece of code may have changed is decided in
// reach.ts.
import { say } from '../../base/say';
import { type Dynamic, ofType } from '../../algebra/leaf';
import type { ComposedLayout, Layout } from '../../algebra/types';
import { spend } from '../../base/meter';
import { nowhere, type Span } from '../../base/span';
import { tagOf } from '../../base/tuple';
import type { ArrayValue, Pointer, Tensor, Value } from '../../values/value';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { addressedIn, placeOf, lostList, sharedArray } from '../values/elements';
import { type Cell, isFixed, outermost, outermostArray } from '../values/cells';
import { elementTypes, hasReferences, likeTuple } from '../../values/standard-tuples';
import { held as heldBy, isHolder } from '../values/holders';
import { erase, isTuple, isUnknown, isValue, mapParts } from '../values/inspect';
import { registersIn } from '../values/own-registers';
import { classOf, isArray, isList, isVector, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { loseMemory } from './accesses';
import { symbolicAgain, symbolicInstead } from './symbolic';

/** The reason why a variable loses its value, and the name of the symbol that replaces a run-time integer. */
export interface Lost {
  readonly name: string;
  readonly kind: 'branch' | 'loop' | 'input';
  readonly why: string;
  readonly at: Span;
  /** `at` is the condition that decides. */
  readonly condition?: true;
  /** Which of two values each thread of a block has: 1 the first, 0 the second, NaN where that is not known. */
  readonly lanes?: Float64Array;
}

/** A tile of which only the type is known: its shape and element, not where it came from. */
export function openTile(value: Value): Value | undefined {
  return !isTuple(value) && value.is === 'tile'
    ? { is: 'tile', element: value.element, shape: value.shape }
    : undefined;
}

/** The cost of losing a value on the meter: that of a step, for the symbol's name and the reason. */
const unitsOfLoss = 64;

/** The variable may have been changed by code that is not evaluated. Only what its type determines stays known. `left`:
 *  what was left of it the last time. */
export function loseCell(m: Machine, cell: Cell, why: string, at: Span, left?: Value): void {
  if (cell.among) return cell.among.forEach((one) => loseCell(m, one, why, at));
  if (isFixed(cell)) return;
  spend(unitsOfLoss, 'variables');
  const held = cell.peek();
  if (isPlaced(m, held, why)) return;
  if (isList(held)) m.write(cell, lostList(held, 'input', why, at, cell.name));
  else if (isArray(held) || cell.index !== undefined) loseArray(m, cell, why, at);
  else if (isTuple(held)) {
    for (const referred of referentsOf(held)) if (referred) loseCell(m, referred, why, at);
    m.write(
      cell,
      lostObject(m, held, { name: cell.name, kind: 'input', why, at }) ?? unknown('input', why, at, [cell.name]),
    );
  } else if (held.is === 'dynamic') m.write(cell, ofType(m.unknownInt(cell.name, why, 'input', at, held.bits), held));
  else if (held.is === 'unknown' && held.cause.code === 'uninitialised')
    m.write(cell, convert(m, { ...unknown('input', why, at), type: erase(held) }, erase(held), false, cell.name));
  else if (held.is === 'scalar' || held.is === 'text')
    m.write(
      cell,
      held.is === 'scalar'
        ? { is: 'scalar', type: held.type, bits: held.bits }
        : { ...unknown('input', why, at, [cell.name]), ...(held.of !== undefined && { type: erase(held) }) },
    );
  else if (isRedirectable(held)) m.write(cell, lostAddress(m, held, cell.name, why, at));
  else if (held.is === 'struct') {
    shareAddressed(m, held, at);
    const again = left !== undefined && classOf(held);
    m.write(cell, again ? symbolicAgain(m, held, left, cell.name, at) : symbolicInstead(m, held, cell.name, at));
  } else if (held.is === 'layout' || held.is === 'composed' || held.is === 'tensor' || held.is === 'pointer') {
    const open = withoutNumbers(m, held, cell.name, why, at);
    if (open !== held) m.write(cell, open);
  }
}

/** An object in memory that threads share stays where it is. What lies there is not known in any case, and of what was
 *  done to it nothing is claimed any more. */
function isPlaced(m: Machine, held: Value, why: string): boolean {
  if (m.simt) for (const identity of registersIn(held)) m.simt.registers.forget(identity);
  const place = m.simt && placeOf(held);
  if (!m.simt || !place) return false;
  loseMemory(m.simt, place, why);
  return true;
}

/** The layout, tensor or pointer with its run-time numbers unknown. A tensor that owns its elements keeps its address;
 *  for any other the address is lost, too. */
function withoutNumbers(
  m: Machine,
  held: Layout | ComposedLayout | Tensor | Pointer,
  name: string,
  why: string,
  at: Span,
): Value {
  const lost = (leaf: Dynamic): Dynamic => ofType(m.unknownInt(name, why, 'input', at, leaf.bits), leaf);
  const elsewhere = ({ base: _base, null: _null, ...pointer }: Pointer): Pointer => ({
    ...pointer,
    offset: unknown('input', why, at, [name]),
  });
  if (held.is === 'pointer') return elsewhere(held);
  if (held.is !== 'tensor') return mapParts(held, lost);
  const layout = mapParts(held.layout, lost);
  return held.owning && layout === held.layout
    ? held
    : { ...held, data: held.owning ? held.data : elsewhere(held.data), layout };
}

/** Whether a value is a pointer, to a variable or to a function, that may be made to point to another one. */
function isRedirectable(value: Value): boolean {
  const target = targetOf(value);
  return (target?.kind === 'address' && target.as !== 'reference') || target?.kind === 'functions';
}

/** The value of a pointer that may have been redirected. The array that it pointed to may be written through other
 *  pointers that are not followed. */
function lostAddress(m: Machine, address: Value, name: string, why: string, at: Span): Value {
  shareAddressed(m, address, at);
  return unknown('input', why, at, [name]);
}

/** An array with unknown elements. Elements that are written from here on are known again. */
export function lostElements(m: Machine, array: ArrayValue, lost: Lost): ArrayValue {
  if (array.shared) return array;
  spend(array.elements.length, 'variables');
  shareAddressed(m, array, lost.at);
  const one = (held: Value, i: number): Value => {
    const element = isUnknown(held) ? array.element : held;
    const of = { ...lost, name: `${lost.name}[${i}]` };
    if (isList(element)) return lostList(element, of.kind, of.why, of.at, of.name);
    if (isArray(element)) return lostElements(m, element, of);
    if (!isTuple(element) && element.is === 'scalar') return { is: 'scalar', type: element.type, bits: element.bits };
    return lostNumber(m, element, of) ?? { ...unknown(lost.kind, lost.why, lost.at, [lost.name]), type: array.element };
  };
  return { ...array, elements: array.elements.map(one) };
}

/** The array that a variable is or is a part of loses its elements: code that is not followed may have written to any
 *  of them. */
export function loseArray(m: Machine, cell: Cell, why: string, at: Span): void {
  const array = outermostArray(cell);
  const held = array.peek();
  if (!isFixed(cell) && isArray(held))
    m.write(array, lostElements(m, held, { name: array.name, kind: 'input', why, at }));
}

/** The array loses its elements for good: a pointer into it is not followed from here on, so it may be written at any
 *  time. */
export function shareArray(m: Machine, cell: Cell, at: Span): void {
  if (cell.among) return cell.among.forEach((one) => shareArray(m, one, at));
  const array = outermostArray(cell);
  const held = array.peek();
  if (isFixed(cell) || !isArray(held) || held.shared) return;
  const why = say`the elements of \`${array.name}\` may change through a pointer to them that is not followed`;
  m.sharedArrays++;
  m.write(array, sharedArray(held, unknown('input', why, at, [array.name])));
  shareAddressed(m, held, at);
}

/** One of several variables is written, or an element whose index is not known. */
export function writeSome(m: Machine, cell: Cell, value: Value): void {
  shareAddressed(m, value, nowhere);
  for (const one of cell.among ?? []) {
    if (cell.open) loseCell(m, one, say`an element of \`${one.name}\` is set whose index is not known`, nowhere);
    else m.write(one, m.maybe(one, value));
  }
  cell.set(value);
}

/** A value leaves what is followed, and with it the variables whose addresses it holds: arrays (`shareArray`), and
 *  others, which may be what is written to where that is not known (`m.escaped`). */
export function shareAddressed(m: Machine, value: Value, at: Span): void {
  if (m.addresses > 0) for (const cell of addressedIn(value)) shareVariable(m, cell, at);
}

/** What is not followed leads to a variable from here on. */
export function shareVariable(m: Machine, cell: Cell, at: Span): void {
  shareArray(m, cell, at);
  m.escaped.add(outermost(cell));
}

export function withoutNumber(value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'scalar') return { is: 'scalar', type: value.type, bits: value.bits };
  return value.is === 'array' ? { ...value, elements: value.elements.map(withoutNumber) } : value;
}

/** The value of a variable after its number is lost: a symbol or a value of the same type, where the type says
 *  enough. */
export function forget(m: Machine, cell: Cell, lost: Lost): Value {
  const value = cell.peek();
  if (isPlaced(m, value, lost.why)) return value;
  if (isList(value)) return lostList(value, lost.kind, lost.why, lost.at, lost.name);
  if (isArray(value)) return lostElements(m, value, lost);
  shareAddressed(m, value, lost.at);
  if (!isTuple(value) && value.is === 'scalar') return withoutNumber(value);
  return (
    lostNumber(m, value, lost) ??
    openTile(value) ??
    lostObject(m, value, lost) ??
    (keepsType(value) ? value : unknown(lost.kind, lost.why, lost.at, [cell.name]))
  );
}

/** Objects of classes of the program, layouts, and tuples of these: C++ fixes their types, so only the numbers in them
 *  are lost. Undefined for anything else. */
function lostObject(m: Machine, value: Value, lost: Lost): Value | undefined {
  if (isTuple(value)) {
    // A reference refers to the same variable, whatever is done to the tuple.
    const referents = referentsOf(value);
    const parts = value.map((part, i) =>
      referents[i] ? part : (lostNumber(m, part, lost) ?? lostObject(m, part, lost)),
    );
    return parts.every((part) => part !== undefined) ? likeTuple(parts, value) : undefined;
  }
  if (value.is === 'struct' && value.cls !== undefined) return symbolicInstead(m, value, lost.name, lost.at);
  if (isVector(value)) return erase(value);
  if (value.is === 'static' || value.is === 'underscore') return value;
  return value.is === 'layout' ? mapParts(value, (leaf) => lostNumber(m, leaf, lost) ?? leaf) : undefined;
}

/** The variables to which the elements of a `std::tuple` refer that are references. */
function referentsOf(tuple: readonly Value[]): readonly (Cell | undefined)[] {
  if (!hasReferences(tuple)) return [];
  const types = elementTypes(tuple);
  return tuple.map((part, i) =>
    types[i]?.ref !== undefined && isHolder(part, 'reference_wrapper') ? heldBy(part, undefined) : undefined,
  );
}

/** Values without a number in them: an element of memory of which only the address is known, and nothing at all. */
function keepsType(value: Value): boolean {
  return !isTuple(value) && (value.is === 'element' || value.is === 'void');
}

/** An integer becomes a symbol of its variable's name; undefined for anything else. */
export function lostNumber(m: Machine, value: Value, lost: Lost): Value | undefined {
  if (isTuple(value) || value.is !== 'dynamic') return undefined;
  return ofType(m.unknownInt(lost.name || '?', lost.why, lost.kind, lost.at, value.bits, lost.condition), value);
}

/** As `loseCell`, but where that keeps a value that its type does not determine, the variable becomes unknown as a
 *  whole. */
export function loseWhole(m: Machine, cell: Cell, why: string, at: Span): void {
  if (cell.among) return cell.among.forEach((one) => loseWhole(m, one, why, at));
  if (isFixed(cell)) return;
  const held = cell.peek();
  loseCell(m, cell, why, at);
  if (cell.peek() !== held || isAllType(held)) return;
  m.write(cell, {
    ...unknown('budget', why, at, [cell.name]),
    ...(isUnknown(held) && held.type && { type: held.type }),
  });
}

/** Answers of `isAllType` for values with parts: code that is given up again and again loses the same values each
 *  time. */
const allType = new WeakMap<object, boolean>();

/** Whether the type of a value determines it. Parts that values share are looked at once. */
function isAllType(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const known = allType.get(value);
  if (known !== undefined) return known;
  allType.set(value, true);
  const found = isOneOfItsType(value);
  allType.set(value, found);
  return found;
}

function isOneOfItsType(value: object): boolean {
  if (Array.isArray(value)) return value.every(isAllType);
  if (value instanceof Map) return false;
  switch (tagOf(value)) {
    case 'static':
    case 'type':
    case 'void':
    case 'unknown':
    case 'element':
      return true;
    case 'dynamic':
    case 'pointer':
    case 'struct':
    case 'array':
    case 'text':
      return false;
    case 'callable':
      return !isValue(value) || targetOf(value)?.kind !== 'address';
    default:
      return Object.values(value).every(isAllType);
  }
}
