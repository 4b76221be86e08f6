// MMA operations of sm_90, from cute/atom/mma_traits_sm90.hpp of CUTLASS 4.7.0 (7107b0553): every row is what CuTe prints for the traits.
// Data only; see ../rows.ts for the columns.
import type { MmaRow } from '../rows';

export const mmaSm90: readonly MmaRow[] = [
  ['SM90_16x8x4_F64F64F64F64_TN', 'double,double,double,double', '(_16,_8,_4)', '_32:_1', '((_4,_8),_2):((_16,_1),_8)', '((_4,_8),_1):((_8,_1),_0)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM90_16x8x8_F64F64F64F64_TN', 'double,double,double,double', '(_16,_8,_8)', '_32:_1', '((_4,_8),(_2,_2)):((_16,_1),(_8,_64))', '((_4,_8),_2):((_8,_1),_32)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM90_16x8x16_F64F64F64F64_TN', 'double,double,double,double', '(_16,_8,_16)', '_32:_1', '((_4,_8),(_2,_4)):((_16,_1),(_8,_64))', '((_4,_8),_4):((_8,_1),_32)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM90_16x8x4_C64C64C64C64_TN', 'complex<double>,complex<double>,complex<double>,complex<double>', '(_16,_8,_4)', '_32:_1', '((_4,_8),_2):((_16,_1),_8)', '((_4,_8),_1):((_8,_1),_0)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM90_16x8x8_C64C64C64C64_TN', 'complex<double>,complex<double>,complex<double>,complex<double>', '(_16,_8,_8)', '_32:_1', '((_4,_8),(_2,_2)):((_16,_1),(_8,_64))', '((_4,_8),_2):((_8,_1),_32)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
  ['SM90_16x8x16_C64C64C64C64_TN', 'complex<double>,complex<double>,complex<double>,complex<double>', '(_16,_8,_16)', '_32:_1', '((_4,_8),(_2,_4)):((_16,_1),(_8,_64))', '((_4,_8),_4):((_8,_1),_32)', '((_4,_8),(_2,_2)):((_32,_1),(_16,_8))'],
];
