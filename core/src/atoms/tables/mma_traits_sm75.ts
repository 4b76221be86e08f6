// MMA operations of sm_75, from cute/atom/mma_traits_sm75.hpp of CUTLASS 4.7.0 (7107b0553): every row is what CuTe prints for the traits.
// Data only; see ../rows.ts for the columns.
import type { MmaRow } from '../rows';

export const mmaSm75: readonly MmaRow[] = [
  ['SM75_16x8x8_F32F16F16F32_TN', 'float,half_t,half_t,float', '(_16,_8,_8)', '_32:_1', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))', '((_4,_8),_2):((_16,_1),_8)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM75_16x8x8_F16F16F16F16_TN', 'half_t,half_t,half_t,half_t', '(_16,_8,_8)', '_32:_1', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))', '((_4,_8),_2):((_16,_1),_8)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM75_8x8x16_S32S8S8S32_TN', 'int32_t,int8_t,int8_t,int32_t', '(_8,_8,_16)', '_32:_1', '((_4,_8),_4):((_32,_1),_8)', '((_4,_8),_4):((_32,_1),_8)', '((_4,_8),_2):((_16,_1),_8)'],
];
