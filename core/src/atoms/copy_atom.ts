// Copy atoms and their tiling over threads and tensors, line by line as cute/atom/copy_atom.hpp. Operations count
// bits, layouts count elements. Works on layouts; tensors keep their data.
import { say, words } from '../base/say';
import { refused } from '../values/refused';
import {
  append,
  coalesce,
  composition,
  filter,
  int,
  isTuple,
  left_inverse,
  logical_product,
  make_layout,
  make_layout_of,
  number,
  plain,
  prepend,
  product_each,
  raked_product,
  rank,
  recast_layout,
  repeat,
  right_inverse,
  shape,
  size,
  slice,
  underscore,
  upcast,
  with_shape,
  zip,
  zipped_divide,
} from '../algebra/index';
import type { Int, IntTuple } from '../algebra/leaf';
import type { AlgebraError } from '../algebra/errors';
import { spelled } from '../algebra/errors';
import type { AnyLayout, Layout, Tiler } from '../algebra/types';
import { asTiler, isA, refuse, untype } from '../values/convert';
import { alignmentOf } from '../values/copy_width';
import { printValue, spellType } from '../values/print';
import { sizeofBits } from '../values/scalars';
import type { Note } from '../values/steps';
import { isStaticLayout, makeTensor, sliceTensor } from '../values/tensor';
import type { CopyAtom, Tensor, ThrCopy, TiledCopy, TiledMma, Value } from '../values/value';
import { get_layout_TV, tile_size_mnk } from './mma_atom';
import type { Operand } from './mma_atom';
import type { CopyTraits } from './rows';
import { copyTraits } from './traits';

// ---- Atoms --------------------------------------------------------------------------------------------------------

/** `Copy_Atom<Op, T>`. Throws: AlgebraError 'type' where the operation is not a copy, 'congruence' where T does
 *  not fit its width. */
export function copyAtom(op: Value | undefined, type: Value): CopyAtom {
  const tag = op === undefined ? undefined : untype(op);
  if (!isA(tag, 'tag')) return refuse('Copy_Atom', words`a copy operation`, tag);
  const traits = copyTraits(tag);
  if (!traits) throw refused('type')`${{ tag }} is not a copy operation that is known here`;
  const atom = copyAtomOf(printValue(tag), traits, type);
  return tag.args.length > 0 ? { ...atom, operation: tag } : atom;
}

/** The atom by which a copy is made: an atom, that of a tiled copy or of a thread's slice of one. */
export function atomInCopy(value: Value | undefined): CopyAtom | undefined {
  if (isA(value, 'copy-atom')) return value;
  if (isA(value, 'tiled-copy')) return value.atom;
  return isA(value, 'thr-copy') ? value.copy.atom : undefined;
}

/** How a call of `copy`, `copy_if` or `copy_aligned` is made, by its first argument: by the instruction of an atom, or
 *  by as many bits as the tensors allow, up to a number. */
export type CopyMeans = { readonly atom: CopyAtom } | { readonly mostBits: number | undefined };

export function meansOfCopy(name: string, by: Value | undefined): CopyMeans {
  const atom = atomInCopy(by);
  const operation = atom ? atom.op : isA(by, 'tag') ? printValue(by) : '';
  const mostBits = alignmentOf(operation);
  if (atom && mostBits === undefined) return { atom };
  if (name === 'copy_if' && !atom) return { mostBits: 8 };
  return { mostBits: name === 'copy_aligned' ? 128 : mostBits };
}

/** The atom of an operation with given traits.  Throws: 'congruence' where T does not fit its width. */
export function copyAtomOf(op: string, traits: CopyTraits, type: Value): CopyAtom {
  const bits = sizeofBits(type);
  const values = (layout: Layout): Layout => recast_layout(layout, 1, bits);
  const atom: CopyAtom = {
    is: 'copy-atom',
    op,
    type,
    thrId: traits.thrId,
    layoutSrc: values(traits.src),
    layoutDst: values(traits.dst),
    layoutRef: values(traits.ref),
  };
  const sides: readonly (readonly [string, Layout])[] = [
    ['Src', atom.layoutSrc],
    ['Dst', atom.layoutDst],
    ['Ref', atom.layoutRef],
  ];
  for (const [side, layout] of sides) {
    if (number(size(layout, 0)) !== number(size(atom.thrId))) {
      throw refused(
        'congruence',
      )`${{ op: atom.op }} is not valid for ${{ side }} of ${{ type: spelled(spellType, type) }} (${{ bits }} bits)`;
    }
  }
  return atom;
}

