// `cute-lens check` as a run over files and folders: what is checked in which order, what has been known before, and
// what is written where. check.ts finds; this file does not know how.
import { counted } from '../../../core/src/base/counted';
import { say } from '../../../core/src/base/say';
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { Languages } from '../../../core/src/frontends/by-language';
import { isHeader } from '../including';
import { version } from '../version';
import { newFindings, writeBaseline, type Located } from './baseline';
import type { Finding, NotFollowed } from '../library/types';
import { asLines, checkProgram, isSerious } from './check';
import type { CheckOptions } from './check-options';
import type { FileOptions } from './options';
import { withRoots } from './project';
import { sarif } from './sarif';
import { UsageError } from './usage';
import { expand, isFolder, shownAs } from './walk';

/** Where a run writes to, and what it reads with. */
export interface Host {
  readonly frontEnd: Languages;
  readonly read: (file: string) => string;
  readonly out: (text: string) => void;
  /** Shows what is being checked, where somebody looks. */
  readonly progress: (text: string) => void;
  /** Says what nobody should miss who looks at no finding. */
  readonly warn?: (text: string) => void;
}

interface Run {
  readonly failed: boolean;
  /** Every file that was read, by its absolute path. */
  readonly read: ReadonlySet<string>;
}

export async function runOnce(options: CheckOptions, host: Host): Promise<Run> {
  const { found, read, notFollowed } = await collect(options.paths, options.given, host);
  const failed = tell(found, notFollowed, options, host);
  if (options.as === 'text') for (const line of asWarnings(notFollowed)) host.warn?.(line);
  return { failed, read };
}

/** The most kernels that are named which are not followed. */
const mostNamed = 3;

function asWarnings(all: readonly NotFollowed[]): readonly string[] {
  const lines = all.slice(0, mostNamed).map(({ file, line, kernel, what, why: [first = '', ...others] }) => {
    const more = others.length === 0 ? '' : say`, and ${others.length} more`;
    const place = `${file}:${line}`;
    return what === 'all'
      ? say`${place}: the accesses of the threads of ${kernel} are not checked: ${first}${more}`
      : say`${place}: not all accesses of the threads of ${kernel} are checked: ${first}${more}`;
  });
  const others = all.length - mostNamed;
  return others > 0 ? [...lines, say`and those of ${counted(others, 'kernel')} more; --json lists all`] : lines;
}

/** What is found in files and below folders. */
export async function collect(
  paths: readonly string[],
  options: FileOptions,
  host: Omit<Host, 'out'>,
): Promise<{
  readonly found: readonly Located[];
  readonly read: ReadonlySet<string>;
  readonly notFollowed: readonly NotFollowed[];
}> {
  const files = expand(paths, (path, why) => host.warn?.(`${path}: ${why}`));
  if (files.length === 0) host.warn?.(say`no file of ${paths.join(', ')} mentions CuTe or cuTile`);
  const inFolders = new Set(paths.some(isFolder) ? files.map((file) => resolve(file)) : []);
  const given = new Map(files.map((file) => [file === '-' ? file : resolve(file), file]));
  const read = new Set<string>();
  const found = new Map<string, Located>();
  const notFollowed = new Map<string, NotFollowed>();
  for (const [at, file] of files.entries()) {
    // A header of a folder has been checked where one of the folder's sources includes it.
    if (inFolders.has(resolve(file)) && isHeader(file) && read.has(resolve(file))) continue;
    host.progress(say`${at + 1} of ${files.length}: ${file}`);
    await host.frontEnd.ready(file);
    const program = checkProgram(host.read(file), await withRoots({ ...options, file }), host.frontEnd);
    for (const one of program.read) read.add(one);
    for (const [path, why] of program.unread) host.warn?.(`${shownAs(path, given)}: ${why}`);
    for (const one of program.notFollowed) {
      const shown = inFolders.size > 0 ? shownAs(resolve(one.file), given) : one.file;
      notFollowed.set(`${shown} ${one.line} ${one.column}`, { ...one, file: shown });
    }
    for (const one of program.findings) {
      const { line, column, slug, message } = one.finding;
      const shown = inFolders.size > 0 ? shownAs(one.path, given) : one.finding.file;
      const key = inFolders.size > 0 ? JSON.stringify([one.path, line, column, slug, message]) : `${at} ${found.size}`;
      if (!found.has(key)) found.set(key, { ...one, finding: { ...one.finding, file: shown } });
    }
  }
  host.progress('');
  return { found: [...found.values()], read, notFollowed: [...notFollowed.values()] };
}

