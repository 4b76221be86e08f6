// The scalar types of C++ and CUTLASS, with their widths. A type is represented by an example: a Dynamic without a
// number for integers of 32 and 64 bits, and a Scalar with name and width for all others.
// Namespaces and the program's own aliases are resolved before.
import { cosize } from '../algebra/index';
import type { Dynamic, Enumeration, Static } from '../algebra/leaf';
import { hole, withLongLong } from '../algebra/leaf';
import { refused } from '../algebra/errors';
import type { Layout, ComposedLayout } from '../algebra/types';
import { cudaComplex, cudaVectors } from './cuda-vectors';
import { sizeOfScalar } from './scalar-sizes';
import { isA, isTuple } from './kind';
import { elementTypes, standardTupleOf } from './standard-tuples';
import { type Size, storageOf } from './storage';
import type { ArrayValue, Scalar, Tag, Value } from './value';

/** One scalar type. `integer`: an object of this type is a run-time integer, so its value is a Dynamic. */
export interface ScalarType {
  readonly name: string;
  readonly bits: number;
  readonly integer: boolean;
}

type Row = readonly [bits: number, integer: boolean, names: string];

const rows: readonly Row[] = [
  [32, true, 'int|signed|signed int|unsigned|unsigned int|int32_t|uint32_t|uint|char32_t|wchar_t'],
  [
    64,
    true,
    'long|long int|unsigned long|unsigned long int|long long|long long int|unsigned long long|unsigned long long int|signed long|signed long long|int64_t|uint64_t|size_t|ssize_t|ptrdiff_t|intptr_t|uintptr_t|intmax_t|uintmax_t',
  ],
  [16, true, 'int16_t|uint16_t|short|short int|unsigned short|unsigned short int|signed short|char16_t'],
  [8, true, 'int8_t|uint8_t|char|signed char|unsigned char|char8_t|byte'],
  // CuTe counts a bool as one bit; `sizeof` is a byte as for every type.
  [1, true, 'bool'],
  [6, true, 'int6_t|uint6_t|int6b_t|uint6b_t'],
  [4, true, 'int4_t|uint4_t|int4b_t|uint4b_t'],
  [2, true, 'int2_t|uint2_t|int2b_t|uint2b_t|bin2_t'],
  [1, true, 'uint1_t|uint1b_t|bin1_t'],
  [128, false, 'uint128_t|int128_t|__int128|__int128_t|__uint128_t|long double'],
  [256, false, 'uint256_t'],
  [192, false, 'GaussComplex'],
  [64, false, 'double'],
  [32, false, 'float|tfloat32_t|half2|__half2|bfloat162|__nv_bfloat162'],
  [16, false, 'half_t|bfloat16_t|half|__half|__nv_bfloat16|nv_bfloat16'],
  [
    8,
    false,
    'float_e4m3_t|float_e5m2_t|float_ue4m3_t|float_ue8m0_t|float_e8m0_t|type_erased_dynamic_float8_t|__nv_fp8_e4m3|__nv_fp8_e5m2',
  ],
  [8, false, 'float_e2m3_unpack8bits_t|float_e3m2_unpack8bits_t'],
  [6, false, 'float_e2m3_t|float_e3m2_t|float_e2m3_unpacksmem_t|float_e3m2_unpacksmem_t'],
  [6, false, 'type_erased_dynamic_float6_t|type_erased_dynamic_float6_unpacksmem_t'],
  [
    4,
    false,
    'float_e2m1_t|float_e2m1_unpacksmem_t|type_erased_dynamic_float4_t|type_erased_dynamic_float4_unpacksmem_t',
  ],
  ...[...cudaVectors].map(([name, { bits }]): Row => [bits, false, name]),
];

/** Every scalar type by name, without namespace. Names of several words are spelled with one space
 *  (`unsigned long`). */
export const scalarTypes: ReadonlyMap<string, ScalarType> = new Map(
  rows.flatMap(([bits, integer, names]) => names.split('|').map((name) => [name, { name, bits, integer }] as const)),
);

/** Names for one and the same type: both are the same value, so that `is_same` and printing agree with C++. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['signed char', 'int8_t'],
  ['unsigned char', 'uint8_t'],
  ['short', 'int16_t'],
  ['short int', 'int16_t'],
  ['signed short', 'int16_t'],
  ['unsigned short', 'uint16_t'],
  ['unsigned short int', 'uint16_t'],
  ['int4b_t', 'int4_t'],
  ['uint4b_t', 'uint4_t'],
  ['int2b_t', 'int2_t'],
  ['uint2b_t', 'uint2_t'],
  ['int6b_t', 'int6_t'],
  ['uint6b_t', 'uint6_t'],
  ['uint1b_t', 'uint1_t'],
  ['__half', 'half'],
  ['nv_bfloat16', '__nv_bfloat16'],
  ...cudaComplex,
]);

/** The example of the type of a narrow integer, or of a constant. */
export function typeOfNarrow(type: string | Enumeration): Scalar | Dynamic | Enumeration {
  return typeof type === 'string' ? (examples.get(type) ?? hole()) : type;
}

