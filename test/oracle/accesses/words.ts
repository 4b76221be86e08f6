// The parts of random kernels: integers, conditions, places in arrays, and statements around accesses.
import type { KernelDraft } from './kernel';

/** Writes statements of one kind into a kernel. */
export type Idiom = (draft: KernelDraft) => void;

// No classes: g++ does not report what a function that returns an object writes to memory.
export const types = ['float', 'double', 'int', 'int16_t', 'uint8_t', 'int64_t', 'float'];
export const sizes: Readonly<Record<string, number>> = {
  float: 4,
  double: 8,
  int: 4,
  int16_t: 2,
  uint8_t: 1,
  int64_t: 8,
  half_t: 2,
};

/** An integer expression of these names. Divisors and shifts are in range. */
export function integer({ rng }: KernelDraft, names: readonly string[], depth: number): string {
  const inner = (): string => integer({ rng } as KernelDraft, names, depth - 1);
  if (depth === 0) return rng.chance(0.75) ? rng.pick(names) : String(rng.int(0, 17));
  switch (rng.int(0, 9)) {
    case 0:
      return `(${inner()} / ${rng.pick([2, 3, 4, 5, 8, 16, 32])})`;
    case 1:
      return `(${inner()} % ${rng.pick([2, 3, 4, 5, 7, 8, 16, 32])})`;
    case 2:
      return `(${inner()} ${rng.pick(['&', '|', '^'])} ${rng.int(0, 31)})`;
    case 3:
      return `(${inner()} ${rng.pick(['<<', '>>'])} ${rng.int(0, 3)})`;
    case 4:
      return `(${condition({ rng } as KernelDraft, names, 0)} ? ${inner()} : ${inner()})`;
    case 5:
      return `${rng.pick(['min', 'max'])}(int(${inner()}), int(${inner()}))`;
    case 6:
      return `(${inner()} ^ ${inner()})`;
    case 7:
    case 8:
      return `(${inner()} * ${rng.int(1, 6)} + ${inner()})`;
    default:
      return `(${inner()} ${rng.pick(['+', '-'])} ${inner()})`;
  }
}

export function condition(draft: KernelDraft, names: readonly string[], depth: number): string {
  const { rng } = draft;
  const side = (): string => integer(draft, names, depth);
  const one = (): string =>
    `${side()} ${rng.pick(['<', '>', '<=', '>=', '==', '!='])} ${rng.chance(0.5) ? String(rng.int(0, 40)) : side()}`;
  return rng.chance(0.25) ? `(${one()} ${rng.pick(['&&', '||'])} ${one()})` : `(${one()})`;
}

export const threadNames = (draft: KernelDraft): string[] => {
  const names = ['int(threadIdx.x)', 'int(threadIdx.x)', 'int(blockIdx.x)'];
  if (draft.block[1] > 1) names.push('int(threadIdx.y)');
  if (draft.grid[1] > 1) names.push('int(blockIdx.y)');
  return names;
};

/** A place in a buffer of `count` elements: seldom outside. */
export function place(draft: KernelDraft, names: readonly string[], count: number): string {
  const text = integer(draft, names, draft.rng.int(1, 3));
  return draft.rng.chance(0.9) ? `((${text}) & ${mask(count)})` : `(${text})`;
}

export function mask(count: number): number {
  let all = 1;
  while (all * 2 <= count) all *= 2;
  return all - 1;
}

/** Statements around accesses: branches, loops, early ends. */
export function block(
  draft: KernelDraft,
  names: readonly string[],
  depth: number,
  leaf: (names: readonly string[]) => string,
): string[] {
  const { rng } = draft;
  const inner = (more: readonly string[] = []): string[] =>
    depth > 0 && rng.chance(0.6) ? block(draft, [...names, ...more], depth - 1, leaf) : [leaf([...names, ...more])];
  const i = draft.name('i');
  switch (rng.int(0, 9)) {
    case 0:
      return [`if (${condition(draft, names, 1)}) {`, ...inner(), '}'];
    case 1:
      return [`if (${condition(draft, names, 1)}) {`, ...inner(), '} else {', ...inner(), '}'];
    case 2:
      return [`for (int ${i} = 0; ${i} < ${rng.int(1, 5)}; ++${i}) {`, ...inner([i]), '}'];
    case 3: {
      const step = rng.pick(['int(blockDim.x)', '32', '16', '64']);
      return [`for (int ${i} = threadIdx.x; ${i} < ${rng.int(20, 150)}; ${i} += ${step}) {`, ...inner([i]), '}'];
    }
    case 4:
      return [
        `for (int ${i} = ${rng.pick([8, 16, 64])}; ${i} > 0; ${i} ${rng.pick(['/= 2', '>>= 1'])}) {`,
        `if (int(threadIdx.x) < ${i}) {`,
        ...inner([i]),
        '}',
        '}',
      ];
    case 5:
      return [
        `for (int ${i} = 0; ${i} < 6; ++${i}) {`,
        `if (${condition(draft, [...names, i], 1)}) ${rng.pick(['continue', 'break'])};`,
        ...inner([i]),
        '}',
      ];
    case 6:
      return [
        `int ${i} = ${integer(draft, names, 1)} & 7;`,
        `while (${i} < ${rng.int(3, 9)}) {`,
        ...inner([i]),
        `${i} += ${rng.int(1, 3)};`,
        '}',
      ];
    case 7:
      return [
        `switch ((${integer(draft, names, 1)}) & 3) {`,
        'case 0: {',
        ...inner(),
        '} break;',
        `case ${rng.int(1, 3)}: {`,
        ...inner(),
        rng.chance(0.5) ? '} break;' : '}',
        'default: {',
        ...inner(),
        '}',
        '}',
      ];
    case 8:
      return [
        `auto ${i} = [&](int k) {`,
        ...inner(['k']),
        '};',
        `${i}(${integer(draft, names, 1)});`,
        `${i}(${rng.int(0, 9)});`,
      ];
    default:
      return [...inner(), ...inner()];
  }
}
