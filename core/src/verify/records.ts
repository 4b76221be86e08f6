// Reads the records of the probes: the words that cpp/values.ts wrote. Knows nothing of predictions.

/** One record of a probe in one thread. */
export interface Seen {
  readonly probe: number;
  /** The number of the kernel launch on the GPU; 0 for host code. */
  readonly grid: number;
  /** Linear, x fastest. */
  readonly block: number;
  readonly thread: number;
  /** Counts the different values at this probe in this thread, from 0. */
  readonly hit: number;
  /** The form that CuTe prints; for a tensor, that of its layout. */
  readonly text: string;
  /** For a tensor, the form that CuTe prints for its pointer. */
  readonly pointer?: string;
  /** For a tensor in memory, its start in bytes. In shared memory it counts from the beginning of the block's
   *  window. */
  readonly start?: number;
  /** `layout(i)` for every i, unless there were too many. */
  readonly elements?: readonly number[];
  /** The byte address of each element, counted from `start`. */
  readonly addresses?: readonly number[];
}

/** The elements of a tensor that one thread of the first block owns. */
export interface Owned {
  readonly probe: number;
  readonly grid: number;
  readonly thread: number;
  readonly start: number;
  readonly elements: readonly number[];
}

export interface KernelRun {
  readonly kernel: number;
  readonly grid: number;
  /** A hash of the name of the instantiation. */
  readonly instantiation: number;
  readonly gridDim: readonly [number, number, number];
  readonly blockDim: readonly [number, number, number];
}

/** All records of one run. */
export interface Records {
  readonly seen: readonly Seen[];
  readonly owned: readonly Owned[];
  readonly kernels: readonly KernelRun[];
  /** Ids of the launch sites, in the order of the launches. */
  readonly launches: readonly number[];
  /** True if there was no room for a record. */
  readonly full: boolean;
}

const magic = 0xc07e1e45;
const head = 18;
const capacityWords = 1 << 23;

/** Reads the memory that a program left behind, and skips damaged records. */
export function readRecords(bytes: Uint8Array): Records {
  const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
  const found: Found = { seen: [], owned: [], kernels: [], launches: [] };
  for (let at = 0; at < words.length;) {
    const size = words[at] === magic ? (words[at + 1] ?? 0) : 0;
    if (size < head || at + size > words.length) {
      at++;
      continue;
    }
    readOne(words.subarray(at, at + size), found);
    at += size;
  }
  return { ...found, full: words.length > capacityWords - 4096 };
}

interface Found {
  readonly seen: Seen[];
  readonly owned: Owned[];
  readonly kernels: KernelRun[];
  readonly launches: number[];
}

function readOne(r: Uint32Array, into: Found): void {
  const word = (at: number): number => r[at] ?? 0;
  const grid = word(4) + word(5) * 2 ** 32;
  const start = word(10) + word(11) * 2 ** 32;
  const [textLength, count, addressCount] = [word(12), word(13), word(14)];
  const numbersAt = head + ((textLength + 3) >> 2);
  const numbers = (from: number, n: number): number[] => Array.from(r.subarray(from, from + n), (n32) => n32 | 0);
  switch (word(2)) {
    case 1: {
      const bytes = new Uint8Array(r.buffer, r.byteOffset + head * 4, textLength);
      const [text = '', pointer] = latin1(bytes).split('\x1f');
      into.seen.push({
        probe: word(3),
        grid,
        block: word(6),
        thread: word(7),
        hit: word(8),
        text,
        ...(pointer === undefined || pointer === '' ? {} : { pointer }),
        ...(word(9) === 0 ? {} : { start }),
        ...(count === 0 ? {} : { elements: numbers(numbersAt, count) }),
        ...(addressCount === 0 ? {} : { addresses: numbers(numbersAt + count, addressCount) }),
      });
      return;
    }
    case 2:
      into.owned.push({ probe: word(3), grid, thread: word(7), start, elements: numbers(numbersAt, count) });
      return;
    case 3: {
      const [gx = 1, gy = 1, gz = 1, bx = 1, by = 1, bz = 1] = numbers(head, 6);
      into.kernels.push({
        kernel: word(3),
        grid,
        instantiation: word(10),
        gridDim: [gx, gy, gz],
        blockDim: [bx, by, bz],
      });
      return;
    }
    case 4:
      into.launches.push(word(3));
      return;
    default:
  }
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
