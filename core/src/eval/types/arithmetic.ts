// What operators compute from values: CuTe's integers and tuples by the builtins; floating-point numbers, texts,
// addresses and pointers here. Operands are evaluated in run/operators.ts.
import { say } from '../../base/say';
import { isIntTuple } from '../../algebra/int_tuple';
import { dyn, type Dynamic, hole, withLongLong, withNarrow, withSign } from '../../algebra/leaf';
import { wideOf } from '../../algebra/wide';
import { wideAsScalar } from './held-numbers';
import { binary, unary } from '../../builtins/operators';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { floating, isClassOfFloats, isPlainFloat } from '../../values/floats';
import { anew, isOffset, toFirst } from '../../values/pointer';
import { isIntegerType } from '../../values/scalars';
import { standardTupleOf } from '../../values/standard-tuples';
import type { Callable, Pointer, Scalar, Single, Text, Unknown, Value } from '../../values/value';
import { movedAddress } from '../memory/arrays';
import { addressOfText } from '../memory/literals';
import { shareAddressed } from '../memory/losing';
import { guarded } from '../state/algebra-guard';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { distance, elementCell, pointerTo } from '../values/elements';
import { enumerationOf, enumerationOfValue, isScoped, withoutEnumeration } from '../values/enumerations';
import { boolType, erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { hasNoMembers, isArray, isText, targetOf } from '../values/kinds';
import { isStaticIntValue } from '../values/template-args';
import { charactersOf } from '../values/texts';
import { asNumber, truth } from '../values/truth';
import { illFormed, unknown } from '../values/unknown';
import { constantExtreme, constantOperator, shiftCount } from './typed-constants';
import { asCondition, asOperandOf } from './object-conversions';
import { isOfReferences, valuesOf } from './tuples-of-references';
import { failedAs, someNumber, typedAs } from './unknown-types';

/** A `bool`. */
export function boolean(value: Value): Value {
  return !isTuple(value) && value.is === 'dynamic' && value.narrow === undefined ? withNarrow(value, 'bool') : value;
}

const logical = /^([!=<>]=|[<>]|&&|\|\|)$/;

/** Narrow integers (`char`, `bool`, `int8_t`) take part in arithmetic as int. */
export function promoted(value: Value): Value {
  if (!isTuple(value) && value.is === 'dynamic' && value.narrow !== undefined) return asInteger(value);
  if (isTuple(value) || value.is !== 'scalar') return value;
  if (!/^(char|bool|u?int(8|16)_t|char(8|16|32)_t|wchar_t)$/.test(value.type)) return value;
  const isUnsigned = value.type === 'char32_t' || undefined;
  return value.n === undefined ? hole(32, isUnsigned) : withSign(dyn(value.n), isUnsigned);
}

/** A `bool` or a `char` as the int that it counts as. */
export function asInteger({ narrow: _narrow, ...number }: Dynamic): Dynamic {
  return number;
}

/** What an operator gives for two values. */
export function operate(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  l: Value,
  r: Value,
): Value {
  if (isOfReferences(l) || isOfReferences(r))
    return operate(m, e, isTuple(l) ? valuesOf(l) : l, isTuple(r) ? valuesOf(r) : r);
  const left = withoutEnumeration(l);
  const right = withoutEnumeration(r);
  const refused = (left !== l || right !== r) && takesEnumerations(e.op, l, r) === false;
  if (refused) return illFormed('unsupported', say`\`${e.op}\` is not for values of a scoped enumeration`);
  const value = operateOn(m, e, left, right);
  return logical.test(e.op) ? boolean(value) : ofOperands(e.op, value, left, right);
}

/** The enumeration of which a value is one, also where only its type is known. */
function enumerationOfOperand(value: Value): Callable | undefined {
  const type = isUnknown(value) ? value.type : undefined;
  return type === undefined ? enumerationOfValue(value) : (enumerationOf(type) ?? enumerationOfValue(type));
}

/** Values of a scoped enumeration are compared with each other alone ([expr.rel], [expr.eq]). Undefined where the type
 *  of an operand is not known. */
function takesEnumerations(op: string, left: Value, right: Value): boolean | undefined {
  if ([left, right].some((one) => isUnknown(one) && one.type === undefined)) return undefined;
  const [a, b] = [enumerationOfOperand(left), enumerationOfOperand(right)];
  if (!(a && isScoped(a)) && !(b && isScoped(b))) return true;
  return a === b && /^([!=<>]=|[<>])$/.test(op);
}

/** A shift has the type of what is shifted, whatever it is shifted by ([expr.shift]/1). */
const shifts: ReadonlySet<string> = new Set(['<<', '>>']);

/** Arithmetic with a `long long` gives one; a shift has the type of what is shifted ([expr.arith.conv]). */
function ofOperands(op: string, value: Value, left: Value, right: Value): Value {
  if (isTuple(value) || value.is !== 'dynamic') return value;
  return isLongLong(left) || (!shifts.has(op) && isLongLong(right)) ? withLongLong(value, true) : value;
}

function isLongLong(value: Value): boolean {
  return !isTuple(value) && value.is === 'dynamic' && value.longLong === true;
}

function operateOn(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  left: Value,
  right: Value,
): Value {
  if (isUnknown(left)) return logicalUnknown(e.op, left, right) ?? typedAs(left, typeOfResult(m, e, left, right));
  if (isUnknown(right)) return typedAs(right, typeOfResult(m, e, left, right));
  // Most operands are integers at run time, which the rest is not about.
  if (left.is === 'dynamic' && right.is === 'dynamic') {
    const by = shifts.has(e.op) ? shiftCount(left, right) : right;
    const value = guarded(m, e.span, () => binary(e.op, left, by));
    return isUnknown(value) ? failedAs(value, typeOfResult(m, e, left, by)) : value;
  }
  const isCondition = e.op === '&&' || e.op === '||';
  const number = (value: Value): Value | undefined =>
    isCondition && (isText(value) || targetOf(value)?.kind === 'address')
      ? asCondition(m, value)
      : asOperandOf(m, e.op, value);
  const [a, b] = [number(left), number(right)];
  if (a ?? b) return operate(m, e, promoted(a ?? left), promoted(b ?? right));
  const special =
    addressArithmetic(m, e, left, right) ?? pointerArithmetic(m, e, left, right) ?? textOrFloat(e.op, left, right);
  if (special) return special;
  if (e.op === '<<' && isStream(left)) return left;
  const by = shifts.has(e.op) ? shiftCount(left, right) : right;
  const constant = constantOperator(m, e.op, left, by, e.span);
  if (constant !== undefined) return constant;
  return guarded(m, e.span, () => binary(e.op, left, by));
}

/** What a conditional operator gives for the operand that is taken, by the type that it has in common with the other
 *  one ([expr.cond]); undefined where they are no numbers, or of one type. */
export function inCommon(m: Machine, taken: Value, other: Value): Value | undefined {
  if (enumerationOfValue(taken) !== enumerationOfValue(other)) {
    const number = withoutEnumeration(taken);
    return inCommon(m, number, withoutEnumeration(other)) ?? number;
  }
  const [a, b] = [arithmeticType(taken), arithmeticType(other)];
  if (!a || !b || sameType(a, b)) return undefined;
  const float = isIntegerType(a) && isIntegerType(b) ? undefined : widerFloat(a, b);
  if (float) return convert(m, taken, float);
  const types = [a, b].map((one) => erase(promoted({ ...one, n: 0 }))).filter(isNumeric);
  const bits = types.some((type) => type.bits === 64) ? 64 : 32;
  const isUnsigned = types.some((type) => type.is === 'dynamic' && type.unsigned && type.bits === bits);
  const longLong = types.some(isLongLong) || undefined;
  return convert(m, taken, withLongLong(hole(bits, isUnsigned || undefined), longLong));
}

function arithmeticType(value: Value): Dynamic | Scalar | undefined {
  const type = erase(isUnknown(value) ? (value.type ?? value) : value);
  if (!isNumeric(type)) return undefined;
  return isIntegerType(type) || (type.is === 'scalar' && isPlainFloat(type.type)) ? type : undefined;
}

function isNumeric(value: Value): value is Dynamic | Scalar {
  return value.is === 'dynamic' || value.is === 'scalar';
}

/** The type of what an operator gives for numbers of which some are not known; undefined for other operands. */
function typeOfResult(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  left: Value,
  right: Value,
): Value | undefined {
  const [a, b] = [someNumber(left), someNumber(right)];
  const result = a && b && m.silently(() => operate(m, e, promoted(a), promoted(b)));
  return result === undefined || isUnknown(result) ? undefined : erase(result);
}

/** `unknown && false` is false whatever the unknown is, and a constant where that is one and the other operand, too. */
function logicalUnknown(op: string, { type }: Unknown, right: Value): Value | undefined {
  if (isStaticIntValue(right) && !(type && isNumeric(type))) return undefined;
  const known = truth(right);
  if (op === '&&' && known === false) return dyn(0);
  if (op === '||' && known === true) return dyn(1);
  return undefined;
}

export function isStream(value: Value): boolean {
  return !isTuple(value) && value.is === 'void';
}

/** Comparison and arithmetic of addresses of array elements. */
function addressArithmetic(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  a: Value,
  b: Value,
): Value | undefined {
  if (isArray(a) && isArray(b) && /^[!=]=$/.test(e.op)) return sameElements(m, e, a.elements, b.elements);
  const areTuples = isTuple(a) && isTuple(b) && standardTupleOf(a) && standardTupleOf(b) && a.length === b.length;
  if (areTuples && /^[!=]=$/.test(e.op)) return sameElements(m, e, a, b);
  const left = besidePointers(m, a, b);
  const right = besidePointers(m, b, a);
  const [l, r] = [elementCell(left, 0), elementCell(right, 0)];
  if (!l && !r) return undefined;
  const apart = distance(left, right);
  if (apart === undefined && e.op === '-' && arePointers(left, right)) return difference(e.span);
  if (apart !== undefined)
    return e.op === '-' ? dyn(apart, undefined, 64) : guarded(m, e.span, () => binary(e.op, dyn(apart), dyn(0)));
  const nothing = comparedWithNull(e.op, left, right);
  if (nothing) return nothing;
  if (/^[!=<>]=?$|^&&$|^\|\|$/.test(e.op))
    return unknown('input', say`addresses are not known before the program runs`, e.span);
  const [address, amount] = l ? [left, right] : [right, left];
  const n = asNumber(amount);
  const moved = n !== undefined && /^[+-]$/.test(e.op) ? movedAddress(m, address, e.op === '-' ? -n : n) : undefined;
  if (moved !== undefined) return moved;
  shareAddressed(m, address, e.span);
  const pointer = pointerTo(address);
  return pointer && pointerArithmetic(m, e, pointer, amount);
}

/** A literal beside an integer or a pointer is the address of its first character. */
function besidePointers(m: Machine, value: Value, other: Value): Value {
  const isBeside = !isTuple(other) && /^(?:dynamic|pointer|callable)$/.test(other.is);
  return (isBeside ? addressOfText(m, value) : undefined) ?? value;
}

function sameElements(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  a: readonly Value[],
  b: readonly Value[],
): Value {
  const same = a
    .map((part, i) => operate(m, { op: '==', span: e.span }, promoted(part), promoted(b[i] ?? part)))
    .reduce<Value>((all, one) => operate(m, { op: '&&', span: e.span }, all, one), dyn(1));
  return e.op === '==' || isUnknown(same) ? same : guarded(m, e.span, () => unary('!', same));
}

function pointerArithmetic(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  left: Value,
  right: Value,
): Value | undefined {
  const l = asPointer(left);
  const r = asPointer(right);
  if (l?.null && r?.null && /^[!=]=$/.test(e.op)) return dyn(e.op === '==' ? 1 : 0);
  if (l && r && e.op === '-') return l.null && r.null ? dyn(0, undefined, 64) : difference(e.span);
  if (l && r) return /^(==|!=|<|>|<=|>=|&&|\|\|)$/.test(e.op) ? comparison(e.span) : undefined;
  const pointer = l ?? r;
  const amount = l ? right : left;
  if (pointer?.null && asNumber(amount) === 0 && /^[!=]=$/.test(e.op)) return dyn(e.op === '==' ? 1 : 0);
  if (pointer?.null && /^(&&|\|\|)$/.test(e.op)) return binaryOnNull(m, e, left, right);
  if (pointer && /^(==|!=|&&|\|\|)$/.test(e.op)) return comparison(e.span);
  if (!pointer || (e.op !== '+' && e.op !== '-')) return undefined;
  const offset = pointer.offset;
  if (!isOffset(offset)) return pointer;
  const moved = guarded(m, e.span, () => binary(e.op, offset, amount));
  return isUnknown(moved) || isIntTuple(moved) ? { ...anew(toFirst(pointer)), offset: moved } : undefined;
}

const arePointers = (...values: readonly Value[]): boolean =>
  values.every((one) => asPointer(one) !== undefined || targetOf(one)?.kind === 'address');

/** What lies between two addresses that are not known: a `std::ptrdiff_t` ([expr.add]/5). */
function difference(at: Expr['span']): Value {
  return { ...unknown('input', say`addresses are not known before the program runs`, at), type: hole(64) };
}

/** What a comparison of addresses gives. */
function comparison(at: Expr['span']): Value {
  return { ...unknown('input', say`addresses are not known before the program runs`, at), type: boolType };
}

/** `p && x`, where p is null. */
function binaryOnNull(
  m: Machine,
  e: { readonly op: string; readonly span: Expr['span'] },
  left: Value,
  right: Value,
): Value {
  const number = (value: Value): Value => (asPointer(value)?.null ? dyn(0) : value);
  return operate(m, e, number(left), number(right));
}

/** The address of a variable is not null. */
function comparedWithNull(op: string, left: Value, right: Value): Value | undefined {
  if (op !== '==' && op !== '!=') return undefined;
  const isNull = (value: Value): boolean => !isTuple(value) && value.is !== 'callable' && asNumber(value) === 0;
  return isNull(left) || isNull(right) ? dyn(op === '!=' ? 1 : 0) : undefined;
}

function asPointer(value: Value): Pointer | undefined {
  return !isTuple(value) && value.is === 'pointer' ? value : undefined;
}

/** Comparisons of texts and arithmetic of floating-point numbers, which the builtins do not know. */
function textOrFloat(op: string, left: Value, right: Value): Value | undefined {
  if (isTuple(left) || isTuple(right)) return undefined;
  if (left.is === 'text' && right.is === 'text') return ofTexts(op, left, right);
  if (left.is !== 'scalar' && right.is !== 'scalar') return undefined;
  return floatBinary(op, left, right);
}

/** Strings are compared by their characters, and pointers to characters by where those are. */
function ofTexts(op: string, left: Text, right: Text): Value | undefined {
  const [a, b] = [charactersOf(left), charactersOf(right)];
  const of = left.of ?? right.of;
  if (of === undefined) return unknown('unsupported', say`where the characters of a text are is not known`);
  if (op === '==') return dyn(a === b ? 1 : 0);
  if (op === '!=') return dyn(a === b ? 0 : 1);
  return op === '+' ? { is: 'text', text: a + b, of } : undefined;
}

const comparisons = new Map<string, (a: number, b: number) => boolean>([
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['>', (a, b) => a > b],
  ['<=', (a, b) => a <= b],
  ['>=', (a, b) => a >= b],
]);
const arithmetic = new Map<string, (a: number, b: number) => number>([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
]);

/** `max(a, b)` and `min(a, b)` of floating-point numbers and of constants with a type of their own; undefined where
 *  CuTe's, of integers and tuples, are meant. */
export function extreme(m: Machine, op: 'max' | 'min', left: Value, right: Value, span: Span): Value | undefined {
  const constant = guarded(m, span, () => constantExtreme(op, left, right) ?? { is: 'void' });
  return !isTuple(constant) && constant.is === 'void' ? floatExtreme(op, left, right) : constant;
}

function floatExtreme(op: 'max' | 'min', left: Value, right: Value): Value | undefined {
  if (isTuple(left) || isTuple(right) || (!isFloating(left) && !isFloating(right))) return undefined;
  const [a, b] = [asNumber(left), asNumber(right)];
  const sum = floatBinary('+', left, right);
  if (isTuple(sum) || sum.is !== 'scalar') return undefined;
  const type = { is: 'scalar' as const, type: sum.type, bits: sum.bits };
  return a === undefined || b === undefined || sum.n === undefined
    ? type
    : { ...type, n: op === 'max' ? Math.max(a, b) : Math.min(a, b) };
}

function isFloating(value: Single): boolean {
  return value.is === 'scalar' && !isIntegerType(value);
}

const float: Scalar = { is: 'scalar', type: 'float', bits: 32 };

/** The type of an operation on a floating-point number and another number: the wider one. */
function widerFloat(left: Value, right: Value): Scalar | undefined {
  const [own, other] = [left, right].map((value) => (!isTuple(value) && value.is === 'scalar' ? value : undefined));
  if (own?.type === other?.type) return own;
  const [a, b] = [own, other].map((value) => (value && isClassOfFloats(value.type) ? float : value));
  return b && (!a || isIntegerType(a) || rankOf(b) > rankOf(a)) ? b : a;
}

const rankOf = ({ type }: Scalar): number => ['float', 'double', 'long double'].indexOf(type);

/** A number of C++ itself, for which nobody can define operators. */
function isPlainNumber(value: Single): boolean {
  return value.is === 'dynamic' || (value.is === 'scalar' && hasNoMembers(value));
}

function floatBinary(op: string, left: Single, right: Single): Value {
  const type = widerFloat(left, right);
  const base = { is: 'scalar' as const, type: type?.type ?? 'double', bits: type?.bits ?? 64 };
  // Both operands are converted to the type of the result first ([expr.arith.conv]).
  const [a, b] = [left, right].map((one) => inFloat(base, one));
  const compare = comparisons.get(op);
  if (compare)
    return a === undefined || b === undefined
      ? unknown('input', say`the number is not known before the program runs`)
      : dyn(compare(a, b) ? 1 : 0);
  const compute = arithmetic.get(op);
  if (/^(%|&|\||\^|<<|>>)$/.test(op) && [left, right].every(isPlainNumber))
    return illFormed('unsupported', say`\`${op}\` is not for floating-point numbers`);
  if (!compute || a === undefined || b === undefined) return base;
  const isClass = isClassOfFloats(base.type);
  if (!isClass && !isPlainFloat(base.type)) return base;
  return floating(base, isClass ? Math.fround(compute(a, b)) : compute(a, b));
}

/** The number that an operand is when it is converted to a floating-point type of the language. */
function inFloat(type: Scalar, operand: Single): number | undefined {
  const n = asNumber(operand);
  if (type.type !== 'float' && type.type !== 'double') return n;
  const wide = operand.is === 'dynamic' ? wideOf(operand) : undefined;
  if (wide !== undefined) return wideAsScalar(wide, type).n;
  return n === undefined ? n : floating(type, n).n;
}
