// Builtins of cute/atom/copy_traits_sm90_tma.hpp: TMA copies and their coordinate tensors. The work is in
// atoms/tma_atom.ts.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import { int, isTuple, number, product_each, shape, size, slice_and_offset, values } from '../../algebra/index';
import { eachLane } from '../../algebra/lanes';
import { dyn, isInt, symbol } from '../../algebra/leaf';
import type { IntTuple } from '../../algebra/leaf';
import type { Tiler } from '../../algebra/types';
import {
  get_tma_tensor,
  make_tma_atom,
  make_tma_atom_sm100,
  make_tma_copy,
  make_tma_copy_sm100,
  tma_partition,
} from '../../atoms/tma_atom';
import { atomInCopy } from '../../atoms/copy_atom';
import type { TmaOperands } from '../../atoms/tma_atom';
import { boxOperations } from '../../atoms/tma_operations';
import {
  asAnyLayout,
  asCoord,
  asInt,
  asIntTuple,
  asLayout,
  asTensor,
  asTiler,
  asType,
  isAnyLayout,
  isTag,
  isTensor,
  refuse,
  untype,
  isA,
} from '../../values/convert';
import { printValue } from '../../values/print';
import type { CopyAtom, Value } from '../../values/value';
import type { Entry } from '../entry';
import { asTiledMma } from './mma_arguments';
import { operation } from './mma_operations';
import { family, optional, param, rest } from '../registry';
import type { BuiltinCall } from '../registry';

/** The operations whose boxes follow from a tile. Operations on image patches are in tma_im2col.ts; gather and
 *  scatter are not modelled. */
const tiledOperations: readonly string[] = [
  'SM90_TMA_LOAD',
  'SM90_TMA_LOAD_MULTICAST',
  'SM90_TMA_STORE',
  'SM90_TMA_REDUCE_ADD',
  'SM100_TMA_2SM_LOAD',
  'SM100_TMA_2SM_LOAD_MULTICAST',
];

/** Reads the operands that every function that makes a TMA copy takes: operation, global tensor and shared-memory
 *  layout. Throws: AlgebraError 'type' where the operation is not one of `operations`. */
export function operandsOf(
  { targs, args, ctx }: BuiltinCall,
  what: string,
  operations: readonly string[] = tiledOperations,
): TmaOperands {
  const [op] = args;
  const gtensor = asTensor(args[1], what);
  const element = targs[0] === undefined || isVoid(targs[0]) ? gtensor.data.element : asType(targs[0], what);
  const name = op !== undefined && isTag(op) ? printValue(op) : refuse(what, words`a TMA operation`, op);
  if (!operations.includes(name))
    throw refused(
      'type',
    )`${{ what }} with ${{ name }} is not modelled; it is for ${{ operations: operations.join(', ') }}`;
  return { op: name, gtensor, slayout: asAnyLayout(args[2], what), element, note: ctx.step };
}

function isVoid(value: Value): boolean {
  return isA(untype(value), 'void');
}

/** The tiler that covers all of `slayout`: the size of each of its modes. */
export function wholeTile(slayout: Value | undefined, what: string): Tiler {
  return product_each(shape(asAnyLayout(slayout, what)));
}

/** `make_tma_copy<T>(op, gtensor, slayout, cta_tiler, cluster_size)`. The overloads with defaults, `(op, gtensor,
 *  slayout)` and `(op, gtensor, slayout, cluster_size)`, have no `TmaInternalType`: their first template parameter is
 *  the operation. */
function makeCopy(call: BuiltinCall): Value {
  const what = 'make_tma_copy';
  const { args, targs } = call;
  takes(call, what, 3, 5);
  if (args.length === 5) return make_tma_copy(operandsOf(call, what), asTiler(args[3], what), asInt(args[4], what));
  const [named] = targs;
  if (named !== undefined && !isOperation(named, args[0]))
    throw refused(
      'substitution',
    )`${{ what }} with ${{ count: args.length }} arguments takes no type of elements, which ${{ named }} would be`;
  const cluster = args[3] === undefined ? int(1) : asInt(args[3], what);
  return make_tma_copy(operandsOf({ ...call, targs: [] }, what), wholeTile(args[2], what), cluster);
}

/** Whether a template argument is the class of an operation. */
function isOperation(targ: Value, op: Value | undefined): boolean {
  return op !== undefined && isTag(op) && printValue(untype(targ)) === printValue(op);
}

