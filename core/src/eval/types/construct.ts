// Makes values of a type (`T{…}`, `T(…)`) and converts values to a type, as C++ does on initialisation.
import { say } from '../../base/say';
import { isIntTuple } from '../../algebra/int_tuple';
import { convertLanes, narrowLanes } from '../../algebra/lanes';
import { dyn, type Dynamic, hole, withLongLong, withNarrow, withSign } from '../../algebra/leaf';
import { unknownAs } from '../../algebra/unknowns';
import { wideOf } from '../../algebra/wide';
import { heldAs, heldWide, narrowed, wideAsScalar } from './held-numbers';
import { nowhere, type Span } from '../../base/span';
import { construct as constructBuiltin } from '../../builtins/index';
import { floating } from '../../values/floats';
import { recastPointer } from '../../values/pointer';
import { wholeOf } from '../memory/loading';
import { isIntegerType, isUnsignedScalar } from '../../values/scalars';
import { hasReferences, likeTuple } from '../../values/standard-tuples';
import { loseByConversion } from '../memory/named-code';
import type { Callable, Pointer, Struct, Unknown, Value } from '../../values/value';
import { accessElement } from '../memory/accesses';
import { literalAs } from '../memory/literals';
import { assignedVector, bracedArguments } from '../memory/vectors';
import { implicitOnes } from '../overload/explicit';
import { listGiven } from './aggregates';
import { guarded } from '../state/algebra-guard';
import { type GivenArgs, type Designators, hostConstruct } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { judged } from '../overload/overloads';
import type { Arg, ClassInstance, Target, Source } from '../values/entities';
import { designatorsOf } from '../values/designators';
import { isScalarPlaceholder, typedAs, typedUnknown, unknownOfType } from './unknown-types';
import { enumerationOf, enumerator, promotedEnumeration } from '../values/enumerations';
import { heldArguments, isHolder, isOptional, unwrapped } from '../values/holders';
import { isTuple, isUnknown, sameType, unknownIn, zero } from '../values/inspect';
import {
  classOf,
  isArray,
  isList,
  isNullptrType,
  isText,
  isVector,
  retyped,
  targetOf,
  underlyingType,
} from '../values/kinds';
import { isSpan } from '../values/vectors';
import { asNumber, truthOfAddress } from '../values/truth';
import { mayBeInvalid, ofOpenType, unknown } from '../values/unknown';
import { zeroOf } from './zeros';
import { chosenFunction } from './chosen-functions';
import { leaveMoved } from './moved-from';
import { copied, copiedAs } from './copies';
import { takesExplicitly } from './copying-code';
import { constructArray, constructList, convertToArray } from './construct-arrays';
import { isIncomplete, undefinedClass } from './classes';
import { constructText } from './texts';
import { constructTuple, convertTuple } from './construct-tuples';
import { constructClass, constructImplicitly } from './objects';
import { asArithmetic, asObject, asReference } from './object-conversions';
import { deducedOfLibrary } from './deduced-of-library';
import { constructReferring, isOfReferences, sourcesOf, valuesOf } from './tuples-of-references';
import { asClosure } from '../values/base-closures';
import { derivesFrom, objectOf } from '../values/base-parts';
import { constVolatile } from '../values/qualifiers';
import { tupleBase, tuplePart } from '../values/tuple-bases';

