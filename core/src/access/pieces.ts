// What was done last to each piece of a memory: who wrote it and when, and who reads it. A piece is as large as the
// smallest access so far, up to 4 bytes.

/** Nobody, and never. */
export const none = -1;
/** Who wrote a piece last, or when, is not known. */
export const unclear = -2;
/** Larger memories are not followed piece by piece. */
export const mostPieces = 1 << 18;

export interface Pieces {
  readonly bytes: number;
  /** Log2 of that. */
  readonly shift: number;
  readonly writeEpoch: Int32Array;
  readonly writer: Int32Array;
  readonly writeSite: Int32Array;
  readonly writeGroup: Int32Array;
  /** The fences between threads and what goes on in the background that came before it was written. */
  readonly writeFences: Int32Array;
  /** The thread that read it last and when, and one of another warp that had not waited for it. */
  readonly readEpoch: Int32Array;
  readonly reader: Int32Array;
  readonly readSite: Int32Array;
  readonly otherReadEpoch: Int32Array;
  readonly otherReader: Int32Array;
  readonly otherReadSite: Int32Array;
}

const tables = [
  'writeEpoch',
  'writer',
  'writeSite',
  'writeGroup',
  'writeFences',
  'readEpoch',
  'reader',
  'readSite',
  'otherReadEpoch',
  'otherReader',
  'otherReadSite',
] as const;

export function piecesOf(bytes: number, size: number): Pieces {
  const filled = (): Int32Array => new Int32Array(Math.ceil(size / bytes)).fill(none);
  return {
    bytes,
    shift: Math.log2(bytes),
    writeEpoch: filled(),
    writer: filled(),
    writeSite: filled(),
    writeGroup: filled(),
    writeFences: filled(),
    readEpoch: filled(),
    reader: filled(),
    readSite: filled(),
    otherReadEpoch: filled(),
    otherReader: filled(),
    otherReadSite: filled(),
  };
}

/** The same in pieces of another size: each part of a piece has what the piece had. */
export function refined(before: Pieces, bytes: number, size: number): Pieces {
  const after = piecesOf(bytes, size);
  const each = before.bytes / bytes;
  const copy = (from: Int32Array, to: Int32Array): void => {
    for (let i = 0; i < to.length; i++) to[i] = from[Math.floor(i / each)] ?? none;
  };
  for (const key of tables) copy(before[key], after[key]);
  return after;
}

/** Notes the second of two readers that have not waited for each other. */
export function setOther(p: Pieces, i: number, epoch: number, reader: number, site: number): void {
  p.otherReadEpoch[i] = epoch;
  p.otherReader[i] = reader;
  p.otherReadSite[i] = site;
}
