// Builtins of the layout algebra: coalesce, composition, complement, inverses, divisions, products, casts.
// The work is in algebra/. Source: cute/layout.hpp.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import type { Note } from '../../algebra/steps';
import type { AnyLayout, Composable, ComposedOffset, Tiler } from '../../algebra/types';
import {
  asAnyLayout,
  asComposable,
  asIntTuple,
  asLayout,
  asTiler,
  asType,
  isAnyLayout,
  isTuple,
  tagOf,
} from '../../values/convert';
import type { Value } from '../../values/value';
import { arg, fn, ints, tnum, type Entry } from '../entry';
import { orderOf } from './stride';
import { family, type BuiltinCall } from '../registry';

const layoutArg = (c: BuiltinCall, i: number, what: string): AnyLayout => asAnyLayout(arg(c, i), what);

function profiled(
  what: string,
  onLayout: (l: AnyLayout, profile: IntTuple | undefined, note: Note) => Value,
): (c: BuiltinCall) => Value {
  return (c) => onLayout(layoutArg(c, 0, what), c.args[1] === undefined ? undefined : ints(c, 1, what), c.ctx.step);
}

const simplifications: Record<string, Entry> = {
  coalesce: fn(
    'layout, profile?',
    'the same function with fewer modes',
    [
      'coalesce(Layout<Shape<_2,_1,_4>,Stride<_1,_9,_2>>{}) // _8:_1',
      'coalesce(make_layout(make_shape(_2{}, 4), make_stride(_1{}, _2{}))) // (_2,4):(_1,_2)',
    ],
    (c) => (isAnyLayout(arg(c, 0)) ? profiled('coalesce', a.coalesce)(c) : a.coalesce_shape(ints(c, 0, 'coalesce'))),
  ),
  filter: fn(
    'layout, profile?',
    'the layout without its modes of stride 0 and size 1',
    ['filter(Layout<Shape<_4,_2>,Stride<_0,_3>>{}) // _2:_3'],
    profiled('filter', a.filter),
  ),
  filter_zeros: fn(
    'layout, profile?',
    'the layout with size 1 for its modes of stride 0',
    ['filter_zeros(Layout<Shape<_4,_2>,Stride<_0,_3>>{}) // (_1,_2):(_0,_3)'],
    (c) => {
      const x = arg(c, 0);
      // CuTe's overload for leaves takes everything that is neither a plain layout nor a tuple, and returns it
      // unchanged.
      if (x !== undefined && (tagOf(x) === 'composed' || tagOf(x) === 'swizzle')) return x;
      if (isAnyLayout(x))
        return a.filter_zeros(
          asLayout(x, 'filter_zeros'),
          c.args[1] === undefined ? undefined : ints(c, 1, 'filter_zeros'),
        );
      const t = asIntTuple(x, 'filter_zeros');
      return a.filterZeros(t, c.args[1] === undefined ? t : ints(c, 1, 'filter_zeros'));
    },
  ),
};

function compose(c: BuiltinCall): Value {
  const left = asComposable(arg(c, 0), 'composition');
  if (c.args.length < 3) return a.composition(left, asTiler(arg(c, 1), 'composition'), c.ctx.step);
  return a.composeOffset(left, offsetArg(arg(c, 1)), asComposable(arg(c, 2), 'composition'));
}

/** The middle part of a composed layout: integers, mixed bits, or the flag of an unset shared-memory pointer.
 *  Throws: AlgebraError 'type' for other values. */
export function offsetArg(value: Value): ComposedOffset {
  if (!isTuple(value) && (value.is === 'mixed-bits' || value.is === 'smem-ptr-flag')) return value;
  return asIntTuple(value, words`the offset of a composed layout`);
}

function complement(c: BuiltinCall): Value {
  const cotarget = c.args[1];
  if (cotarget === undefined) return a.complement(layoutArg(c, 0, 'complement'), undefined, c.ctx.step);
  return a.complement(
    layoutArg(c, 0, 'complement'),
    isAnyLayout(cotarget) ? cotarget : asIntTuple(cotarget, 'complement'),
    c.ctx.step,
  );
}

/** CuTe defines inverses of `_`, integers and swizzles too, for the parts of composed layouts. */
function inverse(what: string, f: (l: AnyLayout, note: Note) => Composable): (c: BuiltinCall) => Value {
  return (c) => {
    const x = arg(c, 0);
    if (isAnyLayout(x)) return f(x, c.ctx.step);
    if (!isTuple(x) && (x.is === 'swizzle' || x.is === 'underscore')) return x;
    return a.neg(ints(c, 0, what));
  };
}

const pair =
  (what: string, f: (x: AnyLayout, y: AnyLayout, note: Note) => Value) =>
  (c: BuiltinCall): Value =>
    f(layoutArg(c, 0, what), layoutArg(c, 1, what), c.ctx.step);

