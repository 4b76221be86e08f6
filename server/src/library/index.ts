// The door of the npm package `cute-lens`: what the command line does, as functions. Reads files; compiles and runs
// nothing.
import { say } from '../../../core/src/base/say';
import type { Languages } from '../../../core/src/frontends/by-language';
import { checkProgram } from '../cli/check';
import { drawTarget, rendered } from '../cli/draw';
import { evaluateCase } from '../cli/eval';
import { explainTarget } from '../cli/explain';
import { inspect } from '../cli/inspect';
import type { FileOptions, TargetOptions } from '../cli/options';
import { withRoots } from '../cli/project';
import { loadFrontEnd } from '../grammar';
import { readText } from '../reading';
import { version as ownVersion } from '../version';
import type {
  DrawOptions,
  Drawn,
  Evaluated,
  Explained,
  Finding,
  NoAnswer,
  Options,
  Report,
  Source,
  Target,
} from './types';

export type * from './types';

/** The version of CuTe Lens. */
export const version: string = ownVersion;

/** Every declaration of a program that has a value, and what the checks find in it.
 *  ```js
 *  import { analyze } from 'cute-lens';
 *  const { facts, diagnostics } = await analyze('gemm.cu', { args: '512 768 256 N T' });
 *  ```
 *  A value that cannot be known has `text: null` and a reason in `unknown`; it is never guessed. */
export async function analyze(source: Source, options: Options = {}): Promise<Report> {
  const { file, text } = readSource(source);
  const frontEnd = await ready(file);
  return inspect(text, { ...(await withRoots(fileOptions(file, options))), allFiles: false, json: true }, frontEnd);
}

/** What the checks find in a program and in the local headers that it includes. Levels come from the project's
 *  cute-lens.json.
 *  Throws where the file could not be read, so that "no finding" always means that it was checked. */
export async function check(source: Source, options: Options = {}): Promise<readonly Finding[]> {
  const { file, text } = readSource(source);
  const frontEnd = await ready(file);
  const given = await withRoots({ ...fileOptions(file, options), accesses: true });
  const { findings, entry, unread } = checkProgram(text, given, frontEnd);
  const why = unread.get(entry);
  if (why !== undefined) throw new Error(`${file}: ${why}`);
  return findings.map(({ finding }) => finding);
}

/** What `cute::print` writes for one C++ expression; `using namespace cute` is assumed, and `setup` holds statements to
 *  run before it.
 *  ```js
 *  await evaluate('zipped_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{})');
 *  // { text: '((_4,_2),(_2,_4)):((_1,_8),(_4,_16))' }
 *  ``` */
export async function evaluate(
  expression: string,
  options: { readonly setup?: string; readonly define?: Options['define']; readonly values?: boolean } = {},
): Promise<Evaluated | NoAnswer> {
  const { setup = '', define = {}, values = false } = options;
  const frontEnd = await ready('');
  const item = { id: '', setup, expr: expression, kind: 'value' };
  const { id: _, ...outcome } = evaluateCase(item, { defines: define, values }, frontEnd);
  return outcome;
}

/** How CuTe computes a value, step by step with every layout on the way. */
export async function explain(target: Target, options: Options = {}): Promise<Explained | NoAnswer> {
  const { text, given, frontEnd } = await targeted(target, options);
  return explainTarget(text, { ...given, json: true }, frontEnd);
}

/** The picture of a value, as a document. */
export async function draw(target: Target, options: DrawOptions = {}): Promise<Drawn | NoAnswer> {
  const { format = 'svg', palette = 'cute', view, compare } = options;
  const { text, given, frontEnd } = await targeted(target, options);
  const chosen = { ...(view !== undefined && { view }), ...(compare !== undefined && { compare }) };
  const found = drawTarget(text, { ...given, ...chosen, format, palette }, frontEnd);
  if (found.is === 'unknown') return { error: { code: 'unknown', message: pinned(found.reason, found.needs) } };
  const views = found.views.map(({ id }) => id);
  if (view !== undefined && found.model.view !== view)
    return { error: { code: 'no-view', message: say`this value has no view ${view}; it has ${views.join(', ')}` } };
  return { document: rendered(found.model, { format, palette }, __dirname), view: found.model.view, views };
}

const pinned = (reason: string, needs: readonly string[]): string =>
  needs.length === 0 ? reason : say`${reason} Give ${needs.join(say` and `)} with define.`;

let frontEnds: Promise<Languages> | undefined;

/** The front ends, loaded once, after the grammar for a file. */
async function ready(file: string): Promise<Languages> {
  const languages = await (frontEnds ??= loadFrontEnd(__dirname));
  await languages.ready(file);
  return languages;
}

function readSource(source: Source): { readonly file: string; readonly text: string } {
  return typeof source === 'string' ? { file: source, text: readText(source) } : source;
}

async function targeted(
  target: Target,
  options: Options,
): Promise<{ text: string; given: TargetOptions; frontEnd: Languages }> {
  if ('expression' in target) {
    const setup = target.setup === undefined ? [] : [target.setup];
    const given = { ...fileOptions('', options), target: target.expression, setup };
    return { text: '', given, frontEnd: await ready('') };
  }
  const { file, text } = readSource(target.source);
  const given = { ...(await withRoots(fileOptions(file, options))), target, setup: [] };
  return { text, given, frontEnd: await ready(file) };
}

function fileOptions(file: string, options: Options): FileOptions {
  const { args = '', define = {}, include = [], from, thread = [0, 0, 0], block = [0, 0, 0], arch } = options;
  const defined = Object.fromEntries(Object.entries(define).map(([name, value]) => [name, String(value)]));
  return {
    file,
    args,
    defines: defined,
    includePaths: include,
    ...(from && { from }),
    thread,
    block,
    ...(arch !== undefined && { arch: arch * 10 }),
  };
}
