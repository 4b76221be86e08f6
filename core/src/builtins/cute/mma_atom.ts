// Builtins of cute/atom/mma_atom.hpp: operations, atoms, tiled MMAs and their slices. The work is in atoms/mma_atom.ts.
import { int, size } from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import { AlgebraError } from '../../algebra/errors';
import type { AnyLayout } from '../../algebra/types';
import {
  fragmentC,
  get_layout_TV,
  make_fragment,
  make_tiled_mma,
  mmaAtom,
  withTraits,
  mmaSlice,
  partition,
  partition_shape,
  permutation_mnk,
  thrfrg,
  tiledMma,
  tile_shape,
  tile_size_mnk,
} from '../../atoms/mma_atom';
import type { Operand } from '../../atoms/mma_atom';
import { gmmaNames, gmmaParams } from '../../atoms/mma_traits_sm90_gmma';
import { ummaNames, ummaParams } from '../../atoms/mma_traits_sm100';
import { sm120Operations } from '../../atoms/mma_traits_sm120';
import { tabledMmaOps } from '../../atoms/traits';
import { mmaAtomOf } from '../../atoms/user_traits';
import {
  asInt,
  asIntTuple,
  asLayout,
  asStatic,
  asTensor,
  asType,
  isAnyLayout,
  isTensor,
  isTuple,
  refuse,
  untype,
  isA,
} from '../../values/convert';
import { printValue } from '../../values/print';
import { sparseOf } from '../../values/scalars';
import { makeTensor } from '../../values/tensor';
import type { MmaAtom, Tag, ThrMma, TiledCopy, TiledMma, Tuple, Value } from '../../values/value';
import type { Entry } from '../entry';
import { fragmentType } from './fragments';
import { family, optional, param } from '../registry';
import type { BuiltinCall, BuiltinContext } from '../registry';
import { fragmentLike } from './tensor';

type One = Exclude<Value, Tuple>;

type Examples = Readonly<Record<Operand, readonly string[]>>;

const operands: readonly Operand[] = ['A', 'B', 'C'];

export function asTiledMma(value: Value | undefined, what: string): TiledMma {
  const one = value as One | undefined;
  if (one !== undefined && !isTuple(one)) {
    if (one.is === 'tiled-mma') return one;
    if (one.is === 'thr-mma') return one.mma;
    if (one.is === 'mma-atom') return make_tiled_mma(withTraits(one));
  }
  return refuse(what, 'a tiled MMA', value);
}

function asThrMma(value: Value | undefined, what: string): ThrMma {
  const one = value as One | undefined;
  return one !== undefined && isA(one, 'thr-mma') ? one : refuse(what, 'a slice of a tiled MMA (get_slice)', value);
}

function atomOf(value: Value | undefined, what: string): MmaAtom {
  const one = value as One | undefined;
  if (one !== undefined && !isTuple(one)) {
    if (one.is === 'mma-atom') return withTraits(one);
    if (one.is === 'tiled-mma') return one.atom;
    if (one.is === 'thr-mma') return one.mma.atom;
  }
  return refuse(what, 'an MMA atom', value);
}

/** `MMA_Atom<Op>`; the program's own `MMA_Traits<Op>` come before the library's. */
function atomIn(ctx: BuiltinContext, op: Value | undefined): MmaAtom {
  const given = op === undefined ? undefined : (untype(op) as One);
  if (given === undefined || isTuple(given) || (given.is !== 'struct' && given.is !== 'tag')) return mmaAtom(op);
  const own = ctx.traits?.('MMA_Traits', given);
  return own ? mmaAtomOf(printValue(given).replace(/^MMA_Traits<(.*)>$/, '$1'), own) : mmaAtom(op);
}

const tag = (name: string, args: readonly Value[] = []): Tag => ({ is: 'tag', name, args });

/** An operation as a type: its value is a tag that MMA_Atom and Copy_Atom look up. */
export function operation(name: string, templateParams?: readonly string[], what = 'an MMA operation'): Entry {
  return {
    kind: 'type',
    ...(templateParams && { templateParams }),
    gives: what,
    examples: [],
    run: ({ targs }) => tag(name, targs),
  };
}

