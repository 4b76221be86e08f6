// Links to the playground: what they hold comes back, what they must not hold does not, and links of
// CuTe-Layout-Visualizer become programs that compile to what they name.
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Languages } from '../../../core/src/frontends/by-language';
import { programOf } from '../../../playground/src/visualizer-link';
import { longestText, playgroundLink, playgroundStateIn, type PlaygroundState } from '../../../protocol/src/playground';
import { analyzeText } from '../../../server/src/lone-expression';
import { printValue } from '../../../core/src/index';
import { allLanguages } from '../../support/front-end';

const page = 'https://example.org/lens/';
const fragmentOf = (link: string): string => link.slice(link.indexOf('#'));
const packed = (value: unknown): string => `#state.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

describe('a link', () => {
  test('holds the text, what is drawn, and how', async () => {
    const state: PlaygroundState = {
      text: 'auto tile = make_layout(make_shape(_8{}, _4{})); // ÷ 第 𝟜\n'.repeat(40),
      at: { line: 3, character: 5 },
      view: 'layout',
      options: { labelBy: 'index', selection: { thread: 3 } },
    };
    const link = await playgroundLink(`${page}#old`, state);
    expect(link.startsWith(`${page}#state.`)).toBe(true);
    expect(link.length).toBeLessThan(400);
    expect(await playgroundStateIn(fragmentOf(link))).toEqual(state);
  });

  test.each([
    ['no link', '#somewhere'],
    ['a link that was cut off', packed({ text: 'auto a = 1;' }).slice(0, -6)],
    ['another value', packed(['text'])],
    ['a view that is none', packed({ text: '', view: 'script' })],
    ['a text that is too long', packed({ text: 'a'.repeat(longestText + 1) })],
    ['a text that only unpacking makes long', packed({ text: 'a'.repeat(40_000_000) })],
  ])('is not read from %s', async (_name, fragment) => {
    expect(await playgroundStateIn(fragment)).toBe(undefined);
  });
});

describe('a link of CuTe-Layout-Visualizer', () => {
  let languages: Languages;
  beforeAll(async () => {
    languages = await allLanguages();
  });

  /** The value that a link draws, as CuTe prints it. */
  function drawn(key: string): string | undefined {
    const program = programOf(`?${new URLSearchParams({ key }).toString()}`);
    if (!program) return undefined;
    const facts = [...analyzeText(program.text, {}, languages).facts.values()].flat();
    const value = facts.find(({ role, name }) => role === 'declaration' && name === program.draws)?.seen[0]?.value;
    return value && printValue(value);
  }

  test.each([
    ['layout-(10,10):(1,10)', '(_10,_10):(_1,_10)'],
    ['layout-(12,(4,8))', '(_12,(_4,_8)):(_1,(_12,_48))'],
    ['composition-(4,4):(4,1)-(2,2):(1,2)', '(_2,_2):(_4,_8)'],
    ['complement-(2,2):(1,2)-(4,4):(1,4)', '_4:_4'],
    ['logical_divide-(12,32):(32,1)-3:1\n8:1', '((_3,_4),(_8,_4)):((_32,_96),(_1,_8))'],
    ['logical_divide-(12,32):(32,1)-3:1\\n8:1', '((_3,_4),(_8,_4)):((_32,_96),(_1,_8))'],
    ['zipped_product-(2,2):(1,2)-(2,2):(1,2)', '((_2,_2),(_2,_2)):((_1,_2),(_4,_8))'],
    ['blocked_product-(2,2):(1,2)-(3,3):(1,3)', '((_2,_3),(_2,_3)):((_1,_4),(_2,_12))'],
    ['swizzle-(8, 8):(8, 1)-3, 0, 3', 'Sw<3,0,3> o _0 o (_8,_8):(_8,_1)'],
    ['tv-1-(32,4):(1,32)-(8,16)', '(_32,_4):(_1,_32)'],
  ])('%s', (key, expected) => expect(drawn(key)).toBe(expected));

  test.each([
    'tv-2-(4,8):(8,1)-(2,2):(2,1)',
    'copy_universal_op-128-half_t-(4,8):(8,1)-(2,8):(8,1)-src-(16,64):(64,1)',
  ])('%s is a tiled copy', (key) => expect(drawn(key)).toMatch(/^TiledCopy/));

  test.each(['', 'layout', 'layout-(8', 'layout-system("x"):1', 'nonsense-(8,8)', 'swizzle-8:1-x'])(
    '"%s" is none',
    (key) => expect(drawn(key)).toBe(undefined),
  );
});
