// A reading that the host abandons leaves nothing behind: the same text, read again, gives the program that it always
// gives.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Abandoned, interruptible, type Program } from '../../../core/src/index';
import { allLanguages } from '../../support/front-end';

const plain = (program: Program): string =>
  JSON.stringify(program, (_, value: unknown) => (value instanceof Map ? [...value] : value));

test.each(['gemm_sm80.cu', 'tiles.rs'])('%s', async (name) => {
  const text = readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');
  const file = `/${name}`;
  const languages = await allLanguages();
  await languages.ready(file);
  const whole = plain(languages.open(file, text).program());
  for (let polls = 0; ; polls++) {
    const document = languages.open(file, text);
    let left = polls;
    let isAbandoned = false;
    try {
      interruptible(
        () => (left-- > 0 ? 'go on' : 'abandon'),
        () => document.program(),
      );
    } catch (error) {
      expect(error).toBeInstanceOf(Abandoned);
      isAbandoned = true;
    }
    expect(plain(document.program())).toBe(whole);
    document.dispose();
    if (!isAbandoned) {
      expect(polls).toBeGreaterThan(0);
      return;
    }
  }
});
