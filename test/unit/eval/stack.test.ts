// What the engine throws when its stack is used up, wherever it notices.
import { describe, expect, test } from 'vitest';
import { isStackOverflow } from '../../../core/src/eval/state/afford';

/** Calls itself without end. */
const deeper = (depth: number): unknown => [depth, deeper(depth + 1)];

describe('a stack that is used up', () => {
  test('is recognised where a function calls itself', () => {
    let error: unknown;
    try {
      deeper(0);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RangeError);
    expect(isStackOverflow(error)).toBe(true);
  });

  test('is recognised where a regular expression is compiled', () => {
    const message = 'Invalid regular expression: /call stack/i: Maximum call stack size exceeded';
    expect(isStackOverflow(new SyntaxError(message))).toBe(true);
  });

  test('is recognised in other browsers, and is not another exception', () => {
    expect(isStackOverflow(new RangeError('Maximum call stack size exceeded.'))).toBe(true);
    expect(isStackOverflow(new Error('too much recursion'))).toBe(true);
    expect(isStackOverflow(new RangeError('Invalid array length'))).toBe(false);
    expect(isStackOverflow('Maximum call stack size exceeded')).toBe(false);
  });
});
