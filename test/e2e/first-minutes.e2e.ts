// What a newcomer meets: the walkthrough, the tree of layouts, the hover on a copy, the choice of an instance, and a
// server that is started again.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { hoverUntil, openFile } from './workbench';
import { openByName, runCommand } from './visualizer';

const root = join(import.meta.dirname, '..', '..');
const screenshot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);

describe('the first minutes', () => {
  let browser: Browser;
  let server: EditorServer;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    server = await startEditor({ log: console.log });
    page = await openFile(browser, pageUrl(server, join(root, 'examples'), root), 'gemm_sm80.cu');
    await page.setViewportSize({ width: 1280, height: 1000 });
  });
  afterAll(async () => {
    await browser?.close();
    server?.stop();
  });

  test('a hover on a copy says what it moves and what that costs', async () => {
    await page.keyboard.press('Control+g');
    await page.keyboard.type('107\n');
    const hover = await hoverUntil(page, 'copy(gmem_copy, tAgA', 'copy', 'at once');
    expect(hover).toContain('global memory → shared memory');
    expect(hover).toContain('16 bytes at once');
    expect(hover).toContain('every byte of 16 sectors is used');
  });

  test('the tree lists the values of the file by name and value, and goes to them by keyboard', async () => {
    await runCommand(page, 'Explorer: Focus on CuTe Layouts View');
    const entry = page.getByRole('treeitem', { name: /^\w+: .*:\(/ }).first();
    await entry.waitFor({ timeout: 20_000 });
    const [name = ''] = ((await entry.getAttribute('aria-label')) ?? '').split(':');
    await page.screenshot({ path: screenshot('tree of layouts') });
    await entry.click();
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: name }).first().waitFor();
  });

  test('after a restart hovers are there again', async () => {
    await runCommand(page, 'CuTe: Restart Server');
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+g');
    await page.keyboard.type('107\n');
    await hoverUntil(page, 'copy(gmem_copy, tAgA', 'copy', 'at once');
  });

  test('the picker lists instances by what differs, and what is picked is what hovers show', async () => {
    await openByName(page, 'tiled_copy.cu');
    await page.getByText('2 instances · 256 threads').first().waitFor({ timeout: 20_000 });
    await runCommand(page, 'CuTe: Select Kernel Instance');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'shown now' }).waitFor();
    const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    expect(labels).toHaveLength(2);
    expect(labels.map((label) => label.split(/[, ]/)[0])).toEqual(['T=float', 'T=half_t']);
    await page.screenshot({ path: screenshot('instances') });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await runCommand(page, 'CuTe: Select Kernel Instance');
    await rows.filter({ hasText: 'shown now' }).waitFor();
    expect(await rows.nth(1).getAttribute('aria-label')).toContain('shown now');
    await page.keyboard.press('Escape');
  });

  test('the walkthrough opens with its first step', async () => {
    await runCommand(page, 'CuTe: Get Started');
    await page.getByText('Read CuTe layouts').first().waitFor({ timeout: 20_000 });
    await page.screenshot({ path: screenshot('walkthrough') });
    await page.getByRole('button', { name: 'Open an Example', exact: true }).first().click();
    await page.locator('.view-line', { hasText: 'local_partition:' }).first().waitFor();
  });
});
