// `std::vector`, `std::span` and other classes that own or span memory, as types; of a span, where its elements begin
// and how many they are. Pure functions; memory/vectors.ts and library/spans.ts make such objects.
import { say } from '../../base/say';
import { dyn, withSign } from '../../algebra/leaf';
import { isPointer } from '../../values/convert';
import type { Struct, Value } from '../../values/value';
import type { Cell } from './cells';
import { elementCell } from './elements';
import { isTuple } from './inspect';
import { classOf, isVector } from './kinds';
import { asNumber } from './truth';
import { unknown } from './unknown';

/** The classes whose braced initialiser is a list of elements. For the others it is a list of constructor arguments. */
export const listClasses: ReadonlySet<string> = new Set(['vector', 'device_vector', 'host_vector', 'universal_vector']);

const classes = new Set([...listClasses, 'unique_ptr', 'shared_ptr', 'span', 'DeviceAllocation', 'device_ptr']);

/** Those that are made of a pointer, which they give back. */
const owners = new Set(['unique_ptr', 'shared_ptr', 'device_ptr']);

/** Whether this is a smart pointer, or its type. */
export function isOwnerOfPointer(value: Value): value is Struct {
  return isVector(value) && owners.has(classTag(value)?.name ?? '');
}

/** Whether elements of fewer than 8 bits have no byte of their own in its memory (cutlass/util/device_memory.h). */
export function packsElements(value: Struct): boolean {
  return classTag(value)?.name === 'DeviceAllocation';
}

/** The type of what such an object leads to, by example: of a `unique_ptr<T[]>` it is T. */
export function elementOfVector({ fields }: Struct): Value | undefined {
  const element = fields.get('#element');
  if (element === undefined || isTuple(element)) return undefined;
  const of = element.is === 'type' ? element.of : element;
  return isPointer(of) && of.length !== undefined ? of.element : of;
}

/** Whether a class template of that name is one of these. */
export function isVectorClass(id: string): boolean {
  return classes.has(id);
}

/** The template arguments of `id<…>` that an example is made of, where a pattern writes `asked` of them: 'mismatch'
 *  where it is not an instance of that, undefined where it is not known which they are. */
export function vectorArguments(id: string, example: Value, asked: number): readonly Value[] | 'mismatch' | undefined {
  if (!classes.has(id)) return undefined;
  const of = isVector(example) ? classTag(example) : undefined;
  if (!isVector(example) || of?.name !== id) return 'mismatch';
  const given = [example.fields.get('#element') ?? [], ...of.args];
  // A default argument is not written: an allocator, `std::dynamic_extent`.
  if (asked > given.length) return undefined;
  return given;
}

/** The extent of a span as a template argument: a `size_t`. */
export function sizeConstant(extent: Value): Value {
  const n = asNumber(extent);
  return n === undefined ? extent : { is: 'static', n, type: 'uint64_t' };
}

interface SpanObject extends Struct {
  readonly name: 'vector';
  readonly cls: undefined;
}

/** Whether this is a `std::span`, or its type. */
export function isSpan(value: Value): value is SpanObject {
  return isVector(value) && classTag(value)?.name === 'span';
}

/** Whether this is a `std::vector`. */
export function isStandardVector(value: Value): boolean {
  return isVector(value) && classTag(value)?.name === 'vector';
}

/** Whether this is a `std::vector` whose elements are objects of its own, as those of `std::vector<bool>` are not. */
export function holdsObjects(value: Value): boolean {
  if (!isVector(value) || classTag(value)?.name !== 'vector') return false;
  const element = value.fields.get('#element');
  const of = element !== undefined && !isTuple(element) && element.is === 'type' ? element.of : element;
  return of !== undefined && classOf(of) !== undefined;
}

function classTag({ fields }: Struct): (Value & { readonly is: 'tag' }) | undefined {
  const of = fields.get('#class');
  return of !== undefined && !isTuple(of) && of.is === 'tag' ? of : undefined;
}

/** The static extent of a span; undefined where it has none. */
export function staticExtent(span: Struct): Value | undefined {
  const n = asNumber(classTag(span)?.args[0] ?? []);
  return n === undefined ? undefined : withSign(dyn(n, undefined, 64), true);
}

/** `decltype(s)::extent`, `s.extent`; undefined for all other names. */
export function constantOfSpan(value: Value, name: string): Value | undefined {
  if (name !== 'extent' || !isSpan(value)) return undefined;
  const dynamic = 'std::dynamic_extent';
  return staticExtent(value) ?? unknown('unsupported', say`\`${dynamic}\` is not modelled`, undefined, [dynamic]);
}

/** The address of the first element of a span; undefined for all else, and where it is not followed. */
export function beginOfSpan(value: Value): Value | undefined {
  return isSpan(value) ? value.fields.get('#at') : undefined;
}

/** The number of elements of a span, where it is known. */
export function sizeOfSpan(value: Value): number | undefined {
  return isSpan(value) ? asNumber(value.fields.get('#size') ?? []) : undefined;
}

/** The variables that are the elements of a span; undefined where they or their number are not known. */
export function cellsOfSpan(value: Value): readonly Cell[] | undefined {
  const [at, n] = [beginOfSpan(value), sizeOfSpan(value)];
  if (at === undefined || n === undefined || !elementCell(at, 0)) return undefined;
  const cells = Array.from({ length: n }, (_, i) => elementCell(at, i)).filter((cell) => cell !== undefined);
  return cells.length === n ? cells : undefined;
}

/** The variable to which `s.front()` and `s.back()` lead. */
export function endOfSpan(value: Value, name: string): Cell | undefined {
  return name === 'front' ? cellsOfSpan(value)?.[0] : name === 'back' ? cellsOfSpan(value)?.at(-1) : undefined;
}
