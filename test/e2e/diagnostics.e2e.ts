// Findings as a user sees them: a tile is edited so that it no longer divides, its squiggle appears, the repair is chosen from
// the light bulb, and the squiggle goes.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { hoverUntil, openFile, retype } from './workbench';
import { tileFile, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
let browser: Browser;
let server: EditorServer;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  server = await startEditor({ install: [], log: console.log });
  page = await openFile(browser, pageUrl(server, writeWorkspace(), root), tileFile);
});
afterAll(async () => {
  await page?.close();
  server?.stop();
  await browser?.close();
});

const squiggles = () => page.locator('.monaco-editor .squiggly-warning');
const text = async (): Promise<string> => (await page.locator('.monaco-editor .view-lines').first().innerText()).replace(/\u00a0/g, ' ');

test('a tile that no longer divides is underlined, and the repair takes the line away', async () => {
  await hoverUntil(page, 'auto whole =', 'whole', '(_128,_64):(_1,_128)');
  expect(await squiggles().count()).toBe(0);
  await retype(page, 'auto bM = _64{};', '_64', '_48');
  await squiggles().first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('F8');
  await page.getByText('the tile of 48 does not divide mode 0').first().waitFor();
  await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'a tile that does not divide.png') });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+.');
  await page.getByText('Change the tile from 48 to 64, which divides 128').first().click();
  await squiggles().first().waitFor({ state: 'detached', timeout: 60_000 });
  expect(await text()).toContain('auto bM = _64{};');
});
