// cuteLens/confirm over a connection: what a client that knows nothing but the protocol sees of it. Scripts stand in
// for the compiler, except in one test that a real g++ answers.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import {
  bugReportRequest,
  confirmRequest,
  lookingNotification,
  trustNotification,
  type ConfirmReply,
} from '../../../protocol/src/requests';
import { onlyTools, recording, scratch } from '../../support/scratch';
import { script } from '../../support/script';
import { startServer } from '../../support/server';
import { tinyCute } from '../../support/tiny-cute';

const program =
  '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  auto layout = make_layout(make_shape(_8{}, _4{}));\n  return 0;\n}\n';
const right = recording('(_8,_4):(_1,_8)');
const wrong = recording('(_8,_4):(_4,_1)');

interface Given {
  readonly compiles?: string;
  readonly confirm?: string;
  readonly trusted?: boolean;
  readonly text?: string;
  readonly hasCutlass?: boolean;
  /** Whether the machine's own g++ compiles. */
  readonly real?: boolean;
}

/** A server whose compiler makes programs that do `runs`. */
async function started(runs: string, given: Given = {}) {
  const { compiles = '', confirm = 'off', trusted = true, text = program, hasCutlass = true, real = false } = given;
  const folder = scratch('work space');
  onlyTools(folder);
  const { cutlassPath, nvccPath } = tinyCute(folder);
  script(join(folder, 'runs'), runs);
  const calls = join(folder, 'calls');
  if (!real)
    script(
      join(folder, 'bin/g++'),
      `case "$*" in
--version) echo "g++ (Test 12.2.0-14) 12.2.0"; exit 0;;
*c++-header*) echo header >> '${calls}'; touch prelude.hpp.gch; exit 0;;
*runtime.cpp*) touch runtime.o; exit 0;;
esac
echo program >> '${calls}'
${compiles}
cp '${folder}/runs' program`,
    );
  writeFileSync(join(folder, 'kernel.cu'), text);
  const server = await startServer({
    settings: { nvccPath, cutlassPath: hasCutlass ? cutlassPath : join(folder, 'nothing'), confirm },
    trusted,
    folder: pathToFileURL(folder).href,
  });
  const uri = pathToFileURL(join(folder, 'kernel.cu')).href;
  server.open(uri, text);
  return {
    server,
    uri,
    folder,
    confirm: () => server.connection.sendRequest<ConfirmReply | null>(confirmRequest, { uri }),
    save: () => server.connection.sendNotification('textDocument/didSave', { textDocument: { uri } }),
    edit: (version: number) =>
      server.change(uri, version, [
        { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: ' ' },
      ]),
    /** What the compiler was asked to do so far. */
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    said: () => server.statuses.at(-1)?.confirmation,
    diagnostics: async () =>
      (await server.connection.sendRequest<{ items: unknown[] }>('textDocument/diagnostic', { textDocument: { uri } }))
        .items,
  };
}

test('what the compiler confirms has a short line in its hover, until the text changes', async () => {
  const { server, uri, confirm, edit, said, diagnostics } = await started(right);
  await server.settled(uri);
  const confirmation = { brief: '1 confirmed', text: 'g++ 12.2 (CUTLASS ?.?.?) confirms 1 of 1 values.' };
  vi.stubEnv('CUTLASS_COMMIT', '?.?.?');
  expect(await confirm()).toEqual({ confirmation });
  expect(await server.hover(uri, 3, 8)).toMatch(/✓ confirmed by g\+\+ 12\.2 \(CUTLASS \?\.\?\.\?\)$/m);
  expect(await server.hover(uri, 3, 8)).toContain('[Verify on GPU]');
  expect([said(), await diagnostics()]).toEqual([confirmation, []]);
  edit(2);
  expect(await server.hover(uri, 3, 8)).not.toContain('confirmed');
  await vi.waitFor(() => expect(said()).toBeUndefined());
  await server.stop();
});

test('where the compiler differs its value comes first, and a report is ready', async () => {
  const { server, uri, confirm, said, diagnostics } = await started(wrong);
  await server.settled(uri);
  await confirm();
  expect(await server.hover(uri, 3, 8)).toMatch(
    /^```\S*\n\(_8,_4\):\(_4,_1\)\n```[\s\S]*✗ refuted by g\+\+ 12\.2[\s\S]*CuTe Lens showed `\(_8,_4\):\(_1,_8\)`, which is a bug of CuTe Lens[\s\S]*\[Report This\]\(command:cuteLens\.reportMismatch\?/,
  );
  expect(await diagnostics()).toMatchObject([
    {
      code: 'refuted',
      severity: 3,
      message: expect.stringMatching(
        /^layout is \(_8,_4\):\(_4,_1\), says g\+\+ 12\.2 .*; CuTe Lens showed \(_8,_4\):\(_1,_8\)$/,
      ),
    },
  ]);
  expect(said()?.brief).toBe('1 differs');
  const position = { line: 3, character: 8 };
  expect(await server.connection.sendRequest(bugReportRequest, { uri, position })).toMatch(
    /predicts `layout` wrongly[\s\S]*auto layout = make_layout/,
  );
  const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
  expect(await server.connection.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range })).toEqual([]);
  await server.stop();
});

