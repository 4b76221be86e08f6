// The suite of test/e2e/suite in the extension host of the real VS Code, with the extension loaded from this folder.
import { build } from 'esbuild';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const suite = join(import.meta.dirname, 'out', 'suite.cjs');

let server: EditorServer;
let browser: Browser;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'suite', 'index.ts')],
    outfile: suite,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
  });
  [server, browser] = [await startEditor({ log: console.log }), await launchChromium()];
});

afterAll(async () => {
  await browser?.close();
  server?.stop();
});

test('the extension works in the extension host', async () => {
  const page = await browser.newPage();
  const log: string[] = [];
  await page.exposeFunction(
    'codeAutomationLog',
    (_type: string, args: readonly unknown[]) => void log.push(args.map(String).join(' ')),
  );
  const exit = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
  await page.goto(pageUrl(server, writeWorkspace(), root, suite));
  const code = await Promise.race([exit, new Promise<undefined>((resolve) => setTimeout(resolve, 100_000, undefined))]);
  const report = log.filter((line) => /^(PASS|FAIL|SUITE)|cute-?lens/i.test(line)).join('\n');
  expect(code, `${report}\n${log.join('\n').slice(-4000)}`).toBe(0);
  expect(report).toMatch(/SUITE (\d+) of \1 passed/);
  await page.close();
});
