// Whether the operator of an unevaluated expression accepts its operands: `++` and assignments need what can be changed
// ([expr.pre.incr], [expr.ass]), pointers take integers ([expr.add]), `static_cast` related types ([expr.static.cast]),
// a list no more elements than there are members ([dcl.init.aggr]). Knows the types of the language alone: of objects,
// whose operators and conversions the program writes, it says nothing (undefined).
import type { Expr } from '../../ir/program';
import { isIntegerType } from '../../values/scalars';
import type { TypeOf, Value } from '../../values/value';
import { derivesFrom } from '../values/base-parts';
import type { Category, ClassInstance } from '../values/entities';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { constVolatile, typeWith } from '../values/qualifiers';
import { isRawPointer } from './array-parameters';
import { requalified } from './similar-types';
import { classOf, underlyingType } from '../values/kinds';

/** An operand: its type by example where that is known, and its category. */
export interface Used {
  readonly type: Value | undefined;
  readonly category: Category;
}

type Verdict = boolean | undefined;

export function isNumber(value: Value): boolean {
  return !isTuple(value) && (value.is === 'dynamic' || value.is === 'scalar');
}

/** `++x`, `x--`, `x += y`: a number or a pointer that can be changed. */
export function isChangeable({ type, category }: Used): Verdict {
  if (type === undefined) return undefined;
  if (!isNumber(type) && !isRawPointer(type)) return undefined;
  if (category.constant === true || (category.is !== undefined && category.is !== 'lvalue')) return false;
  return category.is === undefined || category.constant === undefined ? undefined : true;
}

/** A pointer and what is computed with it. False for what no pointer takes; true leaves the rest to the evaluation. */
export function takesPointers(op: string, left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined || op === '&&' || op === '||' || op === ',') return true;
  const [a, b] = [isRawPointer(left), isRawPointer(right)];
  if (!a && !b) return true;
  if (/^[*/%&|^]$|^<<$|^>>$/.test(op)) return !isNumber(left) && !isNumber(right) && !(a && b);
  const other = a ? right : left;
  return !isNumber(other) || isInteger(other);
}

function isInteger(value: Value): boolean {
  return !isTuple(value) && (value.is === 'dynamic' || (value.is === 'scalar' && isIntegerType(value)));
}

/** Whether a number or a pointer is given to a variable of the other kind. */
export function isOtherKind(target: Value, value: Value): boolean {
  if (isRawPointer(target) && target.length === undefined) return isNumber(value);
  return isNumber(target) && !isBool(target) && isRawPointer(value);
}

function isBool(type: Value): boolean {
  return !isTuple(type) && type.is === 'scalar' && type.type === 'bool';
}

function isEnumeration(type: Value): boolean {
  return underlyingType(type) !== type;
}

/** Numbers, enumerations and pointers. */
export function isScalar(type: Value): boolean {
  return isNumber(type) || isEnumeration(type) || (isRawPointer(type) && type.length === undefined);
}

/** `static_cast` between pointers, and between pointers and numbers. */
export function castsStatically(from: Value, to: Value): Verdict {
  if (isRawPointer(to) && (isNumber(from) || isEnumeration(from))) return false;
  if (isRawPointer(from) && from.length === undefined && ((isNumber(to) && !isBool(to)) || isEnumeration(to)))
    return false;
  const [object, other] = [classOf(from), classOf(to)];
  if (object && other) return related(object, other) === false ? true : related(object, other);
  if (!isRawPointer(from) || !isRawPointer(to) || from.length !== undefined || to.length !== undefined) return true;
  if (isUnknown(from.element) || isUnknown(to.element)) return undefined;
  if (from.constant && !to.constant) return false;
  if (requalified(typeWith(from.element, constVolatile(from)), typeWith(to.element, constVolatile(to)))) return true;
  if (isVoid(from.element) || isVoid(to.element) || sameType(from.element, to.element)) return true;
  const [a, b] = [classOf(from.element), classOf(to.element)];
  return !a || !b ? (isNumber(from.element) || isNumber(to.element) ? false : undefined) : related(a, b);
}

