/// <reference lib="dom" />
// Every view in the real editor, in every kind of theme, to be looked at:
// `npx tsx test/e2e/gallery.ts FOLDER [WORD] [WIDTH] [THEME]` after a build. WORD takes only the pictures whose names
// contain it, THEME one theme; the panel is WIDTH pixels wide, 750 unless it is given.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium';
import { pageUrl, startEditor } from '../../scripts/editor/server';
import { recordedExample, recordedMachine } from './recorded';
import { chooseFix, chooseView, openByName, panelFrame, runCommand, stageOf } from './visualizer';
import { goTo, openFile } from './workbench';

const root = join(import.meta.dirname, '..', '..');

const themes = [
  ['dark', 'Default Dark Modern', 'vscode-dark'],
  ['light', 'Default Light Modern', 'vscode-light'],
  ['contrast', 'Default High Contrast', 'vscode-high-contrast'],
  ['contrast-light', 'Default High Contrast Light', 'vscode-high-contrast-light'],
] as const;

/** A value of `program`, by its name, and the view that is chosen for it. */
interface Shot {
  readonly name: string;
  readonly value: string;
  readonly view?: string;
  /** Another file than the program, and text before which the value stands in it. */
  readonly file?: string;
  readonly at?: string;
  /** What is shown is what the finding there is about. */
  readonly finding?: true;
  /** What is done before the picture is taken. */
  readonly prepare?: (panel: Frame, page: Page) => Promise<void>;
}

const program = `#include <cute/tensor.hpp>
using namespace cute;

template <class T>
__global__ void kernel(T* data, float* out)
{
  extern __shared__ T smem[];
  auto gA = make_tensor(make_gmem_ptr(data), make_layout(Shape<_32, _64>{}, LayoutRight{}));
  auto gRagged = make_tensor(make_gmem_ptr(data), make_layout(make_shape(30, 50), LayoutRight{}));
  auto sA = make_tensor(make_smem_ptr(smem), composition(Swizzle<3, 3, 3>{}, make_layout(Shape<_32, _64>{}, LayoutRight{})));
  auto sPlain = make_tensor(make_smem_ptr(smem), make_layout(Shape<_32, _64>{}, LayoutRight{}));
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, T>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto wider = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, T>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto tile = local_tile(gA, Shape<_8, _16>{}, make_coord(1, 2));
  auto ragged = local_tile(gRagged, Shape<_8, _16>{}, make_coord(1, 2));
  auto divided = zipped_divide(make_layout(Shape<_8, _12>{}), make_tile(Layout<_4, _2>{}, _4{}));
  auto mine = local_partition(gA, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, threadIdx.x);
  auto source = copy.get_slice(threadIdx.x).partition_S(gA);
  auto stored = copy.get_slice(threadIdx.x).partition_D(sA);
  auto conflicts = mma.get_slice(threadIdx.x).partition_A(sPlain);
  auto fragment = mma.get_slice(threadIdx.x).partition_C(gA);
  auto layoutTV = copy.get_layoutS_TV();
}

int main()
{
  auto strip = make_layout(_48{}, _2{});
  auto wrapped = make_layout(Shape<Shape<_16, _4, _4>>{});
  auto nested = Layout<Shape<Shape<_2, _4>, Shape<_2, _4>>, Stride<Stride<_1, _16>, Stride<_2, _4>>>{};
  auto rank3 = make_layout(Shape<_8, _4, _3>{});
  auto slices = make_layout(Shape<_64, _64, _8>{});
  auto rank4 = make_layout(Shape<_4, _4, _2, _2>{});
  auto broadcast = Layout<Shape<_4, _8>, Stride<_0, _1>>{};
  auto coordinates = make_identity_tensor(Shape<_8, _6>{});
  auto million = make_layout(Shape<_1024, _1024>{}, LayoutRight{});
  auto huge = make_layout(make_shape(65536, 32768), make_stride(Int<1>{}, int64_t(65536)));
  auto swizzled = composition(Swizzle<3, 0, 3>{}, make_layout(Shape<_8, _8>{}, LayoutRight{}));
  auto swizzle = Swizzle<3, 4, 3>{};
  auto product = blocked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>, Stride<_1, _3>>{});
  auto quotient = logical_divide(make_layout(Shape<_8, _12>{}), make_tile(Layout<_4, _2>{}, _4{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr((half_t*)nullptr), make_shape(512, 256), LayoutRight{}),
                           tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_64, _64>{}), Shape<_64, _64>{});
  using Atom = MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>;
  using Wide = decltype(make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
  using Ldsm = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
  kernel<half_t><<<1, 128>>>(nullptr, nullptr);
}
`;

