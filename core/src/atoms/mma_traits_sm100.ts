// Tensor-core operations of sm_100 and sm_103 (tcgen05.mma): one rule for dense, sparse, scaled and block-scaled ones,
// with M, N and types as template arguments. From cute/atom/mma_traits_sm100.hpp; checked against CuTe by
// `npm run gen-atoms`.
import { oneOf } from '../base/collect';
import { refused } from '../values/refused';
import { int } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { isA, untype } from '../values/convert';
import { spellType } from '../values/print';
import { complexOf, scalarExample, sizeofBits } from '../values/scalars';
import { sparseOf } from '../values/sparse';
import type { MmaAtom, Tag, Value } from '../values/value';
import { layoutOf } from './rows';

const form =
  /^(?:SM100_MMA_(TF32|F16BF16|S8|F8F6F4|MXF8F6F4|MXF4NVF4|MXF4)_(2x1SM_)?(SS|TS)(_SCALED|_SPARSE|_INTERLEAVED_CF32CTF32CTF32CF32_TN)?|SM103_(MXF4_ULTRA)_(2x1SM_)?SS_VS)$/;

const interleaved = '_INTERLEAVED_CF32CTF32CTF32CF32_TN';

const suffixes: Readonly<Record<string, readonly string[]>> = {
  TF32: ['SS', 'TS', `TS${interleaved}`, 'TS_SCALED', 'SS_SPARSE'],
  F16BF16: ['SS', 'TS', 'SS_SCALED', 'TS_SCALED', 'SS_SPARSE'],
  S8: ['SS', 'TS', 'SS_SPARSE'],
  F8F6F4: ['SS', 'TS', 'SS_SPARSE'],
  MXF8F6F4: ['SS', 'SS_SPARSE'],
  MXF4: ['SS'],
  MXF4NVF4: ['SS_SPARSE'],
};

/** Names of the operations with traits, without namespace and template arguments. */
export const ummaNames: readonly string[] = [
  ...Object.entries(suffixes).flatMap(([kind, tails]) =>
    ['', '2x1SM_'].flatMap((sms) => tails.map((tail) => `SM100_MMA_${kind}_${sms}${tail}`)),
  ),
  'SM103_MXF4_ULTRA_SS_VS',
  'SM103_MXF4_ULTRA_2x1SM_SS_VS',
];

/** What an operation's name says. */
interface Kind {
  readonly kind: string;
  readonly two: boolean;
  readonly fromTmem: boolean;
  readonly tail: string;
}

function kindOf(name: string): Kind | undefined {
  const m = ummaNames.includes(name) ? form.exec(name) : undefined;
  if (!m) return undefined;
  return { kind: m[1] ?? m[5] ?? '', two: (m[2] ?? m[6]) !== undefined, fromTmem: m[3] === 'TS', tail: m[4] ?? '' };
}

/** The template parameters of an operation, in order. */
export function ummaParams(name: string): readonly string[] {
  const { kind = '', tail = '', fromTmem = false } = kindOf(name) ?? {};
  const types =
    tail === interleaved ? [] : ['a_type', 'b_type', 'c_type', ...(kind.startsWith('MX') ? ['sf_type'] : [])];
  const scale = tail === '_SCALED' ? ['ScaleC'] : [];
  const signs = kind === 'S8' && !fromTmem ? [] : ['a_neg', 'b_neg'];
  return [...types, 'M', 'N', ...(kind.startsWith('MXF4') ? ['VS'] : []), 'a_major', 'b_major', ...scale, ...signs];
}

/** How the rows of a fragment lie in tensor memory. */
const tmemModes = ['Interleaved', 'NonInterleaved', 'Duplicated'] as const;

/** How an operand lies in tensor memory.  Source: UMMA::tmem_frg */
export interface TmemFragment {
  readonly sms: 1 | 2;
  readonly storageBits: number;
  readonly mode: (typeof tmemModes)[number];
}

/** Template arguments by parameter. */
interface Arguments {
  readonly a: Value;
  readonly b: Value;
  readonly c: Value;
  readonly sf: Value | undefined;
  readonly M: number;
  readonly N: number;
  readonly vs: number | undefined;
  readonly majorA: number | undefined;
  readonly majorB: number | undefined;
}