/** A number of a narrow type as the integer that it counts as, which keeps the name of the type. */
export function asLeaf({ type, n }: Scalar): Dynamic {
  return { is: 'dynamic', n, name: undefined, bits: 32, from: undefined, narrow: type };
}

function isUnsignedName(name: string): true | undefined {
  return /^(unsigned|uint|size_t)/.test(name) || undefined;
}

const examples = new Map<string, Scalar | Dynamic>();
for (const { name, bits, integer } of scalarTypes.values()) {
  // Characters are types of their own.
  const wide = integer && (bits === 32 || bits === 64) && !/^(char32_t|wchar_t)$/.test(name);
  const longLong = /long long/.test(name) || undefined;
  examples.set(
    name,
    wide
      ? withLongLong(hole(bits === 64 ? 64 : 32, isUnsignedName(name)), longLong)
      : { is: 'scalar', type: sameAs.get(name) ?? name, bits },
  );
}

/** The example of the scalar type `name`, or undefined where no such type is known.
 *  `int` and its like give a hole; narrower integers and all other types a Scalar. */
export function scalarExample(name: string): Scalar | Dynamic | undefined {
  return examples.get(name);
}

/** The example of `complex<T>`: twice as wide as T. */
export function complexOf(element: Value): Scalar {
  const name = isScalar(element) ? element.type : (constantType(element) ?? 'int');
  return { is: 'scalar', type: `complex<${name}>`, bits: 2 * sizeofBits(element) };
}

/** The example of `uint_bit_t<bits>` (or `int_bit_t` where `signed`).  Throws: 'type' where CUTLASS has no such
 *  integer. */
export function integerOfBits(bits: number, signed = false): Scalar | Dynamic {
  const example = scalarExample(`${signed ? 'int' : 'uint'}${bits}_t`);
  if (!example)
    throw signed
      ? refused('type')`there is no signed integer type of ${{ bits }} bits`
      : refused('type')`there is no unsigned integer type of ${{ bits }} bits`;
  return example;
}

/** Whether integers of the type have no sign. */
export function isUnsignedScalar({ type }: Scalar): boolean {
  return /^(u|bool|char(8|16|32)_t)/.test(type);
}

/** True where a variable of the example's type holds a run-time integer (`int8_t x` as well as `int x`). */
export function isIntegerType(example: Value): boolean {
  if (isA(example, 'dynamic')) return true;
  return isScalar(example) && (scalarTypes.get(example.type)?.integer ?? false);
}

/** The name under which a constant keeps the type of its value; undefined for `int`, and for what is no integer. */
export function constantType(value: Value): Static['type'] {
  if (isScalar(value)) return scalarTypes.get(value.type)?.integer ? value.type : undefined;
  if (!isA(value, 'dynamic')) return undefined;
  if (value.narrow !== undefined) return value.narrow;
  if (value.bits === 64) return value.unsigned ? 'uint64_t' : 'int64_t';
  return value.unsigned ? 'uint32_t' : undefined;
}

export function isScalar(value: Value): value is Scalar {
  return isA(value, 'scalar');
}

/** The bits of a type that is no class of a program; undefined where they are not known. */
export function bitsOf(example: Value): number | undefined {
  return sizeOfType(example, () => undefined)?.bits;
}

/** `sizeof_bits_v` of a type, given its example. Units: bits; empty classes count one byte, as `sizeof` does.
 *  Throws: AlgebraError 'type' where the size is not known. */
export function sizeofBits(example: Value): number {
  const open = openTypeIn(example);
  if (open !== undefined)
    throw refused('symbolic', { needs: [open] })`the type ${{ open }} is not known: nothing instantiates this template`;
  if (isScalar(example)) return example.bits;
  const bits = bitsOf(example);
  if (bits === undefined) throw refused('type')`the size of this type is not known`;
  return bits;
}

/** The first parameter without a type among those that a type is made of: a type itself, of its elements. */
function openTypeIn(example: Value): string | undefined {
  if (isTuple(example)) return firstOpen(example);
  if (isScalar(example)) return example.bits === 0 ? example.type : undefined;
  switch (example.is) {
    case 'type':
      return openTypeIn(example.of);
    case 'tag':
      return firstOpen(example.args);
    case 'array':
    case 'pointer':
      return example.is === 'pointer' && example.length === undefined ? undefined : openTypeIn(example.element);
    case 'tensor':
      return openTypeIn(example.data.element);
    default:
      return undefined;
  }
}