/** A race in shared memory, an index beyond an array and conflicts of banks. */
const accesses = `#include <cute/tensor.hpp>

__global__ void racing(float* out)
{
  __shared__ float memory[128];
  int t = threadIdx.x;
  memory[t] = float(t);
  out[t] = memory[127 - t];
}

__global__ void beyond(float* out)
{
  __shared__ float column[32][32];
  column[threadIdx.x % 32][threadIdx.x / 32] = 0;
  out[threadIdx.x + 1] = column[threadIdx.x % 32][threadIdx.x / 32];
}

int main()
{
  float* out;
  cudaMalloc(&out, 128 * sizeof(float));
  racing<<<1, 128>>>(out);
  beyond<<<1, 128>>>(out);
}
`;

const pinAt = async (panel: Frame, x: number, y: number): Promise<void> => {
  const box = await stageOf(panel).boundingBox();
  await stageOf(panel).click({ position: { x: (box?.width ?? 0) * x, y: (box?.height ?? 0) * y } });
};
const compareWith =
  (other: string) =>
  async (panel: Frame, page: Page): Promise<void> => {
    await panel.getByRole('button', { name: 'Compare with' }).click();
    await page.locator('.quick-input-widget input').fill(other);
    await page.keyboard.press('Enter');
    await panel.locator('.bar h1').filter({ hasText: ' and ' }).waitFor();
  };

const verify = async (panel: Frame, page: Page): Promise<void> => {
  await runCommand(page, 'CuTe: Verify on GPU');
  await page.locator('.margin .cgmr').first().waitFor({ timeout: 60_000 });
  await chooseView(panel, 'Measured');
};

const all: readonly Shot[] = [
  { name: '01 rank 1', value: 'strip' },
  { name: '02 rank 1 wrapped', value: 'wrapped' },
  { name: '03 nested', value: 'nested' },
  { name: '04 rank 3', value: 'rank3' },
  { name: '05 slices', value: 'slices' },
  { name: '06 rank 4', value: 'rank4' },
  { name: '07 broadcast', value: 'broadcast' },
  { name: '08 coordinates', value: 'coordinates' },
  { name: '09 million', value: 'million' },
  { name: '10 huge', value: 'huge' },
  { name: '11 tiles', value: 'tile' },
  { name: '12 ragged', value: 'ragged' },
  { name: '13 divided', value: 'divided' },
  { name: '14 local partition', value: 'mine' },
  { name: '15 copy partition', value: 'source' },
  { name: '16 mma partition', value: 'fragment' },
  { name: '17 thread value', value: 'layoutTV' },
  { name: '18 tiled mma', value: 'mma' },
  { name: '19 mma atom', value: 'Atom' },
  { name: '20 wide mma', value: 'Wide' },
  { name: '21 tiled copy', value: 'copy' },
  { name: '22 copy atom', value: 'Ldsm' },
  { name: '22 boxes', value: 'tma', at: 'tma = make' },
  { name: '23 swizzle of a layout', value: 'swizzled', view: 'Swizzle' },
  { name: '24 swizzle in memory', value: 'sA', view: 'Swizzle', prepare: (panel) => pinAt(panel, 0.3, 0.5) },
  { name: '25 swizzle alone', value: 'swizzle' },
  { name: '26 banks of a tensor', value: 'sA', view: 'Banks' },
  { name: '27 banks of a store', value: 'stored', view: 'Banks' },
  { name: '28 conflicts', value: 'conflicts', view: 'Banks' },
  { name: '29 coalescing', value: 'source', view: 'Coalescing' },
  { name: '30 uncoalesced', value: 'fragment', view: 'Coalescing' },
  { name: '31 explain', value: 'quotient', view: 'Step by step', prepare: (panel) => pinAt(panel, 0.2, 0.3) },
  { name: '32 explain a product', value: 'product', view: 'Step by step' },
  { name: '33 explain a partition', value: 'mine', view: 'Step by step' },
  { name: '34 compare', value: 'nested', prepare: compareWith('swizzled') },
  { name: '35 compare copies', value: 'copy', prepare: compareWith('wider') },
  { name: '36 blocks', value: 'z', file: 'tiles.rs', at: 'z = api::zeros' },
  {
    name: '37 measured owners',
    value: 'mine',
    file: recordedExample,
    at: 'mine = cute::local_partition',
    prepare: verify,
  },
  { name: '38 measured layout', value: 'TileLayout', file: recordedExample, at: 'TileLayout =', view: 'Measured' },
  { name: '39 measured places', value: 'same', file: recordedExample, at: 'same =', view: 'Measured' },
  { name: '40 measured whole', value: 'tile', file: recordedExample, at: 'tile = cute::make', view: 'Measured' },
  { name: '41 accesses of a race', value: 'memory', file: 'accesses.cu', at: 'memory\\[127', finding: true },
  { name: '42 accesses out of bounds', value: 'out', file: 'accesses.cu', at: 'out\\[threadIdx', finding: true },
  {
    name: '43 accesses with conflicts',
    value: 'column',
    file: 'accesses.cu',
    at: 'column\\[threadIdx.x % 32\\]\\[.*= 0',
    finding: true,
  },
];

