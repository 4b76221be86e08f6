// Verify on GPU as a user sees it: without nvcc it says what to set; with tools that replay what an H200 recorded of the very
// files, marks stand in the gutter and hovers say so until the text changes; a file without main is shown its driver first; in a
// folder that is not trusted nothing starts.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { recordsOf } from '../../server/src/verify-evidence';
import { bytesOfRecords } from '../support/record-words';
import { script } from '../support/scratch';
import { readRecord } from '../support/verify-records';
import { goTo, runCommand } from './visualizer';
import { hoverUntil, openFile, retype } from './workbench';

const root = join(import.meta.dirname, '..', '..');
const shot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);
const example = 'local_partition.cu';
const mainless = 'scale.cu';
const declaration = 'auto same =';
const quiet = { 'editor.minimap.enabled': false };

/** A folder with two files, CUTLASS as far as it is looked for, and tools that replay the records once nvcc is installed. */
function prepared(): { folder: string; tools: Record<string, unknown>; install: () => void; started: () => boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'cute-lens-verify-'));
  const tools = mkdtempSync(join(tmpdir(), 'cute-lens-tools-'));
  copyFileSync(join(root, 'examples', example), join(folder, example));
  copyFileSync(join(root, 'test/fixtures/verify', mainless), join(folder, mainless));
  mkdirSync(join(tools, 'cutlass/include/cute'), { recursive: true });
  writeFileSync(join(tools, 'cutlass/include/cute/tensor.hpp'), '');
  for (const name of ['local_partition', `driver-${mainless}`]) {
    writeFileSync(join(tools, `${name}.recorded`), bytesOfRecords(recordsOf(readRecord(name))));
    script(join(tools, name), `cp '${tools}/${name}.recorded' "$0.records"; printf 'start\\tcudaSuccess\\nfinish\\tcudaSuccess\\n' > "$0.notes"`);
  }
  const nvccPath = join(tools, 'nvcc');
  const install = (): void => void script(nvccPath, `touch '${tools}/started'; [ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\ngrep -q 'scale<' program.cu && cp '${tools}/driver-${mainless}' program || cp '${tools}/local_partition' program`);
  const launcher = script(join(tools, 'launcher'), 'case "$1" in *nvidia-smi) echo "NVIDIA H200, 9.0, 580.159.04";; *) exec "$@";; esac');
  return {
    folder,
    tools: { 'cuteLens.nvccPath': nvccPath, 'cuteLens.cutlassPath': join(tools, 'cutlass'), 'cuteLens.run.launcher': [launcher] },
    install,
    started: () => existsSync(join(tools, 'started')),
  };
}

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
    if (await item.waitFor({ timeout: 1500 }).then(() => true, () => false)) return item;
  }
  throw new Error(`no message says ${String(text)}`);
}

describe('Verify on GPU', () => {
  const { folder, tools, install } = prepared();
  beforeAll(async () => {
    server = await startEditor({ log: console.log, settings: quiet, machine: tools });
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

  test('marks what the machine confirms, and hovers say which machine', async () => {
    install();
    await runCommand(page, 'CuTe: Verify on GPU');
    await message(/17 of 17 facts confirmed, none refuted/);
    await expect.poll(() => marks().count()).toBeGreaterThan(5);
    await page.screenshot({ path: shot('verified') });
    await runCommand(page, 'Notifications: Clear All Notifications');
    expect(await hoverUntil(page, declaration, 'same', 'confirmed on NVIDIA H200 (sm_90a)')).toContain('(_2,_2):(_2,_8)');
  });

  test('an edit takes marks and verdicts away', async () => {
    await retype(page, declaration, 'same', 'same_too');
    await expect.poll(() => marks().count()).toBe(0);
    expect(await hoverUntil(page, 'auto same_too =', 'same_too', '(_2,_2):(_2,_8)')).not.toContain('confirmed');
  });

  test('a file without main is shown a driver, and is verified through it', async () => {
    await page.locator('.explorer-folders-view').getByText(mainless, { exact: true }).dblclick();
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
  const { folder, tools, install, started } = prepared();
  install();
  server = await startEditor({ log: console.log, settings: quiet, machine: tools, asksForTrust: true });
  page = await openFile(browser, pageUrl(server, folder, root), example);
  await goTo(page, 44, 8);
  await hoverUntil(page, declaration, 'same', '(_2,_2):(_2,_8)');
  await runCommand(page, 'CuTe: Verify on GPU');
  await message(/compiles and runs nothing in a workspace that is not trusted/);
  await page.screenshot({ path: shot('verify without trust') });
  expect(started()).toBe(false);
  await page.close();
  server.stop();
});
