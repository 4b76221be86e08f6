// Builtins that make layouts, read them and evaluate them. The work is in algebra/layout.ts.
// Source: cute/layout.hpp, layout_composed.hpp, underscore.hpp.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import { int, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout } from '../../algebra/types';
import {
  asAnyLayout,
  asComposable,
  asCoord,
  asIntTuple,
  asLayout,
  asSwizzle,
  asTiler,
  isAnyLayout,
  isTuple,
  untype,
} from '../../values/convert';
import type { Single, Tag, Value } from '../../values/value';
import { anInt, arg, fn, ints, texample, tnums, typeOf, type Entry } from '../entry';
import { majorOf, orderOf } from './stride';
import { family, type BuiltinCall } from '../registry';
import { callee } from './functional';

const tag = (name: string): Tag => ({ is: 'tag', name, args: [] });

const majors: Record<string, Entry> = Object.fromEntries(
  (
    [
      ['LayoutLeft', 'LayoutLeft'],
      ['GenColMajor', 'LayoutLeft'],
      ['LayoutRight', 'LayoutRight'],
      ['GenRowMajor', 'LayoutRight'],
    ] as const
  ).map(([name, major]) => [
    name,
    typeOf('', `the order of ${major === 'LayoutLeft' ? 'column' : 'row'}-major layouts`, [], () => tag(major)),
  ]),
);

/** `Layout<Shape, Stride>`: without a stride, compact and column major. */
function layoutType(call: BuiltinCall): Value {
  const shape = asIntTuple(texample(call, 0, 'Layout'), 'Layout');
  const stride = call.targs[1];
  return stride === undefined ? a.make_layout(shape) : a.make_layout(shape, asIntTuple(untype(stride), 'Layout'));
}

function makeLayout({ args }: BuiltinCall): Value {
  const [first, second] = args;
  if (first === undefined) throw refused('type')`make_layout needs an argument`;
  if (!isTuple(first) && first.is === 'swizzle' && second === undefined) return a.make_layout_swizzle(first);
  if (isAnyLayout(first)) return a.make_layout_of(args.map((l) => asAnyLayout(l, 'make_layout')));
  const shape = asIntTuple(first, 'make_layout');
  if (args.length > 2)
    throw refused('type')`make_layout takes a shape and a stride, not ${{ argsCount: args.length }} arguments`;
  return second === undefined
    ? a.make_layout(shape)
    : a.make_layout(shape, majorOf(second) ?? asIntTuple(second, 'make_layout'));
}

/** The modes of a layout or a tuple; what is neither is its own only mode. */
function modesOf(value: Value): readonly Value[] {
  if (isTuple(value)) return value;
  return isAnyLayout(value) ? Array.from({ length: a.rankOf(value) }, (_, i) => a.get(value, i)) : [value];
}

/** The layout of what `f` gives for the modes that all operands have, and of the further modes of longer ones. */
function transformLayout(c: BuiltinCall): Value {
  const f = callee(c, c.args.length - 1);
  const all = c.args.slice(0, -1).map(modesOf);
  const common = Math.min(...all.map((modes) => modes.length));
  const made = Array.from({ length: common }, (_, i) => f(...all.map((modes) => a.modeAt(modes, i))));
  return makeLayout({ ...c, args: [...made, ...all.flatMap((modes) => modes.slice(common))] });
}

const makers: Record<string, Entry> = {
  Layout: typeOf('Shape, Stride', 'the type of a layout', ['Layout<Shape<_4,_8>>{} // (_4,_8):(_1,_4)'], layoutType),
  make_layout: fn(
    'shape, stride?',
    'a layout from a shape and a stride or order, or from layouts as its modes',
    [
      'make_layout(make_shape(_1{}, _4{})) // (_1,_4):(_0,_1)',
      'make_layout(make_shape(2, _4{}), LayoutRight{}) // (2,_4):(_4,_1)',
      'make_layout(Layout<_4,_1>{}, Layout<_2,_4>{}) // (_4,_2):(_1,_4)',
    ],
    makeLayout,
  ),
  transform_layout: fn(
    't, more?, f',
    'the layout of what f gives for each mode; further modes of the longer operand follow',
    ['transform_layout(Layout<Shape<_4,_8>>{}, identity{}) // (_4,_8):(_1,_4)'],
    transformLayout,
  ),
  make_ordered_layout: fn(
    'shape, order',
    'a compact layout whose strides follow the order',
    ['make_ordered_layout(Shape<_2,_3,_4>{}, Step<_1,_2,_0>{}) // (_2,_3,_4):(_4,_8,_1)'],
    (c) => a.make_ordered_layout(ints(c, 0, 'make_ordered_layout'), orderOf(arg(c, 1))),
  ),
  make_layout_like: fn(
    'layout',
    'a compact layout in the order of the strides of another',
    ['make_layout_like(Layout<Shape<_8,_4>,Stride<_64,_1>>{}) // (_8,_4):(_4,_1)'],
    (c) => a.make_layout_like(asLayout(arg(c, 0), 'make_layout_like')),
  ),
  make_fragment_like: fn(
    'layout',
    'a compact layout with mode 0 fastest, the others in the order of their strides',
    ['make_fragment_like(Layout<Shape<_8,_4,_2>,Stride<_64,_1,_8>>{}) // (_8,_4,_2):(_1,_8,_32)'],
    (c) => {
      const like = arg(c, 0);
      return a.make_fragment_like(isAnyLayout(like) ? like : asIntTuple(like, 'make_fragment_like'));
    },
  ),
  make_identity_layout: fn(
    'shape',
    'the layout that maps a coordinate to itself',
    ['make_identity_layout(make_shape(_4{}, 8)) // (_4,8):(_1@0,_1@1)'],
    (c) => a.make_identity_layout(ints(c, 0, 'make_identity_layout')),
  ),
};