async function wear(folder: string, theme: string, panel: Frame, name: string): Promise<void> {
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
  await panel.locator(`body.${name}`).waitFor({ timeout: 20_000 });
}

/** Shows a value in the panel that follows the cursor. */
async function show(page: Page, { value, file = 'gallery.cu', at = `${value} =` }: Shot): Promise<void> {
  // A file is opened where the focus is, which is not to be the panel's group.
  await page
    .locator('.monaco-editor .overflow-guard')
    .first()
    .click({ position: { x: 140, y: 10 } });
  await openByName(page, file);
  const lines = readFileSync(join(machine.folder, file), 'utf8').split('\n');
  const found = new RegExp(`(?<!\\w)${at}`);
  const line = lines.findIndex((one) => found.test(one));
  await goTo(page, line + 1, (lines[line] ?? '').search(found) + 1);
}

const [, , folder = join(tmpdir(), 'gallery'), word = '', width = '750', oneTheme = ''] = process.argv;
const wanted = all.filter(({ name }) => name.includes(word));
const worn = themes.filter(([short]) => oneTheme === '' || short === oneTheme);
mkdirSync(folder, { recursive: true });
const machine = recordedMachine();
const workspace = machine.folder;
machine.install();
mkdirSync(join(workspace, '.vscode'));
writeFileSync(join(workspace, 'gallery.cu'), program);
writeFileSync(join(workspace, 'accesses.cu'), accesses);
copyFileSync(join(root, 'examples', 'tiles.rs'), join(workspace, 'tiles.rs'));

const browser = await launchChromium();
const server = await startEditor({
  settings: { 'editor.minimap.enabled': false, 'window.autoDetectColorScheme': false },
  machine: machine.settings,
  log: console.log,
});
const page = await openFile(browser, pageUrl(server, workspace, root), 'gallery.cu');
page.setDefaultTimeout(20_000);
try {
  // The source beside it is as wide.
  await page.setViewportSize({ width: 2 * Number(width), height: 860 });
  await page.keyboard.press('Control+b');
  await show(page, { name: '', value: 'strip' });
  await page
    .getByText(/CuTe: \d+ layouts/)
    .first()
    .waitFor({ timeout: 30_000, state: 'attached' })
    .catch(() => undefined);
  await runCommand(page, 'CuTe: Visualize');
  let panel = await panelFrame(page, 'strip');
  await panel.locator('vscode-checkbox').click();
  for (const shot of wanted) {
    await panel
      .locator('.side:not([hidden]) vscode-button')
      .click({ timeout: 500 })
      .catch(() => undefined);
    await show(page, shot);
    if (shot.finding) await chooseFix(page, 'Show in the visualizer');
    panel = await panelFrame(page, shot.value);
    if (shot.view !== undefined) await chooseView(panel, shot.view);
    await page.mouse.move(5, 5);
    await shot.prepare?.(panel, page);
    for (const [short, theme, name] of worn) {
      await wear(workspace, theme, panel, name);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${shot.name} ${short}.png`) });
    }
    console.log(shot.name);
  }
} catch (error) {
  await page.screenshot({ path: join(folder, 'failed.png') });
  throw error;
} finally {
  await browser.close();
  server.stop();
}
