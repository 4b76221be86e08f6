// MMA atoms and their tiling over threads and tensors, line by line as cute/atom/mma_atom.hpp. Works on layouts;
// tensors keep their data.
import { say, words } from '../base/say';
import { refused } from '../values/refused';
import {
  complement,
  composition,
  get,
  get_flat_coord,
  int,
  isIntTuple,
  isLayout,
  isStatic,
  isTuple,
  logical_divide,
  make_layout,
  make_layout_of,
  mul,
  number,
  rank,
  repeat,
  right_inverse,
  shape,
  size,
  slice,
  tiled_product,
  underscore,
  zipped_divide,
} from '../algebra/index';
import type { Int, IntTuple, Leaf } from '../algebra/leaf';
import type { AnyLayout, Layout, Tiler } from '../algebra/types';
import { asTiler, isA, refuse, untype } from '../values/convert';
import { printValue } from '../values/print';
import { complexOf, scalarExample } from '../values/scalars';
import { sparseOf } from '../values/sparse';
import type { Note } from '../values/steps';
import { makeOwning, makeTensor, sliceTensor } from '../values/tensor';
import type { MmaAtom, Tag, Tensor, ThrMma, TiledMma, Tuple, Value } from '../values/value';
import { layoutOf } from './rows';
import type { MmaTraits } from './rows';
import { descriptorTensor } from './smem_desc';
import { tmemFragment, ummaAtom } from './mma_traits_sm100';
import { make_tmem_fragment } from './tmem';
import { mmaTraits } from './traits';

/** Which operand: A is (M,K), B is (N,K), C is (M,N). */
export type Operand = 'A' | 'B' | 'C';

const modes: Readonly<Record<Operand, readonly [number, number]>> = { A: [0, 2], B: [1, 2], C: [0, 1] };
const names = ['M', 'N', 'K'] as const;

// ---- Atoms --------------------------------------------------------------------------------------------------------

/** `MMA_Atom<Op>`.  Throws: 'type' where the operation is not an MMA or not modelled. */
export function mmaAtom(op: Value | undefined): MmaAtom {
  const given = op === undefined ? undefined : untype(op);
  if (isA(given, 'mma-atom')) return withTraits(given);
  if (isA(given, 'tiled-mma')) return given.atom;
  if (isA(given, 'tag')) return atomOfTag(given);
  return refuse('MMA_Atom', words`an MMA operation`, given);
}

/** `MMA_Atom<MMA_Traits<Op>>` is `MMA_Atom<Op>`. */
export function withTraits(atom: MmaAtom): MmaAtom {
  const { traits, ...rest } = atom;
  return traits ? rest : atom;
}

function atomOfTag(op: Tag): MmaAtom {
  return { ...unnamedAtom(op), operation: op };
}

function unnamedAtom(op: Tag): MmaAtom {
  if (op.name === 'UniversalFMA') return universalFma(op);
  const umma = ummaAtom(op, printValue(op));
  if (umma) return umma;
  const traits = mmaTraits(op);
  if (!traits) throw refused('type')`${{ op }} is not an MMA operation that is known here`;
  return atomOf(printValue(op), traits);
}

function atomOf(op: string, traits: MmaTraits): MmaAtom {
  const [d, a, b, c] = traits.types;
  const { shapeMNK, thrId, layoutA, layoutB, layoutC, fragments } = traits;
  const atom: MmaAtom = {
    is: 'mma-atom',
    op,
    thrId,
    shapeMNK,
    layoutA,
    layoutB,
    layoutC,
    types: [valueType(d), valueType(a), valueType(b), valueType(c)],
  };
  const extra =
    traits.extra &&
    Object.fromEntries(Object.entries(traits.extra).map(([name, text]) => [name, extraMember(name, text)]));
  return { ...atom, ...(fragments && { fragments }), ...(extra && { extra }) };
}

/** A member as a row spells it: `SFVecSize` is a number, `ELayout` a layout, everything else a type. */
function extraMember(name: string, text: string): Value {
  if (name.endsWith('Layout')) return layoutOf(text);
  return name === 'SFVecSize' ? int(Number(text)) : valueType(text);
}

