// What `T` becomes where a parameter's type is `T`, `T const&` or `T&&` ([temp.deduct.call]/2 to 3). Looks only at
// const, volatile and references, not at the parts of a type.
import type { Expr } from '../../ir/program';
import { withArrayConst, withElementConst } from '../../values/array-types';
import type { TypeOf, Value } from '../../values/value';
import type { Category } from '../values/entities';
import { constType, referenceTo, volatileType, withoutQualifier } from '../values/qualifiers';

/** The type that `T`, or `auto`, is in a parameter's type (`T const&`) for an argument. */
export function deducedFrom(type: Expr, arg: Value, category: Category): TypeOf {
  return deducedType(arg, category, peeled(type));
}

/** What is written around a type. */
interface Peeled {
  readonly core: Expr;
  readonly ref: 'lvalue' | 'rvalue' | undefined;
  readonly constant: boolean;
  readonly volatile: boolean;
}

/** `T const&` without const, volatile and reference. */
export function peeled(type: Expr): Peeled {
  let core: Expr = type;
  let ref: 'lvalue' | 'rvalue' | undefined;
  let constant = false;
  let volatile = false;
  for (; core.is === 'Wrap'; core = core.of) {
    if (core.how === 'const') constant = true;
    else if (core.how === 'volatile') volatile = true;
    else if (core.how === 'ref' || core.how === 'rvalue-ref') ref = core.how === 'ref' ? 'lvalue' : 'rvalue';
    else break;
  }
  return { core, ref, constant, volatile };
}

/** What `T` of `T`, `T&`, `T const&` and `T&&` becomes. A forwarding reference to an lvalue makes `T` a reference. */
export function deducedType(
  arg: Value,
  category: Category,
  { ref, constant, volatile }: Pick<Peeled, 'ref' | 'constant' | 'volatile'>,
): TypeOf {
  if (!ref) return { is: 'type', of: arg };
  const type = withoutWritten({ is: 'type', of: arg }, { constant, volatile });
  const kept = category.constant === true && !constant ? constType(type) : type;
  const held = category.volatile && !volatile ? volatileType(kept) : kept;
  // Whether an argument is const that no category says is not known.
  if (category.constant === undefined && !constant) return { ...type, vague: true };
  if (ref === 'lvalue' || constant || volatile) return held;
  if (category.is === undefined) return { ...type, vague: true };
  return category.is === 'lvalue' ? referenceTo(held, 'lvalue') : held;
}

/** `T` of `T const&` is an array whose elements are not const, where the parameter's type says that they are. */
function withoutWritten(type: TypeOf, { constant, volatile }: Pick<Peeled, 'constant' | 'volatile'>): TypeOf {
  if (!constant && !volatile) return type;
  const whole = withArrayConst(type);
  if (whole === type) return type;
  const rest = (constant && withoutQualifier(whole, 'constant')) || whole;
  return withElementConst((volatile && withoutQualifier(rest, 'volatile')) || rest);
}

/** `std::initializer_list<T>`, also as what a reference refers to; undefined for other types. */
export function writtenList(type: Expr): (Expr & { is: 'Name' | 'Scope' }) | undefined {
  const { core } = peeled(type);
  return (core.is === 'Name' || core.is === 'Scope') && core.id === 'initializer_list' ? core : undefined;
}

export function withoutPack(type: Expr): Expr {
  return type.is === 'Expand' ? type.of : type;
}

export function innermost(type: Expr): Expr {
  return type.is === 'Wrap' || type.is === 'Expand' ? innermost(type.of) : type;
}

/** A type from which nothing is deduced ([temp.deduct.type]/5): `typename C<T>::type`, `std::enable_if_t<…>`. */
export function isNotDeduced(type: Expr): boolean {
  const { core } = peeled(type);
  if (core.is !== 'Scope' && core.is !== 'Name') return false;
  return core.args ? core.id.endsWith('_t') : core.is === 'Scope';
}
