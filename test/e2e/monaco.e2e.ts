/// <reference lib="dom" />
// Monaco's own client of the Language Server Protocol, as the npm package ships it, in a browser on `cute-lens lsp`:
// a client that nobody here wrote, and one that asks for inlay hints.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { StreamMessageReader, StreamMessageWriter, type Message } from 'vscode-jsonrpc/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/editor/chromium';
import { hovered, program } from '../editors/program';

const root = join(import.meta.dirname, '..', '..');

/** A name without capitals: this client opens documents under their name in lower case, and asks by the name itself. */
const file = 'file:///src/copy_tile.cu';

/** The editor with its client, as a page would bundle it. The server is behind something that looks like a worker. */
const source = `
  import { editor, languages, lsp, Uri } from 'monaco-editor';
  window.MonacoEnvironment = { getWorker: () => new Worker('data:text/javascript,') };
  window.start = (text, file) => {
    languages.register({ id: 'cuda', extensions: ['.cu'] });
    const server = {
      postMessage: (message) => void window.toServer(message),
      addEventListener: (_, listener) => (window.fromServer = (data) => listener({ data })),
      removeEventListener() {},
    };
    window.client = new lsp.MonacoLspClient(lsp.createTransportToWorker(server));
    const model = editor.createModel(text, 'cuda', Uri.parse(file));
    window.view = editor.create(document.getElementById('editor'), { model, inlayHints: { enabled: 'on' } });
    window.found = () => editor.getModelMarkers({ resource: model.uri });
  };
`;

let browser: Browser;
let page: Page;
let server: ChildProcess;
beforeAll(async () => {
  const bundled = esbuild.build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    write: false,
    outfile: 'page.js',
    format: 'iife',
    loader: { '.ttf': 'dataurl' },
    logLevel: 'error',
  });
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1200, height: 500 } });
  await page.setContent('<!DOCTYPE html><div id="editor" style="height: 460px"></div>');
  for (const { path, text } of (await bundled).outputFiles)
    await (path.endsWith('.css') ? page.addStyleTag({ content: text }) : page.addScriptTag({ content: text }));
  server = spawn(process.execPath, [join(root, 'dist', 'cli.cjs'), 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  await connect(server);
}, 120_000);
afterAll(async () => {
  server?.kill();
  await browser?.close();
});

/** Carries the messages between the page and the server. */
async function connect({ stdin, stdout }: ChildProcess): Promise<void> {
  if (stdin === null || stdout === null) throw new Error('the server has no pipes');
  const writer = new StreamMessageWriter(stdin);
  await page.exposeFunction('toServer', (message: Message) => writer.write(message));
  await page.evaluate(`start(${JSON.stringify(program)}, ${JSON.stringify(file)})`);
  new StreamMessageReader(stdout).listen((message) => {
    void page.evaluate(`fromServer(${JSON.stringify(message)})`).catch(() => undefined);
  });
}

const shownText = (): Promise<string> =>
  page.evaluate(() => (document.querySelector('.view-lines') as HTMLElement).innerText.replaceAll('\u00a0', ' '));

test('shows findings, inlay hints and a hover, and repairs', { timeout: 60_000 }, async () => {
  await expect
    .poll(() => page.evaluate('found()'), { timeout: 20_000 })
    .toContainEqual(
      expect.objectContaining({
        code: 'stale-shape-comment',
        startLineNumber: 8,
        message: '`mine` has the shape (_4,_2): the comment says 4 for mode 1',
      }),
    );
  await expect.poll(shownText, { timeout: 20_000 }).toContain(`// (4,4)${hovered.text}\n`);

  await page.evaluate('view.setPosition({ lineNumber: 8, column: 9 }); view.focus()');
  await page.evaluate(`view.trigger('test', 'editor.action.showHover', {})`);
  const hover = page.locator('.monaco-hover:visible');
  await expect.poll(() => hover.innerText(), { timeout: 20_000 }).toContain(`gmem_ptr[32b] o ${hovered.text}`);
  // Nothing links to a command that only the extension has.
  expect(await hover.locator('a[data-href^="command:"]').count()).toBe(0);
  await page.keyboard.press('Escape');

  await page.evaluate('view.setPosition({ lineNumber: 8, column: 64 })');
  await page.evaluate(`view.trigger('test', 'editor.action.quickFix', {})`);
  await page.getByText('Write (_4,_2)').click();
  await expect
    .poll(() => page.evaluate('view.getValue()'), { timeout: 20_000 })
    .toBe(program.replace('(4,4)', '(_4,_2)'));
});
