// Accesses that a compiler may join to wider ones, where it knows the alignment. It is not known whether the compiler
// does, so a finding about narrow accesses must hold for the joined ones too.
import { isAccessWidth, type AccessWidth, type WarpAddresses } from '../../access/index';

/** The widest access of one thread, in bytes. */
const widest = 16;

export interface Joined {
  /** The width of each access. */
  readonly bytes: AccessWidth;
  readonly instructions: readonly WarpAddresses[];
}

/** The same accesses, as wide as neighbours allow, up to `most` bytes: in every thread two consecutive instructions
 *  access neighbouring bytes, from an aligned address. Otherwise the accesses are returned unchanged. */
export function joined(bytes: AccessWidth, instructions: readonly WarpAddresses[], most = widest): Joined {
  let best: Joined = { bytes, instructions };
  while (best.bytes < most) {
    const wider = paired(best);
    if (!wider) return best;
    best = wider;
  }
  return best;
}

function paired({ bytes, instructions }: Joined): Joined | undefined {
  if (instructions.length < 2 || instructions.length % 2 !== 0) return undefined;
  const pairs = Array.from(
    { length: instructions.length / 2 },
    (_, at) => [instructions[2 * at] ?? [], instructions[2 * at + 1] ?? []] as const,
  );
  const isPair = pairs.every(([low, high]) =>
    low.every(
      (address, lane) => address !== undefined && address % (2 * bytes) === 0 && high[lane] === address + bytes,
    ),
  );
  const both = 2 * bytes;
  return isPair && isAccessWidth(both) ? { bytes: both, instructions: pairs.map(([low]) => low) } : undefined;
}
