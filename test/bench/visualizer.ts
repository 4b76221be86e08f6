/// <reference lib="dom" />
// Measures what a user of the visualizer waits for, in headless Chromium with software rendering: the time from a model
// to its picture, and each frame while the picture is panned and zoomed. The SVG of CuTe-Layout-Visualizer is measured
// in the same browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ViewModel } from '../../core/src/views/model';
import { page as html } from '../../protocol/src/page';
import { launchChromium } from '../../scripts/editor/chromium';
import { ROOT } from '../support/fixture';
import { summary, type Samples } from './timing';

export interface VisualizerRow {
  readonly side: number;
  readonly cells: number;
  /** From the message that brings the model to the first frame, and until every cell in sight is painted. */
  readonly open: Samples;
  readonly complete: Samples;
  readonly pan: Frames;
  readonly zoom: Frames;
  readonly peer: { readonly seconds: number; readonly nodes: number } | 'refuses' | undefined;
}

export interface Frames {
  readonly perSecond: number;
  /** Of the work of a frame in the page itself. */
  readonly work: Samples;
}

const sides = [64, 128, 256, 1024];
const viewport = { width: 1000, height: 800 };

export async function visualizerTimes(): Promise<readonly VisualizerRow[]> {
  const browser = await launchChromium();
  try {
    const rows: VisualizerRow[] = [];
    for (const side of sides) rows.push(await rowOf(browser, side));
    return rows;
  } finally {
    await browser.close();
  }
}

/** A row-major tensor with the tiles of thread blocks: every kind of border and label is drawn. */
function modelOf(side: number): ViewModel {
  const layout = `(${side},${side}):(${side},1)`;
  return {
    view: 'layout',
    title: 'gA',
    printed: layout,
    summary: layout,
    labelBy: 'offset',
    colourBy: 'offset',
    notes: [],
    pictures: [
      {
        id: 'a',
        title: 'gA',
        caption: layout,
        at: { row: 0, column: 0 },
        shape: `(${side},${side})`,
        axes: { rows: [0], columns: [1], fixed: [0, 0] },
        layout,
        tiles: { is: 'extents', extents: [16, 16], name: 'tile' },
      },
    ],
  };
}

async function rowOf(browser: Browser, side: number): Promise<VisualizerRow> {
  const opened: { first: number; all: number }[] = [];
  for (let round = 0; round < 5; round++) opened.push(await onPage(browser, side, openOnce));
  const [pan, zoom] = await onPage(browser, side, async (page) => {
    await openOnce(page);
    return [await frames(page, 'pan'), await frames(page, 'zoom')] as const;
  });
  return {
    side,
    cells: side * side,
    open: summary(opened.map(({ first }) => first)),
    complete: summary(opened.map(({ all }) => all)),
    pan,
    zoom,
    peer: await peer(browser, side),
  };
}

/** The page as a panel loads it: the extension's message brings the model. */
async function onPage<T>(browser: Browser, side: number, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport });
  const read = (name: string): { text: string } => ({ text: readFileSync(join(ROOT, 'dist', name), 'utf8') });
  // As text: the runner of this script would name functions with a helper that the page lacks.
  await page.evaluate(
    'window.__name = (one) => one; window.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} })',
  );
  await page.setContent(
    html({ title: 'bench', nonce: 'bench', script: read('webview.js'), style: read('webview.css') }),
  );
  await page.evaluate((model) => Object.assign(window, { benchModel: model }), modelOf(side));
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

/** Seconds until the first frame with cells, and until the picture stays as it is. */
async function openOnce(page: Page): Promise<{ first: number; all: number }> {
  return page.evaluate(async () => {
    const shown = {
      model: (window as unknown as { benchModel: unknown }).benchModel,
      views: [],
      place: '',
      follows: false,
      compares: false,
    };
    const nextFrame = (): Promise<number> =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    const started = performance.now();
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'show', shown } }));
    const first = await nextFrame();
    let last = first;
    for (let quiet = 0; quiet < 4; quiet++) {
      const before = document.querySelector<HTMLElement>('.stage')?.dataset['frames'];
      const now = await nextFrame();
      if (document.querySelector<HTMLElement>('.stage')?.dataset['frames'] !== before) [last, quiet] = [now, 0];
    }
    if (document.querySelector<HTMLElement>('.stage')?.dataset['frames'] === undefined)
      throw new Error('the page has drawn nothing');
    return { first: (first - started) / 1000, all: (last - started) / 1000 };
  });
}

/** Moves the picture for two seconds, as a wheel or a drag does at each refresh of the screen. */
async function frames(page: Page, how: 'pan' | 'zoom'): Promise<Frames> {
  const { times, work } = await page.evaluate(async (way) => {
    const stage = document.querySelector<HTMLElement>('.stage');
    if (!stage) throw new Error('the page has no stage');
    const { left, top, width, height } = stage.getBoundingClientRect();
    const ends: number[] = [];
    const spent: number[] = [];
    const wheel = (deltaX: number, deltaY: number, ctrlKey: boolean): boolean =>
      stage.dispatchEvent(
        new WheelEvent('wheel', {
          deltaX,
          deltaY,
          ctrlKey,
          clientX: left + width / 2,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      );
    for (let at = 0, from = performance.now(); performance.now() - from < 2000; at++) {
      // There and back, so that the picture stays in sight.
      const sign = Math.floor(at / 45) % 2 === 0 ? 1 : -1;
      if (way === 'pan') wheel(9 * sign, 5 * sign, false);
      else wheel(0, -6 * sign, true);
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          const began = performance.now();
          setTimeout(() => {
            spent.push(performance.now() - began);
            ends.push(performance.now());
            resolve();
          });
        }),
      );
    }
    return { times: ends, work: spent };
  }, how);
  const seconds = ((times[times.length - 1] ?? 0) - (times[0] ?? 0)) / 1000;
  return { perSecond: (times.length - 1) / seconds, work: summary(work.map((milliseconds) => milliseconds / 1000)) };
}

/** CuTe-Layout-Visualizer's SVG: built and laid out by the same browser. Undefined where PEERS_DIR has none. */
async function peer(browser: Browser, side: number): Promise<VisualizerRow['peer']> {
  const folder = join(process.env['PEERS_DIR'] ?? '', 'CuTe-Layout-Visualizer');
  if (!existsSync(join(folder, 'ui.js'))) return undefined;
  const source = ['cute.js', 'layout.js', 'ui.js'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const page = await browser.newPage({ viewport });
  try {
    await page.setContent('<body><div id="out"></div></body>');
    await page.evaluate('window.__name = (one) => one');
    return await page.evaluate(
      async ([code, n]) => {
        const { buildLayoutSVG } = new Function(`${code}\n;return { buildLayoutSVG };`)() as {
          buildLayoutSVG: (shape: number[], stride: number[], labels: Set<string>) => string;
        };
        const started = performance.now();
        const svg = buildLayoutSVG([n, n], [n, 1], new Set(['value']));
        if (svg.includes('too large')) return 'refuses' as const;
        const out = document.getElementById('out') as HTMLElement;
        out.innerHTML = svg;
        await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return { seconds: (performance.now() - started) / 1000, nodes: out.querySelectorAll('*').length };
      },
      [source, side] as const,
    );
  } finally {
    await page.close();
  }
}
