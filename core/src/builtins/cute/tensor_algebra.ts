// Builtins on layouts that also take tensors: they act on the tensor's layout, and give a tensor over the same data
// (or a number, a shape, a layout). `liftToTensor` wraps them. Also the methods and members of tensors.
import { say, words } from '../../base/say';
import { refused } from '../../values/refused';
import { composition, cosize, group, int, size } from '../../algebra/index';
import type { AnyLayout } from '../../algebra/types';
import { asCoord, asStatic, asTensor, asTiler, isAnyLayout, isTensor, isA, isTuple } from '../../values/convert';
import { advance, asRaw, isNarrow } from '../../values/pointer';
import { spellType } from '../../values/print';
import { makeTensor, mapLayout, offsetTensor } from '../../values/tensor';
import type { Tensor, TypeOf, Value } from '../../values/value';
import { family, param, rest } from '../registry';
import type { Builtin, BuiltinCall, Family } from '../registry';

type Run = Builtin['run'];

/** Layout functions that give a tensor over the same data when their first operand is one. */
const keepData = new Set([
  'flatten',
  'coalesce',
  'filter',
  'filter_zeros',
  'group_modes',
  'take',
  'composition',
  'logical_divide',
  'zipped_divide',
  'tiled_divide',
  'flat_divide',
]);

/** Functions that give a property of a tensor's layout. */
const queries = new Set(['size', 'shape', 'stride', 'rank', 'depth', 'layout', 'cosize', 'coprofile', 'coshape']);

/** Functions that compare the layouts of two tensors. */
const pairs = new Set(['max_common_vector', 'max_common_layout']);

/** Wraps the layout builtin `name`, so that it takes tensors, tiled MMAs and tiled copies where CuTe's does. */
export function liftToTensor(name: string, run: Run): Run {
  if (name === 'conditional_return' || name === 'make_tuple') return run;
  if (pairs.has(name)) return (call) => onPair(name, call, run);
  if (name === 'domain_offset')
    return (call) =>
      isTensorOperand(call.args[1])
        ? offsetTensor(asCoord(call.args[0], name), asTensor(call.args[1], name))
        : run(call);
  return (call) => {
    const [first, ...others] = call.args;
    if (name === 'make_fragment_like' && call.targs.length > 0)
      throw refused('type')`make_fragment_like<T> makes a tensor`;
    if (first === undefined || isTuple(first)) return run(call);
    if (isTensor(first)) return onTensor(name, first, others, call, run);
    if (isA(first, 'tiled-mma') && name === 'size') return run({ ...call, args: [first.thrLayoutVMNK] });
    if (isA(first, 'tiled-copy') && name === 'size') return size(first.layoutTV, 0);
    return run(call);
  };
}

function isTensorOperand(value: Value | undefined): boolean {
  return value !== undefined && isTensor(value);
}

function onTensor(name: string, tensor: Tensor, others: readonly Value[], call: BuiltinCall, run: Run): Value {
  if (queries.has(name)) return run({ ...call, args: [tensor.layout, ...others] });
  if (!keepData.has(name)) throw refused('type')`${{ name }} does not take a tensor; apply it to its layout()`;
  const result = run({ ...call, args: [tensor.layout, ...others] });
  if (!isAnyLayout(result)) return result;
  const made = makeTensor(tensor.data, result);
  if (made.layout !== result) call.ctx.step('make_tensor', made, say`the swizzle moves into the pointer`);
  return made;
}

/** Compares the layouts of two tensors in memory with the same element type. Other pairs have no elements that
 *  could be copied as vectors. */
function onPair(name: string, call: BuiltinCall, run: Run): Value {
  const [a, b] = call.args;
  if (a === undefined || b === undefined || !isTensor(a) || !isTensor(b)) return run(call);
  const inMemory = (t: Tensor): boolean =>
    t.data.space !== 'counting' && t.data.space !== 'coordinates' && t.data.space !== 'descriptor';
  const same = inMemory(a) && inMemory(b) && spellType(a.data.element) === spellType(b.data.element);
  if (same) return run({ ...call, args: [a.layout, b.layout] });
  return name === 'max_common_vector' ? int(0) : { is: 'layout', shape: int(1), stride: int(0) };
}

/** A family with `liftToTensor` applied to each of its functions. */
export function liftFamily(of: Family): Family {
  const entries = new Map(
    [...of.entries].map(([name, entry]) => [
      name,
      entry.kind === 'function' ? { ...entry, run: liftToTensor(name, entry.run) } : entry,
    ]),
  );
  return { ...of, entries };
}

// ---- Methods ------------------------------------------------------------------------------------------------------

const type = (of: Value): Value => ({ is: 'type', of });
/** The elements as they are read and written: `T const` where what leads to them says so. */
function elementType({ data: { element, constant } }: Tensor): TypeOf {
  return { is: 'type', of: element, ...(constant && { constant }) };
}