/** Argument 0 of a query: a layout or an integer tuple. */
function queried(c: BuiltinCall, what: string): AnyLayout | IntTuple {
  const x = arg(c, 0);
  if (isAnyLayout(x)) return x;
  return asIntTuple(x, what);
}

/** `rank` and `depth`, which take tuples of any values. */
function counted(c: BuiltinCall, what: string, f: (x: unknown, ...I: readonly number[]) => Value): Value {
  const x = arg(c, 0);
  const counts = isTuple(x) || isAnyLayout(x) || a.isIntTuple(x) || ['scalar', 'swizzle', 'tag', 'type'].includes(x.is);
  if (!counts) throw refused('type')`${{ what }} has no overload for ${{ x }}`;
  return f(x, ...tnums(c, what));
}

const queries: Record<string, Entry> = {
  rank: fn('<I...>(x)', 'the number of modes', ['rank(make_shape(2, make_shape(3, 4))) // _2'], (c) =>
    counted(c, 'rank', a.rank),
  ),
  depth: fn('<I...>(x)', 'the depth of nesting', ['depth(make_shape(2, make_shape(3, 4))) // _2'], (c) =>
    counted(c, 'depth', a.depth),
  ),
  size: fn(
    '<I...>(x)',
    'the number of coordinates',
    ['size<1>(Layout<Shape<_2,_3>>{}) // _3', 'size(make_shape(_2{}, 3)) // 6'],
    (c) => a.size(queried(c, 'size'), ...tnums(c, 'size')),
  ),
  shape: fn('<I...>(x)', 'the shape', ['shape<1>(Layout<Shape<_2,_3>>{}) // _3'], (c) => {
    const x = arg(c, 0);
    return a.shape(isAnyLayout(x) ? x : asTilerOrInts(x, 'shape'), ...tnums(c, 'shape'));
  }),
  stride: fn('<I...>(layout)', 'the strides, in elements', ['stride<1>(Layout<Shape<_2,_3>>{}) // _2'], (c) =>
    a.stride(asAnyLayout(arg(c, 0), 'stride'), ...tnums(c, 'stride')),
  ),
  layout: fn('<I...>(layout)', 'the sublayout of a mode', ['layout<1>(Layout<Shape<_2,_3>>{}) // _3:_2'], (c) =>
    a.layout_mode(asAnyLayout(arg(c, 0), 'layout'), ...tnums(c, 'layout')),
  ),
  cosize: fn(
    '<I...>(layout)',
    'the largest offset plus one, in elements',
    ['cosize(Layout<Shape<_4,_8>,Stride<_16,_1>>{}) // _56'],
    (c) => a.cosize(asAnyLayout(arg(c, 0), 'cosize'), ...tnums(c, 'cosize')),
  ),
  coshape: fn(
    '<I...>(layout)',
    'the smallest shape that holds every value',
    ['coshape(make_identity_layout(make_shape(16, 2))) // (16,2)'],
    (c) => a.coshape(asLayout(arg(c, 0), 'coshape'), ...tnums(c, 'coshape')),
  ),
  coprofile: fn(
    '<I...>(layout)',
    'the profile of the values, as zeros',
    ['coprofile(make_identity_layout(Shape<_2,_2>{})) // (_0,_0)'],
    (c) => a.coprofile(asLayout(arg(c, 0), 'coprofile'), ...tnums(c, 'coprofile')),
  ),
};

function asTilerOrInts(x: Value, what: string): IntTuple | a.Tiler {
  return a.isIntTuple(x) ? x : asTiler(x, what);
}

