// Confirm in the Background as a user sees it: after a pause the hover says that the compiler confirms the value, until
// the text changes; where the compiler differs, its value comes first, and a report opens. A script stands in for g++;
// its program replays what was recorded of the very file.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { recordedExample as example, recordedMachine } from './recorded';
import { runCommand } from './visualizer';
import { goTo, hoverUntil, openFile, retype } from './workbench';

const root = join(import.meta.dirname, '..', '..');
const shot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);
const declaration = 'auto same =';
const confirmed = 'confirmed by g++ 12.2';

let browser: Browser;
let server: EditorServer;
let page: Page;
const { folder, settings, compiler } = recordedMachine();
beforeAll(async () => {
  vi.stubEnv('CXX', compiler());
  browser = await launchChromium();
  const user = { 'editor.minimap.enabled': false, 'cuteLens.confirm': 'whenIdle' };
  server = await startEditor({ log: console.log, settings: user, machine: settings });
  page = await openFile(browser, pageUrl(server, folder, root), example);
  await goTo(page, 44, 8);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser?.close();
  server?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: shot(`failed ${task.name}`) });
});

/** Rests the mouse on the status item until it says so. The compiler runs at a low priority: nothing else is asked
 *  meanwhile. */
async function statusSays(text: RegExp): Promise<void> {
  await page.locator('[id="status.languageStatus"]').first().hover();
  await page.getByText(text).first().waitFor({ timeout: 90_000 });
  await page.mouse.move(5, 5);
}

describe('Confirm in the Background', () => {
  test('after a pause the hover says what the compiler confirms, until the text changes', async () => {
    await hoverUntil(page, declaration, 'same', '(_2,_2):(_2,_8)');
    await statusSays(/CuTe: .* confirmed/);
    expect(await hoverUntil(page, declaration, 'same', confirmed)).toContain('(_2,_2):(_2,_8)');
    await page.screenshot({ path: shot('confirmed') });
    await retype(page, declaration, 'same', 'same_too');
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', '(_2,_2):(_2,_8)')).not.toContain('confirmed');
    await statusSays(/CuTe: .* confirmed/);
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', confirmed)).toContain('(_2,_2):(_2,_8)');
  });

  test('where the compiler differs its value comes first, and a report opens', async () => {
    compiler({ value: '(_2,_2):(_2,_8)', by: '(_2,_2):(_4,_8)' });
    await retype(page, 'auto same_too =', 'same_too', 'same');
    await runCommand(page, 'CuTe: Confirm in the Background');
    await statusSays(/CuTe: .* differ/);
    const said = await hoverUntil(page, declaration, 'same', 'refuted by g++ 12.2');
    expect(said).toMatch(/^\(_2,_2\):\(_4,_8\)$[\s\S]*CuTe Lens showed \(_2,_2\):\(_2,_8\), which is a bug/m);
    await page.screenshot({ path: shot('refuted by the compiler') });
    await page.locator('.monaco-hover:not(.hidden)').getByText('Report This').click();
    await page.locator('.view-line').filter({ hasText: 'predicts `same` wrongly' }).first().waitFor();
  });
});
