// The analysis thread as it ships: a worker with a memory limit of its own. No request blocks on it, and if a file ends
// the thread, only that file keeps older values.
import { afterEach, expect, test, vi } from 'vitest';
import type { Situation } from '../../../protocol/src/requests';
import { bundled, type Spawn, type Spawned } from '../../../server/src/worker/spawn';
import { built } from '../../support/cli';
import { startServer, type TestClient } from '../../support/server';

const file = built('worker.cjs');

let client: TestClient;
afterEach(() => client.stop());

const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const [big, small] = ['untitled:big.cu', 'untitled:small.cu'];
const smallText = `${head}__global__ void kernel(float* data) {\n  auto mine = make_layout(make_shape(_8{}, threadIdx.x));\n}\nint main() { kernel<<<1, 32>>>(nullptr); }\n`;

/** As many kernels alike as it takes to keep a machine busy. */
function kernels(count: number): string {
  const kernel = (n: number): string => `template <int N> __global__ void kernel_${n}(float* data) {
  auto tensor = make_tensor(make_gmem_ptr(data), make_shape(Int<N>{}, Int<64>{}));
  auto tiles = zipped_divide(tensor, make_shape(_16{}, _8{}));
  for (int i = 0; i < 8; ++i) { auto mine = local_partition(tiles(make_coord(_, _), i), make_layout(make_shape(_4{}, _8{})), threadIdx.x); }
}\n`;
  const all = Array.from({ length: count }, (_, n) => n);
  return `${head}${all.map(kernel).join('')}int main() {\n${all.map((n) => `  kernel_${n}<${16 * (n + 1)}><<<1, 32>>>(nullptr);\n`).join('')}}\n`;
}

/** A text whose program alone takes much memory. */
function declarations(count: number): string {
  const all = Array.from(
    { length: count },
    (_, n) => `  auto layout_${n} = make_layout(make_shape(_${1 << (n % 6)}{}, make_shape(_4{}, _8{})));\n`,
  );
  return `${head}int main() {\n${all.join('')}}\n`;
}

const statusesOf = (uri: string) =>
  client.statuses.filter((status) => status.uri === uri && status.evaluating === undefined);

test('a hover elsewhere does not wait for a long analysis, and a new text stops that one', async () => {
  client = await startServer({
    spawn: bundled(file),
    capabilities: { workspace: { diagnostics: { refreshSupport: true } }, textDocument: { diagnostic: {} } },
  });
  client.open(small, smallText);
  await client.settled(small);
  client.open(big, kernels(300));
  for (let version = 2; version < 8; version++) {
    await new Promise((resume) => setTimeout(resume, 30));
    client.change(big, version, [{ text: `${kernels(300)}// ${version}\n` }]);
    expect(await client.hoverNow(small, 3, 8)).toContain('(_8,0):(_1,_8)');
  }
  expect(statusesOf(big)).toEqual([]);
  await client.settled(big);
  await vi.waitFor(() => expect(statusesOf(big)).toHaveLength(1));
});

test('while the first analysis runs, a hover waits for its value and no longer', async () => {
  const asked = (client = await startServer({ spawn: bundled(file) }));
  const text = kernels(500);
  asked.open(big, text);
  const line = text.split('\n').findIndex((one) => one.includes('__global__ void kernel_499')) + 1;
  // A slow machine answers before it has the value.
  await vi.waitFor(async () => expect(await asked.hoverNow(big, line, 8)).toContain('(_8000,_64):(_1,_8000)'), 20_000);
});

test('when the thread is ended, another one answers, with what the user chose', async () => {
  const threads: Spawned[] = [];
  const spawn: Spawn = (role, memory) => {
    const spawned = bundled(file)(role, memory);
    threads.push(spawned);
    return spawned;
  };
  client = await startServer({ spawn });
  client.open(small, smallText);
  await client.connection.sendRequest('cuteLens/choose', { uri: small, choices: { thread: [5, 0, 0] } });
  // A thread that ends amid an analysis would leave this text without one.
  await client.settled(small);
  await threads[0]?.end();
  expect(await client.hover(small, 3, 8)).toContain('(_8,5):(_1,_8)');
  expect((await client.connection.sendRequest<Situation>('cuteLens/situation', { uri: small })).thread).toEqual([
    5, 0, 0,
  ]);
  expect(threads).toHaveLength(2);
});

test('a text that takes too much memory keeps its last facts and says why; other files go on', async () => {
  client = await startServer({ spawn: bundled(file, 72) });
  client.open(small, smallText);
  client.open(big, smallText);
  await client.settled(big);
  client.change(big, 2, [{ text: declarations(24_000) }]);
  await vi.waitFor(
    () =>
      expect(statusesOf(big).at(-1)?.warning).toMatch(
        /took more than 72 MB of memory\. The values shown are those of the previous text/,
      ),
    30_000,
  );
  expect(await client.hover(small, 3, 8)).toContain('(_8,0):(_1,_8)');
  client.change(big, 3, [{ text: smallText }]);
  expect(await client.hover(big, 3, 8)).toContain('(_8,0):(_1,_8)');
  expect(statusesOf(big).at(-1)?.warning).toBeUndefined();
}, 60_000);
