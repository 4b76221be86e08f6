// Addresses of shared memory as numbers of 32 bits, which `cast_smem_ptr_to_uint` and `__cvta_generic_to_shared` give:
// each memory has a range of its own, so that what a program computes with its addresses leads back to it. Memories
// begin at multiples of all alignments that there are.
import type { Allocation } from '../../values/value';

/** More than a block has shared memory. */
const bytesOfRange = 2 ** 24;
/** No address is beyond what an `int` holds. */
const mostRanges = 2 ** 31 / bytesOfRange - 1;

export class SharedAddresses {
  private readonly memories: Allocation[] = [];

  /** The address at which a memory begins; undefined where there are too many. */
  of(memory: Allocation): number | undefined {
    const known = this.memories.indexOf(memory);
    const range = known >= 0 ? known : this.memories.push(memory) - 1;
    return range < mostRanges ? (range + 1) * bytesOfRange : undefined;
  }

  /** The memory around an address, and the byte of it. */
  at(address: number): { readonly memory: Allocation; readonly byte: number } | undefined {
    const range = Math.floor(address / bytesOfRange) - 1;
    const memory = this.memories[range];
    return memory && { memory, byte: address - (range + 1) * bytesOfRange };
  }
}
