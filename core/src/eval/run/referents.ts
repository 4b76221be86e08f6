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
import type { Category, Scope } from '../values/entities';
import { classOf, isText } from '../values/kinds';

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

/** Whether a reference is bound to a member of a temporary object. */
export function isMemberOfTemporary(init: Let['init']): boolean {
  let e = init.how === 'none' ? undefined : init.how === 'copy' ? init.value : init.args[0];
  if (e?.is !== 'Member') return false;
  while (e.is === 'Member' && !e.arrow) e = e.object;
  return e.is === 'Call' || e.is === 'Brace';
}
