// What server/src/paths.ts is for Node, for browsers: the core's name of a document is its URI written as an absolute
// path, so that the functions for paths find the headers beside it. `vscode-vfs://github/cute/kernels/gemm.cu` is
// `/vscode-vfs%3A%2F%2Fgithub/cute/kernels/gemm.cu`. Reads nothing.
import type { FileId } from '../../core/src/index';
import type * as node from '../../server/src/paths';

/** The address of a file system, and a path in it. */
const addressed = /^([a-z][\w+.-]*:\/\/[^/?#]*)(\/[^?#]*)$/i;
/** An address as the first folder of a path. */
const inFolder = /^\/([^/]*%3A%2F%2F[^/]*)(\/.*)$/;

export function fileOfUri(uri: string): FileId {
  const [, address = '', path] = addressed.exec(uri) ?? [];
  const decoded = path === undefined ? undefined : decode(path);
  return decoded === undefined ? uri : `/${encodeURIComponent(address)}${decoded}`;
}

export function uriOfFile(file: FileId): string {
  const [, address, path] = inFolder.exec(file) ?? [];
  if (address === undefined || path === undefined) return file;
  return `${decodeURIComponent(address)}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** `${workspaceFolder}` in a setting. There is neither a home folder nor an environment. */
export function expandPath(path: string, workspaceFolder: string | undefined): string {
  const folder = workspaceFolder ?? '';
  const expanded = path
    .replace(/\$\{workspaceFolder\}/g, folder)
    .replace(/\$\{userHome\}|^~(?=\/|$)|\$\{env:\w+\}/g, '');
  return expanded.startsWith('/') ? expanded : `${folder}/${expanded}`;
}

/** Undefined for what is no escaped text. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

({ fileOfUri, uriOfFile, expandPath }) satisfies typeof node;
