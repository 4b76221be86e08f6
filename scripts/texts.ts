// The texts that the sources say to people, by their keys: the templates of `say`, `words` and `refused`, what the
// client gives to `vscode.l10n.t`, and what each builtin gives. `tsx scripts/texts.ts` lists those that a catalogue
// lacks, those of the manifest too, entries that nothing says, and sentences of the sources that are not said; with
// `--keys` it lists all as JSON.
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
  /** Sentences that are not said, and so are English in every language. */
  readonly unsaid: readonly string[];
}

export function textsOfSources(): Texts {
  const keys = new Map<string, string>();
  const early: string[] = [];
  const unsaid: string[] = [];
  for (const file of sources.flatMap(filesBelow)) {
    const text = readFileSync(file, 'utf8');
    const place = relative(root, file);
    const visit = (node: ts.Node): void => {
      const found = textIn(node);
      if (found && !keys.has(found.key)) keys.set(found.key, place);
      if (found?.isSaid && !isInFunction(node)) early.push(`${place}: ${found.key}`);
      const sentence = sentenceIn(node);
      if (sentence !== undefined && !isForNobody(node, place)) unsaid.push(`${place}: ${sentence}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  for (const gives of documented()) if (!keys.has(gives)) keys.set(gives, 'core/src/builtins');
  return { keys, early, unsaid };
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

/** A text that is not said and reads like a sentence: it begins with a capital or ends with a stop, and has three words
 *  in a row. */
function sentenceIn(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) && /^(?:say|words|refused|worded)\b/.test(parent.tag.getText()))
    return undefined;
  const text = ts.isTemplateExpression(node) ? keyOf(partsOf(node)) : node.text;
  return /^(?:[A-Z]|.*[.:] ?$)/.test(text) && /(?:^| )[A-Za-z]+ (?:[a-z]+|\{\d+\}) [a-z]+[ .,:]/.test(text)
    ? text
    : undefined;
}

/** Texts that no user reads in a language of their own: of bugs and logs, of documentation that is made of the sources,
 *  of CuTe's assertions, and those that the manifest or a model has. */
const forNobody =
  /^(?:invariant|present|fail|\w*Error|Stopped|Abandoned|setting|tool|interrupt|title|explains|bad|good)$|\b(?:warn|log|describe|t)$/;
const englishFiles = /^core\/src\/builtins\/|^core\/src\/draw\/palette\.ts$|^server\/src\/assistant\//;

function isForNobody(node: ts.Node, place: string): boolean {
  if (englishFiles.test(place)) return true;
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) return forNobody.test(at.expression.getText());
    if (ts.isPropertyAssignment(at)) return forNobody.test(at.name.getText());
  }
  return false;
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
  const texts = textsOfSources();
  if (process.argv.includes('--keys')) console.log(JSON.stringify([...texts.keys.keys()]));
  else report(texts);
}

function report({ keys, early, unsaid }: Texts): void {
  const german = catalogue('l10n/bundle.l10n.de.json');
  for (const [key, file] of keys) if (!(key in german)) console.log(`missing, ${file}: ${JSON.stringify(key)}`);
  for (const key of Object.keys(german)) if (!keys.has(key)) console.log(`unused: ${JSON.stringify(key)}`);
  for (const text of early) console.log(`said too early, ${text}`);
  for (const text of unsaid) console.log(`not said, ${text}`);
  const [manifest, inGerman] = [catalogue('package.nls.json'), catalogue('package.nls.de.json')];
  for (const [key, text] of Object.entries(manifest))
    if (!(key in inGerman)) console.log(`missing, package.nls.de.json: ${key}: ${JSON.stringify(text)}`);
  for (const key of Object.keys(inGerman)) if (!(key in manifest)) console.log(`unused, package.nls.de.json: ${key}`);
}
