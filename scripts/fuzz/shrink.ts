// Makes a failing input small: leaves out halves, quarters, … of its lines, then of its words, while the failure stays
// of its class. Bounded; the smallest so far is the answer. Knows neither what is tried nor how.

export interface Bounds {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly trials: number;
}

/** `fails` says whether the pieces still show the failure. */
export async function fewest<T>(
  all: readonly T[],
  fails: (pieces: readonly T[]) => Promise<boolean>,
  bounds: Bounds,
): Promise<readonly T[]> {
  let pieces = all;
  let trials = 0;
  for (let size = Math.ceil(pieces.length / 2); size >= 1;) {
    let smaller = false;
    for (let at = 0; at < pieces.length;) {
      if (trials++ >= bounds.trials || Date.now() > bounds.until) return pieces;
      const rest = [...pieces.slice(0, at), ...pieces.slice(at + size)];
      if (rest.length < pieces.length && (await fails(rest))) {
        pieces = rest;
        smaller = true;
      } else at += size;
    }
    if (size === 1 && !smaller) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return pieces;
}

/** Comments first, then lines, then words. */
export async function smallestText(
  text: string,
  fails: (text: string) => Promise<boolean>,
  bounds: Bounds,
): Promise<string> {
  const bare = text.replace(/^\s*\/\/.*\n/gm, '');
  const begun = bare !== text && (await fails(bare)) ? bare : text;
  const lines = await fewest(begun.split(/(?<=\n)/), (pieces) => fails(pieces.join('')), bounds);
  const whole = lines.join('');
  if (whole.length > 4000) return whole;
  // Words before single characters: a name that loses a letter is another name.
  const words = await fewest(whole.match(/\w+|\s+|[^\w\s]/gu) ?? [], (pieces) => fails(pieces.join('')), bounds);
  return words.join('');
}
