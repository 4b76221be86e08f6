// Objects of the program as values of other types, by their conversion functions ([class.conv.fct]). Which function
// that is, overload/conversion-functions.ts says; constructors are in objects.ts.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { nowhere } from '../../base/span';
import type { Value } from '../../values/value';
import { followed } from '../memory/accesses';
import { loseByConversion } from '../memory/named-code';
import { heldInRegister } from '../memory/registers';
import { lookupName } from '../names/names';
import { implicitOnes } from '../overload/explicit';
import { type Conversion, conversionFunction, conversionFunctions } from '../overload/conversion-functions';
import { peeled } from '../overload/deduced-types';
import { ownTemplateParams } from '../overload/templates';
import { callFunction, convert, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { type ClassInstance, type FunctionEntity, Scope, type Source } from '../values/entities';
import { isHolder, reference } from '../values/holders';
import { boolType, isTuple, isUnknown } from '../values/inspect';
import { constantBase } from '../values/constant-bases';
import { classOf } from '../values/kinds';
import { truthOfAddress } from '../values/truth';
import { numberOfConstant } from '../values/template-args';
import { illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { isWhollyKnown } from './classes';
import { isPolymorphic } from './special-members';

/** The number that an object of the program is as an operand: by its conversion function to `wanted`, or by the only
 *  one that gives a number. Undefined for any other value. `implicit`: without functions that are explicit. */
export function asArithmetic(m: Machine, value: Value, wanted?: Value, implicit = false): Value | undefined {
  const instance = classOf(value);
  loseByConversion(m, value, nowhere);
  if (!instance) return undefined;
  const found = wanted
    ? conversionFunction(m, instance, { type: wanted, direct: !implicit })
    : onlyNumber(m, instance, implicit);
  if (found === 'unclear') return unclear(instance);
  if (found) {
    const given = convertedBy(m, value, found.entity, found.scope);
    return classOf(given) ? notModelled(instance) : given;
  }
  const others = conversionsOf(m, instance, implicit);
  const constant = others.length === 0 ? constantBase(instance) : undefined;
  if (constant) return numberOfConstant(constant);
  return isWhollyKnown(instance) && (wanted !== undefined || others.length === 0)
    ? notModelled(instance, illFormed)
    : notModelled(instance);
}

/** A condition as a bool ([conv.general]/4): an object of a class of the program converts to one. */
export function asCondition(m: Machine, value: Value): Value {
  if (!isTuple(value) && value.is === 'element') return heldInRegister(followed(m), value.pointer) ?? value;
  if (truthOfAddress(value) !== undefined) return { ...dyn(1), narrow: 'bool' };
  loseByConversion(m, value, nowhere);
  if (isTuple(value) || value.is !== 'struct' || !classOf(value)) return value;
  const number = asArithmetic(m, value, boolType) ?? value;
  return isSubstitutionFailure(number) ? number : convert(m, number, boolType, true);
}

/** What a conversion function to a class gives; undefined where the object has none. */
export function asObject(m: Machine, value: Value, to: Value, direct: boolean): Value | undefined {
  const instance = classOf(value);
  const found = instance && conversionFunction(m, instance, { type: to, direct });
  if (!instance || !found) return undefined;
  return found === 'unclear' ? unclear(instance) : convertedBy(m, value, found.entity, found.scope);
}

function convertedBy(m: Machine, value: Value, entity: FunctionEntity, scope: Scope): Value {
  const instance = classOf(value);
  // The value may be the part of an object that a base is, which says nothing of the functions that override.
  if (instance && isPolymorphic(instance) && !instance.decl.final) return notModelled(instance);
  scope.self = new VarCell('', value);
  scope.selfConstant = entity.decl.const;
  scope.selfVolatile = entity.decl.volatile === true;
  return callFunction(m, entity, scope, []).value;
}

function notModelled({ key, decl }: ClassInstance, fail = unknown): Value {
  return fail('unsupported', say`\`${key}\` as a number is not modelled`, decl.nameSpan, [key]);
}

function unclear(instance: ClassInstance): Value {
  const why = say`which conversion of \`${instance.key}\` is meant is not known`;
  return unknown('unsupported', why, instance.decl.nameSpan);
}

/** The conversion function of an operand whose type nothing asks for: the only one that gives a number. */
function onlyNumber(
  m: Machine,
  instance: ClassInstance,
  implicit: boolean,
): Pick<Conversion, 'entity' | 'scope'> | 'unclear' | undefined {
  const all = conversionsOf(m, instance, implicit);
  const [first, ...others] = all.filter((one) => mayGiveNumber(m, one));
  if (!first) return undefined;
  const { decl, scope } = first;
  const isPlain = others.length === 0 && ownTemplateParams(decl).length === 0 && !decl.requires && !decl.refQualifier;
  return isPlain ? { entity: first, scope: new Scope(scope, decl.name) } : 'unclear';
}

function conversionsOf(m: Machine, instance: ClassInstance, implicit: boolean): readonly FunctionEntity[] {
  const all = conversionFunctions(m, instance);
  return implicit ? implicitOnes(m, all) : all;
}

/** Whether what a conversion function gives may be a number. */
function mayGiveNumber(m: Machine, { decl, scope }: FunctionEntity): boolean {
  const { returns } = decl;
  if (!returns) return true;
  const { core } = peeled(returns);
  if (core.is === 'Wrap') return false;
  if (ownTemplateParams(decl).length > 0)
    return core.is !== 'Name' || !core.args || lookupName(scope, core)?.kind === 'alias-template';
  const to = m.silently(() => typeExample(m, returns, scope));
  return !isTuple(to) && !classOf(to) && to.is !== 'pointer';
}

/** A `std::reference_wrapper` of the variable in which a value is. */
export function asReference(value: Value, from: Source | undefined): Value {
  if (isUnknown(value) || isHolder(value, 'reference_wrapper')) return value;
  // Which base of its object its class template names is not known.
  if (from?.cell && !classOf(from.cell.read())?.bases.length) return reference(from.cell);
  return unknown('unsupported', say`to which variable this refers is not followed`, from?.span);
}
