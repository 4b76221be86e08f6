// What `T` becomes where a parameter's type is `T`, `T const&` or `T&&` ([temp.deduct.call]/2 to 3). Looks only at
// const and references, not at the parts of a type.
import type { Expr } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import type { Category } from '../values/entities';
import { constType, referenceTo } from '../values/qualifiers';

/** The type that `T`, or `auto`, is in a parameter's type (`T const&`) for an argument. */
export function deducedFrom(type: Expr, arg: Value, category: Category): TypeOf {
  const { ref, constant } = peeled(type);
  return deducedType(arg, category, ref, constant);
}

/** `T const&` without const and reference. */
export function peeled(type: Expr): {
  readonly core: Expr;
  readonly ref: 'lvalue' | 'rvalue' | undefined;
  readonly constant: boolean;
} {
  let core: Expr = type;
  let ref: 'lvalue' | 'rvalue' | undefined;
  let constant = false;
  for (; core.is === 'Wrap'; core = core.of) {
    if (core.how === 'const') constant = true;
    else if (core.how === 'volatile') continue;
    else if (core.how === 'ref' || core.how === 'rvalue-ref') ref = core.how === 'ref' ? 'lvalue' : 'rvalue';
    else break;
  }
  return { core, ref, constant };
}

/** What `T` of `T`, `T&`, `T const&` and `T&&` becomes. A forwarding reference to an lvalue makes `T` a reference. */
export function deducedType(
  arg: Value,
  category: Category,
  ref: 'lvalue' | 'rvalue' | undefined,
  constant: boolean,
): TypeOf {
  const type: TypeOf = { is: 'type', of: arg };
  if (!ref || constant) return type;
  const held = category.constant === true ? constType(type) : type;
  if (ref === 'lvalue') return held;
  if (category.is === undefined) return { ...type, vague: true };
  return category.is === 'lvalue' ? referenceTo(held, 'lvalue') : held;
}

export function withoutPack(type: Expr): Expr {
  return type.is === 'Expand' ? type.of : type;
}

export function innermost(type: Expr): Expr {
  return type.is === 'Wrap' || type.is === 'Expand' ? innermost(type.of) : type;
}