function firstOpen(values: readonly Value[]): string | undefined {
  for (const value of values) {
    const open = openTypeIn(value);
    if (open !== undefined) return open;
  }
  return undefined;
}

/** Class templates that hold a fixed number of elements: `array<T, N>`. */
export const arrayClasses: ReadonlySet<string> = new Set([
  'array',
  'array_aligned',
  'array_subbyte',
  'ArrayEngine',
  'AlignedArray',
  'AlignedBuffer',
  'Array',
]);

/** The most elements of an array that are modelled one by one. */
export const maxElements = 64;

/** The type `array<T, N>`, by example: its elements where they are few, else storage of that size. */
export function arrayOf(of: 'cute' | 'std', element: Value, count: Value | undefined): ArrayValue | Tag {
  const n = isA(count, 'static') ? count.n : undefined;
  if (n === undefined || n > maxElements || n < 0)
    return { is: 'tag', name: 'array', args: [{ is: 'type', of: element }, ...(count === undefined ? [] : [count])] };
  return { is: 'array', of, element, elements: Array.from({ length: n }, () => element) };
}

const empty: Size = { bits: 8, align: 8, empty: true };
const pointer: Size = { bits: 64, align: 64 };

/** `std::tuple` lays its elements out from the last to the first; in CuTe's, all but the first are an object. */
function sizeOfTuple(tuple: readonly Value[], ask: AskSize): Size | undefined {
  const sizes = elementTypes(tuple).map(({ of, ref }) => (ref ? pointer : (ask(of) ?? sizeOf(of, ask))));
  const standard = standardTupleOf(tuple);
  if (standard !== undefined) return record(standard === 'tuple' ? sizes.reverse() : sizes);
  return nested(sizes);
}

/** A class with the first member and an object of all others. */
function nested(members: readonly (Size | undefined)[]): Size | undefined {
  return members.reduceRight<Size | undefined>((rest, member) => rest && record([member, rest]), empty);
}

/** The size of a class of the program. */
type AskSize = (value: Value) => Size | undefined;
const asksNobody: AskSize = () => undefined;

function sizeOf(v: Value, ask: AskSize = asksNobody): Size | undefined {
  if (isTuple(v)) return sizeOfTuple(v, ask);
  switch (v.is) {
    case 'scalar':
      // A parameter of a template that nothing instantiates.
      if (v.bits === 0) return undefined;
      if (v.sparse) return record([ask(v.sparse.of) ?? sizeOf(v.sparse.of, ask)]);
      return sizeOfScalar(v);
    case 'dynamic':
      return v.narrow === undefined ? { bits: v.bits, align: v.bits } : sizeOfNarrow(v.narrow, ask);
    case 'basis':
      return sizeOf(v.n);
    case 'static':
    case 'underscore':
    case 'swizzle':
    case 'smem-ptr-flag':
      return empty;
    case 'tag':
      return sizeOfClass(v, ask);
    case 'array':
      return v.of === 'list' ? record([pointer, pointer]) : holder('array', v.element, v.elements.length, ask);
    case 'tensor':
      return v.owning
        ? holder('ArrayEngine', v.data.element, storedBy(v.layout), ask)
        : record([sizeOf(v.layout), v.data.packed ? sizeOf(v.data) : pointer]);
    case 'mixed-bits':
      return v.dynamic.is === 'dynamic' ? { bits: 32, align: 32 } : empty;
    case 'layout':
      return sizeOfLayout(v);
    case 'composed':
      return nested([sizeOf(v.a), sizeOf(v.offset), sizeOf(v.b)]);
    case 'pointer':
      if (v.packed) return record([pointer, { bits: 8, align: 8 }]);
      return v.space === 'counting' ? sizeOf(v.element) : v.space === 'tmem' ? { bits: 32, align: 32 } : pointer;
    case 'type':
      return sizeOf(v.of);
    case 'text':
      return v.of === 'string' ? { bits: 256, align: 64 } : v.of ? { bits: 128, align: 64 } : pointer;
    case 'member-pointer':
      return { bits: isA(v.member.of, 'function-type') ? 128 : 64, align: 64 };
    default:
      return undefined;
  }
}

function sizeOfNarrow(narrow: string | Enumeration, ask: AskSize): Size | undefined {
  const type = typeOfNarrow(narrow);
  return ask(type) ?? sizeOf(type, ask);
}

