// How copy operations address memory: which of them a warp executes with addresses that its threads give, on which
// side, and how. This is the only table of what a copy does to shared or global memory. The cost of the accesses is
// computed in access/.
import { invariant } from '../base/assert';
import type { Side } from './copy_atom';

/** What an instruction does at the addresses that the threads of a warp give. 'async' is the side of cp.async that
 *  writes to shared memory: it writes later and by another path than a store, through the cache or around it. A
 *  matrix has 8 rows of 16 bytes. */
export type Addressing =
  | { readonly op: 'load' | 'store'; readonly matrices: 0 }
  | { readonly op: 'async'; readonly matrices: 0 }
  | { readonly op: 'async-bypass'; readonly matrices: 0 }
  | { readonly op: 'ldmatrix' | 'stmatrix'; readonly matrices: 1 | 2 | 4 };

/** A copy by assignment in C++: without an operation of its own, and `UniversalCopy`. */
export const assignment = {
  S: { op: 'load', matrices: 0 },
  D: { op: 'store', matrices: 0 },
} as const satisfies Readonly<Record<Side, Addressing>>;

/** Operations by name, with what they do on the side that they read and on the side that they write. A side
 *  without an entry is not memory, or is addressed by a descriptor. */
const table: readonly (readonly [RegExp, (name: RegExpExecArray) => Readonly<Partial<Record<Side, Addressing>>>])[] = [
  [/^UniversalCopy\b/, () => assignment],
  [/^SM80_CP_ASYNC_CACHEALWAYS/, () => ({ S: assignment.S, D: { op: 'async', matrices: 0 } })],
  [/^SM80_CP_ASYNC_CACHEGLOBAL/, () => ({ S: assignment.S, D: { op: 'async-bypass', matrices: 0 } })],
  [/^SM\d+_U32x([124])_LDSM_N$/, ([, count]) => ({ S: { op: 'ldmatrix', matrices: matricesOf(count, 1) } })],
  [/^SM\d+_U16x([248])_LDSM_T$/, ([, count]) => ({ S: { op: 'ldmatrix', matrices: matricesOf(count, 2) } })],
  [/^SM\d+_U32x([124])_STSM_N$/, ([, count]) => ({ D: { op: 'stmatrix', matrices: matricesOf(count, 1) } })],
  [/^SM\d+_U16x([248])_STSM_T$/, ([, count]) => ({ D: { op: 'stmatrix', matrices: matricesOf(count, 2) } })],
];

/** Each matrix is one 32-bit register of a thread. */
function matricesOf(count: string | undefined, perRegister: 1 | 2): 1 | 2 | 4 {
  const matrices = Number(count) / perRegister;
  invariant(matrices === 1 || matrices === 2 || matrices === 4, 'an instruction moves one, two or four matrices');
  return matrices;
}

/** What the operation of that name does on one side; undefined where no thread gives an address. */
export function addressing(op: string, side: Side): Addressing | undefined {
  for (const [pattern, sides] of table) {
    const name = pattern.exec(op);
    if (name) return sides(name)[side];
  }
  return undefined;
}
