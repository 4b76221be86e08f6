// Converts between the core's file names and the editor's URIs. The core's name of a file on the disk is its absolute
// path; any other document is named by its URI. Reads nothing.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileId } from '../../core/src/index';

/** On Windows, drives have one spelling: editors write `c:` and `C:`. */
export function fileOfUri(uri: string, windows = process.platform === 'win32'): FileId {
  if (!uri.startsWith('file:')) return uri;
  const path = fileURLToPath(uri, { windows });
  return windows ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
}

export function uriOfFile(file: FileId): string {
  return isAbsolute(file) ? pathToFileURL(file).href : file;
}

/** `${workspaceFolder}`, `${userHome}` and `${env:NAME}` in a setting, and relative paths made absolute. */
export function expandPath(path: string, workspaceFolder: string | undefined): string {
  const folder = workspaceFolder ?? process.cwd();
  const expanded = path
    .replace(/\$\{workspaceFolder\}/g, folder)
    .replace(/\$\{userHome\}|^~(?=\/|$)/g, homedir())
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => process.env[name] ?? '');
  return isAbsolute(expanded) ? expanded : join(resolve(folder), expanded);
}
