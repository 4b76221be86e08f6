// Builtins on coordinates and strides: offsets of coordinates and back, compact strides, basis vectors.
// Source: cute/stride.hpp, cute/numeric/arithmetic_tuple.hpp. Sees a layout only as a shape and a stride.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import { asIntTuple, isAnyLayout, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import { arg, fn, ints, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { refused } from '../../values/refused';

function crd2idx(c: BuiltinCall): Value {
  const crd = ints(c, 0, 'crd2idx');
  const shape = arg(c, 1);
  if (isAnyLayout(shape)) {
    if (shape.is === 'layout') return a.crd2idx(crd, shape);
    throw refused('type')`crd2idx has no overload for a composed layout`;
  }
  return a.crd2idx(crd, asIntTuple(shape, 'crd2idx'), c.args[2] === undefined ? undefined : ints(c, 2, 'crd2idx'));
}

/** A layout is no tuple to CuTe, so it is taken for the size of one mode. */
function idx2crd(c: BuiltinCall): Value {
  const [idx, shape] = c.args;
  if (c.args.length === 2 && shape !== undefined && isAnyLayout(shape) && idx !== undefined && !isTuple(idx))
    return ints(c, 0, 'idx2crd');
  return a.idx2crd(
    ints(c, 0, 'idx2crd'),
    ints(c, 1, 'idx2crd'),
    c.args[2] === undefined ? undefined : ints(c, 2, 'idx2crd'),
  );
}

export const coordinates: Record<string, Entry> = {
  crd2idx: fn(
    'crd, shape, stride?',
    'the offset of a coordinate; without strides, its column-major index',
    [
      'crd2idx(make_coord(1, 2), Shape<_4,_4>{}) // 9',
      'crd2idx(make_coord(_1{}, 3), Shape<_4,_4>{}, Stride<_1,_0>{}) // _1',
    ],
    crd2idx,
  ),
  idx2crd: fn(
    'idx, shape, stride?',
    'the coordinate of an index',
    ['idx2crd(37, Shape<_4,_4>{}) // (1,9)', 'idx2crd(37, Layout<Shape<_4,_4>>{}) // 37'],
    idx2crd,
  ),
  crd2crd: fn(
    'crd, src_shape, dst_shape',
    'the coordinate in dst_shape of the element at crd in src_shape',
    ['crd2crd(6, _8{}, Shape<_2,_4>{}) // (0,3)'],
    (c) => a.crd2crd(ints(c, 0, 'crd2crd'), ints(c, 1, 'crd2crd'), ints(c, 2, 'crd2crd')),
  ),
  compact_col_major: fn(
    'shape, current?',
    'compact strides, first mode fastest',
    ['compact_col_major(Shape<_4,_8>{}) // (_1,_4)'],
    (c) =>
      a.compact_col_major(
        ints(c, 0, 'compact_col_major'),
        c.args[1] === undefined ? undefined : ints(c, 1, 'compact_col_major'),
      ),
  ),
  compact_row_major: fn(
    'shape, current?',
    'compact strides, last mode fastest',
    ['compact_row_major(Shape<_4,_8>{}) // (_8,_1)'],
    (c) =>
      a.compact_row_major(
        ints(c, 0, 'compact_row_major'),
        c.args[1] === undefined ? undefined : ints(c, 1, 'compact_row_major'),
      ),
  ),
  compact_order: fn(
    'shape, order',
    'compact strides in the order of the modes',
    ['compact_order(Shape<_4,_8>{}, Step<_1,_0>{}) // (_8,_1)'],
    (c) => a.compact_order(ints(c, 0, 'compact_order'), orderOf(arg(c, 1))),
  ),
  make_basis_like: fn(
    'shape',
    'the basis vectors of a shape',
    ['make_basis_like(Shape<_4,_8>{}) // (_1@0,_1@1)'],
    (c) => a.make_basis_like(ints(c, 0, 'make_basis_like')),
  ),
  basis_get: fn(
    'basis, t',
    'the mode of t that the basis points at',
    ['basis_get(E<1>{}, make_shape(_4{}, _8{})) // _8'],
    (c) => a.basis_get(ints(c, 0, 'basis_get'), arg(c, 1)),
  ),
  basis_value: fn('basis', 'the integer that scales a basis', ['basis_value(E<1>{} * _3{}) // _3'], (c) =>
    a.basis_value(ints(c, 0, 'basis_value')),
  ),
  as_arithmetic_tuple: fn(
    't',
    'the tuple a basis stands for',
    ['as_arithmetic_tuple(_3{} * E<1,0>{}) // (_0,(_3))'],
    (c) => a.as_arithmetic_tuple(ints(c, 0, 'as_arithmetic_tuple')),
  ),
  make_arithmetic_tuple: fn(
    'modes...',
    'a tuple that can be added mode by mode',
    ['make_arithmetic_tuple(_1{}, 2) // (_1,2)'],
    (c) => c.args,
  ),
};

/** An order of modes: `LayoutLeft{}`, `LayoutRight{}`, or integers. Throws: AlgebraError 'type' for other values. */
export function orderOf(value: Value): a.Order {
  return majorOf(value) ?? asIntTuple(value, words`the order`);
}
/** The major that a tag names: `LayoutLeft{}`, `LayoutRight{}`, `GenColMajor{}` or `GenRowMajor{}`; undefined for
 *  other values. */
export function majorOf(value: Value): a.Major | undefined {
  if (isTuple(value) || value.is !== 'tag') return undefined;
  if (value.name === 'LayoutLeft' || value.name === 'GenColMajor') return 'LayoutLeft';
  return value.name === 'LayoutRight' || value.name === 'GenRowMajor' ? 'LayoutRight' : undefined;
}
