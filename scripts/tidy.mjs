// House rules that neither the compiler nor the linter checks: who may import whom, how long files and functions may
// be, what fixtures look like, and words that have no place in the repository. Prints each offence; exits 1 if there is
// any.
// `--root DIR` checks another checkout (the tests of this script do).
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { circles, offenceOf } from './rooms.mjs';

const { values: flags } = parseArgs({ options: { root: { type: 'string' } } });
const root = flags.root ?? dirname(dirname(fileURLToPath(import.meta.url)));

const maxFileLines = 400;
const maxFunctionLines = 80;
const maxColumns = 120;
/** In a longer line, outside of its literals. */
const maxColumnsOfCode = 90;

/** Rows of data, and generated pages, may be as long as what they list. */
const dataRows = [/^core\/src\/atoms\//, /^test\/golden\//, /^docs\/(builtins|checks|settings)\.md$/];

/** Tables that `npm run gen-atoms` writes, one atom a line; they are not formatted either (.prettierignore). */
const generatedRows = /^core\/src\/atoms\/tables\//;

/** Which folders each top-level folder may import from. */
const folders = {
  core: [],
  protocol: ['core'],
  server: ['core', 'protocol'],
  browser: ['core', 'protocol', 'server'],
  client: ['protocol'],
  webview: ['core', 'protocol'],
  playground: ['core', 'protocol'],
  scripts: ['core', 'protocol', 'server', 'scripts', 'test'],
  test: ['core', 'protocol', 'server', 'browser', 'client', 'scripts', 'webview', 'playground'],
};

/** Files of the core that import each other in a circle can only be understood together. */
const mostInCircle = 8;

/** Packages that a folder must not import, whatever the compiler can resolve. */
const forbiddenPackages = {
  core: /^(node:|vscode|vitest)/,
  protocol: /^(node:|vscode)/,
  server: /^vscode$|^vscode-languageclient/,
  // Of Node only `path`, which the build replaces by a package for browsers.
  browser: /^node:(?!path$)|^vscode$|^vscode-languageclient|^vscode-languageserver\/node/,
  client: /^vscode-languageserver$|^vscode-languageserver\/|^web-tree-sitter/,
  webview: /^(node:|vscode)/,
  playground: /^(node:|vscode)/,
};

/** Packages that one file stands for, so that replacing them is an edit of that file, and so that one file alone can
 *  start a process. Tests and scripts are free. */
const onlyIn = {
  '@vscode/webview-ui-toolkit': 'webview/src/ui/controls.ts',
  'node:child_process': 'server/src/toolchain/execute.ts',
  child_process: 'server/src/toolchain/execute.ts',
};

/** Code that looks for words in a message, a reason or a `why`: what it wants to know belongs into data beside them. */
const readsProse =
  /\b(?:message|reason|why)\)?\.(?:match|includes|startsWith|endsWith|indexOf|search)\(|\.(?:test|exec)\((?:\w+\.)*(?:message|reason|why)\b(?!\??\.)/;

/** Asks the engine's own words, where it gives no code. */
const mayReadProse = /\/afford\.ts$/;

/** Traces of the machine that a file was written on. Spelled so that this file does not contain them. */
const forbiddenWords = ['/wo' + 'rk/', '../sha' + 'red', '/op' + 't/cutlass', '/ro' + 'ot/', 'src/prom' + 'pts'];

const offences = [];
/** For each file of the core, the files of the core that it imports. */
const imported = new Map();
const report = (file, line, message) => offences.push(`${file}:${line}: ${message}`);

const files = listFiles().filter((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile());
for (const file of files) {
  const isText = /\.(ts|mjs|js|json|md|cu|cuh|hpp|h|ya?ml|sh|svg)$|^\.[a-z/]+$/.test(file);
  if (!isText || file === 'package-lock.json') continue;
  const text = readFileSync(join(root, file), 'utf8');
  checkWords(file, text);
  if (file.startsWith('test/fixtures/') || file.startsWith('examples/')) checkTabs(file, text);
  if (/\.(ts|mjs)$/.test(file)) checkSource(file, text);
}
for (const circle of circles()) report('scripts/rooms.mjs', 1, `a circle of rooms: ${circle}`);
checkCircles();
for (const offence of offences) console.log(offence);
console.log(
  offences.length === 0 ? `tidy: ${files.length} files, nothing to report` : `tidy: ${offences.length} offences`,
);
process.exit(offences.length === 0 ? 0 : 1);

function listFiles() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 };
    return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options)
      .split('\n')
      .filter(Boolean);
  } catch {
    return walk(root).map((path) => relative(root, path).split(sep).join('/'));
  }
}

