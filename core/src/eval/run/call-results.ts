// What is recorded when a call has returned: the value category of its result, the variable that it is, and the call
// itself for the checks.
import type { Derivation } from '../../analysis';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { hasQualifiedElements, partType, standardTupleOf } from '../../values/standard-tuples';
import type { TypeOf, Unknown, Value } from '../../values/value';
import { forwardedCall } from '../library/algorithms';
import { callBuiltin, callBuiltinMethod } from '../library/library-calls';
import { isStandardName } from '../names/names';
import { categoryOf, categoryOfExpression, categoryOfPart, categoryOfType, prvalue } from '../overload/categories';
import { isA, isAnyLayout, isTensor } from '../../values/convert';
import type { Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { sizeOfExample } from '../types/sizes';
import { type Cell, VarCell } from '../values/cells';
import { elementIn, elementOfTuple } from '../values/elements';
import type { Arg, Category, Scope, Target } from '../values/entities';
import { held } from '../values/holders';
import { erase, isTuple } from '../values/inspect';
import { isArray } from '../values/kinds';
import { oneOf } from '../values/one-of-cells';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { tuplePart } from '../values/tuple-bases';
import { endOfSpan } from '../values/vectors';

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

type BuiltinMethod = Target & { kind: 'builtin-method' };

/** Calls a function of the library. What it calls is called in its headers. */
export function callLibraryAt(
  m: Machine,
  { name, targs }: Target & { kind: 'builtin' },
  args: readonly Arg[],
  span: Span,
): Located {
  return m.sites.at(undefined, () => {
    const forwarded = forwardedCall(m, name, args, span);
    if (forwarded) return forwarded;
    const value = callBuiltin(m, name, targs, args, span);
    return { value, place: undefined, category: categoryOfBuiltin(m, name, targs, args, value) };
  });
}

/** The value category of the result of a library function. */
function categoryOfBuiltin(
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
      if ((args[0] && isAnyLayout(args[0].value)) || isMadeByGet(m, args[0]?.value, value)) return prvalue;
      return given.is === undefined ? given : categoryOfPart(given, typeGotten(args[0]?.value, targs));
    case 'layout':
      return isA(args[0]?.value, 'layout') && targs.length === 0 ? { is: 'lvalue', constant: true } : prvalue;
    case 'shape':
    case 'stride':
      return isA(args[0]?.value, 'tensor') ? prvalue : categoryOfAccessor(m, args[0]?.value, given, value);
    case 'front':
    case 'back':
      return isEmpty(m, value) && isTuple(args[0]?.value ?? value)
        ? { is: 'xvalue', constant: false }
        : categoryOfPart(given, undefined);
    default:
      return 'is' in value && value.is === 'element' ? {} : prvalue;
  }
}

/** Calls a member function of the library. Those of layouts and tensors give values, but for what they hold. */
export function callMethodAt(m: Machine, target: BuiltinMethod, args: readonly Arg[], span: Span): Located {
  const { name, object, category = {} } = target;
  const value = m.sites.at(undefined, () => callBuiltinMethod(m, target, args, span));
  if (!isTensor(object) && !isAnyLayout(object)) return { value, place: undefined };
  return { value, place: undefined, category: categoryOfMethod(m, name, object, category, value) };
}

function categoryOfMethod(m: Machine, name: string, object: Value, category: Category, value: Value): Category {
  switch (name) {
    case 'shape':
    case 'stride':
      return categoryOfAccessor(m, object, category, value);
    case 'layout':
      return isTensor(object) ? categoryOfAccessor(m, object, category, value) : {};
    case 'operator()':
    case 'data':
    case 'engine':
    case 'tensor':
    case 'layout_a':
    case 'layout_b':
    case 'offset':
      return {};
    default:
      return prvalue;
  }
}

/** `shape(layout)` refers to a part of the layout, which is const where that is, or where it is part of another object;
 *  of a tuple it is a copy. */
function categoryOfAccessor(m: Machine, of: Value | undefined, given: Category, value: Value): Category {
  if (of === undefined || isTuple(of) || isEmpty(m, value)) return prvalue;
  if (of.is === 'composed' || of.is === 'tensor') return { is: 'lvalue', constant: true };
  if (of.is !== 'layout') return of.is === 'static' || of.is === 'dynamic' ? prvalue : {};
  return given.is === 'lvalue' ? given : { is: 'lvalue', ...(given.is && { constant: true }) };
}

