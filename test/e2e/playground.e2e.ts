/// <reference lib="dom" />
// The page of the playground in a real browser, from a server of static files: the editor with hovers, hints and
// findings, the picture beside it, and the link that opens both.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { playgroundLink } from '../../protocol/src/playground';
import { launchChromium } from '../../scripts/editor/chromium';
import { namesIn, pseudoLanguage, unsaid } from '../support/pseudo';
import { serveFolder, type WebServer } from './web-host';

const root = join(import.meta.dirname, '..', '..');
const outdir = '.tsbuild/playground';

let browser: Browser;
let server: WebServer;
let page: Page;
/** What the page reported as an error. */
let errors: string[];
beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts', 'playground.mjs'), '--quiet', '--outdir', outdir]);
  [browser, server] = await Promise.all([launchChromium(), serveFolder(join(root, outdir))]);
});
afterEach(() => page?.close());
afterAll(async () => {
  await browser?.close();
  server?.close();
});

interface Reader {
  readonly locale?: string;
  /** The texts in the reader's language, in the place of those that the build has copied. */
  readonly texts?: object;
}

async function open(address = '', { locale = 'en-US', texts }: Reader = {}): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale });
  if (texts) await page.route('**/l10n/*.json', (route) => route.fulfill({ json: texts }));
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.port}/${address}`);
}

const picture = (): FrameLocator => page.frameLocator('#picture');
const drawn = (): Promise<string> => picture().getByRole('textbox', { name: 'Layout' }).inputValue();
const screenshot = (name: string): Promise<unknown> =>
  page.screenshot({ path: join(import.meta.dirname, 'screenshots', `${name}.png`) });

/** What is behind the picture. */
const colourAtCorner = (): Promise<readonly number[] | undefined> =>
  picture()
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) =>
      [...(canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])].slice(0, 3),
    );

/** A text that a link brings. */
const tiles = `#include <cute/tensor.hpp>
using namespace cute;

void tiles()
{
  auto whole = make_layout(make_shape(_128{}, _64{}));
  auto tiler = make_shape(_48{}, _32{});
  auto tiled = zipped_divide(whole, tiler);
}
`;

test('a visitor sees an example with its values and its picture, in the colours of the system', async () => {
  await open();
  await page.locator('.cute-hint').filter({ hasText: '(_8,_2):(_256,_16)' }).first().waitFor();
  await picture().locator('.stage[data-frames]').waitFor();
  expect(await drawn()).toBe('(_8,_2):(_256,_16)');
  await page
    .locator('.cm-line', { hasText: 'auto mine =' })
    .first()
    .hover({ position: { x: 65, y: 8 } });
  const hover = page.locator('.cm-lsp-hover-tooltip');
  await hover.getByText('gmem_ptr[32b] o (_8,_2):(_256,_16)').waitFor();
  expect(await hover.innerText()).toContain("this thread's part of");
  await screenshot('playground light');
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe('rgb(31, 31, 31)');
  await screenshot('playground dark');
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
  await expect.poll(background).toBe('rgb(0, 0, 0)');
  await picture().locator('body.vscode-high-contrast').waitFor();
  await screenshot('playground high contrast');
  // As Windows does with a contrast theme: the colours of the system take the place of the page's, not of the data's.
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more', forcedColors: 'active' });
  await picture().locator('body.vscode-high-contrast-light').waitFor();
  await expect.poll(colourAtCorner).toEqual([255, 255, 255]);
  const swatch = picture().locator('.swatch i').first();
  expect(await swatch.evaluate((box) => getComputedStyle(box).backgroundColor)).toBe('rgb(138, 185, 249)');
  await screenshot('playground forced colours');
  expect(errors).toEqual([]);
});

test('a link opens a text with its picture; an edit, a finding and another picture follow, and so does the link', async () => {
  await open(new URL(await playgroundLink('http://page/', { text: tiles, at: { line: 5, character: 7 } })).hash);
  await picture().locator('.stage[data-frames]').waitFor();
  expect(await drawn()).toBe('(_128,_64):(_1,_128)');
  await page.locator('.cm-lintRange-error, .cm-lintRange-warning').first().waitFor();
  await page.locator('.cm-line', { hasText: 'auto tiler' }).getByText('48').first().dblclick();
  await page.keyboard.type('_64');
  await page.locator('.cute-hint').filter({ hasText: '((_64,_32),(_2,_2)):((_1,_128),(_64,_4096))' }).waitFor();
  await page.locator('.cm-lintRange').waitFor({ state: 'detached' });
  const linked = page.url();
  await page.locator('.cm-line', { hasText: 'auto tiled' }).click({ position: { x: 65, y: 8 } });
  await expect.poll(drawn).toBe('((_64,_32),(_2,_2)):((_1,_128),(_64,_4096))');
  await expect.poll(() => page.url()).not.toBe(linked);
  const address = new URL(page.url()).hash;
  await page.close();
  await open(address);
  await page.locator('.cm-line', { hasText: '_64{}, _32{}' }).waitFor();
  await expect.poll(drawn).toBe('((_64,_32),(_2,_2)):((_1,_128),(_64,_4096))');
  expect(errors).toEqual([]);
});

test('a link of CuTe-Layout-Visualizer opens as a program, and a name in a text is no markup', async () => {
  await open('?key=logical_divide-(12,32):(32,1)-3:1%0A8:1');
  await expect.poll(drawn).toBe('((_3,_4),(_8,_4)):((_32,_96),(_1,_8))');
  await page.close();
  const text = `#include <cute/tensor.hpp>\n// cute-lens: M=8\nvoid f(int M)\n{\n  auto a = cute::make_layout(M); // <img src=x onerror=alert(1)>\n}\n`;
  await open(new URL(await playgroundLink('http://page/', { text })).hash);
  await page.locator('.cm-line', { hasText: 'auto a' }).hover({ position: { x: 62, y: 8 } });
  await page.locator('.cm-lsp-hover-tooltip').waitFor();
  expect(await page.locator('.cm-lsp-hover-tooltip img, .cm-lsp-hover-tooltip script').count()).toBe(0);
  expect(errors).toEqual([]);
});

