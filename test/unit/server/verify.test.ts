// cuteLens/verify over a connection, with tools that are scripts: what the editor is told, and what hovers say afterwards.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { verifyProgress, verifyRequest, type VerifyProgress, type VerifyReply } from '../../../protocol/src/requests';
import { onlyTools, recording, scratch, script } from '../../support/scratch';
import { startServer } from '../../support/server';

const program = '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  auto layout = make_layout(make_shape(_8{}, _4{}));\n  return 0;\n}\n';

async function started(runs: string) {
  const folder = scratch('work space');
  onlyTools(folder);
  mkdirSync(join(folder, 'cutlass/include/cute'), { recursive: true });
  writeFileSync(join(folder, 'cutlass/include/cute/tensor.hpp'), '');
  script(join(folder, 'runs'), runs);
  script(join(folder, 'bin/nvidia-smi'), 'echo "NVIDIA Test, 9.0, 1.2.3"');
  script(join(folder, 'bin/g++'), 'touch runtime.o');
  const nvccPath = script(join(folder, 'tools/nvcc'), `[ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\ncp '${folder}/runs' program`);
  const server = await startServer({ settings: { nvccPath, cutlassPath: join(folder, 'cutlass') } });
  const uri = pathToFileURL(join(folder, 'kernel.cu')).href;
  server.open(uri, program);
  const stages: string[] = [];
  server.connection.onNotification(verifyProgress, ({ stage, output }: VerifyProgress) => void (output === undefined && stages.push(stage)));
  return { server, uri, stages, verify: () => server.connection.sendRequest<VerifyReply | null>(verifyRequest, { uri, mode: 'gpu' }) };
}

test('a confirmed layout has a mark and says so in its hover, until the text changes', async () => {
  const { server, uri, stages, verify } = await started(recording('(_8,_4):(_1,_8)'));
  expect(await server.hover(uri, 3, 8)).not.toContain('confirmed');
  const reply = await verify();
  expect(reply).toMatchObject({ verification: { summary: '1 of 1 facts confirmed, none refuted.', machine: expect.stringContaining('NVIDIA Test (sm_90a, driver 1.2.3, CUDA 13.0.88)'), marks: [{ line: 3, says: 'confirmed' }] } });
  expect(stages).toEqual(['tools', 'compile', 'run', 'compare']);
  expect(await server.hover(uri, 3, 8)).toContain('✓ confirmed on NVIDIA Test (sm\\_90a)');
  server.change(uri, 2, [{ range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: ' ' }]);
  expect(await server.hover(uri, 3, 8)).not.toContain('confirmed');
  await server.stop();
});

test('a refuted layout comes with a bug report that is ready to be sent', async () => {
  const { server, uri, verify } = await started(recording('(_8,_4):(_4,_1)'));
  const reply = await verify();
  expect(reply).toMatchObject({ verification: { marks: [{ line: 3, says: 'refuted' }], bugReport: expect.stringMatching(/predicts `layout` wrongly[\s\S]*CuTe says \(_8,_4\):\(_4,_1\)[\s\S]*auto layout = make_layout/) } });
  expect(await server.hover(uri, 3, 8)).toContain('✗ refuted by NVIDIA Test');
  await server.stop();
});

test('without nvcc it says what to set', async () => {
  const { server, verify } = await started('exit 0');
  server.settings = { nvccPath: '/nowhere/nvcc', cutlassPath: '' };
  await server.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  const reply = await verify();
  expect(reply).toMatchObject({ problem: { action: { do: 'setting' } } });
  await server.stop();
});
