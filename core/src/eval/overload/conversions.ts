// Implicit conversion sequences ([over.best.ics]). How they rank is said in ranking.ts. Knows types by example; where
// that or the value category does not tell, the sequence is in doubt.
import { isIntegerType } from '../../values/scalars';
import type { FunctionType, MemberPointer, Pointer, Qualifiers, Value } from '../../values/value';
import type { Category, ClassInstance } from '../values/entities';
import { convertible } from '../values/convertible';
import { enumerationOf } from '../values/enumerations';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf, isList, isNullptrType, targetOf, underlyingType } from '../values/kinds';
import { constVolatile, isAtMost } from '../values/qualifiers';
import { asNumber } from '../values/truth';
import { adjusted, isRawPointer, plainArray, withArray, withElements } from './array-parameters';
import { hasLibraryBases, hasOpenBases } from './instances';
import { pointerTo } from '../values/function-types';
import { tupleBase } from '../values/tuple-bases';
import { isTextType, listMakesText, ofTexts } from './text-conversions';
import { addedTo, elementsOfConst, isOpenBelow, pointed, type Qualification, requalified } from './similar-types';
import { hasReferences, mayBeOtherTuple, standardTupleOf } from '../../values/standard-tuples';

/** An argument, for overload resolution. */
export interface Operand {
  /** Its type, by example. */
  readonly type: Value;
  readonly category: Category;
  /** An initialiser list `{…}`, which has no type. */
  readonly braced: boolean;
  /** The literal 0, a null pointer constant. */
  readonly zero?: boolean;
}

/** The type of a parameter, its template parameters replaced. */
export interface Parameter {
  readonly type: Value;
  readonly written: Qualifiers;
}

/** The ranks of sequences, the best first. */
export const ranks = { exact: 0, promotion: 1, conversion: 2, user: 3, ellipsis: 4 } as const;
type Rank = keyof typeof ranks;

export interface Sequence {
  readonly rank: Rank;
  /** Steps from a class to its base, for objects, references and pointers. */
  readonly steps: number;
  /** A pointer becomes a `bool`, a `void*`. */
  readonly to?: 'bool' | 'void';
  /** What that to which a pointer leads is made: const, volatile. */
  readonly qualifies?: Qualification;
  /** The parameter is a reference. */
  readonly binds?: Qualifiers;
  /** The reference is bound to an rvalue. */
  readonly rvalue?: boolean | undefined;
  /** Of a conversion by the user: the conversion function, and the standard conversion that follows it. */
  readonly by?: object;
  readonly second?: Sequence;
  /** There is no conversion without a function of the user. */
  readonly needsUser?: true;
  /** A list becomes a `std::initializer_list`. */
  readonly list?: true;
  /** Of an array that takes a list. */
  readonly elements?: { readonly count: number; readonly of: Value };
  /** Whether the argument can be passed at all, or by which conversion, is not known. */
  readonly doubt: boolean;
}

export const ellipsis: Sequence = { rank: 'ellipsis', steps: 0, doubt: false };

/** How a class of the program takes another value: by a constructor, or by the value's conversion function. */
export type UserConversion = (from: Value, to: Value, how: Passed) => boolean | undefined | ByFunction;

/** The value category of what is converted, and what the parameter refers to. */
interface Passed extends Category {
  readonly written: Qualifiers;
}

/** By a conversion function; `by` is another object for another function. */
export interface ByFunction {
  readonly by: object;
  readonly second: Sequence;
}

/** The implicit conversion sequence from an argument to a parameter; undefined where none exists. */
export function sequenceTo(operand: Operand, { type, written }: Parameter, user: UserConversion): Sequence | undefined {
  const given = written.ref ? withArray(operand) : operand;
  const value = conversion(given, written.ref ? plainArray(type) : adjusted(type), user, written);
  if (!value) return undefined;
  if (written.vague) return { ...value, doubt: true };
  // A conversion function says itself to what a reference is bound.
  if (value.second) return value;
  // An object that is volatile is copied by a constructor that the class declares for it.
  if (!written.ref && operand.category.volatile && classOf(type)) return { ...value, doubt: true };
  return written.ref ? bound(given, value, withElements(type, written)) : value;
}

/** A reference binds directly to what has its type or a class derived from it, else to a temporary
 *  ([dcl.init.ref]). */
