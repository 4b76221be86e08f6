// After any edit, the analysis equals that of a new session with the same text: no cached result of the old text shows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze, type Analysis } from '../../../core/src/index';
import { assumptionsOf } from '../../../server/src/assumptions';
import { Sources } from '../../../server/src/sources';
import { cudaFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import { random } from '../../support/random';

const inserted = [' ', ';', '(', '}', '2', '_4{}', 'x', ', ', '// ', '\n', '*', '<', 'auto y = 1;', 'Int<3>{}', ''];

/** An analysis as plain data: classes and declarations by name. */
function plain(analysis: Analysis): unknown {
  return JSON.parse(
    JSON.stringify(analysis, (key, value: unknown) => {
      if (key === 'classes') return [...(value as Analysis['classes']).values()];
      if (value instanceof Map) return ['map', ...value] as unknown;
      if (key === 'cls') return (value as { key?: string } | undefined)?.key;
      return key === 'target' || key === 'state' ? (value as { kind?: string }).kind : value;
    }),
  );
}

test.each(['sgemm.cu', 'library_traits.cu', 'gemm_batched.cu'])(
  '%s: an edited text means what it means when it is opened',
  async (name) => {
    const path = join(ROOT, 'examples', name);
    const reader = await cudaFrontEnd();
    const assumptions = assumptionsOf(
      { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 },
      reader,
    );
    const analysed = (sources: Sources): unknown =>
      plain(analyze({ entry: path, ...sources.collect(path, { includePaths: [] }, 900), assumptions }));
    const original = readFileSync(path, 'utf8');
    const edited = new Sources(reader);
    edited.open(path, original);
    analysed(edited);
    const { int, pick, chance } = random(name.length);
    let text = original;
    for (let i = 0; i < 12; i++) {
      const start = int(0, text.length - 1);
      const change = { start, end: start + (chance(0.3) ? int(1, 12) : 0), text: pick(inserted) };
      edited.edit(path, [change]);
      text = text.slice(0, change.start) + change.text + text.slice(change.end);
      expect(edited.textOf(path)).toBe(text);
      const fresh = new Sources(reader);
      fresh.open(path, text);
      expect(analysed(edited), `edit ${i}: ${JSON.stringify(change)}`).toEqual(analysed(fresh));
      fresh.close(path);
      if (i % 3 === 2) {
        edited.open(path, original);
        text = original;
      }
    }
  },
);
