// Builtins of cute/tensor_impl.hpp that make, partition and recast tensors. The work is in values/tensor.ts; builtins
// on layouts that also take tensors are in tensor_algebra.ts.
import { words } from '../../base/say';
import {
  coprofile,
  get,
  int,
  make_fragment_like,
  make_identity_layout,
  make_layout,
  make_layout_like,
  make_layout_of,
  recast_layout,
} from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import {
  asAnyLayout,
  asCoord,
  asInt,
  asIntTuple,
  asLayout,
  asStatic,
  asTensor,
  asTiler,
  asType,
  isAnyLayout,
  isPointer,
  isTensor,
  refuse,
} from '../../values/convert';
import { applied, coordinateIterator, countingIterator, dropSwizzle, transformAgain } from '../../values/pointer';
import { sizeofBits } from '../../values/scalars';
import type { Note } from '../../values/steps';
import {
  callTensor,
  indexTensor,
  inner_partition,
  local_partition,
  local_tile,
  makeOwning,
  makeTensor,
  outer_partition,
  recastTensor,
} from '../../values/tensor';
import type { Tensor, Value } from '../../values/value';
import { asPointer } from './pointer';
import { majorOf } from './stride';
import type { Entry } from '../entry';
import { fragmentTensor, isFragmentType } from './fragments';
import { family, optional, param, rest } from '../registry';
import type { Builtin, BuiltinCall, Family } from '../registry';
import { refused } from '../../values/refused';

/** The layout that `make_tensor` makes of its arguments: a layout, several layouts, or a shape with an optional
 *  stride or order. Throws: AlgebraError 'type'. */
export function layoutFromArgs(args: readonly Value[], what: string): AnyLayout {
  const [first, second] = args;
  if (first !== undefined && isAnyLayout(first)) {
    return args.length === 1 ? first : make_layout_of(args.map((arg) => asLayout(arg, what)));
  }
  const shape = asIntTuple(first, what);
  if (second === undefined) return make_layout(shape);
  return make_layout(shape, majorOf(second) ?? asIntTuple(second, what));
}

function make_tensor({ targs, args }: BuiltinCall): Value {
  const [first, ...others] = args;
  if (targs[0] !== undefined && !(first !== undefined && isPointer(first))) {
    const type = asType(targs[0], 'make_tensor');
    if (isFragmentType(type)) return fragmentTensor(type, first);
    return makeOwning(type, layoutFromArgs(args, 'make_tensor'));
  }
  if (first !== undefined && !isPointer(first) && !isElementOrAddress(first)) {
    return refuse(
      'make_tensor',
      words`a pointer first (make_tensor<T>(layout) makes a tensor that owns its elements)`,
      first,
    );
  }
  return makeTensor(asPointer(first, 'make_tensor'), layoutFromArgs(others, 'make_tensor'));
}

function isElementOrAddress(value: Value): boolean {
  return value.is === 'element' || value.is === 'text';
}

/** `make_fragment_like<T>(layout)`: a register tensor, mode 0 compact, the other modes in the order of their strides;
 *  of a shape, all modes are compact. */
export function fragmentLike(element: Value, layout: AnyLayout | IntTuple): Tensor {
  return makeOwning(element, make_fragment_like(layout));
}

/** A layout function that also takes tensors: applies `run` to a layout, or to the layout of a tensor, which keeps its
 *  data. Throws: AlgebraError 'type' for other operands. */
export function onLayoutOrTensor(what: string, value: Value | undefined, run: (layout: AnyLayout) => AnyLayout): Value {
  if (value !== undefined && isTensor(value)) return makeTensor(value.data, run(value.layout));
  if (value !== undefined && isAnyLayout(value)) return run(value);
  return refuse(what, words`a tensor or a layout`, value);
}

/** The layout of a tensor or layout operand, and the element type of the result: T where given, else that of the
 *  tensor. */
