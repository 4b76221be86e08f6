// In the window of one-window.e2e.ts: a Rust file without cuTile starts nothing; one with it has its grid in the hover
// and as a picture, and a finding that is mended. Then findings of CUDA C++: a tile is edited so that it no longer
// divides, its squiggle appears, its code leads to the documentation, a comment silences it, the repair is chosen from
// the light bulb, and the squiggle goes.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { goTo, hoverUntil, retype } from './workbench';
import { chooseFix, openByName, panelFrame, runCommand, stageOf } from './visualizer';
import { tileFile } from './workspace';

const root = join(import.meta.dirname, '..', '..');
/** Nothing includes it. */
const header = `#include <cute/tensor.hpp>
using namespace cute;

template <int kRows>
struct Rows {
  using Tile = Layout<Shape<Int<kRows>, _8>>;
};
`;

const printed = `#include <cute/tensor.hpp>
using namespace cute;

void show()
{
  auto tile = make_layout(make_shape(_8{}, _4{}));
  print(tile);  // tile: (_8,_4):(_1,_4)
}
`;

const race = `#include <cute/tensor.hpp>
using namespace cute;

__global__ void mirror(float* in, float* out)
{
  __shared__ float memory[64];
  Tensor row = make_tensor(make_smem_ptr(memory), make_shape(Int<64>{}));
  row(threadIdx.x) = in[threadIdx.x];
  out[threadIdx.x] = row(63 - threadIdx.x);
}

int main() { mirror<<<1, 64>>>(nullptr, nullptr); }
`;

/** Files that the tests open, beside those of the workspace. */
export function writeFiles(folder: string): void {
  copyFileSync(join(root, 'examples/tiles.rs'), join(folder, 'tiles.rs'));
  writeFileSync(join(folder, 'rows.hpp'), header);
  writeFileSync(join(folder, 'rows_16.cpp'), 'using Sixteen = Rows<16>;\n');
  writeFileSync(join(folder, 'printed.cu'), printed);
  writeFileSync(join(folder, 'race.cu'), race);
}

let page: Page;

const squiggles = () => page.locator('.monaco-editor .squiggly-warning');
const text = async (): Promise<string> =>
  (await page.locator('.monaco-editor .view-lines').first().innerText()).replace(/\u00a0/g, ' ');

const quickFix = (title: string): Promise<void> => chooseFix(page, title);

/** The tests, in a window that was opened with a file that has nothing to do with CuTe. */
export function findings(opened: () => Page): void {
  beforeAll(() => {
    page = opened();
  });

  test('a Rust file without cuTile starts nothing', async () => {
    await goTo(page, 2, 10);
    // The extension's commands are offered once its server runs.
    await page.keyboard.press('F1');
    const palette = page.locator('.quick-input-widget');
    await palette.locator('input').first().fill('>CuTe: Visualize');
    await palette.locator('.monaco-list-row').filter({ hasNotText: 'Visualize' }).first().waitFor();
    expect(await palette.locator('.monaco-list-row').filter({ hasText: 'CuTe: Visualize' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByText(/CuTe: \d+ layouts/).count()).toBe(0);
  });

  test('a file of cuTile Rust has its grid in the hover and as a picture', async () => {
    await openByName(page, 'tiles.rs');
    await goTo(page, 40, 9);
    // Lenses and hints move lines: once they are there, nothing moves.
    await page.getByText('grid 4×6 = 24 blocks').first().waitFor();
    await hoverUntil(page, 'let z = ', 'z', 'grid ceil(256/64) x ceil(384/64) = (4, 6, 1), 24 blocks');
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'cuTile hover.png') });
    await runCommand(page, 'CuTe: Visualize');
    const panel = await panelFrame(page, 'z');
    expect(await stageOf(panel).getAttribute('aria-label')).toContain('4 by 6 tiles of a tensor of [256, 384]');
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'cuTile grid.png') });
    await runCommand(page, 'View: Close All Editors');
  });

  test('a template that nothing instantiates takes its arguments from another file, by keyboard', async () => {
    await openByName(page, 'rows.hpp');
    await hoverUntil(page, 'using Tile =', 'Tile', 'nothing here instantiates Rows');
    await goTo(page, 6, 10);
    await runCommand(page, 'CuTe: Give Arguments to a Template');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Rows<16>' }).waitFor();
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'arguments for a template.png') });
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: '// cute-lens: instantiate Rows<16>' }).waitFor();
    expect(await hoverUntil(page, 'using Tile =', 'Tile', '(_16,_8)')).toContain('(_16,_8):(_1,_16)');
    await page.getByText('Nothing here instantiates this').waitFor({ state: 'detached' });
    await runCommand(page, 'File: Save');
  });

  test('a comment with a printed value that is not what CuTe prints is underlined', async () => {
    await openByName(page, 'printed.cu');
    await squiggles().first().waitFor({ timeout: 60_000 });
    await page.keyboard.press('F8');
    await page.getByText('the comment says _4').first().waitFor();
  });

  aRace();

  test('a tile that no longer divides is underlined, and the repair takes the line away', async () => {
    await openByName(page, tileFile);
    await page.locator('.view-line').filter({ hasText: 'whole' }).first().waitFor();
    await hoverUntil(page, 'auto whole =', 'whole', '(_128,_64):(_1,_128)');
    expect(await squiggles().count()).toBe(0);
    await retype(page, 'auto bM = _64{};', '_64', '_48');
    await squiggles().first().waitFor({ timeout: 60_000 });
    await page.keyboard.press('F8');
    await page.getByText('the tile of 48 does not divide mode 0').first().waitFor();
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'a tile that does not divide.png') });
    await page.locator('.code-link').first().click();
    await page.locator('.tab.active', { hasText: 'checks.md' }).waitFor();
    await page.locator('.view-line', { hasText: '## tile-remainder' }).waitFor();
    await openByName(page, tileFile);
    await squiggles().first().waitFor();
    await quickFix('Silence tile-remainder here');
    await squiggles().first().waitFor({ state: 'detached', timeout: 60_000 });
    expect(await text()).toContain('// cute-lens-disable-next-line tile-remainder');
    await page.keyboard.press('Control+z');
    await squiggles().first().waitFor({ timeout: 60_000 });
    await quickFix('Change the tile from 48 to 64, which divides 128');
    await squiggles().first().waitFor({ state: 'detached', timeout: 60_000 });
    expect(await text()).toContain('auto bM = _64{};');
  });
}

/** A finding among the accesses of all threads. */
function aRace(): void {
  test('a race is shown with both accesses, and the slider goes through time', async () => {
    await openByName(page, 'race.cu');
    await squiggles().first().waitFor({ timeout: 60_000 });
    await goTo(page, 9, 22);
    await quickFix('Show in the visualizer');
    const panel = await panelFrame(page, 'memory');
    expect(await stageOf(panel).getAttribute('aria-label')).toContain(
      'Thread 0 of block 0 reads element 63 of `memory`',
    );
    const slider = panel.getByRole('slider', { name: 'Access' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('2 of 2: line 9 reads: 2 wavefronts, no bank conflict');
    await slider.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toBe('1 of 2: line 8 writes: 2 wavefronts, no bank conflict');
    await page.screenshot({ path: join(import.meta.dirname, 'screenshots', 'a race.png') });
    await runCommand(page, 'View: Close All Editors');
  });
}
