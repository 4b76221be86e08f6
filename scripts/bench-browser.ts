// `npm run bench:browser`: what the extension in a browser and the playground weigh, and how long their first values
// take. Replaces its section of docs/performance.md. Needs a Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserTimes, type BrowserTimes } from '../test/bench/browser';
import { subject } from '../test/bench/editor';
import { duration } from '../test/bench/timing';
import { ROOT } from '../test/support/fixture';
import { commit, replaceSection } from './performance-page';

const playground = join(ROOT, '.tsbuild/playground');
const dist = join(ROOT, 'dist');

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

function sizeRow(what: string, files: readonly string[], goal = ''): string {
  const bytes = files.map((file) => readFileSync(file));
  const sum = (sizes: readonly number[]): string => megabytes(sizes.reduce((a, b) => a + b, 0));
  const [whole, packed] = [sum(bytes.map(({ length }) => length)), sum(bytes.map((one) => gzipSync(one).length))];
  return `| ${[what, whole, packed, goal].join(' | ')} |`;
}

function section({ hover, node, playground: page }: BrowserTimes): string {
  const inDist = (...names: readonly string[]): readonly string[] => names.map((name) => join(dist, name));
  const inPage = (...names: readonly string[]): readonly string[] => names.map((name) => join(playground, name));
  const shown = ['webview.js', 'webview.css'];
  return `## In a browser

Written by \`npm run bench:browser\` at commit ${commit()}. The bundle is the code of the extension: its client, and the worker with the server and the analysis. The grammars are counted on their own; that of Rust is loaded with the first Rust file.

| what is loaded | size | compressed | goal |
|---|--:|--:|---|
${[
  sizeRow('the bundle: client and worker', inDist('browser-client.cjs', 'browser-server.js'), '≤ 3 MB'),
  sizeRow('the parser, and the grammar of C++', inDist('tree-sitter.wasm', 'tree-sitter-cpp.wasm')),
  sizeRow('the grammar of Rust', inDist('tree-sitter-rust.wasm')),
  sizeRow('the page of the pictures', inDist(...shown)),
  sizeRow(
    'the page of the playground, with its worker, its pictures and the grammar of C++',
    inPage(
      ...['index.html', 'playground.js', 'playground.css', 'browser-server.js'],
      ...['picture.html', 'picture.js', 'theme.css', ...shown, 'tree-sitter.wasm', 'tree-sitter-cpp.wasm'],
    ),
  ),
].join('\n')}

Headless Chromium, files from a server on the same machine, a new browser each time, five times.
Node's row says how busy the machine was: compare it with *server start to first hover* above.

| work | median | slowest | goal |
|---|--:|--:|---|
| start of the worker to the first hover, ${subject().path.replace(/.*\//, '')} | ${duration(hover.median)} | ${duration(hover.p99)} | ≤ 2 s |
${
  node
    ? `| the same with the language server over Node, in the same run | ${duration(node.median)} | ${duration(node.p99)} | |
`
    : ''
}| address of the playground to the first values of its example | ${duration(page.median)} | ${duration(page.p99)} | |
`;
}

const text = section(await browserTimes(playground));
replaceSection(text);
console.log(text);
