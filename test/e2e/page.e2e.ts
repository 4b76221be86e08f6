/// <reference lib="dom" />
// The page of a panel in a real browser, without an editor around it: keys, sliders, what a screen reader is told,
// colours of the theme, narrow panels; and the page that is a file of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { FromPage, Shown, ToPage } from '../../protocol/src/webview';
import { page as html } from '../../protocol/src/page';
import { launchChromium } from '../../scripts/editor/chromium';
import { owners, picture, shown } from '../unit/webview/support';

const root = join(import.meta.dirname, '..', '..');
const asset = (name: string): { text: string } => ({ text: readFileSync(join(root, 'dist', name), 'utf8') });
const parts = { title: 'test', nonce: 'test', script: asset('webview.js'), style: asset('webview.css') };

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(() => page?.close());
afterAll(() => browser?.close());

/** A page as a panel loads it, with a message that shows something. */
async function panel(show: Shown, theme = 'vscode-dark', variables = ''): Promise<void> {
  page = await browser.newPage({ viewport: { width: 720, height: 640 } });
  // As text: the runner of this file would name functions with a helper that the page lacks.
  await page.evaluate(
    'window.sent = []; window.acquireVsCodeApi = () => ({ postMessage: (message) => window.sent.push(message), setState() {} })',
  );
  await page.setContent(
    html(parts)
      .replace('<body>', `<body class="${theme}">`)
      .replace('<html lang="en">', `<html lang="en" style="${variables}">`),
  );
  await tell({ type: 'show', shown: show });
  await page.locator('.stage[aria-label]').waitFor();
}

const tell = (message: ToPage): Promise<void> => page.evaluate((one) => window.postMessage(one, '*'), message);
const sent = async (type: FromPage['type']): Promise<readonly FromPage[]> =>
  ((await page.evaluate('window.sent')) as FromPage[]).filter((message) => message.type === type);
const spoken = (): Promise<string> => page.locator('[aria-live="polite"].unseen').innerText();
const stage = () => page.locator('.stage');
/** Whether some pixel of the picture has a colour. */
const isDrawn = (colour: readonly number[]): Promise<boolean> =>
  page.evaluate(([r, g, b]) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.cells') as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) as ImageData;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === r && data[at + 1] === g && data[at + 2] === b) return true;
    return false;
  }, colour);
/** Two views of a value. */
const both: Shown['views'] = [
  { id: 'partition', title: 'Partition' },
  { id: 'explain', title: 'Step by step' },
];
const mma = shown({ pictures: [picture({ owners })], labelBy: 'owner', colourBy: 'thread' });