/** `T&`, but for what computes its elements, and for those of less than a byte, to which CuTe's own classes refer. */
function referenceType(tensor: Tensor): TypeOf {
  const { space, transform, sparse, element } = tensor.data;
  const isMade = space === 'counting' || space === 'coordinates';
  if (isMade && transform === undefined) return { is: 'type', of: element };
  if (isMade || transform !== undefined || sparse !== undefined || isNarrow(element))
    return { is: 'type', of: element, vague: true };
  return { ...elementType(tensor), ref: 'lvalue' };
}

const self = ({ args }: BuiltinCall): Tensor => asTensor(args[0], words`this member of a tensor`);

function compose({ args, ctx }: BuiltinCall): Value {
  const tilers = args.slice(1).map((arg) => asTiler(arg, 'compose'));
  const [only] = tilers;
  const tiler = tilers.length === 1 && only !== undefined ? only : tilers;
  return mapLayout(asTensor(args[0], 'compose'), (layout) => composition(layout, tiler, ctx.step));
}

function stride(tensor: Tensor): Value {
  if (tensor.layout.is !== 'layout')
    throw refused('deleted')`the swizzled layout ${{ layout: tensor.layout }} has no strides`;
  return tensor.layout.stride;
}

function shapeOf(layout: AnyLayout): Value {
  let inner: AnyLayout | { readonly is: 'swizzle' } = layout;
  while (inner.is === 'composed') inner = inner.b;
  return inner.is === 'layout' ? inner.shape : int(1);
}

/** Methods and members of tensors. A tensor stands for its own engine, of which only `value_type` and `iterator`
 *  matter. */
export const tensorMethods = family('cute/tensor_impl.hpp', {
  'tensor.layout': { gives: 'the layout of the tensor', examples: [], run: (call) => self(call).layout },
  'tensor.shape': { gives: 'the shape of the tensor', examples: [], run: (call) => shapeOf(self(call).layout) },
  'tensor.stride': { gives: 'the stride of the tensor', examples: [], run: (call) => stride(self(call)) },
  'tensor.data': { gives: 'the pointer to the first element', examples: [], run: (call) => self(call).data },
  'tensor.begin': { gives: 'the pointer to the first element', examples: [], run: (call) => self(call).data },
  'tensor.end': {
    gives: 'the pointer past the last element',
    examples: [],
    run: (call) => advance(self(call).data, cosize(self(call).layout)),
  },
  'tensor.engine': { gives: 'what holds the elements', examples: [], run: (call) => self(call) },
  'tensor.tensor': { gives: 'the tensor itself', examples: [], run: (call) => self(call) },
  'tensor.size': { gives: 'the number of elements', examples: [], run: (call) => size(self(call).layout) },
  'tensor.rank': { gives: 'the number of modes', examples: [], run: (call) => rankOf(self(call)) },
  'tensor.compose': {
    params: [rest('tiler')],
    gives: 'the tensor composed with a layout or a tile of layouts',
    examples: [],
    run: compose,
  },
  'tensor::rank': { gives: 'the number of modes', examples: [], run: (call) => rankOf(self(call)) },
  'tensor::value_type': {
    gives: 'the type of the elements',
    examples: [],
    run: (call) => type(self(call).data.element),
  },
  'tensor::element_type': {
    gives: 'the type of the elements',
    examples: [],
    run: (call) => elementType(self(call)),
  },
  'tensor::reference': {
    gives: 'the type of a reference to an element',
    examples: [],
    run: (call) => referenceType(self(call)),
  },
  'tensor::layout_type': { gives: 'the type of the layout', examples: [], run: (call) => type(self(call).layout) },
  'tensor::engine_type': {
    gives: 'the type of what holds the elements',
    examples: [],
    run: (call) => type(self(call)),
  },
  'tensor::iterator': { gives: 'the type of the pointer', examples: [], run: (call) => type(asRaw(self(call).data)) },
  group_modes: {
    params: [param('tensor')],
    templateParams: ['B', 'E'],
    gives: 'the tensor with modes B … E-1 grouped into one',
    examples: [
      'group_modes<0,2>(make_tensor(counting_iterator<int>(0), Layout<Shape<_4,_8,_2>>{})) // counting_iter(0) o ((_4,_8),_2):((_1,_4),_32)',
    ],
    run: ({ targs, args }) => {
      const [b, e] = [asStatic(targs[0], 'group_modes').n, asStatic(targs[1], 'group_modes').n];
      return mapLayout(asTensor(args[0], 'group_modes'), (layout) => group(layout, b, e));
    },
  },
});

function rankOf(tensor: Tensor): Value {
  const shape = shapeOf(tensor.layout);
  return int(isTuple(shape) ? shape.length : 1);
}