function argumentsOf(op: Tag): Arguments {
  const params = ummaParams(op.name);
  const at = (name: string): Value | undefined => {
    const value = op.args[params.indexOf(name)];
    return value === undefined ? undefined : untype(value);
  };
  const need = <T>(value: T | undefined, name: string): T => {
    if (value === undefined)
      throw refused(
        'type',
      )`${{ name: op.name }} takes the template arguments ${{ params: params.join(', ') }}; ${{ missing: name }} is missing`;
    return value;
  };
  const fixed = params.includes('a_type') ? undefined : complexOf(scalarExample('tfloat32_t') ?? int(0));
  return {
    a: fixed ?? need(at('a_type'), 'a_type'),
    b: fixed ?? need(at('b_type'), 'b_type'),
    c: fixed ? (scalarExample('float') ?? int(0)) : need(at('c_type'), 'c_type'),
    sf: params.includes('sf_type') ? need(at('sf_type'), 'sf_type') : undefined,
    M: need(numberOf(at('M')), 'M'),
    N: need(numberOf(at('N')), 'N'),
    vs: params.includes('VS') ? need(numberOf(at('VS')), 'VS') : undefined,
    majorA: numberOf(at('a_major')),
    majorB: numberOf(at('b_major')),
  };
}

/** The atom of `SM100_MMA_…<a, b, c, M, N, a_major, b_major>`; undefined for other names.
 *  Throws: 'type' where a template argument is missing. */
