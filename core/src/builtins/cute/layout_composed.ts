// Builtins on swizzles and composed layouts: their types, makers and parts. Functions that take plain and composed
// layouts alike are in layout.ts and layout_algebra.ts.
// Source: cute/swizzle.hpp, swizzle_layout.hpp, layout_composed.hpp, pointer_flagged.hpp.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import { int } from '../../algebra/leaf';
import type { ComposedLayout, Swizzle } from '../../algebra/types';
import { asAnyLayout, asComposable, asSwizzle, isA, isTuple, refuse } from '../../values/convert';
import type { Value } from '../../values/value';
import { anInt, arg, fn, ints, isQualified, texample, tnum, typeOf, type Entry } from '../entry';
import { offsetArg } from './layout_algebra';
import { family, type BuiltinCall } from '../registry';

function swizzleType(c: BuiltinCall): Value {
  const bits = tnum(c, 0, 'Swizzle');
  return a.make_swizzle(bits, tnum(c, 1, 'Swizzle'), c.targs.length > 2 ? tnum(c, 2, 'Swizzle') : bits);
}

/** The swizzle of a layout, pointer or tensor type; `Swizzle<0,4,3>` where it has none. */
function swizzleOf(of: Value): Swizzle {
  if (!isTuple(of) && of.is === 'composed' && of.a.is === 'swizzle') return of.a;
  if (!isTuple(of) && of.is === 'pointer' && of.swizzle) return of.swizzle;
  if (!isTuple(of) && of.is === 'tensor') return swizzleOf(of.data);
  return a.make_swizzle(0, 4, 3);
}

/** Of a class that is const, or of a reference, no specialisation says it; of a tensor, its iterator. */
function swizzleOfType(call: BuiltinCall): Swizzle {
  const of = texample(call, 0, 'get_swizzle');
  const isOther = isQualified(call, 0) && (!isA(of, 'tensor') || isReference(call.targs[0]));
  return isOther ? a.make_swizzle(0, 4, 3) : swizzleOf(of);
}

const isReference = (type: Value | undefined): boolean => isA(type, 'type') && type.ref !== undefined;

const types: Record<string, Entry> = {
  Swizzle: typeOf(
    'B, M, S',
    'the swizzle that XORs the B bits from bit M on with those S places above',
    ['Swizzle<2,3,3>{} // Sw<2,3,3>'],
    swizzleType,
  ),
  ComposedLayout: typeOf('A, Offset, B', 'the type of a composed layout', [], (c) =>
    a.make_composed_layout(
      asComposable(texample(c, 0, 'ComposedLayout'), 'ComposedLayout'),
      offsetArg(texample(c, 1, 'ComposedLayout')),
      asComposable(texample(c, 2, 'ComposedLayout'), 'ComposedLayout'),
    ),
  ),
  smem_ptr_flag_bits: typeOf('Bits', 'the offset of a layout whose swizzle moves into the pointer', [], (c) => ({
    is: 'smem-ptr-flag',
    bits: tnum(c, 0, 'smem_ptr_flag_bits'),
  })),
  smem_sparse_ptr_flag_bits: typeOf(
    'S, Bits',
    'the offset of a layout whose swizzle moves into the pointer to sparse elements',
    [],
    (c) => ({
      is: 'smem-ptr-flag',
      bits: tnum(c, 1, 'smem_sparse_ptr_flag_bits'),
      sparsity: tnum(c, 0, 'smem_sparse_ptr_flag_bits'),
    }),
  ),
  smem_ptr_flag: typeOf('', 'the offset of a layout whose swizzle moves into the pointer', [], () => ({
    is: 'smem-ptr-flag',
    bits: 1,
  })),
  get_swizzle_t: typeOf('T', 'the swizzle of a layout, pointer or tensor type', [], (c) => swizzleOfType(c)),
  get_swizzle: typeOf('T', 'the swizzle of a layout, pointer or tensor type', [], (c) => swizzleOfType(c)),
};