/** `T{args}` or `T(args)`, T given by its example. */
export function construct(
  m: Machine,
  example: Value,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given?: GivenArgs,
): Value {
  if (isTuple(example))
    return hasReferences(example)
      ? constructReferring(m, example, args, given ?? [])
      : likeTuple(constructTuple(m, example, args.map(referenceFree), given), example);
  if (example.is === 'unknown') return example;
  if (example.is === 'callable') return constructDeduced(m, example, args, span, given);
  if (isList(example)) return constructList(m, example, args, span, given);
  if (example.is === 'array') return constructArray(m, example, args, span, given);
  const instance = classOf(example);
  if (instance && isIncomplete(instance)) return undefinedClass(instance.entity, span);
  if (example.is === 'struct') return constructStruct(m, example, args, span, designators, given);
  const first = args[0];
  if (example.is === 'void') return (m.mode.unevaluated ? args.find(mayBeInvalid) : undefined) ?? example;
  if (example.is === 'scalar' && isScalarPlaceholder(example)) return ofOpenType(example.type, span);
  if (isText(example)) {
    const text = constructText(example, args, given?.[0]);
    if (given?.[0]) leaveMoved(m, given[0].value, given[0]);
    return text;
  }
  const built = constructBuiltin(example, args);
  if (built) return guarded(m, span, built);
  if (first === undefined) return zeroOf(example);
  if (example.is === 'layout') return constructLayout(m, example, args);
  if (!isTuple(first) && first.is === 'element') accessElement(m, first.pointer, false, span);
  return isUnknown(first) ? typedAs(first, example) : convert(m, first, example, true, 'value', given?.[0]);
}

const referenceFree = (value: Value): Value => (isOfReferences(value) ? valuesOf(value) : value);

function constructLayout(m: Machine, example: Extract<Value, { is: 'layout' }>, args: readonly Value[]): Value {
  const [shape, stride] = args;
  if (shape !== undefined && !isTuple(shape) && shape.is === 'layout') return convert(m, shape, example);
  const parts = [
    convert(m, shape ?? example.shape, example.shape),
    stride === undefined ? zero(example.stride) : convert(m, stride, example.stride),
  ] as const;
  const [madeShape, madeStride] = parts;
  if (isIntTuple(madeShape) && isIntTuple(madeStride)) return { is: 'layout', shape: madeShape, stride: madeStride };
  return parts.find(isUnknown) ?? unknown('unsupported', say`a layout is made of integers and tuples of them`);
}

/** `Layout(x)`, `Tensor{x}`: a class template whose arguments follow from the one operand. */
function constructDeduced(
  m: Machine,
  example: Extract<Value, { is: 'callable' }>,
  args: readonly Value[],
  span: Span,
  given?: GivenArgs,
): Value {
  const target = targetOf(example);
  const underlying = underlyingType(example);
  if (underlying !== example) return enumerator(construct(m, underlying, args, span), example);
  if (target?.kind === 'class') return constructClass(m, target.class, undefined, args, span, undefined, given);
  return deducedOfLibrary(m, example.name, args, span, given);
}

function constructStruct(
  m: Machine,
  example: Extract<Value, { is: 'struct' }>,
  args: readonly Value[],
  span: Span,
  designators?: Designators,
  given?: GivenArgs,
): Value {
  const instance = classOf(example);
  const only = args[0];
  if (!instance) return constructOwner(m, example, args, given);
  const isOwn = args.length === 1 && only !== undefined && classOf(only) === instance;
  if (isOwn && designators && takesExplicitly(instance)) return notTold(instance);
  if (isOwn) return copied(m, only, { ...given?.[0], span }, true);
  const part = only !== undefined && args.length === 1 ? classOf(only) : undefined;
  if (part && only && derivesFrom(part, instance) && !instance.scope.names.has('#constructors'))
    return copiedAs(m, only, example, { ...given?.[0], span });
  const isList = designators !== undefined;
  const object = part && only !== undefined && !isList ? asObject(m, only, example, true, given?.[0]) : undefined;
  if (object !== undefined && only !== undefined)
    return takes(m, instance, { ...given?.[0], value: only, span }, true) ? notTold(instance) : object;
  const list = isList ? undefined : listGiven(instance, args, given);
  if (list) return construct(m, example, bracedArguments(example, list), span, []);
  return constructClass(m, instance.entity, instance, args, span, namesOf(args, designators), given);
}

/** An object of a class of the library, which may take what it is made of. */
function constructOwner(m: Machine, example: Struct, args: readonly Value[], given?: GivenArgs): Value {
  const made = hostConstruct(m, example, args, given);
  for (const from of given ?? []) if (from) leaveMoved(m, from.value, from, isVector(from.value));
  return made;
}

