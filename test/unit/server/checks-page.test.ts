// Findings lead to what the documentation says of their check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checks } from '../../../core/src/checks/index';
import { linksInto } from '../../../server/src/checks-page';
import { ROOT } from '../../support/fixture';

const page = join(ROOT, 'docs/checks.md');
const linkOf = linksInto(page);

test('each check links to its heading in the documentation', () => {
  const lines = readFileSync(page, 'utf8').split('\n');
  for (const { slug } of checks) {
    const [, file, line] = /^(.*)#L(\d+)$/.exec(linkOf(slug) ?? '') ?? [];
    expect(file).toBe(pathToFileURL(page).href);
    expect(lines[Number(line) - 1]).toBe(`## ${slug}`);
  }
  expect(linkOf('no-such-check')).toBeUndefined();
  expect(linksInto(join(ROOT, 'docs/nothing.md'))('tile-remainder')).toBeUndefined();
});
