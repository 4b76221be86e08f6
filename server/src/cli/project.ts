// What the command line has in place of an editor's workspace: the folder of a file's project, and who includes a
// header there.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { IncludingFiles, isHeader } from '../including';
import { projectFileName } from '../project-file';
import { settings } from '../settings';
import type { FileOptions } from './options';
import { UsageError } from './usage';

/** What stands at the top of a project. */
const marks = ['.git', '.hg', '.jj', projectFileName, 'compile_commands.json'];

/** The folder of the project that a file belongs to; its own folder where nothing marks one. */
export function projectFolder(file: string): string {
  const own = dirname(resolve(file));
  for (let folder = own; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

/** A header without `--from` is looked at in the sources of its project that include it. */
export async function withRoots<T extends FileOptions>(options: T): Promise<T> {
  for (const file of options.from ?? []) if (!existsSync(file)) throw new UsageError(`--from ${file}: no such file`);
  if (options.from !== undefined || !isHeader(options.file)) return options;
  const folders = {
    includePaths: options.includePaths.map((path) => resolve(path)),
    workspace: projectFolder(options.file),
  };
  return {
    ...options,
    from: await new IncludingFiles().of(resolve(options.file), folders, settings.includingFiles.default),
  };
}
