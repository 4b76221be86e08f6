// Resolves `#include` lines. The same rule is used to follow headers and to find the files that include a header. Reads
// no files.
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { FileId } from '../../core/src/index';

/** The folders in which headers are looked up. */
export interface IncludeFolders {
  /** Searched after the folder of the including file. */
  readonly includePaths: readonly string[];
  /** Searched last, for quoted includes only: the folders above the including file, up to this one. Many projects are
   *  built with their own folder as an include path, which only their compiler commands mention. */
  readonly workspace?: string | undefined;
}

/** Headers whose functions are builtins. They are not read. */
const known = /^(?:cute|cutlass|cuda|cub|thrust)\//;

/** The paths at which the included file may be, in order of search; the first that exists counts. An unsaved file is
 *  searched for as if it were saved. The list is empty for files that have no path, and for headers of CuTe. */
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

/** The headers that a text includes, conditions and macros aside, in their order. */
export function includesIn(text: string): readonly { readonly path: string; readonly quoted: boolean }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)].map(([, quoted, angled]) => ({
    path: quoted ?? angled ?? '',
    quoted: quoted !== undefined,
  }));
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
