// Finds the traits of an operation by its name and template arguments in the atom tables. Knows which operations
// exist; tiling is in mma_atom.ts and copy_atom.ts.
import { oneOf } from '../base/collect';
import { refused } from '../values/refused';
import { make_layout } from '../algebra/index';
import { int } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { isA, untype } from '../values/convert';
import { integerOfBits, sizeofBits } from '../values/scalars';
import type { Tag, Value } from '../values/value';
import { sm120Traits } from './mma_traits_sm120';
import { gmmaTraits } from './mma_traits_sm90_gmma';
import { tmaThreads } from './tma_operations';
import { copyTables, mmaTables } from './tables/index';
import { copyTraitsOf, layoutOf, mmaTraitsOf } from './rows';
import type { CopyRow, CopyTraits, MmaRow, MmaTraits } from './rows';

const mmaRows: ReadonlyMap<string, MmaRow> = byName(mmaTables);
const copyRows: ReadonlyMap<string, CopyRow> = byName(copyTables);

function byName<R extends readonly [string, ...string[]]>(tables: readonly (readonly R[])[]): Map<string, R> {
  return new Map(tables.flatMap((table) => table.map((row) => [row[0], row] as const)));
}

/** The names of all operations in the tables, without templates and wgmma. */
export function tabledMmaOps(): string[] {
  return [...mmaRows.keys()];
}
export function tabledCopyOps(): string[] {
  return [...copyRows.keys()];
}

/** The traits of an MMA operation other than `UniversalFMA`, whose value types are its arguments. */
export function mmaTraits(op: Tag): MmaTraits | undefined {
  const row = mmaRows.get(op.name);
  if (row) return mmaTraitsOf(row);
  return sm120Traits(op) ?? gmmaTraits(op.name, [enumerator(op.args[0]), enumerator(op.args[1])]);
}

/** `GMMA::Major::K` is 0, `MN` is 1. */
function enumerator(arg: Value | undefined): number {
  const value = arg === undefined ? undefined : untype(arg);
  return isA(value, 'static') ? value.n : 0;
}

/** Copies by one thread whose width is that of a template argument. */
const widthOps: ReadonlySet<string> = new Set([
  'UniversalCopy',
  'SM80_CP_ASYNC_CACHEALWAYS',
  'SM80_CP_ASYNC_CACHEGLOBAL',
  'SM80_CP_ASYNC_CACHEALWAYS_ZFILL',
  'SM80_CP_ASYNC_CACHEGLOBAL_ZFILL',
]);

export function isWidthOp(name: string): boolean {
  return widthOps.has(name);
}
export function widthOpNames(): string[] {
  return [...widthOps];
}

/** The bit layouts of a copy operation. `UniversalCopy<S,D>` moves sizeof_bits(S); auto-vectorizing copies decide at
 *  run time and count as one value. */
export function copyTraits(op: Tag): CopyTraits | undefined {
  const row = copyRows.get(op.name);
  if (row) return copyTraitsOf(row);
  const one = layoutOf('_1:_0');
  if (op.name === 'AutoVectorizingCopyWithAssumedAlignment') {
    const value = layoutOf('(_1,_1):(_0,_0)');
    return { thrId: one, src: value, dst: value, ref: value };
  }
  const threads = tmaThreads(op.name);
  if (threads !== undefined) return boxTraits(threads, bitsOf(op));
  if (!isWidthOp(op.name)) return undefined;
  const from = sizeofBits(untype(op.args[0] ?? integerOfBits(128)));
  const to = op.args[1] === undefined ? from : sizeofBits(untype(op.args[1]));
  if (op.name.startsWith('SM80_CP_ASYNC')) checkAsync(op.name, from, to);
  const src = oneThread(from);
  return { thrId: one, src, dst: to === from ? src : oneThread(to), ref: src };
}

/** The assertions of cute/arch/copy_sm80.hpp.  Throws: 'type' for widths that cp.async does not have. */
function checkAsync(name: string, from: number, to: number): void {
  if (from !== to)
    throw refused(
      'type',
    )`cp.async requires sizeof(src_value_type) == sizeof(dst_value_type), not ${{ from: from / 8 }} and ${{ to: to / 8 }} bytes`;
  const widths = name.includes('CACHEGLOBAL') ? [16] : [4, 8, 16];
  if (!widths.includes(from / 8))
    throw refused(
      'type',
    )`cp.async sizeof(TS) is not supported: ${{ name }} moves ${{ widths: oneOf(widths) }} bytes, not ${{ from: from / 8 }}`;
}

/** The traits of TMA and bulk copies: each CTA moves a box of the given number of bits. */
function boxTraits(threads: number, bits: number): CopyTraits {
  const box = threads === 1 ? oneThread(bits) : make_layout([int(threads), int(bits)], [int(bits), int(1)]);
  return { thrId: make_layout(int(threads)), src: box, dst: box, ref: box };
}

/** The `NumBitsPerTMA` of `Copy_Traits<SM90_TMA_LOAD, NumBitsPerTMA, …>`. */
function bitsOf(op: Tag): number {
  const bits = op.args[0] === undefined ? undefined : untype(op.args[0]);
  if (isA(bits, 'static')) return bits.n;
  throw refused(
    'type',
  )`${{ name: op.name }} moves a box that its traits name: use make_tma_copy, or Copy_Traits<${{ name: op.name }}, NumBits…>`;
}

function oneThread(bits: number): Layout {
  return make_layout([int(1), int(bits)]);
}
