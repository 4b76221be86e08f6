// cuteLens/verify over a connection, with scripts in place of tools: the messages to the editor, and the hovers
// afterwards.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import {
  bugReportRequest,
  chooseRequest,
  trustNotification,
  verifyProgress,
  verifyRequest,
  type VerifyProgress,
  type VerifyReply,
} from '../../../protocol/src/requests';
import { onlyTools, recording, scratch } from '../../support/scratch';
import { script } from '../../support/script';
import { startServer } from '../../support/server';

const program =
  '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  auto layout = make_layout(make_shape(_8{}, _4{}));\n  return 0;\n}\n';

async function started(
  runs: string,
  { text = program, trusted = true, name = 'kernel.cu', folder = scratch('work space') } = {},
) {
  onlyTools(folder);
  mkdirSync(join(folder, 'cutlass/include/cute'), { recursive: true });
  writeFileSync(join(folder, 'cutlass/include/cute/tensor.hpp'), '');
  script(join(folder, 'runs'), runs);
  script(join(folder, 'bin/nvidia-smi'), 'echo "NVIDIA Test, 9.0, 1.2.3"');
  script(join(folder, 'bin/g++'), 'touch runtime.o');
  const nvccPath = script(
    join(folder, 'tools/nvcc'),
    `echo called >> '${folder}/calls'; [ "$1" = --version ] && { echo "release 13.0, V13.0.88"; exit 0; }\ncp '${folder}/runs' program`,
  );
  writeFileSync(join(folder, name), text);
  const server = await startServer({
    settings: { nvccPath, cutlassPath: join(folder, 'cutlass') },
    trusted,
    folder: pathToFileURL(folder).href,
  });
  const uri = pathToFileURL(join(folder, name)).href;
  server.open(uri, text);
  const stages: string[] = [];
  server.connection.onNotification(
    verifyProgress,
    ({ stage, output }: VerifyProgress) => void (output === undefined && stages.push(stage)),
  );
  const verify = (driver?: string) =>
    server.connection.sendRequest<VerifyReply | null>(verifyRequest, {
      uri,
      mode: 'gpu',
      ...(driver !== undefined && { driver }),
    });
  return { server, uri, stages, verify, calledTools: () => existsSync(join(folder, 'calls')) };
}

