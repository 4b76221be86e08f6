// Positions mapped through edits: untouched text is found again, edited text is not.
import { describe, expect, test } from 'vitest';
import { Changes } from '../../../server/src/worker/changes';
import { random } from '../../support/random';

describe('after an edit', () => {
  test('what stands before it stays, what stands behind it moves, what it touches is gone', () => {
    const changes = new Changes();
    const mark = changes.mark();
    changes.add(10, 3, 5);
    expect(changes.now({ start: 0, end: 9 }, mark)).toEqual({ start: 0, end: 9 });
    expect(changes.now({ start: 14, end: 20 }, mark)).toEqual({ start: 16, end: 22 });
    for (const [start, end] of [
      [8, 10],
      [11, 12],
      [13, 15],
      [0, 30],
    ] as const)
      expect(changes.now({ start, end }, mark)).toBeUndefined();
    expect(changes.before(10, mark)).toBe(10);
    expect(changes.before(12, mark)).toBeUndefined();
    expect(changes.before(15, mark)).toBe(13);
  });

  test('a whole text that replaces another one keeps what both share', () => {
    const changes = new Changes();
    const mark = changes.mark();
    changes.replace('int a = 1;\nint b;\n', 'int a = 12;\nint b;\n');
    expect(changes.now({ start: 4, end: 5 }, mark)).toEqual({ start: 4, end: 5 });
    expect(changes.now({ start: 15, end: 16 }, mark)).toEqual({ start: 16, end: 17 });
    changes.replace('same', 'same');
    expect(changes.mark() - mark).toBe(1);
  });
});

test('random edits: a place is carried to where its text is, and back', () => {
  const rng = random(11);
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: rng.int(1, 60) }, (_, i) => String.fromCharCode(0x100 + i)).join('');
    const changes = new Changes();
    const mark = changes.mark();
    let text = before;
    for (let edits = rng.int(1, 5); edits > 0; edits--) {
      const start = rng.int(0, text.length);
      const removed = Math.min(text.length - start, rng.int(0, 6));
      const inserted = 'x'.repeat(rng.int(0, 6));
      changes.add(start, removed, inserted.length);
      text = text.slice(0, start) + inserted + text.slice(start + removed);
    }
    for (let at = 0; at < before.length; at++) {
      const now = changes.now({ start: at, end: at + 1 }, mark);
      if (now) expect(text.slice(now.start, now.end)).toBe(before[at]);
    }
    for (let at = 0; at < text.length; at++) {
      const then = changes.before(at, mark);
      if (then !== undefined && text[at] !== 'x') expect(before[then]).toBe(text[at]);
    }
  }
});
