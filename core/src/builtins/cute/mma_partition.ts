// The builtins of a tiled MMA that exist for each operand A, B and C: partitioning a tensor among threads, and making
// register fragments.
// Source: cute/atom/mma_atom.hpp, thrfrg_A to partition_shape_C. The work is in atoms/mma_atom.ts. Knows no operation
// by name.
import { say } from '../../base/say';
import { isIntTuple, isTuple } from '../../algebra/index';
import {
  get_layout_TV,
  make_fragment,
  make_fragment_of,
  partition,
  partition_shape,
  thrfrg,
} from '../../atoms/mma_atom';
import type { Operand } from '../../atoms/mma_atom';
import { asTensor, isAnyLayout } from '../../values/convert';
import type { MmaAtom, Value } from '../../values/value';
import type { Entry } from '../entry';
import { param } from '../registry';
import type { BuiltinCall } from '../registry';
import { asThrMma, asTiledMma, atomOf, shapeArg } from './mma_arguments';
import { fragmentLike, onLayoutOrTensor } from './tensor';

type Examples = Readonly<Record<Operand, readonly string[]>>;

function eachOperand(entry: (operand: Operand) => Readonly<Record<string, Entry>>): Record<string, Entry> {
  return { ...entry('A'), ...entry('B'), ...entry('C') };
}

function fragment(atom: MmaAtom, operand: Operand, value: Value | undefined): Value {
  if (value !== undefined && (isAnyLayout(value) || (isTuple(value) && isIntTuple(value))))
    return make_fragment_of(atom, operand, value, fragmentLike);
  return make_fragment(atom, operand, asTensor(value, `make_fragment_${operand}`), fragmentLike);
}

/** The tiled MMA in the examples: four warps, a tile of 32 × 32 × 16. */
export const sampleMma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})';
const thread0 = `${sampleMma}.get_slice(0)`;
const over = (layout: string): string => `make_tensor(counting_iterator<int>(0), ${layout}{})`;
const layoutExamples: Examples = {
  A: [
    `${sampleMma}.get_layoutA_TV() // ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))`,
  ],
  B: [`${sampleMma}.get_layoutB_TV() // ((_4,_8,_2,_2),((_2,_2),(_2,_1))):((_64,_1,_0,_8),((_32,_256),(_16,_0)))`],
  C: [`${sampleMma}.get_layoutC_TV() // ((_4,_8,_2,_2),((_2,_2),(_1,_2))):((_64,_1,_16,_256),((_32,_8),(_0,_512)))`],
};
const thrfrgExamples: Examples = {
  A: [
    `${sampleMma}.thrfrg_A(Layout<Shape<_128,_64>>{}) // (((_4,_8),(_2,_1)),((_2,_2,_2),(_4,_4))):(((_256,_1),(_16,_0)),((_128,_8,_1024),(_32,_2048)))`,
  ],
  B: [
    `${sampleMma}.thrfrg_B(Layout<Shape<_128,_64>>{}) // (((_4,_8),(_2,_1)),((_2,_2),(_8,_4))):(((_256,_1),(_8,_0)),((_128,_1024),(_16,_2048)))`,
  ],
  C: [
    `${sampleMma}.thrfrg_C(Layout<Shape<_128,_128>>{}) // (((_4,_8),(_2,_2)),((_2,_2),(_4,_8))):(((_256,_1),(_16,_1024)),((_128,_8),(_32,_2048)))`,
  ],
};
const partitionExamples: Examples = {
  A: [
    `${thread0}.partition_A(${over('Layout<Shape<_128,_64>>')}) // counting_iter(0) o ((_2,_2,_2),_4,_4):((_128,_8,_1024),_32,_2048)`,
  ],
  B: [
    `${thread0}.partition_B(${over('Layout<Shape<_128,_64>>')}) // counting_iter(0) o ((_2,_2),_8,_4):((_128,_1024),_16,_2048)`,
  ],
  C: [
    `${thread0}.partition_C(${over('Layout<Shape<_128,_128>>')}) // counting_iter(0) o ((_2,_2),_4,_8):((_128,_8),_32,_2048)`,
  ],
};
const shapeExamples: Examples = {
  A: [`partition_shape_A(${sampleMma}, Shape<_128,_64>{}) // ((_2,_2,_2),_4,_4)`],
  B: [`partition_shape_B(${sampleMma}, Shape<_128,_64>{}) // ((_2,_2),_8,_4)`],
  C: [`partition_shape_C(${sampleMma}, Shape<_128,_128>{}) // ((_2,_2),_4,_8)`],
};

/** The entries of the family of mma_atom.hpp that exist for each of A, B and C. */
export const byOperand = eachOperand((X) => ({
  [`tiled-mma|thr-mma.thrfrg_${X}`]: {
    params: [param('tensor')],
    gives: `operand ${X} as ((ThrV,threads),(FrgV,rest))`,
    examples: thrfrgExamples[X],
    run: ({ args, ctx }: BuiltinCall) =>
      onLayoutOrTensor(`thrfrg_${X}`, args[1], (layout) =>
        thrfrg(asTiledMma(args[0], `thrfrg_${X}`), X, layout, ctx.step),
      ),
  },
  [`tiled-mma|thr-mma.get_layout${X}_TV`]: {
    gives: `(thread, value) → coordinate of operand ${X} in one tile`,
    examples: layoutExamples[X],
    run: ({ args, ctx }: BuiltinCall) => get_layout_TV(asTiledMma(args[0], `get_layout${X}_TV`), X, ctx.step),
  },
  [`thr-mma.partition_${X}`]: {
    params: [param('tensor')],
    gives: `this thread's part of operand ${X}: (values of the atom, rest of the modes)`,
    examples: partitionExamples[X],
    run: ({ args, ctx }: BuiltinCall) =>
      partition(asThrMma(args[0], `partition_${X}`), X, asTensor(args[1], `partition_${X}`), ctx.step),
  },
  [`thr-mma.partition_fragment_${X}`]: {
    params: [param('tensor')],
    gives: `registers for this thread's part of operand ${X}`,
    examples: [],
    run: ({ args, ctx }: BuiltinCall) => {
      const thr = asThrMma(args[0], `partition_fragment_${X}`);
      const part = partition(thr, X, asTensor(args[1], `partition_fragment_${X}`));
      ctx.step(`partition_${X}`, part, say`this thread's part of the tensor`);
      const made = fragment(thr.mma.atom, X, part);
      ctx.step(`make_fragment_${X}`, made, say`registers for that`);
      return made;
    },
  },
  [`mma-atom|tiled-mma|thr-mma.make_fragment_${X}`]: {
    params: [param('tensor')],
    gives: `registers for a partitioned tensor of operand ${X}`,
    ofClass: true,
    examples: [],
    run: ({ args }: BuiltinCall) => fragment(atomOf(args[0], `make_fragment_${X}`), X, args[1]),
  },
  [`partition_shape_${X}`]: {
    params: [param('tiled_mma'), param('shape')],
    gives: `the shape of one thread's part of operand ${X}`,
    examples: shapeExamples[X],
    run: ({ args, ctx }: BuiltinCall) =>
      partition_shape(
        asTiledMma(args[0], `partition_shape_${X}`),
        X,
        shapeArg(args[1], `partition_shape_${X}`),
        ctx.step,
      ),
  },
}));
