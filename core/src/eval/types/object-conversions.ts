// Objects of the program as values of other types, by their conversion functions ([class.conv.fct]). Which function
// that is, overload/conversion-functions.ts says; constructors are in objects.ts.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { nowhere } from '../../base/span';
import type { Expr } from '../../ir/program';
import type { Qualifiers, Value } from '../../values/value';
import { followed } from '../memory/accesses';
import { loseWhole } from '../memory/losing';
import { loseByConversion, loseBySomeConversion } from '../memory/named-code';
import { heldInRegister } from '../memory/registers';
import { lookupName } from '../names/names';
import { implicitOnes } from '../overload/explicit';
import { type Conversion, conversionFunction, conversionFunctions } from '../overload/conversion-functions';
import { categoryOf } from '../overload/categories';
import { peeled } from '../overload/deduced-types';
import { ownTemplateParams } from '../overload/templates';
import { callFunction, convert, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { type Arg, type ClassInstance, type FunctionEntity, Scope, type Source } from '../values/entities';
import { isHolder, reference } from '../values/holders';
import { boolType, isTuple, isUnknown, sameValue } from '../values/inspect';
import { constantBase } from '../values/constant-bases';
import { classOf } from '../values/kinds';
import { truthOfAddress } from '../values/truth';
import { numberOfConstant } from '../values/template-args';
import { illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { isWhollyKnown } from './classes';
import { isPolymorphic } from './special-members';

/** The number that an object of the program is as an operand: by its conversion function to `wanted`, or by the only
 *  one that gives a number. Undefined for any other value. `implicit`: without functions that are explicit. `from`: the
 *  variable that the object is, which the function may change. */
export function asArithmetic(
  m: Machine,
  value: Value,
  wanted?: Value,
  implicit = false,
  from?: Source,
): Value | undefined {
  const instance = classOf(value);
  loseByConversion(m, value, nowhere);
  if (!instance) return undefined;
  const found = wanted
    ? conversionFunction(m, instance, { type: wanted, direct: !implicit }, from && categoryOf(m, from))
    : onlyNumber(m, instance, implicit);
  if (found === 'unclear') return unclear(m, instance, from);
  if (found) {
    const given = convertedBy(m, value, found, from).value;
    return classOf(given) ? notModelled(instance) : given;
  }
  const others = conversionsOf(m, instance, implicit);
  const constant = others.length === 0 ? constantBase(instance) : undefined;
  if (constant) return numberOfConstant(constant);
  return isWhollyKnown(instance) && (wanted !== undefined || others.length === 0)
    ? notModelled(instance, illFormed)
    : notModelled(instance);
}

/** The number that an object of the program is as an operand of a binary operator; undefined for any other value. An
 *  explicit conversion function serves only where a condition is asked for ([conv.general]/4). */
export function asOperandOf(m: Machine, op: string, value: Value, from?: Source): Value | undefined {
  const isCondition = op === '&&' || op === '||';
  return asArithmetic(m, value, isCondition ? boolType : undefined, !isCondition, from);
}

/** A condition as a bool ([conv.general]/4): an object of a class of the program converts to one. */
export function asCondition(m: Machine, value: Value, from?: Source): Value {
  if (!isTuple(value) && value.is === 'element') return heldInRegister(followed(m), value.pointer) ?? value;
  if (truthOfAddress(value) !== undefined) return { ...dyn(1), narrow: 'bool' };
  loseByConversion(m, value, nowhere);
  if (isTuple(value) || value.is !== 'struct' || !classOf(value)) return value;
  const number = asArithmetic(m, value, boolType, false, from) ?? value;
  return isSubstitutionFailure(number) ? number : convert(m, number, boolType, true);
}

/** What a conversion function to a class gives; undefined where the object has none. */
export function asObject(m: Machine, value: Value, to: Value, direct: boolean, from?: Source): Value | undefined {
  const instance = classOf(value);
  const found = instance && conversionFunction(m, instance, { type: to, direct }, from && categoryOf(m, from));
  if (!instance || !found) return undefined;
  return found === 'unclear' ? unclear(m, instance, from) : convertedBy(m, value, found, from).value;
}

/** What a reference to `type` is bound to that is given an object of the program: what its conversion function refers
 *  to, or gives ([over.match.ref]). Undefined where the object has none. */
export function asReferred(m: Machine, given: Arg, type: Value, written: Qualifiers): Located | undefined {
  const instance = classOf(given.value);
  const found = instance && conversionFunction(m, instance, { type, written }, categoryOf(m, given));
  if (!instance || !found) return undefined;
  return found === 'unclear' ? located(unclear(m, instance, given)) : convertedBy(m, given.value, found, given);
}

/** The variable of a number or a pointer that an object of the program is for `++` and `+=`, by the only conversion
 *  function that gives a reference to one which can be written. Undefined where the object has none. */
export function asVariable(m: Machine, given: Arg): Located | undefined {
  const instance = classOf(given.value);
  if (!instance) return undefined;
  const all = conversionsOf(m, instance, true).filter(({ decl: { returns } }) => !returns || mayRefer(returns));
  const [first, ...others] = all;
  if (!first) return undefined;
  const plain = others.length === 0 ? onlyOf(first) : undefined;
  return plain ? convertedBy(m, given.value, plain, given) : located(unclear(m, instance, given));
}

/** Whether a conversion function may give a reference to what can be written. */
function mayRefer(type: Expr): boolean {
  if (type.is !== 'Wrap') return type.is !== 'Name' || type.args !== undefined;
  return type.how === 'ref' && !(type.of.is === 'Wrap' && type.of.how === 'const');
}

const located = (value: Value): Located => ({ value, place: undefined });

function convertedBy(
  m: Machine,
  value: Value,
  { entity, scope }: Pick<Conversion, 'entity' | 'scope'>,
  from: Source | undefined,
): Located {
  const instance = classOf(value);
  // The value may be the part of an object that a base is, which says nothing of the functions that override.
  if (instance && isPolymorphic(instance) && !instance.decl.final) return located(notModelled(instance));
  const place = from?.cell && classOf(from.cell.read()) === instance ? from.cell : m.temporaries.of(value);
  const self = place ?? new VarCell('', value);
  scope.self = self;
  scope.selfConstant = entity.decl.const;
  scope.selfVolatile = entity.decl.volatile === true;
  const given = callFunction(m, entity, scope, []);
  const isLost = !place && !(from && categoryOf(m, from).is === 'prvalue') && !sameValue(self.read(), value);
  return isLost && instance ? located(changed(instance)) : given;
}

function changed({ key, decl }: ClassInstance): Value {
  return unknown('unsupported', say`which object of \`${key}\` its conversion changes is not known`, decl.nameSpan);
}

function notModelled({ key, decl }: ClassInstance, fail = unknown): Value {
  return fail('unsupported', say`\`${key}\` as a number is not modelled`, decl.nameSpan, [key]);
}

/** It is not known which function runs, and so not what that changes. */
function unclear(m: Machine, instance: ClassInstance, from: Source | undefined): Value {
  const why = say`which conversion of \`${instance.key}\` is meant is not known`;
  const at = instance.decl.nameSpan ?? nowhere;
  loseBySomeConversion(m, why, at);
  const mayChange = conversionFunctions(m, instance).some(({ decl }) => !decl.const);
  if (mayChange && from?.cell && !m.mode.unevaluated) loseWhole(m, from.cell, why, at);
  return unknown('unsupported', why, at);
}

/** The conversion function of an operand whose type nothing asks for: the only one that gives a number or a pointer. */
function onlyNumber(
  m: Machine,
  instance: ClassInstance,
  implicit: boolean,
): Pick<Conversion, 'entity' | 'scope'> | 'unclear' | undefined {
  const all = conversionsOf(m, instance, implicit);
  const [first, ...others] = all.filter((one) => mayGiveNumber(m, one));
  if (!first) return undefined;
  return (others.length === 0 ? onlyOf(first) : undefined) ?? 'unclear';
}

/** A conversion function that is the only one; undefined where more decides whether it serves. */
function onlyOf(entity: FunctionEntity): Pick<Conversion, 'entity' | 'scope'> | undefined {
  const { decl, scope } = entity;
  const isPlain = ownTemplateParams(decl).length === 0 && !decl.requires && !decl.refQualifier && !decl.deleted;
  return isPlain ? { entity, scope: new Scope(scope, decl.name) } : undefined;
}

function conversionsOf(m: Machine, instance: ClassInstance, implicit: boolean): readonly FunctionEntity[] {
  const all = conversionFunctions(m, instance);
  return implicit ? implicitOnes(m, all) : all;
}

/** Whether what a conversion function gives may be a number or a pointer. */
function mayGiveNumber(m: Machine, { decl, scope }: FunctionEntity): boolean {
  const { returns } = decl;
  if (!returns) return true;
  const { core } = peeled(returns);
  if (core.is === 'Wrap') return core.how === 'pointer';
  if (ownTemplateParams(decl).length > 0)
    return core.is !== 'Name' || !core.args || lookupName(scope, core)?.kind === 'alias-template';
  const to = m.silently(() => typeExample(m, returns, scope));
  return !isTuple(to) && !classOf(to);
}

/** A `std::reference_wrapper` of the variable in which a value is. */
export function asReference(value: Value, from: Source | undefined): Value {
  if (isUnknown(value) || isHolder(value, 'reference_wrapper')) return value;
  // Which base of its object its class template names is not known.
  if (from?.cell && !classOf(from.cell.read())?.bases.length) return reference(from.cell);
  return unknown('unsupported', say`to which variable this refers is not followed`, from?.span);
}