test('a real g++ with a precompiled header confirms what its program records', async () => {
  // `gridDim` is a name that programs use for variables of their own.
  const text =
    '#include <cute/tensor.hpp>\nint main() {\n  int rows = 8;\n  dim3 gridDim(rows);\n  return gridDim.x - 8;\n}\n';
  const { server, uri, folder, confirm, edit } = await started('', { text, real: true });
  expect(await confirm()).toMatchObject({ confirmation: { brief: '1 confirmed' } });
  expect(await server.hover(uri, 2, 7)).toMatch(/✓ confirmed by \S+ \d+\.\d+ \(CUTLASS/);
  const precompiled = (): readonly string[] => readdirSync(join(folder, 'cache/cute-lens/precompiled'));
  const [before] = precompiled();
  expect(existsSync(join(folder, 'cache/cute-lens/precompiled', before ?? '', 'prelude.hpp.gch'))).toBe(true);
  edit(2);
  expect(await confirm()).toMatchObject({ confirmation: { brief: '1 confirmed' } });
  expect(precompiled()).toEqual([before]);
  await server.stop();
});

test('on save a program is confirmed once; one that does not compile is no alarm', async () => {
  const { server, uri, save, edit, calls, said, diagnostics } = await started(right, {
    confirm: 'onSave',
    compiles: 'grep -q "return  0" program.cu && exit 1',
  });
  await server.settled(uri);
  await save();
  await vi.waitFor(() => expect(said()?.brief).toBe('1 confirmed'), 10_000);
  await save();
  edit(2);
  expect(calls()).toEqual(['header', 'program']);
  server.change(uri, 3, [{ text: program.replace('return 0', 'return  0') }]);
  await server.settled(uri);
  await save();
  await vi.waitFor(() => expect(said()?.text).toBe('Not confirmed: the program does not compile.'), 10_000);
  expect([calls(), await diagnostics()]).toEqual([['header', 'program', 'program'], []]);
  await server.stop();
});

test('a keystroke ends the compiler; after a pause the new text is confirmed', async () => {
  const { server, uri, folder, edit, calls, said } = await started(right, {
    confirm: 'whenIdle',
    compiles: `[ -e 'FOLDER/first' ] || { touch 'FOLDER/first'; sleep 60; touch 'FOLDER/late'; }`,
  });
  const path = join(folder, 'bin/g++');
  script(path, readFileSync(path, 'utf8').replaceAll('FOLDER', folder));
  await server.settled(uri);
  await server.connection.sendNotification(lookingNotification, { uris: [uri] });
  await vi.waitFor(() => expect(existsSync(join(folder, 'first'))).toBe(true), 10_000);
  expect(said()?.brief).toBe('confirming');
  edit(2);
  await vi.waitFor(() => expect(said()?.brief).toBe('1 confirmed'), 10_000);
  expect([calls(), existsSync(join(folder, 'late'))]).toEqual([['header', 'program', 'program'], false]);
  await server.stop();
});

test('in a workspace that is not trusted nothing starts; once it is trusted it does', async () => {
  const { server, uri, save, confirm, calls, said } = await started(right, { confirm: 'onSave', trusted: false });
  await server.settled(uri);
  await save();
  expect(await confirm()).toMatchObject({ problem: { action: { do: 'trust' } } });
  expect([calls(), said()]).toEqual([[], undefined]);
  await server.connection.sendNotification(trustNotification);
  await save();
  await vi.waitFor(() => expect(said()?.brief).toBe('1 confirmed'), 10_000);
  await server.stop();
});

test('a tool that is missing is named in the status, and not looked for again', async () => {
  const { server, uri, save, edit, folder, calls, said } = await started(right, {
    confirm: 'onSave',
    hasCutlass: false,
  });
  await server.settled(uri);
  await save();
  const text = `Not confirmed: cuteLens.cutlassPath names ${folder}/nothing, where there is no include/cute/tensor.hpp.`;
  await vi.waitFor(() => expect(said()?.text).toBe(text), 10_000);
  edit(2);
  mkdirSync(dirname(join(folder, 'nothing/include/cute/tensor.hpp')), { recursive: true });
  writeFileSync(join(folder, 'nothing/include/cute/tensor.hpp'), '');
  await save();
  await vi.waitFor(() => expect(said()?.text).toBe(text), 10_000);
  expect(calls()).toEqual([]);
  await server.stop();
});
