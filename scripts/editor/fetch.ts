// Fetches the editor that tests and `npm start` use: the real VS Code server and workbench, from the npm package
// `code-server`, and the Node that it asks for. Kept in the user's cache folder, keyed by version, never in
// node_modules. Knows nothing of what is run in it.
import { join } from 'node:path';
import { cached, install, npm, type Log } from './cache';

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
export function fetchEditor(log: Log = () => {}): Editor {
  const root = cached(`code-server-${codeServerVersion}-node-${nodeVersion}`, (folder) => {
    log(`fetching code-server ${codeServerVersion} (once; kept in the cache folder)`);
    install(folder, [`code-server@${codeServerVersion}`, `${nodePackage()}@${nodeVersion}`]);
    log('fetching the packages of the VS Code server');
    npm(vscodeOf(folder), ['install', '--omit=dev', '--ignore-scripts']);
  });
  return { node: nodeExecutable(root), serverMain: join(vscodeOf(root), 'out', 'server-main.js') };
}

function vscodeOf(root: string): string {
  return join(root, 'node_modules', 'code-server', 'lib', 'vscode');
}

function nodePackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

function nodeExecutable(root: string): string {
  const bin = join(root, 'node_modules', nodePackage(), 'bin');
  return join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
}