const inverses: Record<string, Entry> = {
  composition: fn(
    'a, b',
    'the layout c → a(b(c))',
    [
      'composition(Layout<Shape<_4,_2>,Stride<_2,_1>>{}, Layout<_4,_2>{}) // (_2,_2):(_4,_1)',
      'composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}) // Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    ],
    compose,
  ),
  complement: fn(
    'layout, cotarget?',
    'the layout of the offsets that `layout` skips, up to `cotarget`',
    ['complement(Layout<_4,_2>{}, _16{}) // (_2,_2):(_1,_8)'],
    complement,
  ),
  right_inverse: fn(
    'layout',
    'the layout R with layout(R(i)) == i, as far as the layout is contiguous from 0',
    ['right_inverse(Layout<Shape<_4,_8>,Stride<_8,_1>>{}) // (_8,_4):(_4,_1)'],
    inverse('right_inverse', a.right_inverse),
  ),
  left_inverse: fn(
    'layout',
    'the layout R with R(layout(i)) == i, for an injective layout',
    ['left_inverse(Layout<Shape<_4,_8>,Stride<_2,_16>>{}) // (_2,_8,_8):(_0,_1,_4)'],
    inverse('left_inverse', a.left_inverse),
  ),
  max_common_layout: fn(
    'a, b',
    'the longest layout R with a(R(i)) == b(R(i)) == i',
    ['max_common_layout(Layout<_8,_1>{}, Layout<_8,_1>{}) // _8:_1'],
    pair('max_common_layout', a.max_common_layout),
  ),
  max_common_vector: fn(
    'a, b',
    'the number of elements that are contiguous in both layouts',
    ['max_common_vector(Layout<Shape<_4,_8>>{}, Layout<Shape<_4,_8>,Stride<_1,_16>>{}) // _4'],
    pair('max_common_vector', a.max_common_vector),
  ),
  max_alignment: fn(
    'layout',
    'the largest N for which upcast<N> works',
    ['max_alignment(Layout<Shape<_4,_8>,Stride<_1,_16>>{}) // _4'],
    (c) => alignment(arg(c, 0), c.ctx.step),
  ),
  nullspace: fn(
    'layout',
    'the coordinates that map to 0',
    ['nullspace(Layout<Shape<_2,_3,_4>,Stride<_0,_1,_0>>{}) // (_2,_4):(_1,_6)'],
    (c) => a.nullspace(layoutArg(c, 0, 'nullspace')),
  ),
  domain_distribute: fn(
    'shape, n',
    'n elements spread over the modes of a shape',
    ['domain_distribute(Shape<Int<15>,Int<14>>{}, _6{}) // (_3,_2):(_1,_15)'],
    (c) => {
      const x = arg(c, 0);
      return a.domain_distribute(
        isAnyLayout(x) ? x : asIntTuple(x, 'domain_distribute'),
        ints(c, 1, 'domain_distribute'),
      );
    },
  ),
};

function alignment(x: Value, note: Note): Value {
  if (isAnyLayout(x)) return a.max_alignment(x, note);
  if (!isTuple(x) && x.is === 'swizzle') return a.int(2 ** x.base);
  if (!isTuple(x) && x.is === 'static') return x;
  throw refused('type')`max_alignment has no overload for ${{ x }}`;
}

const divided = (gives: string, example: string, f: (l: AnyLayout, t: Tiler, note: Note) => AnyLayout): Entry =>
  fn('layout, tiler', gives, [example], (c) =>
    f(layoutArg(c, 0, words`a division`), asTiler(arg(c, 1), words`a division`), c.ctx.step),
  );
const multiplied = (gives: string, example: string, f: (l: AnyLayout, t: Tiler, note: Note) => AnyLayout): Entry =>
  fn('block, tiler', gives, [example], (c) =>
    f(layoutArg(c, 0, words`a product`), asTiler(arg(c, 1), words`a product`), c.ctx.step),
  );
const ranked = (gives: string, example: string, f: (l: AnyLayout, t: AnyLayout, note: Note) => AnyLayout): Entry =>
  fn('block, tiler', gives, [example], (c) =>
    f(layoutArg(c, 0, words`a product`), layoutArg(c, 1, words`a product`), c.ctx.step),
  );

const divisions: Record<string, Entry> = {
  logical_divide: divided(
    'each divided mode as (tile, rest)',
    'logical_divide(Layout<Shape<_8,_8>>{}, make_tile(_4{}, _2{})) // ((_4,_2),(_2,_4)):((_1,_4),(_8,_16))',
    a.logical_divide,
  ),
  zipped_divide: divided(
    '((tiles), (rests))',
    'zipped_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{}) // ((_4,_2),(_2,_4)):((_1,_8),(_4,_16))',
    a.zipped_divide,
  ),
  tiled_divide: divided(
    '((tiles), rests…)',
    'tiled_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{}) // ((_4,_2),_2,_4):((_1,_8),_4,_16)',
    a.tiled_divide,
  ),
  flat_divide: divided(
    '(tiles…, rests…)',
    'flat_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{}) // (_4,_2,_2,_4):(_1,_8,_4,_16)',
    a.flat_divide,
  ),
  tile_unzip: divided(
    'the (tile, rest) pairs at the leaves of the tiler, gathered',
    'tile_unzip(Layout<Shape<Shape<_4,_2>,Shape<_2,_4>>>{}, Shape<_4,_2>{}) // ((_4,_2),(_2,_4)):((_1,_8),(_4,_16))',
    a.tile_unzip,
  ),
  logical_product: multiplied(
    '(block, repeats)',
    'logical_product(Layout<_4,_1>{}, Layout<_3,_1>{}) // (_4,_3):(_1,_4)',
    a.logical_product,
  ),
  zipped_product: multiplied(
    '((blocks), (repeats))',
    'zipped_product(Layout<Shape<_2,_2>>{}, Layout<_3,_1>{}) // ((_2,_2),_3):((_1,_2),_4)',
    a.zipped_product,
  ),
  tiled_product: multiplied(
    '((blocks), repeats…)',
    'tiled_product(Layout<_2,_1>{}, Layout<Shape<_3,_4>>{}) // (_2,_3,_4):(_1,_2,_6)',
    a.tiled_product,
  ),
  flat_product: multiplied(
    '(blocks…, repeats…)',
    'flat_product(Layout<Shape<_2,_2>>{}, Layout<_3,_1>{}) // (_2,_2,_3):(_1,_2,_4)',
    a.flat_product,
  ),
  blocked_product: ranked(
    'mode by mode (block, repeats)',
    'blocked_product(Layout<Shape<_2,_5>,Stride<_5,_1>>{}, Layout<Shape<_3,_4>>{}) // ((_2,_3),(_5,_4)):((_5,_10),(_1,_30))',
    a.blocked_product,
  ),
  raked_product: ranked(
    'mode by mode (repeats, block)',
    'raked_product(Layout<Shape<_2,_5>,Stride<_5,_1>>{}, Layout<Shape<_3,_4>>{}) // ((_3,_2),(_4,_5)):((_10,_5),(_30,_1))',
    a.raked_product,
  ),
  tile_to_shape: fn(
    'block, shape, order?',
    'the block repeated until it fills the shape',
    ['tile_to_shape(Layout<Shape<_8,_8>>{}, Shape<_16,_32>{}) // ((_8,_2),(_8,_4)):((_1,_64),(_8,_128))'],
    (c) =>
      a.tile_to_shape(
        layoutArg(c, 0, 'tile_to_shape'),
        targetShape(c),
        c.args[2] === undefined ? undefined : orderOf(arg(c, 2)),
        c.ctx.step,
      ),
  ),
};

function targetShape(c: BuiltinCall): IntTuple {
  const x = arg(c, 1);
  return isAnyLayout(x) ? a.shape(x) : asIntTuple(x, 'tile_to_shape');
}

/** `upcast<N>` and `downcast<N>`, of a layout or a swizzle, of the offset of a composed layout, or of a shape and
 *  a stride. */
function cast(up: boolean): (c: BuiltinCall) => Value {
  const what = up ? 'upcast' : 'downcast';
  return (c) => {
    const N = tnum(c, 0, what);
    const x = arg(c, 0);
    if (c.args.length === 2) return castLayout(a.layoutOf(ints(c, 0, what), ints(c, 1, what)), N, up);
    if (!isTuple(x) && (x.is === 'layout' || x.is === 'composed' || x.is === 'swizzle')) return castLayout(x, N, up);
    return a.castOffset(offsetArg(x), N, up);
  };
}
function castLayout(x: Composable, N: number, up: boolean): Value {
  return up ? a.upcast(x, N) : a.downcast(x, N);
}

const casts: Record<string, Entry> = {
  upcast: fn(
    '<N>(layout)',
    'the layout counted in elements N times as large',
    ['upcast<4>(Layout<Shape<_8,_4>,Stride<_4,_1>>{}) // (_8,_1):(_1,_1)'],
    cast(true),
  ),
  downcast: fn(
    '<N>(layout)',
    'the layout counted in elements N times as small',
    ['downcast<2>(Layout<Shape<_4,_8>,Stride<_8,_1>>{}) // (_4,_16):(_16,_1)'],
    cast(false),
  ),
  recast_layout: fn(
    '<OldType, NewType>(layout)',
    'the layout counted in elements of another type',
    ['recast_layout<half_t,float>(Layout<_8,_1>{}) // _4:_1'],
    (c) => {
      const bits = (i: number): number => c.ctx.sizeofBits(asType(c.targs[i], 'recast_layout'));
      return a.recast_layout(asComposable(arg(c, 0), 'recast_layout'), bits(0), bits(1), c.ctx.step);
    },
  ),
};

export const layoutAlgebra = family('cute/layout.hpp', { ...simplifications, ...inverses, ...divisions, ...casts });