function namesOf(args: readonly Value[], designators: Designators | undefined): Designators | undefined {
  return designators && designators.length > 0 ? designators : (designatorsOf(args) ?? designators);
}

/** A value as a variable of the type holds it: integers lose `_`, floats become scalars, tuples go part by part. */
export function convert(
  m: Machine,
  given: Value,
  example: Value,
  explicit = false,
  name = 'value',
  from?: Source,
): Value {
  const value = isHolder(example, 'reference_wrapper') ? given : wholeOf(m, unwrapped(given));
  if (isTuple(example)) return convertTuple(m, elementsIn(value, example), example);
  if (isNullptrType(example)) return example;
  if (isList(example)) return constructList(m, example, [value], nowhere);
  if (example.is === 'array') return convertToArray(m, value, example, nowhere, name);
  if (example.is === 'callable') {
    const enumeration = enumerationOf(example);
    if (enumeration) return convertToEnumeration(m, value, enumeration, name);
    return chosenFunction(m, value, example) ?? asClosure(value, example);
  }
  loseByConversion(m, value, nowhere);
  if (isUnknown(value)) return unknownOfType(m, value, example, name);
  if (example.is === 'function-type') return chosenFunction(m, value, example) ?? value;
  if (isTuple(value) && isOptional(example)) return hostConstruct(m, example, heldArguments(example, value));
  if (isTuple(value) && value.length === 0 && /^(?:dynamic|scalar|pointer)$/.test(example.is)) return zeroOf(example);
  if (isTuple(value) && isBraced(example)) return constructBraced(m, example, value);
  if (isText(example)) return constructText(example, [value], from);
  if (example.is === 'dynamic') return convertToInt(m, value, example, { name, explicit, from });
  if (example.is === 'static' || example.is === 'underscore')
    return isTuple(value) || value.is === 'static' || value.is === 'dynamic' || value.is === 'underscore'
      ? example
      : value;
  if (example.is === 'scalar') return convertToScalar(m, value, example, { explicit, from });
  if (example.is === 'pointer')
    return (
      literalAs(m, value, example) ??
      chosenFunction(m, value, example) ??
      convertToPointer(m, value, example, { explicit, from })
    );
  if (example.is === 'layout') return convertToLayout(m, value, example);
  if (isSpan(example)) return hostConstruct(m, example, [value], [from && { ...from, value }]);
  if (isVector(example)) return assignedVector(value, example);
  if (example.is === 'struct' && example.name === 'dim3')
    return isTuple(value) || value.is === 'struct' ? value : constructStruct(m, example, [value], nowhere);
  if (isOptional(example)) return hostConstruct(m, example, [value]);
  if (isHolder(example, 'reference_wrapper')) return asReference(value, from);
  if (example.is === 'tiled-mma' && !isTuple(value) && value.is === 'thr-mma') return value.mma;
  return convertToClass(m, value, example, from);
}

function constructBraced(m: Machine, example: Value, list: readonly Value[]): Value {
  const args = bracedArguments(example, list);
  return construct(m, example, args, nowhere, [], args === list ? sourcesOf(list) : undefined);
}

function convertToEnumeration(m: Machine, value: Value, enumeration: Callable, name: string): Value {
  if (!isTuple(value) && value.is === 'dynamic' && value.narrow === enumeration) return value;
  const type = isUnknown(value) ? promotedEnumeration(enumeration) : underlyingType(enumeration);
  const made = convert(m, value, type, true, name);
  const isLost = made.is === 'scalar' && made.n === undefined;
  const lost = unknown('input', say`a number that is not known`);
  return enumerator(isLost ? unknownOfType(m, lost, hole(), name) : made, enumeration);
}

