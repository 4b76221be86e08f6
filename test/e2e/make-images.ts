// Takes the pictures in docs/images from the real editor: `npm run docs:images`. Run it by hand when a hover changes its looks.
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor } from '../../scripts/editor/server';
import { hoverUntil, openFile } from './workbench';

const root = join(import.meta.dirname, '..', '..');

interface Picture {
  readonly name: string;
  readonly theme: string;
  readonly file: string;
  /** Text of the line to go to, and the word on it. */
  readonly line: string;
  readonly word: string;
  /** The line number that stands in the middle of the picture. */
  readonly at: number;
  readonly expected: string;
}

const pictures: readonly Picture[] = [
  { name: 'hover-dark', theme: 'Default Dark Modern', file: 'sgemm.cu', line: 'gA = ', word: 'gA', at: 57, expected: '(_128,_8,' },
  { name: 'hover-light', theme: 'Default Light Modern', file: 'sgemm.cu', line: 'tCsA = ', word: 'tCsA', at: 85, expected: ':(_0,' },
];

async function take(browser: Browser, picture: Picture, folder: string): Promise<void> {
  const settings = { 'workbench.colorTheme': picture.theme, 'editor.minimap.enabled': false, 'window.autoDetectColorScheme': false, 'editor.fontSize': 14 };
  const server = await startEditor({ settings, log: console.log });
  try {
    const page = await openFile(browser, pageUrl(server, join(root, 'examples'), root), picture.file);
    await page.keyboard.press('Control+g');
    await page.keyboard.type(`${picture.at}\n`);
    // The first hover loads the grammar of its fenced block; the second one has its colours.
    for (let round = 0; round < 2; round++) await hoverUntil(page, picture.line, picture.word, picture.expected);
    await page.screenshot({ path: join(folder, `${picture.name}.png`), clip: { x: 350, y: 40, width: 930, height: 740 } });
    await page.close();
  } finally {
    server.stop();
  }
}

const folder = process.argv[2] ?? join(root, 'docs', 'images');
const browser = await launchChromium();
for (const picture of pictures) await take(browser, picture, folder);
await browser.close();
