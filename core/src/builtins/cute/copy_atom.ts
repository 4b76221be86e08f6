// Builtins of cute/atom/copy_atom.hpp: operations, atoms, tiled copies and their slices. The work is in
// atoms/copy_atom.ts.
import { words } from '../../base/say';
import { int, size } from '../../algebra/index';
import type { Layout } from '../../algebra/types';
import {
  copyAtom,
  copyAtomOf,
  copySlice,
  get_copy_layout_TV,
  make_cotiled_copy,
  make_tiled_copy,
  make_tiled_copy_C_atom,
  make_tiled_copy_impl,
  make_tiled_copy_operand,
  partitionSide,
  retile,
  retileTensor,
  tidfrg,
} from '../../atoms/copy_atom';
import type { Side } from '../../atoms/copy_atom';
import { tabledCopyOps, widthOpNames } from '../../atoms/traits';
import { copyTraitsOfMembers } from '../../atoms/user_traits';
import { printValue } from '../../values/print';
import { asAnyLayout, asInt, asLayout, asTensor, asType, refuse, untype, isA } from '../../values/convert';
import type { CopyAtom, ThrCopy, TiledCopy, Value } from '../../values/value';
import { asTiledMma } from './mma_arguments';
import { onLayoutOrTensor } from './tensor';
import { operation, operationOnTypes } from './mma_operations';
import type { Entry } from '../entry';
import { family, optional, param } from '../registry';
import type { Builtin, BuiltinCall, BuiltinContext } from '../registry';

function asCopyAtom(value: Value | undefined, what: string): CopyAtom {
  if (isA(value, 'copy-atom')) return value;
  if (isA(value, 'tiled-copy')) return value.atom;
  if (isA(value, 'thr-copy')) return value.copy.atom;
  return refuse(what, words`a Copy_Atom`, value);
}

function asTiledCopy(value: Value | undefined, what: string): TiledCopy {
  if (isA(value, 'tiled-copy')) return value;
  if (isA(value, 'thr-copy')) return value.copy;
  return refuse(what, words`a tiled copy`, value);
}

function asThrCopy(value: Value | undefined, what: string): ThrCopy {
  return isA(value, 'thr-copy') ? value : refuse(what, words`a slice of a tiled copy (get_slice)`, value);
}

/** `Copy_Atom<Op, T>`. A specialisation of `Copy_Traits<Op>` in the program takes precedence over the library's. */
function atomIn(ctx: BuiltinContext, op: Value, type: Value): CopyAtom {
  if (op.is !== 'struct' && op.is !== 'tag') return copyAtom(op, type);
  const own = ctx.traits?.('Copy_Traits', op);
  if (!own) return copyAtom(op, type);
  const name = printValue(op).replace(/^Copy_Traits<(.*)>$/, '$1');
  return copyAtomOf(name, copyTraitsOfMembers(name, own), type);
}

/** `Copy_Traits<Op, NumBits…>`, represented by the operation: the number of bits that it moves becomes its last
 *  template argument. */
function traitsOf([op, bits]: readonly Value[]): Value {
  const one = untype(op ?? refuse('Copy_Traits', words`an operation`, undefined));
  return bits === undefined || one.is !== 'tag' ? one : { ...one, args: [...one.args, untype(bits)] };
}

const autoVectorizing =
  (bits: number): Builtin['run'] =>
  () => ({ is: 'tag', name: 'AutoVectorizingCopyWithAssumedAlignment', args: [int(bits)] });

export const copyOperations = family('cute/arch/copy.hpp', {
  ...Object.fromEntries(
    widthOpNames().map((name) => [
      name,
      operationOnTypes(name, ['S', 'D'], 'a copy of one S by one thread', [undefined, 0]),
    ]),
  ),
  AutoVectorizingCopyWithAssumedAlignment: {
    kind: 'type',
    templateParams: ['MaxVecBits'],
    gives: 'a copy that vectorizes up to MaxVecBits',
    examples: [],
    run: ({ targs }) => ({ is: 'tag', name: 'AutoVectorizingCopyWithAssumedAlignment', args: [targs[0] ?? int(128)] }),
  },
  AutoVectorizingCopy: {
    kind: 'type',
    gives: 'a copy that vectorizes up to 128 bits',
    examples: [],
    run: autoVectorizing(128),
  },
  DefaultCopy: { kind: 'type', gives: 'a copy that assumes no alignment', examples: [], run: autoVectorizing(8) },
  AutoCopyAsync: operation('AutoCopyAsync', undefined, 'cp.async where it fits, else a plain copy'),
  ...Object.fromEntries(tabledCopyOps().map((name) => [name, operation(name, undefined, 'a copy operation')])),
});

