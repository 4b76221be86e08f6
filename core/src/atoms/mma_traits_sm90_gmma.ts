// Warpgroup MMA operations of sm_90 (wgmma): all follow one rule, so there is no table.
// Names are `SM90_64xNxK_DAB_{SS,RS}[_TN]` or `MMA_…` inside namespace GMMA. From cute/atom/mma_traits_sm90_gmma.hpp.
import { int } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { layoutOf } from './rows';
import type { MmaTraits } from './rows';

/** CUTLASS's names for the value types in an operation's name. */
const types: Readonly<Record<string, string>> = {
  F16: 'half_t', F32: 'float', BF16: 'bfloat16_t', TF32: 'tfloat32_t', E4M3: 'float_e4m3_t', E5M2: 'float_e5m2_t',
  S32: 'int32_t', S8: 'int8_t', U8: 'uint8_t',
};

const combinations = [
  'x16_F16F16F16', 'x16_F32F16F16', 'x16_F32BF16BF16', 'x8_F32TF32TF32',
  ...['F16', 'F32'].flatMap((d) => ['E4M3', 'E5M2'].flatMap((a) => ['E4M3', 'E5M2'].map((b) => `x32_${d}${a}${b}`))),
  ...['S8', 'U8'].flatMap((a) => ['S8', 'U8'].map((b) => `x32_S32${a}${b}`)),
];

const form = /^(?:SM90|MMA)_64x(\d+)x(\d+)_(F16|F32|S32)(F16|BF16|TF32|E4M3|E5M2|S8|U8)(F16|BF16|TF32|E4M3|E5M2|S8|U8)_(SS|RS)(_TN)?(_SATURATE)?$/;

/** Every name of the family, without namespace. N is a multiple of 8 up to 256; those outside of CUTLASS's default set
 *  need CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED there. */
export function gmmaNames(): string[] {
  const names: string[] = [];
  for (let n = 8; n <= 256; n += 8) {
    for (const combination of combinations) {
      for (const operands of ['SS', 'RS']) {
        const tail = combination.startsWith('x16') ? '' : '_TN';
        for (const prefix of ['SM90', 'MMA']) names.push(`${prefix}_64x${n}${combination}_${operands}${tail}`);
        if (combination.includes('S32')) names.push(`SM90_64x${n}${combination}_${operands}${tail}_SATURATE`, `MMA_64x${n}${combination}_${operands}${tail}_SATURATE`);
      }
    }
  }
  return names;
}

/** The traits of the operation `name` whose A and B tiles are K-major (0) or MN-major (1) in shared memory. */
export function gmmaTraits(name: string, majorA = 0, majorB = 0): MmaTraits | undefined {
  const m = form.exec(name);
  if (!m) return undefined;
  const [n, k] = [Number(m[1]), Number(m[2])];
  const [d, a, b] = [types[m[3] ?? ''] ?? '', types[m[4] ?? ''] ?? '', types[m[5] ?? ''] ?? ''];
  const fromRegisters = m[6] === 'RS';
  return {
    types: [d, a, b, d],
    shapeMNK: [int(64), int(n), int(k)],
    thrId: layoutOf('_128:_1'),
    layoutA: fromRegisters ? registerA(k) : sharedOperand(64, k),
    layoutB: sharedOperand(n, k),
    layoutC: layoutOf(`((_4,_8,_4),(_2,_2,_${n / 8})):((_128,_1,_16),(_64,_8,_512))`),
    fragments: { ...(fromRegisters ? {} : { a: descriptor(majorA) }), b: descriptor(majorB) },
  };
}

function descriptor(major: number): string {
  return `GMMA::smem_desc<${major === 0 ? 'K' : 'MN'}>`;
}

/** Every thread of the warpgroup sees the whole tile. */
function sharedOperand(mn: number, k: number): Layout {
  return layoutOf(`(_128,(_${mn},_${k})):(_0,(_1,_${mn}))`);
}

/** A in registers, by its depth in elements: 32, 16 or 8 bit values. */
function registerA(k: number): Layout {
  switch (k) {
    case 8: return layoutOf('((_4,_8,_4),(_2,_2)):((_64,_1,_16),(_8,_256))');
    case 16: return layoutOf('((_4,_8,_4),(_2,_2,_2)):((_128,_1,_16),(_64,_8,_512))');
    default: return layoutOf('((_4,_8,_4),(_4,_2,_2)):((_256,_1,_16),(_64,_8,_1024))');
  }
}
