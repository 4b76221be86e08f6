// `npm start`: builds, prints what the command line says of an example, then opens the examples in an editor with the
// extension: the user's `code` where there is one, else the embedded VS Code. `--no-editor` stops after the report.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pageUrl, startEditor } from './editor/server';

const root = join(import.meta.dirname, '..');
const example = join('examples', 'local_partition.cu');

build();
report();
if (!process.argv.includes('--no-editor')) await openEditor();

function build(): void {
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) process.exit(1);
}

function report(): void {
  console.log(`\ncute-lens inspect ${example}\n`);
  const done = spawnSync(process.execPath, [join(root, 'dist', 'cli.cjs'), 'inspect', example], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

async function openEditor(): Promise<void> {
  if (opensInCode()) return;
  console.log('\nNo `code` on the PATH: starting the embedded VS Code.');
  const server = await startEditor({ log: (line) => console.log(line) });
  console.log(
    `\nOpen ${pageUrl(server, join(root, 'examples'), root)}\n\nHover a variable of a .cu file. Ctrl+C ends.`,
  );
  process.once('SIGINT', () => {
    server.stop();
    process.exit(0);
  });
}

/** True where the user's own editor took over. */
function opensInCode(): boolean {
  const found = spawnSync('code', ['--version'], { stdio: 'ignore', shell: process.platform === 'win32' });
  if (found.status !== 0) return false;
  const args = [`--extensionDevelopmentPath=${root}`, join(root, 'examples'), join(root, example)];
  spawn('code', args, { stdio: 'ignore', detached: true, shell: process.platform === 'win32' }).unref();
  console.log('\nOpened the examples in VS Code. Hover a variable of a .cu file.');
  return true;
}
