// Copy operations of sm_50, from cute/atom/copy_traits_sm50.hpp of CUTLASS 4.7.0 (7107b0553): every row is what CuTe prints for the traits.
// Data only; see ../rows.ts for the columns.
import type { CopyRow } from '../rows';

export const copySm50: readonly CopyRow[] = [
  ['SM50_Shuffle_U32_2x2Trans_XOR1', '_32:_1', '(_32,_64):(_64,_1)', '((_2,_16),(_32,_2)):((_32,_128),(_1,_64))', '(_32,_64):(_64,_1)'],
  ['SM50_Shuffle_U32_2x2Trans_XOR4', '_32:_1', '(_32,_64):(_64,_1)', '((_4,_2,_4),(_32,_2)):((_64,_32,_512),(_1,_256))', '(_32,_64):(_64,_1)'],
];
