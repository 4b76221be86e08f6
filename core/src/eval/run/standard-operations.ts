// Calls of the standard library's function objects: `std::plus<T>{}(x, y)` computes with two constants of type T,
// `std::plus<>{}(x, y)` is `x + y`. The operator is that of the language or of the program.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { untype } from '../../values/convert';
import type { Tag, Value } from '../../values/value';
import { categoryOf, prvalue, referenceOf } from '../overload/categories';
import { convert, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { type Arg, Scope, type VariableEntity } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { isUnary, operatorOf } from '../values/standard-operations';
import { illFormed } from '../values/unknown';

/** What such an object gives. */
export function callOperation(m: Machine, callee: Tag, args: readonly Arg[], span: Span): Located {
  const op = operatorOf(callee) ?? '';
  const type = untype(callee.args[0] ?? { is: 'void' });
  const isOpen = !isTuple(type) && type.is === 'void';
  const scope = new Scope(m.global);
  const [left, right, ...others] = args.map((arg, i): Expr => {
    const id = `__operand${i}`;
    scope.names.set(id, isOpen ? operandOf(m, arg) : constantOf(m, arg, type, id));
    return { is: 'Name', id, span };
  });
  if (!left || others.length > 0 || (right !== undefined) === isUnary(callee)) {
    const why = illFormed('unsupported', say`no overload of this member function takes these arguments`, span);
    return { value: why, place: undefined };
  }
  const applied: Expr = right ? { is: 'Binary', op, left, right, span } : { is: 'Unary', op, arg: left, span };
  const given = locate(m, applied, scope);
  const isTruth = /^(?:[!=<>]=|[<>!]|&&|\|\|)$/.test(op);
  if (isOpen || isTruth || isUnknown(given.value)) return given;
  return { value: convert(m, given.value, type), place: undefined, category: prvalue };
}

/** An operand as it is forwarded. */
function operandOf(m: Machine, arg: Arg): VariableEntity {
  const written = referenceOf(categoryOf(m, arg));
  const cell = arg.cell ?? new VarCell('', arg.value);
  return { kind: 'variable', cell, at: undefined, ...(written && { written }) };
}

/** An operand as a `T const&`. */
function constantOf(m: Machine, arg: Arg, type: Value, name: string): VariableEntity {
  const isSame = isUnknown(arg.value) || sameType(erase(arg.value), type);
  const value = isSame ? arg.value : convert(m, arg.value, type, false, name, arg);
  const cell = (isSame ? arg.cell : undefined) ?? new VarCell('', value);
  return { kind: 'variable', cell, at: undefined, written: { constant: true, ref: 'lvalue' } };
}