// ---- Tiling -------------------------------------------------------------------------------------------------------

/** `make_tiled_copy_impl(atom, layout_tv, tiler)`.  Throws: 'divisibility' where the atom needs more threads or
 *  values. */
export function make_tiled_copy_impl(atom: CopyAtom, layoutTV: Layout, tiler: Value, note?: Note): TiledCopy {
  if (!isStaticLayout(layoutTV))
    throw refused('static')`the layout of a TiledCopy is part of its type; ${{ layoutTV }} is dynamic`;
  const [threads, values] = [number(size(layoutTV, 0)), number(size(layoutTV, 1))];
  const [atomThreads, atomValues] = [number(size(atom.layoutRef, 0)), number(size(atom.layoutRef, 1))];
  if (threads % atomThreads !== 0) throw notMultiple('threads', threads, atomThreads, atom.op);
  if (values % atomValues !== 0)
    throw notMultiple('values', values, atomValues, say`${atom.op} for ${spellType(atom.type)}`);
  const copy: TiledCopy = { is: 'tiled-copy', atom, tilerMN: isTuple(tiler) ? tiler : [tiler], layoutTV };
  note?.('TiledCopy', copy, say`the atom with this layout of threads and values, over the tile`, tiler);
  return copy;
}

const unitsOf = (of: 'threads' | 'values'): string => (of === 'threads' ? say`threads` : say`values`);

function notMultiple(of: 'threads' | 'values', given: number, needed: number, atom: string): AlgebraError {
  const data = { is: 'atom-multiple', of, given, needed } as const;
  return refused('divisibility', {
    data,
  })`TiledCopy uses too few ${{ of: spelled(unitsOf, of) }}: ${{ given }} is not a multiple of the ${{ needed }} of ${{ atom }}`;
}

/** `make_tiled_copy(atom, thr_layout, val_layout = _1:_0)`: the threads are laid out over the tile, each with a
 *  block of values. */
export function make_tiled_copy(
  atom: CopyAtom,
  threads: AnyLayout,
  values: AnyLayout = make_layout(int(1)),
  note?: Note,
): TiledCopy {
  const mn = raked_product(threads, values);
  note?.('raked_product', mn, say`(M,N) to thread and value: threads raked over the block of values`, values);
  const inverse = right_inverse(mn);
  note?.('right_inverse', inverse, say`thread and value to (M,N)`);
  const counts = [size(threads), size(values)];
  const tv = plain(with_shape(inverse, counts), 'make_tiled_copy');
  note?.('with_shape', tv, say`(thread, value) to (M,N): that over the shape`, counts);
  const tiler = product_each(shape(mn));
  note?.('product_each', tiler, say`the tile: the extents of (M,N)`);
  return make_tiled_copy_impl(atom, tv, tiler, note);
}

/** `make_tiled_copy_A/B/C(atom, mma)`: the copy whose threads hold what the MMA's threads hold of an operand. */
export function make_tiled_copy_operand(atom: CopyAtom, mma: TiledMma, operand: Operand, note?: Note): TiledCopy {
  const [x, y] = operand === 'A' ? [0, 2] : operand === 'B' ? [1, 2] : [0, 1];
  const tv = get_layout_TV(mma, operand);
  note?.(`get_layout${operand}_TV`, tv, say`of the MMA: (thread, value) to coordinate of ${operand}`);
  const tiler = [tile_size_mnk(mma, x), tile_size_mnk(mma, y)];
  note?.('tile_size', tiler, say`the MMA's tile of that operand`);
  return make_tiled_copy_impl(atom, tv, tiler, note);
}

/** `make_tiled_copy_C_atom(atom, mma)`: the smallest copy that can retile the accumulator. */
export function make_tiled_copy_C_atom(atom: CopyAtom, mma: TiledMma, note?: Note): TiledCopy {
  const layoutC = get_layout_TV(mma, 'C');
  note?.('get_layoutC_TV', layoutC, say`of the MMA: (thread, value) to coordinate of C`);
  const values = size(atom.layoutSrc, 1);
  if (number(values) > number(size(layoutC, 1)))
    throw refused('divisibility')`${{ op: atom.op }} takes more values than a thread of the MMA has`;
  const tv = composition(layoutC, make_layout([size(layoutC, 0), values]));
  note?.('composition', tv, say`the first values of each thread, as many as the atom moves:`, values);
  return retiled(atom, [tile_size_mnk(mma, 0), tile_size_mnk(mma, 1)], tv, note);
}

