// Builds and packs the extension: cute-lens-VERSION.vsix in the root. Fails above the size that we promise.
// `--pre-release` packs it for that channel.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';

const largestBytes = 4 * 1024 * 1024;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: flags } = parseArgs({ options: { 'pre-release': { type: 'boolean' } } });

const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const { name, version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packagePath = join(root, `${name}-${version}.vsix`);
await createVSIX({
  cwd: root,
  packagePath,
  dependencies: false,
  rewriteRelativeLinks: false,
  readmePath: readme(),
  preRelease: flags['pre-release'] === true,
});
const { size } = statSync(packagePath);
console.log(`${packagePath}: ${(size / 1024 / 1024).toFixed(2)} MB`);
if (size > largestBytes) {
  console.error(`The package is larger than ${largestBytes / 1024 / 1024} MB.`);
  process.exit(1);
}

/** The README as it ships: pages that do not ship are those of the repository at this version. */
function readme() {
  const page = repository.url.replace(/^git\+|\.git$/g, '');
  const shipped = new Set(['docs/checks.md', 'docs/first-finding.md', 'CHANGELOG.md', 'LICENSE']);
  const text = readFileSync(join(root, 'README.md'), 'utf8').replace(
    /(?<!!)(\[[^\]]*\])\((?!https?:)([^)#]+)(#[^)]*)?\)/g,
    (link, words, path, anchor = '') =>
      shipped.has(path) ? link : `${words}(${page}/blob/v${version}/${path}${anchor})`,
  );
  mkdirSync(join(root, '.tsbuild'), { recursive: true });
  const file = join('.tsbuild', 'README.md');
  writeFileSync(join(root, file), text);
  return file;
}
