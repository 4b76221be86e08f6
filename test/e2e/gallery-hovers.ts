/// <reference lib="dom" />
// Every kind of hover in the real editor, in every kind of theme, to be looked at, and whether its first 250 pixels
// hold what a reader wants first: `npx tsx test/e2e/gallery-hovers.ts FOLDER [WORD]` after a build.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor } from '../../scripts/editor/server';
import { hovers, hoverProgram, rustFile } from './hover-kinds';
import { openByName } from './visualizer';
import { goTo, hoverUntil, openFile } from './workbench';

const root = join(import.meta.dirname, '..', '..');

const themes = [
  ['dark', 'Default Dark Modern', 'vs-dark'],
  ['light', 'Default Light Modern', 'vs'],
  ['contrast', 'Default High Contrast', 'hc-black'],
  ['contrast-light', 'Default High Contrast Light', 'hc-light'],
] as const;

const folder = process.argv[2] ?? join(tmpdir(), 'hovers');
const wanted = hovers.filter(({ name }) => name.includes(process.argv[3] ?? ''));
mkdirSync(folder, { recursive: true });
const workspace = mkdtempSync(join(tmpdir(), 'cute-lens-hovers-'));
mkdirSync(join(workspace, '.vscode'));
writeFileSync(join(workspace, 'hovers.cu'), hoverProgram);
cpSync(join(root, 'examples', rustFile), join(workspace, rustFile));

const browser = await launchChromium();
const server = await startEditor({
  settings: { 'editor.minimap.enabled': false, 'window.autoDetectColorScheme': false, 'editor.fontSize': 14 },
  log: console.log,
});
try {
  const page = await openFile(browser, pageUrl(server, workspace, root), 'hovers.cu');
  await page.setViewportSize({ width: 1100, height: 1000 });
  await page.keyboard.press('Control+b');
  let open = 'hovers.cu';
  for (const [short, theme, kind] of themes) {
    writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: 20_000 });
    for (const { name, line, word, expected, file = 'hovers.cu', at } of wanted) {
      if (file !== open) await openByName(page, (open = file));
      await goTo(page, at);
      await hoverUntil(page, line, word, expected);
      const box = await page.locator('.monaco-hover:not(.hidden)').first().boundingBox();
      await page.screenshot({
        path: join(folder, `${name} ${short}.png`),
        clip: { x: 0, y: Math.max(0, (box?.y ?? 0) - 30), width: 900, height: (box?.height ?? 0) + 60 },
      });
      console.log(`${name} ${short}: ${Math.round(box?.width ?? 0)} by ${Math.round(box?.height ?? 0)}`);
    }
  }
} finally {
  await browser.close();
  server.stop();
}
