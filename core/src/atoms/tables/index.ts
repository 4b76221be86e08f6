// The tables of atoms, by the architecture of their header. Written by `npm run gen-atoms`.
import type { CopyRow, MmaRow } from '../rows';
import { mmaSm61 } from './mma_traits_sm61';
import { mmaSm70 } from './mma_traits_sm70';
import { mmaSm75 } from './mma_traits_sm75';
import { mmaSm80 } from './mma_traits_sm80';
import { mmaSm89 } from './mma_traits_sm89';
import { mmaSm90 } from './mma_traits_sm90';
import { mmaSm100 } from './mma_traits_sm100';
import { copySm50 } from './copy_traits_sm50';
import { copySm75 } from './copy_traits_sm75';
import { copySm90 } from './copy_traits_sm90';
import { copySm100 } from './copy_traits_sm100';

export const mmaTables: readonly (readonly MmaRow[])[] = [mmaSm61, mmaSm70, mmaSm75, mmaSm80, mmaSm89, mmaSm90, mmaSm100];
export const copyTables: readonly (readonly CopyRow[])[] = [copySm50, copySm75, copySm90, copySm100];
