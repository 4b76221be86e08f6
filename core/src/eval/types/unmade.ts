// Classes of which no object is made here: one that contains itself, or whose bases have members of one name that are
// not told apart.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Let } from '../../ir/program';
import type { Cause, Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import type { ClassInstance } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, isArray } from '../values/kinds';
import { unknown } from '../values/unknown';
import { exampleOf } from './classes';
import { fieldExample, usesOthers } from './members';
import { isPolymorphic } from './special-members';

/** A base that has a member of the name of another one, where such a base is not told apart: it has virtual functions,
 *  or may be one base of several classes, or a using-declaration takes it from a base that is not known. */
function mixedBase(instance: ClassInstance): ClassInstance | undefined {
  const { heldBases, bases, decl } = instance;
  const isVague = [...(instance.usedData?.values() ?? [])].includes(undefined);
  for (const base of heldBases?.keys() ?? []) if (isVague || decl.virtualBases || isMixed(base)) return base;
  return bases.map(mixedBase).find((found) => found !== undefined);
}

function isMixed(base: ClassInstance): boolean {
  return isPolymorphic(base) || base.decl.virtualBases === true || base.bases.some(isMixed);
}

/** Why no object of a class is made. */
export function notMade(m: Machine, target: ClassInstance, span: Span): Value | undefined {
  const endless = (code: Cause['code']): Value =>
    unknown(code, say`\`${target.entity.name}\` contains itself without end`, span);
  if (m.budget.isDeep()) return endless('depth');
  if (target.fields.some(({ type }) => isOfClass(m, type, target))) return endless('unsupported');
  const untyped = target.fields.find(({ type }) => isAuto(type));
  if (untyped) return unknown('unsupported', say`the member \`${untyped.name}\` cannot be \`auto\``, span);
  const base = mixedBase(target);
  if (base) return ofMixed(m, target, base, span);
  return hasVirtualParts(target) ? ofVirtual(m, target, span) : undefined;
}

/** Whether a class has virtual bases beside others, or by way of a base: the whole object makes them, before all
 *  others ([class.base.init]/13). */
function hasVirtualParts({ decl, bases }: ClassInstance): boolean {
  const isBeside = decl.virtualBases === true && bases.length > 1 && bases.some(hasConstructors);
  return isBeside || bases.some(isVirtualWithin);
}

function isVirtualWithin({ decl, bases }: ClassInstance): boolean {
  return (decl.virtualBases === true && bases.some(hasConstructors)) || bases.some(isVirtualWithin);
}

function ofVirtual(m: Machine, instance: ClassInstance, span: Span): Value {
  const { key, entity } = instance;
  const why = say`in which order \`${key}\` makes its virtual bases is not followed`;
  loseLasting(m, why, span);
  return unknown('unsupported', why, span, [entity.name]);
}

/** Whether a member is an object of the class that declares it, which is not complete there ([class.mem.general]/7). */
function isOfClass(m: Machine, type: Expr, instance: ClassInstance): boolean {
  if (type.is === 'Wrap') return /^(?:array|const|volatile)$/.test(type.how) && isOfClass(m, type.of, instance);
  if (type.is !== 'Name' || type.id !== instance.entity.name) return false;
  return classOf(m.silently(() => typeExample(m, type, instance.scope))) === instance;
}

/** How deep the parts of an object are looked at. */
const deepest = 32;

/** Whether making an object, or objects of a tuple or an array, may run code of the program: of constructors, or of
 *  initialisers of members. */
export function mayRunCode(m: Machine, example: Value, depth = 0): boolean {
  if (isTuple(example)) return example.some((part) => mayRunCode(m, part, depth + 1));
  if (isArray(example)) return mayRunCode(m, example.element, depth + 1);
  const instance = classOf(example);
  if (!instance) return false;
  if (depth > deepest || hasConstructors(instance)) return true;
  const { fields, bases, scope } = instance;
  const isCode = (field: Let): boolean =>
    usesOthers(field) ||
    mayRunCode(
      m,
      m.silently(() => fieldExample(m, field, scope)),
      depth + 1,
    );
  return fields.some(isCode) || bases.some((base) => mayRunCode(m, exampleOf(base), depth + 1));
}

function ofMixed(m: Machine, instance: ClassInstance, base: ClassInstance, span: Span): Value {
  const { key, entity } = instance;
  const why = say`\`${key}\` and its bases have members of one name as \`${base.key}\` has, which are not told apart`;
  if (mayRunCode(m, exampleOf(instance))) loseLasting(m, why, span);
  return unknown('unsupported', why, span, [entity.name]);
}

export function hasConstructors(instance: ClassInstance): boolean {
  return instance.scope.names.has('#constructors') || instance.bases.some(hasConstructors);
}