const functions: Record<string, Entry> = {
  make_composed_layout: fn(
    'a, offset, b',
    'the layout c → a(offset + b(c))',
    ['make_composed_layout(Swizzle<2,3,3>{}, _0{}, Layout<_8,_1>{}) // Sw<2,3,3> o _0 o _8:_1'],
    (c) =>
      a.make_composed_layout(
        asComposable(arg(c, 0), 'make_composed_layout'),
        offsetArg(arg(c, 1)),
        asComposable(arg(c, 2), 'make_composed_layout'),
      ),
  ),
  make_swizzle: fn('<Y, Z>()', 'the swizzle with these bit masks', ['make_swizzle<0x8,0x2>() // Sw<1,1,2>'], (c) =>
    a.make_swizzle_masks(int(tnum(c, 0, 'make_swizzle')), int(tnum(c, 1, 'make_swizzle'))),
  ),
  get_swizzle_portion: fn(
    'layout',
    'the swizzle of a layout',
    ['get_swizzle_portion(Layout<_8,_1>{}) // Sw<0,4,3>'],
    (c) => a.get_swizzle_portion(asAnyLayout(arg(c, 0), 'get_swizzle_portion')),
  ),
  get_nonswizzle_portion: fn(
    'layout',
    'the layout without its swizzle',
    ['get_nonswizzle_portion(composition(Swizzle<2,3,3>{}, Layout<_8,_1>{})) // _8:_1'],
    (c) => a.get_nonswizzle_portion(asAnyLayout(arg(c, 0), 'get_nonswizzle_portion')),
  ),
  as_position_independent_swizzle_layout: fn(
    'layout',
    'the layout with its swizzle counted in elements and offset 0',
    [],
    positionIndependent,
  ),
  to_mixed_bits: fn(
    'layout, crd',
    'the offset of a coordinate as mixed bits: static and run-time bits apart',
    [],
    (c) => {
      const layout = asAnyLayout(arg(c, 0), 'to_mixed_bits');
      const shape = a.shape(layout);
      return a.to_mixed_bits(shape, a.stride(layout), a.idx2crd(ints(c, 1, 'to_mixed_bits'), shape));
    },
  ),
  make_mixed_bits: fn('s, d, f', 'the offset s | (d & f)', ['make_mixed_bits(_4{}, 3, _1{}) // M_4|(1&1)=5'], (c) =>
    a.make_mixed_bits(
      a.staticNumber(ints(c, 0, 'make_mixed_bits'), 's'),
      anInt(c, 1, 'make_mixed_bits'),
      a.staticNumber(ints(c, 2, 'make_mixed_bits'), 'f'),
    ),
  ),
};

/** `as_position_independent_swizzle_layout`: the swizzle of a layout with an unset shared-memory pointer permutes
 *  bytes; the result permutes elements. */
function positionIndependent(c: BuiltinCall): Value {
  const layout = arg(c, 0);
  if (layout.is !== 'composed' || layout.offset.is !== 'smem-ptr-flag' || layout.offset.sparsity !== undefined) {
    throw refused(
      'type',
    )`as_position_independent_swizzle_layout takes a layout with an unset smem pointer, not ${{ layout }}`;
  }
  return a.composeOffset(a.recast_layout(layout.a, 8, layout.offset.bits), int(0), layout.b);
}

function asComposed(value: Value): ComposedLayout {
  return isA(value, 'composed')
    ? value
    : refuse(words`this member of a composed layout`, words`a composed layout`, value);
}

const part = (gives: string, pick: (l: ComposedLayout) => Value): Entry => ({
  gives,
  examples: [],
  run: (c) => pick(asComposed(arg(c, 0))),
});
const bitsOf = (gives: string, pick: (s: Swizzle) => number): Entry => ({
  gives,
  examples: [],
  run: (c) => int(pick(asSwizzle(arg(c, 0), words`this member of a swizzle`))),
});

const members: Record<string, Entry> = {
  'composed.layout_a': part('the outer function', (l) => l.a),
  'composed.offset': part('the offset', (l) => l.offset),
  'composed.layout_b': part('the inner layout', (l) => l.b),
  'swizzle::num_bits': bitsOf('the number of bits', (s) => s.bits),
  'swizzle::num_base': bitsOf('the number of low bits that it leaves unchanged', (s) => s.base),
  'swizzle::num_shft': bitsOf('the distance from the bits that it flips to those it XORs them with', (s) => s.shift),
  'swizzle::swizzle_code': bitsOf('all bits the swizzle reads or flips', (s) => (a.yyyMask(s) | a.zzzMask(s)) >>> 0),
};

export const composedLayouts = family('cute/layout_composed.hpp', { ...types, ...functions, ...members });
