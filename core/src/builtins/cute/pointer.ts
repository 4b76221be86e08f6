// Builtins of cute/pointer.hpp and its neighbours: tagged pointers, counting and coordinate iterators, casts of
// pointers. The arithmetic is in values/pointer.ts.
import { words } from '../../base/say';
import { dyn, int } from '../../algebra/index';
import { asCoord, asInt, asType, isPointer, refuse, untype, isA } from '../../values/convert';
import {
  addressType,
  coordinateIterator,
  countingIterator,
  dropSwizzle,
  isNarrow,
  makePointer,
  recastPointer,
  swizzlePointer,
  tagPointer,
  tmemAddress,
  tmemPointer,
  voidElement,
} from '../../values/pointer';
import { sparsePointer } from '../../values/sparse';
import { hole } from '../../algebra/leaf';
import { arrayClasses, arrayOf, bitsOf } from '../../values/scalars';
import { alignmentUnasked } from '../../values/storage';
import type { Pointer, TypeOf, Value } from '../../values/value';
import { constant, flag, isQualified, typeOf, type Entry } from '../entry';
import { family, optional, param, rest } from '../registry';
import type { Builtin, BuiltinCall } from '../registry';
import { refused } from '../../values/refused';

function isVoid(type: Value | undefined): boolean {
  return isA(type, 'type') && isA(type.of, 'void');
}

/** An operand as a pointer. Arrays give a pointer to their elements; null and integer addresses give a pointer
 *  whose base is not known. Throws: AlgebraError 'type' for other operands. */
export function asPointer(value: Value | undefined, what: string): Pointer {
  if (value !== undefined && isPointer(value)) return value;
  let begin: Pointer;
  switch (value?.is) {
    case 'element':
      return value.pointer;
    case 'tensor':
      return refuse(what, words`a pointer (take .data() of the tensor)`, value);
    case 'tag':
      if (value.args[0] === undefined || !isArrayClass(value.name)) break;
      begin = value.memory ?? makePointer('generic', untype(value.args[0]));
      if (value.name !== 'array_aligned' && isNarrow(begin.element)) begin = { ...begin, packed: true };
      return value.name === 'ArrayEngine' ? sparsePointer(begin) : begin;
    case 'array':
      return value.memory ?? makePointer('generic', value.element);
    case 'static':
    case 'dynamic':
    case 'text':
      return makePointer('generic', voidElement);
    default:
  }
  return refuse(what, words`a pointer`, value);
}

/** True for the name of a class that holds a fixed number of elements and gives a pointer by `begin()` or
 *  `data()`. */
export function isArrayClass(name: string): boolean {
  return arrayClasses.has(name);
}

/** A pointer to elements of another type: const where either type says so. */
function recastTo(type: Value | undefined, pointer: Pointer, what: string): Pointer {
  const cast = sparsePointer(recastPointer(pointer, asType(type, what), 'packed'));
  if (!isA(type, 'type')) return cast;
  const { constant, volatile } = type;
  return { ...cast, ...(constant && { constant }), ...(volatile && { volatile }) };
}

function tagged(space: 'gmem' | 'smem' | 'rmem') {
  return ({ targs, args }: BuiltinCall): Value => {
    const what = `make_${space}_ptr`;
    const pointer = asPointer(args[0], what);
    const typed = targs[0] === undefined ? pointer : recastTo(targs[0], pointer, what);
    const made = tagPointer(typed, space);
    const swizzle = args[1];
    return isA(swizzle, 'swizzle') ? swizzlePointer(made, swizzle) : made;
  };
}

/** `begin()` of an array class: a pointer to its elements. */
function arrayBegin({ args }: BuiltinCall): Value {
  return asPointer(args[0], 'begin()');
}