/** Writes the findings; true if one of them fails the command. */
function tell(
  found: readonly Located[],
  notFollowed: readonly NotFollowed[],
  { as, baseline, writeBaseline: written }: CheckOptions,
  host: Host,
): boolean {
  if (written !== undefined) {
    const serious = found.filter(({ finding }) => isSerious(finding));
    writeBaseline(serious, written);
    host.out(`${written}: ${serious.length === 1 ? say`1 finding` : say`${serious.length} findings`}\n`);
    return false;
  }
  const isNew = baseline === undefined ? found : newFindings(found, baseline);
  const findings = isNew.map(({ finding }) => finding);
  host.out(rendered(findings, notFollowed, as));
  return findings.some(isSerious);
}

function rendered(findings: readonly Finding[], notFollowed: readonly NotFollowed[], as: CheckOptions['as']): string {
  if (as === 'text') return asLines(findings);
  const report = as === 'json' ? { diagnostics: findings, notFollowed } : sarif(findings, version);
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** How long changes may follow each other before the files are checked again. */
const pauseMs = 150;

/** Checks again whenever a file that was read, or a folder of the arguments, changes. Never ends by itself: a file that
 *  was there at first and is gone, as those of another branch are, may come back. */
export async function runAndWatch(options: CheckOptions, host: Host): Promise<never> {
  for (let last: Run | undefined; ;) {
    last = await runAgain(options, host, last);
    await change(options.paths, last.read);
  }
}

async function runAgain(options: CheckOptions, host: Host, last: Run | undefined): Promise<Run> {
  try {
    const run = await runOnce(options, host);
    const state = run.failed ? say`findings; waiting for changes` : say`no warnings or errors; waiting for changes`;
    // What a program reads is JSON and nothing else.
    if (options.as === 'text') host.out(`-- ${state} --\n`);
    else host.warn?.(state);
    return run;
  } catch (error) {
    if (last === undefined || !(error instanceof UsageError)) throw error;
    host.progress('');
    host.warn?.(error.message);
    return last;
  }
}

/** Resolves after a file has changed. */
function change(paths: readonly string[], read: ReadonlySet<string>): Promise<void> {
  return new Promise((resolveChange) => {
    const watchers: FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const one of watchers) one.close();
        resolveChange();
      }, pauseMs);
    };
    const folders = paths.filter(isFolder);
    for (const folder of folders) watchers.push(watch(folder, { recursive: true }, changed).on('error', changed));
    // Editors replace files when they save, so their folders are watched and not they.
    const files = new Set([...read, ...paths.map((path) => resolve(path))]);
    for (const folder of new Set([...files].map((file) => dirname(file))))
      watchers.push(watchFolder(folder, files, changed).on('error', changed));
  });
}

/** Tells when one of the files changes that are directly in a folder. A folder that is gone is waited for in the
 *  nearest one above it. */
function watchFolder(folder: string, files: ReadonlySet<string>, changed: () => void): FSWatcher {
  const there = nearest(folder);
  return watch(there, (_, name) => {
    const path = resolve(there, name ?? '');
    const isOnTheWay = there !== folder && `${folder}${sep}`.startsWith(`${path}${sep}`);
    if (files.has(path) || isOnTheWay || !existsSync(there)) changed();
  });
}

function nearest(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearest(above);
}
