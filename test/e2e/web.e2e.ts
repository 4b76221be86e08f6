// The extension in a browser, without a process of its own: hovers, hints, findings, pictures and local headers in the
// web extension host of the workbench.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor, type EditorServer } from '../../scripts/editor/server';
import { develop, serveFolder, type WebServer } from './web-host';
import { hoverUntil, openIn, retype } from './workbench';
import { openByName, panelFrame, runCommand, stageOf } from './visualizer';
import { after, before, partitionFile, tileFile, variable, writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const declaration = `auto ${variable} =`;

/** A program whose tile is written in a header of a header. */
const headerFile = 'with_headers.cu';
const withHeaders = {
  [headerFile]: `#include <cute/tensor.hpp>
#include "kernels/sizes.h"
using namespace cute;

void tiles()
{
  auto tile = make_layout(make_shape(Int<kM>{}, Int<kK>{}));
}
`,
  'kernels/sizes.h': '#include "base.h"\nconstexpr int kM = 2 * kBase;\nconstexpr int kK = 16;\n',
  'kernels/base.h': 'constexpr int kBase = 32;\n',
};

describe('in the web extension host', () => {
  let browser: Browser;
  let server: EditorServer;
  let assets: WebServer;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    [server, assets] = [await startEditor({ log: console.log }), await serveFolder(root)];
    const folder = writeWorkspace();
    mkdirSync(join(folder, 'kernels'));
    for (const [name, text] of Object.entries(withHeaders)) writeFileSync(join(folder, name), text);
    // The extension comes from another origin over http; vscode.dev has https, which its policy allows.
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
    await develop(page, assets);
    await openIn(page, pageUrl(server, folder), partitionFile);
  });
  afterAll(async () => {
    await browser?.close();
    server?.stop();
    assets?.close();
  });

  test('resting on a variable shows what CuTe prints, and a hint stands behind it', async () => {
    const hover = await hoverUntil(page, declaration, variable, before.text);
    expect(hover.split('\n')[0]).toBe(`gmem_ptr[32b] o ${before.text}`);
    await page.locator('.view-line').filter({ hasText: declaration }).filter({ hasText: before.text }).waitFor();
  });

  test('another tile size gives another layout, which is drawn', async () => {
    await retype(page, before.source, '128', '64');
    await hoverUntil(page, declaration, variable, after.text);
    await page.locator('.monaco-hover:not(.hidden)').getByRole('link', { name: 'Visualize' }).click();
    const panel = await panelFrame(page, variable);
    await stageOf(panel).and(panel.locator('[data-frames]')).waitFor();
    expect(await stageOf(panel).getAttribute('aria-label')).toContain('thread');
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'in the web extension host.png') });
  });

  test('a verification says why it cannot be', async () => {
    await runCommand(page, 'CuTe: Verify with the Compiler');
    await page.getByText('CuTe Lens cannot verify in a browser, where no compiler can be started').first().waitFor();
  });

  test('headers of headers are read through the editor', async () => {
    await openByName(page, headerFile);
    await hoverUntil(page, 'auto tile =', 'tile', '(_64,_16):(_1,_64)');
  });

  test('a tile that does not divide is a finding', async () => {
    await openByName(page, tileFile);
    await retype(page, 'auto bM = _64{}', '_64', '_48');
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
  });
});