export function ummaAtom(op: Tag, spelled: string): MmaAtom | undefined {
  const kind = kindOf(op.name);
  if (!kind) return undefined;
  const args = argumentsOf(op);
  const { two, fromTmem } = kind;
  const { a, b, c, M, N } = args;
  checkShape(op.name, kind, args);
  const sms = two ? 2 : 1;
  const sparse = kind.tail === '_SPARSE';
  const k = depth(kind, a);
  const extra = { ...(sparse && metadata(kind, a)), ...(args.sf !== undefined && scaleFactors(kind, args)) };
  return {
    is: 'mma-atom',
    op: spelled,
    types: [c, sparse ? sparseA(kind, a) : a, b, c],
    shapeMNK: [int(M), int(N), int(k)],
    thrId: layoutOf(two ? '_2:_1' : '_1:_0'),
    layoutA: operand(M, k, two, M),
    layoutB: operand(N, k, two, N),
    layoutC: two ? layoutOf(`(_2,(_${M / 2},_${N})):(_${M / 2},(_1,_${M}))`) : operand(M, N, false, M),
    fragments: {
      a: fromTmem
        ? spellFragment({ sms, storageBits: sizeofBits(a), mode: two ? 'Duplicated' : 'NonInterleaved' })
        : descriptor(args.majorA, sparse),
      b: descriptor(args.majorB, false),
      c: spellFragment({ sms, storageBits: 32, mode: fromTmem && !two ? 'NonInterleaved' : 'Interleaved' }),
    },
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** The rows and columns that the instruction has.  Throws: 'range' for others.  Source: the assertions of
 *  cute/arch/mma_sm100_umma.hpp */
function checkShape(name: string, kind: Kind, { M, N, majorB }: Arguments): void {
  const rows = rowsOf(kind);
  if (rows && !rows.includes(M)) throw refused('range')`${{ name }} has ${{ rows: oneOf(rows) }} rows, not ${{ M }}`;
  const step = columnStep(kind, M, majorB === 1);
  const eight = kind.kind === 'S8' && !kind.two && N === 8;
  if (N < 1 || N > 256 || (N % step !== 0 && !eight))
    throw refused(
      'range',
    )`${{ name }} with ${{ M }} rows has a multiple of ${{ step }} columns up to 256, not ${{ N }}`;
}

/** Undefined where CuTe asserts nothing. */
function rowsOf({ kind, two }: Kind): readonly number[] | undefined {
  if (!two) return kind.startsWith('MX') ? [128] : [64, 128];
  if (kind === 'MXF4NVF4') return undefined;
  return kind === 'MXF8F6F4' ? [256] : [128, 256];
}

function columnStep({ kind, two, fromTmem, tail }: Kind, M: number, majorMN: boolean): number {
  const unit = two ? 16 : 8;
  if (kind === 'F8F6F4' && !fromTmem && tail === '') return majorMN ? 2 * unit : unit;
  if (kind === 'S8') return 2 * unit;
  if (kind === 'MXF4_ULTRA') return 16;
  const coarse = fromTmem || (kind === 'F8F6F4' && tail === '_SPARSE');
  return coarse && (two || M === 128) ? 2 * unit : unit;
}

/** Elements of K in one operation: 256 bits of A, twice as many where A is sparse; narrow floats count as bytes. */
function depth({ kind, tail }: Kind, a: Value): number {
  const twice = tail === '_SPARSE' ? 2 : 1;
  switch (kind) {
    case 'F8F6F4':
    case 'MXF8F6F4':
      return twice * 32;
    case 'MXF4':
    case 'MXF4NVF4':
      return twice * 64;
    case 'MXF4_ULTRA':
      return 96;
    default:
      return twice * (256 / sizeofBits(a));
  }
}

const byte = (): Value => scalarExample('uint8_t') ?? int(0);

function sparseA({ kind }: Kind, a: Value): Value {
  return kind === 'MXF4NVF4' ? sparseOf(4, byte()) : sparseOf(2, a);
}

/** Members about the metadata of a sparse A. */
function metadata({ kind }: Kind, a: Value): Record<string, Value> {
  const sparsity = kind === 'TF32' ? 4 : kind === 'MXF4NVF4' ? 16 : 8;
  const held = kind.endsWith('F8F6F4') ? byte() : a;
  return {
    ValTypeE: sparseOf(sparsity, byte()),
    FrgTypeE: { is: 'tag', name: `UMMA::tmem_e_frg<${spellType(held)}>`, args: [] },
  };
}

/** Members about scale factors. Two SMs with 64 rows each keep them twice in each direction. */
function scaleFactors({ kind, two, tail }: Kind, { sf, vs, M }: Arguments): Record<string, Value> {
  const type = sf ?? int(0);
  const size = vs ?? (tail === '_SPARSE' ? 64 : 32);
  const mode = two && M === 128 ? 'ScaleFactorDuplicated2by2' : 'ScaleFactorDuplicated4by1';
  const fragment = (ofA: boolean): Tag => ({
    is: 'tag',
    name: `UMMA::tmem_sf_frg<${spellType(type)},${size},${two ? 2 : 1},${String(ofA)},${mode}>`,
    args: [],
  });
  const values: Record<string, Value> =
    kind === 'MXF8F6F4' && two && tail === '_SPARSE' ? {} : { ValTypeSFA: type, ValTypeSFB: type };
  return {
    ...values,
    SFVecSize: int(size),
    FrgTypeSFA: fragment(true),
    FrgTypeSFB: fragment(false),
  };
}

/** `MMA_ScaleFactor` of a block-scaled operation: that of one SM whose columns the copy of the scale factors of B
 *  fills. Undefined for other operations. */
export function scaleFactorOperation(op: Tag): Tag | undefined {
  const kind = kindOf(op.name);
  if (!kind?.kind.startsWith('MX')) return undefined;
  const params = ummaParams(op.name);
  const args = argumentsOf(op);
  const M = kind.two && args.M / 2 > 64 ? args.M / 2 : args.M;
  const name = op.name.startsWith('SM103_') ? 'SM100_MMA_MXF4_SS' : op.name.replace('_2x1SM', '');
  const columns = 128 * Math.ceil(args.N / 128);
  return {
    is: 'tag',
    name,
    args: op.args.map((arg, i) => (params[i] === 'M' ? int(M) : params[i] === 'N' ? int(columns) : arg)),
  };
}

/** One SM sees the whole operand; two SMs see a half each. */
function operand(mn: number, k: number, two: boolean, stride: number): Layout {
  return layoutOf(
    two ? `(_2,(_${mn / 2},_${k})):(_${mn / 2},(_1,_${stride}))` : `(_1,(_${mn},_${k})):(_0,(_1,_${stride}))`,
  );
}

function descriptor(major: number | undefined, sparse: boolean): string {
  return `UMMA::${sparse ? 'sparse_' : ''}smem_desc<${major === 1 ? 'MN' : 'K'}>`;
}

/** A fragment's name. */
export function spellFragment({ sms, storageBits, mode }: TmemFragment): string {
  return `UMMA::tmem_frg<${storageBits}b,${sms},${mode}>`;
}

/** Reads a fragment's name back. */
export function tmemFragment(name: string): TmemFragment | undefined {
  const m = /^UMMA::tmem_frg<(\d+)b,([12]),(\w+)>$/.exec(name);
  const mode = tmemModes.find((known) => known === m?.[3]);
  return m && mode ? { sms: m[2] === '2' ? 2 : 1, storageBits: Number(m[1]), mode } : undefined;
}

function numberOf(value: Value | undefined): number | undefined {
  return isA(value, 'static') || isA(value, 'dynamic') ? value.n : undefined;
}
