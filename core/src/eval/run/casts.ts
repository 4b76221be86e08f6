// Casts ([expr.cast], [expr.static.cast], [expr.reinterpret.cast], [expr.const.cast], [expr.dynamic.cast]).
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { recastPointer } from '../../values/pointer';
import { isIntegerType } from '../../values/scalars';
import type { Pointer, Value } from '../../values/value';
import { accessElement } from '../memory/accesses';
import { ownPointer } from '../memory/element-addresses';
import { shareAddressed, shareVariable } from '../memory/losing';
import { loseByConversion } from '../memory/named-code';
import { argOf } from '../names/packs';
import { locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { typedAs } from '../types/unknown-types';
import { isVoid } from '../types/base-relations';
import { boundElsewhere } from '../types/bound-references';
import { construct, convert } from '../types/construct';
import { objectPointer } from '../types/placed';
import { sizeOfExample } from '../types/sizes';
import type { Cell } from '../values/cells';
import { isElementAddress, pointedAt } from '../values/elements';
import type { Arg, ClassInstance, Scope } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { isReference, withoutQualifiers } from '../values/declared-types';
import { closureAt } from '../values/base-closures';
import { derivesFrom, holderOf, isHeld } from '../values/base-parts';
import { classOf, targetOf } from '../values/kinds';
import { contested, isContested, isSubstitutionFailure, mayBeInvalid, unknown } from '../values/unknown';
import { elementOf } from './pointed';
import { copiedAs, isOfDerived } from '../types/copies';

/** A cast to a reference or a pointer keeps referring to the variable that its operand names. */
export function castAt(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Located {
  const example = typeExample(m, e.type, scope);
  const located = locate(m, e.arg, scope);
  const { value: given, place, as: base } = located;
  if (e.how === 'dynamic' && !isKnownOf(m, isReference(e.type) ? place : pointedAt(given), example))
    return {
      value: unknown('unsupported', say`whether the object is of this class is not known`, e.span),
      place: undefined,
    };
  loseByConversion(m, given, e.span);
  const memory = e.how === 'reinterpret' && isReference(e.type) ? memoryAs(m, given, example, e) : undefined;
  if (memory) return { value: memory, place: undefined };
  // A reference to a base may be cast to the class that is derived from it.
  const value = base && place && isReference(e.type) ? place.read() : given;
  const as = isReference(e.type) ? classOf(example) : undefined;
  const object = as && place && objectAs(place, as);
  if (object) return { as, value: object.read(), place: object };
  if (
    place &&
    isReference(e.type) &&
    /^(reinterpret|c)$/.test(e.how) &&
    isOther(place, example) &&
    !isTwin(place, example)
  ) {
    shareVariable(m, place, e.span);
    const why = say`what \`${place.name}\` is as an object of another type is not modelled`;
    return { ...(as && { as }), value: typedAs(unknown('unsupported', why, e.span), example), place: undefined };
  }
  const arg = argOf({ ...located, value }, e.arg, scope, e.arg.span);
  const mayBind = isReference(e.type) && /^(static|c)$/.test(e.how) && !as;
  const bound = mayBind ? boundElsewhere(m, arg, e.type, scope) : undefined;
  if (bound) return bound;
  if (!isReference(e.type) && !isTuple(value) && value.is === 'element')
    accessElement(m, value.pointer, false, e.arg.span);
  return {
    ...(as && { as }),
    value: castTo(m, e, arg, example),
    place: withoutQualifiers(e.type).is === 'Wrap' ? closureAt(place, example) : undefined,
  };
}

/** Whether the object in a variable is surely of a class, or of one derived from it ([expr.dynamic.cast]). */
function isKnownOf(m: Machine, object: Cell | undefined, example: Value): boolean {
  const to = classOf(!isTuple(example) && example.is === 'pointer' ? example.element : example);
  const of = object && (m.making.get(object) ?? classOf(object.read()));
  return to !== undefined && of !== undefined && derivesFrom(of, to);
}

/** What lies in shared memory, as an object of another type. */
function memoryAs(m: Machine, value: Value, example: Value, e: Expr): Value | undefined {
  const isElement = m.simt !== undefined && !isTuple(value) && value.is === 'element';
  const at = isElement ? value.pointer : objectPointer(m, value);
  return at && !isUnknown(example) ? elementOf(m, recastPointer(at, example), e) : undefined;
}

function castTo(m: Machine, e: Expr & { is: 'Cast' }, given: Arg, example: Value): Value {
  const { value } = given;
  // Where the code need not compile, an operand that may be refused has no type.
  if (m.mode.unevaluated && m.mode.silent && mayBeInvalid(value)) return value;
  if (isVoid(example)) return isSubstitutionFailure(value) || isContested(value) ? value : example;
  if (m.mode.unevaluated && isVoid(value)) return contested(say`whether this can be converted is not known`, e.span);
  if (isUnknown(value)) return fallbackOfType(example, value);
  if (isUnknown(example)) return value;
  if (makesObject(e, example))
    return m.sites.at(m.sites.of(e.span), () => construct(m, example, [value], e.span, undefined, [given]));
  if (!isReference(e.type) && isOfDerived(value, example)) return copiedAs(m, value, example, given);
  noteSharedLayout(m, e, value, example);
  const object = e.how === 'reinterpret' ? addressedObject(m, value, example) : undefined;
  if (object) return convert(m, object, example, true);
  if (isElementAddress(value)) return castAddress(m, e, value, example);
  if (isToOther(value, example)) {
    shareAddressed(m, value, e.span);
    return convert(m, ownPointer(m, value) ?? value, example, true);
  }
  return convert(m, value, example, true, undefined, given);
}

/** Whether a cast initialises an object of a class directly, by explicit functions too ([expr.static.cast]/4). */
function makesObject(e: Expr & { is: 'Cast' }, example: Value): boolean {
  return classOf(example) !== undefined && /^(static|c)$/.test(e.how) && !isReference(e.type);
}

/** The place in shared memory of the object to which an address leads, where it is cast to that of another type. */
function addressedObject(m: Machine, address: Value, example: Value): Pointer | undefined {
  const target = m.simt && targetOf(address);
  const isPointer = !isTuple(example) && example.is === 'pointer';
  const object = target?.kind === 'address' && isPointer ? target.cell.read() : undefined;
  if (object === undefined || !isPointer) return undefined;
  const own = classOf(object);
  return own && own === classOf(example.element) ? undefined : objectPointer(m, object);
}

/** The variable of an object that a reference to another class leads to: a base of it, or what it is a base of. */
function objectAs(place: Cell, as: ClassInstance): Cell | undefined {
  const held = place.read();
  return classOf(held) === as || isHeld(held, as) ? place : holderOf(place, as);
}

/** Whether an object is not of a type, and neither in an object of it nor around one. */
function isOther(cell: Cell, example: Value): boolean {
  const held = cell.read();
  const to = classOf(example);
  return !sameType(held, example) && !(to && (isHeld(held, to) || holderOf(cell, to)));
}

/** Whether an object is an integer, and the type that of the same width with another sign ([basic.lval]). */
function isTwin(cell: Cell, example: Value): boolean {
  const held = cell.read();
  const bitsOf = (one: Value): number | undefined =>
    !isTuple(one) && (one.is === 'dynamic' || one.is === 'scalar') && isIntegerType(one) ? one.bits : undefined;
  return bitsOf(held) !== undefined && bitsOf(held) === bitsOf(example);
}

/** Whether the address of a variable is cast to a pointer to an object of another type. What points to a pointer leads
 *  to it, whatever that points to. */
function isToOther(address: Value, example: Value): boolean {
  const target = targetOf(address);
  if (target?.kind !== 'address' || target.as === 'reference' || isTuple(example) || example.is !== 'pointer')
    return false;
  const { element } = example;
  const held = target.cell.read();
  const arePointers = !isTuple(held) && !isTuple(element) && held.is === 'pointer' && element.is === 'pointer';
  return !isVoid(element) && !arePointers && isOther(target.cell, element);
}

/** A pointer to an element, as another type: one to other elements is not followed. */
function castAddress(m: Machine, e: Expr & { is: 'Cast' }, address: Value, example: Value): Value {
  const target = targetOf(address);
  const to = !isTuple(example) && example.is === 'pointer' ? classOf(example.element) : undefined;
  if (to && target?.kind === 'address' && (isHeld(target.cell.read(), to) || holderOf(target.cell, to)))
    return convert(m, address, example, true);
  const pointer = ownPointer(m, address) ?? address;
  if (
    !isTuple(example) &&
    example.is === 'pointer' &&
    !isTuple(pointer) &&
    pointer.is === 'pointer' &&
    sameType(example.element, pointer.element)
  )
    return convert(m, address, example, true);
  shareAddressed(m, address, e.span);
  return convert(m, pointer, example, true);
}

/** `reinterpret_cast<SharedStorage*>(smem)` where the launch gives the size of `smem`. */
function noteSharedLayout(m: Machine, e: Expr & { is: 'Cast' }, value: Value, example: Value): void {
  if (isTuple(value) || value.is !== 'pointer' || value.base === undefined || !m.externShared.has(value.base)) return;
  const target = !isTuple(example) && example.is === 'pointer' ? example.element : example;
  const size =
    !isTuple(target) && target.is === 'struct' && target.cls !== undefined ? sizeOfExample(m, target) : undefined;
  // An empty class has nothing that could be accessed.
  if (size && !size.empty) m.recorder.sharedLayout(e.span, Math.ceil(size.bits / 8));
}

/** An unknown of integer type is a number without a name; pointers of unknown origin still have a type. */
function fallbackOfType(example: Value, value: Value): Value {
  if (!isTuple(example) && example.is === 'pointer') return example;
  return isUnknown(value) ? typedAs(value, isUnknown(example) ? undefined : example) : value;
}
