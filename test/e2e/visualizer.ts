/// <reference lib="dom" />
// Drives the visualizer's page inside of VS Code: finds its frame, reads what it says, clicks cells. Knows the page,
// not CuTe.
import { expect } from 'vitest';
import type { Frame, Locator, Page } from 'playwright-core';

/** The page of the panel whose title is `title`. */
export async function panelFrame(page: Page, title: string): Promise<Frame> {
  for (let attempt = 0; attempt < 200; attempt++) {
    for (const frame of page.frames()) {
      // A frame that is being loaded has no document yet.
      const heading = await frame.evaluate(() => document.querySelector('.bar h1')?.textContent).catch(() => undefined);
      if (heading === title) return frame;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(
    `no panel shows "${title}"; frames: ${page
      .frames()
      .map((frame) => frame.url())
      .join(', ')}`,
  );
}

/** Runs a command from the palette. Its title begins with `title`, and so does that of no command before it. */
export async function runCommand(page: Page, title: string): Promise<void> {
  // Commands that were run lately, or that have the words in another order, may stand before it.
  await pick(page, 'F1', `>${title}`, new RegExp(`^\\s*${title.replace(/[^\w\s]/g, '\\$&')}`));
}

/** Opens a file of the workspace by its name. */
export async function openByName(page: Page, name: string): Promise<void> {
  await pick(page, 'Control+p', name, name);
  await page.locator('.tab.active').filter({ hasText: name }).first().waitFor();
}

/** Opens the box of commands and files by its key, and picks a row of what it finds. What has the focus may take the
 *  key, or close the box that opens, while the page still works on the last step. */
async function pick(page: Page, key: string, typed: string, row: string | RegExp): Promise<void> {
  const input = page.locator('.quick-input-widget input').first();
  const isPicked = async (): Promise<boolean> => {
    await page.keyboard.press(key);
    try {
      await input.fill(typed, { timeout: 3000 });
      await chooseRow(page, row, undefined, 5000);
      return true;
    } catch {
      await page.keyboard.press('Escape');
      return false;
    }
  };
  for (let attempt = 0; attempt < 5; attempt++) if (await isPicked()) return;
  throw new Error(`nothing is found by "${typed}"`);
}

/** Chooses among the repairs at the cursor, by keyboard. The list opens once the editor has asked for them and has the
 *  focus again. */
export async function chooseFix(page: Page, title: string): Promise<void> {
  const offered = page.locator('.action-widget .monaco-list-row').filter({ hasText: title }).first();
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.keyboard.press('Control+.');
    if (
      await offered.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      return chooseRow(page, title, '.action-widget');
    await page.keyboard.press('Escape');
  }
  throw new Error(`nobody offers "${title}"`);
}

/** Chooses a row of a list that is open, by keyboard. */
export async function chooseRow(
  page: Page,
  text: string | RegExp,
  list = '.quick-input-list',
  timeout = 15_000,
): Promise<void> {
  const rows = page.locator(`${list} .monaco-list-row`);
  await rows.filter({ hasText: text }).first().waitFor({ timeout });
  const chosen = page.locator(`${list} .monaco-list-row.focused`).filter({ hasText: text });
  for (let step = 0; step < 20 && !(await chosen.isVisible()); step++) await page.keyboard.press('ArrowDown');
  await chosen.waitFor({ timeout });
  await page.keyboard.press('Enter');
}

/** Chooses another view of what the panel shows, from its list, by keyboard. */
export async function chooseView(panel: Frame, title: string): Promise<void> {
  const list = panel.locator('vscode-dropdown[aria-label="View"]');
  const isChosen = (): Promise<boolean> =>
    list.evaluate((one, wanted) => (one as unknown as { displayValue: string }).displayValue === wanted, title);
  if (await isChosen()) return;
  const { keyboard } = panel.page();
  // An answer that arrives meanwhile closes the list: then once more.
  for (let attempt = 0; attempt < 5 && !(await isChosen()); attempt++) {
    if (attempt > 0) await keyboard.press('Escape');
    await list.focus();
    for (const key of ['Enter', 'Home']) await keyboard.press(key);
    for (let step = 0; step < 20 && !(await isChosen()); step++) await keyboard.press('ArrowDown');
  }
  expect(await isChosen()).toBe(true);
  await keyboard.press('Enter');
  await expectSettled(panel);
}

/** Until no question is under way. */
async function expectSettled(panel: Frame): Promise<void> {
  await panel.locator('body:not(.busy)').waitFor();
}

export const stageOf = (frame: Frame): Locator => frame.locator('.stage');

/** The facts of the cell under the pointer. */
export async function tooltip(frame: Frame): Promise<string> {
  const element = frame.locator('.tooltip:not([hidden])');
  await element.waitFor({ timeout: 5000 });
  return element.innerText();
}