/** An object from a value of another type, by a constructor of its class that takes one argument. */
function convertToClass(m: Machine, value: Value, example: Value, given: Source | undefined): Value {
  const [to, from] = [classOf(example), classOf(value)];
  if (!to || (from && derivesFrom(from, to))) return value;
  const hasConstructors = to.scope.names.has('#constructors');
  const object = from && asObject(m, value, example, false, given);
  if (object !== undefined) return takes(m, to, { span: nowhere, ...given, value }, false) ? notTold(to) : object;
  return hasConstructors ? constructImplicitly(m, to, value, given) : value;
}

/** Whether a constructor of the class may take an object as well, which then is not told from a conversion. */
function takes(m: Machine, to: ClassInstance, given: Arg, direct: boolean): boolean {
  const own = to.scope.names.get('#constructors');
  const declared = own?.kind === 'functions' ? own.overloads : [];
  const all = direct ? declared : implicitOnes(m, declared);
  return all.length > 0 && judged(m, all, [], [given]).length > 0;
}

const notTold = ({ key }: ClassInstance): Unknown =>
  unknown('unsupported', say`whether \`${key}\` is made by its constructor or by a conversion is not known`);

/** A tuple, what CuTe takes for one, or the part of an object that is one. */
function elementsIn(value: Value, example: readonly Value[]): Value {
  if (isArray(value) && value.of !== 'c' && !isList(value)) return value.elements;
  const instance = classOf(value);
  const base = instance && tupleBase(instance);
  return (base && sameType(base.of, example) ? tuplePart(value) : undefined) ?? value;
}

/** Types that a braced list initialises part by part (`{}`, `{shape, stride}`). */
const isBraced = (example: Value): boolean =>
  !isTuple(example) && /^(layout|static|composed|swizzle|tag|tiled-mma|tiled-copy|struct)$/.test(example.is);

/** How a value is converted, and from where. */
interface How {
  readonly explicit: boolean;
  readonly from: Source | undefined;
}

function convertToInt(m: Machine, value: Value, example: Dynamic, { name, ...how }: How & { name: string }): Value {
  const given = classOf(value) ? converted(m, value, example, how) : numberOf(m, value, example, name);
  if (isUnknown(given)) return typedAs(given, example);
  return isTuple(given) || given.is !== 'dynamic' ? given : withLongLong(given, example.longLong);
}

function numberOf(m: Machine, value: Value, example: Dynamic, name: string): Value {
  const { bits, unsigned } = example;
  if (isTuple(value))
    return value.length === 1 && value[0] !== undefined ? numberOf(m, value[0], example, name) : value;
  if (value.is === 'element')
    return withSign(m.unknownInt('memory[…]', say`read from memory`, 'input', undefined, bits), unsigned);
  if (value.is === 'dynamic') {
    const plain = withNarrow(value, undefined);
    if (plain.lanes) return convertLanes(plain, bits, unsigned);
    const wide = wideOf(plain);
    if (wide !== undefined) return heldWide(plain, wide, bits, unsigned);
    return value.n === undefined ? unknownAs(plain, bits, unsigned) : heldAs(plain, value.n, bits, unsigned);
  }
  const n = asNumber(value);
  if (n === undefined && value.is === 'scalar')
    return withSign(
      m.unknownInt(name, say`${name} is made of a number that is not known`, 'input', undefined, bits),
      unsigned,
    );
  if (n !== undefined && !Number.isFinite(n)) return unknown('input', say`${n} is no integer`);
  if (n !== undefined && isOutside(value, n, bits, unsigned === true))
    return typedUnknown(say`what an integer holds of ${n} is undefined`, hole(bits, unsigned));
  return n === undefined ? value : heldAs(dyn(0), Math.trunc(n), bits, unsigned);
}

/** An object of the program as a number, by its conversion function. */
function converted(m: Machine, value: Value, example: Value, { explicit, from }: How): Value {
  const given = asArithmetic(m, value, example, !explicit, from);
  return given === undefined || isUnknown(given) ? (given ?? value) : convert(m, given, example);
}

