// A small seeded generator of random numbers (mulberry32), so that a failing test can be repeated exactly.

export interface Random {
  /** An integer in [low, high], both included. */
  int(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    const item = from[int(0, from.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const rest = [...items];
    const out: T[] = [];
    while (rest.length > 0) out.push(...rest.splice(int(0, rest.length - 1), 1));
    return out;
  };
  return { int, pick, chance: (probability) => next() < probability, shuffle };
}
