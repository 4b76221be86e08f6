// The list of families, and look-ups by name for the evaluator and the editor features. A new family is one line
// here.
import { refused } from '../values/refused';
import { isTensor, tagOf } from '../values/convert';
import type { Value } from '../values/value';
import { unlessRefused } from '../algebra/errors';
import { collective, collectiveEpilogue, layoutDetail } from './cutlass/collective';
import { collectiveSm100 } from './cutlass/collective_sm100';
import { fastMath } from './cutlass/fast_math';
import { intTuples } from './cute/int_tuple';
import { namedConstant } from './cute/integral_constant';
import { layouts } from './cute/layout';
import { layoutAlgebra } from './cute/layout_algebra';
import { composedLayouts } from './cute/layout_composed';
import type { Builtin, BuiltinCall, BuiltinContext, Family } from './registry';
import { callTensor, constructTensorClass, liftFamily, tensorFamilies } from './cute/tensor-families';
import { tileOps } from './cutile/operations';
import { tileTensors } from './cutile/tensors';
import { tupleAlgorithms } from './cute/tuple_algorithms';
import { ratios, sparseElements } from './cute/sparse';
import { architectures, blockScaled, numericTypes } from './cute/numeric_types';
import { compilerTraits } from './cute/compiler_traits';
import { concepts } from './cute/concepts';
import { typePromises } from './cute/type_promises';
import { typeRelations } from './cute/type_relations';
import { standardTuples } from './cute/standard_tuples';
import { complexTraits, typeTraits } from './cute/type_traits';

export { decompose, isClassTemplate } from './cute/decompose';
export { nearestOperations } from './cute/nearest';

/** Every family, in the order of docs/builtins.md. Where two define a name, the first that takes the operands
 *  answers. */
export const families: readonly Family[] = [
  ...[intTuples, tupleAlgorithms, layouts, layoutAlgebra, composedLayouts].map(liftFamily),
  ...tensorFamilies,
  collective,
  collectiveEpilogue,
  collectiveSm100,
  layoutDetail,
  fastMath,
  numericTypes,
  ratios,
  sparseElements,
  architectures,
  blockScaled,
  typeTraits,
  complexTraits,
  standardTuples,
  typeRelations,
  concepts,
  typePromises,
  compilerTraits,
  tileTensors,
  tileOps,
];

/** A builtin with the header it stands for. */
export type Listed = Builtin & { readonly header: string };

type Table = Map<string, Map<string, Listed>>;

const byName = new Map<string, Listed[]>();
/** By kind, then by name. */
const byMethod: Table = new Map();
const byMember: Table = new Map();

for (const { header, entries, methods, members } of families) {
  for (const [name, entry] of entries) byName.set(name, [...(byName.get(name) ?? []), { ...entry, header }]);
  for (const [kind, entriesOf] of methods)
    for (const [name, entry] of entriesOf) setOnce(byMethod, kind, name, { ...entry, header });
  for (const [kind, entriesOf] of members)
    for (const [name, entry] of entriesOf) setOnce(byMember, kind, name, { ...entry, header });
}

/** Names of which `name_t` is one too: classes with a member `type`. */
const withAlias = new Set([...byName.keys()].flatMap((name) => (name.endsWith('_t') ? [name.slice(0, -2)] : [])));

/** Adds a method or member. Where two families define the same one, the second is asked for operands that the
 *  first refuses with 'type'. */
function setOnce(table: Table, kind: string, name: string, entry: Listed): void {
  const ofKind = table.get(kind) ?? new Map<string, Listed>();
  const had = ofKind.get(name);
  table.set(kind, ofKind.set(name, had ? { ...had, run: (call) => firstOf(had, entry, call) } : entry));
}

function firstOf(first: Builtin, second: Builtin, call: BuiltinCall): Value {
  return unlessRefused(
    () => first.run(call),
    (error) => {
      if (error.code === 'type') return second.run(call);
      throw error;
    },
  );
}

const none: readonly Listed[] = [];

/** Functions, class templates and constants of that name (`size`, `Layout`, `GMMA::Major`). */
export function lookupBuiltins(name: string): readonly Listed[] {
  return byName.get(name) ?? none;
}

/** The method `name` of values of a kind: `layout` of `tensor`. */
export function lookupMethod(kind: string, name: string): Listed | undefined {
  return byMethod.get(kind)?.get(name);
}

/** The member type or static constant `name` of the class of a kind: `value_type` of `tensor`. */
export function lookupMember(kind: string, name: string): Listed | undefined {
  return byMember.get(kind)?.get(name);
}

/** Whether a class has an alias for its member `type`: `remove_const_t` of `remove_const`. */
export function hasAlias(name: string): boolean {
  return withAlias.has(name);
}

/** The value of a name that takes no arguments: `_`, `_8`, `X`, `true_type`. Types come as TypeOf. */
export function lookupConstant(name: string): Value | undefined {
  return namedConstant(name);
}

/** `f(args)` where f is an object: a layout or tensor at a coordinate, a swizzle on an offset, an atom. */
export function callOperator(object: Value, args: readonly Value[], ctx: BuiltinContext): Value {
  const entry = lookupMethod(tagOf(object), 'operator()');
  if (entry) return entry.run({ targs: [], args: [object, ...args], ctx });
  if (isTensor(object)) return callTensor(object, args);
  throw refused('type')`${{ object }} cannot be called`;
}

/** How `T{args}` is made where the class of `example` has rules of its own; undefined where it is an aggregate.
 *  The function that is returned may throw AlgebraError. */
export function construct(example: Value, args: readonly Value[]): (() => Value) | undefined {
  return constructTensorClass(example, args);
}
