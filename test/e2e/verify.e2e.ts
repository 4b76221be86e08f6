// Verify on GPU as a user sees it: without nvcc it says what to set; with tools that replay what an H200 recorded of
// the very files, marks stand in the gutter and hovers say so until the text changes; a file without main is shown its
// driver first; in a folder that is not trusted nothing starts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { mainless, recordedExample as example, recordedMachine } from './recorded';
import { chooseView, panelFrame, runCommand, stageOf } from './visualizer';
import { goTo, hoverUntil, openFile, retype } from './workbench';

const root = join(import.meta.dirname, '..', '..');
const shot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);
const declaration = 'auto same =';
const quiet = { 'editor.minimap.enabled': false };

let browser: Browser;
let server: EditorServer;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: shot(`failed ${task.name}`) });
});

const marks = () => page.locator('.margin .cgmr');

/** A message to the user. A page without a screen shows them in the list of notifications only. */
async function message(text: RegExp): Promise<Locator> {
  const center = page.locator('.notifications-center');
  const item = center.locator('.notification-list-item').filter({ hasText: text }).first();
  for (let attempt = 0; attempt < 20; attempt++) {
    if (!(await center.isVisible())) await runCommand(page, 'Notifications: Show Notifications');
    if (
      await item.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      )
    )
      return item;
  }
  throw new Error(`no message says ${String(text)}`);
}

describe('Verify on GPU', () => {
  const { folder, settings, install } = recordedMachine();
  beforeAll(async () => {
    server = await startEditor({ log: console.log, settings: quiet, machine: settings });
    page = await openFile(browser, pageUrl(server, folder, root), example);
    await goTo(page, 44, 8);
  });
  afterAll(async () => {
    await page?.close();
    server?.stop();
  });

  test('without nvcc says so, and leads to the setting', async () => {
    await hoverUntil(page, declaration, 'same', '(_2,_2):(_2,_8)');
    await runCommand(page, 'CuTe: Verify on GPU');
    const said = await message(/cuteLens\.nvccPath names .*nvcc, which is not a program/);
    await page.screenshot({ path: shot('verify without nvcc') });
    await said.getByRole('button', { name: 'Set Path of nvcc' }).click();
    await page.locator('.settings-editor').getByText('nvcc, for').first().waitFor({ timeout: 30_000 });
    await page.keyboard.press('Control+w');
    expect(await marks().count()).toBe(0);
  });

  test('marks what the machine confirms, an open panel draws it, and hovers say which machine', async () => {
    install();
    await goTo(page, 44, 8);
    await runCommand(page, 'CuTe: Visualize');
    const panel = await panelFrame(page, 'same');
    await runCommand(page, 'CuTe: Verify on GPU');
    await message(/17 of 17 facts confirmed, none refuted/);
    await expect.poll(() => marks().count()).toBeGreaterThan(5);
    // The panel that is open offers it at once, while the message still stands.
    await chooseView(panel, 'Measured');
    await expect
      .poll(() => stageOf(panel).getAttribute('aria-label'))
      .toMatch(/^same as predicted, beside what NVIDIA H200 .*confirmed on NVIDIA H200/i);
    await page.screenshot({ path: shot('verified') });
    await goTo(page, 44, 8);
    await runCommand(page, 'View: Close Editors in Other Groups');
    await runCommand(page, 'Notifications: Clear All Notifications');
    expect(await hoverUntil(page, declaration, 'same', 'confirmed on NVIDIA H200 (sm_90a)')).toContain(
      '(_2,_2):(_2,_8)',
    );
  });

  test('an edit takes marks and verdicts away', async () => {
    await retype(page, declaration, 'same', 'same_too');
    await expect.poll(() => marks().count()).toBe(0);
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', '(_2,_2):(_2,_8)')).not.toContain('confirmed');
  });

  test('a file without main is shown a driver, and is verified through it', async () => {
    await page.locator('.explorer-folders-view').getByText(mainless, { exact: true }).dblclick();
    await page.locator('.view-line').filter({ hasText: 'mA' }).first().waitFor();
    await hoverUntil(page, 'Tensor mA =', 'mA', '(512,96):(96,_1)');
    await runCommand(page, 'CuTe: Verify on GPU');
    const offered = await message(/scale\.cu has no main\. This program calls scale/);
    await page.screenshot({ path: shot('a driver') });
    await offered.getByRole('button', { name: 'Verify', exact: true }).click();
    await message(/Through scale_driver\.cu: 14 of 14 facts confirmed, none refuted/);
    await expect.poll(() => marks().count()).toBeGreaterThan(5);
    expect(existsSync(join(folder, 'scale_driver.cu'))).toBe(false);
  });
});

test('in a folder that is not trusted nothing is compiled or run', async () => {
  const { folder, settings, install, started } = recordedMachine();
  install();
  server = await startEditor({ log: console.log, settings: quiet, machine: settings, asksForTrust: true });
  page = await openFile(browser, pageUrl(server, folder, root), example);
  await goTo(page, 44, 8);
  await hoverUntil(page, declaration, 'same', '(_2,_2):(_2,_8)');
  await runCommand(page, 'CuTe: Verify on GPU');
  await message(/does not compile or run anything in an untrusted workspace/);
  await page.screenshot({ path: shot('verify without trust') });
  expect(started()).toBe(false);
  await page.close();
  server.stop();
});
