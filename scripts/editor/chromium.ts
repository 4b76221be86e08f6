// Finds a Chromium for the tests, fetches one where none is installed, and starts it without a desktop.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { canFetchChromium, fetchChromium } from './fetch-chromium';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of a Chromium that is installed: `$CHROME_PATH`, one on the PATH, or Playwright's own download. */
export function findChromium(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const paths = [process.env['CHROME_PATH'] ?? '', ...onPath, chromium.executablePath(), ...playwrightDownloads()];
  return paths.find((path) => path !== '' && existsSync(path));
}

/** A running Chromium. Throws where none is installed and none can be fetched, and says what to do. */
export async function launchChromium(): Promise<Browser> {
  const installed = findChromium();
  if (installed !== undefined) return chromium.launch({ executablePath: installed, headless: true, args: flags });
  if (!canFetchChromium())
    throw new Error('No Chromium found. Install one (`npx playwright-core install chromium`) or set CHROME_PATH.');
  const { executablePath, env } = fetchChromium(console.log);
  return chromium.launch({ executablePath, headless: true, args: flags, env: { ...process.env, ...env } });
}

/** What other versions of Playwright left on a Linux machine. */
function playwrightDownloads(): string[] {
  const root = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => name.startsWith('chromium'))
    .flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => join(root, name, folder, 'chrome')));
}