const slices: Record<string, Entry> = {
  slice: fn(
    'crd, t',
    'the modes marked with `_`',
    ['slice(make_coord(_, 1), make_shape(make_shape(2, 3), 4)) // ((2,3))'],
    (c) => {
      const t = arg(c, 1);
      return isAnyLayout(t) ? a.slice(asCoord(arg(c, 0), 'slice'), t) : a.slice<Single>(asCoord(arg(c, 0), 'slice'), t);
    },
  ),
  dice: fn('crd, t', 'the modes not marked with `_`', ['dice(make_coord(_, 1), make_shape(2, 4)) // (4)'], (c) => {
    const t = arg(c, 1);
    return isAnyLayout(t) ? a.dice(arg(c, 0), t) : a.dice<Single>(arg(c, 0), t);
  }),
  slice_and_offset: fn(
    'crd, layout',
    'the slice, and the offset it starts at',
    ['slice_and_offset(make_coord(2, _), Layout<Shape<_4,_8>>{}) // ((_8):(_4),2)'],
    (c) => a.slice_and_offset(asCoord(arg(c, 0), 'slice_and_offset'), asAnyLayout(arg(c, 1), 'slice_and_offset')),
  ),
  domain_offset: fn(
    'crd, layout',
    'the layout from a coordinate on, and the offset',
    ['domain_offset(make_coord(1, 2), Layout<Shape<_4,_8>>{}) // ((_4,_8):(_1,_4),9)'],
    (c) => a.domain_offset(asCoord(arg(c, 0), 'domain_offset'), asAnyLayout(arg(c, 1), 'domain_offset')),
  ),
};

// ---- methods

const self = (c: BuiltinCall): AnyLayout => asAnyLayout(arg(c, 0), words`this member of a layout`);

/** `layout(c…)`: several arguments make one coordinate. */
function called(c: BuiltinCall): Value {
  const [, ...crds] = c.args;
  const crd =
    crds.length === 1 ? asCoord(crds[0], words`the coordinate`) : crds.map((x) => asCoord(x, words`the coordinate`));
  return a.apply(asComposable(arg(c, 0), words`a call`), crd);
}

/** The tilers after the object: one by itself, several as a tile. */
function tilerOf(c: BuiltinCall, what: string): a.Tiler {
  const tilers = c.args.slice(1).map((t) => asTiler(t, what));
  return onlyOne(tilers);
}
function shapeArgument(c: BuiltinCall): IntTuple {
  const shapes = c.args.slice(1).map((s) => asIntTuple(s, 'with_shape'));
  return onlyOne(shapes);
}
/** One argument stands for itself, several are the modes of a tuple. */
function onlyOne<T>(given: readonly a.Tree<T>[]): a.Tree<T> {
  const [first] = given;
  return first !== undefined && given.length === 1 ? first : given;
}
function method(gives: string, run: (c: BuiltinCall) => Value, templates?: string): Entry {
  return { gives, examples: [], run, ...(templates === undefined ? {} : { templateParams: [templates] }) };
}
function swizzled(c: BuiltinCall): Value {
  const x = arg(c, 1);
  return a.apply_swizzle(
    asSwizzle(arg(c, 0), words`this member of a swizzle`),
    a.isMixed(x) ? x : asCoord(x, words`the offset`),
  );
}

const methods: Record<string, Entry> = {
  'layout|composed.operator()': method('the offset of a coordinate, or the slice where it holds `_`', called),
  'swizzle.operator()': method('the swizzled offset', swizzled),
  'swizzle.apply': method('the swizzled offset', swizzled),
  'swizzle::apply': method('the swizzled offset', swizzled),
  'layout.shape': method('the shape', (c) => a.shape(self(c), ...tnums(c, 'shape')), 'I...'),
  'composed.shape': method('the shape of the inner layout', (c) => a.shape(self(c))),
  'layout|composed.stride': method('the strides, in elements', (c) => a.stride(self(c), ...tnums(c, 'stride')), 'I...'),
  'layout|composed.layout': method('the layout itself', self),
  'layout|composed.compose': method('the composition with a layout or tile', (c) =>
    a.composition(self(c), tilerOf(c, 'compose'), c.ctx.step),
  ),
  'layout|composed.with_shape': method('the same function over another shape', (c) =>
    a.with_shape(self(c), shapeArgument(c), c.ctx.step),
  ),
  'layout|composed.tile': method('the layout divided by a tiler', (c) =>
    a.tiled_divide(self(c), tilerOf(c, 'tile'), c.ctx.step),
  ),
  'layout.get_hier_coord': method('the coordinate of an offset, with the profile of the shape', (c) =>
    a.get_hier_coord(asLayout(arg(c, 0), 'get_hier_coord'), anInt(c, 1, 'get_hier_coord')),
  ),
  'layout.get_flat_coord': method('the coordinate of an offset, one number per mode', (c) =>
    a.get_flat_coord(asLayout(arg(c, 0), 'get_flat_coord'), anInt(c, 1, 'get_flat_coord')),
  ),
  'layout.get_1d_coord': method('the column-major index of an offset', (c) =>
    a.get_1d_coord(asLayout(arg(c, 0), 'get_1d_coord'), anInt(c, 1, 'get_1d_coord')),
  ),
  'layout|composed::rank': method('the number of modes', (c) => int(a.rankOf(self(c)))),
  'tag::Apply': {
    gives: 'the compact strides of a shape',
    examples: [],
    templateParams: ['Shape'],
    run: (c) => {
      const major = majorOf(arg(c, 0));
      if (!major) throw refused('type')`${{ order: arg(c, 0) }} has no member Apply`;
      return { is: 'type', of: a.compact_major(asIntTuple(texample(c, 0, 'Apply'), 'Apply'), major) };
    },
  },
};

export const layouts = family('cute/layout.hpp', { ...makers, ...majors, ...queries, ...slices, ...methods });
