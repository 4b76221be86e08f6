// What threads do to a memory, and which of it is a mistake; and that loops whose iterations repeat are not looked at
// to their end, but find what they would have found.
import { describe, expect, test } from 'vitest';
import { type BlockAccess, Memory, perhaps, present } from '../../../core/src/access/hazards';
import { type Event, Timeline } from '../../../core/src/access/timeline';
import { atLeast } from '../../support/cases';
import { random } from '../../support/random';

const THREADS = 64;

interface Told {
  readonly site: number;
  readonly writes?: boolean;
  readonly bytes?: number;
  readonly vector?: number;
  readonly offsets?: readonly number[];
  readonly who?: (thread: number) => 0 | 1 | 2;
  readonly isAsync?: boolean;
  readonly together?: 'atomic' | 'agreeing';
}

/** An access of 64 threads, each at the byte that `start` gives. */
function access(start: (thread: number) => number, told: Told): BlockAccess {
  const { site, writes = false, bytes = 4, vector = 1, offsets = [0], who, isAsync, together } = told;
  return {
    site,
    writes,
    bytes,
    vector,
    starts: Float64Array.from({ length: THREADS }, (_, thread) => start(thread)),
    offsets: Float64Array.from(offsets),
    who: Uint8Array.from({ length: THREADS }, (_, thread) => who?.(thread) ?? present),
    isAsync,
    together,
  };
}

function shared(size: number | undefined = 256): Memory {
  return new Memory({ size, startsUndefined: true, isShared: true });
}

const kinds = (memory: Memory): readonly string[] => memory.hazards.map(({ kind }) => kind);
const own = (thread: number): number => 4 * thread;
const mirrored = (thread: number): number => 4 * (63 - thread);

describe('a memory', () => {
  test('is written and read behind a barrier', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true }), 0, 0);
    memory.access(access(mirrored, { site: 1 }), 1, 0);
    expect(memory.hazards).toEqual([]);
  });

  test('is read without a barrier by a thread of another warp', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true }), 0, 0);
    memory.access(access(mirrored, { site: 1 }), 0, 0);
    expect(memory.hazards).toEqual([
      { kind: 'write-read', site: 1, other: 0, thread: 0, otherThread: 63, start: 252, bytes: 4 },
    ]);
  });

  test('is read without a barrier by threads of one warp', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true }), 0, 0);
    memory.access(
      access((thread) => 4 * (thread ^ 1), { site: 1 }),
      0,
      0,
    );
    expect(memory.hazards).toEqual([]);
  });

  test('is written where another warp has read', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true }), 0, 0);
    memory.access(access(mirrored, { site: 1 }), 1, 0);
    memory.access(access(own, { site: 2, writes: true }), 1, 0);
    expect(kinds(memory)).toEqual(['read-write']);
  });

  test('is written twice by one instruction, also in one warp, but not with one value', () => {
    const pairs = (thread: number): number => 4 * (thread >> 1);
    const memory = shared();
    memory.access(access(pairs, { site: 0, writes: true, together: 'atomic' }), 0, 0);
    expect(memory.hazards).toEqual([]);
    memory.access(access(pairs, { site: 0, writes: true }), 0, 0);
    expect(kinds(memory)).toEqual(['write-write']);
  });

  test('has bytes that nobody wrote', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true, who: (thread) => (thread < 63 ? present : 0) }), 0, 0);
    memory.access(access(mirrored, { site: 1 }), 1, 0);
    expect(memory.hazards).toEqual([{ kind: 'unwritten', site: 1, thread: 0, start: 252, bytes: 4 }]);
  });

  test('may have been written by a thread that may run', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true, who: () => perhaps }), 0, 0);
    memory.access(access(mirrored, { site: 1 }), 0, 0);
    expect(memory.hazards).toEqual([]);
  });

  test('ends, and a thread that may run proves nothing', () => {
    const memory = shared(252);
    memory.access(access(own, { site: 0, writes: true, who: () => perhaps }), 0, 0);
    expect(memory.hazards).toEqual([]);
    memory.access(access(own, { site: 1, writes: true }), 0, 0);
    expect(memory.hazards).toEqual([{ kind: 'outside', site: 1, thread: 63, start: 252, bytes: 4 }]);
  });

  test('needs vectors at multiples of their bytes', () => {
    const memory = new Memory({ size: undefined, startsUndefined: false, isShared: false });
    memory.access(
      access((thread) => 16 * thread, { site: 0, vector: 4, offsets: [0, 4, 8, 12] }),
      0,
      0,
    );
    expect(memory.hazards).toEqual([]);
    memory.access(
      access((thread) => 16 * thread + 4, { site: 1, vector: 4, offsets: [0, 4, 8, 12] }),
      0,
      0,
    );
    expect(memory.hazards).toEqual([{ kind: 'misaligned', site: 1, thread: 0, start: 4, bytes: 4, alignment: 16 }]);
  });

  test('is accessed by bytes after words', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true }), 0, 0);
    memory.access(
      access((thread) => 3 - (thread % 4) + 252, { site: 1, bytes: 1 }),
      0,
      0,
    );
    expect(memory.hazards).toMatchObject([{ kind: 'write-read', otherThread: 63, bytes: 1 }]);
  });

  test('holds what an asynchronous copy wrote when its group was waited for', () => {
    const memory = shared();
    memory.access(access(own, { site: 0, writes: true, isAsync: true }), 0, 0);
    memory.access(access(own, { site: 1 }), 0, 1);
    expect(kinds(memory)).toEqual(['unwaited']);
    memory.arrived(1, 0);
    memory.access(access(own, { site: 2 }), 0, 1);
    expect(kinds(memory)).toEqual(['unwaited']);
    memory.access(access(mirrored, { site: 3 }), 0, 1);
    expect(kinds(memory)).toEqual(['unwaited', 'write-read']);
    memory.access(access(mirrored, { site: 4 }), 1, 1);
    expect(kinds(memory)).toEqual(['unwaited', 'write-read']);
  });

  test('is not judged where a place is not known', () => {
    const memory = shared();
    memory.access(
      access(() => NaN, { site: 0, writes: true }),
      0,
      0,
    );
    memory.access(access(mirrored, { site: 1 }), 0, 0);
    expect(memory.hazards).toEqual([]);
  });
});