/** A value or fragment type as a row spells it. */
export function valueType(name: string): Value {
  const wrapped = /^(?:complex|sparse_elem)<(?:(\d+),)?(\w+)>$/.exec(name);
  if (wrapped)
    return wrapped[1] === undefined
      ? complexOf(valueType(wrapped[2] ?? ''))
      : sparseOf(Number(wrapped[1]), valueType(wrapped[2] ?? ''));
  return scalarExample(name) ?? { is: 'tag', name, args: [] };
}

/** `UniversalFMA<D, A = D, B = A, C = D>`: one thread, one product. */
function universalFma(op: Tag): MmaAtom {
  const [d0, a0, b0, c0] = op.args.map(untype);
  const d = d0 ?? scalarExample('float') ?? int(0);
  const a = a0 ?? d;
  const one = layoutOf('(_1,_1):(_0,_0)');
  return {
    is: 'mma-atom',
    op: printValue(op),
    thrId: layoutOf('_1:_0'),
    shapeMNK: [int(1), int(1), int(1)],
    layoutA: one,
    layoutB: one,
    layoutC: one,
    types: [d, a, b0 ?? a, c0 ?? d],
  };
}

// ---- Tiling -------------------------------------------------------------------------------------------------------

/** `make_tiled_mma(op, thr_layout = (_1,_1,_1), permutations = (_,_,_))`: both are padded to rank 3. */
export function make_tiled_mma(op: Value | undefined, thrLayout?: Layout, permutations?: Value, note?: Note): TiledMma {
  const threads = thrLayout ?? make_layout([int(1), int(1), int(1)]);
  const padded = padLayout(threads, 3);
  const perm = permutations === undefined ? [] : isTuple(permutations) ? permutations : [permutations];
  if (perm.length > 3)
    throw refused('rank')`the permutation of a TiledMMA has rank 3, ${{ perm }} has rank ${{ rank: perm.length }}`;
  note?.('append', padded, say`pads the layout of atoms to rank 3`);
  return tiledMma(mmaAtom(op), padded, [...perm, ...Array.from({ length: 3 - perm.length }, () => underscore)], note);
}

/** `TiledMMA<Atom, AtomLayoutMNK, PermutationMNK>`: every argument has rank 3.  Throws: 'rank', 'static'. */
export function tiledMma(atom: MmaAtom, threads: Layout, permutationMNK: Tuple, note?: Note): TiledMma {
  if (rank(threads).n !== 3)
    throw refused(
      'rank',
    )`TiledMMA requires a rank-3 layout of atoms, ${{ threads }} has rank ${{ rank: rank(threads).n }}`;
  if (permutationMNK.length !== 3)
    throw refused(
      'rank',
    )`TiledMMA requires a rank-3 permutation, ${{ permutationMNK }} has rank ${{ rank: permutationMNK.length }}`;
  for (const perm of permutationMNK) {
    const tiler = asTiler(perm, words`the permutation of a TiledMMA`);
    if (!isStaticTiler(tiler))
      throw refused('static')`TiledMMA requires static permutations, not ${{ permutationMNK }}`;
  }
  const thrLayoutVMNK = tiled_product(atom.thrId, threads);
  note?.('tiled_product', thrLayoutVMNK, say`of the atom's threads with the layout of atoms, to (V,M,N,K):`, threads);
  const mma: TiledMma = { is: 'tiled-mma', atom, atomLayoutMNK: threads, thrLayoutVMNK, permutationMNK };
  note?.('TiledMMA', mma, say`the atom over these threads, each mode in the order of`, permutationMNK);
  return mma;
}

function isStaticTiler(tiler: Tiler): boolean {
  if (isTuple(tiler)) return tiler.every(isStaticTiler);
  if (tiler.is === 'layout') return isStatic(tiler.shape) && isStatic(tiler.stride);
  return tiler.is !== 'dynamic';
}