export const pointers = family('cute/pointer.hpp', {
  make_gmem_ptr: {
    params: [param('pointer')],
    templateParams: ['T'],
    gives: 'the pointer, marked as one to global memory',
    examples: [],
    run: tagged('gmem'),
  },
  make_smem_ptr: {
    params: [param('pointer'), optional('swizzle')],
    templateParams: ['T'],
    gives: 'the pointer, marked as one to shared memory',
    examples: [],
    run: tagged('smem'),
  },
  make_rmem_ptr: {
    params: [param('pointer')],
    templateParams: ['T'],
    gives: 'the pointer, as one to registers',
    examples: [],
    run: tagged('rmem'),
  },
  make_tmem_ptr: {
    params: [optional('address')],
    templateParams: ['T'],
    gives: 'a pointer to tensor memory',
    examples: ['make_tmem_ptr<float>(0) // tmem_[32b](0x0000.0000)'],
    run: ({ targs, args }) =>
      tmemPointer(
        asType(targs[0], 'make_tmem_ptr'),
        args[0] === undefined ? int(0) : asCoord(args[0], 'make_tmem_ptr'),
      ),
  },
  recast_ptr: {
    params: [param('pointer')],
    templateParams: ['T'],
    gives: 'the same address as a pointer to T',
    examples: [],
    run: ({ targs, args }) => recastTo(targs[0], asPointer(args[0], 'recast_ptr'), 'recast_ptr'),
  },
  raw_pointer_cast: {
    params: [param('pointer')],
    gives: 'the plain address behind a tagged pointer',
    examples: [],
    run: ({ args }) => {
      const pointer = asPointer(args[0], 'raw_pointer_cast');
      if (pointer.space === 'counting' || pointer.space === 'coordinates') return pointer.offset;
      if (pointer.space === 'tmem') return dyn(tmemAddress(pointer) ?? 0);
      const plain = untagged(dropSwizzle(pointer));
      return plain.packed ? recastPointer(plain, plain.element) : plain;
    },
  },
  cast_smem_ptr_to_uint: {
    params: [param('pointer')],
    gives: 'the 32-bit shared-memory address',
    examples: [],
    run: () => addressType,
  },
  counting_iterator: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'an iterator whose elements are its own positions: 0, 1, 2, …',
    examples: ['counting_iterator<int>(3) // counting_iter(3)'],
    run: ({ targs }) => countingIterator(targs[0] === undefined ? addressType : asType(targs[0], 'counting_iterator')),
  },
  make_inttuple_iter: {
    params: [rest('coord')],
    gives: 'an iterator over coordinates, starting at `coord`',
    examples: ['make_inttuple_iter(make_coord(_0{}, _5{})) // ArithTuple(_0,_5)'],
    run: ({ args }) => coordinateIterator(asCoord(args.length === 1 ? args[0] : [...args], 'make_inttuple_iter')),
  },
  'pointer.get': {
    gives: 'the pointer inside: without its swizzle, or without its tag',
    examples: [],
    run: ({ args }) => {
      const pointer = asPointer(args[0], 'get');
      return pointer.swizzle ? dropSwizzle(pointer) : untagged(pointer);
    },
  },
  'pointer::value_type': {
    gives: 'the type of the elements',
    examples: [],
    run: ({ args }) => ({ is: 'type', of: asPointer(args[0], 'value_type').element }),
  },
  'pointer::element_type': {
    gives: 'the type of the elements',
    examples: [],
    run: ({ args }) => ({ is: 'type', of: asPointer(args[0], 'element_type').element }),
  },
  gmem_ptr: pointerType('gmem_ptr', 'gmem'),
  smem_ptr: pointerType('smem_ptr', 'smem'),
  rmem_ptr: pointerType('rmem_ptr', 'rmem'),
  tmem_ptr: {
    kind: 'type',
    templateParams: ['T'],
    gives: 'a pointer to tensor memory',
    examples: [],
    run: ({ targs }) => tmemPointer(asType(targs[0], 'tmem_ptr'), int(0)),
  },
  ...spaceQuery('gmem', (call) => isIn('gmem', call)),
  ...spaceQuery('smem', (call) => isIn('smem', call)),
  ...spaceQuery('rmem', (call) => !isIn('gmem', call) && !isIn('smem', call)),
  ...spaceQuery('tmem', (call) => isIn('tmem', call)),
});

