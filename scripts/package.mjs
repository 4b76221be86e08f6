// Builds and packs the extension: cute-lens-VERSION.vsix in the root. Fails above the size that we promise.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';

const largestBytes = 4 * 1024 * 1024;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packagePath = join(root, `${name}-${version}.vsix`);
await createVSIX({
  cwd: root,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
const { size } = statSync(packagePath);
console.log(`${packagePath}: ${(size / 1024 / 1024).toFixed(2)} MB`);
if (size > largestBytes) {
  console.error(`The package is larger than ${largestBytes / 1024 / 1024} MB.`);
  process.exit(1);
}