/** What a type says of the element that `get` gives, where it says more than an example. */
function typeGotten(object: Value | undefined, targs: readonly Value[]): TypeOf | undefined {
  const tuple = (object && tuplePart(object)) ?? object;
  if (tuple === undefined || !isTuple(tuple) || !hasQualifiedElements(tuple)) return undefined;
  const index = targs[0] && asNumber(targs[0]);
  const type = index === undefined ? undefined : partType(tuple, index);
  return type ?? { is: 'type', of: tuple, vague: true };
}

/** The category of an object that is called. What no variable holds and no name stands for, that is no part of what a
 *  pointer leads to and that no function of the library gives, is a temporary object. */
export function categoryOfCallee(
  m: Machine,
  e: Expr,
  scope: Scope,
  self: Cell | undefined,
  located: Category | undefined,
): Category | undefined {
  if (located) return located;
  const says = /^(?:Name|Scope|Member|Unary|Index|Call|Cast|Brace|Conditional)$/.test(e.is);
  return self || says || (e.is === 'Binary' && e.op === ',') ? categoryOfExpression(m, e, scope) : undefined;
}

/** CuTe's tuples store no element of an empty class: `get` makes one. */
function isMadeByGet(m: Machine, object: Value | undefined, element: Value): boolean {
  const tuple = (object && tuplePart(object)) ?? object;
  if (tuple === undefined || !isTuple(tuple) || standardTupleOf(tuple)) return false;
  return isEmpty(m, element);
}

const isEmpty = (m: Machine, value: Value): boolean => sizeOfExample(m, erase(value))?.empty === true;

/** A function that an object converts to is called. */
export function convertedCall(span: Span): Unknown {
  return unknown('unsupported', say`an object that converts to a function is called, which is not followed`, span);
}

/** `std::max(a, b)` and its like, which give a reference to one of what they are given; undefined for other calls.
 *  CuTe's own functions of these names give a value. */
export function extremeGiven(
  callee: Expr,
  scope: Scope,
  target: Target | undefined,
  args: readonly Arg[],
): Pick<Located, 'place' | 'category'> | undefined {
  if (target?.kind !== 'builtin' || !isExtreme(target.name, args) || !isStandardName(callee, scope)) return undefined;
  const given = target.name === 'clamp' ? args.slice(0, 3) : args.slice(0, 2);
  const numbers = given.map(({ value }) => asNumber(value));
  // Another operand is what compares them.
  const chosen = given.length === args.length ? chosenBy(target.name, numbers) : undefined;
  const cells = given.map(({ cell, value }) => cell ?? new VarCell('', value));
  const place = chosen === undefined ? oneOf(cells) : cells[chosen];
  return { place, category: { is: 'lvalue', constant: true } };
}

function isExtreme(name: string, args: readonly Arg[]): boolean {
  return name === 'clamp' ? args.length >= 3 : (name === 'max' || name === 'min') && args.length >= 2;
}

/** Which of the operands it is; undefined where that is not known. */
function chosenBy(name: string, [a, b, c]: readonly (number | undefined)[]): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (name === 'max') return a < b ? 1 : 0;
  if (name === 'min') return b < a ? 1 : 0;
  return c === undefined ? undefined : a < b ? 1 : c < a ? 2 : 0;
}

/** The variable that a function of the library gives back as a reference: what it is given, or an element of that. */
export function handedOn(target: Target | undefined, args: readonly Arg[]): Cell | undefined {
  if (target?.kind === 'builtin-method')
    return (
      elementGiven(target, args[0]?.value) ??
      (/^(get|value|emplace)$/.test(target.name) ? held(target.cell?.read() ?? target.object, target.cell) : undefined)
    );
  const cell = args[0]?.cell;
  if (target?.kind !== 'builtin' || !cell) return undefined;
  if (target.name === 'forward' || target.name === 'move' || target.name === 'as_const') return cell;
  if (target.name !== 'get') return undefined;
  const part = target.targs.reduce<Cell | undefined>(elementOfTuple, cell);
  return part && (held(part.read(), undefined) ?? part);
}

/** `a.front()`, `a.at(1)` of an array, `s.front()` of a span. */
function elementGiven({ name, object, cell }: BuiltinMethod, index: Value | undefined): Cell | undefined {
  if (!cell || !isArray(object)) return endOfSpan(object, name);
  if (name === 'front' || name === 'back')
    return elementIn(cell, object, name === 'front' ? 0 : object.elements.length - 1);
  return name === 'at' && index !== undefined ? elementOfTuple(cell, index) : undefined;
}