function bound(operand: Operand, value: Sequence, written: Qualifiers): Sequence | undefined {
  const { is, constant } = operand.category;
  const isObject = value.rank === 'exact' || (value.rank === 'conversion' && value.steps > 0);
  const direct = isObject && !operand.braced;
  const isRvalue = direct ? (is === undefined ? undefined : is !== 'lvalue') : true;
  const bindsRvalue = written.ref === 'rvalue';
  const takesTemporary = bindsRvalue || (written.constant === true && !written.volatile);
  // Of a list with one element, the reference may be bound to that ([dcl.init.list]/3).
  if (isRvalue === true && !takesTemporary)
    return operand.braced && (isUnknown(operand.type) || (isTuple(operand.type) && operand.type.length === 1))
      ? { ...value, binds: written, rvalue: undefined, doubt: true }
      : undefined;
  if (isRvalue === false && bindsRvalue) return undefined;
  if (direct && !isAtMost(constVolatile(operand.category), written)) return undefined;
  // What a reference to a pointer could change would be pointed to by another type ([dcl.init.ref]/4).
  if (direct && value.qualifies?.length && !written.constant && !isFunctionType(operand.type))
    return bindsRvalue ? { ...value, binds: written, rvalue: isRvalue, doubt: true } : undefined;
  const isSure =
    (isRvalue !== undefined || (takesTemporary && !bindsRvalue)) &&
    (!direct || constant !== undefined || written.constant === true);
  return { ...value, binds: written, rvalue: isRvalue, doubt: value.doubt || !isSure };
}

const exact: Sequence = { rank: 'exact', steps: 0, doubt: false };

function conversion(
  { type: from, braced, zero, category }: Operand,
  to: Value,
  user: UserConversion,
  written: Qualifiers = {},
): Sequence | undefined {
  const how = { ...category, written };
  if (isUnknown(from) || isUnknown(to)) return { ...exact, doubt: true };
  if (braced) return fromList(from, to, user);
  if (zero && isTextType(to)) return { rank: 'user', steps: 0, doubt: true, needsUser: true };
  if (zero && isRawPointer(to) && to.length === undefined) return { ...exact, rank: 'conversion' };
  if (isTuple(from) && isTuple(to) && mayBeOtherTuple(from, to)) return { ...exact, rank: 'user', doubt: true };
  if (sameType(from, to)) return exact;
  if (isTextType(from) || isTextType(to)) return ofTexts(from, to, () => byUser(from, to, user, how));
  if (isMemberPointer(from) || isMemberPointer(to)) return ofMemberPointers(from, to, user, how);
  if (isFunctionType(from) || isFunctionType(to)) return fromFunction(from, to, user, how);
  if (isRawPointer(from) && classOf(to)) return byUser(from, to, user, how);
  if (isRawPointer(from) && from.length !== undefined) return fromArray(from, from.length, to);
  if (isRawPointer(from)) return fromPointer(from, to);
  if (isNullptrType(from))
    return isRawPointer(to) && to.length === undefined ? { ...exact, rank: 'conversion' } : undefined;
  if (isNullptrType(to)) return undefined;
  if (isDerivedConstant(from, to)) return { ...exact, rank: 'conversion', steps: 1 };
  const source = classOf(from);
  const target = classOf(to);
  if (source && target) {
    const steps = distance(source, target);
    if (steps !== undefined) return { rank: 'conversion', steps, doubt: false };
  }
  const base = source && isTuple(to) ? tupleBase(source) : undefined;
  if (base && sameType(base.of, to)) return { rank: 'conversion', steps: base.steps, doubt: false };
  if (isTuple(from) && isTuple(to) && standardTupleOf(from) !== undefined) return betweenTuples(from, to);
  return (source ?? target) ? byUser(from, to, user, how) : fundamental(from, to);
}

/** A standard tuple is made of another one whose elements convert ([tuple.cnstr], [pairs.pair]), and a tuple of a pair.
 *  What takes a tuple as its only element is not looked at, nor are references and classes among the elements. */
