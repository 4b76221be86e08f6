// `npm run playground`: builds the page of the playground into .tsbuild/playground (or `--outdir DIR`). The folder is
// complete: any server of static files can publish it, and none is needed but that.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { bundlesOf, wasmFiles } from './bundles.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: flags } = parseArgs({ options: { outdir: { type: 'string' }, quiet: { type: 'boolean' } } });
const outdir = join(root, flags.outdir ?? '.tsbuild/playground');

/** The first is what a visitor sees. */
const examples = ['local_partition.cu', 'local_tile.cu', 'thread_value.cu', 'tiled_copy.cu', 'gemm_sm80.cu'];

rmSync(outdir, { recursive: true, force: true });
for (const folder of ['examples', 'l10n']) mkdirSync(join(outdir, folder), { recursive: true });
/** `bundle.l10n.de.json` …: the texts in each language. */
const bundlesOfTexts = readdirSync(join(root, 'l10n'));

const shipped = ['browser-server.js', 'webview.js', 'webview.css'];
const bundles = bundlesOf({ root, outdir }).filter(({ outfile }) => shipped.includes(basename(outfile)));
const page = {
  absWorkingDir: root,
  bundle: true,
  platform: 'browser',
  target: ['chrome122', 'firefox128', 'safari17.5'],
  minify: true,
  legalComments: 'linked',
  logLevel: flags.quiet ? 'error' : 'warning',
  define: {
    EXAMPLES: JSON.stringify(examples),
    LANGUAGES: JSON.stringify(bundlesOfTexts.map((name) => name.split('.')[2])),
  },
};
const entry = (from, to, more = {}) => ({
  ...page,
  entryPoints: [`playground/src/${from}`],
  outfile: join(outdir, to),
  ...more,
});
await Promise.all(
  [
    ...bundles,
    entry('main.ts', 'playground.js', { format: 'esm' }),
    entry('picture-frame.ts', 'picture.js', { format: 'iife' }),
    entry('style.css', 'playground.css'),
    entry('theme.css', 'theme.css'),
  ].map((options) => esbuild.build(options)),
);
for (const name of ['index.html', 'picture.html']) copyFileSync(join(root, 'playground', name), join(outdir, name));
copyFileSync(join(root, 'docs/images/icon.png'), join(outdir, 'icon.png'));
for (const name of examples) copyFileSync(join(root, 'examples', name), join(outdir, 'examples', name));
for (const name of bundlesOfTexts) copyFileSync(join(root, 'l10n', name), join(outdir, 'l10n', name));
for (const [name, from] of wasmFiles) if (!name.includes('rust')) copyFileSync(from, join(outdir, name));

if (!flags.quiet) {
  console.log(`the playground is in ${outdir}`);
  for (const name of readdirSync(outdir).filter((one) => /\.(js|css|html|wasm)$/.test(one))) {
    const [size, packed] = [statSync(join(outdir, name)).size, gzipSync(readFileSync(join(outdir, name))).length];
    console.log(`${name.padEnd(24)}${kilobytes(size)} (${kilobytes(packed).trim()} compressed)`);
  }
}

function kilobytes(bytes) {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`.padStart(9);
}
