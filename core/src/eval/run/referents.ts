// What a reference is bound to: its initialiser, the category of that, and what is no longer known of a variable that a
// reference leads into. Declares nothing.
import type { Expr, Let } from '../../ir/program';
import type { Value } from '../../values/value';
import { loseWritten } from '../memory/reach';
import { mayRefer } from '../memory/references';
import { isRepeatable } from '../names/effects';
import { namedPlace, losePlace } from '../names/places';
import { categoryOfExpression } from '../overload/categories';
import { locate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { objectPointer } from '../types/placed';
import { holdsBases, partAt } from '../values/base-parts';
import type { Cell } from '../values/cells';
import { isAuto, isReference } from '../values/declared-types';
import { type Category, hasField, type Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, isArray, isText, targetOf } from '../values/kinds';

export function initialiserOf({ init }: Let): Expr | undefined {
  return init.how === 'none' ? undefined : init.how === 'copy' ? init.value : init.args[0];
}

/** What a reference is bound to, before it is converted to what the reference says. */
export function valueReferred(m: Machine, s: Let, scope: Scope): Value | undefined {
  const init = initialiserOf(s);
  return init && isRepeatable(init) ? m.silently(() => locate(m, init, scope).value) : undefined;
}

/** The part of a variable that a reference to a base is bound to. */
export function partReferred(m: Machine, s: Let, whole: Cell, scope: Scope): Cell {
  const base = holdsBases(whole.read()) ? classOf(typeExample(m, s.type, scope)) : undefined;
  return base ? partAt(whole, base) : whole;
}

export const isToConstant = (type: Expr): boolean =>
  type.is === 'Wrap' && type.of.is === 'Wrap' && type.of.how === 'const';

/** Of what a reference of deduced type is bound to. */
export function categoryOfInitial(m: Machine, s: Let, scope: Scope): Category | undefined {
  if (!isAuto(s.type) || !isReference(s.type)) return undefined;
  const e = initialiserOf(s);
  return e && categoryOfExpression(m, e, scope);
}

/** Whether a reference to what has no place may refer to a variable. */
export function mayReferTo(m: Machine, s: Let, scope: Scope, value: Value): boolean {
  const e = initialiserOf(s);
  if (s.type.is === 'Wrap' && s.type.how === 'ref' && !isToConstant(s.type)) return mayRefer(value, { is: 'lvalue' });
  return mayRefer(value, e && categoryOfExpression(m, e, scope));
}

/** What a reference refers to that is bound to a part of a variable for which there is no place, such as a character of
 *  a text: what is written through it is not followed. */
export function loseReferent(m: Machine, s: Let, scope: Scope, value: Value): void {
  const init = initialiserOf(s);
  // The parts of an object in shared memory are written where they lie.
  if (objectPointer(m, value)) return;
  if (!init || s.type.is !== 'Wrap' || isToConstant(s.type)) return;
  const isToVariable =
    s.type.how === 'ref' ||
    (s.type.how === 'rvalue-ref' && (categoryOfInitial(m, s, scope)?.is === 'lvalue' || isOfText(m, init, scope)));
  if (!isToVariable) return;
  losePlace(m, init, scope, s.nameSpan, 'referred');
  loseWritten(m, value, s.nameSpan);
}

/** `text.back()`, which is an lvalue where the text can be written. */
function isOfText(m: Machine, e: Expr, scope: Scope): boolean {
  const object = e.is === 'Call' && e.callee.is === 'Member' ? namedPlace(m, e.callee.object, scope) : undefined;
  return object !== undefined && isText(object.read());
}

/** Whether a reference is bound to a member of a temporary object, or to an element of one. */
export function isMemberOfTemporary(init: Let['init']): boolean {
  const [first, ...inner] = partsNamed(init);
  const object = inner.at(-1) ?? first;
  const whole = object && 'object' in object ? object.object : undefined;
  return whole?.is === 'Call' || whole?.is === 'Brace';
}

/** Whether what such an expression names lies in the object itself: a reference and a pointer in it lead elsewhere, and
 *  static members lie elsewhere. */
export function liesWithin(init: Let['init'], object: Value): boolean {
  let value: Value | undefined = object;
  for (const e of [...partsNamed(init)].reverse()) {
    if (value === undefined) return e.is === 'Member';
    if (e.is === 'Index') {
      if (!isArray(value)) return false;
      value = value.elements[0];
    } else {
      const instance = classOf(value);
      if (instance && !hasField(instance, e.id)) return false;
      value = isTuple(value) || value.is !== 'struct' ? undefined : value.fields.get(e.id);
    }
    const target = value && targetOf(value);
    if (target?.kind === 'address' && target.as === 'reference') return false;
  }
  return true;
}

/** `a.b[1].c`: the members and elements that are named, the last one first. */
function partsNamed(init: Let['init']): readonly (Expr & { is: 'Member' | 'Index' })[] {
  const parts: (Expr & { is: 'Member' | 'Index' })[] = [];
  let e = init.how === 'none' ? undefined : init.how === 'copy' ? init.value : init.args[0];
  for (; (e?.is === 'Member' && !e.arrow) || e?.is === 'Index'; e = e.object) parts.push(e);
  return parts;
}
