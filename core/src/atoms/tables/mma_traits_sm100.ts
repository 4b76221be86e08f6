// MMA operations of sm_100, from cute/atom/mma_traits_sm100.hpp of CUTLASS 4.7.0 (7107b0553): every row is what CuTe prints for the traits.
// Data only; see ../rows.ts for the columns.
import type { MmaRow } from '../rows';

export const mmaSm100: readonly MmaRow[] = [
  ['SM100_2x1x1_F32F32F32F32', 'float,float,float,float', '(_2,_1,_1)', '_1:_0', '(_1,_2):(_0,_1)', '(_1,_1):(_0,_0)', '(_1,_2):(_0,_1)'],
  ['SM100_1x2x1_F32F32F32F32', 'float,float,float,float', '(_1,_2,_1)', '_1:_0', '(_1,_1):(_0,_0)', '(_1,_2):(_0,_1)', '(_1,_2):(_0,_1)'],
];
