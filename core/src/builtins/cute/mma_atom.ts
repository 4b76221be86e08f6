// Builtins of cute/atom/mma_atom.hpp: atoms, tiled MMAs and their slices. The work is in atoms/mma_atom.ts; builtins
// that exist for each of A, B and C are in mma_partition.ts.
import { say } from '../../base/say';
import { int, size } from '../../algebra/index';
import {
  fragmentC,
  make_tiled_mma,
  mmaSlice,
  partition_shape,
  permutation_mnk,
  tiledMma,
  tile_shape,
  tile_size_mnk,
} from '../../atoms/mma_atom';
import { asInt, asIntTuple, asLayout, asStatic, asType, isA, isAnyLayout, isTuple, untype } from '../../values/convert';
import type { TiledCopy, Tuple, Value } from '../../values/value';
import type { Entry } from '../entry';
import { family, optional, param, rest } from '../registry';
import { asThrMma, asTiledMma, atomIn, modeArg, shapeArg } from './mma_arguments';
import { members, owners } from './mma_members';
import { byOperand, sampleMma } from './mma_partition';
import { refused } from '../../values/refused';

export const mmaAtoms = family('cute/atom/mma_atom.hpp', {
  MMA_Atom: {
    kind: 'type',
    templateParams: ['Op'],
    gives: 'an MMA operation with its layouts of threads and values',
    examples: [],
    run: ({ targs, ctx }) => atomIn(ctx, asType(targs[0], 'MMA_Atom')),
  },
  MMA_Traits: {
    kind: 'type',
    templateParams: ['Op'],
    gives: 'the layouts of threads and values of an MMA operation',
    examples: [],
    run: ({ targs, ctx }) => ({ ...atomIn(ctx, asType(targs[0], 'MMA_Traits')), traits: true as const }),
  },
  TiledMMA: {
    kind: 'type',
    templateParams: ['Atom', 'AtomLayoutMNK', 'PermutationMNK'],
    gives: 'an MMA atom tiled over threads',
    examples: [],
    run: ({ targs, ctx }) => {
      const permutation = targs[2] === undefined ? undefined : untype(targs[2]);
      const underscores: Tuple = [{ is: 'underscore' }, { is: 'underscore' }, { is: 'underscore' }];
      if (permutation !== undefined && !isTuple(permutation))
        throw refused('type')`TiledMMA requires independent permutations of M, N and K`;
      return tiledMma(
        atomIn(ctx, asType(targs[0], 'TiledMMA')),
        asLayout(untype(targs[1] ?? int(1)), 'TiledMMA'),
        permutation ?? underscores,
      );
    },
  },
  make_tiled_mma: {
    params: [param('atom'), optional('thr_layout'), optional('permutations')],
    gives: 'the atom tiled over threads, and optionally over permuted modes',
    examples: ['tile_shape(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16,_16,_1>>{})) // (_16,_16,_1)'],
    run: ({ args, ctx }) =>
      make_tiled_mma(
        atomIn(ctx, args[0]),
        args[1] === undefined ? undefined : asLayout(args[1], 'make_tiled_mma'),
        args[2],
        ctx.step,
      ),
  },
  tile_size: {
    params: [param('tiled')],
    templateParams: ['I'],
    gives: 'the size of mode I of the tile of a tiled MMA, or of a tiled copy',
    examples: [`tile_size<2>(${sampleMma}) // _16`],
    run: ({ targs, args }) => {
      const [tiled] = args;
      if (isA(tiled, 'tiled-copy'))
        return copyTileSize(
          tiled,
          targs.map((t) => asStatic(t, 'tile_size').n),
        );
      return tile_size_mnk(asTiledMma(tiled, 'tile_size'), modeArg(targs[0], 'tile_size'));
    },
  },
  tile_shape: {
    params: [param('tiled_mma')],
    gives: 'the (M,N,K) that all threads cover at once',
    examples: [`tile_shape(${sampleMma}) // (_32,_32,_16)`],
    run: ({ args }) => tile_shape(asTiledMma(args[0], 'tile_shape')),
  },
  thr_size: {
    params: [param('tiled_mma')],
    templateParams: ['I...'],
    gives: 'the number of threads',
    examples: [`thr_size(${sampleMma}) // _128`],
    run: ({ targs, args }) =>
      size(asTiledMma(args[0], 'thr_size').thrLayoutVMNK, ...targs.map((t) => asStatic(t, 'thr_size').n)),
  },
  partition_fragment_C: {
    params: [param('tiled_mma'), param('shape')],
    gives: "registers for one thread's part of an accumulator of that shape",
    examples: [`partition_fragment_C(${sampleMma}, Shape<_128,_128>{}).layout() // ((_2,_2),_4,_8):((_1,_2),_4,_16)`],
    run: ({ args, ctx }) => {
      const mma = asTiledMma(args[0], 'partition_fragment_C');
      const shapeOfC = partition_shape(mma, 'C', shapeArg(args[1], 'partition_fragment_C'));
      ctx.step('partition_shape_C', shapeOfC, say`of one thread's part`);
      const made = fragmentC(mma.atom, shapeOfC);
      ctx.step('make_tensor', made, say`registers of that shape`);
      return made;
    },
  },
  ...byOperand,
  ...members,
  'tiled-mma.get_slice': sliceMethod('get_slice'),
  'tiled-mma.get_thread_slice': sliceMethod('get_thread_slice'),
  'mma-atom|tiled-mma|thr-mma.call': {
    params: [rest('operands')],
    gives: 'multiplies what one instruction multiplies',
    acts: true,
    examples: [],
    run: () => ({ is: 'void' }),
  },
  'tiled-mma|thr-mma.get_thr_layout_vmnk': {
    gives: 'threads by (V,M,N,K)',
    examples: [],
    run: ({ args }) => asTiledMma(args[0], 'get_thr_layout_vmnk').thrLayoutVMNK,
  },
  'tiled-mma|thr-mma.thr_layout_vmnk_': {
    field: true,
    gives: 'threads by (V,M,N,K)',
    examples: [],
    run: ({ args }) => asTiledMma(args[0], 'thr_layout_vmnk_').thrLayoutVMNK,
  },
  'tiled-mma|thr-mma.tile_size_mnk': {
    templateParams: ['I'],
    gives: 'the size of mode I of the tile',
    examples: [],
    run: ({ targs, args }) => tile_size_mnk(asTiledMma(args[0], 'tile_size_mnk'), modeArg(targs[0], 'tile_size_mnk')),
  },
  'tiled-mma|thr-mma.permutation_mnk': {
    templateParams: ['I'],
    gives: 'the tile of mode I',
    examples: [],
    run: ({ targs, args }) =>
      permutation_mnk(asTiledMma(args[0], 'permutation_mnk'), modeArg(targs[0], 'permutation_mnk')),
  },
  'thr-mma.thr_vmnk_': {
    field: true,
    gives: 'the coordinate of the thread in (V,M,N,K)',
    examples: [],
    run: ({ args }) => asThrMma(args[0], 'thr_vmnk_').vmnk,
  },
  [`${owners}.with`]: {
    gives: 'the same MMA with run-time parameters set',
    examples: [],
    run: ({ args }) => args[0] ?? int(0),
  },
});

function copyTileSize(copy: TiledCopy, modes: readonly number[]): Value {
  const sizes = copy.tilerMN.map((mode) => size(isAnyLayout(mode) ? mode : asIntTuple(mode, 'tile_size')));
  return size(sizes, ...modes);
}

function sliceMethod(name: string): Entry {
  return {
    params: [param('thr_idx')],
    gives: 'the tiled MMA seen from one thread',
    examples: [],
    run: ({ args, ctx }) => mmaSlice(asTiledMma(args[0], name), asInt(args[1], name), ctx.step),
  };
}
