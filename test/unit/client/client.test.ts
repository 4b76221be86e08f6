// The parts of the client that decide something without an editor: choices, samples, the status sentence, the text
// test.
import { describe, expect, test } from 'vitest';
import { choicesOf, choose, sendChoices } from '../../../client/src/choices';
import { formatSample, outside, parseSample } from '../../../client/src/sample';
import { statusText } from '../../../client/src/status-text';
import { isOurs } from '../../../protocol/src/cute-text';

describe('a sample thread as text', () => {
  test.each([
    ['5', [5, 0, 0], [0, 0, 0]],
    ['5, 1', [5, 1, 0], [0, 0, 0]],
    ['5,1,2 @ 3', [5, 1, 2], [3, 0, 0]],
    ['0 @ 1,2', [0, 0, 0], [1, 2, 0]],
  ])('%j', (text, thread, block) => {
    expect(parseSample(text)).toEqual({ thread, block });
    expect(parseSample(formatSample({ thread: thread as never, block: block as never }))).toEqual({ thread, block });
  });

  test.each(['', 'x', '-1', '1.5', '1,2,3,4', '1 @', '1 @ 2 @ 3'])('%j is not one', (text) => {
    expect(parseSample(text)).toBeUndefined();
  });

  test('lies inside a launch or outside of it', () => {
    const launch = { blockDim: [256, 1, 1], gridDim: [4, 4, 1] } as const;
    expect(outside({ thread: [255, 0, 0], block: [3, 3, 0] }, launch)).toBeUndefined();
    expect(outside({ thread: [256, 0, 0], block: [0, 0, 0] }, launch)).toBe('block');
    expect(outside({ thread: [0, 0, 0], block: [0, 4, 0] }, launch)).toBe('grid');
    expect(outside({ thread: [9999, 0, 0], block: [0, 0, 0] }, {})).toBeUndefined();
  });
});

describe('the status sentence', () => {
  const base = { uri: 'a.cu', milliseconds: 6 };
  test.each([
    [{ ...base, layouts: 12, instances: 2, active: 1 }, '12 layouts, instance 1 of 2, 6 ms'],
    [{ ...base, layouts: 1, instances: 1, active: 1 }, '1 layout, 1 instance, 6 ms'],
    [{ ...base, layouts: 0, instances: 0 }, '0 layouts, 6 ms'],
    [{ ...base, layouts: 2, instances: 0, findings: 1 }, '2 layouts, 6 ms, 1 finding'],
    [
      { ...base, layouts: 3, instances: 0, confirmation: { brief: '3 confirmed', text: '' } },
      '3 layouts, 6 ms, 3 confirmed',
    ],
  ])('%j', (status, sentence) => {
    expect(statusText(status)).toBe(sentence);
  });
});

describe('choices for a file', () => {
  const memento = () => {
    const kept = new Map<string, unknown>();
    return {
      keys: () => [...kept.keys()],
      get: (key: string) => kept.get(key),
      update: async (key: string, value: unknown) => void kept.set(key, value),
    } as never;
  };
  const recorder = () => {
    const sent: unknown[] = [];
    return {
      sent,
      sendRequest: async (method: string, params: unknown) => (sent.push([method, params]), null as never),
    };
  };

  test('are kept by file and sent whole', async () => {
    const [state, client] = [memento(), recorder()];
    await choose(state, client, 'a.cu', { thread: [5, 0, 0], block: [0, 0, 0] });
    await choose(state, client, 'a.cu', { args: '512' });
    expect(choicesOf(state, 'a.cu')).toEqual({ thread: [5, 0, 0], block: [0, 0, 0], args: '512' });
    expect(choicesOf(state, 'b.cu')).toEqual({});
    expect(client.sent.at(-1)).toEqual([
      'cuteLens/choose',
      { uri: 'a.cu', choices: { thread: [5, 0, 0], block: [0, 0, 0], args: '512' } },
    ]);
  });

  test('are sent to a server that starts, only where there are any', async () => {
    const [state, client] = [memento(), recorder()];
    await choose(state, client, 'a.cu', { args: '512' });
    const restarted = recorder();
    await sendChoices(state, restarted, 'a.cu');
    await sendChoices(state, restarted, 'b.cu');
    expect(restarted.sent).toEqual([['cuteLens/choose', { uri: 'a.cu', choices: { args: '512' } }]]);
  });
});

describe('which C++ files are ours', () => {
  test.each([
    '#include <cute/tensor.hpp>',
    '#  include "cute/layout.hpp"',
    '#include <cutlass/gemm.h>',
    'cute::Layout<cute::_8> x;',
    'using namespace cute;',
  ])('%j', (text) => {
    expect(isOurs({ languageId: 'cpp', uri: 'file:///a.cpp' }, () => text)).toBe(true);
  });
  test.each(['#include <vector>', 'int acute_angle;', '// executes cute things', 'execute::now()'])(
    'not %j',
    (text) => {
      expect(isOurs({ languageId: 'cpp', uri: 'file:///a.cpp' }, () => text)).toBe(false);
    },
  );
});

describe('whose language is ours', () => {
  const cute = '#include <cute/tensor.hpp>';
  const ours = (languageId: string, uri: string, text: string): boolean => isOurs({ languageId, uri }, () => text);

  test.each([
    ['cuda-cpp', 'file:///a.cu', ''],
    ['cuda', 'file:///a.cu', ''],
    ['cuda', 'untitled:1', ''],
    ['cuda-c++', 'file:///a.h', ''],
    ['CUDA', 'file:///a', ''],
    ['cpp', 'file:///a.cu', ''],
    ['c++', 'file:///a.cuh', ''],
    ['plaintext', 'file:///a.cu', ''],
    ['', 'file:///a.CU', ''],
    ['fundamental', 'file:///a%20b.cu?x#y', ''],
    ['c++', 'file:///a.hpp', cute],
    ['c++-ts', 'file:///a.hpp', cute],
    ['objective-cpp', 'file:///a.h', cute],
    ['objcpp', 'file:///a.h', cute],
    ['c', 'file:///a.h', cute],
    ['cpp', 'untitled:1', cute],
    ['', 'file:///a.hpp', cute],
    ['text', 'file:///a.inl', cute],
    ['rust', 'file:///a.rs', 'use cutile::api;'],
    ['rust-ts', 'file:///a.rs', 'use cutile::api;'],
    ['', 'file:///a.rs', 'use cutile::api;'],
  ])('%j of %s is', (languageId, uri, text) => {
    expect(ours(languageId, uri, text)).toBe(true);
  });

  test.each([
    ['cpp', 'file:///a.cpp', 'int main() {}'],
    ['c++', 'file:///a.hpp', ''],
    ['rust', 'file:///a.rs', 'fn main() {}'],
    ['python', 'file:///a.py', cute],
    ['markdown', 'file:///cu', cute],
    ['', 'file:///a', cute],
    ['plaintext', 'file:///a.cu.txt', cute],
    ['constructor', 'file:///a.constructor', cute],
    ['toString', 'untitled:toString', cute],
  ])('%j of %s is not', (languageId, uri, text) => {
    expect(ours(languageId, uri, text)).toBe(false);
  });
});
