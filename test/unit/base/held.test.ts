// What code runs under holds for that code alone, however it ends.
import { describe, expect, test } from 'vitest';
import { Held, withEntry } from '../../../core/src/base/held';

const failure = new Error('in the middle');
const fail = (): never => {
  throw failure;
};

describe('a value that code runs under', () => {
  test('is that of the code around it afterwards, also where the code throws', () => {
    const held = new Held('outside');
    const inner = held.during('outer', () => [held.during('inner', () => held.now), held.now]);
    expect([inner, held.now]).toEqual([['inner', 'outer'], 'outside']);
    expect(() => held.during('outer', fail)).toThrow(failure);
    expect(held.now).toBe('outside');
  });

  test('holds for code whose arguments are given apart', () => {
    const held = new Held(0);
    const sum = (a: number, b: number, c: number): number => a + b + c + held.now;
    expect([held.duringCall(10, sum, 1, 2, 3), held.now]).toEqual([16, 0]);
    expect(() => held.duringCall(10, fail, 1, 2, 3)).toThrow(failure);
    expect(held.now).toBe(0);
  });
});

test('an entry of a map lasts as long as the code; an earlier one is there again', () => {
  const map = new Map([['a', 1]]);
  expect(withEntry(map, 'a', 2, () => withEntry(map, 'b', 3, () => [...map]))).toEqual([
    ['a', 2],
    ['b', 3],
  ]);
  expect(() => withEntry(map, 'b', 3, fail)).toThrow(failure);
  expect([...map]).toEqual([['a', 1]]);
});