/** The pointer without what marks its memory; registers keep theirs, since nothing marks them. */
function untagged(pointer: Pointer): Pointer {
  return pointer.space === 'rmem' ? pointer : { ...pointer, space: 'generic' };
}

/** `smem_ptr<T*>`: the type of a tagged pointer. */
function pointerType(name: string, space: 'gmem' | 'smem' | 'rmem') {
  return {
    kind: 'type' as const,
    templateParams: ['P'],
    gives: `a pointer of type P, marked as ${space}`,
    examples: [],
    run: ({ targs }: BuiltinCall): Value => {
      // Pointers to registers have no tag here, by which this type would differ from P.
      if (space === 'rmem') throw refused('symbolic')`\`${{ name }}\` is not modelled`;
      return tagPointer(asPointer(asType(targs[0], name), name), space);
    },
  };
}

/** `is_smem<T>` and `is_smem_v<T>`. */
function spaceQuery(name: string, test: (call: BuiltinCall) => boolean): Record<string, Entry> {
  const gives = `whether T is a pointer or a tensor in ${name}`;
  const run = (call: BuiltinCall): Value => flag(test(call));
  return { [`is_${name}`]: typeOf('T', gives, [], run), [`is_${name}_v`]: constant('T', gives, run) };
}

/** A specialisation says it of pointers; of a tensor, and of a pointer that is const, it is asked of their iterators.
 *  That of a marked pointer is what it marks. */
function isIn(space: Pointer['space'], call: BuiltinCall): boolean {
  const [type] = call.targs;
  const example = asType(type, `is_${space}`);
  const pointer = example.is === 'tensor' ? example.data : example.is === 'pointer' ? example : undefined;
  if (pointer?.space !== space) return false;
  if (!isQualified(call, 0)) return true;
  return example.is === 'tensor' && isA(type, 'type') && type.ref === undefined;
}

const arrayType = (name: string, ...more: string[]) => ({
  kind: 'type' as const,
  templateParams: ['T', 'N', ...more],
  gives: 'a class that holds N elements of T',
  examples: [],
  run: ({ targs: [element, count, align] }: BuiltinCall): Value => {
    // A number is of the type of the parameter, whatever type it is written with.
    const args = [element, isA(count, 'static') ? int(count.n) : count].flatMap((arg) => arg ?? []);
    const asked = more.length > 0 && align !== undefined && !isUnasked(name, element, count, align) ? [align] : [];
    return { is: 'tag' as const, name, args: [...args, ...asked] };
  },
});

/** Whether an alignment is the one that an array class has by itself: both spellings are one type. */
function isUnasked(name: string, element: Value | undefined, count: Value | undefined, align: Value): boolean {
  if (element === undefined || !isA(count, 'static') || !isA(align, 'static')) return false;
  return align.n === alignmentUnasked(name, bitsOf(untype(element)), count.n);
}

/** `NumericArrayConverter<To, From, N>{}(x)`: an array of N To. */
function convertedArray({ args: [object] }: BuiltinCall): Value {
  const [to, , count] = isA(object, 'tag') && object.name === 'NumericArrayConverter' ? object.args : [];
  if (to === undefined || count === undefined) throw refused('type')`this cannot be called`;
  return { is: 'tag', name: 'Array', args: [to, count] };
}

/** `NumericArrayConverter<To, From, N>::result_type` and `source_type`. */
function convertedType({ args: [object] }: BuiltinCall, which: 0 | 1): Value {
  const { args } = isA(object, 'tag') && object.name === 'NumericArrayConverter' ? object : { args: [] };
  const [element, count] = [args[which], args[2]];
  if (element === undefined || count === undefined) return refuse(words`this member`, words`a converter`, object);
  return { is: 'type', of: { is: 'tag', name: 'Array', args: [element, count] } };
}

