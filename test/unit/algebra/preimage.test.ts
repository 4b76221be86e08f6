// Which coordinate has an offset, against all offsets of small layouts.
import { describe, expect, test } from 'vitest';
import { compile, coordinatesOf, numbersOf, parse, size, number } from '../../../core/src/algebra';
import type { Layout } from '../../../core/src/algebra/types';

const layouts = [
  '(_4,_8):(_8,_1)',
  '(_4,_8):(_1,_4)',
  '(_4,_8):(_9,_1)',
  '((_2,_3),_5):((_15,_1),_3)',
  '(_3,_4,_2):(_0,_2,_16)',
  '(_4,_3):(_-3,_16)',
  '(_4,_4):(_1,_1)',
  '_7:_3',
  '(_1,_6):(_5,_2)',
];

const read = (text: string): Layout => {
  const layout = parse(text.replace('_-3', '-3'));
  if (layout.is !== 'layout') throw new Error(`${text} is no layout`);
  return layout;
};

describe('the coordinates of an offset', () => {
  test.each(layouts)('%s', (text) => {
    const layout = read(text);
    const at = compile(layout);
    const offsets = new Set(Array.from({ length: number(size(layout)) }, (_, i) => at(i)));
    const { shape, stride } = numbersOf(layout);
    for (let offset = -20; offset < 80; offset++) {
      const found = coordinatesOf({ shape, stride }, offset);
      expect(found !== undefined, `${offset}`).toBe(offsets.has(offset));
      if (!found) continue;
      expect(found.every((c, i) => c >= 0 && c < (shape[i] ?? 0))).toBe(true);
      expect(found.reduce((sum, c, i) => sum + c * (stride[i] ?? 0), 0)).toBe(offset);
    }
  });

  test('a layout without elements has none, and half an offset neither', () => {
    expect(coordinatesOf(numbersOf(read('(_4,_0):(_1,_4)')), 0)).toBeUndefined();
    expect(coordinatesOf(numbersOf(read('(_4,_2):(_1,_4)')), 0.5)).toBeUndefined();
  });
});