function padLayout(layout: Layout, n: number): Layout {
  const have = rank(layout).n;
  if (have > n)
    throw refused('rank')`the layout of atoms has rank ${{ n }} at most, ${{ layout }} has rank ${{ have }}`;
  if (have === n && isTuple(layout.shape)) return layout;
  const ones = Array.from({ length: n - have }, () => int(1));
  const zeros = ones.map(() => int(0));
  const shapes = isTuple(layout.shape) ? layout.shape : [layout.shape];
  const strides = isTuple(layout.stride) ? layout.stride : [layout.stride];
  return { is: 'layout', shape: [...shapes, ...ones], stride: [...strides, ...zeros] };
}

/** `permutation_mnk<I>()`: the tile of mode I. `_` stands for the extent of the atom times the number of atoms
 *  along the mode. */
export function permutation_mnk(mma: TiledMma, i: number): Tiler {
  const perm = asTiler(mma.permutationMNK[i], 'permutation_mnk');
  if (perm.is === 'underscore') {
    return mul(size(mma.atom.shapeMNK, i), size(mma.thrLayoutVMNK, i + 1));
  }
  return perm;
}

/** `tile_size_mnk<I>()`. */
export function tile_size_mnk(mma: TiledMma, i: number): Int {
  const tile = permutation_mnk(mma, i);
  if (isLayout(tile) || isIntTuple(tile)) return size(tile);
  throw refused('type')`tile_size_mnk: ${{ tile }} is not an integer`;
}

export function tile_shape(mma: TiledMma): IntTuple {
  return [0, 1, 2].map((i) => tile_size_mnk(mma, i));
}

/** Splits a layout of the operand into `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,…)))`.
 *  Source: cute/atom/mma_atom.hpp `thrfrg_A`, `thrfrg_B`, `thrfrg_C` */
export function thrfrg(mma: TiledMma, operand: Operand, layout: Layout, note?: Note): Layout;
export function thrfrg(mma: TiledMma, operand: Operand, layout: AnyLayout, note?: Note): AnyLayout;
export function thrfrg(mma: TiledMma, operand: Operand, layout: AnyLayout, note?: Note): AnyLayout {
  if (rank(layout).n < 2)
    throw refused(
      'rank',
    )`operand ${{ operand }} of an MMA has rank 2 or more, ${{ layout }} has rank ${{ rank: rank(layout).n }}`;
  const [x, y] = modes[operand];
  const { atom, thrLayoutVMNK: threads } = mma;
  const permutation: Tiler = [permutation_mnk(mma, x), permutation_mnk(mma, y)];
  const permuted = logical_divide(layout, permutation);
  note?.('logical_divide', permuted, say`by the permutation of ${names[x]} and ${names[y]},`, permutation);
  const extents = [make_layout(size(atom.shapeMNK, x)), make_layout(size(atom.shapeMNK, y))];
  const tiled = zipped_divide(permuted, extents);
  note?.('zipped_divide', tiled, say`by the extents of one atom,`, extents);
  const tv = composition(tiled, [atomLayout(atom, operand), underscore]);
  note?.('composition', tv, say`of mode 0 with the atom's layout of threads and values,`, atomLayout(atom, operand));
  const atoms = [make_layout(size(threads, x + 1)), make_layout(size(threads, y + 1))];
  const frg = zipped_divide(tv, [underscore, atoms]);
  note?.(
    'zipped_divide',
    frg,
    say`of mode 1 by the threads along ${names[x]} and ${names[y]}, to ((ThrV,threads),(FrgV,rest)):`,
    atoms,
  );
  return frg;
}

export function atomLayout(atom: MmaAtom, operand: Operand): Layout {
  return operand === 'A' ? atom.layoutA : operand === 'B' ? atom.layoutB : atom.layoutC;
}

/** `get_layoutA_TV()` and its like: (thread, value) → coordinate in one tile of the MMA, column major. With
 *  threads along K, CuTe's layout of C is outside of the tile for all threads but the first along K. */
export function get_layout_TV(mma: TiledMma, operand: Operand, note?: Note): Layout {
  const [x, y] = modes[operand];
  const ref = tileLayout(mma, operand);
  note?.('make_layout', ref, say`of one tile, column major: (${names[x]},${names[y]})`);
  return threadValues(mma, operand, ref, operand !== 'C', note);
}