/** A member type of an array; `how` makes it of the type of the elements. */
function elementMember(how: (element: TypeOf) => TypeOf): Omit<Builtin, 'kind'> {
  return {
    gives: 'the type of the elements',
    examples: [],
    run: ({ args: [array] }: BuiltinCall): Value => {
      if (!isA(array, 'array')) return refuse(words`this member`, words`an array`, array);
      return how({ is: 'type', of: array.element, ...(array.constant && { constant: true }) });
    },
  };
}

/** Array classes, of which shared memory is declared. */
export const arrays = family('cute/container/array_aligned.hpp', {
  array_aligned: arrayType('array_aligned', 'Alignment'),
  array_subbyte: arrayType('array_subbyte'),
  array: {
    kind: 'type',
    templateParams: ['T', 'N'],
    gives: 'a class that holds N elements of T',
    examples: [],
    run: ({ targs: [element, count] }) => arrayOf('cute', element === undefined ? hole() : untype(element), count),
  },
  'array::value_type': elementMember((element) => element),
  'array::element_type': elementMember((element) => element),
  'array::reference': elementMember((element) => ({ ...element, ref: 'lvalue' })),
  'array::const_reference': elementMember((element) => ({ ...element, constant: true, ref: 'lvalue' })),
  'array::size_type': { gives: 'the type of indices', examples: [], run: () => ({ is: 'type', of: hole(64, true) }) },
  Array: arrayType('Array'),
  AlignedArray: arrayType('AlignedArray', 'Alignment'),
  NumericArrayConverter: {
    kind: 'type',
    templateParams: ['To', 'From', 'N'],
    gives: 'a function object that converts N elements',
    examples: [],
    run: ({ targs }) => ({ is: 'tag', name: 'NumericArrayConverter', args: targs.slice(0, 3) }),
  },
  'tag::result_type': { gives: 'what the function object gives', examples: [], run: (call) => convertedType(call, 0) },
  'tag::source_type': { gives: 'what the function object takes', examples: [], run: (call) => convertedType(call, 1) },
  'tag.operator()': { gives: 'what the function object gives', examples: [], run: convertedArray },
  aligned_struct: {
    kind: 'type',
    templateParams: ['Alignment', 'Child'],
    gives: 'an empty base class that aligns what derives from it',
    examples: [],
    // With another child it is another class, and two objects of one empty class have different addresses.
    run: ({ targs: [alignment, child] }) => ({
      is: 'tag',
      name: 'aligned_struct',
      args: [alignment, isVoid(child) ? undefined : child].flatMap((arg) => arg ?? []),
    }),
  },
  ArrayEngine: arrayType('ArrayEngine'),
  'tag.begin': { gives: 'a pointer to the first element', examples: [], run: arrayBegin },
  'tag.data': { gives: 'a pointer to the first element', examples: [], run: arrayBegin },
  'tag.size': { gives: 'the number of elements', examples: [], run: ({ args }) => arraySize(args[0]) },
});

function arraySize(value: Value | undefined): Value {
  if (!isA(value, 'tag') || !isArrayClass(value.name)) return refuse('size()', words`an array`, value);
  return asInt(value.args[1], 'size()');
}

/** How `T(args)` and `T{args}` are made where T is an iterator class, given by its example; undefined for other
 *  classes. The function that is returned may throw AlgebraError. */
export function constructPointer(example: Value, args: readonly Value[]): (() => Value) | undefined {
  if (!isPointer(example)) return undefined;
  const [first] = args;
  if (example.space === 'counting')
    return () => countingIterator(example.element, first === undefined ? int(0) : asCoord(first, 'counting_iterator'));
  if (example.space === 'coordinates')
    return () => (first === undefined ? example : coordinateIterator(asCoord(first, 'ArithmeticTupleIterator')));
  if (example.space === 'tmem')
    return () => tmemPointer(example.element, first === undefined ? int(0) : asCoord(first, 'tmem_ptr'));
  return undefined;
}
