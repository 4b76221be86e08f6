// Findings, and what a newcomer meets, one after the other in one window: loading the editor takes longer than most
// tests.
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { findings, writeFiles } from './findings';
import { firstMinutes, writeExamples } from './first-minutes';
import { openFile } from './workbench';
import { writeWorkspace } from './workspace';

let browser: Browser;
let server: EditorServer;
let page: Page;

beforeAll(async () => {
  [browser, server] = [await launchChromium(), await startEditor({ log: console.log })];
  const folder = writeWorkspace();
  writeFiles(folder);
  writeExamples(folder);
  page = await openFile(browser, pageUrl(server, folder, join(import.meta.dirname, '..', '..')), 'plain.rs');
});
afterAll(async () => {
  await browser?.close();
  server?.stop();
});

describe('findings', () => findings(() => page));
describe('the first minutes', () => firstMinutes(() => page));
