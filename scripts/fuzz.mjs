// `npm run fuzz`: bundles scripts/fuzz/main.ts with the server, the grammars and the texts that it damages into a
// folder, and runs it. `--bundle DIR` only writes the folder, for a machine that has Node and nothing else; `--help`
// says the rest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const at = args.indexOf('--bundle');
const kept = at < 0 ? undefined : resolve(args[at + 1] ?? 'fuzz-bundle');
const folder = kept ?? mkdtempSync(join(tmpdir(), 'cute-lens-fuzzer-'));

try {
  await bundle(folder);
  if (kept === undefined)
    process.exitCode =
      spawnSync(process.execPath, [join(folder, 'fuzz.cjs'), ...args], { stdio: 'inherit' }).status ?? 2;
  else console.log(`node ${join(kept, 'fuzz.cjs')} --help`);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

async function bundle(into) {
  mkdirSync(into, { recursive: true });
  const program = join(into, 'fuzz.cjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['scripts/fuzz/main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') },
    define: { 'import.meta.dirname': '__dirname', CUTE_LENS_VERSION: '"fuzz"' },
    logLevel: 'warning',
  });
  checked([join(root, 'scripts/build.mjs'), '--quiet', '--outdir', relative(root, join(into, 'dist'))]);
  checked([program, 'write-texts', root, ...(process.env.CUTLASS_DIR ? [resolve(process.env.CUTLASS_DIR)] : [])]);
}

function checked(command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command[0]} failed`);
}
