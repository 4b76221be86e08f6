// Starts and stops the VS Code server that fetch.ts provides, each time with folders of its own.
// Knows how an editor is configured and opened; knows nothing of CuTe.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchEditor } from './fetch';

/** Settings that keep the editor quiet, and that spare a machine which draws in software; a caller adds its own. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'editor.hover.delay': 100,
  'extensions.autoCheckUpdates': false,
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

export interface EditorServer {
  /** Of the server's process, whose children are the extension host and language servers. */
  readonly pid: number;
  readonly port: number;
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** Where installed extensions live. */
  readonly extensionsDir: string;
  /** Everything the server wrote so far, for a failing test. */
  log(): string;
  stop(): void;
}

export interface EditorOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the machine that the server runs on, such as paths of tools. */
  readonly machine?: Readonly<Record<string, unknown>>;
  /** Folders are not trusted until the user says so. */
  readonly asksForTrust?: boolean;
  /** Extensions to install into the server before it starts: paths of `.vsix` files. */
  readonly install?: readonly string[];
  readonly log?: (line: string) => void;
}

/** A running server on a free port. */
export async function startEditor(options: EditorOptions = {}): Promise<EditorServer> {
  const editor = fetchEditor(options.log);
  const root = mkdtempSync(join(tmpdir(), 'cute-lens-editor-'));
  const [data, extensionsDir] = [join(root, 'data'), join(root, 'extensions')];
  for (const folder of ['User', 'Machine']) mkdirSync(join(data, 'data', folder), { recursive: true });
  mkdirSync(extensionsDir);
  const write = (folder: string, settings: object): void =>
    writeFileSync(join(data, 'data', folder, 'settings.json'), JSON.stringify(settings, null, 2));
  write('User', {
    ...quietSettings,
    'security.workspace.trust.enabled': options.asksForTrust === true,
    ...options.settings,
  });
  write('Machine', options.machine ?? {});
  const common = [
    '--accept-server-license-terms',
    '--server-data-dir',
    data,
    '--extensions-dir',
    extensionsDir,
    '--telemetry-level',
    'off',
  ];
  let output = '';
  const start = (args: readonly string[]): ChildProcess => {
    const child = spawn(editor.node, [editor.serverMain, ...common, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return child;
  };
  for (const vsix of options.install ?? []) {
    const code = await exitOf(start(['--install-extension', vsix]));
    if (code !== 0) throw new Error(`installing ${vsix} failed:\n${output}`);
  }
  const port = await freePort();
  const child = start([
    '--without-connection-token',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--enable-smoke-test-driver',
    ...(options.asksForTrust ? [] : ['--disable-workspace-trust']),
  ]);
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  await listening(port, child, () => output);
  return { pid: child.pid ?? -1, port, url: `http://127.0.0.1:${port}/`, extensionsDir, log: () => output, stop };
}

/** The page that opens `folder`, with the extension in `develop` loaded from its source folder, and a suite to run in
 *  it. */
export function pageUrl(server: EditorServer, folder: string, develop?: string, suite?: string): string {
  const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const payload: [string, string][] = [];
  if (develop) payload.push(['extensionDevelopmentPath', remote(develop)]);
  if (suite) payload.push(['extensionTestsPath', remote(suite)]);
  const query = payload.length > 0 ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
  return `${server.url}?folder=${encodeURIComponent(folder)}${query}`;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`the VS Code server stopped:\n${output()}`);
    const reply = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the VS Code server did not answer on port ${port}:\n${output()}`);
}
