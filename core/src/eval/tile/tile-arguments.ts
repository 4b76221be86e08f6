// What the parameters of a tile kernel hold inside of the kernel: an argument of the launch as the sample block sees
// it, or names for what is open where nothing launches the kernel. Knows neither what binds the generics, nor what the
// launcher refuses.
import { say } from '../../base/say';
import { unlessRefused } from '../../algebra/errors';
import { dyn, type Int } from '../../algebra/leaf';
import type { Expr, Param } from '../../ir/program';
import { type Extents, rowMajor, type TilePartition, type TileTensor } from '../../values/tile';
import type { Value } from '../../values/value';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { unknown } from '../values/unknown';

/** The value of a host argument inside of the kernel: of a partition, the tile of the block; of a tensor, the whole
 *  tensor. */
export function inKernel(m: Machine, value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'tile-tensor') return { ...value, where: 'device' as const };
  if (value.is !== 'tile-partition') return value;
  if (value.map)
    return {
      ...value,
      where: 'device' as const,
      tensor: { ...value.tensor, where: 'device' as const },
      map: { ...value.map, block: blockIndex(m)[0] ?? dyn(0) },
    };
  return slab(m, value);
}

function slab(m: Machine, of: TilePartition): TileTensor {
  const device: TilePartition = { ...of, where: 'device', tensor: { ...of.tensor, where: 'device' } };
  return {
    ...device.tensor,
    shape: of.tile,
    slab: { of: device, block: of.tile.map((_, i) => blockIndex(m)[i] ?? dyn(0)) },
  };
}

/** The sample block. */
export function blockIndex(m: Machine): Extents {
  return ['x', 'y', 'z'].map((axis) => {
    const at = m.blockIdx.fields.get(axis);
    return at !== undefined && !isTuple(at) && at.is === 'dynamic' ? dyn(at.n ?? 0, at.from) : dyn(0);
  });
}

/** A parameter that no launch gives: its type, with names for what the type leaves open. */
export function unlaunched(m: Machine, param: Param, scope: Scope): Value {
  return unlessRefused(
    () => opened(m, param, scope),
    ({ message }) => unknown('unsupported', message, param.span),
  );
}

function opened(m: Machine, param: Param, scope: Scope): Value {
  const type = evaluate(m, inner(param.type), scope);
  const example = isTuple(type) || type.is !== 'type' ? undefined : type.of;
  const name = param.name ?? '_';
  if (example === undefined || isTuple(example))
    return unknown('symbol', say`\`${name}\` is not known: nothing launches this kernel here`, param.span, [name]);
  if (example.is === 'tile-tensor')
    return isExclusive(param) ? slab(m, openPartition(m, name, example, param)) : named(m, name, example, param);
  if (example.is === 'tile-partition')
    return { ...openPartition(m, name, { ...example.tensor, shape: example.tile }, param), where: 'device' as const };
  if (example.is === 'dynamic')
    return m.unknownInt(name, say`${name} is an argument of the launch`, 'input', param.nameSpan, example.bits);
  return example;
}

function isExclusive({ type }: Param): boolean {
  return type.is === 'Wrap' && type.how === 'ref';
}

export function inner(type: Expr): Expr {
  return type.is === 'Wrap' && type.how === 'ref' ? inner(type.of) : type;
}

/** A tensor of unknown extents, in tiles of the shape that the parameter names. */
function openPartition(m: Machine, name: string, tile: TileTensor, param: Param): TilePartition {
  const shape = tile.shape.map((_, i) => extent(m, name, i, param));
  return {
    is: 'tile-partition',
    tensor: { ...tile, shape, stride: rowMajor(shape) },
    tile: tile.shape,
    order: shape.map((_, i) => i),
    grid: shape.map((_, i) =>
      m.unknownInt(`grid.${'xyz'[i] ?? i}`, say`the grid is set by the launch`, 'symbol', param.nameSpan),
    ),
    bound: 'exact',
    where: 'device',
    padding: 'unspecified',
  };
}

function named(m: Machine, name: string, tensor: TileTensor, param: Param): TileTensor {
  const shape = tensor.shape.map((x, i) =>
    x.n === undefined && (x.is === 'static' || x.name === undefined) ? extent(m, name, i, param) : x,
  );
  return { ...tensor, shape, stride: rowMajor(shape) };
}

function extent(m: Machine, name: string, axis: number, param: Param): Int {
  return m.unknownInt(
    `${name}.shape[${axis}]`,
    say`the extent of ${name} along axis ${axis} is set by the launch`,
    'input',
    param.nameSpan,
  );
}

/** A parameter's type as an example, with the generics that are bound. */
export function typeOfParam(m: Machine, param: Param, scope: Scope): Value | undefined {
  const type = m.silently(() => evaluate(m, inner(param.type), scope));
  return isTuple(type) || type.is !== 'type' ? undefined : type.of;
}

/** `api::zeros(…)` has the element that the kernel's parameter names. */
export function withElement(value: Value, type: Value | undefined): Value {
  if (type === undefined || isTuple(type) || type.is !== 'tile-tensor' || isTuple(value)) return value;
  const fill = (tensor: TileTensor): TileTensor =>
    isOpen(tensor.element) ? { ...tensor, element: type.element } : tensor;
  if (value.is === 'tile-tensor') return fill(value);
  return value.is === 'tile-partition' ? { ...value, tensor: fill(value.tensor) } : value;
}

export function isOpen(element: Value): boolean {
  return !isTuple(element) && element.is === 'scalar' && element.type === '_';
}

/** The grid of the launch, as a tuple. */
export function tileBlocks(m: Machine): Value {
  const grid = m.frame.launch?.grid;
  return grid !== undefined && !isTuple(grid) && grid.is === 'struct' ? [...grid.fields.values()] : symbolicTuple(m);
}

function symbolicTuple(m: Machine): Value {
  return ['x', 'y', 'z'].map((axis) => m.unknownInt(`grid.${axis}`, say`grid.${axis} is set by the launch`));
}
