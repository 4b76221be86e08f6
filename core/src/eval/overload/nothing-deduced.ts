// Patterns in which nothing is deduced: a type that names no template parameter, to which an argument converts
// ([temp.arg.explicit]/6), and what is compared when all else was deduced ([temp.deduct.type]/5).
import type { Expr } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import { convertible } from '../values/convertible';
import type { Scope } from '../values/entities';
import { unwrapped } from '../values/holders';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { sameQualifiers } from '../values/qualifiers';
import { isSubstitutionFailure } from '../values/unknown';
import type { Deduction } from './deduction';
import { isUnknownType, sameTemplateArgument } from './templates';
import { mayConvertByUser } from './user-conversions';

/** Whether a type without template parameters takes an argument, or, among template arguments, is the same. */
export function matchesConcrete(d: Deduction, pattern: Expr, type: TypeOf): boolean {
  const wanted = evaluate(d.m, pattern, d.scope);
  if (isTuple(wanted) || wanted.is !== 'type') return true;
  if (!d.exact) {
    const from = unwrapped(type.of);
    return (
      convertible(from, wanted.of) > 0 ||
      isNullPointer(from, wanted.of) ||
      ((classOf(from) ?? classOf(wanted.of)) !== undefined && mayConvertByUser(d.m, from, wanted.of))
    );
  }
  if (isUnknown(type.of)) return true;
  if (noteVague(d, type) || noteVague(d, wanted)) return isUnknown(wanted.of) || sameType(type.of, wanted.of);
  return sameType(type.of, wanted.of) && sameQualifiers(type, wanted);
}

/** Whether a type may be a reference, or const, though nothing here says so: what a pattern asks of that is unclear. */
export function noteVague(d: Deduction, type: Value): boolean {
  const vague = !isTuple(type) && type.is === 'type' && type.vague === true;
  if (vague) noteUnclear(d);
  return vague;
}

/** Whether two template arguments are the same, as far as is known. */
export function sameNoted(d: Deduction, a: Value, b: Value): boolean {
  if (isUnknownType(a) || isUnknownType(b)) return true;
  noteVague(d, a);
  noteVague(d, b);
  return sameTemplateArgument(a, b);
}

/** Notes that the pattern may match, or not. */
export function noteUnclear({ unclear }: Deduction): void {
  if (unclear) unclear.pack = true;
}

/** `nullptr` for a pointer whose type has a name of its own. */
function isNullPointer(from: Value, to: Value): boolean {
  const isNull = !isTuple(from) && from.is === 'tag' && from.name === 'nullptr_t';
  return isNull && !isTuple(to) && (to.is === 'pointer' || to.is === 'member-pointer');
}

/** Compares what was left when all else was deduced: `void_t<typename T::type>` has to be `void`. Undefined: whether it
 *  is cannot be known. */
export function fitsWhatIsLeft(d: Deduction, scope: Scope): boolean | undefined {
  let sure: boolean | undefined = true;
  for (const { pattern, arg } of d.left ?? []) {
    const wanted = evaluate(d.m, pattern, scope);
    if (isSubstitutionFailure(wanted)) return false;
    if (isUnknownType(wanted) || isUnknownType(arg)) sure = undefined;
    else if (!sameTemplateArgument(wanted, arg)) return false;
    else if (noteVague(d, wanted) || noteVague(d, arg)) sure = undefined;
  }
  return sure;
}
