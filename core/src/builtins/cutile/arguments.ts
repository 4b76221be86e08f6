// Readers of the operands of cuTile's functions: shapes, tensors, tiles, constant axes. They throw AlgebraError for
// other operands.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import { type AlgebraError, raise, spelled } from '../../algebra/errors';
import { dyn, hole, type Int } from '../../algebra/leaf';
import { asInt, isA, untype, isTuple } from '../../values/convert';
import { count, spellExtents, type Extents, type Tile, type TilePartition, type TileTensor } from '../../values/tile';
import type { Scalar, Value } from '../../values/value';
import { arg } from '../entry';
import type { BuiltinCall } from '../registry';

/** The element type of a tensor or tile that is not inferred yet. */
export const anyElement: Scalar = { is: 'scalar', type: '_', bits: 0 };

/** A list of integers as extents; of a tile, its shape. `-1` stands for an extent that is known only at run time.
 *  Throws: AlgebraError 'type' for other values. */
export function extents(value: Value | undefined, what: string): Extents {
  if (isA(value, 'tile')) return value.shape;
  if (value === undefined || !isTuple(value)) throw refused('type')`${{ what }} needs a list of integers`;
  const [first] = value;
  // `const_shape![S]` where S is a whole shape.
  if (value.length === 1 && first !== undefined && isTuple(first)) return extents(first, what);
  return value.map((part) => {
    const n = asInt(part, what);
    // In the type of a tensor, `-1` is an extent known only at run time.
    return n.n === -1 ? hole() : n;
  });
}

/** Argument i as a shape, as `extents` reads it. */
export function shapeArg(c: BuiltinCall, i: number, what: string): Extents {
  return extents(arg(c, i), what);
}

/** Argument i as an index, one number per axis. Unlike in a shape, `-1` is an ordinary number. */
export function indexArg(c: BuiltinCall, i: number, what: string): Extents {
  const value = arg(c, i);
  return isTuple(value) ? value.map((part) => asInt(part, what)) : extents(value, what);
}

export function intArg(c: BuiltinCall, i: number, what: string): Int {
  return asInt(arg(c, i), what);
}

/** Argument i as an order of axes. Throws: AlgebraError 'type' where a number is not known. */
export function orderArg(c: BuiltinCall, i: number, what: string): readonly number[] {
  return shapeArg(c, i, what).map(
    ({ n }) => n ?? raise(refused('type')`${{ what }}: the order of the axes is not known`),
  );
}

/** Argument i as the number of an axis, which cuTile requires to be a constant. Throws: AlgebraError 'reduce-axis'
 *  where it is not known. */
export function axisArg(c: BuiltinCall, i: number, what: string): number {
  const n = intArg(c, i, what).n;
  return n ?? raise(refused('reduce-axis')`${{ what }} needs its axis as a constant`);
}

function wrong(value: Value, what: string, wanted: string): never {
  throw refused('type')`${{ what }} needs ${{ wanted }}, not ${{ value }}`;
}

export function tileArg(c: BuiltinCall, i: number, what: string): Tile {
  const value = arg(c, i);
  return isA(value, 'tile') ? value : wrong(value, what, words`a tile`);
}

export function tensorArg(c: BuiltinCall, i: number, what: string): TileTensor {
  const value = arg(c, i);
  return isA(value, 'tile-tensor') ? value : wrong(value, what, words`a tensor`);
}

export function partitionArg(c: BuiltinCall, i: number, what: string): TilePartition {
  const value = arg(c, i);
  return isA(value, 'tile-partition') ? value : wrong(value, what, words`a partition`);
}

/** The element type that is generic argument i; `anyElement` where it is not given. */
export function elementTarg(c: BuiltinCall, i = 0): Value {
  const value = c.targs[i];
  return value === undefined ? anyElement : untype(value);
}

/** The element type of an operand; `anyElement` where it has none. */
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

/** True where two extents certainly differ. An unknown number may equal any other. */
export function differ(a: Int | undefined, b: Int | undefined): boolean {
  return a?.n !== undefined && b?.n !== undefined && a.n !== b.n;
}

/** False where two shapes certainly differ. */
export function sameExtents(a: Extents, b: Extents): boolean {
  return a.length === b.length && !a.some((x, i) => differ(x, b[i]));
}

/** The number of elements; undefined where an extent is not known. */
export function countOf(shape: Extents): number | undefined {
  return shape.every(({ n }) => n !== undefined) ? count(shape).n : undefined;
}

/** Of two extents of one axis, the one that says more: a known number, else one with a name. */
export function either(a: Int | undefined, b: Int | undefined): Int {
  return a?.n !== undefined
    ? a
    : b?.n !== undefined
      ? b
      : a?.is === 'dynamic' && a.name === undefined
        ? (b ?? a)
        : (a ?? b ?? dyn(0));
}

/** Two shapes do not fit. */
export function mismatch(what: string, a: Extents, b: Extents): AlgebraError {
  return refused(
    'tile-operands',
  )`${{ what }}: ${{ first: spelled(spellExtents, a) }} against ${{ second: spelled(spellExtents, b) }}`;
}

/** A reshape keeps the number of elements. Throws: AlgebraError 'reshape-count' otherwise. */
export function checkCount(from: Extents, to: Extents): void {
  const [before, after] = [countOf(from), countOf(to)];
  if (before === undefined || after === undefined || before === after) return;
  const [old, wanted] = [spelled(spellExtents, from), spelled(spellExtents, to)];
  throw refused('reshape-count')`reshape ${{ old }} to ${{ wanted }} changes ${{ before }} elements to ${{ after }}`;
}
