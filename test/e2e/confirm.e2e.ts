// Confirm in the Background as a user sees it: after a pause the hover says that the compiler confirms the value, until
// the text changes; where the compiler differs, its value comes first, and a report opens. A script stands in for g++;
// its program replays what was recorded of the very file.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { recordedExample as example, recordedMachine } from './recorded';
import { goTo, runCommand } from './visualizer';
import { hoverUntil, openFile, retype } from './workbench';

const root = join(import.meta.dirname, '..', '..');
const shot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);
const declaration = 'auto same =';
const confirmed = 'confirmed by g++ 12.2';
const quiet = { 'editor.minimap.enabled': false };

let browser: Browser;
let server: EditorServer;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: shot(`failed ${task.name}`) });
  await page.close();
  server.stop();
});

/** Opens the example in an editor whose compiler is `compiler`. */
async function openWith(compiler: string, folder: string, settings: object, machine: Record<string, unknown>) {
  vi.stubEnv('CXX', compiler);
  server = await startEditor({ log: console.log, settings: { ...quiet, ...settings }, machine });
  page = await openFile(browser, pageUrl(server, folder, root), example);
  await goTo(page, 44, 8);
}

describe('Confirm in the Background', () => {
  test('after a pause the hover says what the compiler confirms, until the text changes', async () => {
    const { folder, settings, compiler } = recordedMachine();
    await openWith(compiler(), folder, { 'cuteLens.confirm': 'whenIdle' }, settings);
    expect(await hoverUntil(page, declaration, 'same', confirmed)).toContain('(_2,_2):(_2,_8)');
    await page.screenshot({ path: shot('confirmed') });
    await retype(page, declaration, 'same', 'same_too');
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', '(_2,_2):(_2,_8)')).not.toContain('confirmed');
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', confirmed)).toContain('(_2,_2):(_2,_8)');
  });

  test('where the compiler differs its value comes first, and a report opens', async () => {
    const { folder, settings, compiler } = recordedMachine();
    await openWith(compiler({ value: '(_2,_2):(_2,_8)', by: '(_2,_2):(_4,_8)' }), folder, {}, settings);
    await hoverUntil(page, declaration, 'same', '(_2,_2):(_2,_8)');
    await runCommand(page, 'CuTe: Confirm in the Background');
    const said = await hoverUntil(page, declaration, 'same', 'refuted by g++ 12.2');
    expect(said).toMatch(/^\(_2,_2\):\(_4,_8\)$[\s\S]*CuTe Lens showed \(_2,_2\):\(_2,_8\), which is a bug/m);
    await page.screenshot({ path: shot('refuted by the compiler') });
    await page.locator('.monaco-hover:not(.hidden)').getByText('Report This').click();
    await page.locator('.view-line').filter({ hasText: 'predicts `same` wrongly' }).first().waitFor();
  });
});
