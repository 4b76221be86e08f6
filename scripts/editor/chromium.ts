// Finds a Chromium for the tests and for `npm start`, and starts it without a desktop. Installs nothing.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Path of a Chromium: `$CHROME_PATH`, one on the PATH, or Playwright's own download. */
export function findChromium(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env['CHROME_PATH'] ?? '', ...onPath, ...playwrightDownloads()].find((path) => path !== '' && existsSync(path));
}

/** A running Chromium. Throws where none is installed, and says what to do. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Install one (`apt-get install chromium`) or set CHROME_PATH.');
  return chromium.launch({ executablePath, headless: true, args: flags });
}

function playwrightDownloads(): string[] {
  const root = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(root)) return [];
  return readdirSync(root).filter((name) => name.startsWith('chromium')).flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => join(root, name, folder, 'chrome')));
}
