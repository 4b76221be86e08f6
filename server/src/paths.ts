// Converts between the core's file names and the editor's URIs. The core's name of a file on the disk is its absolute
// path; any other document is named by its URI. Reads nothing.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileId } from '../../core/src/index';

/** On Windows, drives have one spelling: editors write `c:` and `C:`. */
export function fileOfUri(uri: string, windows = process.platform === 'win32'): FileId {
  if (!uri.startsWith('file:')) return uri;
  const path = pathOfUri(uri, windows);
  if (path === undefined) return uri;
  return windows ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
}

/** Undefined for what names no path of this system: the address of another machine, damaged escapes. Editors send what
 *  users open, and one such document must not keep the others from being answered. */
function pathOfUri(uri: string, windows: boolean): string | undefined {
  try {
    return fileURLToPath(uri, { windows });
  } catch {
    return undefined;
  }
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
