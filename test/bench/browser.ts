/// <reference lib="dom" />
// Measures what a user in a browser waits for, in headless Chromium: from the start of the web worker to its first
// hover, and from the address of the playground to its first values. Each in a browser of its own, with nothing cached.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { serveFolder } from '../e2e/web-host';
import { serverStart, subject } from './editor';
import { summary, type Samples } from './timing';

export interface BrowserTimes {
  readonly hover: Samples;
  /** The same over Node, in the same minute. */
  readonly node: Samples | undefined;
  readonly playground: Samples;
}

const repetitions = 5;

/** `folder` is the built playground. */
export async function browserTimes(folder: string): Promise<BrowserTimes> {
  const server = await serveFolder(folder);
  const address = `http://127.0.0.1:${server.port}/`;
  const times = async (measure: (browser: Browser) => Promise<number>): Promise<Samples> => {
    const seconds: number[] = [];
    for (let i = 0; i < repetitions; i++) {
      const browser = await launchChromium();
      seconds.push(await measure(browser).finally(() => browser.close()));
    }
    return summary(seconds);
  };
  try {
    return {
      hover: await times((browser) => firstHover(browser, address)),
      node: await serverStart(subject().path, readFileSync(subject().path, 'utf8')),
      playground: await times((browser) => firstValues(browser, address)),
    };
  } finally {
    server.close();
  }
}

/** From starting the worker to the hover on `gA`, through the protocol. Written as text: the runner of this file would
 *  name functions with a helper that the page lacks. */
async function firstHover(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${address}theme.css`);
  const text = readFileSync(subject().path, 'utf8');
  const line = text.split('\n').findIndex((one) => /^\s*Tensor gA = /.test(one));
  const character = (text.split('\n')[line] ?? '').indexOf('gA');
  const textDocument = { uri: 'page:///gemm.cu', languageId: 'cuda-cpp', version: 1, text };
  const messages = [
    { assets: address.replace(/\/$/, '') },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { jsonrpc: '2.0', method: 'initialized', params: {} },
    { jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } },
    { jsonrpc: '2.0', id: 2, method: 'textDocument/hover', params: { textDocument, position: { line, character } } },
  ];
  const [seconds, answer] = await page.evaluate<[number, unknown]>(`new Promise((resolve) => {
    const started = performance.now();
    const worker = new Worker('browser-server.js');
    worker.onmessage = ({ data }) => {
      if (data.method === 'cuteLens/readFiles')
        worker.postMessage({ jsonrpc: '2.0', id: data.id, result: data.params.uris.map(() => null) });
      if (data.id === 2 && !data.method) resolve([(performance.now() - started) / 1000, data.result]);
    };
    for (const message of ${JSON.stringify(messages)}) worker.postMessage(message);
  })`);
  if (!answer) throw new Error('the worker had no hover for gA');
  return seconds;
}

/** From the address to the first layout behind a declaration. */
async function firstValues(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  const started = performance.now();
  await page.goto(address);
  await page.locator('.cute-hint').first().waitFor();
  return (performance.now() - started) / 1000;
}
