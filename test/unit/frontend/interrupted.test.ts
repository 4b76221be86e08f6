// A host that wants no result any more while a file is being read: the file is none the worse for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Abandoned, metered, Meter } from '../../../core/src/base/meter';
import { ROOT } from '../../support/fixture';
import { cudaFrontEnd, rustFrontEnd } from '../../support/front-end';

describe.each([
  ['gemm_sm80.cu', cudaFrontEnd],
  ['tiles.rs', rustFrontEnd],
])('%s', (name, frontEnd) => {
  const text = readFileSync(join(ROOT, 'examples', name), 'utf8').repeat(4);

  test.each(['an intact text', 'a broken text'])('%s is read as ever after its reading was abandoned', async (kind) => {
    const given = kind === 'an intact text' ? text : `${text}\nvoid broken( { ;; }}`;
    const front = await frontEnd();
    const [document, other] = [front.open(name, given), front.open(name, given)];
    const wishes = { asked: 0 };
    expect(() => metered(new Meter(Infinity, () => (wishes.asked++ < 2 ? 'go on' : 'abandon')), () => document.program())).toThrow(Abandoned);
    expect(wishes.asked).toBe(3);
    expect(document.program()).toEqual(other.program());
    expect(document.program().items.length).toBeGreaterThan(0);
    document.dispose();
    other.dispose();
  });
});
