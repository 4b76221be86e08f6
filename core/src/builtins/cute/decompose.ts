// Takes a type apart into its template arguments, so that `Layout<Shape<M, N>, D>` can be matched with a layout. Does
// not deduce anything: eval/overload/deduction.ts does.
import { isA, isTuple, untype } from '../../values/convert';
import { widthOpNames } from '../../atoms/traits';
import { hole, type Static } from '../../algebra/leaf';
import { bitsOf, scalarExample, typeOfNarrow } from '../../values/scalars';
import { elementTypes, standardTupleOf } from '../../values/standard-tuples';
import { sequenceOf } from '../../values/sequences';
import { alignmentUnasked } from '../../values/storage';
import type { CopyAtom, MmaAtom, Single, Struct, Tag, Value } from '../../values/value';

const tupleNames = new Set(['Shape', 'Stride', 'Step', 'Coord', 'Tile', 'tuple', 'pair', 'IntTuple']);

function type(of: Value): Value {
  return { is: 'type', of };
}

function integer(n: number): Value {
  return { is: 'static', n };
}

/** A `size_t`. */
function sizeConstant(n: number): Value {
  return { is: 'static', n, type: 'uint64_t' };
}

/** The number of a constant, with its type. */
function constantOf({ n, type: name }: Static): Value {
  return name === undefined ? integer(n) : { is: 'static', n, type: name };
}

function typeOfConstant({ type: name }: Static): Value {
  return type(typeOfNarrow(name ?? 'int'));
}

/** The template arguments of `name<…>` for a type given by example. 'mismatch' where the type is not an instance
 *  of `name`; undefined where `name` is not a class template of CuTe. */
export function decompose(name: string, example: Value): readonly Value[] | 'mismatch' | undefined {
  const parts = table[name];
  if (name === 'std::tuple' || name === 'std::pair') return tupleArguments(name.slice('std::'.length), example);
  if (tupleNames.has(name)) return tupleArguments(name, example);
  if (sequenceNames.has(name)) return isTuple(example) ? sequence(name, example) : 'mismatch';
  if (!parts) return undefined;
  // A tuple may be a braced list that initialises an array; the declared type then decides.
  if (isTuple(example)) return name === 'array' ? undefined : 'mismatch';
  return parts(example) ?? 'mismatch';
}

/** The arguments of a tuple. One of which the class template is not known may be of any. */
function tupleArguments(name: string, example: Value): readonly Value[] | 'mismatch' {
  if (!isTuple(example) || sequenceOf(example)) return 'mismatch';
  return (standardTupleOf(example) ?? name) === name ? elementTypes(example) : 'mismatch';
}

const sequenceNames = new Set(
  ['integer_sequence', 'index_sequence', 'int_sequence', 'seq'].flatMap((name) => [name, `std::${name}`]),
);

/** `integer_sequence<T, I...>`, `index_sequence<I...>`: the integers, of the type that the template asks for. */
function sequence(name: string, example: readonly Value[]): readonly Value[] | 'mismatch' {
  const mark = sequenceOf(example);
  if (!mark || (mark.of === 'std') !== name.startsWith('std::')) return 'mismatch';
  const numbers = example.map((one) => (!isTuple(one) && one.is === 'static' ? constantOf(one) : one));
  if (name.endsWith('integer_sequence')) return [type(mark.type), ...numbers];
  const wanted = name.endsWith('index_sequence') ? hole(64, true) : hole();
  return mark.type === wanted ? numbers : 'mismatch';
}