describe('with the keyboard alone', () => {
  test('a reader reaches the picture, walks through it, hears every cell, pins one and lets it go', async () => {
    await panel(shown({ pictures: [picture({ element: { set: 'gmem A', by: 'offset' } })] }));
    for (let press = 0; press < 40 && !(await stage().evaluate((one) => one === document.activeElement)); press++)
      await page.keyboard.press('Tab');
    expect(await stage().getAttribute('aria-label')).toContain('A layout of 4 by 8.');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await spoken()).toBe('coordinate (1,1), index 5, offset 9');
    await page.keyboard.press('Enter');
    expect(await page.locator('aside[aria-label="Pinned elements"] section').innerText()).toMatch(/offset\s+9/);
    expect(await sent('pins')).toEqual([{ type: 'pins', elements: [{ set: 'gmem A', number: 9 }] }]);
    await page.keyboard.press('Escape');
    expect(await page.locator('aside[aria-label="Pinned elements"]').isVisible()).toBe(false);
  });

  test('every key that the list names does something', async () => {
    await panel(mma);
    await stage().focus();
    await page.keyboard.press('?');
    expect(await page.locator('dialog').innerText()).toContain('compare with another value');
    await page.keyboard.press('Escape');
    await stage().focus();
    for (const key of ['c', 'Shift+C', 'g']) await page.keyboard.press(key);
    expect([...(await sent('compare')), ...(await sent('reveal'))]).toEqual([
      { type: 'compare', on: true },
      { type: 'compare', on: false },
      { type: 'reveal' },
    ]);
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    expect((await sent('options')).at(-1)).toEqual({ type: 'options', options: { selection: { thread: 1 } } });
    await page.keyboard.press('/');
    await page.keyboard.type('T3');
    expect(await page.locator('output.found').innerText()).toBe('1 of 4 cells');
    await page.keyboard.press('Enter');
    expect(await page.locator('output.found').innerText()).toBe('2 of 4 cells');
    expect(await spoken()).toContain('T3 V1');
  });

  test('sliders say what they stand for', async () => {
    await panel(mma);
    const thread = page.getByRole('slider', { name: 'Thread' });
    expect(await thread.getAttribute('aria-valuetext')).toBe('all');
    await thread.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    expect(await thread.getAttribute('aria-valuetext')).toBe('2');
    expect((await sent('options')).at(-1)).toEqual({ type: 'options', options: { selection: { thread: 2 } } });
  });

  test('the menu of exports opens, moves, exports and closes', async () => {
    await panel(mma);
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.locator('.menu').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const [saved] = await sent('save');
    expect(saved).toMatchObject({ format: 'svg', data: expect.stringContaining('T7') as unknown });
  });

  test('Tab reaches every control, and lists, switches and buttons take their keys', async () => {
    await panel({ ...mma, compares: true, views: both });
    const reached = new Set<string>();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
      });
    // Once round: Tab comes back to where it began.
    for (let press = 0; press < 80; press++) {
      await page.keyboard.press('Tab');
      reached.add(await focused());
    }
    const controls = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('vscode-button, vscode-dropdown, vscode-checkbox, input, button')]
        .filter((one) => one.offsetParent !== null)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
    );
    expect(controls.length).toBeGreaterThan(10);
    expect(controls.filter((name) => !reached.has(name))).toEqual([]);

    await page.locator('vscode-checkbox').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => sent('follow')).toEqual([{ type: 'follow', on: true }]);
    await page.getByRole('combobox', { name: 'View' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await sent('view')).toEqual([{ type: 'view', view: 'explain' }]);
    for (const name of ['Compare with… (c)', 'Stop comparing (C)']) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    }
    expect(await sent('compare')).toEqual([
      { type: 'compare', on: true },
      { type: 'compare', on: false },
    ]);
  });

  test('everything that can be used has a name', async () => {
    await panel({ ...mma, compares: true });
    const nameless = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'vscode-button, vscode-dropdown, vscode-text-field, vscode-checkbox, input, button, [tabindex]',
        ),
      ]
        .filter(
          (one) =>
            one.offsetParent !== null && !one.getAttribute('aria-label') && !one.textContent?.trim() && !one.title,
        )
        .map((one) => one.outerHTML),
    );
    expect(nameless).toEqual([]);
  });
});

test('a layout is edited in place and drawn at once; what is wrong is said', async () => {
  await panel(shown());
  const field = page.getByRole('textbox', { name: 'Layout' });
  await field.fill('_12:_2');
  await expect.poll(() => stage().getAttribute('aria-label')).toContain('The layout _12:_2.');
  await field.fill('(_4,');
  await page.locator('[role="alert"].wrong:not([hidden])').waitFor();
  await field.fill('composition(a, b)');
  await expect.poll(() => sent('evaluate')).toEqual([{ type: 'evaluate', text: 'composition(a, b)' }]);
});

test('a server that does not answer leaves the picture, and a way on', async () => {
  await panel(mma);
  await tell({ type: 'problem', message: 'The server does not answer.', canRetry: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await sent('retry')).toEqual([{ type: 'retry' }]);
  expect(await stage().locator('canvas.cells').isVisible()).toBe(true);
  await tell({ type: 'show', shown: mma });
  await page.locator('.problem').waitFor({ state: 'hidden' });
});

test('colours are those of the theme, also where a reader has set one', async () => {
  await panel(mma);
  await expect.poll(() => isDrawn([0x21, 0x26, 0x5f])).toBe(true);
  await page.close();
  await panel(mma, 'vscode-dark', '--vscode-cuteLens-gridColour1: #123456');
  await expect.poll(() => isDrawn([0x12, 0x34, 0x56])).toBe(true);
  expect(await isDrawn([0x21, 0x26, 0x5f])).toBe(false);
});

test.each([720, 420, 300])('nothing is cut off in a panel of %i pixels', async (width) => {
  await panel({
    ...mma,
    compares: true,
    views: both,
  });
  await page.setViewportSize({ width, height: 640 });
  const outside = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.bar vscode-button, .bar vscode-dropdown, .bar input, .bar vscode-text-field, footer span',
      ),
    ]
      .filter(
        (one) =>
          one.offsetParent !== null &&
          (one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < 0),
      )
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(outside).toEqual([]);
});

test('a page of its own draws without an editor and asks for nothing', async () => {
  page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(html({ ...parts, model: JSON.stringify(mma.model) }));
  await page.locator('.stage[data-frames]').waitFor();
  expect(asked.filter((url) => !url.startsWith('about:') && !url.startsWith('data:'))).toEqual([]);
  expect(await page.locator('.bar h1').innerText()).toBe('gA');
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
});
