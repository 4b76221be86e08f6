// Writes what is generated from the code: docs/builtins.md, docs/checks.md, docs/settings.md, the schema of
// cute-lens.json, the ids of the views, in package.json the settings, the colours and the languages, and in
// package.nls.json the texts of package.json.
// `--check` writes nothing and exits 1 where a file on disk is not what would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { families } from '../core/src/builtins/index';
import type { Builtin, Family } from '../core/src/builtins/registry';
import { compiledLanguageIds, languageIds } from '../protocol/src/cute-text';
import { gridColours } from '../core/src/draw/palette';
import { spellParameter } from '../core/src/ide/typing/library';
import { tools } from '../server/src/assistant/tools';
import { views } from '../core/src/views/index';
import { checksPage } from './checks-page';
import { withKeys, type Texts } from './manifest-texts';
import { performanceTable } from '../test/support/predicted-memory';
import {
  configurationSection,
  jsonSchema,
  projectFileSchema,
  restrictedConfigurations,
  settingsPage,
} from './settings-page';

const root = join(import.meta.dirname, '..');
const performance = await performanceTable();

/** Every generated file with the text that it should have. */
export function generated(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/settings.md', settingsPage()],
    ['docs/builtins.md', builtinsPage(families)],
    ['docs/checks.md', checksPage(performance)],
    ['syntaxes/cute-lens.schema.json', `${JSON.stringify(projectFileSchema(), null, 2)}\n`],
    ['core/src/views/view-ids.ts', viewIds()],
    ['package.json', manifest().text],
    ['package.nls.json', `${JSON.stringify(manifest().texts, null, 2)}\n`],
  ]);
}

/** Files whose text on disk is not what the code says. */
export function stale(): readonly string[] {
  return [...generated()].filter(([file, text]) => read(file) !== text).map(([file]) => file);
}

/** The tools for assistants, as VS Code contributes them. */
function languageModelTools() {
  return tools.map(({ name, title, description, input }) => ({
    name,
    displayName: title,
    toolReferenceName: name.replace('cute_', 'cute-'),
    canBeReferencedInPrompt: true,
    userDescription: title,
    modelDescription: description,
    inputSchema: jsonSchema(input),
    tags: ['cuda', 'cute', 'cutlass'],
  }));
}

/** package.json with the settings, the colours and the languages that the code knows. */
function manifest(): { readonly text: string; readonly texts: Texts } {
  const known = JSON.parse(read('package.nls.json') ?? '{}') as Texts;
  const present = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    activationEvents: readonly string[];
    capabilities: { untrustedWorkspaces: object };
    contributes: Record<string, unknown>;
  };
  const others = present.activationEvents.filter((event) => !event.startsWith('onLanguage:'));
  const activationEvents = [...languageIds.map((language) => `onLanguage:${language}`), ...others];
  const untrustedWorkspaces = { ...present.capabilities.untrustedWorkspaces, restrictedConfigurations };
  const capabilities = { ...present.capabilities, untrustedWorkspaces };
  const contributes = {
    ...present.contributes,
    configuration: configurationSection(),
    colors: gridColours(),
    languageModelTools: languageModelTools(),
  };
  const { part, texts } = withKeys({ capabilities, contributes }, known);
  const text = JSON.stringify({ ...present, activationEvents, ...part }, null, 2);
  return { text: `${withLanguages(text)}\n`, texts };
}

/** A condition that asks for the language of the editor names all languages, or all that can be compiled. */
function withLanguages(text: string): string {
  const condition = (of: readonly string[]): string => of.map((language) => `editorLangId == ${language}`).join(' || ');
  return text.replace(/editorLangId == [\w-]+(?: \|\| editorLangId == [\w-]+)*/g, (present) => {
    const named = [...present.matchAll(/== ([\w-]+)/g)].map(([, language = '']) => language);
    const isCompiled = named.every((language) => compiledLanguageIds.includes(language));
    return condition(isCompiled ? compiledLanguageIds : languageIds);
  });
}

/** The ids of the views, for those who know no view. */
function viewIds(): string {
  const opening = [
    '// Generated from the list of views (index.ts) by `npm run docs`, so that the protocol and the page, which draw nothing,',
    '// know the ids without the views.',
  ];
  const ids = views.map(({ id }) => `  '${id}',`);
  return `${[...opening, 'export const viewIds = [', ...ids, '] as const;'].join('\n')}\n`;
}

function builtinsPage(all: readonly Family[]): string {
  const headers = [...new Set(all.map(({ header }) => header))];
  const parts = headers.map((header) => {
    const entries = all.filter((family) => family.header === header).flatMap(entriesOf);
    const [atoms, others] = [entries.filter(([name]) => atom.test(name)), entries.filter(([name]) => !atom.test(name))];
    return [
      `## ${header}`,
      '',
      ...others.map(([name, entry]) => row(name, entry)),
      ...(atoms.length > 0 ? ['', ...atomLists(atoms.map(([name]) => name))] : []),
    ].join('\n');
  });
  const opening = [
    '# What CuTe Lens knows of CuTe',
    '',
    'Generated from `core/src/builtins` by `npm run docs`; edit those files, not this one.',
    'Examples are executed as tests: `expression // what cute::print writes`.',
  ].join('\n');
  return `${[opening, ...parts].join('\n\n')}\n`;
}

type Named = readonly [name: string, entry: Builtin];

/** Operations of an architecture come by the hundred and explain themselves: they are listed by name.
 *  Those of wgmma come for each N from 8 to 256: they are listed once. */
const atom = /^(?:SM\d+_|G?MMA_(?=64x))/;

function entriesOf({ entries, methods, members }: Family): readonly Named[] {
  const inClass = (table: Family['methods'], separator: string): readonly Named[] =>
    [...table].flatMap(([kind, byName]) =>
      [...byName].map(([name, entry]) => [`${kind}${separator}${name}`, entry] as const),
    );
  return [...entries, ...inClass(methods, '.'), ...inClass(members, '::')];
}

function atomLists(names: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [arch = ''] = atom.exec(name) ?? [];
    groups.set(arch, [...(groups.get(arch) ?? []), name]);
  }
  return [...groups].map(([arch, members]) => {
    const listed = new Set(members.map((name) => `\`${name.replace(/_64x\d+x/, '_64xNx')}\``));
    return `- ${arch.slice(0, -1)}, ${members.length} operations:\n${[...listed].join(', ')}`;
  });
}

function row(name: string, { params, templateParams, gives, examples }: Builtin): string {
  const template = templateParams && templateParams.length > 0 ? `<${templateParams.join(', ')}>` : '';
  const signature = `${name}${template}${params ? `(${params.map(spellParameter).join(', ')})` : ''}`;
  return [`- \`${signature}\`: ${gives}`, ...examples.map((example) => `  - \`${example}\``)].join('\n');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--check')) {
    for (const file of stale()) console.log(`${file} is stale; run npm run docs`);
    process.exitCode = stale().length === 0 ? 0 : 1;
  } else for (const [file, text] of generated()) writeFileSync(join(root, file), text);
}
