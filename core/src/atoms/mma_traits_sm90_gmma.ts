// Warpgroup MMA operations of sm_90 (wgmma), dense and sparse: all follow one rule, so there is no table.
// Dense names are `SM90_64xNxK_DAB_{SS,RS}[_TN]`, or `MMA_…` inside namespace GMMA; sparse ones `GMMA_…` inside
// GMMA::SPARSE. From cute/atom/mma_traits_sm90_gmma.hpp and mma_traits_sm90_gmma_sparse.hpp; checked against CuTe by
// `npm run gen-atoms`.
import { int } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { layoutOf } from './rows';
import type { MmaTraits } from './rows';

/** CUTLASS's names for the value types in an operation's name. */
const types: Readonly<Record<string, string>> = {
  F16: 'half_t',
  F32: 'float',
  BF16: 'bfloat16_t',
  TF32: 'tfloat32_t',
  E4M3: 'float_e4m3_t',
  E5M2: 'float_e5m2_t',
  S32: 'int32_t',
  S8: 'int8_t',
  U8: 'uint8_t',
};

/** Depth of the dense operation, and types. */
const combinations: readonly (readonly [k: number, types: string])[] = [
  [16, 'F16F16F16'],
  [16, 'F32F16F16'],
  [16, 'F32BF16BF16'],
  [8, 'F32TF32TF32'],
  ...['F16', 'F32'].flatMap((d) =>
    ['E4M3', 'E5M2'].flatMap((a) => ['E4M3', 'E5M2'].map((b) => [32, `${d}${a}${b}`] as const)),
  ),
  ...['S8', 'U8'].flatMap((a) => ['S8', 'U8'].map((b) => [32, `S32${a}${b}`] as const)),
];

const form =
  /^(SM90|MMA|GMMA)_64x(\d+)x(\d+)_(F16|F32|S32)(F16|BF16|TF32|E4M3|E5M2|S8|U8)(F16|BF16|TF32|E4M3|E5M2|S8|U8)_(SS|RS)(_TN)?(_SATURATE)?$/;

/** Every name of the family, without namespace. N is a multiple of 8 up to 256; those outside of CUTLASS's default set
 *  need CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED there. */
export function gmmaNames(): string[] {
  const names: string[] = [];
  for (let n = 8; n <= 256; n += 8) {
    for (const [k, combination] of combinations) {
      const integer = combination.startsWith('S32');
      if (integer && n > 32 && n % 16 !== 0) continue;
      for (const tail of k === 16 ? ['SS', 'RS'] : ['SS_TN', 'RS_TN']) {
        for (const saturate of integer ? ['', '_SATURATE'] : ['']) {
          for (const prefix of ['SM90', 'MMA']) names.push(`${prefix}_64x${n}x${k}_${combination}_${tail}${saturate}`);
          names.push(`GMMA_64x${n}x${2 * k}_${combination}_${tail}${saturate}`);
        }
      }
    }
  }
  return names;
}

/** The name by which a dense operation is known here: the alias in `cute` of the class in `SM90::GMMA`. */
export function gmmaName(name: string): string {
  return name.replace(/^MMA_64x/, 'SM90_64x');
}

/** The template parameters of an operation; those of integers take no scale, those that end in `_TN` no major. */
export function gmmaParams(name: string): readonly string[] {
  const selector = name.startsWith('GMMA_') ? ['spsel'] : [];
  if (name.includes('_S32')) return selector;
  return [...(name.endsWith('_TN') ? [] : ['tnspA', 'tnspB']), 'scaleA', 'scaleB', ...selector];
}

/** The traits of the operation `name`. `majors` are its first two template arguments: K-major (0) or MN-major (1) tiles
 *  of A and B in shared memory. */
export function gmmaTraits(name: string, majors: readonly [number, number] = [0, 0]): MmaTraits | undefined {
  const m = form.exec(name);
  if (!m) return undefined;
  const sparse = m[1] === 'GMMA';
  const [n, k] = [Number(m[2]), Number(m[3])];
  const [d, a, b] = [types[m[4] ?? ''] ?? '', types[m[5] ?? ''] ?? '', types[m[6] ?? ''] ?? ''];
  const fromRegisters = m[7] === 'RS';
  const [majorA, majorB] = m[8] === undefined ? majors : [0, 0];
  return {
    types: [d, sparse ? `sparse_elem<2,${a}>` : a, b, d],
    shapeMNK: [int(64), int(n), int(k)],
    thrId: layoutOf('_128:_1'),
    layoutA: fromRegisters ? registerA(k) : sharedOperand(64, k),
    layoutB: sharedOperand(n, k),
    layoutC: layoutOf(`((_4,_8,_4),(_2,_2,_${n / 8})):((_128,_1,_16),(_64,_8,_512))`),
    fragments: { ...(fromRegisters ? {} : { a: descriptor(majorA) }), b: descriptor(majorB) },
    ...(sparse && { extra: { ValTypeE: `sparse_elem<${a === 'tfloat32_t' ? 4 : 8},uint8_t>`, ELayout: metadata(k) } }),
  };
}

function descriptor(major: number): string {
  return `GMMA::smem_desc<${major === 0 ? 'K' : 'MN'}>`;
}

/** Every thread of the warpgroup sees the whole tile. */
function sharedOperand(mn: number, k: number): Layout {
  return layoutOf(`(_128,(_${mn},_${k})):(_0,(_1,_${mn}))`);
}

/** A in registers, by its depth in elements: 32, 16 or 8 bit values, or twice as many sparse ones. */
function registerA(k: number): Layout {
  if (k === 8) return layoutOf('((_4,_8,_4),(_2,_2)):((_64,_1,_16),(_8,_256))');
  return layoutOf(`((_4,_8,_4),(_${k / 8},_2,_2)):((_${8 * k},_1,_16),(_64,_8,_${32 * k}))`);
}

/** (thread, value) → (m, k) of the metadata of a sparse A. */
function metadata(k: number): string {
  switch (k) {
    case 16:
      return '((_2,_2,_8,_4),(_8,_2)):((_512,_0,_1,_16),(_64,_8))';
    case 32:
      return '((_2,_2,_8,_4),(_16,_2)):((_1024,_0,_1,_16),(_64,_8))';
    default:
      return '((_2,_2,_8,_4),(_32)):((_8,_2048,_1,_16),(_64))';
  }
}
