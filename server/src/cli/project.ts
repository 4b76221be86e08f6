// Replaces the editor's workspace on the command line: finds the project folder of a file, and the source files in it
// that include a header.
import { say } from '../../../core/src/base/say';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Builds } from '../builds';
import { cutlassFolders, type Surroundings } from '../includes';
import { IncludingFiles, isHeader } from '../including';
import { projectFileName } from '../project-file';
import { settings } from '../settings';
import type { FileOptions } from './options';
import { UsageError } from './usage';

/** Files and folders that mark the top of a project. */
const marks = ['.git', '.hg', '.jj', projectFileName, 'compile_commands.json'];

/** The project folder of a file; the file's own folder if no mark is found above it. */
export function projectFolder(file: string): string {
  const own = dirname(resolve(file));
  for (let folder = own; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

/** What decides how a file is read, beside its text. */
export function surroundingsOf(
  { includePaths, defines }: Pick<FileOptions, 'includePaths' | 'defines'>,
  workspace: string,
): Surroundings {
  const builds = new Builds();
  return {
    includePaths: includePaths.map((path) => resolve(path)),
    cutlass: cutlassFolders('', workspace),
    workspace,
    values: defines,
    flagsOf: (unit) => builds.of(unit, workspace),
  };
}

/** Adds the including source files for a header, unless the user gave some with `--from`. */
export async function withRoots<T extends FileOptions>(options: T): Promise<T> {
  for (const file of options.from ?? []) if (!existsSync(file)) throw new UsageError(say`--from ${file}: no such file`);
  if (options.from !== undefined || !isHeader(options.file)) return options;
  const workspace = projectFolder(options.file);
  const includePaths = options.includePaths.map((path) => resolve(path));
  const folders = { includePaths, cutlass: cutlassFolders('', workspace), workspace };
  return {
    ...options,
    from: await new IncludingFiles().of(resolve(options.file), folders, settings.includingFiles.default),
  };
}
