// Tensor-core operations of sm_100 (tcgen05.mma): one rule for dense operations, with M, N and types as template arguments.
// From cute/atom/mma_traits_sm100.hpp. Block-scaled and sparse operations are not modelled.
import { int } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { untype } from '../values/convert';
import { sizeofBits } from '../values/scalars';
import type { MmaAtom, Tag, Value } from '../values/value';
import { layoutOf } from './rows';

const form = /^SM100_MMA_(TF32|F16BF16|S8|F8F6F4)_(2x1SM_)?(SS|TS)$/;

/** Names of the operations, without template arguments. */
export const ummaNames: readonly string[] = ['TF32', 'F16BF16', 'S8', 'F8F6F4']
  .flatMap((kind) => ['', '2x1SM_'].flatMap((sms) => ['SS', 'TS'].map((operands) => `SM100_MMA_${kind}_${sms}${operands}`)));

export const ummaParams: readonly string[] = ['a_type', 'b_type', 'c_type', 'M', 'N', 'a_major', 'b_major', 'a_neg', 'b_neg'];

/** How an operand lies in tensor memory.  Source: UMMA::tmem_frg */
export interface TmemFragment {
  readonly sms: 1 | 2;
  readonly storageBits: number;
  readonly mode: 'Interleaved' | 'NonInterleaved' | 'Duplicated';
}

/** The atom of `SM100_MMA_…<a, b, c, M, N, a_major, b_major>`; undefined for other names or missing arguments. */
export function ummaAtom(op: Tag, spelled: string): MmaAtom | undefined {
  const match = form.exec(op.name);
  const [a, b, c, m, n, majorA, majorB] = op.args.map(untype);
  const [M, N] = [numberOf(m), numberOf(n)];
  if (!match || a === undefined || b === undefined || c === undefined || M === undefined || N === undefined) return undefined;
  const two = match[2] !== undefined;
  const fromTmem = match[3] === 'TS';
  const k = match[1] === 'F8F6F4' ? 32 : 256 / sizeofBits(a);
  return {
    is: 'mma-atom', op: spelled, types: [c, a, b, c], shapeMNK: [int(M), int(N), int(k)],
    thrId: layoutOf(two ? '_2:_1' : '_1:_0'),
    layoutA: operand(M, k, two, M), layoutB: operand(N, k, two, N), layoutC: two ? layoutOf(`(_2,(_${M / 2},_${N})):(_${M / 2},(_1,_${M}))`) : operand(M, N, false, M),
    fragments: {
      a: fromTmem ? spell({ sms: two ? 2 : 1, storageBits: sizeofBits(a), mode: two ? 'Duplicated' : 'NonInterleaved' }) : descriptor(numberOf(majorA)),
      b: descriptor(numberOf(majorB)),
      c: spell({ sms: two ? 2 : 1, storageBits: 32, mode: fromTmem && !two ? 'NonInterleaved' : 'Interleaved' }),
    },
  };
}

/** One SM sees the whole operand; two SMs see a half each. */
function operand(mn: number, k: number, two: boolean, stride: number): Layout {
  return layoutOf(two ? `(_2,(_${mn / 2},_${k})):(_${mn / 2},(_1,_${stride}))` : `(_1,(_${mn},_${k})):(_0,(_1,_${stride}))`);
}

function descriptor(major: number | undefined): string {
  return `UMMA::smem_desc<${major === 1 ? 'MN' : 'K'}>`;
}

function spell({ sms, storageBits, mode }: TmemFragment): string {
  return `UMMA::tmem_frg<${storageBits}b,${sms},${mode}>`;
}

/** Reads a fragment's name back. */
export function tmemFragment(name: string): TmemFragment | undefined {
  const m = /^UMMA::tmem_frg<(\d+)b,([12]),(\w+)>$/.exec(name);
  return m ? { sms: m[2] === '2' ? 2 : 1, storageBits: Number(m[1]), mode: m[3] as TmemFragment['mode'] } : undefined;
}

function numberOf(value: Value | undefined): number | undefined {
  if (value === undefined || Array.isArray(value)) return undefined;
  const one = value as Exclude<Value, readonly Value[]>;
  return one.is === 'static' || one.is === 'dynamic' ? one.n : undefined;
}
