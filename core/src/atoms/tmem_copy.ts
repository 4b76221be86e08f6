// Copies between tensor memory and registers, line by line as `make_tmem_copy` of cute/atom/copy_traits_sm100.hpp.
import { refused } from '../values/refused';
import {
  coalesce,
  composition,
  int,
  left_inverse,
  make_layout,
  make_layout_of,
  mul,
  product_each,
  shape,
  size,
  upcast,
} from '../algebra/index';
import { spelled } from '../algebra/errors';
import { spellType } from '../values/print';
import { sizeofBits } from '../values/scalars';
import { isStaticLayout } from '../values/tensor';
import type { CopyAtom, Tensor, TiledCopy } from '../values/value';
import { make_cotiled_copy, overTile } from './copy_atom';
import { layoutOf } from './rows';
import { laneStride } from './tmem';
import { tmemValIds } from './tables/tmem_val_ids_sm100';

const valIds: ReadonlyMap<string, string> = new Map(tmemValIds);

/** `make_tmem_copy(atom, tmem)`: four warps, each at its own 32 lanes.
 *  Throws: 'type' where the operation or the tensor is not of tensor memory. */
export function make_tmem_copy(atom: CopyAtom, tmem: Tensor): TiledCopy {
  const valId = valIds.get(atom.op);
  if (valId === undefined) throw refused('type')`${{ op: atom.op }} is not a copy of tensor memory`;
  if (tmem.data.space !== 'tmem') throw refused('type')`make_tmem_copy takes a tensor in tensor memory`;
  const bits = sizeofBits(tmem.data.element);
  if (sizeofBits(atom.type) !== bits) {
    const [moved, held] = [spelled(spellType, atom.type), spelled(spellType, tmem.data.element)];
    throw refused('type')`the copy moves ${{ moved }}, the tensor holds ${{ held }}`;
  }
  const lanes = mul(int(32), int(laneStride(tmem.data.element)));
  const threads = make_layout([int(32), int(4)], [int(0), lanes]);
  const values = coalesce(upcast(layoutOf(valId), bits));
  return make_cotiled_copy(atom, make_layout_of([threads, values]), tmem.layout);
}

/** `make_tmem_warp_partitioner(tmem)`: how four warps, each at its own 32 lanes, tile a tensor in tensor memory.
 *  Throws: 'type' where the tensor is not of tensor memory, 'static' where its layout is not. */
export function make_tmem_warp_partitioner({ data, layout }: Tensor): ReturnType<typeof overTile> {
  if (data.space !== 'tmem') throw refused('type')`make_tmem_warp_partitioner takes a tensor in tensor memory`;
  if (!isStaticLayout(layout)) throw refused('static')`make_tmem_warp_partitioner takes a static layout`;
  const warps = make_layout(int(4), mul(int(32), int(laneStride(data.element))));
  const inverse = make_layout_of([left_inverse(layout), make_layout(int(1), int(0))]);
  return overTile(product_each(shape(layout)), composition(inverse, warps));
}

/** An operation between tensor memory and registers: what it is, its width, and how often it repeats. */
const repeated = /^SM100_TMEM_(LOAD|STORE)_(\d+)dp(\d+)b(\d+)x(_16b)?$/;

/** `TMEM::op_repeater<op, bits_n>()`: of the operations that repeat `op`, the widest that divides `bits`.
 *  Throws: 'type' where `op` is not one that moves its width once, 'divisibility' where none divides. */
export function op_repeater(op: string, bits: number): string {
  const [, way, lanes, width, times, packed = ''] = repeated.exec(op) ?? [];
  if (width === undefined || times !== '1')
    throw refused('type')`TMEM::op_repeater takes an operation of tensor memory that repeats nothing, not ${{ op }}`;
  const unit = lanes === '16' && width === '32' ? 64 : Number(width);
  for (let repeats = Math.min(128, 8192 / unit); repeats >= 1; repeats /= 2)
    if (bits % (unit * repeats) === 0) return `SM100_TMEM_${way ?? ''}_${lanes ?? ''}dp${width}b${repeats}x${packed}`;
  throw refused('divisibility')`${{ op }} moves a multiple of ${{ unit }} bits, not ${{ bits }}`;
}

/** `TMEM::tmem_load_to_store(op)`: the store that writes what the load reads.  Throws: 'type' for others. */
export function tmem_load_to_store(op: string): string {
  if (repeated.exec(op)?.[1] !== 'LOAD') throw refused('type')`${{ op }} is not a load from tensor memory`;
  return op.replace('_LOAD_', '_STORE_');
}

/** `make_utccp_copy(op, tmem)`: shared memory to tensor memory, by one thread of each SM.
 *  Throws: 'type' where the operation or the tensor is not of tensor memory. */
export function make_utccp_copy(atom: CopyAtom, tmem: Tensor): TiledCopy {
  const valId = valIds.get(atom.op);
  if (valId === undefined) throw refused('type')`${{ op: atom.op }} is not a copy into tensor memory`;
  if (tmem.data.space !== 'tmem') throw refused('type')`make_utccp_copy takes a tensor in tensor memory`;
  const threads = make_layout(size(atom.thrId), int(0));
  const values = coalesce(upcast(layoutOf(valId), sizeofBits(tmem.data.element)));
  return make_cotiled_copy(atom, make_layout_of([threads, values]), tmem.layout);
}