/** `make_cotiled_copy(atom, atom_tv_layout, data_layout)`: the copy whose threads and values are given as offsets
 *  into the data. Throws: AlgebraError 'range' where the data has no such offsets. */
export function make_cotiled_copy(atom: CopyAtom, atomTV: Layout, data: AnyLayout, note?: Note): TiledCopy {
  const unit = make_layout(int(1), int(0));
  if (!isStaticLayout(atomTV) || !isStaticLayout(data)) throw refused('static')`make_cotiled_copy takes static layouts`;
  const inverse = make_layout_of([left_inverse(data), unit]);
  note?.('left_inverse', inverse, say`of the data: offset to coordinate`);
  const tv = composition(inverse, atomTV);
  note?.('composition', tv, say`of that with`, atomTV);
  const back = coalesce(composition(make_layout_of([data, unit]), mode(tv, 1)));
  if (printValue(back) !== printValue(coalesce(mode(atomTV, 1)))) {
    throw refused('range')`the memory that ${{ atomTV }} points to does not exist in ${{ data }}`;
  }
  return retiled(atom, product_each(shape(data)), tv, note);
}

function retiled(atom: CopyAtom, domain: readonly IntTuple[], tv: Layout, note?: Note): TiledCopy {
  const { inTile, tiler } = overTile(domain, tv, note);
  return make_tiled_copy_impl(atom, inTile, tiler, note);
}

/** `tv`, which maps to coordinates of a domain, over the tile of the elements that it touches, mode by mode. */
export function overTile(
  domain: readonly IntTuple[],
  tv: Layout,
  note?: Note,
): { readonly inTile: Layout; readonly tiler: readonly Layout[] } {
  const tiler = domain.map((_, i) => {
    const strides = domain.map((_s, j) => int(i === j ? 1 : 0));
    return filter(composition(make_layout(domain, strides), tv));
  });
  note?.('filter', tiler, say`the tile: the part of each mode that the threads touch`);
  const tileToDomain = composition(make_layout(domain), tiler);
  note?.('composition', tileToDomain, say`tile to domain`);
  const inTile = composition(left_inverse(tileToDomain), tv);
  note?.('composition', inTile, say`of its left_inverse with (thread, value) to domain`);
  return { inTile, tiler };
}

function mode(layout: Layout, i: number): Layout {
  return isTuple(layout.shape) && isTuple(layout.stride)
    ? { is: 'layout', shape: layout.shape[i] ?? int(1), stride: layout.stride[i] ?? int(0) }
    : layout;
}

/** Source or destination side of a copy. */
export type Side = 'S' | 'D';

/** (side's thread, side's value) → (reference thread, reference value). */
function toReference(atom: CopyAtom, side: Side): Layout {
  return composition(right_inverse(atom.layoutRef), side === 'S' ? atom.layoutSrc : atom.layoutDst);
}

function tilerOf(copy: TiledCopy): Tiler {
  return asTiler(copy.tilerMN, words`the tiler of a TiledCopy`);
}

/** `tidfrg_S(layout)`: `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.  Throws: 'rank' where the layout has fewer modes than the
 *  tiler. */
export function tidfrg(copy: TiledCopy, side: Side, layout: AnyLayout, note?: Note): AnyLayout {
  const [have, want] = [rank(layout).n, copy.tilerMN.length];
  if (have < want) throw refused('rank')`the copy tiles ${{ want }} modes, ${{ layout }} has rank ${{ have }}`;
  const tiled = zipped_divide(layout, tilerOf(copy));
  note?.('zipped_divide', tiled, say`by the tile of the copy,`, copy.tilerMN);
  return tile2thrfrg(copy, tiled, toReference(copy.atom, side), note);
}

