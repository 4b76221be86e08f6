// The visualizer in a real VS Code: an example is opened, a partition drawn, a cell clicked, the source revealed; it
// follows edits and the cursor, compares, shares pins with other panels, saves and links, outlives its server, and
// comes back after a reload.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { processes } from '../support/processes';
import { goTo, hoverUntil, openFile, retype } from './workbench';
import { chooseRow, chooseView, panelFrame, runCommand, stageOf, tooltip } from './visualizer';
import { exampleFile, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const workspace = writeWorkspace();
const lines = readFileSync(join(workspace, exampleFile), 'utf8').split('\n');
const lineOf = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;
/** Thread 3 of 2 by 2 of a tensor of 4 by 4, and of 4 by 2. */
const [before, after] = ['(_2,_2):(_2,_8)', '(_1,_2):(_0,_8)'];

let browser: Browser;
let server: EditorServer;
let page: Page;
let panel: Frame;

beforeAll(async () => {
  [browser, server] = [
    await launchChromium(),
    await startEditor({ log: console.log, settings: { 'editor.minimap.enabled': false } }),
  ];
  page = await openFile(browser, pageUrl(server, workspace, root), exampleFile);
  page.setDefaultTimeout(15_000);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.keyboard.press('Control+b');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await browser?.close();
  server?.stop();
});

describe('a panel', () => {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `failed ${task.name}.png`) });
  });

  test('draws the partition under the cursor of an example', async () => {
    await goTo(page, lineOf('auto same ='), 8);
    await hoverUntil(page, 'auto same =', 'same', before);
    await runCommand(page, 'CuTe: Visualize');
    panel = await panelFrame(page, 'same');
    await expectText(before);
    expect(await stageOf(panel).getAttribute('aria-label')).toContain('same is the part of thread 3');
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'visualizer.png') });
  });

  test('names a cell under the pointer, and pins it at a click', async () => {
    await stageOf(panel).hover();
    const facts = await tooltip(panel);
    expect(facts).toMatch(/coordinate\s+\(/);
    await stageOf(panel).click();
    await panel.locator('.side section').waitFor();
    expect(await panel.locator('.side section').innerText()).toContain(/offset\s+(\d+)/.exec(facts)?.[1]);
  });

  test('is reached, walked through and heard by keyboard alone', async () => {
    const isIn = (): Promise<boolean> => panel.evaluate(() => document.hasFocus());
    const isAtPicture = (): Promise<boolean> => stageOf(panel).evaluate((one) => one === document.activeElement);
    await page.keyboard.press('Control+1');
    await expect.poll(isIn).toBe(false);
    await page.keyboard.press('Control+2');
    await expect.poll(isAtPicture).toBe(true);
    expect(await stageOf(panel).getAttribute('role')).toBe('application');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => panel.locator('[aria-live="polite"].unseen').innerText()).toMatch(/coordinate \(/);
  });

  test('goes to the source', async () => {
    await goTo(page, 1, 1);
    await panel.getByRole('button', { name: 'Go to source (g)' }).click();
    await page
      .locator('.editor-status-selection, [id="status.editor.selection"]')
      .filter({ hasText: `Ln ${lineOf('auto same =')}, Col` })
      .first()
      .waitFor({ timeout: 10_000 });
  });

  test('changes while the source is edited', async () => {
    await retype(page, 'Shape<cute::_2, cute::_2>', '_2', '_4');
    await expectText(after);
    await retype(page, 'Shape<cute::_4, cute::_2>', '_4', '_2');
    await expectText(before);
  });

  test('shows the last picture and a way on while a value is not known', async () => {
    await retype(page, 'Shape<cute::_2, cute::_2>', '_2', 'unknown_name');
    await panel.locator('.problem').filter({ hasText: 'same' }).waitFor({ timeout: 10_000 });
    expect(await stageOf(panel).locator('canvas.cells').isVisible()).toBe(true);
    await retype(page, 'Shape<cute::unknown_name', 'unknown_name', '_2');
    await panel.locator('.problem').waitFor({ state: 'hidden', timeout: 10_000 });
  });

  test('puts another value of the file beside it, and takes it away', async () => {
    await stageOf(panel).focus();
    await page.keyboard.press('c');
    await page.locator('.quick-input-widget input').fill('divided');
    await page.keyboard.press('Enter');
    panel = await panelFrame(page, 'same and divided');
    await panel.getByRole('button', { name: 'Stop comparing' }).click();
    panel = await panelFrame(page, 'same');
  });

  test('is compared from the palette too', async () => {
    // By the editor's own key: the editor looks only four times a second which page has the focus.
    await page.keyboard.press('Control+2');
    await runCommand(page, 'CuTe: Compare with');
    await page.locator('.quick-input-titlebar').filter({ hasText: 'Compare same with' }).waitFor();
    await page.locator('.quick-input-widget input').fill('divided');
    await page.keyboard.press('Enter');
    panel = await panelFrame(page, 'same and divided');
    await panel.getByRole('button', { name: 'Stop comparing' }).click();
    panel = await panelFrame(page, 'same');
  });

  test('is compared from the editor too, where the cursor is on no word', async () => {
    await goTo(page, lineOf('auto same =') + 4, 1);
    await runCommand(page, 'CuTe: Compare with');
    await page.locator('.quick-input-titlebar').filter({ hasText: 'Compare same with' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    // What is evaluated next means what it means there.
    await goTo(page, lineOf('auto same ='), 8);
  });

  test('shares its pins with other panels of the file', async () => {
    await runCommand(page, 'CuTe: Evaluate Expression');
    await page.locator('.quick-input-widget input').fill('numbers');
    await page.keyboard.press('Enter');
    const other = await panelFrame(page, 'numbers');
    await other.locator('.side section').waitFor();
    const offsetIn = async (frame: Frame): Promise<string | undefined> =>
      /offset\s+(\d+)/.exec(await frame.locator('.side section').first().innerText())?.[1];
    await expect.poll(() => offsetIn(other)).toMatch(/^\d+$/);
    await other.getByRole('button', { name: 'Unpin all' }).click();
    await stageOf(other).focus();
    for (const key of ['Control+End', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => offsetIn(other)).toBe('15');
    // Both are in one group: this one is behind.
    await page.getByRole('tab', { name: 'same' }).click();
    await expect.poll(() => offsetIn(panel)).toBe('15');
  });

  test('what was evaluated is offered again and takes the place of the last one; a missing bracket is named', async () => {
    const input = page.locator('.quick-input-widget input');
    await runCommand(page, 'CuTe: Evaluate Expression');
    await input.fill('make_layout(Shape<_4, _8');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: '`>` expected' }).waitFor();
    await input.fill('threads');
    await page.keyboard.press('Enter');
    await panelFrame(page, 'threads');
    await runCommand(page, 'CuTe: Evaluate Expression');
    await input.fill('num');
    await page.locator('.monaco-list-row.focused', { hasText: 'Evaluate what is typed' }).waitFor();
    await chooseRow(page, 'numbers');
    await panelFrame(page, 'numbers');
    expect(await page.getByRole('tab', { name: 'threads' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'same' }).click();
  });

  test('saves its picture, copies it as text, and comes back from a link', async () => {
    await savedAs('SVG', 'same.svg', '<title id="t">same: partition</title>');
    await savedAs('PNG', 'same.png', 'PNG');
    await savedAs('TikZ', 'same.tex', '\\end{tikzpicture}');
    await savedAs('interactive page', 'same.html', '<title>same');
    await exportAs('Copy as text');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('(_4,_4):(_1,_4)');
    await exportAs('Copy link');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`file=${exampleFile}`);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await runCommand(page, 'Developer: Open URL');
    await page.locator('.quick-input-widget input').fill(link);
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'Open', exact: true })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    const tabs = page.getByRole('tab', { name: /^same/ });
    await expect.poll(() => tabs.count(), { timeout: 10_000 }).toBe(2);
    await tabs.first().click();
  });

  test('another analysis thread takes the place of one that dies: panel and hover answer again, with their state', async () => {
    await chooseView(panel, 'Layout');
    const pids = languageServers();
    const died = performance.now();
    pids.forEach((pid) => process.kill(pid, 'SIGUSR2'));
    await chooseView(panel, 'Partition');
    await expectText(before);
    const drawn = performance.now();
    await hoverUntil(page, 'auto same =', 'same', before);
    console.log(
      `after the thread died: the panel after ${Math.round(drawn - died)} ms, the hover after ${Math.round(performance.now() - died)} ms`,
    );
    expect(await panel.locator('.problem').isHidden()).toBe(true);
    expect(languageServers()).toEqual(pids);
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'thread-replaced.png') });
  });

  test('keeps its picture when the server has died for good, and starts it again when asked', async () => {
    const killed = new Set<number>();
    await killForGood(killed);
    await chooseView(panel, 'Layout');
    await panel.locator('.problem').waitFor({ timeout: 10_000 });
    expect(await panel.locator('.problem').innerText()).toContain('does not answer');
    expect(await stageOf(panel).locator('canvas.cells').isVisible()).toBe(true);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('.problem').waitFor({ state: 'hidden', timeout: 20_000 });
    await expectText(before);
  });

  test('the status item says that the server is gone, and restarts it', async () => {
    const killed = new Set<number>();
    await killForGood(killed);
    await page.keyboard.press('Control+1');
    await page.locator('[id="status.languageStatus"]').first().hover();
    await page.getByText('CuTe Lens has stopped').first().waitFor({ timeout: 10_000 });
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'server gone.png') });
    await page.locator('.hover-language-status').getByText('Restart', { exact: true }).click();
    await expect.poll(() => languageServers().filter((pid) => !killed.has(pid)).length).toBe(1);
    await page.mouse.move(5, 5);
    await hoverUntil(page, 'auto same =', 'same', before);
    await chooseView(panel, 'Layout');
    await chooseView(panel, 'Partition');
    expect(await panel.locator('.problem').isHidden()).toBe(true);
    await expectText(before);
  });

  test('follows the cursor when it is asked to', async () => {
    await panel.locator('vscode-checkbox').focus();
    await page.keyboard.press('Space');
    await goTo(page, lineOf('auto threads ='), 9);
    panel = await panelFrame(page, 'threads');
  });

  test('comes back after the window is reloaded', async () => {
    // The window's own command: a page that is reloaded from outside may lose what the workbench has not stored yet.
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    panel = await panelFrame(page, 'threads');
  });
});

