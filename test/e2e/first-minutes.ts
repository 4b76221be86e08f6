// What a newcomer meets: the walkthrough, the tree of layouts, hints, the hover on a copy, the choice of an instance, a
// server that is started again.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { goTo, hoverUntil } from './workbench';
import { openByName, runCommand } from './visualizer';

const root = join(import.meta.dirname, '..', '..');
const screenshot = (name: string): string => join(import.meta.dirname, 'screenshots', `${name}.png`);

/** Examples that the tests open. */
export function writeExamples(folder: string): void {
  for (const name of ['gemm_sm80.cu', 'tiled_copy.cu']) copyFileSync(join(root, 'examples', name), join(folder, name));
}

export function firstMinutes(opened: () => Page): void {
  let page: Page;
  beforeAll(async () => {
    page = opened();
    await page.setViewportSize({ width: 1280, height: 1000 });
    await openByName(page, 'gemm_sm80.cu');
  });

  test('a hover on a copy says what it moves and what that costs', async () => {
    await goTo(page, 107);
    const hover = await hoverUntil(page, 'copy(gmem_copy, tAgA', 'copy', 'at once');
    expect(hover).toContain('global memory → shared memory');
    expect(hover).toContain('16 bytes at once');
    expect(hover).toContain('every byte of 16 sectors is used');
  });

  test('hints stand behind the text, and stay where they are while the cursor moves', async () => {
    await page.keyboard.press('Control+1');
    await goTo(page, 95);
    const withoutHints = await linesIn(page);
    await runCommand(page, 'CuTe: Show Layouts behind All Declarations');
    const isHinted = async (): Promise<boolean> => (await linesIn(page)).filter(({ hint }) => hint !== '').length > 5;
    await expect.poll(isHinted).toBe(true);
    const hinted = await linesIn(page);
    // The source itself stands where it stood, and a hint is the last on its line.
    expect(hinted.map(({ source, top }) => ({ source, top }))).toEqual(
      withoutHints.map(({ source, top }) => ({ source, top })),
    );
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowRight', 'ArrowUp']) {
      await page.keyboard.press(key);
      // Longer than the editor waits before it asks for hints again.
      await page.waitForTimeout(400);
      expect(await linesIn(page)).toEqual(hinted);
    }
    await runCommand(page, 'CuTe: Show Layouts behind All Declarations');
    await expect.poll(isHinted).toBe(false);
  });

  test('the tree has names and values for a screen reader, and is walked by keyboard alone', async () => {
    await runCommand(page, 'Explorer: Focus on CuTe Layouts View');
    const tree = page.getByRole('tree', { name: /CuTe Layouts/ });
    await tree
      .getByRole('treeitem', { name: /^\w+: .*:\(/ })
      .first()
      .waitFor({ timeout: 20_000 });
    expect(await nameless(tree)).toEqual([]);
    // A view without entries takes no focus.
    await runCommand(page, 'Explorer: Focus on CuTe Layouts View');
    const focused = tree.locator('.monaco-list-row.focused');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const name = /^(\w+): /.exec((await focused.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await page.screenshot({ path: screenshot('tree of layouts') });
    await page.keyboard.press('Enter');
    const line = await page.locator('.view-line', { hasText: name }).first().innerText();
    expect(line).toContain(name);
  });

  test('after a restart hovers are there again', async () => {
    await runCommand(page, 'CuTe: Restart Server');
    await page.keyboard.press('Control+1');
    await goTo(page, 107);
    await hoverUntil(page, 'copy(gmem_copy, tAgA', 'copy', 'at once');
  });

  instances(opened);

  test('the walkthrough opens with its first step', async () => {
    await runCommand(page, 'CuTe: Get Started');
    await page.getByText('Read CuTe layouts').first().waitFor({ timeout: 20_000 });
    await page.screenshot({ path: screenshot('walkthrough') });
    await page.getByRole('button', { name: 'Open an Example', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: 'local_partition:' }).first().waitFor();
  });
}

/** Of a file with two instances of a kernel. */
function instances(opened: () => Page): void {
  let page: Page;
  beforeAll(() => {
    page = opened();
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
    await rows.first().waitFor({ state: 'hidden' });
    // The choice reaches the server some time after the list has closed.
    let second = '';
    for (let attempt = 0; attempt < 10 && !second.includes('shown now'); attempt++) {
      await runCommand(page, 'CuTe: Select Kernel Instance');
      await rows.filter({ hasText: 'shown now' }).waitFor();
      second = (await rows.nth(1).getAttribute('aria-label')) ?? '';
      await page.keyboard.press('Escape');
      await rows.first().waitFor({ state: 'hidden' });
    }
    expect(second).toContain('shown now');
  });

  test('the tree has the values of other instances below those that are shown', async () => {
    await runCommand(page, 'Explorer: Focus on CuTe Layouts View');
    const tree = page.getByRole('tree', { name: /CuTe Layouts/ });
    await page.keyboard.press('Home');
    const other = tree.getByRole('treeitem', { name: /^T=float: / });
    for (let press = 0; press < 12 && !(await other.first().isVisible()); press++) {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
    }
    expect(await other.first().getAttribute('aria-level')).toBe('3');
  });
}

/** The lines that the editor shows: the source, its place in pixels, and the hint behind it. */
function linesIn(page: Page): Promise<readonly { source: string; top: number; hint: string }[]> {
  return page
    .locator('.monaco-editor')
    .first()
    .evaluate((editor) =>
      [...editor.querySelectorAll('.view-line')]
        .map((line) => {
          const parts = [...(line.firstElementChild?.children ?? [])];
          const isHint = (part: Element): boolean => /\bdyn-rule-/.test(part.className);
          const textOf = (some: readonly Element[]): string => some.map((part) => part.textContent ?? '').join('');
          const hints = parts.filter(isHint);
          // A hint that something follows is no hint behind the text.
          const isLast = hints.every((hint) => parts.indexOf(hint) >= parts.length - hints.length);
          return {
            source: textOf(parts.filter((part) => !isHint(part))),
            top: line.getBoundingClientRect().top,
            hint: isLast ? textOf(hints) : 'not behind the text',
          };
        })
        .sort((a, b) => a.top - b.top),
    );
}

/** Entries of a tree that a screen reader has no words for. */
function nameless(tree: Locator): Promise<readonly string[]> {
  return tree
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.filter((row) => !row.getAttribute('aria-label')).map((row) => row.outerHTML));
}
