// Where `#include`d files are: the one rule for following headers and for finding who includes one. Reads nothing.
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { FileId } from '../../core/src/index';

/** Where headers are looked for. */
export interface IncludeFolders {
  /** After the folder of the including file. */
  readonly includePaths: readonly string[];
  /** After those, for quoted includes: the folders above the including file, up to this one. Many projects are built
   *  with their own folder as an include path, and say so only to the compiler. */
  readonly workspace?: string | undefined;
}

/** Headers that the builtins stand for. */
const known = /^(?:cute|cutlass|cuda|cub|thrust)\//;

/** Every place where the file may be, the first that exists counts. What is to be saved is where it will
 *  be. None for what is not on a disk, and for CuTe's own headers. */
export function includeCandidates(
  from: FileId,
  path: string,
  quoted: boolean,
  { includePaths, workspace }: IncludeFolders,
): readonly FileId[] {
  const file = from.startsWith('untitled:') ? decodeURIComponent(from.slice('untitled:'.length)) : from;
  if (known.test(path) || !isAbsolute(file)) return [];
  if (isAbsolute(path)) return [path];
  const own = dirname(file);
  const folders = quoted ? [own, ...includePaths, ...foldersAbove(own, workspace)] : includePaths;
  return folders.map((folder) => normalize(join(folder, path)));
}

function foldersAbove(folder: string, top: string | undefined): readonly string[] {
  const above: string[] = [];
  if (top === undefined) return above;
  for (let at = folder; at !== top;) {
    const next = dirname(at);
    if (next === at) return [];
    above.push(next);
    at = next;
  }
  return above;
}