function betweenTuples(from: readonly Value[], to: readonly Value[]): Sequence | undefined {
  const open: Sequence = { rank: 'user', steps: 0, doubt: true };
  const target = standardTupleOf(to);
  if (target === undefined || to.length === 1) return open;
  if (from.length !== to.length) return undefined;
  if (target === 'pair' && standardTupleOf(from) === 'tuple') return undefined;
  if (hasReferences(from) || hasReferences(to) || [...from, ...to].some((one) => isTuple(one) || classOf(one)))
    return open;
  const all = from.map((one, i) => conversion({ type: one, category: {}, braced: false }, to[i] ?? one, noUser));
  if (all.some((one) => one === undefined)) return undefined;
  return { ...open, doubt: all.some((one) => one?.doubt === true) };
}

function byUser(from: Value, to: Value, user: UserConversion, how: Passed): Sequence | undefined {
  const converts = user(from, to, how);
  if (typeof converts === 'object') {
    const { by, second } = converts;
    const { binds, rvalue } = second;
    return { rank: 'user', steps: 0, doubt: false, by, second, ...(binds && { binds, rvalue }) };
  }
  if (converts === false) return undefined;
  return { rank: 'user', steps: 0, doubt: converts === undefined, ...(!mayBeOf(from, to) && { needsUser: true }) };
}

/** Whether an object may be one of a base that is not known here: then it converts without a function of the user. No
 *  class of the library is derived from one of the program. */
function mayBeOf(from: Value, to: Value): boolean {
  const source = classOf(from);
  return source !== undefined && (hasOpenBases(source) || (!classOf(to) && hasLibraryBases(source)));
}

/** Whether a value converts to a type without a function of the user; undefined where that is not known. */
export function convertsByItself(from: Value, to: Value): boolean | undefined {
  const sequence = conversion({ type: from, category: {}, braced: false, zero: false }, to, () => false);
  if (sequence?.doubt) return undefined;
  return sequence !== undefined && sequence.rank !== 'user';
}

/** CuTe's `integral_constant<T, v>` is derived from `C<v>`, and `Underscore` from `Int<0>`. */
function isDerivedConstant(from: Value, to: Value): boolean {
  if (isTuple(from) || isTuple(to) || to.is !== 'static') return false;
  if (from.is === 'underscore') return to.n === 0 && to.of === undefined && to.type === undefined;
  if (from.is !== 'static') return false;
  return from.of === 'cute' && to.of === undefined && from.n === to.n && from.type === to.type;
}

function fundamental(from: Value, to: Value): Sequence | undefined {
  // Of the numbers only the literal 0 is a null pointer.
  if (isRawPointer(to) && !isTuple(from) && (from.is === 'dynamic' || from.is === 'scalar')) return undefined;
  // Which of several functions is meant is not looked at.
  if (isRawPointer(to) && targetOf(from)?.kind === 'functions') return { ...exact, doubt: true };
  const fit = convertible(from, to);
  if (fit === 0) return undefined;
  const enumeration = enumerationOf(from);
  // To its underlying type is better than to what that is promoted to ([over.ics.rank]/4.2).
  if (enumeration && fit === 1.5)
    return { rank: 'promotion', steps: sameType(to, underlyingType(enumeration)) ? 0 : 1, doubt: false };
  const rank: Rank = fit === 2 ? 'exact' : fit === 1.5 ? 'promotion' : 'conversion';
  // An integral constant is an object of a class, which converts to its number.
  const isObject = !isTuple(from) && (from.is === 'static' || from.is === 'underscore') && !isTuple(to);
  if (isObject && rank !== 'exact') return { rank: 'user', steps: 0, doubt: false };
  return { rank, steps: 0, doubt: isClassOfLibrary(from) || isClassOfLibrary(to) };
}

/** Which constructors and conversions a class of a library has is not known. */
function isClassOfLibrary(value: Value): boolean {
  return !isTuple(value) && value.is === 'struct' && value.cls === undefined;
}

/** `{…}` initialises an object; a number alone initialises a number. */
function fromList(from: Value, to: Value, user: UserConversion): Sequence | undefined {
  if (isList(to)) return toInitializerList(from, to.element, user);
  if (isTuple(to)) return { rank: 'user', steps: 0, doubt: false };
  if (isTextType(to)) return { rank: 'user', steps: 0, doubt: !listMakesText(from), by: listMakesText };
  const own = isTuple(from) && from.length === 1 && from[0] !== undefined ? ofSameClass(from[0], to) : undefined;
  if (own) return own;
  if (to.is === 'struct' || to.is === 'array' || to.is === 'layout') return ofClass(to);
  if (!isTuple(from)) return undefined;
  if (isRawPointer(to) && to.length !== undefined) return arrayFromList(from, to, to.length);
  if (from.length > 1) return undefined;
  const [only] = from;
  return only === undefined
    ? { ...exact, doubt: !isPlainNumber(to) && !isRawPointer(to) }
    : conversion({ type: only, category: {}, braced: false }, to, noUser);
}