/** Whether what a floating number makes of an integer type is undefined ([conv.fpint]). */
function isOutside(value: Value, n: number, bits: number, unsigned: boolean): boolean {
  if (isTuple(value) || value.is !== 'scalar' || isIntegerType(value)) return false;
  const most = 2 ** (unsigned ? bits : bits - 1);
  return Math.trunc(n) >= most || Math.trunc(n) < (unsigned ? 0 : -most);
}

function convertToScalar(m: Machine, value: Value, example: Extract<Value, { is: 'scalar' }>, how: How): Value {
  const { explicit } = how;
  if (classOf(value)) return converted(m, value, example, how);
  if (isScalarPlaceholder(example)) return explicit ? example : value;
  if (!isTuple(value) && value.is === 'dynamic' && value.lanes && isIntegerType(example))
    return narrowLanes(value, example.type, (n) => narrowed(n, example));
  const wide = !isTuple(value) && value.is === 'dynamic' ? wideOf(value) : undefined;
  if (wide !== undefined) return wideAsScalar(wide, example);
  const n = (example.type === 'bool' ? truthOfAddress(value) : undefined) ?? asNumber(value);
  if (n === undefined) return isTuple(value) || /^(?:element|scalar|dynamic|pointer)$/.test(value.is) ? example : value;
  if (!isIntegerType(example)) return floating(example, n);
  const { is, type, bits } = example;
  if (type !== 'bool' && isOutside(value, n, bits, isUnsignedScalar(example))) return { is, type, bits };
  return { is, type, bits, n: narrowed(type === 'bool' ? n : Math.trunc(n), example) };
}

/** `reinterpret_cast<T*>(p)`: the same place, other elements. */
function convertToPointer(m: Machine, value: Value, example: Pointer, how: How): Value {
  if (classOf(value)) return converted(m, value, example, how);
  if (isTuple(value)) return value.length === 0 ? zeroOf(example) : value;
  if (isNullptrType(value)) return { ...example, offset: dyn(0), null: true as const };
  if (value.is === 'pointer') return example.space === 'generic' ? elementsAs(value, example) : value;
  const target = targetOf(value);
  if (target?.kind === 'address' && value.is === 'callable') return { ...value, target: addressAs(target, example) };
  if (value.is === 'dynamic' && value.n === 0 && example.space === 'generic')
    return { ...example, offset: dyn(0), null: true as const };
  if (value.is === 'static' || value.is === 'dynamic' || value.is === 'scalar' || value.is === 'text')
    return { ...example, offset: dyn(0) };
  return retyped(value);
}

function elementsAs(value: Pointer, example: Pointer): Pointer {
  const { constant: _const, volatile: _volatile, vague: _vague, ...rest } = recastPointer(value, example.element);
  return { ...rest, ...constVolatile(example) };
}

type Address = Target & { kind: 'address' };
/** An address as a pointer of another type. */
function addressAs(address: Address, example: Pointer): Address {
  const { element } = example;
  const cell = objectOf(address.cell, classOf(element));
  const { constant: _const, volatile: _volatile, element: _element, vague: _vague, ...rest } = address;
  const isOther = !sameType(cell.read(), element) && !isArrayOf(address, element);
  const target: Address = { ...rest, cell, ...constVolatile(example), exact: true };
  return isOther ? { ...target, element } : target;
}

function isArrayOf({ cell, as }: Address, element: Value): boolean {
  const held = cell.read();
  const first = as === 'array' && isTuple(held) ? held[0] : isArray(held) ? held.element : undefined;
  return first !== undefined && sameType(first, element);
}

function convertToLayout(m: Machine, value: Value, example: Extract<Value, { is: 'layout' }>): Value {
  if (isTuple(value) || value.is !== 'layout') return value;
  const shape = convert(m, value.shape, example.shape);
  const stride = convert(m, value.stride, example.stride);
  return isIntTuple(shape) && isIntTuple(stride)
    ? { is: 'layout', shape, stride }
    : (unknownIn([shape, stride]) ?? value);
}