/** Refuses a number of arguments that no overload has. */
function takes({ args }: BuiltinCall, what: string, least: number, most = least): void {
  if (args.length < least || args.length > most)
    throw refused('substitution')`CuTe has no ${{ what }} with ${{ count: args.length }} arguments`;
}

/** The mode of (M,N,K) that an operand lacks. */
const lacking = { A: 1, B: 0, C: 2 } as const;

/** The tile of an operand: argument 3 without the mode that the operand lacks. */
export function tileOfOperand(call: BuiltinCall, what: string, X: 'A' | 'B' | 'C'): readonly Tiler[] {
  const tiler = asTiler(call.args[3], what);
  if (!isTuple(tiler)) throw refused('rank')`${{ what }} takes an (M,N,K) tile, not ${{ tiler }}`;
  return tiler.filter((_, i) => i !== lacking[X]);
}

/** `make_tma_copy_A_sm90(op, gtensor, slayout, cta_tiler_mnk, cluster_mnk)` and its like: the tile is
 *  `cta_tiler_mnk` without the mode that the operand lacks; the CTAs along that mode of the cluster share the
 *  data. */
function makeOperandCopy(X: 'A' | 'B' | 'C'): Entry {
  const what = `make_tma_copy_${X}_sm90`;
  const params = [param('op'), param('gtensor'), param('slayout'), param('cta_tiler')];
  return {
    params: X === 'C' ? params : [...params, param('cluster')],
    templateParams: ['TmaInternalType'],
    gives: `the TMA copy of operand ${X}, from the (M,N,K) tile and cluster`,
    examples: [],
    run: (call) => {
      takes(call, what, X === 'C' ? 4 : 5);
      const kept = tileOfOperand(call, what, X);
      const cluster = X === 'C' ? int(1) : size(asIntTuple(call.args[4], what), lacking[X]);
      return make_tma_copy(operandsOf(call, what), kept, cluster);
    },
  };
}

function clusterOf(cluster: Value | undefined, what: string): IntTuple {
  return cluster !== undefined && isAnyLayout(cluster) ? shape(cluster) : asIntTuple(cluster, what);
}

/** `make_tma_copy_A_sm100(op, gtensor, slayout, mma_tiler, mma)`, `make_tma_atom_A_sm100(…, mma, cluster_shape)` and
 *  their like. */
function ummaCopy(X: 'A' | 'B' | 'C', what: string): Entry {
  const params = [param('op'), param('gtensor'), param('slayout'), param('mma_tiler'), param('mma')];
  const isAtom = what.startsWith('make_tma_atom');
  if (isAtom) params.push(param('cluster_shape'));
  return {
    params,
    templateParams: ['TmaInternalType'],
    gives: `the TMA copy of operand ${X} of an sm_100 MMA, from the (M,N,K) tile`,
    examples: [],
    run: (call) => {
      takes(call, what, params.length);
      const kept = tileOfOperand(call, what, X);
      const tile = { mma: asTiledMma(call.args[4], what), operand: X, tiler: kept };
      if (!isAtom) return make_tma_copy_sm100(operandsOf(call, what), tile);
      return make_tma_atom_sm100(operandsOf(call, what), tile, clusterOf(call.args[5], what));
    },
  };
}

function copyAtomOf(value: Value | undefined, what: string): CopyAtom {
  return atomInCopy(value) ?? refuse(what, words`a TMA copy`, value);
}

/** `tma_partition(atom, cta_coord, cta_layout, stensor, gtensor…)`, or `tma_partition(atom, stensor, gtensor)`
 *  without a cluster. */
function partition({ args, ctx }: BuiltinCall): Value {
  const what = 'tma_partition';
  const atom = copyAtomOf(args[0], what);
  if (args.length === 3 && args[1] !== undefined && isTensor(args[1])) {
    return tma_partition(
      atom,
      int(0),
      { is: 'layout', shape: int(1), stride: int(0) },
      args[1],
      [asTensor(args[2], what)],
      ctx.step,
    );
  }
  const gtensors = args.slice(4).map((tensor) => asTensor(tensor, what));
  return tma_partition(
    atom,
    asCoord(args[1], what),
    asLayout(args[2], what),
    asTensor(args[3], what),
    gtensors,
    ctx.step,
  );
}