function likeOperands({ targs, args }: BuiltinCall, what: string): { layout: AnyLayout; element: Value } {
  const [like] = args;
  const layout =
    like !== undefined && isTensor(like)
      ? like.layout
      : like !== undefined && isAnyLayout(like)
        ? like
        : make_layout(asIntTuple(like, what));
  if (targs[0] !== undefined) return { layout, element: asType(targs[0], what) };
  if (like !== undefined && isTensor(like)) return { layout, element: like.data.element };
  return refuse(what, words`a tensor, or a type and a layout`, like);
}

function make_coord_tensor(layout: Layout): Tensor {
  return makeTensor(coordinateIterator(coprofile(layout)), layout);
}

const counting: Entry = {
  params: [param('layout')],
  gives: 'a tensor whose elements are the offsets of the layout',
  examples: [],
  run: ({ args }) =>
    makeTensor(
      countingIterator({ is: 'dynamic', n: undefined, name: undefined, bits: 32, from: undefined }),
      asAnyLayout(args[0], 'make_counting_tensor'),
    ),
};

/** Makes a builtin of a partitioning function: reads a tensor, a tiler, a coordinate and an optional projection. */
function partitioned(
  what: string,
  op: (
    tensor: Tensor,
    tiler: ReturnType<typeof asTiler>,
    crd: IntTuple,
    proj: IntTuple | undefined,
    note: Note,
  ) => Tensor,
) {
  return ({ args, ctx }: BuiltinCall): Value =>
    op(
      asTensor(args[0], what),
      asTiler(args[1], what),
      asCoord(args[2], what),
      args[3] === undefined ? undefined : asIntTuple(args[3], what),
      ctx.step,
    );
}

function max_alignment_bits(tensor: Tensor): number {
  return sizeofBits(tensor.data.element);
}