export const mmaOperations = family('cute/arch/mma.hpp', {
  UniversalFMA: operation('UniversalFMA', ['D', 'A', 'B', 'C'], 'one multiply-add by one thread'),
  ...Object.fromEntries(tabledMmaOps().map((name) => [name, operation(name)])),
  ...Object.fromEntries(
    gmmaNames().map((name) => [name, operation(name, gmmaParams(name), 'a warpgroup MMA operation')]),
  ),
  ...Object.fromEntries(
    ummaNames.map((name) => [name, operation(name, ummaParams(name), 'a tensor-core operation of sm_100')]),
  ),
  ...Object.fromEntries(
    sm120Operations.map(([name, params]) => [name, operation(name, params, 'an MMA operation of sm_120')]),
  ),
  sparse_elem: {
    kind: 'type',
    templateParams: ['S', 'T'],
    gives: 'an element that stands for S elements of T of which one is stored',
    examples: [],
    run: ({ targs }) => sparseOf(asStatic(targs[0], 'sparse_elem').n, asType(targs[1], 'sparse_elem')),
  },
  'Major::K': constant(0, 'rows of the operand are contiguous along K'),
  'Major::MN': constant(1, 'rows of the operand are contiguous along M or N'),
  'ScaleIn::One': constant(1, 'the operand as it is'),
  'ScaleIn::Neg': constant(-1, 'the operand negated'),
  'ScaleOut::Zero': constant(0, 'the accumulator starts from zero'),
  'ScaleOut::One': constant(1, 'the accumulator is added to'),
});

function constant(n: number, gives: string): Entry {
  return { kind: 'value', gives, examples: [], run: () => int(n) };
}

// ---- Methods by operand -------------------------------------------------------------------------------------------

function eachOperand(entry: (operand: Operand) => Readonly<Record<string, Entry>>): Record<string, Entry> {
  return Object.assign({}, ...operands.map(entry)) as Record<string, Entry>;
}

/** A layout function of a tiled MMA that also takes a tensor. */
function onLayoutOrTensor(what: string, value: Value | undefined, run: (layout: AnyLayout) => AnyLayout): Value {
  if (value !== undefined && isTensor(value)) return makeTensor(value.data, run(value.layout));
  if (value !== undefined && isAnyLayout(value)) return run(value);
  return refuse(what, 'a tensor or a layout', value);
}

const fragment = (atom: MmaAtom, operand: Operand, value: Value | undefined): Value =>
  make_fragment(atom, operand, asTensor(value, `make_fragment_${operand}`), fragmentLike);

/** The tiled MMA of the examples: four warps, 32 × 32 × 16. */
const sampleMma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})';
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