/** `reinterpret_cast` and `const_cast` of pointers ([expr.reinterpret.cast], [expr.const.cast]): the first takes no
 *  const away, and the second changes nothing else. */
export function castsPointer(how: 'reinterpret' | 'const', from: Value, category: Category, to: TypeOf): Verdict {
  if (to.ref) return how === 'const' && !isUnknown(from) ? refersTo(from, category, to) : undefined;
  if (!isRawPointer(to.of) || to.of.length !== undefined) return true;
  if (!isRawPointer(from)) {
    if (how === 'const') return isNumber(from) ? false : undefined;
    return !isNumber(from) || isInteger(from);
  }
  if (isUnknown(from.element) || isUnknown(to.of.element)) return undefined;
  if (how === 'const') return sameType(from.element, to.of.element);
  return !(from.constant && !to.of.constant) && !(from.volatile && !to.of.volatile);
}

function refersTo(from: Value, { is }: Category, to: TypeOf): Verdict {
  if (isUnknown(to.of)) return undefined;
  if (!sameType(from, to.of)) return false;
  return is === undefined ? undefined : is === 'lvalue' || (to.ref === 'rvalue' && is === 'xvalue');
}

/** Whether one class is a base of the other that everybody may use. Undefined where friends may. */
function related(a: ClassInstance, b: ClassInstance): Verdict {
  if (a === b) return true;
  const [up, down] = [derivesFrom(a, b), derivesFrom(b, a)];
  if (!up && !down) return a.hasUnknownBase || b.hasUnknownBase ? undefined : false;
  return (up ? isOpenlyBase(a, b) : isOpenlyBase(b, a)) ? true : undefined;
}

/** Whether a class, or a base of it, has bases that not everybody may use. */
export function hasHiddenBase(instance: ClassInstance): boolean {
  return instance.decl.hiddenBases === true || instance.bases.some(hasHiddenBase);
}

/** Whether no class between one and its base says who may use its bases. */
function isOpenlyBase(instance: ClassInstance, base: ClassInstance): boolean {
  if (instance === base) return true;
  return !instance.decl.hiddenBases && instance.bases.some((one) => isOpenlyBase(one, base));
}

function isVoid(value: Value): boolean {
  return !isTuple(value) && value.is === 'void';
}

/** `T{a, b}`: whether there is room for so many elements; one may be a `T`. `typeOf` gives the type of a member by
 *  example. */
export function listFits(type: Value, count: number, typeOf: (of: ClassInstance, e: Expr) => Value): Verdict {
  if (isNumber(type) || isRawPointer(type)) return count <= 1;
  const room = classOf(type) && roomIn(type, typeOf);
  return room === undefined ? undefined : count <= Math.max(room, 1);
}

/** How many numbers an aggregate of numbers has room for. */
function roomIn(type: Value, typeOf: (of: ClassInstance, e: Expr) => Value): number | undefined {
  if (isNumber(type) || (isRawPointer(type) && type.length === undefined)) return 1;
  const instance = classOf(type);
  if (!instance || !isPlain(instance)) return undefined;
  let room = 0;
  for (const field of instance.fields) {
    const one = roomIn(typeOf(instance, field.type), typeOf);
    if (one === undefined) return undefined;
    // An empty object takes an element too.
    room += Math.max(one, 1);
  }
  return instance.decl.kind === 'union' ? Math.min(room, 1) : room;
}

/** A class that is surely an aggregate. */
function isPlain({ scope, decl, bases, hasUnknownBase }: ClassInstance): boolean {
  return (
    bases.length === 0 &&
    !hasUnknownBase &&
    !scope.names.has('#constructors') &&
    !decl.vagueAccess &&
    !decl.hiddenNames &&
    !decl.members?.some((member) => member.is === 'Func' && member.virtual)
  );
}
