// Deduction of template template parameters ([temp.deduct.type]/8): `TT<Ts...>` against an instance of a template.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import { isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { identityKey } from '../values/type-key';
import { type Deduction, bind, deduceArguments } from './deduction';
import { libraryInstance, takesTemplate } from './instances';

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
  const { name, args } = libraryInstance(asked, example) ?? {};
  if (name === undefined || !args) return false;
  return (
    bind(d, id, { is: 'callable', name, target: { kind: 'builtin', name, targs: [] } }) &&
    deduceArguments(d, patterns, args)
  );
}

/** Whether a template that is an argument is the one that a pattern names. */
export function sameTemplate(d: Deduction, pattern: Expr, arg: Value): boolean {
  const wanted = evaluate(d.m, pattern, d.scope);
  return isUnknown(wanted) || identityKey(wanted) === identityKey(arg);
}
