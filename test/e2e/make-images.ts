// Takes the pictures in docs/images from the real editor: `npm run docs:images`. Run it by hand when something changes
// its looks, and then `pngquant --force --ext .png docs/images/*.png`, since the VSIX has 4 MB at most. Two operands,
// both optional: the folder to write to, and a word that the names of the wanted pictures contain.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor } from '../../scripts/editor/server';
import { recordedExample, recordedMachine } from './recorded';
import { chooseView, panelFrame, runCommand, stageOf } from './visualizer';
import { serveFolder } from './web-host';
import { goTo, hoverUntil, openFile } from './workbench';

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
  /** The host compiler is asked in the background: this needs g++ and CUTLASS_DIR. */
  readonly isConfirmed?: boolean;
}

const pictures: readonly Picture[] = [
  {
    name: 'hover-dark',
    theme: 'Default Dark Modern',
    file: 'sgemm.cu',
    line: 'gA = ',
    word: 'gA',
    at: 57,
    expected: '(_128,_8,',
  },
  {
    name: 'hover-contrast',
    theme: 'Default High Contrast',
    file: 'sgemm.cu',
    line: 'gA = ',
    word: 'gA',
    at: 57,
    expected: '(_128,_8,',
  },
  {
    name: 'hover-light',
    theme: 'Default Light Modern',
    file: 'sgemm.cu',
    line: 'tCsA = ',
    word: 'tCsA',
    at: 85,
    expected: ':(_0,',
  },
  {
    name: 'hover-contrast-light',
    theme: 'Default High Contrast Light',
    file: 'sgemm.cu',
    line: 'tCsA = ',
    word: 'tCsA',
    at: 85,
    expected: ':(_0,',
  },
  {
    name: 'hover-swizzle-dark',
    theme: 'Default Dark Modern',
    file: 'gemm_sm90.cu',
    line: 'Tensor sA = ',
    word: 'sA',
    at: 65,
    expected: '128-byte swizzle',
  },
  {
    name: 'hover-copy-dark',
    theme: 'Default Dark Modern',
    file: 'gemm_sm80.cu',
    line: 'copy(gmem_copy, tAgA(_, _, _, k)',
    word: 'copy',
    at: 107,
    expected: 'at once',
  },
  {
    name: 'confirmed-dark',
    theme: 'Default Dark Modern',
    file: 'local_partition.cu',
    line: 'auto same =',
    word: 'same',
    at: 44,
    expected: 'confirmed by',
    isConfirmed: true,
  },
];

/** A value drawn beside its source. */
interface Drawing {
  readonly name: string;
  readonly theme: string;
  readonly file: string;
  /** Where the cursor stands: line and column, counted from 1. */
  readonly cursor: readonly [number, number];
  /** Text of that line, the word on it, which is the panel's title too, and what its hover says once it is known. */
  readonly line: string;
  readonly word: string;
  readonly expected: string;
  /** What a machine measured of it, beside what was predicted; the file is the one that a recorded machine knows. */
  readonly isMeasured?: boolean;
}

const drawings: readonly Drawing[] = [
  {
    name: 'visualize-dark',
    theme: 'Default Dark Modern',
    file: 'gemm_sm80.cu',
    cursor: [33, 10],
    line: 'using Mma = ',
    word: 'Mma',
    expected: 'tiled MMA',
  },
  {
    name: 'visualize-light',
    theme: 'Default Light Modern',
    file: 'local_partition.cu',
    cursor: [44, 8],
    line: 'auto same = ',
    word: 'same',
    expected: '(_2,_2):(_2,_8)',
  },
  {
    name: 'visualize-contrast',
    theme: 'Default High Contrast',
    file: 'gemm_sm80.cu',
    cursor: [33, 10],
    line: 'using Mma = ',
    word: 'Mma',
    expected: 'tiled MMA',
  },
  {
    name: 'cutile-dark',
    theme: 'Default Dark Modern',
    file: 'persistent.rs',
    cursor: [15, 13],
    line: 'mut z: ',
    word: 'z',
    expected: '5 persistent blocks',
  },
  {
    name: 'verified-dark',
    theme: 'Default Dark Modern',
    file: recordedExample,
    cursor: [17, 8],
    line: 'auto mine = cute::local',
    word: 'mine',
    expected: '(_8,_2):(_256,_16)',
    isMeasured: true,
  },
];

