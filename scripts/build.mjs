// Builds everything that ships, into dist/: the client and the server of the extension, the command line, the library,
// the parser and its grammars. bundles.mjs lists them.
// `--watch` keeps building, `--quiet` prints nothing, `--outdir DIR` builds elsewhere, `--only NAME.cjs` one bundle.
// Types are checked by `npm run check`, not here.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { bundlesOf, wasmFiles } from './bundles.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: flags } = parseArgs({
  options: {
    watch: { type: 'boolean' },
    quiet: { type: 'boolean' },
    outdir: { type: 'string' },
    only: { type: 'string' },
  },
});
const outdir = join(root, flags.outdir ?? 'dist');

const bundles = bundlesOf({ root, outdir, isWatching: flags.watch, isQuiet: flags.quiet });

mkdirSync(outdir, { recursive: true });
for (const [name, from] of wasmFiles) copyFileSync(from, join(outdir, name));

if (flags.watch) {
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
  console.log('watching; the first build is done');
} else {
  const started = performance.now();
  await Promise.all(
    bundles
      .filter(({ outfile }) => flags.only === undefined || basename(outfile) === flags.only)
      .map((options) => esbuild.build(options)),
  );
  removeLeftovers();
  if (flags.only === undefined) chmodSync(join(outdir, 'cli.cjs'), 0o755);
  if (!flags.quiet)
    console.log(`built ${bundles.length} bundles into ${outdir} in ${Math.round(performance.now() - started)} ms`);
}

/** What an earlier build left and this one did not write must not ship. */
function removeLeftovers() {
  const written = new Set([...wasmFiles.keys(), ...bundles.map(({ outfile }) => basename(outfile))]);
  for (const name of readdirSync(outdir)) {
    if (!written.has(name.replace(/\.LEGAL\.txt$/, ''))) rmSync(join(outdir, name), { recursive: true });
  }
}
