// `std::vector` and other classes that own or span memory: a pointer and a size. Their elements are not kept. What is
// of `std::span` alone is in library/spans.ts.
import { say } from '../../base/say';
import { isIntTuple } from '../../algebra/int_tuple';
import { known } from '../../algebra/errors';
import { dyn, hole, withSign } from '../../algebra/leaf';
import { nowhere, type Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { untype } from '../../values/convert';
import { bitsInMemory } from './addresses';
import type { Allocation, Pointer, Struct, Unknown, Value } from '../../values/value';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { elementCell } from '../values/elements';
import { isHolder } from '../values/holders';
import { classOf, isArray, isList, isVector, targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { constVolatile, type Pointed } from '../values/qualifiers';
import {
  elementOfVector,
  isOwnerOfPointer,
  isSpan,
  isVectorClass,
  listClasses,
  packsElements,
  sizeConstant,
} from '../values/vectors';
import { shareAddressed } from './losing';
import { loseCaptured, loseKept } from './reach';
import { symbolic } from './symbolic';

/** The type of that name as an example; undefined for others, unknown where the extent of a span is. */
export function vectorType(
  id: string,
  [element = unknown('unsupported', say`the element type is missing`), ...others]: readonly Value[],
): Struct | Unknown | undefined {
  if (!isVectorClass(id)) return undefined;
  const isOfSpan = id === 'span';
  const open = isOfSpan ? others.find(isUnknown) : undefined;
  if (open) return open;
  const args = isOfSpan ? others.map(sizeConstant) : others.filter((other) => !isUnknown(other));
  return {
    is: 'struct',
    name: 'vector',
    cls: undefined,
    fields: new Map<string, Value>([
      ['#class', { is: 'tag', name: id, args }],
      ['#element', element],
      ['#base', { is: 'text', text: '' }],
      ...(listClasses.has(id) ? [['#list', { is: 'void' }] as const] : []),
    ]),
  };
}

/** The constructor arguments that `{…}` makes. For a vector they are one list of elements, unless they are another
 *  vector or the two ends of a range. */
export function bracedArguments(example: Value, args: readonly Value[]): readonly Value[] {
  if (isList(example)) return args.length === 1 && args.every(isList) ? args : [args];
  if (!isVector(example) || !example.fields.has('#list') || args.length === 0) return args;
  const isOther =
    args.every((arg) => isVector(arg) || isList(arg)) || (args.length === 2 && args.every((arg) => isPointer(arg)));
  return isOther ? args : [args];
}

const isPointer = (value: Value): value is Pointer => !isTuple(value) && value.is === 'pointer';

/** Whether what is made into an element of a vector may be referred to by it: the elements are not kept. */
export function keepsReferences(vector: Value): boolean {
  const element = isVector(vector) ? vector.fields.get('#element') : undefined;
  const of = element && untype(element);
  const instance = of && classOf(of);
  if (of === undefined || !instance) return of !== undefined && isHolder(of, 'reference_wrapper');
  const isReference = ({ type }: { readonly type: Expr }): boolean => type.is === 'Wrap' && type.how === 'ref';
  return instance.scope.names.has('#constructors') || instance.fields.some(isReference);
}

/** What a vector copies: of an array, whose address it is given, the elements. */
function elementsGiven(arg: Value): readonly Value[] {
  const whole = targetOf(arg)?.kind === 'address' ? elementCell(arg, 0)?.whole?.read() : undefined;
  return whole !== undefined && isArray(whole) ? whole.elements : [arg];
}

export function constructVector(m: Machine, example: Struct, args: readonly Value[]): Struct {
  for (const value of args) loseCaptured(m, 'vector', [{ value, span: nowhere }], true);
  // What only owns memory that it is given may write to it at any time.
  for (const arg of example.fields.has('#list') ? args.flatMap(elementsGiven) : args) shareAddressed(m, arg, nowhere);
  return holding(withSize(example, sizeOf(m, args)), args);
}

/** What a smart pointer is made of, or given. */
function holding(vector: Struct, [given]: readonly Value[]): Struct {
  const { '#held': _before, ...fields } = Object.fromEntries(vector.fields);
  const held = given !== undefined && isVector(given) ? given.fields.get('#held') : given;
  const isHeld = held !== undefined && isPointer(held) && isOwnerOfPointer(vector);
  return { ...vector, fields: new Map([...Object.entries(fields), ...(isHeld ? [['#held', held] as const] : [])]) };
}

/** A number of elements. */
function count(n: number): Value {
  return withSign(dyn(n, undefined, 64), true);
}

function sizeOf(m: Machine, [first, second]: readonly Value[]): Value {
  if (first === undefined) return count(0);
  if (isTuple(first)) return count(first.length);
  if (isList(first)) return count(first.elements.length);
  if (isVector(first)) return first.fields.get('#size') ?? openSize(m, undefined);
  if (first.is === 'dynamic' || first.is === 'static' || isUnknown(first)) return convert(m, first, hole(64, true));
  const [from, to] = [first, second].map((one) =>
    one !== undefined && isPointer(one) ? asNumber(one.offset) : undefined,
  );
  const isRange =
    isPointer(first) &&
    second !== undefined &&
    isPointer(second) &&
    first.base !== undefined &&
    first.base === second.base;
  return isRange && from !== undefined && to !== undefined ? count(to - from) : openSize(m, undefined);
}

function openSize(m: Machine, cell: Cell | undefined, span?: Span): Value {
  const name = cell?.name ? `${cell.name}.size` : 'size';
  return withSign(m.unknownInt(name, say`${name} is not known`, 'input', span, 64), true);
}

function withSize(vector: Struct, size: Value): Struct {
  return { ...vector, fields: new Map([...vector.fields, ['#size', size]]) };
}

/** The value of a vector after an assignment: the elements are copied, the vector keeps its own memory. */
export function assignedVector(value: Value, example: Struct): Value {
  const base = example.fields.get('#base');
  return base === undefined || !isVector(value)
    ? value
    : { ...value, fields: new Map([...value.fields, ['#base', base]]) };
}

/** The result of a member function of a vector; undefined where that is not modelled. `cell` holds the vector. */
export function vectorMember(
  m: Machine,
  object: Struct,
  cell: Cell | undefined,
  name: string,
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  const element = elementOfVector(object);
  if (element === undefined) return undefined;
  const base = object.fields.get('#base');
  const size = object.fields.get('#size') ?? openSize(m, cell, span);
  const named =
    base !== undefined && !isTuple(base) && base.is === 'text' && base.text !== '' ? { base: base.text } : {};
  const pointer: Pointer = {
    is: 'pointer',
    space: 'generic',
    element,
    offset: dyn(0),
    ...named,
    ...allocated(object, size, element),
  };
  switch (name) {
    case 'get':
      return object.fields.get('#held') ?? pointer;
    case 'data':
    case 'begin':
    case 'cbegin':
      return pointer;
    case 'end':
    case 'cend':
      return isUnknown(size) ? size : isIntTuple(size) ? { ...pointer, offset: size } : undefined;
    case 'size':
      return size;
    case 'empty':
      return asNumber(size) === undefined ? { is: 'scalar', type: 'bool', bits: 8 } : dyn(asNumber(size) === 0 ? 1 : 0);
    case 'reserve':
    case 'shrink_to_fit':
      return { is: 'void' };
    case 'operator[]':
    case 'at':
    case 'operator*':
      return isUnknown(args[0]?.value ?? { is: 'void' }) ? undefined : elementAt(m, pointer, span);
    case 'front':
    case 'back':
      return elementAt(m, pointer, span);
    default:
      return changedBy(m, object, cell, name, args, span);
  }
}

/** What `begin`, `end` and `data` of a vector give: they point to const elements where the vector is const, and those
 *  with a `c` in front always do. A span's do as its type says. */
export function pointingAs(given: Value, object: Value, name: string, said: Pointed | undefined): Value {
  if (isTuple(given) || given.is !== 'pointer' || !isVector(object) || isSpan(object)) return given;
  if (/^c(?:begin|end)$/.test(name)) return { ...given, constant: true as const };
  if (!said || !/^(?:begin|end|data)$/.test(name)) return given;
  return { ...given, ...constVolatile(said), ...(said.vague ? { vague: true as const } : {}) };
}

/** An element, of which nothing but the type is known. */
function elementAt(m: Machine, pointer: Pointer, span: Span): Value {
  const isObject = !m.simt && classOf(pointer.element) !== undefined;
  return isObject ? symbolic(m, pointer.element, `${pointer.base ?? 'vector'}[…]`, span) : { is: 'element', pointer };
}

/** One memory for each vector and each size that it has: the text with its name is made where it is declared. */
const memories = new WeakMap<object, Map<number, Allocation>>();

function allocated(object: Struct, size: Value, element: Value): { readonly allocation?: Allocation } {
  const base = object.fields.get('#base');
  const count = asNumber(size);
  const each = known(() => bitsInMemory(element));
  const bits = each === undefined || packsElements(object) ? each : Math.ceil(each / 8) * 8;
  if (base === undefined || isTuple(base) || base.is !== 'text' || base.text === '') return {};
  if (count === undefined || bits === undefined) return {};
  const bySize = memories.get(base) ?? new Map<number, Allocation>();
  memories.set(base, bySize);
  const bytes = (count * bits) / 8;
  const allocation = bySize.get(bytes) ?? { name: base.text, isShared: false, bytes };
  bySize.set(bytes, allocation);
  return { allocation };
}

const changing =
  /^(?:push_back|emplace_back|pop_back|clear|resize|assign|reset|insert|emplace|erase|swap|release|copy_from_host|operator=)$/;

/** Whether a member function of that name changes a vector. */
export function changesVector(name: string): boolean {
  return changing.test(name);
}

function changedBy(
  m: Machine,
  object: Struct,
  cell: Cell | undefined,
  name: string,
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  if (!changing.test(name)) return undefined;
  const before = asNumber(object.fields.get('#size') ?? { is: 'void' });
  const given = args.map(({ value }) => value);
  const counted = (n: number): Value => (before === undefined ? openSize(m, cell, span) : count(before + n));
  const after = (): Value => {
    switch (name) {
      case 'push_back':
      case 'emplace_back':
        return counted(1);
      case 'pop_back':
        return counted(-1);
      case 'clear':
        return count(0);
      case 'resize':
      case 'assign':
      case 'reset':
        return sizeOf(m, given);
      default:
        return openSize(m, cell, span);
    }
  };
  for (const { value } of args) shareAddressed(m, value, span);
  loseCaptured(m, name, args, true);
  for (const arg of keepsReferences(object) ? args : [])
    if (arg.cell) loseKept(m, arg.cell, say`${arg.cell.name} may be referred to by an element`, span);
  const other = name === 'swap' ? args[0] : undefined;
  if (other && cell && other.cell && isVector(other.value)) {
    const size = other.value.fields.get('#size') ?? openSize(m, cell, span);
    const own = object.fields.get('#size') ?? openSize(m, other.cell, span);
    m.write(other.cell, holding(withSize(other.value, own), [object]));
    m.write(cell, holding(withSize(object, size), [other.value]));
    return { is: 'void' };
  }
  if (cell) m.write(cell, holding(withSize(object, after()), name === 'reset' ? given : []));
  return { is: 'void' };
}
