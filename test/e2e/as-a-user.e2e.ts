// The hover as a user sees it, in the workbench's page: once with the extension from this folder, once with the packed
// VSIX installed, so that a file missing from the package is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { hoverUntil, openFile, retype } from './workbench';
import { after, before, partitionFile, variable, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
/** The height of a hover in VS Code before it scrolls, in pixels. */
const visibleHeight = 250;
const declaration = `auto ${variable} =`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const ways = [
  { from: 'its folder', install: [], develop: root },
  { from: 'the packed VSIX', install: [join(root, `${name}-${version}.vsix`)], develop: undefined },
];

describe.each(ways)('the extension from $from', ({ from, install, develop }) => {
  let server: EditorServer;
  let page: Page;
  beforeAll(async () => {
    server = await startEditor({ install, log: console.log });
    page = await openFile(browser, pageUrl(server, writeWorkspace(), develop), partitionFile);
  });
  afterAll(async () => {
    await page?.close();
    server?.stop();
  });

  test('resting on a variable shows what CuTe prints', async () => {
    const hover = await hoverUntil(page, declaration, variable, before.text);
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `hover from ${from}.png`) });
    expect(hover.split('\n')[0]).toBe(`gmem_ptr[32b] o ${before.text}`);
    expect(hover).toContain('global memory');
    expect(hover).toContain('THR_M');
  });

  test('value, kind, actions and modes stand in the part of a hover that needs no scrolling', async () => {
    await hoverUntil(page, declaration, variable, before.text);
    const hover = page.locator('.monaco-hover:not(.hidden)').first();
    const top = (await hover.boundingBox())?.y ?? 0;
    const parts = [
      hover.locator('.monaco-tokenized-source', { hasText: before.text }),
      hover.locator('strong', { hasText: variable }),
      hover.getByRole('link', { name: 'Visualize' }),
      hover.locator('tr', { hasText: 'THR_N' }),
    ];
    let above = top;
    for (const part of parts) {
      const box = await part.first().boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(above);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top + visibleHeight);
      above = box?.y ?? above;
    }
  });

  test('a link in the hover chooses another thread', async () => {
    await hoverUntil(page, declaration, variable, 'for threadIdx.x = 0');
    await page.locator('.monaco-hover:not(.hidden)').getByRole('link', { name: 'Sample Thread' }).click();
    await page.locator('.quick-input-widget input').fill('33');
    await page.keyboard.press('Enter');
    const hover = await hoverUntil(page, declaration, variable, 'threadIdx.x = 33');
    expect(hover).toContain('starts at element 129 of data');
  });

  test('the status item says how much was found', async () => {
    await page.locator('.editor-status-item, [id="status.languageStatus"]').first().hover();
    await page
      .getByText(/CuTe: \d+ layouts, 1 instance, \d+ ms/)
      .first()
      .waitFor({ timeout: 10_000 });
    await page.keyboard.press('Escape');
  });

  test('another tile size gives another layout', async () => {
    await retype(page, before.source, '128', '64');
    const hover = await hoverUntil(page, declaration, variable, after.text);
    expect(hover).not.toContain(before.text);
  });
});
