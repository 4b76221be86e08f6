// Fetches the editor that tests and `npm start` use: the real VS Code server and workbench, from the npm package
// `code-server`, and the Node that it asks for. Kept in the user's cache folder, keyed by version, never in node_modules.
// Knows nothing of what is run in it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The pinned pair: code-server 4.139 is VS Code 1.139 and runs on Node 24. */
const codeServerVersion = '4.139.1';
const nodeVersion = '24.21.0';

export interface Editor {
  /** Executable of the Node that runs the server. */
  readonly node: string;
  /** `server-main.js` of VS Code. */
  readonly serverMain: string;
}

/** The editor, fetched on the first call (about a minute) and found in the cache afterwards. */
export function fetchEditor(log: (line: string) => void = () => {}): Editor {
  const root = join(cacheRoot(), `code-server-${codeServerVersion}-node-${nodeVersion}`);
  if (!existsSync(join(root, 'complete'))) install(root, log);
  const code = join(root, 'node_modules', 'code-server');
  return { node: nodeExecutable(root), serverMain: join(code, 'lib', 'vscode', 'out', 'server-main.js') };
}

/** Where what is fetched on demand is kept. */
export function cacheRoot(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cute-lens');
}

function install(root: string, log: (line: string) => void): void {
  const part = `${root}.part-${process.pid}`;
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, 'package.json'), '{ "private": true }\n');
  log(`fetching code-server ${codeServerVersion} (once; kept in ${root})`);
  npm(part, ['install', '--ignore-scripts', `code-server@${codeServerVersion}`, `${nodePackage()}@${nodeVersion}`]);
  log('fetching the packages of the VS Code server');
  npm(join(part, 'node_modules', 'code-server', 'lib', 'vscode'), ['install', '--omit=dev', '--ignore-scripts']);
  writeFileSync(join(part, 'complete'), `${new Date().toISOString()}\n`);
  rmSync(root, { recursive: true, force: true });
  renameSync(part, root);
}

function npm(cwd: string, args: readonly string[]): void {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${done.stdout}${done.stderr}`);
}

function nodePackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

function nodeExecutable(root: string): string {
  const bin = join(root, 'node_modules', nodePackage(), 'bin');
  return join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
}