const inNamespaceCute = family('cute/tensor_impl.hpp', {
  make_tensor: {
    params: [param('pointer'), rest('layout')],
    templateParams: ['T'],
    gives:
      'a tensor over `pointer` with a layout, a shape, or a shape and a stride; make_tensor<T>(layout) owns its elements',
    examples: ['make_tensor(counting_iterator<int>(0), make_shape(_4{}, _2{})) // counting_iter(0) o (_4,_2):(_1,_4)'],
    run: make_tensor,
  },
  make_tensor_like: {
    params: [param('tensor')],
    templateParams: ['T'],
    gives: 'a register tensor with the shape of `tensor`, compact in the order of its strides',
    examples: [
      'make_tensor_like<float>(Layout<Shape<_8,_4,_2>,Stride<_64,_1,_8>>{}).layout() // (_8,_4,_2):(_8,_1,_4)',
    ],
    run: (call) => {
      const { layout, element } = likeOperands(call, 'make_tensor_like');
      return makeOwning(element, make_layout_like(asLayout(layout, 'make_tensor_like')));
    },
  },
  make_fragment_like: {
    params: [param('tensor')],
    templateParams: ['T'],
    gives: 'a register tensor with the shape of `tensor`, its mode 0 contiguous; of a layout alone, the layout',
    examples: [
      'make_fragment_like<float>(Layout<Shape<_8,_4,_2>,Stride<_64,_1,_8>>{}).layout() // (_8,_4,_2):(_1,_8,_32)',
    ],
    run: (call) => {
      const [like] = call.args;
      if (call.targs.length === 0 && like !== undefined && !isTensor(like))
        return make_fragment_like(isAnyLayout(like) ? like : asIntTuple(like, 'make_fragment_like'));
      const { layout, element } = likeOperands(call, 'make_fragment_like');
      return fragmentLike(element, layout);
    },
  },
  make_rmem_tensor: {
    params: [rest('layout')],
    templateParams: ['T'],
    gives: 'a register tensor of T',
    examples: [],
    run: ({ targs, args }) =>
      makeOwning(asType(targs[0], 'make_rmem_tensor'), layoutFromArgs(args, 'make_rmem_tensor')),
  },
  make_identity_tensor: {
    params: [param('shape')],
    gives: 'the tensor whose elements are their own coordinates',
    examples: ['make_identity_tensor(make_shape(_2{}, 3)) // ArithTuple(_0,_0) o (_2,3):(_1@0,_1@1)'],
    run: ({ args }) => make_coord_tensor(make_identity_layout(asIntTuple(args[0], 'make_identity_tensor'))),
  },
  make_coord_tensor: {
    params: [param('layout')],
    gives: 'the tensor whose elements are the coordinates that `layout` maps to',
    examples: ['make_coord_tensor(make_identity_layout(make_shape(_4{}))) // ArithTuple(_0) o (_4):(_1@0)'],
    run: ({ args }) => make_coord_tensor(asLayout(args[0], 'make_coord_tensor')),
  },
  make_counting_tensor: counting,
  tensor: {
    params: [param('tensor')],
    templateParams: ['I...'],
    gives: 'the subtensor of one mode',
    examples: ['tensor<1>(make_tensor(counting_iterator<int>(0), Layout<Shape<_4,_8>>{})) // counting_iter(0) o _8:_4'],
    run: ({ targs, args }) => {
      const tensor = asTensor(args[0], 'tensor');
      const modes = targs.map((t) => asStatic(t, 'tensor').n);
      return modes.length === 0 ? tensor : makeTensor(tensor.data, get(tensor.layout, ...modes));
    },
  },
  local_tile: {
    params: [param('tensor'), param('tiler'), param('coord'), optional('proj')],
    gives: 'one tile of `tensor`, cut into tiles; modes of `coord` that are `_` stay',
    examples: [
      'local_tile(make_tensor(counting_iterator<int>(0), make_layout(make_shape(100, 100))), Shape<_32,_32>{}, make_coord(_, _)) // counting_iter(0) o (_32,_32,4,4):(_1,100,_32,3200)',
    ],
    run: partitioned('local_tile', local_tile),
  },
  local_partition: {
    params: [param('tensor'), param('thr_layout'), param('thr_idx'), optional('proj')],
    gives: 'the elements of one thread; threads are interleaved: neighbours in the layout take neighbouring elements',
    examples: [
      'local_partition(make_tensor(counting_iterator<int>(0), make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}))), Layout<Shape<_2,_2>>{}, 0) // counting_iter(0) o (_2,_2):(_2,_16)',
    ],
    run: ({ args, ctx }) =>
      local_partition(
        asTensor(args[0], 'local_partition'),
        asLayout(args[1], 'local_partition'),
        asInt(args[2], 'local_partition'),
        args[3] === undefined ? undefined : asIntTuple(args[3], 'local_partition'),
        ctx.step,
      ),
  },
  inner_partition: {
    params: [param('tensor'), param('tiler'), param('coord')],
    gives: 'what is inside one tile',
    examples: [
      'inner_partition(make_tensor(counting_iterator<int>(0), Layout<Shape<_8,_8>>{}), Shape<_4,_4>{}, make_coord(_1{}, _)) // counting_iter(4) o (_4,_4,_2):(_1,_8,_32)',
    ],
    run: partitioned('inner_partition', (tensor, tiler, crd, _, note) => inner_partition(tensor, tiler, crd, note)),
  },
  outer_partition: {
    params: [param('tensor'), param('tiler'), param('coord')],
    gives: 'one element of every tile',
    examples: [
      'outer_partition(make_tensor(counting_iterator<int>(0), Layout<Shape<_8,_8>>{}), Shape<_4,_4>{}, make_coord(_1{}, _0{})) // counting_iter(1) o (_2,_2):(_4,_32)',
    ],
    run: partitioned('outer_partition', (tensor, tiler, crd, _, note) => outer_partition(tensor, tiler, crd, note)),
  },
  recast: {
    params: [param('tensor')],
    templateParams: ['T'],
    gives: 'the same memory as elements of T',
    examples: ['recast<uint32_t>(make_tensor<half_t>(Layout<Shape<_4,_8>>{})).layout() // (_2,_8):(_1,_2)'],
    run: ({ targs, args, ctx }) => recastTensor(asTensor(args[0], 'recast'), asType(targs[0], 'recast'), ctx.step),
  },
  'tensor.operator()': {
    params: [rest('coord')],
    gives: 'the element at the coordinate, or the subtensor where the coordinate holds a `_`',
    examples: ['make_tensor(counting_iterator<int>(0), Layout<Shape<_4,_8>>{})(_, 2) // counting_iter(8) o (_4):(_1)'],
    run: (call) => transformed(call, callWithCoords(call.args[0] ?? int(0), call.args.slice(1))),
  },
  'tensor.operator[]': {
    params: [param('coord')],
    gives: 'the element at the coordinate',
    examples: [],
    run: (call) => transformed(call, indexWithCoords(call.args[0] ?? int(0), call.args.slice(1))),
  },
  as_position_independent_swizzle_tensor: {
    params: [param('tensor')],
    gives: "the tensor with its pointer's swizzle moved into the layout",
    examples: [],
    run: ({ args }) => positionIndependent(asTensor(args[0], 'as_position_independent_swizzle_tensor')),
  },
});

