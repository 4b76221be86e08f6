// The visualizer in a real VS Code: an example is opened, a partition drawn, a cell clicked, the source revealed; it follows
// edits and the cursor, and comes back after the window is reloaded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { hoverUntil, openFile, retype } from './workbench';
import { goTo, panelFrame, runCommand, stageOf, tooltip } from './visualizer';
import { after, before, partitionFile, variable, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
let browser: Browser;
let server: EditorServer;
let page: Page;
let panel: Frame;

beforeAll(async () => {
  [browser, server] = [await launchChromium(), await startEditor({ log: console.log, settings: { 'editor.minimap.enabled': false } })];
  page = await openFile(browser, pageUrl(server, writeWorkspace(), root), partitionFile);
});
afterAll(async () => {
  await browser?.close();
  server?.stop();
});

describe('a panel', () => {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `failed ${task.name}.png`) });
  });

  test('draws the partition under the cursor', async () => {
    await hoverUntil(page, `auto ${variable} =`, variable, before.text);
    await goTo(page, lineOfVariable(), 9);
    await runCommand(page, 'CuTe: Visualize');
    panel = await panelFrame(page, variable);
    expect(await panel.locator('.bar vscode-text-field').first().evaluate((field) => (field as unknown as { value: string }).value)).toBe(before.text);
    expect(await stageOf(panel).getAttribute('aria-label')).toContain(variable);
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'visualizer.png') });
  });

  test('names a cell under the pointer, and pins it at a click', async () => {
    await stageOf(panel).hover();
    const facts = await tooltip(panel);
    expect(facts).toMatch(/coordinate\s+\(/);
    await stageOf(panel).click();
    await panel.locator('.side section').waitFor();
    const offset = /offset\s+(\d+)/.exec(facts)?.[1];
    expect(await panel.locator('.side section').innerText()).toContain(offset);
  });

  test('goes to the source', async () => {
    await goTo(page, 1, 1);
    await panel.getByRole('button', { name: 'Go to source (g)' }).click();
    await page.locator('.editor-status-selection, [id="status.editor.selection"]').filter({ hasText: `Ln ${lineOfVariable()}, Col` }).first().waitFor({ timeout: 10_000 });
  });

  test('changes while the source is edited', async () => {
    await goTo(page, 1, 1);
    await retype(page, before.source, '128', '64');
    await expectText(after.text);
    await retype(page, after.source, '64', '128');
    await expectText(before.text);
  });

  test('shows the last picture and a way on while a value is not known', async () => {
    await goTo(page, 1, 1);
    await retype(page, before.source, '128', 'unknown_name');
    await panel.locator('.problem').filter({ hasText: variable }).waitFor({ timeout: 10_000 });
    expect(await stageOf(panel).locator('canvas.cells').isVisible()).toBe(true);
    await retype(page, 'Int<unknown_name>', 'unknown_name', '128');
    await panel.locator('.problem').waitFor({ state: 'hidden', timeout: 10_000 });
  });

  test('follows the cursor when it is asked to', async () => {
    await panel.locator('vscode-checkbox').click();
    await goTo(page, lineOf('auto threads'), 9);
    panel = await panelFrame(page, 'threads');
  });

  test('comes back after the window is reloaded', async () => {
    // The window's own command: a page that is reloaded from outside may lose what the workbench has not stored yet.
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    panel = await panelFrame(page, 'threads');
  });
});

const source = (): string[] => readFileSync(join(root, 'test/e2e/workspace.ts'), 'utf8').split('const partition = `')[1]?.split('\n') ?? [];
const lineOf = (text: string): number => source().findIndex((line) => line.includes(text)) + 1;
const lineOfVariable = (): number => lineOf(`auto ${variable} =`);

async function expectText(text: string): Promise<void> {
  const field = panel.locator('.bar vscode-text-field').first();
  await expect.poll(() => field.evaluate((one) => (one as unknown as { value: string }).value), { timeout: 10_000 }).toBe(text);
}
