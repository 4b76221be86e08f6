// Takes a type apart into its template arguments, so that `Layout<Shape<M, N>, D>` can be matched with a layout. Does
// not deduce anything: eval/overload/templates.ts does.
import { hole } from '../../algebra/leaf';
import { isTuple } from '../../values/convert';
import { scalarExample } from '../../values/scalars';
import type { Single, Value } from '../../values/value';

const tupleNames = new Set(['Shape', 'Stride', 'Step', 'Coord', 'Tile', 'tuple', 'pair', 'IntTuple']);

function type(of: Value): Value {
  return { is: 'type', of };
}

function integer(n: number): Value {
  return { is: 'static', n };
}

/** The template arguments of `name<…>` for a type given by example. 'mismatch' where the type is not an instance
 *  of `name`; undefined where `name` is not a class template of CuTe. */
export function decompose(name: string, example: Value): readonly Value[] | 'mismatch' | undefined {
  const parts = table[name];
  if (tupleNames.has(name)) return isTuple(example) ? example.map(type) : 'mismatch';
  if (sequenceNames.has(name) && isTuple(example)) return sequence(name, example);
  if (!parts) return undefined;
  // A tuple may be a braced list that initialises an array; the declared type then decides.
  if (isTuple(example)) return name === 'array' ? undefined : 'mismatch';
  return parts(example) ?? 'mismatch';
}

const sequenceNames = new Set(['integer_sequence', 'index_sequence', 'int_sequence', 'seq', 'tuple_seq']);

/** Whether a template is one of the sequences of integers, whose values are lists of integers as tuples are. */
export function isSequence(name: string): boolean {
  return sequenceNames.has(name);
}

/** `integer_sequence<T, I...>`, `index_sequence<I...>`: the integers. An empty sequence does not tell the type `T`. */
function sequence(name: string, example: readonly Value[]): readonly Value[] | 'mismatch' {
  const numbers = example.map((one) => (!isTuple(one) && one.is === 'static' ? one : undefined));
  const known = numbers.filter((one) => one !== undefined);
  if (known.length < numbers.length) return 'mismatch';
  const [first] = known;
  const plain = known.map(({ n }) => integer(n));
  if (name !== 'integer_sequence') return plain;
  const of: Value = first ? (typedConstant(first)?.[0] ?? unknownType) : unknownType;
  return [of, ...plain];
}

const unknownType: Value = type({
  is: 'unknown',
  cause: { code: 'unsupported', message: 'the type of the numbers of an empty sequence is not known' },
  at: undefined,
});

/** `integral_constant<T, v>`: the type of the value, and the value. */
function typedConstant(v: Single): readonly Value[] | undefined {
  if (v.is !== 'static') return undefined;
  const of = v.type === undefined ? hole() : scalarExample(v.type);
  return of && [type(of), integer(v.n)];
}

const table: Readonly<Record<string, (value: Single) => readonly Value[] | undefined>> = {
  array: (v) =>
    v.is === 'array' && v.of !== 'c'
      ? [type(v.element), integer(v.elements.length)]
      : v.is === 'tag' && v.name === 'array'
        ? v.args
        : undefined,
  Int: (v) => (v.is === 'static' ? [integer(v.n)] : undefined),
  C: (v) => (v.is === 'static' ? [integer(v.n)] : undefined),
  constant: typedConstant,
  integral_constant: typedConstant,
  bool_constant: (v) => (v.is === 'static' && v.type === 'bool' ? [integer(v.n)] : undefined),
  Layout: (v) => (v.is === 'layout' ? [type(v.shape), type(v.stride)] : undefined),
  ComposedLayout: (v) => (v.is === 'composed' ? [type(v.a), type(v.offset), type(v.b)] : undefined),
  Swizzle: (v) => (v.is === 'swizzle' ? [integer(v.bits), integer(v.base), integer(v.shift)] : undefined),
  Tensor: (v) => (v.is === 'tensor' ? [type(v), type(v.layout)] : undefined),
  Copy_Atom: (v) => (v.is === 'copy-atom' ? [type({ is: 'tag', name: v.op, args: [] }), type(v.type)] : undefined),
  MMA_Atom: (v) => (v.is === 'mma-atom' ? [type({ is: 'tag', name: v.op, args: [] })] : undefined),
  TiledCopy: (v) => (v.is === 'tiled-copy' ? [type(v.atom), type(v.layoutTV), type(v.tilerMN)] : undefined),
  TiledMMA: (v) => (v.is === 'tiled-mma' ? [type(v.atom), type(v.thrLayoutVMNK), type(v.permutationMNK)] : undefined),
  ThrCopy: (v) => (v.is === 'thr-copy' ? [type(v.copy), type(v.index)] : undefined),
  ThrMMA: (v) => (v.is === 'thr-mma' ? [type(v.mma), type(v.vmnk)] : undefined),
};

/** Names of CuTe's class templates, which may stand without arguments where they are deduced (`Tensor x = …`). */
export function isClassTemplate(name: string): boolean {
  return tupleNames.has(name) || table[name] !== undefined;
}
