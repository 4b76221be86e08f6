// Draws docs/images/icon.png from icon.svg with a Chromium. Run it by hand after changing the drawing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../editor/chromium';

const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<body style="margin:0;background:transparent">${svg}</body>`);
await page.screenshot({
  path: join(import.meta.dirname, '..', '..', 'docs', 'images', 'icon.png'),
  omitBackground: true,
});
await browser.close();
