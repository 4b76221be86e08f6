// What is recorded when a call has returned: the value category of its result, and the call itself for the checks.
import type { Derivation } from '../../analysis';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { standardTupleOf } from '../../values/standard-tuples';
import type { Unknown, Value } from '../../values/value';
import { categoryOf, categoryOfExpression, categoryOfType, prvalue } from '../overload/categories';
import type { Machine } from '../state/machine';
import { sizeOfExample } from '../types/sizes';
import type { Cell } from '../values/cells';
import type { Arg, Category, Scope } from '../values/entities';
import { erase, isTuple } from '../values/inspect';
import { unknown } from '../values/unknown';
import { tuplePart } from '../values/tuple-bases';

/** Notes a call for the checks: of one of CuTe's functions, or of a layout or tensor at a coordinate. */
export function recordCall(
  m: Machine,
  e: Expr & { is: 'Call' },
  callee: Value,
  args: readonly Arg[],
  why: Derivation | undefined,
  result: Value,
): void {
  const { instance } = m.recorder;
  const { guards } = m.mode;
  if (why?.source !== undefined) {
    m.recorder.call({
      name: why.by,
      span: e.span,
      targs: why.targs ?? [],
      method: why.method ?? false,
      operands: why.operands,
      result,
      instance,
      guards,
    });
  } else if (!isTuple(callee) && (callee.is === 'layout' || callee.is === 'composed' || callee.is === 'tensor')) {
    m.recorder.call({
      name: 'operator()',
      span: e.span,
      targs: [],
      method: true,
      operands: [{ value: callee, span: e.callee.span }, ...args.map(({ value, span }) => ({ value, span }))],
      result,
      instance,
      guards,
    });
  }
}

/** The value category of the result of a library function. */
export function categoryOfBuiltin(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  value: Value,
): Category {
  const given = args[0] ? categoryOf(m, args[0]) : {};
  switch (name) {
    case 'move':
      return { ...given, is: 'xvalue' };
    case 'as_const':
      return { is: 'lvalue', constant: true, volatile: given.volatile };
    case 'forward':
    case 'declval': {
      const [type] = targs;
      const category = type === undefined ? {} : categoryOfType(type);
      return category.is === 'prvalue' ? { ...category, is: 'xvalue' } : category;
    }
    case 'get':
      if (isMadeByGet(m, args[0]?.value, value)) return prvalue;
      return given.is === undefined || given.is === 'lvalue' ? given : { ...given, is: 'xvalue' };
    default:
      return 'is' in value && value.is === 'element' ? {} : prvalue;
  }
}

/** The category of an object that is called. What no variable holds and no name stands for is a temporary object. */
export function categoryOfCallee(
  m: Machine,
  e: Expr,
  scope: Scope,
  self: Cell | undefined,
  located: Category | undefined,
): Category | undefined {
  if (located) return located;
  const isNamed = e.is === 'Name' || e.is === 'Scope' || e.is === 'Member';
  return self || isNamed ? categoryOfExpression(m, e, scope) : undefined;
}

/** CuTe's tuples store no element of an empty class: `get` makes one. */
function isMadeByGet(m: Machine, object: Value | undefined, element: Value): boolean {
  const tuple = (object && tuplePart(object)) ?? object;
  if (tuple === undefined || !isTuple(tuple) || standardTupleOf(tuple)) return false;
  return sizeOfExample(m, erase(element))?.empty === true;
}

/** A function that an object converts to is called. */
export function convertedCall(span: Span): Unknown {
  return unknown('unsupported', say`an object that converts to a function is called, which is not followed`, span);
}