function walk(folder) {
  const skipped = new Set(['node_modules', 'dist', '.tsbuild', '.git']);
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !skipped.has(entry.name));
  return entries.flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function checkWords(file, text) {
  text.split('\n').forEach((line, at) => {
    for (const word of forbiddenWords)
      if (line.includes(word)) report(file, at + 1, `the word "${word}" has no place in the repository`);
  });
}

function checkTabs(file, text) {
  text.split('\n').forEach((line, at) => {
    if (line.includes('\t')) report(file, at + 1, 'a tab, where marks under columns need spaces');
  });
}

function checkSource(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  checkSizes(file, source, lineOf);
  if (/^(?:core|protocol|server|browser|client|webview|playground)\//.test(file) && !mayReadProse.test(file))
    checkProse(file, text);
  if (!generatedRows.test(file)) checkColumns(file, source);
  if (file.endsWith('.test.ts')) checkCases(file, source, lineOf);
  const imports = ts.preProcessFile(text, true, true).importedFiles;
  for (const { fileName, pos } of imports) checkImport(file, lineOf(pos), fileName, isTypeOnly(text, pos));
}

function checkProse(file, text) {
  text.split('\n').forEach((line, at) => {
    if (readsProse.test(line))
      report(file, at + 1, 'what a message says is no data: give its refusal, problem or cause a field');
  });
}

function checkSizes(file, source, lineOf) {
  if (dataRows.some((pattern) => pattern.test(file))) return;
  const lines = lineOf(source.getEnd()) - 1;
  if (lines > maxFileLines) report(file, 1, `${lines} lines; a file stops at ${maxFileLines}`);
  const isTest = /\.test\.ts$|^test\/e2e\//.test(file);
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const length = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
      const wrapsTests = isTest && ts.isArrowFunction(node);
      if (length > maxFunctionLines && !wrapsTests) {
        report(file, lineOf(node.getStart()), `a function of ${length} lines; a function stops at ${maxFunctionLines}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Whether the import at `pos` is `import type …` or `export type … from`, which leaves nothing at run time. */
function isTypeOnly(text, pos) {
  const statement =
    text
      .slice(0, pos)
      .match(/^(?:import|export)\b[^;]*$/gm)
      ?.at(-1) ?? '';
  return /^(?:import|export)\s+type\b/.test(statement);
}

/** The formatter breaks lines where it can. A line that is still long may be so because of its literals (a sentence, a
 *  program under test), not because of its code: code inside of a template becomes a step of its own. */
function checkColumns(file, source) {
  const long = source.text.split('\n').flatMap((line, at) => (line.length > maxColumns ? [{ line, at }] : []));
  if (long.length === 0) return;
  const literals = literalsOf(source);
  for (const { line, at } of long) {
    const start = source.getPositionOfLineAndCharacter(at, 0);
    const quoted = literals.map(({ pos, end }) => Math.min(end, start + line.length) - Math.max(pos, start));
    const code = quoted.reduce((columns, length) => columns - Math.max(0, length), line.length);
    if (code > maxColumnsOfCode) report(file, at + 1, `${line.length} columns; a line stops at ${maxColumns}`);
  }
}

/** A list of cases stands in the test, or says by `atLeast` how long it is: an empty one would test nothing. */
function checkCases(file, source, lineOf) {
  const listed = new Set();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && isListed(node.initializer))
      listed.add(node.name.getText());
    const isEach =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'each';
    if (isEach && !isListed(node.arguments[0]))
      report(file, lineOf(node.getStart()), 'cases that are computed need atLeast(…)');
    ts.forEachChild(node, visit);
  };
  const isListed = (node) => {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isListed(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some((element) => !ts.isSpreadElement(element));
    if (ts.isObjectLiteralExpression(node)) return true;
    if (ts.isIdentifier(node)) return listed.has(node.text);
    if (!ts.isCallExpression(node)) return false;
    const { expression, arguments: args } = node;
    if (ts.isIdentifier(expression)) return expression.text === 'atLeast';
    if (!ts.isPropertyAccessExpression(expression)) return false;
    if (expression.getText() === 'Object.entries') return isListed(args[0]);
    return expression.name.text === 'map' && isListed(expression.expression);
  };
  visit(source);
}

function literalsOf(source) {
  const literals = [];
  const visit = (node) => {
    const isRegularExpression = node.kind === ts.SyntaxKind.RegularExpressionLiteral;
    if (ts.isStringTextContainingNode(node) || isRegularExpression)
      literals.push({ pos: node.getStart(), end: node.end });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}

function checkImport(file, line, specifier, typeOnly) {
  const folder = file.split('/')[0];
  if (!specifier.startsWith('.')) {
    const home = onlyIn[specifier];
    if (home !== undefined && file !== home && folder !== 'test' && folder !== 'scripts')
      report(file, line, `only ${home} may import ${specifier}`);
    if (forbiddenPackages[folder]?.test(specifier)) report(file, line, `${folder} must not import ${specifier}`);
    return;
  }
  const target = relative(root, join(root, dirname(file), specifier))
    .split(sep)
    .join('/');
  const targetFolder = target.split('/')[0];
  if (!(folder in folders) || !(targetFolder in folders)) return;
  if (folder !== targetFolder && !folders[folder].includes(targetFolder))
    report(file, line, `${folder} must not import ${targetFolder} (${specifier})`);
  if (folder === 'core' && targetFolder === 'core') {
    checkRoom(file, line, target, typeOnly);
    imported.set(file, [...(imported.get(file) ?? []), `${target}.ts`]);
  }
  if (folder === 'playground' && targetFolder === 'core' && !(typeOnly && target === 'core/src/views/model'))
    report(file, line, 'the playground sees of the core only the types of its pictures');
  const door = /^core\/src\/(algebra\/|access\/|draw\/|views\/model$|index$)/;
  if (folder === 'webview' && targetFolder === 'core' && !door.test(target))
    report(file, line, 'the webview sees only the algebra of the core, its model of memory and what draws a view');
}

function checkRoom(file, line, target, typeOnly) {
  const below = (path) => path.replace(/^core\/src\//, '').replace(/\.ts$/, '');
  const offence = offenceOf(below(file), below(target), typeOnly);
  if (offence !== undefined) report(file, line, offence);
}

/** Files that import each other in a circle, by Tarjan's algorithm: a file is in the circle of the earliest file that
 *  it leads back to. */
function checkCircles() {
  const order = new Map();
  const earliest = new Map();
  const open = [];
  const visit = (file) => {
    order.set(file, order.size);
    earliest.set(file, order.get(file));
    open.push(file);
    for (const next of imported.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) earliest.set(file, Math.min(earliest.get(file), earliest.get(next)));
    }
    if (earliest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > mostInCircle)
      report(
        circle[0],
        1,
        `${circle.length} files import each other in a circle; a circle stops at ${mostInCircle}: ${circle.join(', ')}`,
      );
  };
  for (const file of imported.keys()) if (!order.has(file)) visit(file);
}