const editorSettings = (theme: string): Record<string, unknown> => ({
  'workbench.colorTheme': theme,
  'editor.minimap.enabled': false,
  'window.autoDetectColorScheme': false,
  'editor.fontSize': 14,
});

async function draw(browser: Browser, drawing: Drawing, folder: string): Promise<void> {
  const machine = recordedMachine();
  machine.install();
  const server = await startEditor({
    settings: { ...editorSettings(drawing.theme), 'workbench.editor.showTabs': 'single' },
    machine: machine.settings,
    log: console.log,
  });
  try {
    const page = await openFile(
      browser,
      pageUrl(server, drawing.isMeasured ? machine.folder : join(root, 'examples'), root),
      drawing.file,
    );
    await page.setViewportSize({ width: 1500, height: 860 });
    await page.keyboard.press('Control+b');
    await goTo(page, ...drawing.cursor);
    await hoverUntil(page, drawing.line, drawing.word, drawing.expected);
    await runCommand(page, 'CuTe: Visualize');
    const frame = await panelFrame(page, drawing.word);
    await stageOf(frame).waitFor();
    if (drawing.isMeasured) {
      await runCommand(page, 'CuTe: Verify on GPU');
      await page.locator('.margin .cgmr').first().waitFor();
      await page.waitForTimeout(1500);
      await chooseView(frame, 'Measured');
      await page.mouse.move(5, 5);
      await runCommand(page, 'Notifications: Clear All Notifications');
    }
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${drawing.name}.png`) });
    await page.close();
  } finally {
    server.stop();
  }
}

async function take(browser: Browser, picture: Picture, folder: string): Promise<void> {
  const confirm = picture.isConfirmed ? { 'cuteLens.confirm': 'whenIdle' } : {};
  const server = await startEditor({ settings: { ...editorSettings(picture.theme), ...confirm }, log: console.log });
  try {
    const page = await openFile(browser, pageUrl(server, join(root, 'examples'), root), picture.file);
    // A hover has a quarter of the editor's height.
    await page.setViewportSize({ width: 1280, height: 1640 });
    await page.keyboard.press('Control+b');
    await goTo(page, picture.at);
    // The first hover loads the grammar of its fenced block; the second one has its colours.
    for (let round = 0; round < 2; round++) await hoverUntil(page, picture.line, picture.word, picture.expected);
    const hover = await page.locator('.monaco-hover:not(.hidden)').first().boundingBox();
    await page.screenshot({
      path: join(folder, `${picture.name}.png`),
      clip: { x: 50, y: (hover?.y ?? 140) - 100, width: 970, height: 700 },
    });
    await page.close();
  } finally {
    server.stop();
  }
}

/** The page of the playground with its example. */
async function takePlayground(
  browser: Browser,
  name: string,
  colorScheme: 'light' | 'dark',
  folder: string,
): Promise<void> {
  const outdir = '.tsbuild/playground';
  execFileSync(process.execPath, [join(root, 'scripts', 'playground.mjs'), '--quiet', '--outdir', outdir]);
  const server = await serveFolder(join(root, outdir));
  const page = await browser.newPage({ viewport: { width: 1400, height: 760 }, colorScheme });
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await page.frameLocator('#picture').locator('.stage[data-frames]').waitFor();
  await page.locator('.cute-hint').first().waitFor();
  await page
    .locator('.cm-line', { hasText: 'auto mine =' })
    .first()
    .hover({ position: { x: 65, y: 8 } });
  await page.locator('.cm-lsp-hover-tooltip').waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
  server.close();
}

const playgrounds = [
  { name: 'playground-light', colorScheme: 'light' },
  { name: 'playground-dark', colorScheme: 'dark' },
] as const;

const folder = process.argv[2] ?? join(root, 'docs', 'images');
const browser = await launchChromium();
const wanted = process.argv[3] ?? '';
for (const picture of pictures.filter(({ name }) => name.includes(wanted))) await take(browser, picture, folder);
for (const drawing of drawings.filter(({ name }) => name.includes(wanted))) await draw(browser, drawing, folder);
for (const { name, colorScheme } of playgrounds.filter((one) => one.name.includes(wanted)))
  await takePlayground(browser, name, colorScheme, folder);
await browser.close();