const table: Readonly<Record<string, (value: Single) => readonly Value[] | undefined>> = {
  array: (v) =>
    v.is === 'array' && (v.of === 'cute' || v.of === 'std')
      ? [type(v.element), sizeConstant(v.elements.length)]
      : v.is === 'tag' && v.name === 'array'
        ? v.args.map((one) => (!isTuple(one) && one.is === 'static' ? sizeConstant(one.n) : one))
        : undefined,
  array_aligned: (v) => sizedArray('array_aligned', v),
  array_subbyte: (v) => sizedArray('array_subbyte', v),
  ArrayEngine: (v) => sizedArray('ArrayEngine', v),
  Array: (v) => {
    const [of, count] = heldBy('Array', v) ?? [];
    return of && count && [of, count, ...registerSized(of)];
  },
  AlignedArray: (v) => heldBy('AlignedArray', v),
  ...Object.fromEntries(widthOpNames().map((name) => [name, (v: Single) => copied(name, v)])),
  initializer_list: (v) => (v.is === 'array' && v.of === 'list' ? [type(v.element)] : undefined),
  Int: (v) => (v.is === 'static' && v.of !== 'std' && v.type === undefined ? [integer(v.n)] : undefined),
  C: (v) => (v.is === 'static' && v.of !== 'std' ? [constantOf(v)] : undefined),
  integral_constant: (v) => (v.is === 'static' && v.of === 'cute' ? [typeOfConstant(v), constantOf(v)] : undefined),
  'std::integral_constant': (v) =>
    v.is === 'static' && v.of === 'std' ? [typeOfConstant(v), constantOf(v)] : undefined,
  bool_constant: (v) => (v.is === 'static' && v.of !== 'std' && v.type === 'bool' ? [constantOf(v)] : undefined),
  'std::bool_constant': (v) => (v.is === 'static' && v.of === 'std' && v.type === 'bool' ? [constantOf(v)] : undefined),
  'std::optional': (v) => (v.is === 'struct' && v.name === 'optional' && v.cls === undefined ? heldType(v) : undefined),
  complex: (v) => elementOfComplex(v)?.map(type),
  Layout: (v) => (v.is === 'layout' ? [type(v.shape), type(v.stride)] : undefined),
  ComposedLayout: (v) => (v.is === 'composed' ? [type(v.a), type(v.offset), type(v.b)] : undefined),
  Swizzle: (v) => (v.is === 'swizzle' ? [integer(v.bits), integer(v.base), integer(v.shift)] : undefined),
  Tensor: (v) => (v.is === 'tensor' ? [type(v), type(v.layout)] : undefined),
  Copy_Atom: (v) => (v.is === 'copy-atom' ? [type(operationOf(v)), type(v.type)] : undefined),
  MMA_Atom: (v) => (v.is === 'mma-atom' ? [type(operationOf(v))] : undefined),
  TiledCopy: (v) => (v.is === 'tiled-copy' ? [type(v.atom), type(v.layoutTV), type(v.tilerMN)] : undefined),
  TiledMMA: (v) => (v.is === 'tiled-mma' ? [type(v.atom), type(v.atomLayoutMNK), type(v.permutationMNK)] : undefined),
  ThrCopy: (v) => (v.is === 'thr-copy' ? [type(v.copy), type(v.index)] : undefined),
  ThrMMA: (v) => (v.is === 'thr-mma' ? [type(v.mma), type(v.vmnk)] : undefined),
};

/** The arguments of an array class, with the alignment that is not written. */
function heldBy(name: string, v: Single): readonly Value[] | undefined {
  if (v.is !== 'tag' || v.name !== name) return undefined;
  const [of, count, align] = v.args;
  if (of === undefined || !isA(count, 'static')) return v.args;
  const unasked = alignmentUnasked(name, bitsOf(untype(of)), count.n);
  return align === undefined && unasked !== undefined ? [of, integer(count.n), integer(unasked)] : v.args;
}

function operationOf({ op, operation }: CopyAtom | MmaAtom): Tag {
  return operation ?? { is: 'tag', name: op, args: [] };
}

/** `UniversalCopy<S, D = S>`. */
function copied(name: string, v: Single): readonly Value[] | undefined {
  if (v.is !== 'tag' || v.name !== name) return undefined;
  const [source, destination = source] = v.args;
  return source && destination && [source, destination];
}

/** An array class whose numbers are of type `size_t`. */
function sizedArray(name: string, v: Single): readonly Value[] | undefined {
  return heldBy(name, v)?.map((one) => (isA(one, 'static') ? sizeConstant(one.n) : one));
}

/** The last argument of `cutlass::Array<T, N>`: whether an element fills a register. */
function registerSized(of: Value): readonly Value[] {
  const bits = bitsOf(untype(of));
  return bits === undefined ? [] : [{ is: 'static', n: bits >= 32 ? 1 : 0, type: 'bool' }];
}

/** The type that the type of a holder names. */
function heldType({ fields }: Struct): readonly Value[] | undefined {
  const held = fields.get('#type');
  return held && [held];
}

function elementOfComplex(of: Single): readonly Value[] | undefined {
  const name = of.is === 'scalar' ? /^complex<(.*)>$/.exec(of.type)?.[1] : undefined;
  const element = name === undefined ? undefined : scalarExample(name);
  return element && [element];
}

/** Names of CuTe's class templates, which may stand without arguments where they are deduced (`Tensor x = …`). */
export function isClassTemplate(name: string): boolean {
  return tupleNames.has(name) || table[name] !== undefined;
}
