// Expressions with a type in them: casts, decltype, sizeof, pointers and arrays, `T{…}`.
import { dyn, hole, withSign } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import { sizeofBits } from '../../values/scalars';
import type { Value } from '../../values/value';
import { shareAddressed } from '../memory/losing';
import { bracedArguments } from '../memory/vectors';
import { isRepeatable } from '../names/effects';
import { argsOf } from '../names/packs';
import { undecayed } from '../names/places';
import { guarded } from '../state/algebra-guard';
import { evaluate, locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { construct, convert } from '../types/construct';
import { sizeOfExample } from '../types/sizes';
import { isElementAddress, pointerTo } from '../values/elements';
import { designated } from '../values/designators';
import type { Scope } from '../values/entities';
import { erase, isList, isUnknown, sameType } from '../values/inspect';
import { underlyingType } from '../values/kinds';
import { unknown } from '../values/unknown';

/** A cast to a reference or a pointer stands for the variable that its operand names. */
export function castAt(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Located {
  const example = underlyingType(typeExample(m, e.type, scope));
  const { value, place } = locate(m, e.arg, scope);
  return {
    value: castTo(m, e, value, example),
    place: e.type.is === 'Wrap' && e.type.how !== 'const' ? place : undefined,
  };
}

function castTo(m: Machine, e: Expr & { is: 'Cast' }, value: Value, example: Value): Value {
  if (isUnknown(value)) return fallbackOfType(example, value);
  if (isUnknown(example)) return value;
  noteSharedLayout(m, e, value, example);
  if (isElementAddress(value)) return castAddress(m, e, value, example);
  return convert(m, value, example, true);
}

/** A pointer to an element, as another type: one to other elements is not followed. */
function castAddress(m: Machine, e: Expr & { is: 'Cast' }, address: Value, example: Value): Value {
  const pointer = pointerTo(address) ?? address;
  if (
    !isList(example) &&
    example.is === 'pointer' &&
    !isList(pointer) &&
    pointer.is === 'pointer' &&
    sameType(example.element, pointer.element)
  )
    return address;
  shareAddressed(m, address, e.span);
  return convert(m, pointer, example, true);
}

/** `reinterpret_cast<SharedStorage*>(smem)` where the launch gives the size of `smem`. */
function noteSharedLayout(m: Machine, e: Expr & { is: 'Cast' }, value: Value, example: Value): void {
  if (isList(value) || value.is !== 'pointer' || value.base === undefined || !m.externShared.has(value.base)) return;
  const target = !isList(example) && example.is === 'pointer' ? example.element : example;
  const size =
    !isList(target) && target.is === 'struct' && target.cls !== undefined ? sizeOfExample(m, target) : undefined;
  if (size) m.recorder.sharedLayout(e.span, Math.ceil(size.bits / 8));
}

/** An unknown of integer type is a number without a name; pointers of unknown origin still have a type. */
function fallbackOfType(example: Value, value: Value): Value {
  return !isList(example) && example.is === 'pointer' ? example : value;
}

export function decltypeValue(m: Machine, e: Expr, scope: Scope): Value {
  const value = undecayed(isRepeatable(e) ? locate(m, e, scope) : unevaluated(m, e, scope));
  if (isList(value)) return { is: 'type', of: erase(value) };
  if (value.is === 'unknown' && value.type !== undefined) return { is: 'type', of: value.type };
  if (value.is === 'unknown' || value.is === 'type') return value;
  if (value.is === 'element') return { is: 'type', of: value.pointer.element };
  return { is: 'type', of: erase(value) };
}

/** What stands in `decltype(…)` and `sizeof(…)` never runs: it has a type, and changes nothing. */
function unevaluated(m: Machine, e: Expr, scope: Scope): Located {
  return m.aside('unevaluated', e.span, () => locate(m, e, scope));
}

export function sizeofValue(m: Machine, e: Expr & { is: 'Sizeof' }, scope: Scope): Value {
  if (e.arg.is === 'String' && e.op === 'sizeof') return bytesOfText(e.arg);
  if (e.arg.is === 'Name' && e.arg.id === 'nullptr') return withSign(dyn(8, undefined, 64), true);
  const value = undecayed(isRepeatable(e.arg) ? locate(m, e.arg, scope) : unevaluated(m, e.arg, scope));
  if (e.op === 'sizeof...') return dyn(isList(value) ? value.length : 0, undefined, 64);
  if (isUnknown(value)) return value;
  const example = !isList(value) && value.is === 'type' ? value.of : erase(value);
  const size = sizeOfExample(m, example);
  if (size) return withSign(dyn(Math.ceil((e.op === 'alignof' ? size.align : size.bits) / 8), undefined, 64), true);
  return guarded(m, e.span, () => dyn(Math.ceil(sizeofBits(example) / 8), undefined, 64));
}

/** The bytes of a string literal, its end among them. */
export function bytesOfText(e: Expr & { is: 'String' }): Value {
  const { value, width } = e;
  const characters = [...value];
  // An escape may stand for one byte or for a character of two.
  if (width === undefined && characters.some((c) => c >= '\u0080' && c <= '\u00ff'))
    return unknown('unsupported', 'how many bytes these characters have is not known', e.span);
  const narrow = (c: string): number =>
    c < '\u0080' ? 1 : c < '\u0800' ? 2 : c < '\u{10000}' && c.length === 1 ? 3 : 4;
  const bytes =
    width === 4
      ? 4 * (characters.length + 1)
      : width === 2
        ? 2 * (value.length + 1)
        : 1 + characters.reduce((sum, c) => sum + narrow(c), 0);
  return withSign(dyn(bytes, undefined, 64), true);
}

export function wrapType(m: Machine, e: Expr & { is: 'Wrap' }, scope: Scope): Value {
  const inner = typeExample(m, e.of, scope);
  if (e.how === 'const' || e.how === 'ref' || e.how === 'rvalue-ref') return isUnknown(inner) ? inner : asType(inner);
  if (e.how === 'pointer')
    return { is: 'type', of: { is: 'pointer', space: 'generic', element: inner, offset: hole(64) } };
  if (e.how === 'array') {
    const length = e.size ? evaluate(m, e.size, scope) : hole(64);
    return { is: 'type', of: { is: 'pointer', space: 'generic', element: inner, offset: hole(64), length } };
  }
  return unknown('unsupported', 'function types are not modelled', e.span);
}

function asType(inner: Value): Value {
  return !isList(inner) && inner.is === 'callable' ? inner : { is: 'type', of: inner };
}

export function braceValue(m: Machine, e: Expr & { is: 'Brace' }, scope: Scope): Value {
  const given = argsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  if (!e.type) return e.designators ? designated(args, e.designators) : args;
  const example = typeExample(m, e.type, scope);
  return construct(
    m,
    example,
    bracedArguments(example, args),
    e.span,
    e.designators,
    given.map(({ cell }) => cell),
  );
}
