// Readers that narrow a value to what an operation takes: an integer tuple, a layout, a tiler, a type, a tensor. They
// throw AlgebraError 'type' for other values, and 'symbolic' for unknown ones. They know no operation.
import { say, words } from '../base/say';
import { refused } from './refused';
import type { Int, IntTuple, Static } from '../algebra/leaf';
import { isStaticInt, symbol } from '../algebra/leaf';
import { notKnown, spelled } from '../algebra/errors';
import type { AnyLayout, Composable, Layout, Swizzle, Tiler } from '../algebra/types';
import { isA, isTuple } from './kind';
import { printValue } from './print';
import { asLeaf, isIntegerType } from './scalars';
import type { Pointer, Single, Tag, Tensor, Unknown, Value } from './value';

export { isA, isTuple };
/** The numbers of a list of integers; undefined where one is not an integer or not known. */
export function numbersOf(values: readonly Value[]): readonly number[] | undefined {
  const numbers: number[] = [];
  for (const value of values) {
    if (isTuple(value) || (value.is !== 'static' && value.is !== 'dynamic') || value.n === undefined) return undefined;
    numbers.push(value.n);
  }
  return numbers;
}
/** The tag (`is`) of a value; 'tuple' for a tuple. */
export function tagOf(value: Value): Single['is'] | 'tuple' {
  return isTuple(value) ? 'tuple' : value.is;
}
export function isTensor(value: Value): value is Tensor {
  return isA(value, 'tensor');
}
export function isPointer(value: Value): value is Pointer {
  return isA(value, 'pointer');
}
export function isAnyLayout(value: Value): value is AnyLayout {
  return isA(value, 'layout') || isA(value, 'composed');
}
export function isTag(value: Value): value is Tag {
  return isA(value, 'tag');
}
export function isUnknown(value: Value): value is Unknown {
  return isA(value, 'unknown');
}

/** Throws AlgebraError 'type' for an operand of `what`. `wanted` completes "takes …". */
export function refuse(what: string, wanted: string, got: Value | undefined): never {
  throw refused('type')`${{ what }} takes ${{ wanted }}, not ${{ got: spelled(describe, got) }}`;
}

/** The value as an integer tuple (leaves: integers, `_`, basis elements).  Throws: 'type', or 'symbolic' for a part
 *  that is not known. */
export function asIntTuple(value: Value | undefined, what: string): IntTuple {
  if (value === undefined) return refuse(what, words`integers or a tuple of them`, value);
  if (isTuple(value)) return value.map((v) => asIntTuple(v, what));
  switch (value.is) {
    case 'static':
    case 'dynamic':
    case 'basis':
    case 'underscore':
      return value;
    case 'scalar':
      if (isIntegerType(value)) return asLeaf(value);
      break;
    case 'unknown':
      throw notKnown(value.cause);
    default:
  }
  return refuse(what, words`integers or a tuple of them`, value);
}

/** As `asIntTuple`, but an unknown part becomes a symbol: a coordinate moves the pointer and does not change shape
 *  or stride. */
export function asCoord(value: Value | undefined, what: string): IntTuple {
  if (value === undefined) return refuse(what, words`a coordinate`, value);
  if (isTuple(value)) return value.map((v) => asCoord(v, what));
  if (value.is === 'unknown') return symbol(value.cause.needs?.[0] ?? '?');
  return asIntTuple(value, what);
}

/** The value as an integer; `_` counts as 0. Throws: AlgebraError 'type', or 'symbolic' where it is unknown. */
export function asInt(value: Value | undefined, what: string): Int {
  if (value !== undefined && isUnknown(value)) throw notKnown(value.cause);
  if (isA(value, 'static') || isA(value, 'dynamic')) return value;
  if (isA(value, 'underscore')) return { is: 'static', n: 0 };
  return refuse(what, words`an integer`, value);
}

/** A static integer. Throws: AlgebraError 'static' for a run-time integer, 'type' for other values. */
export function asStatic(value: Value | undefined, what: string): Static {
  const x = asInt(value, what);
  if (isStaticInt(x)) return x;
  throw refused('static')`${{ what }} takes a static integer, not the run-time ${{ x }}`;
}

/** A plain or composed layout. */
export function asAnyLayout(value: Value | undefined, what: string): AnyLayout {
  if (value !== undefined && isAnyLayout(value)) return value;
  if (value !== undefined && isUnknown(value)) throw notKnown(value.cause);
  return refuse(what, words`a layout`, value);
}

/** A plain layout. */
export function asLayout(value: Value | undefined, what: string): Layout {
  if (isA(value, 'layout')) return value;
  if (value !== undefined && isUnknown(value)) throw notKnown(value.cause);
  return refuse(what, words`a layout`, value);
}

/** A swizzle. */
export function asSwizzle(value: Value | undefined, what: string): Swizzle {
  return isA(value, 'swizzle') ? value : refuse(what, words`a swizzle`, value);
}

/** A layout or a swizzle: what a composed layout has as outer parts. Throws: AlgebraError 'type' for other values. */
export function asComposable(value: Value | undefined, what: string): Composable {
  if (isA(value, 'layout') || isA(value, 'composed') || isA(value, 'swizzle')) return value;
  throw refused('type')`${{ what }} takes a layout or a swizzle, not ${{ value: spelled(describe, value) }}`;
}

/** A by-mode tiler or a layout: integers, `_`, layouts, and tuples of them. */
export function asTiler(value: Value | undefined, what: string): Tiler {
  if (value === undefined) return refuse(what, words`a tiler`, value);
  if (isTuple(value)) return value.map((v) => asTiler(v, what));
  switch (value.is) {
    case 'static':
    case 'dynamic':
    case 'underscore':
      return value;
    case 'layout':
    case 'composed':
    case 'swizzle':
      return value;
    case 'unknown':
      throw notKnown(value.cause);
    default:
      return refuse(what, say`a tiler (integers, layouts, \`_\`)`, value);
  }
}

/** A tensor. */
export function asTensor(value: Value | undefined, what: string): Tensor {
  if (value !== undefined && isTensor(value)) return value;
  if (value !== undefined && isUnknown(value)) throw notKnown(value.cause);
  return refuse(what, words`a tensor`, value);
}

/** The example of a type given as a template argument. */
export function asType(value: Value | undefined, what: string): Value {
  if (isA(value, 'type')) return value.of;
  if (value !== undefined && isUnknown(value)) throw notKnown(value.cause);
  return refuse(what, words`a type`, value);
}

/** The example of a type; other values unchanged, since a template argument may be a type or a value: `C<8>` is
 *  `_8`. */
export function untype(value: Value): Value {
  return isA(value, 'type') ? value.of : value;
}

function describe(value: Value | undefined): string {
  if (value === undefined) return say`nothing`;
  if (isA(value, 'type')) return say`the type ${printValue(value)}`;
  if (isA(value, 'tensor')) return say`a tensor ${printValue(value.layout)}`;
  if (isA(value, 'pointer')) return say`a pointer`;
  const text = printValue(value).split('\n')[0] ?? '';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