async function exportAs(item: string): Promise<void> {
  await panel.getByRole('button', { name: 'Export' }).click();
  await panel.getByRole('menuitem', { name: item }).click();
}

/** Saves the picture under the name that is offered, and waits until the file says something. */
async function savedAs(kind: string, name: string, text: string): Promise<void> {
  await exportAs(`Save as ${kind}…`);
  const dialog = page.locator('.quick-input-widget input').first();
  await expect.poll(() => dialog.inputValue()).toContain(name);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => existsSync(join(workspace, name)) && readFileSync(join(workspace, name), 'utf8'))
    .toContain(text);
}

/** The client starts a server again until it has died too often. */
async function killForGood(killed: Set<number>): Promise<void> {
  for (let pid = await nextServer(killed); pid !== undefined; pid = await nextServer(killed)) {
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
  }
}

/** The language server that runs beside those that were killed, or starts within 5 s. */
async function nextServer(killed: ReadonlySet<number>): Promise<number | undefined> {
  const patience = performance.now() + 5000;
  while (performance.now() < patience) {
    const alive = languageServers().find((pid) => !killed.has(pid));
    if (alive !== undefined) return alive;
    await page.waitForTimeout(100);
  }
  return undefined;
}

/** Processes of the language server that this editor started. */
function languageServers(): readonly number[] {
  const all = processes();
  const isOurs = (parent: number): boolean =>
    parent === server.pid || all.some((one) => one.pid === parent && isOurs(one.parent));
  return all
    .filter(({ parent, args }) => args.includes(join(root, 'dist', 'server.cjs')) && isOurs(parent))
    .map(({ pid }) => pid);
}

async function expectText(text: string): Promise<void> {
  const field = panel.locator('.bar vscode-text-field').first();
  await expect
    .poll(() => field.evaluate((one) => (one as unknown as { value: string }).value), { timeout: 10_000 })
    .toBe(text);
}
