// Deduction of template template parameters ([temp.deduct.type]/8): `TT<Ts...>` against an instance of a template.
import type { Expr } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import { isUnknown } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { identityKey } from '../values/type-key';
import { type Deduction, bind, deduceArguments } from './deduction';
import { libraryInstance, takesTemplate } from './instances';
import { noteOpen, noteUnclear } from './nothing-deduced';
import { isOfLanguage } from './standard-classes';

/** `TT<Ts...>`: any template of the program whose parameters are of the kinds that `TT` asks for, a tuple, or an
 *  operation of a warpgroup. */
export function deduceTemplateTemplate(d: Deduction, id: string, patterns: readonly Expr[], example: Value): boolean {
  const asked = d.params.get(id)?.params ?? [];
  const instance = classOf(example);
  if (instance)
    return (
      takesTemplate(asked, instance.entity.primary?.templates.at(-1) ?? []) &&
      bind(d, id, { is: 'callable', name: instance.entity.name, target: { kind: 'class', class: instance.entity } }) &&
      deduceArguments(d, patterns, instance.args)
    );
  if (isUnknown(example)) return takesAny(d, id, patterns);
  const made = libraryInstance(asked, example);
  if (!made) return !isOfLanguage(example) && takesAny(d, id, patterns);
  if (made === 'mismatch') return false;
  const { name, args } = made;
  return (
    bind(d, id, { is: 'callable', name, target: { kind: 'builtin', name, targs: [] } }) &&
    deduceArguments(d, patterns, args)
  );
}

/** Of which template of a library a type is made is not known. */
function takesAny(d: Deduction, id: string, patterns: readonly Expr[]): boolean {
  noteUnclear(d);
  d.unclear?.open?.add(id);
  for (const pattern of patterns) noteOpen(d, pattern);
  return true;
}

/** Whether a template that is an argument is the one that a pattern names. */
export function sameTemplate(d: Deduction, pattern: Expr, arg: Value): boolean {
  // A class of a library that is called: `std::less<int>`.
  const target = targetOf(arg);
  if (target?.kind === 'builtin' && target.targs.length > 0 && namesOneOf(pattern, d.params)) {
    noteOpen(d, pattern);
    return true;
  }
  const wanted = evaluate(d.m, pattern, d.scope);
  return isUnknown(wanted) || identityKey(wanted) === identityKey(arg);
}