/** `((TileM,TileN,…),(RestM,RestN,…))` → `(Thr,(FrgV,FrgX),(RestM,RestN,…))`. */
export function tile2thrfrg(copy: TiledCopy, tiled: Layout, reference: Layout, note?: Note): Layout;
export function tile2thrfrg(copy: TiledCopy, tiled: AnyLayout, reference: Layout, note?: Note): AnyLayout;
export function tile2thrfrg(copy: TiledCopy, tiled: AnyLayout, reference: Layout, note?: Note): AnyLayout {
  const { layoutRef } = copy.atom;
  const counts = [size(layoutRef, 0), size(layoutRef, 1)];
  const atomTV = zipped_divide(copy.layoutTV, counts);
  note?.('zipped_divide', atomTV, say`of the copy's layout of threads and values, by those of one atom,`, counts);
  const target = composition(atomTV, [reference, underscore]);
  note?.('composition', target, say`of mode 0 with the atom's threads and values on this side,`, reference);
  const thrVal = coalesce(zip(target), [int(1), [int(1), int(1)]]);
  note?.('zip', thrVal, say`pairs up threads and values, then coalesces: (thread, (value of the atom, atom))`);
  const tv = composition(tiled, [thrVal, underscore]);
  note?.('composition', tv, say`of the tile with that`);
  const frg = slice([[underscore, underscore], underscore], tv);
  note?.('slice', frg, say`unpacks (Thr,(FrgV,FrgX)) beside the rest`);
  return frg;
}

/** `get_layoutS_TV()`, `get_layoutD_TV()`: (thread, value) → coordinate in one tile of the copy. */
export function get_copy_layout_TV(copy: TiledCopy, side: Side, note?: Note): Layout {
  const ref = make_layout([shape(tilerOf(copy)), int(1)]);
  note?.('make_layout', ref, say`of one tile, column major: ((M,N),1)`);
  const at: IntTuple = [underscore, underscore, int(0)];
  const tv = slice(at, tile2thrfrg(copy, ref, toReference(copy.atom, side), note));
  note?.('slice', tv, say`(thread, value) of the first tile:`, at);
  return tv;
}

/** `retile(layout)`: regroups a thread's fragment so that mode 0 is what one atom moves. */
export function retile(copy: TiledCopy, layout: AnyLayout, note?: Note): AnyLayout {
  const r = rank(layout).n;
  const v = size(layout, 0);
  const inverse = with_shape(right_inverse(copy.layoutTV), shape(tilerOf(copy)));
  note?.('with_shape', inverse, say`(M,N) of the tile to thread and value: right_inverse of`, copy.layoutTV);
  const frgMN = upcast(inverse, number(size(copy.layoutTV, 0)) * number(v, words`the values of a fragment`));
  note?.('upcast', frgMN, say`counted in fragments: as many values as all threads hold in mode 0 of`, layout);
  const atomValues = size(copy.atom.layoutRef, 1);
  const frgV = zipped_divide(logical_product(make_layout(v), right_inverse(frgMN)), make_layout(atomValues));
  note?.('zipped_divide', frgV, say`of the values in the order of the copy, by those of one atom,`, atomValues);
  const tiler = prepend<Int>(product_each(frgMN.shape), v);
  const tiled = zipped_divide(layout, tiler);
  note?.('zipped_divide', tiled, say`of the fragment by (values, fragments along each mode),`, tiler);
  const values = composition(tiled, [frgV, underscore]);
  note?.('composition', values, say`of mode 0 with the values in that order`);
  const at: IntTuple = [underscore, append<IntTuple>(int(0), underscore, r)];
  const regrouped = slice(at, values);
  note?.('slice', regrouped, say`unpacks ((values of the atom, atoms), rest):`, at);
  return regrouped;
}

// ---- Slices -------------------------------------------------------------------------------------------------------

export function copySlice(copy: TiledCopy, index: Int): ThrCopy {
  return { is: 'thr-copy', copy, index };
}

/** `thr_copy.partition_S(tensor)`: `((AtomV,RestV),RestM,RestN,…)`. */
export function partitionSide(thr: ThrCopy, side: Side, tensor: Tensor, note?: Note): Tensor {
  const threads = makeTensor(tensor.data, tidfrg(thr.copy, side, tensor.layout, note));
  const rest = repeat<IntTuple>(underscore, rank(tensor.layout).n);
  const at: IntTuple = [thr.index, underscore, rest];
  const part = sliceTensor(threads, at);
  note?.('slice', part, say`at the thread, its values and all of the rest,`, at);
  return part;
}

export function retileTensor(thr: ThrCopy, tensor: Tensor, note?: Note): Tensor {
  return makeTensor(tensor.data, retile(thr.copy, tensor.layout, note));
}