const lazyTransform: Builtin = {
  kind: 'function',
  params: [param('tensor'), param('function')],
  gives: "the tensor whose elements are the function of another's elements, computed when read",
  examples: [],
  run: ({ args }) => {
    const tensor = asTensor(args[0], 'lazy::transform');
    const transform = args[1] ?? refuse('lazy::transform', words`a function`, undefined);
    return { ...tensor, data: { ...tensor.data, transform: transformAgain(tensor.data, transform) }, owning: false };
  },
};

/** `lazy::transform` is listed with its namespace, since `transform` alone is another function. */
export const tensors: Family = {
  ...inNamespaceCute,
  entries: new Map([...inNamespaceCute.entries, ['lazy::transform', lazyTransform]]),
};

/** The element of a lazily transformed tensor is its function of the element underneath. Elements of other
 *  tensors, and subtensors, stay as they are. */
function transformed(call: BuiltinCall, element: Value): Value {
  const [tensor] = call.args;
  if (tensor === undefined || !isTensor(tensor) || tensor.data.transform === undefined || isTensor(element))
    return element;
  return applied(tensor.data.transform, element, (by, given) => call.ctx.call(by, [given]));
}

/** Moves the swizzle of the pointer, which permutes bytes, into the layout, where it permutes elements. Source:
 *  cute/pointer_flagged.hpp */
function positionIndependent(tensor: Tensor): Tensor {
  const { swizzle } = tensor.data;
  if (tensor.data.space !== 'smem')
    throw refused('type')`as_position_independent_swizzle_tensor takes a tensor in shared memory`;
  if (!swizzle) return tensor;
  const a = recast_layout(swizzle, 8, max_alignment_bits(tensor));
  return makeTensor(dropSwizzle(tensor.data), { is: 'composed', a, offset: int(0), b: tensor.layout });
}

/** `tensor(c…)`: the element, or the subtensor where the coordinate holds a `_`. */
export function callWithCoords(tensor: Value, args: readonly Value[]): Value {
  return callTensor(asTensor(tensor, words`a call with coordinates`), coordOf(args));
}

/** `tensor[c]`. */
export function indexWithCoords(tensor: Value, args: readonly Value[]): Value {
  return indexTensor(asTensor(tensor, words`an index`), coordOf(args));
}

/** The coordinate that the arguments of a call make: one by itself, several as a tuple. */
export function coordOf(args: readonly Value[]): IntTuple {
  return args.length === 1 ? asCoord(args[0], words`a tensor`) : args.map((arg) => asCoord(arg, words`a tensor`));
}