// ---- Methods by side ----------------------------------------------------------------------------------------------

function eachSide(entry: (side: Side) => Readonly<Record<string, Entry>>): Record<string, Entry> {
  return { ...entry('S'), ...entry('D') };
}

const word = { S: 'source', D: 'destination' } as const;

/** The tiled copy in the examples: 16 × 8 threads, each with eight halves. */
const sampleCopy =
  'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})';

const bySide = eachSide((X) => ({
  [`thr-copy.partition_${X}`]: {
    params: [param('tensor')],
    gives: `this thread's part of the ${word[X]}: ((values of the atom, atoms), rest of the modes)`,
    examples: [
      `${sampleCopy}.get_slice(1).partition_${X}(make_tensor(counting_iterator<int>(0), Layout<Shape<_128,_64>,Stride<_64,_1>>{})) // counting_iter(8) o ((_8,_1),_8,_1):((_1,_0),_1024,_0)`,
    ],
    run: ({ args, ctx }: BuiltinCall) =>
      partitionSide(asThrCopy(args[0], `partition_${X}`), X, asTensor(args[1], `partition_${X}`), ctx.step),
  },
  [`thr-copy.retile_${X}`]: {
    params: [param('fragment')],
    gives: 'the fragment regrouped so that mode 0 is what one atom moves',
    examples: [],
    run: ({ args, ctx }: BuiltinCall) =>
      retileTensor(asThrCopy(args[0], `retile_${X}`), asTensor(args[1], `retile_${X}`), ctx.step),
  },
  [`tiled-copy|thr-copy.tidfrg_${X}`]: {
    params: [param('tensor')],
    gives: `the ${word[X]} as (thread, (values, atoms), rest)`,
    examples: [
      `${sampleCopy}.tidfrg_${X}(Layout<Shape<_128,_64>,Stride<_64,_1>>{}) // ((_8,_16),(_8,_1),(_8,_1)):((_8,_64),(_1,_0),(_1024,_0))`,
    ],
    run: ({ args, ctx }: BuiltinCall) =>
      onLayoutOrTensor(`tidfrg_${X}`, args[1], (layout) =>
        tidfrg(asTiledCopy(args[0], `tidfrg_${X}`), X, layout, ctx.step),
      ),
  },
  [`tiled-copy|thr-copy.get_layout${X}_TV`]: {
    gives: `(thread, value) → coordinate of the ${word[X]} in one tile`,
    examples: [`${sampleCopy}.get_layout${X}_TV() // ((_8,_16),(_8,_1)):((_128,_1),(_16,_0))`],
    run: ({ args, ctx }: BuiltinCall) => get_copy_layout_TV(asTiledCopy(args[0], `get_layout${X}_TV`), X, ctx.step),
  },
  [`make_tiled_copy_${X}`]: {
    params: [param('atom'), param('tiled_copy')],
    gives: `a tiled copy that follows the ${word[X]} layout of another`,
    examples: [],
    run: ({ args, ctx }: BuiltinCall) => {
      const copy = asTiledCopy(args[1], `make_tiled_copy_${X}`);
      return make_tiled_copy_impl(
        asCopyAtom(args[0], `make_tiled_copy_${X}`),
        get_copy_layout_TV(copy, X, ctx.step),
        copy.tilerMN,
        ctx.step,
      );
    },
  },
}));

// ---- Class members ------------------------------------------------------------------------------------------------

