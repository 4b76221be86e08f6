// Runs inside VS Code's extension host: hovers through the editor's own command, before and after an edit.
// Bundled for that host by the test that starts it. The exit code of the host is the result.
import * as vscode from 'vscode';
import { after, before, partitionFile, tileFile, variable } from '../workspace';

type Test = readonly [name: string, body: () => Promise<void>];

const tests: readonly Test[] = [
  ['a hover shows what CuTe prints', hoverShowsLayout],
  ['an edit of a tile size changes the hover', hoverFollowsEdit],
  ['Explain opens the derivation beside the source, as a rendered page', explainOpensPage],
  ['layouts stand behind declarations, and lenses above kernels and launches', hintsAndLenses],
  ['CuTe names complete, and calls show their parameters', completionAndSignatures],
  ['an assistant has the tools, and they see what is not saved', toolsAnswer],
  ['commands are registered', commandsAreRegistered],
  ['a C++ file without CuTe is left alone', plainFileIsLeftAlone],
];

/** The entry that the extension host calls. */
export async function run(): Promise<void> {
  const failures: string[] = [];
  for (const [name, body] of tests) {
    const started = Date.now();
    try {
      await body();
      console.log(`PASS ${name} (${Date.now() - started} ms)`);
    } catch (error) {
      failures.push(name);
      console.log(`FAIL ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  console.log(`SUITE ${tests.length - failures.length} of ${tests.length} passed`);
  if (failures.length > 0) throw new Error(`failed: ${failures.join(', ')}`);
}

async function hoverShowsLayout(): Promise<void> {
  const document = await show(partitionFile);
  await waitForHover(document, before.text);
}

async function hoverFollowsEdit(): Promise<void> {
  const document = await show(partitionFile);
  await replace(document, before.source, after.source);
  const text = await waitForHover(document, after.text);
  assert(!text.includes(before.text), `the old layout is still in the hover:\n${text}`);
  await replace(document, after.source, before.source);
  await waitForHover(document, before.text);
}

async function explainOpensPage(): Promise<void> {
  const document = await show(partitionFile);
  const hover = await waitForHover(document, before.text);
  assert(hover.includes('command:cuteLens.explain?'), `the hover offers no derivation:\n${hover}`);
  const place = document.positionAt(document.getText().indexOf(`auto ${variable}`) + 'auto '.length);
  await vscode.commands.executeCommand('cuteLens.explain', document.uri.toString(), place.line, place.character);
  const page = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'cute-lens');
  const text = page?.getText() ?? '';
  assert(page?.languageId === 'markdown' && text.startsWith(`# ${variable}\n`), `the page is not there:\n${text}`);
  assert(text.trimEnd().endsWith(`   ${before.text}\n   \`\`\``), `it does not end in the layout:\n${text}`);
  const tabs = await eventually(
    () => Promise.resolve(vscode.window.tabGroups.all.flatMap((group) => group.tabs)),
    (all) => all.some(isPreview),
  );
  assert(tabs.some(isPreview), `no tab shows the page: ${tabs.map(({ label }) => label).join(', ')}`);
  await show(partitionFile);
}

function isPreview({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.includes('markdown');
}

async function hintsAndLenses(): Promise<void> {
  const document = await show(partitionFile);
  await vscode.workspace
    .getConfiguration('cuteLens', document)
    .update('inlayHints.show', 'all', vscode.ConfigurationTarget.Workspace);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const labels = await eventually(
    async () => {
      const hints = await vscode.commands.executeCommand<readonly vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
      return hints.map(({ label }) => (typeof label === 'string' ? label : label.map(({ value }) => value).join('')));
    },
    (found) => found.length >= 3,
  );
  assert(labels.includes(before.text), `no hint with the partition among ${labels.join(' | ')}`);
  const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
  );
  const titles = lenses.map(({ command }) => command?.title ?? '');
  assert(titles.includes('1 instance · 256 threads'), `no lens above the kernel among ${titles.join(' | ')}`);
  assert(titles.includes('grid 1 · 256 threads'), `no lens above the launch among ${titles.join(' | ')}`);
}

async function completionAndSignatures(): Promise<void> {
  const document = await show(partitionFile);
  const at = document.positionAt(document.getText().indexOf('local_partition(') + 'local_pa'.length);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    at,
  );
  assert(
    items.some(({ label, detail }) => label === 'local_partition' && detail === 'cute/tensor_impl.hpp'),
    `local_partition is not offered among ${items.length} items`,
  );
  const inside = document.positionAt(document.getText().indexOf('local_partition(') + 'local_partition(tile, '.length);
  const help = await vscode.commands.executeCommand<vscode.SignatureHelp>(
    'vscode.executeSignatureHelpProvider',
    document.uri,
    inside,
  );
  assert(
    help.signatures[0]?.label.startsWith('local_partition(') === true && help.activeParameter === 1,
    `no signature: ${JSON.stringify(help)}`,
  );
}

/** Asks until the answer will do; the last answer otherwise. */
async function eventually<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ask();
}

/** A question to each tool, and what its answer holds. */
const questions: readonly (readonly [name: string, input: object, answer: string])[] = [
  [
    'cute_evaluate',
    { expression: 'zipped_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{})' },
    '((_4,_2),(_2,_4)):((_1,_8),(_4,_16))',
  ],
  ['cute_inspect', { file: partitionFile, name: variable }, after.text],
  ['cute_explain', { expression: 'complement(Layout<_4,_2>{}, _16{})' }, 'complement'],
  ['cute_check', { path: tileFile }, 'tile-remainder'],
  ['cute_draw', { expression: 'Layout<Shape<_2,_3>>{}' }, '5'],
  ['cute_find', { path: partitionFile, kind: 'tensor' }, variable],
];

async function toolsAnswer(): Promise<void> {
  // The types are those of the oldest VS Code that is supported; tools are newer.
  const lm = vscode.lm as unknown as {
    tools: readonly { readonly name: string }[];
    invokeTool(
      name: string,
      options: { input: object; toolInvocationToken: undefined },
    ): Promise<{ content: readonly { value: string }[] }>;
  };
  const offered = lm.tools.map(({ name }) => name).filter((name) => name.startsWith('cute_'));
  const asked = questions.map(([name]) => name);
  assert([...offered].sort().join() === [...asked].sort().join(), `the editor offers ${offered.join(', ')}`);
  const document = await show(partitionFile);
  const tiles = await show(tileFile);
  await replace(document, before.source, after.source);
  await replace(tiles, 'bM = _64{}', 'bM = _48{}');
  for (const [name, input, answer] of questions) {
    const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const said = content.map(({ value }) => value).join('');
    console.log(`cute-lens: ${name} says ${said}`);
    assert(said.includes(answer), `${name} does not say "${answer}":\n${said}`);
  }
  await replace(tiles, 'bM = _48{}', 'bM = _64{}');
  await replace(document, after.source, before.source);
}

async function commandsAreRegistered(): Promise<void> {
  const all = await vscode.commands.getCommands(true);
  const wanted = [
    'selectInstance',
    'selectThread',
    'setArguments',
    'explain',
    'visualize',
    'evaluate',
    'restart',
    'showLog',
  ].map((name) => `cuteLens.${name}`);
  const missing = wanted.filter((command) => !all.includes(command));
  assert(missing.length === 0, `missing commands: ${missing.join(', ')}`);
}

async function plainFileIsLeftAlone(): Promise<void> {
  const document = await show('plain.cpp');
  const hovers = await hoverAt(document, document.getText().indexOf('numbers'));
  assert(!hovers.includes('cute-layout'), `a hover in a file without CuTe:\n${hovers}`);
}

async function show(name: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder !== undefined, 'no folder is open');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, name));
  await vscode.window.showTextDocument(document);
  return document;
}

async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const at = document.getText().indexOf(from);
  assert(at >= 0, `"${from}" is not in the text`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + from.length)), to);
  assert(await vscode.workspace.applyEdit(edit), 'the edit was refused');
}

/** The hover of the partition's name, once it contains `expected`. */
async function waitForHover(document: vscode.TextDocument, expected: string): Promise<string> {
  let text = '';
  for (let attempt = 0; attempt < 100; attempt++) {
    text = await hoverAt(document, document.getText().indexOf(`auto ${variable}`) + 'auto '.length);
    // The value stands as CuTe prints the tensor, with its pointer.
    if (text.includes(`\ngmem_ptr[32b] o ${expected}\n`)) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`expected "${expected}" in the hover, found:\n${text}`);
}

async function hoverAt(document: vscode.TextDocument, offset: number): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(offset + 1),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (typeof content === 'string' ? content : content.value))
    .join('\n');
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
