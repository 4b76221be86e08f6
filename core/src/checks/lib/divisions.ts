// Analyses calls that cut a layout or tensor into tiles: which mode is cut by which extent. Knows CuTe's dividing
// functions and `Step` projections; judges nothing.
import { remembered } from '../../base/remembered';
import type { Call } from '../../analysis';
import { complement, dice, product_each, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import { invariant } from '../../base/assert';
import { isTuple, type Int, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import { isA, isAnyLayout, numbersOf } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Facts } from './facts';

/** A mode of the operand, and the tile that it is cut into. */
export interface Cut {
  /** The path of the mode in the operand: `[1]`, or `[0, 1]` where the tiler is nested. It is empty where the tiler
   *  applies to the whole operand. */
  readonly path: readonly number[];
  readonly extent: Int;
  readonly tile: Int;
  /** The number of elements of all tiles together: `extent` rounded up. Undefined where a number is not known. */
  readonly covered: number | undefined;
  /** The path of the tile in the tiler as written, before the projection. */
  readonly written: readonly number[];
}

export interface Division {
  readonly call: Call;
  /** The value that is cut: a layout or a tensor. */
  readonly operand: Value;
  readonly layout: AnyLayout;
  readonly cuts: readonly Cut[];
}

export const dividing = [
  'logical_divide',
  'zipped_divide',
  'tiled_divide',
  'flat_divide',
  'local_tile',
  'local_partition',
  'inner_partition',
  'outer_partition',
];

/** Every division of a layout or tensor that CuTe accepts. */
export const divisions = remembered(allDivisions);

function allDivisions(facts: Facts): readonly Division[] {
  return facts.calls(...dividing).flatMap((call) => {
    const [operand, tiler] = call.operands.map(({ value }) => value);
    const layout = operand === undefined ? undefined : layoutOfOperand(operand);
    if (operand === undefined || tiler === undefined || !layout || isA(call.result, 'unknown')) return [];
    return [{ call, operand, layout, cuts: cutsOf(call, layout, tiler) }];
  });
}

/** True for a tensor in memory: whether an element outside of it is reached, and what guards it, only the accesses of
 *  threads tell (checks/cuda/accesses). True for tensors of coordinates, too, which are there to be compared. */
export function isJudgedByAccesses({ operand }: Division): boolean {
  return isA(operand, 'tensor') && /^(?:gmem|smem|generic|coordinates)$/.test(operand.data.space);
}

export function layoutOfOperand(value: Value): AnyLayout | undefined {
  return isA(value, 'tensor') ? value.layout : isAnyLayout(value) ? value : undefined;
}

function cutsOf(call: Call, layout: AnyLayout, tiler: Value): readonly Cut[] {
  const shape = innermost(layout).shape;
  if (call.name === 'local_partition') return partitionCuts(call, shape, tiler);
  const projection = call.name === 'local_tile' ? call.operands[3]?.value : undefined;
  const kept = keptModes(tiler, projection);
  if (!kept) return cutsOfMode(shape, tiler, [], []);
  return kept.flatMap(({ part, at }, i) => {
    const mode = isTuple(shape) ? shape[i] : i === 0 ? shape : undefined;
    return mode === undefined ? [] : cutsOfMode(mode, part, [i], [at]);
  });
}

/** The modes of a tuple tiler that a projection keeps, with their positions in it. Undefined for a tiler of the
 *  whole operand. */
function keptModes(
  tiler: Value,
  projection: Value | undefined,
): readonly { readonly part: Value; readonly at: number }[] | undefined {
  if (!isTuple(tiler)) return undefined;
  const all = tiler.map((part, at) => ({ part, at }));
  if (projection === undefined || !isTuple(projection)) return all;
  return all.filter((_, i) => !isA(projection[i] ?? { is: 'underscore' }, 'underscore'));
}

/** The tile of `local_partition` has the shape of its thread layout. */
function partitionCuts(call: Call, shape: IntTuple, threads: Value): readonly Cut[] {
  const projection = call.operands[3]?.value;
  if (!isA(threads, 'layout')) return [];
  const kept = projection === undefined ? threads : dice(projection, threads);
  const tile = product_each(kept.shape);
  return tile.flatMap((extent, i) => {
    const mode = isTuple(shape) ? shape[i] : i === 0 ? shape : undefined;
    return mode === undefined ? [] : cutsOfMode(mode, extent, [i], [i]);
  });
}

function cutsOfMode(
  shape: IntTuple,
  tiler: Value,
  path: readonly number[],
  written: readonly number[],
): readonly Cut[] {
  if (isTuple(tiler)) {
    return tiler.flatMap((part, i) => {
      const mode = isTuple(shape) ? shape[i] : i === 0 ? shape : undefined;
      return mode === undefined ? [] : cutsOfMode(mode, part, [...path, i], [...written, i]);
    });
  }
  const extent = size(shape);
  const tile = tileSize(tiler);
  return tile ? [{ path, extent, tile, covered: coveredBy(extent, tile, tiler), written }] : [];
}

function tileSize(tiler: Value): Int | undefined {
  if (isA(tiler, 'layout')) return size(tiler);
  return isA(tiler, 'static') || isA(tiler, 'dynamic') ? tiler : undefined;
}

function coveredBy(extent: Int, tile: Int, tiler: Value): number | undefined {
  const [e, t] = numbersOf([extent, tile]) ?? [];
  if (e === undefined || t === undefined || t <= 0) return undefined;
  if (!isA(tiler, 'layout')) return Math.ceil(e / t) * t;
  const rest = restOf(tiler, extent);
  return rest === undefined ? undefined : t * rest;
}

function restOf(tiler: Layout, extent: Int): number | undefined {
  return known(() => numbersOf([size(complement(tiler, extent))])?.[0]);
}

export function innermost(layout: AnyLayout): Layout {
  if (layout.is === 'layout') return layout;
  invariant(layout.b.is !== 'swizzle', 'only a layout with a shape is divided');
  return innermost(layout.b);
}

/** True where `local_tile` takes one tile at a constant coordinate, and that tile lies inside the tensor. */
export function takesWholeTile({ call }: Division, cut: Cut, extent: number, tile: number): boolean {
  const at = call.name === 'local_tile' || call.name === 'inner_partition' ? call.operands[2]?.value : undefined;
  if (at === undefined || call.operands.length > 3) return false;
  const index = isTuple(at) ? at[cut.path[0] ?? 0] : at;
  const n =
    index !== undefined && (isA(index, 'static') || (isA(index, 'dynamic') && (index.from ?? []).length === 0))
      ? index.n
      : undefined;
  return n !== undefined && (isTuple(at) || n === 0) && (n + 1) * tile <= extent;
}
