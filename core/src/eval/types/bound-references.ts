// What a reference is bound to that is given an object or a number of another type ([dcl.init.ref]): what a conversion
// function refers to, or a temporary object.
import type { Expr } from '../../ir/program';
import { isPointer } from '../../values/convert';
import type { Qualifiers, Value } from '../../values/value';
import { declaredAs, isPlainNumber } from '../overload/categories';
import { convert, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import type { Arg, Scope } from '../values/entities';
import { erase, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { asReferred } from './object-conversions';

/** What a reference of a type that is written in `scope` is bound to; undefined where it is bound to what is given
 *  itself. */
export function boundElsewhere(m: Machine, given: Arg, type: Expr, scope: Scope, name?: string): Located | undefined {
  const { value } = given;
  if (!classOf(value) && !isPlainNumber(value)) return undefined;
  const example = typeExample(m, type, scope);
  const written = declaredAs(m, type, scope) ?? {};
  if (isUnknown(example) || !isOther(value, example, written)) return undefined;
  const own = asReferred(m, given, example, written);
  if (!own) return { value: convert(m, value, example, false, name, given), place: undefined };
  if (isUnknown(own.value) || (own.place && !isOther(own.value, example, written))) return own;
  return { value: convert(m, own.value, example), place: undefined };
}

function isOther(value: Value, example: Value, { ref, constant }: Qualifiers): boolean {
  const [from, to] = [classOf(value), classOf(example)];
  if (from && to) return from !== to && !derivesFrom(from, to) && !derivesFrom(to, from);
  if (from) return isScalar(example);
  if (to) return isScalar(value);
  const takesTemporary = ref === 'rvalue' || constant === true;
  return takesTemporary && isPlainNumber(value) && isPlainNumber(example) && !sameType(erase(value), example);
}

const isScalar = (value: Value): boolean => isPlainNumber(value) || isPointer(value);
