// What all threads of a block do to memory, as an Analysis has it: the accesses, the mistakes among them with their
// places, and what was not followed.
import type { BlockAccess, Hazard } from './access/hazards';
import type { AccessWidth, WarpAddresses, WarpOperation } from './access/shared';
import type { Span } from './base/span';
import type { Allocation, MemoryPart, TensorMade } from './values/value';

/** A place in the program that reads or writes a memory. */
export interface AccessPlace {
  readonly span: Span;
  readonly writes: boolean;
  readonly memory: Allocation;
  /** The member of an object in that memory that is accessed. */
  readonly part?: MemoryPart;
  /** The tensor through which it is. */
  readonly through?: TensorMade;
}

/** One access of all threads of a block to a memory, among those that it makes. */
export interface AccessMoment {
  readonly place: AccessPlace;
  readonly access: Omit<BlockAccess, 'site'>;
  /** The instructions that make it, where threads wait for them and they are known. */
  readonly kind?: InstructionKind;
  /** Barriers of the block before it. */
  readonly epoch: number;
  /** The iterations of the loops around it, counted from 1, the innermost last. */
  readonly iterations: readonly number[];
}

/** What an instruction is, whether a copy makes it, and how many elements it moves for a thread. */
export interface InstructionKind {
  readonly how: WarpOperation;
  readonly isCopy: boolean;
  readonly elements: number;
  /** One side of `cp.async`, for which no thread waits. */
  readonly by?: AsyncCopy;
}

/** `cp.async` through the cache, or around it. */
export type AsyncCopy = 'async' | 'async-bypass';

/** What a place of the program does to memory by instructions of the first warp that comes there: to single elements,
 *  or by a copy. */
export interface WarpInstructions {
  readonly place: AccessPlace;
  readonly how: WarpOperation;
  readonly isCopy: boolean;
  /** The bytes at each address. */
  readonly bytes: AccessWidth;
  /** The addresses of the first instructions by lane, from the start of the memory. */
  readonly instructions: readonly WarpAddresses[];
  /** How many there are in all, where that is known. */
  readonly count?: number;
  /** Whether threads only may make it, a copy behind a condition that depends on data: then the addresses are those of
   *  all that may. */
  readonly isSupposed: boolean;
  /** Of `cp.async`: which it is, and the addresses of the same instructions on its other side. */
  readonly pair?: {
    readonly by: AsyncCopy;
    readonly place: AccessPlace;
    readonly instructions: readonly WarpAddresses[];
  };
}

/** A mistake that threads of a block make, with its places. */
export interface AccessHazard extends Hazard {
  readonly place: AccessPlace;
  readonly otherPlace?: AccessPlace;
  /** `blockIdx` of the other thread, where it may be another block. */
  readonly otherBlock?: readonly [number, number, number];
  readonly overrun?: Overrun;
}

/** A coordinate outside of its tensor that comes back as another element. */
export interface Overrun {
  /** The call with the coordinate. */
  readonly at: Span;
  /** As the thread gives it: `(_,_,64)`. */
  readonly coordinate: string;
  /** The part of it that is outside, its mode, `[2]`, and the extent of that; empty where one integer is the whole
   *  coordinate. */
  readonly part: number;
  readonly mode: readonly number[];
  readonly extent: number;
  /** The iterations of the loops around it, counted from 1, the innermost last. */
  readonly iterations: readonly number[];
  /** The coordinate of the element that is accessed: in the tensor that is indexed, in the whole that this is a part
   *  of, or in another tensor. Behind the end of the whole there is none. */
  readonly element?: string;
  readonly of: 'itself' | 'whole' | 'other' | 'behind';
  /** Where that tensor is made; absent for the one that is indexed. */
  readonly made?: Span;
}

/** A barrier that only some threads of the block reach. */
export interface Divergence {
  readonly span: Span;
  /** A thread that does not reach it, and how many do. */
  readonly missing: number;
  readonly arriving: number;
  /** One flag for each thread: whether it reaches it, and whether it does not, though it has not ended. */
  readonly arrives: Uint8Array;
  readonly misses: Uint8Array;
}

/** A barrier in shared memory, or with a number, at which a thread waits without end, that expects other bytes than are
 *  copied, or that a thread uses before it must see that another one has initialised it. */
export type BarrierFault = {
  /** The wait, the use, or where the bytes are expected. */
  readonly span: Span;
  /** How the program calls the barrier. */
  readonly name: string;
  /** One flag for each thread: whether it waits there, says there which bytes it expects, or uses the barrier. */
  readonly who: Uint8Array;
} & (
  | {
      readonly kind: 'endless';
      readonly thread: number;
      /** The phase that it waits for, the arrivals of a phase and how many are missing, and bytes that are expected and
       *  not copied. A barrier with a number has no count. */
      readonly phase: number;
      readonly count: number;
      readonly missing: number;
      readonly bytes: number;
      /** A phase has ended for which the thread has not waited: it waits for a later one. */
      readonly skips: boolean;
    }
  | {
      readonly kind: 'bytes';
      /** In one phase. */
      readonly expected: number;
      readonly copied: number;
      readonly actor: number;
    }
  | {
      readonly kind: 'early';
      readonly thread: number;
      /** The thread that has initialised the barrier, and where. */
      readonly madeBy: number;
      readonly madeAt: Span;
      /** They have met at a barrier of the cluster that orders nothing but what is behind a fence. */
      readonly isRelaxed: boolean;
    }
);

/** What all threads of one block of a kernel do to memory. */
export interface BlockRun {
  readonly instance: number;
  /** `blockIdx`, and the extents of the block. */
  readonly block: readonly [number, number, number];
  readonly threads: readonly [number, number, number];
  /** `blockIdx` of the other blocks of its cluster. Their threads are counted behind those of the block. */
  readonly others?: readonly (readonly [number, number, number])[];
  readonly found: readonly AccessHazard[];
  /** The accesses to the memories of what was found, in their order, as far as they were kept; of the first block of a
   *  kernel all, if they are few. */
  readonly moments: readonly AccessMoment[];
  readonly divergences: readonly Divergence[];
  readonly faults: readonly BarrierFault[];
  /** Of the first block of a kernel that is followed, where tiles may be ragged, and of the one at the origin. */
  readonly instructions: readonly WarpInstructions[];
  /** What was not followed: of what it may have changed nothing is claimed from there on. */
  readonly gaps: readonly Gap[];
  /** Where something is found: the statements that not all threads of the block run together (`beginOf`). */
  readonly apart: ReadonlySet<string>;
  /** Whether every access was followed to its end: what is not found there is no mistake. */
  readonly isWhole: boolean;
  /** Whether nothing at all is claimed of the block. */
  readonly isLost: boolean;
}

/** A launch of which no block is followed for all threads, or not all that were chosen. */
export interface Unfollowed {
  readonly instance: number;
  readonly why: string;
}

/** Elements at the end of a memory that no thread of a launch writes, though its kernel makes a tensor of all of it. */
export interface UnwrittenEnd {
  readonly instance: number;
  readonly memory: Allocation;
  /** The bytes before them, and those of one element. */
  readonly end: number;
  readonly element: number;
  /** The last elements of the memory: the number of the block that writes each, with x fastest, or -1. */
  readonly writers: readonly number[];
}

/** Code whose accesses to memory are not followed: the reason, and the statement. */
export interface Gap {
  readonly why: string;
  readonly at?: Span;
}