/** What TMA reads of a tensor (`CUtensorMap` of cuda.h). */
const descriptor: Size = { bits: 8 * 128, align: 8 * 64 };

/** Arrays of the library have a size; other tags are empty operation types. */
function sizeOfClass({ name, args: [element, count, align] }: Tag, ask: AskSize): Size | undefined {
  if (name === 'nullptr_t') return pointer;
  if (name === 'CUtensorMap') return descriptor;
  if (name === 'aligned_struct') return isA(element, 'static') ? alignedTo(element.n) : undefined;
  if (name === 'aligned_storage') return alignedStorage(element, count);
  if (!arrayClasses.has(name)) return empty;
  const n = isA(count, 'static') ? count.n : undefined;
  if (element === undefined || (align !== undefined && !isA(align, 'static'))) return undefined;
  return holder(name, element, n, ask, align?.n);
}

/** `cute::aligned_struct<N>`, which aligns what derives from it where N is a power of two up to 256. */
function alignedTo(bytes: number): Size {
  const isKnown = [1, 2, 4, 8, 16, 32, 64, 128, 256].includes(bytes);
  return isKnown ? { ...empty, bits: 8 * bytes, align: 8 * bytes } : empty;
}

/** `aligned_storage<n, align>`, in bytes. */
function alignedStorage(length: Value | undefined, align: Value | undefined): Size | undefined {
  return isA(length, 'static') && isA(align, 'static') ? { bits: length.n * 8, align: align.n * 8 } : undefined;
}

/** An array class; of sparse elements, those are stored that they stand for. */
function holder(
  name: string,
  element: Value,
  count: number | undefined,
  ask: AskSize,
  asked?: number,
): Size | undefined {
  const of = isA(element, 'type') ? element.of : element;
  const sparse = name === 'ArrayEngine' ? asSparse(of) : undefined;
  const stored = sparse?.of ?? of;
  const one = ask(stored) ?? sizeOf(stored, ask);
  if (!one || count === undefined) return undefined;
  // CUTLASS says that a truth value has one bit.
  const bits = isScalar(stored) && stored.type === 'bool' ? 1 : one.bits;
  return storageOf(name, bits, one, count / (sparse?.factor ?? 1), asked);
}

const asSparse = (example: Value): Scalar['sparse'] => (isScalar(example) ? example.sparse : undefined);

/** The number of elements that an owning tensor stores; undefined where it is not known. */
function storedBy(layout: Layout | ComposedLayout): number | undefined {
  return cosize(layout).n;
}

function sizeOfLayout(v: Layout | ComposedLayout): Size | undefined {
  return v.is === 'layout' ? record([sizeOf(v.shape), sizeOf(v.stride)]) : undefined;
}

/** Size and alignment of a type, where they are known. `sizeOfMember` answers for classes of the program. */
export function sizeOfType(example: Value, sizeOfMember: SizeOf): Size | undefined {
  if (!isTuple(example) && example.is === 'pointer' && example.length !== undefined)
    return sizeOfArray(example.element, example.length, sizeOfMember);
  if (!isTuple(example) && example.is === 'array' && example.of !== 'list') {
    const n = example.elements.length;
    // Without elements `std::array` holds an empty object, and CuTe's holds nothing.
    if (n === 0 && example.of !== 'c') return { bits: 8, align: 8, ...(example.of === 'cute' && { empty: true }) };
    return sizeOfArray(example.element, { is: 'static', n }, sizeOfMember);
  }
  if (isScalar(example) && example.bits === 0) return undefined;
  return sizeOfMember(example) ?? sizeOf(example, sizeOfMember);
}

type SizeOf = (value: Value) => Size | undefined;

function sizeOfArray(element: Value, length: Value, sizeOfMember: SizeOf): Size | undefined {
  const one = sizeOfType(element, sizeOfMember);
  const count = isTuple(length) || (length.is !== 'dynamic' && length.is !== 'static') ? undefined : length.n;
  if (!one || count === undefined) return undefined;
  const bits = Math.ceil(one.bits / 8) * 8 * count;
  return { bits, align: one.align, ...(one.filled !== undefined && { filled: bits }) };
}

/** Size and alignment of a class with these members in order. Empty members take no room, since they are bases. */
export function record(members: readonly (Size | undefined)[]): Size | undefined {
  let bits = 0;
  let align = 8;
  for (const member of members) {
    if (!member) return undefined;
    if (member.empty) continue;
    bits = Math.ceil(bits / member.align) * member.align + Math.ceil(member.bits / 8) * 8;
    align = Math.max(align, member.align);
  }
  return bits === 0 ? empty : { bits: Math.ceil(bits / align) * align, align, filled: bits };
}
