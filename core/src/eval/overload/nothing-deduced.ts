// Patterns in which nothing is deduced: a type that names no template parameter, to which an argument converts
// ([temp.arg.explicit]/6), and what is compared when all else was deduced ([temp.deduct.type]/5).
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { TypeOf, Value } from '../../values/value';
import { isStandardName } from '../names/names';
import { evaluate, mayNameAll } from '../state/evaluator';
import { convertible } from '../values/convertible';
import type { Scope } from '../values/entities';
import { unwrapped } from '../values/holders';
import { isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { sameQualifiers } from '../values/qualifiers';
import { isSubstitutionFailure, unknown } from '../values/unknown';
import type { Deduction } from './deduction';
import { mayBeInstance } from './standard-classes';
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

/** Notes that what the template parameters in a pattern stand for is not known: of several functions, or a template,
 *  the type is not looked at. */
export function noteUndeduced(d: Deduction, pattern: Expr): true {
  noteUnclear(d);
  for (const [name, { pack }] of d.params)
    if (!pack && namesOneOf(pattern, new Set([name]))) d.unclear?.open?.add(name);
  return true;
}

/** `nullptr` for a pointer whose type has a name of its own. */
function isNullPointer(from: Value, to: Value): boolean {
  const isNull = !isTuple(from) && from.is === 'tag' && from.name === 'nullptr_t';
  return isNull && !isTuple(to) && (to.is === 'pointer' || to.is === 'member-pointer');
}

/** What a template of the standard library, or of CuTe, is made of that is not taken apart. Of CuTe's and CUTLASS's
 *  it is known which types are none of their instances, since they are classes. */
export function noteOpen(d: Deduction, pattern: Expr, example?: Value): Deduction {
  const isStandard = (pattern.is === 'Name' || pattern.is === 'Scope') && isStandardName(pattern, d.scope);
  if (!isStandard && (example === undefined || !mayBeInstance(pattern, example))) return d;
  for (const name of d.params.keys()) if (namesOneOf(pattern, new Set([name]))) d.unclear?.open?.add(name);
  return d;
}

export function isParameter({ params }: Deduction, pattern: Expr): boolean {
  return pattern.is === 'Name' && !pattern.args && params.has(pattern.id);
}

/** A class of a library of which only its member `type` is kept: `remove_reference<T>` is no pointer and no array, and
 *  which class template it is made of is not known. */
export function takesHolder(d: Deduction, pattern: Expr): boolean {
  if (pattern.is === 'Wrap') return false;
  noteUnclear(d);
  noteOpen(d, pattern);
  return true;
}

/** Template parameters for which nothing else was deduced than what a library's template, which is not taken apart, may
 *  be made of: they are not known. */
export function settleOpen({ bound, left, unclear }: Deduction): void {
  const open = [...(unclear?.open ?? [])].filter((name) => !bound.has(name));
  if (!unclear || open.length === 0) return;
  unclear.pack = true;
  const names = new Set(open);
  for (const name of open) bound.set(name, unknown('unsupported', say`what \`${name}\` stands for is not known`));
  left?.splice(0, left.length, ...left.filter(({ pattern }) => !namesOneOf(pattern, names)));
}

/** Compares what was left when all else was deduced: `void_t<typename T::type>` has to be `void`. Undefined: whether it
 *  is cannot be known. */
export function fitsWhatIsLeft(d: Deduction, scope: Scope): boolean | undefined {
  let sure: boolean | undefined = true;
  for (const { pattern, arg } of d.left ?? []) {
    const wanted = evaluate(d.m, pattern, scope);
    const named = isSubstitutionFailure(wanted) ? false : mayNameAll(d.m, pattern, scope);
    if (named === false) return false;
    if (named === undefined) sure = undefined;
    if (isUnknownType(wanted) || isUnknownType(arg)) sure = undefined;
    else if (!sameTemplateArgument(wanted, arg)) return false;
    else if (noteVague(d, wanted) || noteVague(d, arg)) sure = undefined;
  }
  return sure;
}