const type = (of: Value): Value => ({ is: 'type', of });
const atomMember = (gives: string, run: (atom: CopyAtom) => Value): Entry => ({
  gives,
  examples: [],
  run: ({ args }) => run(asCopyAtom(args[0], words`this member of a copy`)),
});
const copyMember = (gives: string, run: (copy: TiledCopy) => Value): Entry => ({
  gives,
  examples: [],
  run: ({ args }) => run(asTiledCopy(args[0], words`this member of a tiled copy`)),
});

const sides: readonly (readonly [string, (atom: CopyAtom) => Layout])[] = [
  ['Src', (atom) => atom.layoutSrc],
  ['Dst', (atom) => atom.layoutDst],
  ['Ref', (atom) => atom.layoutRef],
];

const members: Record<string, Entry> = {
  'copy-atom|tiled-copy|thr-copy::ValType': atomMember('the type of the values', (atom) => type(atom.type)),
  'copy-atom|tiled-copy|thr-copy::ThrID': atomMember('logical thread → thread', (atom) => type(atom.thrId)),
  'tiled-copy|thr-copy::AtomThrID': atomMember('logical thread → thread', (atom) => type(atom.thrId)),
  ...Object.fromEntries(
    sides.flatMap(([side, of]) => [
      [
        `copy-atom|tiled-copy|thr-copy::ValLayout${side}`,
        atomMember('(thread, value) → value index of one atom', (atom) => type(of(atom))),
      ],
      [
        `tiled-copy|thr-copy::AtomLayout${side}`,
        atomMember('(thread, value) → value index of one atom', (atom) => type(of(atom))),
      ],
    ]),
  ),
  'copy-atom|tiled-copy|thr-copy::NumValSrc': atomMember('values of one atom in the source', (atom) =>
    size(atom.layoutSrc, 1),
  ),
  'copy-atom|tiled-copy|thr-copy::NumValDst': atomMember('values of one atom in the destination', (atom) =>
    size(atom.layoutDst, 1),
  ),
  'tiled-copy|thr-copy::AtomNumThr': atomMember('threads of one atom', (atom) => type(size(atom.layoutRef, 0))),
  'tiled-copy|thr-copy::AtomNumVal': atomMember('values of one atom', (atom) => type(size(atom.layoutRef, 1))),
  'tiled-copy|thr-copy::Tiler_MN': copyMember('the tile of the copy', (copy) => type(copy.tilerMN)),
  'tiled-copy|thr-copy::TiledLayout_TV': copyMember('(thread, value) → coordinate in the tile', (copy) =>
    type(copy.layoutTV),
  ),
  'tiled-copy|thr-copy::TiledNumThr': copyMember('threads of the copy', (copy) => type(size(copy.layoutTV, 0))),
  'tiled-copy|thr-copy::TiledNumVal': copyMember('values of a thread', (copy) => type(size(copy.layoutTV, 1))),
};

// ---- The family ---------------------------------------------------------------------------------------------------