/** Whether the class takes the list is not looked at. */
function ofClass(to: Value): Sequence {
  const instance = classOf(to);
  return { rank: 'user', steps: 0, doubt: false, ...(instance && { by: instance }) };
}

/** A list of one object of the class, or of one derived from it ([over.ics.list]/2, 7). Compilers differ in how it
 *  compares with conversions by functions of the user. */
function ofSameClass(from: Value, to: Value): Sequence | undefined {
  const [source, target] = [classOf(from), classOf(to)];
  const steps = source && target && distance(source, target);
  if (steps === undefined) return undefined;
  return { rank: steps === 0 ? 'exact' : 'conversion', steps, doubt: true };
}

/** A `std::initializer_list` takes a list by the worst of the conversions of its elements ([over.ics.list]/5). */
function toInitializerList(from: Value, element: Value, user: UserConversion): Sequence | undefined {
  if (!isTuple(from)) return { ...exact, list: true, doubt: true };
  const worst = worstOf(from, element, user);
  return worst && { ...worst, list: true };
}

/** An array takes a list by the worst of the conversions of its elements ([over.ics.list]/6). */
function arrayFromList(from: readonly Value[], { element }: Pointer, length: Value): Sequence | undefined {
  const count = asNumber(length);
  if (count !== undefined && count < from.length) return undefined;
  const worst = worstOf(from, element, noUser);
  const doubt = worst?.doubt !== false || count === undefined;
  return worst && { ...worst, doubt, elements: { count: count ?? 0, of: element } };
}

/** The worst of the conversions of the elements of a list. */
function worstOf(from: readonly Value[], element: Value, user: UserConversion): Sequence | undefined {
  // A list among the elements is not told from a tuple, nor the literal 0 from another number.
  if (isRawPointer(element) && !from.every((one) => sameType(one, element))) return { ...exact, doubt: true };
  const all = from.map((one) => conversion({ type: one, category: {}, braced: isTuple(one) }, element, user));
  if (!all.every((one) => one !== undefined)) return undefined;
  // Whether a list makes an object of a class is not looked at.
  const isOpen = isTuple(element) ? from.length > 0 : classOf(element) !== undefined && from.some(isTuple);
  const doubt = isOpen || all.some((one) => one.doubt);
  const {
    second: _second,
    by: _by,
    ...worst
  } = all.reduce((worst, one) => (ranks[one.rank] > ranks[worst.rank] ? one : worst), exact);
  return { ...worst, doubt };
}

const noUser: UserConversion = () => undefined;

// ---- Pointers ([conv.ptr], [conv.qual], [conv.bool]) ---------------------------------------------------------------

/** An array stays one where it is bound to a reference to an array, be it one of const elements, and is else a pointer
 *  to its first element. */
function fromArray(from: Pointer, count: Value, to: Value): Sequence | undefined {
  if (isRawPointer(to) && to.length !== undefined) {
    const [length, given] = [to.length, count].map(asNumber);
    if (length === undefined || given === undefined) return { ...exact, doubt: true };
    const similar = requalified(elementsOfConst(from), elementsOfConst(to));
    return length !== given || !similar || !isAtMost(from, to) ? undefined : { ...exact, qualifies: similar };
  }
  const { length: _length, ...pointer } = from;
  return fromPointer(pointer, to);
}