/** `create_tma_multicast_mask`: one bit for every CTA that shares the data. */
function multicastMask({ targs, args }: BuiltinCall): Value {
  const what = 'create_tma_multicast_mask';
  const layout = asLayout(args[0], what);
  const crd = asCoord(args[1], what);
  const open = new Set(targs.map((targ) => asInt(targ, what).n));
  const opened = isTuple(crd) ? crd.map((c, i): IntTuple => (open.has(i) ? { is: 'underscore' } : c)) : crd;
  const [sliced, elected] = slice_and_offset(opened, layout);
  if (!isInt(elected) || sliced.is !== 'layout') return symbol(what);
  const count = isTuple(sliced.shape) && sliced.shape.length === 0 ? 1 : number(size(sliced));
  const offsets = count === 1 ? [0] : [...values(sliced)];
  const mask = offsets.reduce<number>((bits, offset) => bits | (1 << Number(offset)), 0);
  if (elected.n !== undefined) return dyn(mask << elected.n);
  return elected.is === 'dynamic' && elected.lanes ? eachLane(elected, (n) => mask << n) : symbol(what);
}

function prefetchOf(op: Value | undefined): Value {
  if (op === undefined || !isTag(op) || !boxOperations.includes(op.name))
    return refuse('PREFETCH', words`a TMA load`, op);
  return { is: 'type', of: { ...op, name: `${op.name}::PREFETCH` } };
}

export const tma = family('cute/atom/copy_traits_sm90_tma.hpp', {
  ...Object.fromEntries(boxOperations.map((name) => [name, operation(name, undefined, 'a TMA operation')])),
  'tag::PREFETCH': {
    gives: 'the prefetch that belongs to a load',
    examples: [],
    run: ({ args }) => prefetchOf(args[0]),
  },
  make_tma_copy: {
    params: [param('op'), param('gtensor'), param('slayout'), optional('cta_tiler'), optional('cluster_size')],
    templateParams: ['TmaInternalType'],
    gives: 'the TMA copy between a global tensor and shared memory of that layout',
    examples: [],
    run: makeCopy,
  },
  make_tma_atom: {
    params: [param('op'), param('gtensor'), param('slayout'), param('cta_tiler'), optional('cluster_size')],
    templateParams: ['TmaInternalType'],
    gives: 'the TMA operation between a global tensor and shared memory of that layout',
    examples: [],
    run: (call) => {
      takes(call, 'make_tma_atom', 4, 5);
      const cluster = call.args[4] === undefined ? int(1) : size(asIntTuple(call.args[4], 'make_tma_atom'));
      return make_tma_atom(operandsOf(call, 'make_tma_atom'), asTiler(call.args[3], 'make_tma_atom'), cluster);
    },
  },
  make_tma_copy_A_sm90: makeOperandCopy('A'),
  make_tma_copy_B_sm90: makeOperandCopy('B'),
  make_tma_copy_C_sm90: makeOperandCopy('C'),
  make_tma_atom_A_sm100: ummaCopy('A', 'make_tma_atom_A_sm100'),
  make_tma_atom_B_sm100: ummaCopy('B', 'make_tma_atom_B_sm100'),
  make_tma_copy_A_sm100: ummaCopy('A', 'make_tma_copy_A_sm100'),
  make_tma_copy_B_sm100: ummaCopy('B', 'make_tma_copy_B_sm100'),
  make_tma_copy_C_sm100: ummaCopy('C', 'make_tma_copy_C_sm100'),
  tma_partition: {
    params: [param('atom'), param('cta_coord'), param('cta_layout'), param('stensor'), rest('gtensor')],
    gives: 'the tensors with mode 0 as (TMA, iterations): the global ones, then the shared one',
    examples: [],
    run: partition,
  },
  create_tma_multicast_mask: {
    params: [param('cta_layout'), param('cta_coord')],
    templateParams: ['Mode...'],
    gives: 'one bit for each CTA that shares the data',
    examples: [],
    run: multicastMask,
  },
  'copy-atom|tiled-copy|thr-copy.get_tma_tensor': {
    params: [param('shape')],
    gives: 'the tensor of TMA coordinates that stands for global memory',
    examples: [],
    run: ({ args }) => get_tma_tensor(copyAtomOf(args[0], 'get_tma_tensor'), shapeOf(args[1])),
  },
  'copy-atom|tiled-copy|thr-copy.get_tma_descriptor': {
    gives: 'the address of the TMA descriptor',
    examples: [],
    run: () => ({
      is: 'pointer',
      space: 'generic',
      element: { is: 'scalar', type: 'TmaDescriptor', bits: 1024 },
      offset: int(0),
    }),
  },
});

function shapeOf(value: Value | undefined): IntTuple {
  return value !== undefined && isAnyLayout(value) ? shape(value) : asIntTuple(value, 'get_tma_tensor');
}