/** (thread, value) → element of `ref`, as the MMA partitions it; the values of further tiles follow those of the
 *  first. Without `ref`, one tile. Threads along the mode that the operand lacks share its values. */
export function ownedValues(mma: TiledMma, operand: Operand, ref = tileLayout(mma, operand)): Layout {
  const lacking = { A: 2, B: 1, C: 3 }[operand];
  return threadValues(mma, operand, ref, operand !== 'C' || number(size(mma.thrLayoutVMNK, lacking)) > 1);
}

function threadValues(mma: TiledMma, operand: Operand, ref: Layout, shares: boolean, note?: Note): Layout {
  const { thrLayoutVMNK: threads } = mma;
  // thr_idx -> (ThrV,ThrM,ThrN,ThrK)
  const inverse = right_inverse(make_layout_of([threads, complement(threads)]));
  const thrIdxToId = composition(make_layout([size(threads), int(1)], [int(1), int(0)]), inverse);
  let tv = thrfrg(mma, operand, ref);
  note?.(`thrfrg_${operand}`, tv, say`as ((ThrV,threads),(FrgV,rest))`);
  if (shares) {
    // (ThrV,(ThrX,ThrY)) -> (ThrV,(ThrM,ThrN,ThrK)): the other mode's threads share the values.
    const other = operand === 'A' ? 'N' : operand === 'B' ? 'M' : 'K';
    const strides = operand === 'B' ? [int(0), int(1)] : [int(1), int(0)];
    const shared =
      operand === 'C'
        ? make_layout([size(threads, 2), size(threads, 3)], strides)
        : make_layout([size(threads, 1), size(threads, 2)], strides);
    tv = composition(tv, [[underscore, operand === 'C' ? [underscore, shared] : [shared, underscore]], underscore]);
    note?.('composition', tv, say`threads along ${other} share the values: by`, shared);
  }
  const result = composition(tv, [thrIdxToId, underscore]);
  note?.('composition', result, say`of the thread mode with the layout from thread index to (V,M,N,K),`, thrIdxToId);
  return result;
}

function tileLayout(mma: TiledMma, operand: Operand): Layout {
  const [x, y] = modes[operand];
  return make_layout([tile_size_mnk(mma, x), tile_size_mnk(mma, y)]);
}

// ---- Slices -------------------------------------------------------------------------------------------------------

/** `mma.get_slice(thr_idx)`. */
export function mmaSlice(mma: TiledMma, index: Int, note?: Note): ThrMma {
  const vmnk = get_flat_coord(mma.thrLayoutVMNK, index);
  note?.('get_flat_coord', vmnk, say`of the thread in (V,M,N,K),`, mma.thrLayoutVMNK);
  const thr: ThrMma = { is: 'thr-mma', mma, vmnk };
  note?.('ThrMMA', thr, say`the tiled MMA, seen from there`);
  return thr;
}

/** `thr_mma.partition_A(tensor)`: this thread's values, `(FrgV,RestX,RestY,…)`. */
export function partition(thr: ThrMma, operand: Operand, tensor: Tensor, note?: Note): Tensor {
  const [x, y] = modes[operand];
  const threads = makeTensor(tensor.data, thrfrg(thr.mma, operand, tensor.layout, note));
  const coord = (i: number): IntTuple => get<Leaf>(thr.vmnk, i);
  const rest = repeat<IntTuple>(underscore, rank(threads.layout, 1, 1).n);
  const at: IntTuple = [
    [coord(0), [coord(x + 1), coord(y + 1)]],
    [underscore, rest],
  ];
  const part = sliceTensor(threads, at);
  note?.('slice', part, say`at the thread, its values and all of the rest,`, at);
  return part;
}

