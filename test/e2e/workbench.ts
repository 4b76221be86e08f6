/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Drives the workbench as a user does: opens a file, rests the mouse on a word, types. Knows VS Code's page, not CuTe.
import type { Browser, Page } from 'playwright-core';

/** A page with the workbench loaded and a file of the folder open. */
export async function openFile(browser: Browser, url: string, name: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openIn(page, url, name);
  return page;
}

/** Loads the workbench into a page, and opens a file of the folder. */
export async function openIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  await page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick({ timeout: 60_000 });
  await page.locator('.monaco-editor .view-lines').first().waitFor();
}

/** Puts the cursor on a line and column, counted from one, and waits until the editor shows it there. */
export async function goTo(page: Page, line: number, column = 1): Promise<void> {
  await leaveHover(page);
  // Into the part that is in sight, so that nothing is scrolled; the keys of a panel's page would not reach the editor.
  await page
    .locator('.monaco-editor .overflow-guard')
    .first()
    .click({ position: { x: 140, y: 10 } });
  await page.keyboard.press('Control+g');
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  // The editor scrolls after the box has closed.
  await page
    .locator('[id="status.editor.selection"]')
    .filter({ hasText: new RegExp(`^Ln ${line}, Col ${column}\\b`) })
    .waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** How long the mouse rests on a word: an editor that has nothing to say asks nobody again until it moves. */
const restMs = 1000;
/** How long a hover may take to appear, with the start of the extension. */
const patienceMs = 90_000;

/** Rests the mouse on a word of a line until a hover with `expected` appears, and returns the hover's text. */
export async function hoverUntil(page: Page, line: string, text: string, expected: string): Promise<string> {
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    const box = await boxOf(page, line, text);
    await page.mouse.move(5, 5);
    await page.mouse.move(box.x, box.y);
    await page.mouse.move(box.x + 1, box.y);
    const hover = page.locator('.monaco-hover:not(.hidden) .hover-row').filter({ hasText: expected });
    const shown = await hover
      .first()
      .waitFor({ timeout: restMs })
      .then(
        () => true,
        () => false,
      );
    if (!shown) continue;
    // Once it has faded in. What the editor learns meanwhile may take the hover away again.
    const said = await page
      .locator('.monaco-hover:not(.hidden)')
      .first()
      .evaluate(
        async (element) => {
          await Promise.allSettled(element.getAnimations({ subtree: true }).map((one) => one.finished));
          return (element as HTMLElement).innerText;
        },
        undefined,
        { timeout: 1000 },
      )
      .catch(() => undefined);
    if (said !== undefined && said !== '') return said;
  }
  throw new Error(`no hover with "${expected}" on ${text}`);
}

/** Where `text` stands on the line that contains `line`, once an editor shows it. */
async function boxOf(page: Page, line: string, text: string): Promise<{ x: number; y: number }> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const found = await placeOf(page, line, text);
    if (found) return found;
    await page.waitForTimeout(200);
  }
  throw new Error(`"${line}" is not visible in the editor`);
}

async function placeOf(page: Page, line: string, text: string): Promise<{ x: number; y: number } | undefined> {
  return page.evaluate(
    ([wantedLine, wantedText]) => {
      const element = [...document.querySelectorAll('.view-line')].find((line) =>
        line.textContent?.replace(/\u00a0/g, ' ').includes(wantedLine),
      );
      if (!element) return undefined;
      const at =
        (element.textContent ?? '').replace(/\u00a0/g, ' ').indexOf(wantedLine) + wantedLine.indexOf(wantedText);
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let seen = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0;
        if (seen + length > at) {
          const range = document.createRange();
          range.setStart(node, at - seen);
          range.setEnd(node, at - seen + 1);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }
        seen += length;
      }
      return undefined;
    },
    [line, text] as const,
  );
}

/** Double-clicks a word of a line and types another in its place. A hover that covers the line is dismissed first. */
export async function retype(page: Page, line: string, text: string, replacement: string): Promise<void> {
  await leaveHover(page);
  const box = await boxOf(page, line, text);
  await page.mouse.dblclick(box.x, box.y);
  await page.keyboard.type(replacement);
}

/** Takes the mouse off the text, and waits until no hover covers it. */
async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.locator('.monaco-hover:not(.hidden)').first().waitFor({ state: 'hidden' });
}
