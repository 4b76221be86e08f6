// What kind a value is: an object of a class of the program, something to call, an array. Pure predicates. Also the
// names of the kinds under which builtins register methods.
import { isPlainFloat } from '../../values/floats';
import { isIntegerType } from '../../values/scalars';
import type { ArrayValue, Callable, MmaAtom, Struct, Text, Value } from '../../values/value';
import { type ClassInstance, isClassInstance, isTarget, type Target } from './entities';
import { isTuple } from './inspect';

/** The kind under which builtins register the methods of a value. */
export function kindOfValue(value: Value): string {
  if (isTuple(value)) return 'tuple';
  if (value.is === 'static' || value.is === 'dynamic' || value.is === 'underscore') return 'int';
  return value.is;
}

/** The class of the program of which a value is an object or an example; undefined for other values. */
export function classOf(value: Value): ClassInstance | undefined {
  return value.is === 'struct' && isClassInstance(value.cls) ? value.cls : undefined;
}

/** A value that can be called, or named as a template. */
export function callable(name: string, target: Target): Callable {
  return { is: 'callable', name, target };
}

/** The target of a `Callable`; undefined for other values. */
export function targetOf(value: Value): Target | undefined {
  return value.is === 'callable' && isTarget(value.target) ? value.target : undefined;
}

/** The type of `nullptr`, and its one value. */
export function isNullptrType(value: Value): boolean {
  return !isTuple(value) && value.is === 'tag' && value.name === 'nullptr_t';
}

/** The underlying type of an enumeration; any other type unchanged. */
export function underlyingType(example: Value): Value {
  const target = targetOf(example);
  return (target?.kind === 'namespace' ? target.scope?.underlying : undefined) ?? example;
}

export function isText(value: Value): value is Text {
  return value.is === 'text';
}

/** A `std::string` or a `std::string_view`, or the type. */
export function isTextObject(value: Value): value is Text & { readonly of: 'string' | 'string_view' } {
  return value.is === 'text' && value.of !== undefined;
}

export function isArray(value: Value): value is ArrayValue {
  return value.is === 'array';
}

/** A `std::initializer_list`, or its type. */
export function isList(value: Value): value is ArrayValue & { readonly of: 'list' } {
  return value.is === 'array' && value.of === 'list';
}

/** All members of CuTe's constants and of its layouts. */
const ofConstants = /^(value|type|value_type|operator.*)$/;
const ofLayouts =
  /^(rank|layout|shape|stride|compose|with_shape|tile|get_hier_coord|get_flat_coord|get_1d_coord|operator.*)$/;

/** Whether a class of CuTe, or that of a closure, has no member of a name; false also where that is not known. */
export function lacks(example: Value, id: string): boolean {
  if (isTuple(example)) return false;
  if (targetOf(example)?.kind === 'lambda') return !id.startsWith('operator');
  if (example.is === 'static') return !ofConstants.test(id);
  if (example.is === 'tiled-mma') return atomLacks(example.atom, id);
  if (example.is === 'mma-atom') return atomLacks(example, id);
  return example.is === 'layout' && !ofLayouts.test(id);
}

/** The members by which kernels tell sparse and block-scaled operations from others. */
function atomLacks({ operation, extra }: MmaAtom, id: string): boolean {
  return operation !== undefined && (id === 'ValTypeE' || id === 'FrgTypeSFA') && extra?.[id] === undefined;
}

/** Whether a type is none of the classes, which alone have members: a number, a plain pointer or array, `void`. */
export function hasNoMembers(example: Value): boolean {
  if (isTuple(example)) return false;
  switch (example.is) {
    case 'dynamic':
    case 'void':
      return true;
    case 'scalar':
      return example.bits > 0 && (isIntegerType(example) || isPlainFloat(example.type));
    case 'pointer':
      return example.space === 'generic';
    case 'array':
      return example.of === 'c';
    case 'function-type':
    case 'member-pointer':
      return true;
    case 'tag':
      return isNullptrType(example);
    default:
      return false;
  }
}

/** A lambda in a variable whose type is not known. */
export function retyped(value: Value): Value {
  const target = targetOf(value);
  if (target?.kind !== 'lambda' || isTuple(value) || value.is !== 'callable') return value;
  return { ...value, target: { ...target, retyped: true } };
}

interface Vector extends Struct {
  readonly name: 'vector';
}

/** An object of `std::vector` or of another class that owns or spans memory (memory/vectors.ts). */
export function isVector(value: Value): value is Vector {
  return !isTuple(value) && value.is === 'struct' && value.name === 'vector' && value.cls === undefined;
}