test('a confirmed layout has a mark and says so in its hover, until the text changes', async () => {
  const { server, uri, stages, verify } = await started(recording('(_8,_4):(_1,_8)'));
  expect(await server.hover(uri, 3, 8)).toMatch(
    /^(?![\s\S]*confirmed)[\s\S]*\[Verify on GPU\]\(command:cuteLens\.verify\?/,
  );
  const reply = await verify();
  expect(reply).toMatchObject({
    verification: {
      summary: '1 of 1 facts confirmed, none refuted.',
      machine: expect.stringContaining('NVIDIA Test (sm_90a, driver 1.2.3, CUDA 13.0.88)'),
      marks: [{ uri, line: 3, says: 'confirmed' }],
    },
  });
  expect(stages).toEqual(['tools', 'compile', 'run', 'compare']);
  expect(await server.hover(uri, 3, 8)).toContain('✓ confirmed on NVIDIA Test (sm\\_90a)');
  server.change(uri, 2, [{ range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: ' ' }]);
  expect(await server.hover(uri, 3, 8)).not.toContain('confirmed');
  await server.stop();
});

test('a verdict is of the texts and the arguments that ran: it goes when a header changes that has no facts, or the arguments', async () => {
  const folder = scratch('work space');
  const header = join(folder, 'tile.hpp');
  writeFileSync(header, '#define COLUMNS _4{}\n');
  const { server, uri, verify } = await started(recording('(_8,_4):(_1,_8)'), {
    text: program.replace('using', '#include "tile.hpp"\nusing').replace('_4{}', 'COLUMNS'),
    folder,
  });
  const says = async (): Promise<boolean> => (await server.hover(uri, 4, 8))?.includes('confirmed on') ?? false;
  await verify();
  expect(await says()).toBe(true);
  await server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
  expect(await says()).toBe(true);
  writeFileSync(header, '// The same, as far as can be seen from here.\n#define COLUMNS _4{}\n');
  await server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
  expect(await says()).toBe(false);
  await verify();
  expect(await says()).toBe(true);
  await server.connection.sendRequest(chooseRequest, { uri, choices: { thread: [1, 0, 0] } });
  expect(await says()).toBe(true);
  await server.connection.sendRequest(chooseRequest, { uri, choices: { args: '5' } });
  expect(await says()).toBe(false);
  await server.stop();
});

test('what ran while a header was changed is told, and marks nothing', async () => {
  const folder = scratch('work space');
  writeFileSync(join(folder, 'tile.hpp'), '#define COLUMNS _4{}\n');
  const { server, uri, verify } = await started(
    `while [ ! -e '${folder}/go on' ]; do sleep 0.05; done\n${recording('(_8,_4):(_1,_8)')}`,
    { text: program.replace('using', '#include "tile.hpp"\nusing').replace('_4{}', 'COLUMNS'), folder },
  );
  const reply = verify();
  await vi.waitFor(
    () => readdirSync(folder).some((name) => /^cute-lens-\d+-\w{6}$/.test(name)) || expect.fail('not started yet'),
    10_000,
  );
  writeFileSync(join(folder, 'tile.hpp'), '#define COLUMNS _2{}\n');
  writeFileSync(join(folder, 'go on'), '');
  expect(await reply).toMatchObject({ verification: { summary: '1 of 1 facts confirmed, none refuted.', marks: [] } });
  expect(await server.hover(uri, 4, 8)).not.toContain('confirmed on');
  await server.stop();
});

test('a refuted layout comes with a bug report that is ready to be sent', async () => {
  const { server, uri, verify } = await started(recording('(_8,_4):(_4,_1)'));
  const reply = await verify();
  expect(reply).toMatchObject({
    verification: {
      marks: [{ line: 3, says: 'refuted' }],
      bugReport: expect.stringMatching(
        /predicts `layout` wrongly[\s\S]*CuTe says \(_8,_4\):\(_4,_1\)[\s\S]*auto layout = make_layout/,
      ),
    },
  });
  expect(await server.hover(uri, 3, 8)).toMatch(
    /✗ refuted by NVIDIA Test[\s\S]*\[Copy Bug Report\]\(command:cuteLens\.copyBugReport\?/,
  );
  const range = { start: { line: 3, character: 7 }, end: { line: 3, character: 13 } };
  const diagnostic = {
    range,
    code: 'refuted',
    severity: 2,
    message:
      'what CuTe Lens predicts for layout is refuted by NVIDIA Test (sm_90a): host code: CuTe says (_8,_4):(_4,_1), predicted (_8,_4):(_1,_8)',
  };
  const pulled = async (): Promise<unknown> =>
    (await server.connection.sendRequest<{ items: unknown }>('textDocument/diagnostic', { textDocument: { uri } }))
      .items;
  expect(await pulled()).toMatchObject([diagnostic]);
  const at = { textDocument: { uri }, range: { start: range.end, end: range.end }, context: { diagnostics: [] } };
  expect(await server.connection.sendRequest('textDocument/codeAction', at)).toMatchObject([
    {
      title: 'Copy Bug Report',
      diagnostics: [diagnostic],
      command: { command: 'cuteLens.copyBugReport', arguments: [uri, 3, 7] },
    },
  ]);
  expect(await server.connection.sendRequest(bugReportRequest, { uri, position: range.start })).toMatch(
    /predicts `layout` wrongly[\s\S]*measured: `\(_8,_4\):\(_4,_1\)`[\s\S]*NVIDIA Test/,
  );
  server.change(uri, 2, [{ range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: ' ' }]);
  expect(await pulled()).toEqual([]);
  expect(await server.connection.sendRequest(bugReportRequest, { uri })).toBeNull();
  await server.stop();
});

test('nothing is compiled or run until the workspace is trusted', async () => {
  const { server, verify, calledTools } = await started(recording('(_8,_4):(_1,_8)'), { trusted: false });
  expect(await verify()).toEqual({
    problem: {
      message: 'CuTe Lens does not compile or run anything in an untrusted workspace.',
      action: { do: 'trust', title: 'Manage Trust' },
    },
  });
  expect(calledTools()).toBe(false);
  await server.connection.sendNotification(trustNotification);
  expect(await verify()).toMatchObject({ verification: { marks: [{ says: 'confirmed' }] } });
  expect(calledTools()).toBe(true);
  await server.stop();
});

test('a file without main is shown a driver first, and verified through it as it was changed', async () => {
  const kernel =
    '#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void kernel(float* data) {}\ninline auto shape() {\n  auto layout = make_layout(make_shape(_8{}, _4{}));\n  return layout;\n}\n';
  const { server, uri, verify, calledTools } = await started(recording('(_8,_4):(_1,_8)'), { text: kernel });
  const offered = await verify();
  expect(offered).toMatchObject({
    driver: {
      name: 'kernel',
      file: expect.stringMatching(/kernel_driver\.cu$/),
      text: expect.stringContaining('#include "kernel.cu"'),
    },
  });
  expect(calledTools()).toBe(false);
  const text =
    offered && 'driver' in offered ? offered.driver.text.replace('int main()\n{\n', 'int main()\n{\n  shape();\n') : '';
  const reply = await verify(text);
  expect(reply).toMatchObject({ verification: { marks: [{ uri, line: 4, says: 'confirmed' }] } });
  expect(await server.hover(uri, 4, 8)).toContain('✓ confirmed on NVIDIA Test');
  await server.stop();
});

test('while a program hangs hovers answer; when the editor goes, nothing of it stays', async () => {
  const folder = scratch('records');
  const { server, uri, verify } = await started(`echo $$ > '${folder}/pid'; sleep 1000`);
  const reply = verify();
  const pid = await vi.waitFor(
    () => Number(/^(\d+)\n/.exec(readFileSync(join(folder, 'pid'), 'utf8'))?.[1] ?? expect.fail('not started yet')),
    10_000,
  );
  expect(await server.hover(uri, 3, 8)).toContain('(_8,_4):(_1,_8)');
  await server.connection.sendRequest('shutdown');
  expect(await reply).toBeNull();
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(readdirSync(process.env['TMPDIR'] ?? '').filter((name) => name.startsWith('cute-lens-'))).toEqual([]);
  server.connection.dispose();
});

test('a header is verified through a program of the workspace that includes it', async () => {
  const folder = scratch('work space');
  writeFileSync(
    join(folder, 'program.cu'),
    '#include "shapes.hpp"\nint main() { return int(size(shape<_4>())) - 32; }\n',
  );
  const header =
    '#pragma once\n#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <class N> auto shape() {\n  auto layout = make_layout(make_shape(_8{}, N{}));\n  return layout;\n}\n';
  const { server, uri, verify } = await started(recording('(_8,_4):(_1,_8)'), {
    text: header,
    name: 'shapes.hpp',
    folder,
  });
  expect(await verify()).toMatchObject({
    verification: {
      summary: 'Through program.cu: 1 of 1 facts confirmed, none refuted.',
      marks: [{ uri, line: 4, says: 'confirmed' }],
    },
  });
  expect(await server.hover(uri, 4, 8)).toContain('✓ confirmed on NVIDIA Test');
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
