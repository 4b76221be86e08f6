/// <reference lib="dom" />
// The hover as a user sees it, in the workbench's page: once with the extension from this folder, once with the packed
// VSIX installed, so that a file missing from the package is found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { hovers } from './hover-kinds';
import { openByName } from './visualizer';
import { goTo, hoverUntil, openFile, retype } from './workbench';
import { after, before, partitionFile, variable, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
/** The height of a hover in VS Code before it scrolls, in pixels. */
const visibleHeight = 250;
const declaration = `auto ${variable} =`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const ways = [
  { from: 'its folder', install: [], develop: root },
  { from: 'the packed VSIX', install: [join(root, `${name}-${version}.vsix`)], develop: undefined },
];

describe.each(ways)('the extension from $from', ({ from, install, develop }) => {
  let server: EditorServer;
  let page: Page;
  beforeAll(async () => {
    server = await startEditor({ install, log: console.log });
    page = await openFile(browser, pageUrl(server, writeWorkspace(), develop), partitionFile);
  });
  afterAll(async () => {
    await page?.close();
    server?.stop();
  });

  test('resting on a variable shows what CuTe prints', async () => {
    const hover = await hoverUntil(page, declaration, variable, before.text);
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', `hover from ${from}.png`) });
    expect(hover.split('\n')[0]).toBe(`gmem_ptr[32b] o ${before.text}`);
    expect(hover).toContain('global memory');
    expect(hover).toContain('THR_M');
  });

  test('value, kind, actions and modes stand in the part of a hover that needs no scrolling', async () => {
    await hoverUntil(page, declaration, variable, before.text);
    const hover = page.locator('.monaco-hover:not(.hidden)').first();
    const wanted = [before.text, variable, 'Visualize', 'THR_K'];
    expect(await tooLow(hover, wanted)).toEqual([]);
    expect(await hover.getAttribute('role')).toBe('tooltip');
    expect(await hover.getByRole('link', { name: 'Visualize' }).count()).toBe(1);
    expect(await hover.getByRole('table').count()).toBe(1);
  });

  test('a link in the hover chooses another thread', async () => {
    await hoverUntil(page, declaration, variable, 'for threadIdx.x = 0');
    await page.locator('.monaco-hover:not(.hidden)').getByRole('link', { name: 'Sample Thread' }).click();
    await page.locator('.quick-input-widget input').fill('33');
    await page.keyboard.press('Enter');
    const hover = await hoverUntil(page, declaration, variable, 'threadIdx.x = 33');
    expect(hover).toContain('starts at element 129 of data');
  });

  test('the status item says how much was found', async () => {
    await page.locator('.editor-status-item, [id="status.languageStatus"]').first().hover();
    await page
      .getByText(/CuTe: \d+ layouts, 1 instance, \d+ ms/)
      .first()
      .waitFor({ timeout: 10_000 });
    await page.keyboard.press('Escape');
  });

  test('another tile size gives another layout', async () => {
    await retype(page, before.source, '128', '64');
    const hover = await hoverUntil(page, declaration, variable, after.text);
    expect(hover).not.toContain(before.text);
  });

  // What follows is about the hover alone, which the packed extension shows as the one in the folder does.
  if (develop === undefined) return;

  test('a word in the hover leads to its part of the glossary', async () => {
    await hoverUntil(page, declaration, variable, after.text);
    await page.locator('.monaco-hover:not(.hidden)').getByRole('link', { name: "this thread's part of" }).click();
    const glossary = page.getByRole('tab', { name: /Glossary/ }).first();
    await glossary.waitFor({ timeout: 10_000 });
    await glossary.click({ button: 'middle' });
  });

  test('the keyboard opens a hover and follows its links', async () => {
    await goTo(page, 10, 8);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+i');
    await page.locator('.monaco-hover:not(.hidden)').filter({ hasText: after.text }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+i');
    for (let press = 0; press < 12; press++) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Explain') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const explained = page.getByRole('tab', { name: /mine/ }).first();
    await explained.waitFor({ timeout: 10_000 });
    await explained.click({ button: 'middle' });
  });

  test('so do those of every other kind of hover', async () => {
    // The keyboard was in the page that the last test opened.
    await page.getByRole('tab', { name: partitionFile }).first().click();
    await openByName(page, 'hovers.cu');
    for (const { name, line, word, expected, holds, file, at } of hovers) {
      if (file !== undefined) continue;
      await goTo(page, at);
      // What the editor learns may take a hover away, or fill it anew, while it is measured.
      const low = async (): Promise<readonly string[] | undefined> => {
        await hoverUntil(page, line, word, expected);
        return tooLow(page.locator('.monaco-hover:not(.hidden)').first(), holds).catch(() => undefined);
      };
      await expect.poll(low, { timeout: 10_000, message: name }).toEqual([]);
    }
  });
});

/** Of texts that a hover must hold from top to bottom, those that are missing, out of order, or cut off before it is
 *  scrolled. */
function tooLow(hover: Locator, wanted: readonly string[]): Promise<readonly string[]> {
  return hover.evaluate(
    (element, { texts, height }) => {
      const { top } = element.getBoundingClientRect();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
      const found: { text: string; top: number; bottom: number }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node as HTMLElement;
        if (one.matches('p, tr, a, strong, code, .monaco-tokenized-source')) {
          const box = one.getBoundingClientRect();
          found.push({ text: (one.textContent ?? '').replace(/\u00a0/g, ' '), top: box.top, bottom: box.bottom });
        }
      }
      let above = top;
      return texts.filter((text) => {
        const one = found.find((part) => part.text.includes(text) && part.bottom > above);
        if (!one || one.bottom > top + height) return true;
        above = one.top;
        return false;
      });
    },
    { texts: wanted, height: visibleHeight },
    { timeout: 2000 },
  );
}