/** `partition_shape_C(mma, shape)`: the shape of every thread's part of a tensor of that shape. */
export function partition_shape(mma: TiledMma, operand: Operand, given: IntTuple, note?: Note): IntTuple {
  const dummy = make_layout(shape(given));
  note?.('make_layout', dummy, say`of the shape`);
  const tv = thrfrg(mma, operand, dummy, note);
  const rest = repeat<IntTuple>(underscore, rank(dummy).n);
  const at: IntTuple = [int(0), [underscore, rest]];
  const part = slice(at, tv);
  note?.('slice', part, say`at thread 0, its values and all of the rest,`, at);
  const result = shape(part);
  note?.('shape', result, say`of that`);
  return result;
}

/** `make_fragment_A/B/C(partitioned)`: registers for a thread's part, or a view through descriptors where the
 *  operation itself reads shared memory. Throws: AlgebraError 'rank', 'congruence' where the tensor is not
 *  partitioned. */
export function make_fragment(
  atom: MmaAtom,
  operand: Operand,
  tensor: Tensor,
  makeLike: (element: Value, layout: AnyLayout) => Tensor,
): Tensor {
  checkPartitioned(atom, operand, tensor.layout);
  if (operand === 'C') return fragmentC(atom, shape(tensor.layout));
  const descriptor = operand === 'A' ? atom.fragments?.a : atom.fragments?.b;
  const element = atom.types[operand === 'A' ? 1 : 2];
  if (descriptor?.includes('smem_desc'))
    return descriptorTensor(
      element,
      tensor,
      descriptor.startsWith('UMMA') ? 'UMMA' : 'GMMA',
      descriptor.includes('<K>') ? 'K' : 'MN',
    );
  const tmem = descriptor === undefined ? undefined : tmemFragment(descriptor);
  if (tmem) return make_tmem_fragment(element, tmem, shape(tensor.layout));
  return makeLike(descriptor === undefined ? element : valueType(descriptor), tensor.layout);
}

/** `make_fragment_A/B/C` of the shape or the layout of a part: what makes no view of its operand takes them as well.
 *  Throws: AlgebraError 'rank', 'congruence' where it is not that of a part, 'type' where the fragment is a view. */
export function make_fragment_of(
  atom: MmaAtom,
  operand: Operand,
  part: AnyLayout | IntTuple,
  makeLike: (element: Value, layout: AnyLayout | IntTuple) => Tensor,
): Tensor {
  const layout = isIntTuple(part) ? make_layout(part) : part;
  checkPartitioned(atom, operand, layout);
  if (operand === 'C') return fragmentC(atom, shape(layout));
  const kind = operand === 'A' ? atom.fragments?.a : atom.fragments?.b;
  if (kind?.includes('smem_desc')) throw refused('type')`make_fragment_${{ operand }} takes a tensor, not ${{ part }}`;
  const element = atom.types[operand === 'A' ? 1 : 2];
  const tmem = kind === undefined ? undefined : tmemFragment(kind);
  if (tmem) return make_tmem_fragment(element, tmem, shape(layout));
  return makeLike(kind === undefined ? element : valueType(kind), part);
}

/** `partition_fragment_C(mma, shape)` and the accumulator of `make_fragment_C`: compact, column major. */
export function fragmentC(atom: MmaAtom, shapeOfC: IntTuple): Tensor {
  const tmem = atom.fragments?.c === undefined ? undefined : tmemFragment(atom.fragments.c);
  if (tmem) return make_tmem_fragment(atom.types[3], tmem, shapeOfC);
  return makeOwning(atom.types[3], make_layout(shapeOfC));
}

function checkPartitioned(atom: MmaAtom, operand: Operand, layout: AnyLayout): void {
  if (rank(layout).n < 3)
    throw refused(
      'rank',
    )`make_fragment_${{ operand }} takes a partitioned tensor of rank 3 or more, ${{ layout }} has rank ${{ rank: rank(layout).n }}`;
  const [have, want] = [size(layout, 0), size(atomLayout(atom, operand), 1)];
  if (have.n !== want.n)
    throw refused(
      'congruence',
    )`make_fragment_${{ operand }}: mode 0 of ${{ layout }} has ${{ have }} values, the atom takes ${{ want }}`;
}
