// What `check` takes for a folder: the files below it that CuTe Lens reads, without those that .gitignore or the
// project's cute-lens.json leaves out. A file that is named itself is always taken.
import { readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { isOurs, readEndings } from '../../../protocol/src/cute-text';
import { isHeader } from '../including';
import { projectFileOf } from '../project-file';
import { readText, whyUnreadable } from '../reading';
import { projectFolder } from './project';
import { UsageError } from './usage';

/** Rules that hold for the paths below a folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Folders of tools; a .gitignore may not know them. */
const skipped = new Set(['.git', '.hg', '.jj', '.svn', 'node_modules']);
/** Larger files are generated. */
const mostBytes = 4 << 20;

/** Is told of what is below a folder and cannot be read, and why. The others are gone on with. */
export type Unread = (path: string, why: string) => void;

/** The files of these arguments, each once: sources before the headers that they may include. */
export function expand(given: readonly string[], unread: Unread): readonly string[] {
  const files = new Map<string, string>();
  for (const path of given) {
    const found = isFolder(path) ? filesBelow(path, unread) : [path];
    for (const file of found) if (!files.has(resolve(file))) files.set(resolve(file), file);
  }
  return [...files.values()];
}

export function isFolder(path: string): boolean {
  // What cannot be asked is no folder; whoever reads it as a file says why that cannot be.
  return path !== '-' && attempt(() => statSync(path, { throwIfNoEntry: false })?.isDirectory()) === true;
}

/** The files below a folder that CuTe Lens reads, in the order of their names, sources first. */
export function filesBelow(folder: string, unread: Unread): readonly string[] {
  const found: string[] = [];
  const left = projectRules(resolve(folder));
  const walk = (at: string, above: readonly Rules[]): void => {
    const tell = (error: unknown, path = at): void => unread(path, whyUnreadable(error));
    const rules = [...above, ...rulesIn(resolve(at))];
    const entries = attempt(() => readdirSync(at, { withFileTypes: true }), tell) ?? [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(at, entry.name);
      const isLeftOut = (by: readonly Rules[]): boolean => isIgnored(resolve(path), entry.isDirectory(), by);
      if (skipped.has(entry.name) || isLeftOut(rules) || isLeftOut(left)) continue;
      if (entry.isDirectory()) walk(path, rules);
      else if (
        entry.isFile() &&
        attempt(
          () => isRead(path),
          (error) => tell(error, path),
        ) === true
      )
        found.push(path);
    }
  };
  walk(folder, rulesAbove(resolve(folder)));
  return [...found.filter((file) => !isHeader(file)), ...found.filter(isHeader)];
}

function isRead(path: string): boolean {
  if (!readEndings.test(path) || statSync(path).size > mostBytes) return false;
  return isOurs({ languageId: '', uri: path }, () => readText(path));
}

/** The rules of the folders from the top of the project down to the one above `folder`. */
function rulesAbove(folder: string): readonly Rules[] {
  const top = projectFolder(join(folder, 'file'));
  const folders: string[] = [];
  for (let at = folder; at !== top && at !== dirname(at); at = dirname(at)) folders.unshift(dirname(at));
  return folders.flatMap(rulesIn);
}

function rulesIn(folder: string): readonly Rules[] {
  const text = textIn(join(folder, '.gitignore'));
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}

function projectRules(folder: string): readonly Rules[] {
  const project = projectFileOf(join(folder, 'file'));
  if (!project) return [];
  if (project.problems.length > 0) throw new UsageError(`${project.path}: ${project.problems.join('; ')}`);
  return [{ folder: dirname(project.path), rules: ignore().add([...project.ignore]) }];
}

/** The rules nearest to the file decide, as in Git. */
function isIgnored(path: string, isDirectory: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, rules: own } of [...rules].reverse()) {
    const below = relative(folder, path).split(sep).join('/');
    if (below === '' || below.startsWith('..') || isAbsolute(below)) continue;
    const { ignored, unignored } = own.test(isDirectory ? `${below}/` : below);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Undefined for what is no file, or cannot be read: it says nothing, as for Git. */
function textIn(file: string): string | undefined {
  return attempt(() => (statSync(file, { throwIfNoEntry: false })?.isFile() ? readText(file) : undefined));
}

function attempt<T>(ask: () => T, failed?: (error: unknown) => void): T | undefined {
  try {
    return ask();
  } catch (error) {
    failed?.(error);
    return undefined;
  }
}

/** How a file of the arguments, or one that it includes, is named in the output: as it was given, or below the present
 *  folder. */
export function shownAs(file: string, given: ReadonlyMap<string, string>): string {
  const own = given.get(file);
  if (own !== undefined) return own;
  const below = relative(process.cwd(), file);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? file : below;
}