const byOperand = eachOperand((X) => ({
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
      ctx.step(`partition_${X}`, part, "this thread's part of the tensor");
      const made = fragment(thr.mma.atom, X, part);
      ctx.step(`make_fragment_${X}`, made, 'registers for that');
      return made;
    },
  },
  [`mma-atom|tiled-mma|thr-mma.make_fragment_${X}`]: {
    params: [param('tensor')],
    gives: `registers for a partitioned tensor of operand ${X}`,
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

function shapeArg(value: Value | undefined, what: string): IntTuple {
  if (value !== undefined && isAnyLayout(value))
    return value.is === 'layout' ? value.shape : refuse(what, 'a shape', value);
  return asIntTuple(value, what);
}

// ---- Class members ------------------------------------------------------------------------------------------------

const type = (of: Value): Value => ({ is: 'type', of });

function member(gives: string, run: (atom: MmaAtom) => Value): Entry {
  return { gives, examples: [], run: ({ args }) => run(atomOf(args[0], 'this member of an MMA')) };
}

const owners = 'mma-atom|tiled-mma|thr-mma';
const valueTypes = Object.fromEntries(
  ['D', 'A', 'B', 'C'].flatMap((X, i) => [
    [`${owners}::ValType${X}`, member(`the value type of ${X}`, (atom) => type(atom.types[i] ?? int(0)))],
    [
      `${owners}::FrgType${X}`,
      member(`the type of ${X}'s fragments`, (atom) =>
        type(X === 'D' ? atom.types[0] : fragmentType(atom, X as Operand, atom.types[i] ?? int(0))),
      ),
    ],
  ]),
);

/** Members that only sparse or block-scaled operations have. */
const extraMembers = Object.fromEntries(
  [
    'ValTypeE',
    'ELayout',
    'FrgTypeE',
    'ValTypeSF',
    'ValTypeSFA',
    'ValTypeSFB',
    'SFVecSize',
    'SFALayout',
    'SFBLayout',
    'FrgTypeSFA',
    'FrgTypeSFB',
  ].map((id) => [
    `${owners}::${id}`,
    member(`${id} of a sparse or block-scaled operation`, (atom) => extraMember(atom, id)),
  ]),
);

function extraMember(atom: MmaAtom, id: string): Value {
  const value = atom.extra?.[id];
  if (value === undefined) throw new AlgebraError('type', `the traits of ${atom.op} have no member ${id}`);
  return id === 'SFVecSize' ? value : type(value);
}

const members: Record<string, Entry> = {
  ...valueTypes,
  ...extraMembers,
  [`${owners}::Shape_MNK`]: member('the shape of one MMA', (atom) => type(atom.shapeMNK as Value)),
  [`${owners}::AtomShape_MNK`]: member('the shape of one MMA', (atom) => type(atom.shapeMNK as Value)),
  [`${owners}::ThrID`]: member('logical thread → thread', (atom) => type(atom.thrId)),
  [`${owners}::AtomThrID`]: member('logical thread → thread', (atom) => type(atom.thrId)),
  ...Object.fromEntries(
    operands.flatMap((X) =>
      [`Layout${X}_TV`, `AtomLayout${X}_TV`, `${X}Layout`].map((name) => [
        `${owners}::${name}`,
        member(`(thread, value) → coordinate of ${X} in one MMA`, (atom) =>
          type(X === 'A' ? atom.layoutA : X === 'B' ? atom.layoutB : atom.layoutC),
        ),
      ]),
    ),
  ),
  [`${owners}::Traits`]: member('the traits of the operation', (atom) => type(atom)),
  [`${owners}::Atom`]: member('the atom', (atom) => type(atom)),
  [`${owners}::MMA_Op`]: member('the operation', (atom) => type(tag(atom.op))),
  'tiled-mma|thr-mma::ThrLayoutVMNK': {
    gives: 'threads by (V,M,N,K)',
    examples: [],
    run: ({ args }) => type(asTiledMma(args[0], 'ThrLayoutVMNK').thrLayoutVMNK),
  },
};

// ---- The family ---------------------------------------------------------------------------------------------------

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
        throw new AlgebraError('type', 'TiledMMA requires independent permutations of M, N and K');
      return tiledMma(
        atomIn(ctx, asType(targs[0], 'TiledMMA')),
        asLayout(untype(targs[1] ?? int(1)), 'TiledMMA'),
        permutation ?? underscores,
      );
    },
  },
  make_tiled_mma: {
    params: [param('atom'), optional('thread layout'), optional('permutation')],
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
      const [tiled] = args as readonly One[];
      if (tiled !== undefined && isA(tiled, 'tiled-copy'))
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
    run: ({ args }) => tile_shape(asTiledMma(args[0], 'tile_shape')) as Value,
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
      ctx.step('partition_shape_C', shapeOfC, "of one thread's part");
      const made = fragmentC(mma.atom, shapeOfC);
      ctx.step('make_tensor', made, 'registers of that shape');
      return made;
    },
  },
  ...byOperand,
  ...members,
  'tiled-mma.get_slice': sliceMethod('get_slice'),
  'tiled-mma.get_thread_slice': sliceMethod('get_thread_slice'),
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
      permutation_mnk(asTiledMma(args[0], 'permutation_mnk'), modeArg(targs[0], 'permutation_mnk')) as Value,
  },
  'thr-mma.thr_vmnk_': {
    field: true,
    gives: 'where the thread stands in (V,M,N,K)',
    examples: [],
    run: ({ args }) => asThrMma(args[0], 'thr_vmnk_').vmnk as Value,
  },
  [`${owners}.with`]: {
    gives: 'the same MMA with run-time parameters set',
    examples: [],
    run: ({ args }) => args[0] ?? int(0),
  },
});

function modeArg(value: Value | undefined, what: string): number {
  const i = asStatic(value, what).n;
  if (i < 0 || i > 2) throw new AlgebraError('rank', `${what} takes a mode of M, N, K (0, 1 or 2), not ${i}`);
  return i;
}

function copyTileSize(copy: TiledCopy, modes: readonly number[]): Value {
  const sizes = copy.tilerMN.map((tiler) => size(tiler as IntTuple));
  return size(sizes, ...modes);
}

function sliceMethod(name: string): Entry {
  return {
    params: [param('thread index')],
    gives: 'the tiled MMA seen from one thread',
    examples: [],
    run: ({ args, ctx }) => mmaSlice(asTiledMma(args[0], name), asInt(args[1], name), ctx.step),
  };
}
