// Builtins on cuTile's tensors: how the host makes and reshapes them. Also the family that collects all builtins on
// tensors.
// Semantics: cutile-rs 0839fe4, cutile/src/{tensor,api}.rs. Partitions into tiles are in views.ts.
import { raise } from '../../algebra/errors';
import { refused } from '../../values/refused';
import { mul, sub } from '../../algebra/arith';
import { dyn, type Int } from '../../algebra/leaf';
import { isTuple } from '../../values/convert';
import { type Extents, type TileTensor } from '../../values/tile';
import type { Value } from '../../values/value';
import { acts, arg, fn } from '../entry';
import { family } from '../registry';
import {
  anyElement,
  checkCount,
  elementOfValue,
  elementTarg,
  extents,
  intArg,
  partitionArg,
  shapeArg,
  tensorArg,
} from './arguments';
import { tensor } from './partitions';
import { cutile, identity, viewEntries } from './views';

function reshaped(of: TileTensor, shape: Extents): TileTensor {
  checkCount(of.shape, shape);
  return tensor(of.element, shape, of.where);
}

/** `slice(&[a..b, …])`: axes without a range stay whole. Throws: AlgebraError 'range' for a range outside of its
 *  axis. */
function sliced(of: TileTensor, ranges: Value): TileTensor {
  const parts = isTuple(ranges) ? ranges : [];
  const shape = of.shape.map((extent, i) => {
    const part = parts[i];
    if (part === undefined || !isTuple(part) || part.length !== 2) return extent;
    const [from, to] = extents(part, 'slice');
    if (!from || !to) return extent;
    if (
      (extent.n !== undefined && to.n !== undefined && to.n > extent.n) ||
      (from.n !== undefined && to.n !== undefined && from.n > to.n)
    )
      throw refused(
        'range',
      )`slice: the range ${{ from: from.n ?? '?' }}..${{ to: to.n ?? '?' }} is outside of axis ${{ i }}, whose extent is ${{ extent: extent.n ?? '?' }}`;
    return sub(to, from);
  });
  return { ...of, shape };
}

const shaped = (at: number, gives: string) =>
  fn(at === 0 ? '<T>(shape)' : at === 1 ? '<T>(value, shape)' : '<T>(mean, std, shape)', gives, [], (c) =>
    tensor(
      c.targs.length > 0 ? elementTarg(c) : at === 1 ? elementOfValue(c.args[0]) : anyElement,
      shapeArg(c, at, 'this'),
    ),
  );

export const tileTensors = family('cutile/tensor.rs', {
  [`${cutile}zeros`]: shaped(0, 'a row-major tensor of zeros'),
  [`${cutile}ones`]: shaped(0, 'a row-major tensor of ones'),
  [`${cutile}empty`]: shaped(0, 'a row-major tensor without values'),
  [`${cutile}meta`]: shaped(0, 'the shape of a tensor without its memory'),
  [`${cutile}rand`]: fn('<T>(shape, seed?)', 'a row-major tensor of random numbers', [], (c) =>
    tensor(elementTarg(c), shapeArg(c, 0, 'rand')),
  ),
  [`${cutile}randn_f16`]: fn('shape', 'a row-major tensor of normally distributed numbers', [], (c) =>
    tensor({ is: 'scalar', type: 'f16', bits: 16 }, shapeArg(c, 0, 'randn_f16')),
  ),
  [`${cutile}from_foreign`]: fn('<T>(shape, strides)', 'memory of another library as a tensor', [], (c) => ({
    ...tensor(elementTarg(c), shapeArg(c, 0, 'from_foreign')),
    stride: shapeArg(c, 1, 'from_foreign'),
  })),
  [`${cutile}full`]: shaped(1, 'a row-major tensor of one value'),
  [`${cutile}randn`]: fn(
    '<T>(mean, std, shape, seed?)',
    'a row-major tensor of normally distributed numbers',
    [],
    (c) => tensor(elementTarg(c), shapeArg(c, 2, 'randn')),
  ),
  [`${cutile}arange`]: fn('<T>(n)', 'the tensor [n] of 0, 1, …', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'arange')]),
  ),
  [`${cutile}linspace`]: fn('<T>(start, end, n)', 'the tensor [n] of evenly spaced numbers', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 2, 'linspace')]),
  ),
  [`${cutile}eye`]: fn('<T>(n)', 'the identity matrix [n, n]', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'eye'), intArg(c, 0, 'eye')]),
  ),
  [`${cutile}eye_rect`]: fn('<T>(rows, columns)', 'ones on the diagonal of [rows, columns]', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'eye_rect'), intArg(c, 1, 'eye_rect')]),
  ),
  [`${cutile}copy_host_vec_to_device`]: fn('vec', 'the tensor of a host vector', [], (c) => {
    const list = arg(c, 0);
    return isTuple(list)
      ? tensor(elementOfValue(list[0]), [dyn(list.length)])
      : raise(refused('type')`the length of this vector is not known`);
  }),
  [`${cutile}dup`]: fn('tensor', 'a copy', [], (c) => arg(c, 0)),
  'tile-tensor.reshape': fn('self, shape', 'the same elements, row major, in another shape', [], (c) =>
    reshaped(tensorArg(c, 0, 'reshape'), shapeArg(c, 1, 'reshape')),
  ),
  'tile-tensor.view': fn('self, shape', 'a view of the same elements in another shape', [], (c) =>
    reshaped(tensorArg(c, 0, 'view'), shapeArg(c, 1, 'view')),
  ),
  'tile-tensor.slice': fn('self, ranges', 'a view of a part; strides are kept', [], (c) =>
    sliced(tensorArg(c, 0, 'slice'), arg(c, 1)),
  ),
  'tile-tensor.reinterpret': fn('<U>(self)', 'the same memory as another type of the same width', [], (c) => ({
    ...tensorArg(c, 0, 'reinterpret'),
    element: elementTarg(c),
  })),
  'tile-tensor.convert': fn('<U>(self)', 'the elements converted', [], (c) => ({
    ...tensorArg(c, 0, 'convert'),
    element: elementTarg(c),
  })),
  'tile-tensor.shape': fn('self', 'extents by axis', [], (c) => tensorArg(c, 0, 'shape').shape),
  'tile-tensor.size': fn('self', 'number of elements', [], (c) =>
    tensorArg(c, 0, 'size').shape.reduce<Int>((n, e) => mul(n, e), dyn(1)),
  ),
  'tile-tensor|tile-partition|tuple.sync': acts(identity('runs what came before')),
  'tile-tensor|tile-partition|tuple.sync_on': acts(identity('runs what came before on a stream')),
  'tile-tensor|tile-partition.dup': identity('a copy'),
  'tile-tensor|tile-partition.fill': identity('the same, filled'),
  'tile-tensor|tuple.to_host_vec': identity('its elements'),
  'tile-partition.to_host_vec': fn('self', 'its elements', [], (c) => partitionArg(c, 0, 'to_host_vec').tensor),
  'tile-tensor.unpartition': identity('the tensor'),
  'tile-partition.unpartition': fn(
    'self',
    'the tensor that was partitioned',
    [],
    (c) => partitionArg(c, 0, 'unpartition').tensor,
  ),
  'tuple.first': fn('self', "the first of a launch's arguments", [], (c) => {
    const list = arg(c, 0);
    return isTuple(list) ? (list[0] ?? { is: 'void' }) : list;
  }),
  'tuple.unzip': identity('the arguments one by one'),
  'tuple.len': fn('self', 'number of parts', [], (c) => {
    const list = arg(c, 0);
    return dyn(isTuple(list) ? list.length : 1);
  }),
  ...viewEntries,
});