function fromPointer(from: Value, to: Value): Sequence | undefined {
  if (!isRawPointer(from)) return undefined;
  if (!isTuple(to) && to.is === 'scalar' && to.type === 'bool')
    return { rank: 'conversion', steps: 0, to: 'bool', doubt: false };
  // A reference to an array takes arrays alone.
  if (isRawPointer(to) && to.length !== undefined) return undefined;
  if (!isRawPointer(to)) return isPlainNumber(to) ? undefined : fundamental(from, to);
  const [source, pointee] = [from.element, to.element];
  if (isUnknown(pointee) || isUnknown(source))
    return isAtMost(from, to) ? { ...exact, qualifies: addedTo(from, to), doubt: true } : undefined;
  const similar = requalified(pointed(from), pointed(to));
  if (similar) return { ...exact, qualifies: similar };
  if (!isAtMost(from, to)) return undefined;
  const qualifies = addedTo(from, to);
  if (losesNoexcept(source, pointee)) return { ...exact, qualifies: throwing };
  if (isFunctionType(source) || isFunctionType(pointee)) return undefined;
  if (!isTuple(pointee) && pointee.is === 'void')
    return { rank: 'conversion', steps: 0, to: 'void', qualifies, doubt: false };
  const [derived, base] = [classOf(source), classOf(pointee)];
  const steps = derived && base ? distance(derived, base) : undefined;
  // Which bases a class has is not known where its definition is not here.
  if (steps === undefined && derived && base && !derived.decl.members)
    return { rank: 'conversion', steps: 0, qualifies, doubt: true };
  if (steps === undefined && (isOpenBelow(source) || isOpenBelow(pointee))) return { ...exact, qualifies, doubt: true };
  return steps === undefined ? undefined : { rank: 'conversion', steps, qualifies, doubt: false };
}

function isFunctionType(value: Value): value is FunctionType {
  return !isTuple(value) && value.is === 'function-type';
}

function isMemberPointer(value: Value): value is MemberPointer {
  return !isTuple(value) && value.is === 'member-pointer';
}

/** A function becomes a pointer to it ([conv.func]). */
function fromFunction(from: Value, to: Value, user: UserConversion, how: Passed): Sequence | undefined {
  if (!isFunctionType(from)) return isTuple(from) || from.is !== 'callable' ? undefined : { ...exact, doubt: true };
  if (isFunctionType(to)) return losesNoexcept(from, to) ? { ...exact, qualifies: throwing } : undefined;
  return conversion(asOperand(pointerTo({ is: 'type', of: from })), to, user, how.written);
}

function asOperand(type: Value): Operand {
  return { type, category: { is: 'prvalue', constant: false }, braced: false };
}

/** It is as good as one that adds nothing to another level, and worse than none. */
const throwing: Qualification = [{}];

/** A function that does not throw serves as one that may ([conv.fctptr]). */
function losesNoexcept(from: Value, to: Value): boolean {
  if (!isFunctionType(from) || !isFunctionType(to) || !from.noexcept || to.noexcept) return false;
  const { noexcept: _noexcept, ...plain } = from;
  return sameType(plain, to);
}

/** A pointer to a member of a class is one to a member of a class derived from it ([conv.mem]). */
function ofMemberPointers(from: Value, to: Value, user: UserConversion, how: Passed): Sequence | undefined {
  if (isNullptrType(from) && isMemberPointer(to)) return { ...exact, rank: 'conversion' };
  if (classOf(from) ?? classOf(to)) return byUser(from, to, user, how);
  if (!isTuple(to) && to.is === 'scalar' && to.type === 'bool')
    return { rank: 'conversion', steps: 0, to: 'bool', doubt: false };
  if (!isMemberPointer(from) || !isMemberPointer(to))
    return isTuple(from) || from.is !== 'callable' ? undefined : { ...exact, doubt: true };
  const [base, derived] = [classOf(from.of), classOf(to.of)];
  const qualifies = losesNoexcept(from.member.of, to.member.of) ? throwing : requalified(from.member, to.member);
  if (!qualifies) return undefined;
  if (sameType(from.of, to.of)) return { ...exact, qualifies };
  const steps = base && derived ? distance(derived, base) : undefined;
  return steps === undefined ? undefined : { rank: 'conversion', steps, qualifies, doubt: false };
}

function isPlainNumber(to: Value): boolean {
  return (
    !isTuple(to) &&
    (to.is === 'dynamic' ||
      enumerationOf(to) !== undefined ||
      (to.is === 'scalar' && (isIntegerType(to) || to.type !== 'bool')))
  );
}

/** How many steps it is from a class to its base. */
function distance(instance: ClassInstance, base: ClassInstance): number | undefined {
  if (instance === base) return 0;
  const found = instance.bases.map((one) => distance(one, base)).filter((steps) => steps !== undefined);
  return found.length > 0 ? Math.min(...found) + 1 : undefined;
}