export const copyAtoms = family('cute/atom/copy_atom.hpp', {
  Copy_Atom: {
    kind: 'type',
    templateParams: ['Op', 'T'],
    gives: 'a copy operation for values of T, with its layouts of threads and values',
    examples: [],
    run: ({ targs, ctx }) => atomIn(ctx, asType(targs[0], 'Copy_Atom'), asType(targs[1], 'Copy_Atom')),
  },
  Copy_Traits: {
    kind: 'type',
    templateParams: ['Op'],
    gives: 'the traits of a copy operation',
    examples: [],
    run: ({ targs }) => traitsOf(targs),
  },
  TiledCopy: {
    kind: 'type',
    templateParams: ['Atom', 'LayoutTV', 'Tiler'],
    gives: 'a copy atom tiled over threads',
    examples: [],
    run: ({ targs }) =>
      make_tiled_copy_impl(
        asCopyAtom(asType(targs[0], 'TiledCopy'), 'TiledCopy'),
        asLayout(untype(targs[1] ?? int(1)), 'TiledCopy'),
        untype(targs[2] ?? int(1)),
      ),
  },
  make_tiled_copy: {
    params: [param('atom'), param('thr_layout'), optional('val_layout')],
    gives: 'the copy in which threads are laid out over a tile, each with a block of values',
    examples: [`tile_size<1>(${sampleCopy}) // _64`],
    run: ({ args, ctx }) =>
      make_tiled_copy(
        asCopyAtom(args[0], 'make_tiled_copy'),
        asAnyLayout(args[1], 'make_tiled_copy'),
        args[2] === undefined ? undefined : asAnyLayout(args[2], 'make_tiled_copy'),
        ctx.step,
      ),
  },
  make_tiled_copy_impl: {
    params: [param('atom'), param('layout_tv'), param('tiler')],
    gives: 'the copy with a given layout of threads and values',
    examples: [],
    run: ({ args, ctx }) =>
      make_tiled_copy_impl(
        asCopyAtom(args[0], 'make_tiled_copy_impl'),
        asLayout(args[1], 'make_tiled_copy_impl'),
        args[2] ?? int(1),
        ctx.step,
      ),
  },
  ...Object.fromEntries(
    (['A', 'B', 'C'] as const).map((X): [string, Entry] => [
      `make_tiled_copy_${X}`,
      {
        params: [param('atom'), param('tiled_mma')],
        gives: `the copy whose threads hold what the MMA wants of operand ${X}`,
        examples: [
          `tile_size(make_tiled_copy_${X}(Copy_Atom<UniversalCopy<half_t>, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}))) // ${X === 'A' ? '_256' : '_128'}`,
        ],
        run: ({ args, ctx }) =>
          make_tiled_copy_operand(
            asCopyAtom(args[0], `make_tiled_copy_${X}`),
            asTiledMma(args[1], `make_tiled_copy_${X}`),
            X,
            ctx.step,
          ),
      },
    ]),
  ),
  make_tiled_copy_C_atom: {
    params: [param('atom'), param('tiled_mma')],
    gives: 'the smallest copy that can retile the accumulator',
    examples: [],
    run: ({ args, ctx }) =>
      make_tiled_copy_C_atom(
        asCopyAtom(args[0], 'make_tiled_copy_C_atom'),
        asTiledMma(args[1], 'make_tiled_copy_C_atom'),
        ctx.step,
      ),
  },
  make_cotiled_copy: {
    params: [param('atom'), param('atom_tv_layout'), param('data_layout')],
    gives: 'the copy whose threads and values are given by offsets into the data',
    examples: [],
    run: ({ args, ctx }) =>
      make_cotiled_copy(
        asCopyAtom(args[0], 'make_cotiled_copy'),
        asLayout(args[1], 'make_cotiled_copy'),
        asAnyLayout(args[2], 'make_cotiled_copy'),
        ctx.step,
      ),
  },
  ...bySide,
  ...members,
  'tiled-copy.get_slice': sliceMethod('get_slice'),
  'tiled-copy.get_thread_slice': sliceMethod('get_thread_slice'),
  'tiled-copy|thr-copy.retile': {
    params: [param('fragment')],
    gives: 'the fragment regrouped so that mode 0 is what one atom moves',
    examples: [],
    run: ({ args, ctx }) =>
      onLayoutOrTensor('retile', args[1], (layout) => retile(asTiledCopy(args[0], 'retile'), layout, ctx.step)),
  },
  'thr-copy.thr_idx_': {
    field: true,
    gives: 'the thread',
    examples: [],
    run: ({ args }) => asThrCopy(args[0], 'thr_idx_').index,
  },
  'copy-atom|tiled-copy.call': {
    params: [param('source'), param('destination')],
    gives: 'copies what one instruction copies',
    acts: true,
    examples: [],
    run: () => ({ is: 'void' }),
  },
  'copy-atom|tiled-copy|thr-copy.with': {
    gives: 'the same copy with run-time parameters set',
    ofObject: true,
    examples: [],
    run: ({ args }) => args[0] ?? int(0),
  },
});

function sliceMethod(name: string): Entry {
  return {
    params: [param('thr_idx')],
    gives: 'the tiled copy seen from one thread',
    examples: [],
    run: ({ args }) => copySlice(asTiledCopy(args[0], name), asInt(args[1], name)),
  };
}
