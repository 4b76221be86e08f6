// The extension as it ships: which files are in the VSIX, that its page has no dead link, and that nothing is in it
// that only the npm package needs. `npm run package` has just packed it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { expect, test } from 'vitest';
import { ROOT } from '../support/fixture';

test(
  'nothing is missing, nothing is superfluous, and every link of the page leads somewhere',
  { timeout: 120_000 },
  async () => {
    const files = await listFiles({ cwd: ROOT, packageManager: PackageManager.None });
    // Those that its page and its manifest show; other pages of the repository have more.
    const shown = ['README.md', 'package.json'].map((name) => readFileSync(join(ROOT, name), 'utf8')).join();
    const images = readdirSync(join(ROOT, 'docs/images'))
      .map((name) => `docs/images/${name}`)
      .filter((name) => shown.includes(name));
    expect([...files].sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        // As .tsbuild/README.md has it.
        'README.md',
        'dist/browser-client.cjs',
        'dist/browser-server.js',
        'dist/cli.cjs',
        'dist/client.cjs',
        'dist/server.cjs',
        'dist/tree-sitter-cpp.wasm',
        'dist/tree-sitter-rust.wasm',
        'dist/tree-sitter.wasm',
        'dist/webview.css',
        'dist/webview.js',
        'dist/webview.js.LEGAL.txt',
        'dist/worker.cjs',
        'docs/checks.md',
        'docs/first-finding.md',
        'docs/glossary.md',
        ...images,
        'examples/local_partition.cu',
        'l10n/bundle.l10n.de.json',
        'package.json',
        'package.nls.de.json',
        'package.nls.json',
        'syntaxes/cute-layout.tmLanguage.json',
        'syntaxes/cute-lens.schema.json',
        'syntaxes/cute.injection.json',
      ].sort(),
    );
    const page = readFileSync(join(ROOT, '.tsbuild/README.md'), 'utf8');
    const local = [...page.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link = '']) => link);
    expect(local.length).toBeGreaterThan(3);
    expect(local.filter((link) => !files.includes(link))).toEqual([]);
    // Pages of the repository are there at this version.
    const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const pages = [...page.matchAll(/\]\(https:\/\/github\.com\/[^/]+\/[^/]+\/blob\/v([\d.]+)\/([^)#]+)/g)];
    expect(pages.length).toBeGreaterThan(10);
    for (const [, version, path = ''] of pages) {
      expect(version).toBe(own.version);
      expect(() => readFileSync(join(ROOT, path))).not.toThrow();
    }
  },
);

test('a tag that is not the version, or a version without notes, is no release', () => {
  const script = join(ROOT, 'scripts/release-notes.mjs');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const notes = execFileSync(process.execPath, [script, `v${version}`], { encoding: 'utf8' });
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(notes.trim());
  expect(() => execFileSync(process.execPath, [script, 'v9.9.9'], { stdio: 'pipe' })).toThrow(/the tag is v9\.9\.9/);
});
