// MMA operations of sm_61, from cute/atom/mma_traits_sm61.hpp of CUTLASS 4.7.0 (7107b0553): every row is what CuTe prints for the traits.
// Data only; see ../rows.ts for the columns.
import type { MmaRow } from '../rows';

export const mmaSm61: readonly MmaRow[] = [
  ['SM61_DP4A', 'int32_t,int8_t,int8_t,int32_t', '(_1,_1,_4)', '_1:_0', '(_1,_4):(_0,_1)', '(_1,_4):(_0,_1)', '(_1,_1):(_0,_0)'],
  ['SM61_DP2A', 'int32_t,int16_t,int16_t,int32_t', '(_1,_1,_2)', '_1:_0', '(_1,_2):(_0,_1)', '(_1,_2):(_0,_1)', '(_1,_1):(_0,_0)'],
];
