// `npm run bench`: bundles bench.ts, or the script that is named, in the same way as the shipped code, and runs the
// bundle. A loader that runs the sources directly would name each closure when it is created, which costs more than
// many of the measured calls.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script = 'bench'] = process.argv.splice(2, 1);
const outfile = join(root, `.tsbuild/bench/${script}.mjs`);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: [`scripts/${script}.ts`],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  alias: { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') },
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url), __dirname = import.meta.dirname;",
  },
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
// A server that was killed may leave its pipes open.
process.exit();
