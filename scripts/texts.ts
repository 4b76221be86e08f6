// The texts that the sources say to people, by their keys: the templates of `say`, `words` and `refused`, what the
// client gives to `vscode.l10n.t`, and what each builtin gives. `tsx scripts/texts.ts` lists those that a catalogue
// lacks, those of the manifest too, and entries that nothing says; with `--keys` it lists all as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { keyOf } from '../core/src/base/say';
import { families } from '../core/src/builtins/index';

const root = join(import.meta.dirname, '..');
const sources = ['core', 'server', 'protocol', 'client', 'webview', 'browser', 'playground'].map((part) =>
  join(root, part, 'src'),
);

export interface Texts {
  /** The file that says it first, by key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Texts that are said when a module loads, before the language is known. */
  readonly early: readonly string[];
}

export function textsOfSources(): Texts {
  const keys = new Map<string, string>();
  const early: string[] = [];
  for (const file of sources.flatMap(filesBelow)) {
    const text = readFileSync(file, 'utf8');
    if (!/\bsay`|\bwords`|\brefused\(|\bl10n\.t\(/.test(text)) continue;
    const place = relative(root, file);
    const visit = (node: ts.Node): void => {
      const found = textIn(node);
      if (found && !keys.has(found.key)) keys.set(found.key, place);
      if (found?.isSaid && !isInFunction(node)) early.push(`${place}: ${found.key}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  for (const gives of documented()) if (!keys.has(gives)) keys.set(gives, 'core/src/builtins');
  return { keys, early };
}

/** What builtins give, in a line for each: it is said beside their names. */
function documented(): readonly string[] {
  return families
    .flatMap(({ entries, methods, members }) => [entries, ...methods.values(), ...members.values()])
    .flatMap((entries) => [...entries.values()].map(({ gives }) => gives))
    .filter((gives) => /\p{L}/u.test(gives));
}

/** The key of a text, and whether it is said there rather than marked. */
function textIn(node: ts.Node): { readonly key: string; readonly isSaid: boolean } | undefined {
  if (ts.isTaggedTemplateExpression(node) && /^(?:say|words|refused|worded)\b/.test(node.tag.getText())) {
    const key = keyOf(partsOf(node.template));
    // A text without a word is the same in every language.
    return /\p{L}/u.test(key.replace(/\{\d+\}/g, '')) ? { key, isSaid: node.tag.getText() !== 'words' } : undefined;
  }
  if (!ts.isCallExpression(node) || !node.expression.getText().endsWith('l10n.t')) return undefined;
  const [text] = node.arguments;
  return text && ts.isStringLiteralLike(text) ? { key: text.text, isSaid: false } : undefined;
}

const partsOf = (template: ts.TemplateLiteral): readonly string[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isFunctionLike(at) || ts.isPropertyDeclaration(at)) return true;
  return false;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A catalogue: of the manifest (`package.nls`), or of what is said (`l10n/bundle.l10n`). */
export function catalogue(name: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as Readonly<Record<string, string>>;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { keys, early } = textsOfSources();
  if (process.argv.includes('--keys')) console.log(JSON.stringify([...keys.keys()]));
  else report(keys, early);
}

function report(keys: Texts['keys'], early: Texts['early']): void {
  const german = catalogue('l10n/bundle.l10n.de.json');
  for (const [key, file] of keys) if (!(key in german)) console.log(`missing, ${file}: ${JSON.stringify(key)}`);
  for (const key of Object.keys(german)) if (!keys.has(key)) console.log(`unused: ${JSON.stringify(key)}`);
  for (const text of early) console.log(`said too early, ${text}`);
  const [manifest, inGerman] = [catalogue('package.nls.json'), catalogue('package.nls.de.json')];
  for (const [key, text] of Object.entries(manifest))
    if (!(key in inGerman)) console.log(`missing, package.nls.de.json: ${key}: ${JSON.stringify(text)}`);
  for (const key of Object.keys(inGerman)) if (!(key in manifest)) console.log(`unused, package.nls.de.json: ${key}`);
}