/** What a document shows and what it tells screen readers, but not the program. */
const textsIn = (root: HTMLElement): readonly string[] => {
  const named = ['aria-label', 'aria-roledescription', 'title', 'placeholder', 'alt'];
  const own = [...root.querySelectorAll('*')].filter(
    (element) =>
      !/^(?:SCRIPT|STYLE)$/.test(element.tagName) &&
      !element.matches('.cm-content, .cm-line, .cm-line *:not(.cute-hint)'),
  );
  return own.flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    ...named.map((name) => element.getAttribute(name) ?? ''),
  ]);
};

test('a reader of German reads German, in the page and in its picture', async () => {
  await open('', { locale: 'de-AT' });
  await page.locator('.cute-hint').first().waitFor();
  await page.getByRole('button', { name: 'Link kopieren' }).waitFor();
  await expect.poll(() => page.locator('#status').innerText()).toMatch(/\d Layouts?, (\d Befunde?, )?\d+ ms/);
  await picture().getByRole('button', { name: 'Vergleichen' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(errors).toEqual([]);
});

test('whatever the page says is said in the language of its reader', async () => {
  await open('', { locale: 'de', texts: pseudoLanguage() });
  await picture().locator('.stage[data-frames]').waitFor();
  const everything = async (): Promise<readonly string[]> => [
    await page.title(),
    ...(await page.locator('html').evaluate(textsIn)),
    ...(await picture().locator('html').evaluate(textsIn)),
  ];
  const program = readFileSync(join(root, 'examples', 'local_partition.cu'), 'utf8');
  const shown = [...(await everything())];
  await page
    .locator('.cm-line', { hasText: 'auto mine =' })
    .first()
    .hover({ position: { x: 65, y: 8 } });
  await page.locator('.cm-lsp-hover-tooltip').waitFor();
  shown.push(...(await everything()));
  await picture()
    .getByRole('button', { name: /Compare/ })
    .click();
  await page.getByRole('dialog').waitFor();
  shown.push(...(await everything()));
  await page.keyboard.press('Escape');
  // The dialog gives the focus back, and then it is the editor's.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.locator('.cm-line').first().click();
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.locator('.cm-content').press('Control+a');
  await page.locator('.cm-content').pressSequentially('int n;');
  await page.locator('.cm-content', { hasText: /^int n;$/ }).waitFor();
  await picture().getByRole('alert').waitFor();
  shown.push(...(await everything()));
  const ofCute = ['CuTe', 'Lens', 'CUDA', 'mode', 'size', 'shape', 'stride'];
  const names = new Set([...namesIn(program), ...ofCute, 'Enter', 'Escape']);
  const left = shown.flatMap((text) => unsaid(text, names).map((word) => `${word} in ${text}`));
  expect([...new Set(left)]).toEqual([]);
  expect(errors).toEqual([]);
});

/** Takes seconds to analyse. */
const long = `#include <cute/tensor.hpp>
using namespace cute;
${Array.from(
  { length: 2700 },
  (_, i) => `void f${i}(int m)
{
  auto whole = make_layout(make_shape(m, _64{}, Int<${2 + (i % 7)}>{}));
  auto tiled = zipped_divide(whole, make_shape(_8{}, _${4 + (i % 5)}{}));
  for (int k = 0; k < 4; ++k) auto again = composition(coalesce(tiled), make_layout(_${2 + (i % 3)}{}));
}`,
).join('\n')}
`;

test('while a long text is analysed a hover answers, and an edit ends the analysis', async () => {
  await open();
  const seen = await page.evaluate(async (text) => {
    const worker = new Worker('browser-server.js');
    const heard: string[] = [];
    const waiting = new Map<number, (result: unknown) => void>();
    let analysed = (): void => undefined;
    worker.addEventListener('message', ({ data }) => {
      if (data.method === 'cuteLens/status') {
        heard.push(data.params.evaluating === undefined ? 'analysed' : 'evaluating');
        if (data.params.evaluating === undefined) analysed();
      } else if (data.method !== undefined && data.id !== undefined)
        worker.postMessage({ jsonrpc: '2.0', id: data.id, result: data.params?.items?.map(() => null) ?? null });
      else waiting.get(data.id)?.(data.result);
    });
    worker.postMessage({ assets: new URL('.', location.href).href.replace(/\/$/, '') });
    const tell = (method: string, params: object): void => worker.postMessage({ jsonrpc: '2.0', method, params });
    const ask = (id: number, method: string, params: object): Promise<unknown> =>
      new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ jsonrpc: '2.0', id, method, params });
      });
    const done = (): Promise<void> => new Promise((resolve) => (analysed = resolve));
    const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const uri = 'file:///long.cu';
    const change = (version: number, line: string): void =>
      tell('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } }, text: line }],
      });
    const capabilities = { textDocument: { hover: { contentFormat: ['markdown'] } } };
    await ask(1, 'initialize', {
      processId: null,
      rootUri: null,
      capabilities,
      initializationOptions: { status: true, commands: [], layouts: '', trusted: false },
    });
    tell('initialized', {});
    const first = done();
    tell('textDocument/didOpen', { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
    await first;
    heard.length = 0;
    const last = done();
    change(2, '// an edit\n');
    const began = performance.now();
    await pause(150);
    const hover = await ask(2, 'textDocument/hover', { textDocument: { uri }, position: { line: 6, character: 8 } });
    const answered = performance.now() - began;
    const before = heard.includes('analysed');
    change(3, '// another\n');
    await last;
    const took = performance.now() - began;
    worker.terminate();
    return {
      hover: JSON.stringify(hover),
      before,
      analyses: heard.filter((one) => one === 'analysed').length,
      answered,
      took,
    };
  }, long);
  expect(seen.hover).toContain('whole');
  // The hover came before the end of an analysis, and the text in between was not analysed to its end.
  expect([seen.before, seen.analyses]).toEqual([false, 1]);
  expect(seen.answered).toBeLessThan(seen.took);
  expect(errors).toEqual([]);
});
