// Reads the operands of cuTile's functions: shapes, tensors, tiles, constant axes. Throws AlgebraError where they are
// something else.
import { AlgebraError, type AlgebraCode } from '../../algebra/errors';
import { dyn, hole, type Int } from '../../algebra/leaf';
import { asInt, isA, untype, isTuple } from '../../values/convert';
import { printValue } from '../../values/print';
import { count, spellExtents, type Extents, type Tile, type TilePartition, type TileTensor } from '../../values/tile';
import type { Scalar, Value } from '../../values/value';
import { arg } from '../entry';
import type { BuiltinCall } from '../registry';

/** An element type that is written nowhere yet. */
export const anyElement: Scalar = { is: 'scalar', type: '_', bits: 0 };

export function refuse(code: AlgebraCode, message: string): never {
  throw new AlgebraError(code, message);
}

/** A flat list of integers; `-1` is a number that only the run time knows. */
export function extents(value: Value | undefined, what: string): Extents {
  if (isA(value, 'tile')) return value.shape;
  if (value === undefined || !isTuple(value)) return refuse('type', `${what} needs a list of integers`);
  const [first] = value;
  // `const_shape![S]` where S is a whole shape.
  if (value.length === 1 && first !== undefined && isTuple(first)) return extents(first, what);
  return value.map((part) => {
    const n = asInt(part, what);
    // The `-1` in a tensor's type.
    return n.n === -1 ? hole() : n;
  });
}

export function shapeArg(c: BuiltinCall, i: number, what: string): Extents {
  return extents(arg(c, i), what);
}

/** An index, axis by axis. Unlike in a shape, `-1` is a number. */
export function indexArg(c: BuiltinCall, i: number, what: string): Extents {
  const value = arg(c, i);
  return isTuple(value) ? value.map((part) => asInt(part, what)) : extents(value, what);
}

export function intArg(c: BuiltinCall, i: number, what: string): Int {
  return asInt(arg(c, i), what);
}

/** The order of axes, as numbers. */
export function orderArg(c: BuiltinCall, i: number, what: string): readonly number[] {
  return shapeArg(c, i, what).map(({ n }) => n ?? refuse('type', `${what}: the order of the axes is not known`));
}

/** An axis as a number. cuTile wants it written as a constant. */
export function axisArg(c: BuiltinCall, i: number, what: string): number {
  const n = intArg(c, i, what).n;
  return n ?? refuse('reduce-axis', `${what} needs its axis as a constant`);
}

function wrong(value: Value, what: string, wanted: string): never {
  return refuse('type', `${what} needs ${wanted}, not ${printValue(value)}`);
}

export function tileArg(c: BuiltinCall, i: number, what: string): Tile {
  const value = arg(c, i);
  return isA(value, 'tile') ? value : wrong(value, what, 'a tile');
}

export function tensorArg(c: BuiltinCall, i: number, what: string): TileTensor {
  const value = arg(c, i);
  return isA(value, 'tile-tensor') ? value : wrong(value, what, 'a tensor');
}

export function partitionArg(c: BuiltinCall, i: number, what: string): TilePartition {
  const value = arg(c, i);
  return isA(value, 'tile-partition') ? value : wrong(value, what, 'a partition');
}

/** The element type given as a generic argument, where it is. */
export function elementTarg(c: BuiltinCall, i = 0): Value {
  const value = c.targs[i];
  return value === undefined ? anyElement : untype(value);
}

/** The element type of a value given as an operand. */
export function elementOfValue(value: Value | undefined): Value {
  if (isA(value, 'tile') || isA(value, 'tile-tensor')) return value.element;
  if (isA(value, 'scalar')) return { is: 'scalar', type: value.type, bits: value.bits };
  if (isA(value, 'dynamic'))
    return {
      is: 'scalar',
      type: value.bits === 64 ? (value.unsigned ? 'u64' : 'i64') : value.unsigned ? 'u32' : 'i32',
      bits: value.bits,
    };
  return anyElement;
}

/** Whether two extents differ for certain: a number that is not known may be anything. */
export function differ(a: Int | undefined, b: Int | undefined): boolean {
  return a?.n !== undefined && b?.n !== undefined && a.n !== b.n;
}

export function sameExtents(a: Extents, b: Extents): boolean {
  return a.length === b.length && !a.some((x, i) => differ(x, b[i]));
}

/** The element count where it is known. */
export function countOf(shape: Extents): number | undefined {
  return shape.every(({ n }) => n !== undefined) ? count(shape).n : undefined;
}

/** The more telling of two extents. */
export function either(a: Int | undefined, b: Int | undefined): Int {
  return a?.n !== undefined
    ? a
    : b?.n !== undefined
      ? b
      : a?.is === 'dynamic' && a.name === undefined
        ? (b ?? a)
        : (a ?? b ?? dyn(0));
}

export function mismatch(what: string, a: Extents, b: Extents): string {
  return `${what}: ${spellExtents(a)} against ${spellExtents(b)}`;
}