describe('a loop', () => {
  /** Random iterations, of which each is one of a few bodies: by a stage, or by a flag for the first and the last. */
  function found(seed: number, isLooking: boolean): readonly unknown[] {
    const { int } = random(seed);
    const below = (n: number): number => int(0, n - 1);
    const memory = shared(1024);
    const timeline = new Timeline(THREADS);
    const event = (): Event => {
      const kind = below(9);
      if (kind === 0) return { is: 'barrier', ...(below(2) === 0 && { groups: below(2) === 0 ? [[0], [1]] : [[1]] }) };
      if (kind === 1) return { is: 'barrier' };
      if (kind === 2) return { is: 'commit' };
      if (kind === 3) return { is: 'wait', pending: below(3) };
      const [factor, shift, mirror] = [4 * (1 + below(2)), 256 * below(3), below(2)];
      const start = (thread: number): number => factor * (mirror === 1 ? 63 - thread : thread) + shift;
      const told = { site: below(40), writes: below(2) === 1, isAsync: below(3) === 0 };
      return { is: 'access', memory, access: access(start, { ...told, isAsync: told.writes && told.isAsync }) };
    };
    const bodies = Array.from({ length: 1 + below(4) }, () => Array.from({ length: 1 + below(7) }, event));
    const [first, last] = [event(), event()];
    const [before, behind] = [event(), event()];
    const count = below(60);
    timeline.add(before);
    if (isLooking) timeline.enter();
    for (let i = 0; i < count; i++) {
      if (i === 0) timeline.add(first);
      for (const one of bodies[i % bodies.length] ?? []) timeline.add(one);
      if (i === count - 1) timeline.add(last);
      if (isLooking) timeline.iterate();
    }
    if (isLooking) timeline.leave();
    timeline.add(behind);
    for (const one of bodies[0] ?? []) timeline.add(one);
    return memory.hazards;
  }

  const seeds = atLeast(
    400,
    Array.from({ length: 400 }, (_, i) => 7000 + i),
  );
  test.each(seeds)('finds what all its iterations find (%i)', (seed) => {
    expect(found(seed, true)).toEqual(found(seed, false));
  });
});
