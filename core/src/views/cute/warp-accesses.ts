// The addresses that a warp accesses when it copies its part of a tensor, instruction by instruction. The parts of all
// lanes are computed with CuTe's functions. What the hardware does with the addresses is known to core/src/access.
import { say } from '../../base/say';
import { add, compile, number, offset_of, size } from '../../algebra/index';
import { dyn, isInt, type Int } from '../../algebra/leaf';
import { isAccessWidth } from '../../access/index';
import { addressing, type Addressing } from '../../atoms/copy_addressing';
import { partitionSide, type Side } from '../../atoms/copy_atom';
import { mmaSlice, partition, type Operand } from '../../atoms/mma_atom';
import { asInt, asIntTuple, isTensor } from '../../values/convert';
import { local_partition } from '../../values/tensor';
import type { Tensor, ThrCopy, ThrMma } from '../../values/value';
import type { Accesses, Memory } from '../model';
import { memoryOf } from '../parts';
import { partOfThread, type PartOfThread } from './part-of-thread';
import type { Subject } from '../view';

const lanes = 32;
/** The largest number of instructions, and of lines of 128 bytes, that are shown. */
export const mostInstructions = 64;
const mostLines = 256;

/** The copied tensor, and the part of each lane. */
interface WarpParts {
  readonly memory: Memory;
  readonly op: Exclude<Addressing['op'], 'async' | 'async-bypass'>;
  /** The number of elements that one instruction moves for a thread. */
  readonly vector: number;
  readonly matrices: number;
  readonly firstThread: number;
  readonly threads: number;
  readonly isAssumed: boolean;
  partOf(thread: number): Tensor;
}

export interface WarpAccesses {
  readonly accesses: Accesses;
  /** The copying operation is not known: each instruction is assumed to move one element for a thread. */
  readonly isAssumed: boolean;
}

/** The accesses of one warp, where the value is a thread's part of a tensor in the given memory space. */
export function warpAccesses(subject: Subject, space: 'smem' | 'gmem'): WarpAccesses | undefined {
  const parts = partsOf(subject);
  if (!parts || parts.memory.space !== space || parts.memory.widthBits % 8 !== 0) return undefined;
  const bytes = parts.memory.widthBits / 8;
  const addresses = Array.from({ length: lanes }, (_, lane) => {
    const thread = parts.firstThread + lane;
    return thread < parts.threads ? addressesOf(parts.partOf(thread), bytes) : [];
  });
  if (addresses.every((list) => list.length === 0)) return undefined;
  const { vector } = parts;
  if (!isContiguous(addresses, vector, bytes) || !isAccessWidth(vector * bytes)) return undefined;
  const isMatrix = parts.matrices > 0;
  const count = Math.min(mostInstructions, Math.floor(Math.max(...addresses.map(({ length }) => length)) / vector));
  const takesPart = (lane: number): boolean => !isMatrix || lane < 8 * parts.matrices;
  const byInstruction = Array.from({ length: count }, (_, i) =>
    addresses.map((list, lane) => (takesPart(lane) ? (list[i * vector] ?? null) : null)),
  );
  const bytesPerThread = vector * bytes;
  const unit = space === 'smem' ? 'bank' : 'sector';
  return {
    accesses: {
      op: parts.op,
      bytesPerThread,
      addresses: byInstruction,
      firstThread: parts.firstThread,
      unit,
      lines: linesOf(byInstruction, bytesPerThread),
    },
    isAssumed: parts.isAssumed,
  };
}

function partsOf(subject: Subject): WarpParts | undefined {
  const part = partOfThread(subject);
  if (!part || !isTensor(subject.value) || !isTensor(part.tensor)) return undefined;
  switch (part.by) {
    case 'copy':
      return copyParts(part.thr, part.side, part.tensor);
    case 'mma':
      return mmaParts(part.thr, part.operand, part.tensor);
    case 'threads':
      return threadParts(part, part.tensor);
  }
}

function copyParts({ copy, index }: ThrCopy, side: Side, tensor: Tensor): WarpParts | undefined {
  const memory = memoryOf(tensor);
  const how = addressing(copy.atom.op, side);
  // The shared-memory accesses of cp.async depend on its global addresses, which are not known here.
  return memory && how && how.op !== 'async' && how.op !== 'async-bypass'
    ? {
        memory,
        ...how,
        isAssumed: false,
        vector: number(size(side === 'S' ? copy.atom.layoutSrc : copy.atom.layoutDst, 1)),
        ...warpOf(asInt(index, 'get_slice')),
        threads: number(size(copy.layoutTV, 0)),
        partOf: (thread) => partitionSide({ is: 'thr-copy', copy, index: dyn(thread) }, side, tensor),
      }
    : undefined;
}

function mmaParts({ mma, vmnk }: ThrMma, operand: Operand, tensor: Tensor): WarpParts | undefined {
  const memory = memoryOf(tensor);
  const index = offset_of(mma.thrLayoutVMNK, vmnk);
  const fragment = { A: mma.atom.fragments?.a, B: mma.atom.fragments?.b, C: mma.atom.fragments?.c }[operand];
  if (!memory || fragment !== undefined || !isInt(index)) return undefined;
  return {
    memory,
    op: operand === 'C' ? 'store' : 'load',
    matrices: 0,
    vector: 1,
    isAssumed: true,
    ...warpOf(index),
    threads: number(size(mma.thrLayoutVMNK)),
    partOf: (thread) => partition(mmaSlice(mma, dyn(thread)), operand, tensor),
  };
}

function threadParts(
  { threads, index, proj }: PartOfThread & { by: 'threads' },
  tensor: Tensor,
): WarpParts | undefined {
  const memory = memoryOf(tensor);
  if (!memory || index === undefined || !isInt(index)) return undefined;
  return {
    memory,
    op: 'load',
    matrices: 0,
    vector: 1,
    isAssumed: true,
    ...warpOf(index),
    threads: number(size(threads)),
    partOf: (thread) => local_partition(tensor, threads, dyn(thread), proj),
  };
}

/** The warp of the given thread. */
function warpOf(index: Int): { readonly firstThread: number } {
  return { firstThread: Math.floor((index.n ?? 0) / lanes) * lanes };
}

/** The byte address of each value, from the base of the tensor. Throws: AlgebraError 'symbolic' where a number is
 *  not known. */
function addressesOf(part: Tensor, bytes: number): number[] {
  const count = Math.min(number(size(part.layout)), mostInstructions * 16);
  const swizzled = part.data.swizzle ? compile(part.data.swizzle) : (address: number): number => address;
  const start = asIntTuple(part.data.offset, say`an address`);
  return Array.from({ length: count }, (_, i) => {
    const offset = add(start, offset_of(part.layout, dyn(i)));
    return swizzled(number(asInt(offset, say`an address`), say`an offset`) * bytes);
  });
}

function isContiguous(addresses: readonly (readonly number[])[], vector: number, bytes: number): boolean {
  return addresses.every(
    (list) =>
      list.length % vector === 0 &&
      list.every((address, i) => i % vector === 0 || address === (list[i - 1] ?? 0) + bytes),
  );
}

function linesOf(byInstruction: readonly (readonly (number | null)[])[], bytesPerThread: number): number[] {
  const lines = new Set<number>();
  for (const address of byInstruction.flat()) {
    if (address !== null)
      for (let byte = address; byte < address + bytesPerThread; byte += 4) lines.add(Math.floor(byte / 128));
  }
  return [...lines].sort((a, b) => a - b).slice(0, mostLines);
}
