// The translation units of a source, those that stand in its folders and those that a generator of its build writes,
// and how they are read.
import { readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { cutlassFolders, noFlags, type Surroundings } from '../../server/src/includes';
import { isHeader } from '../../server/src/including';
import type { Corpus } from './coverage-sources';

export interface Unit {
  /** Absolute. */
  readonly unit: string;
  /** Absent where it is read from the disk. */
  readonly text?: string;
}

/** Sources and headers below a folder, in the order of their names. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry): readonly string[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return ['.cu', '.cuh', '.h', '.hpp', '.cpp'].includes(extname(path)) && !/flash_api\w*\.cpp$/.test(path)
        ? [path]
        : [];
    })
    .sort();
}

/** Sources that only instantiate templates are many and alike: of a folder with more than `most`, evenly spread ones
 *  stand for all. */
export function unitsOf(files: readonly string[], most: number): readonly string[] {
  const byFolder = new Map<string, string[]>();
  for (const file of files)
    if (!isHeader(file)) byFolder.set(dirname(file), [...(byFolder.get(dirname(file)) ?? []), file]);
  return [...byFolder.values()].flatMap((sources) => spreadOver(sources, most));
}

/** At most `most` of a list, at equal distances. */
export function spreadOver<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, list.length / Math.max(1, most));
  return list.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** How the units of a source are read, as its build says. */
export function surroundingsOf({ includePaths, workspace, macros = [] }: Corpus): Surroundings {
  return {
    includePaths,
    cutlass: cutlassFolders('', workspace),
    ...(workspace !== undefined && { workspace }),
    flagsOf: () => ({ ...noFlags, macros }),
  };
}

/** The sources that a generator writes, one for each instantiation, as their users have them. */
export function writtenOf({ written = [] }: Corpus): readonly Required<Unit>[] {
  return written.flatMap(({ folder, includes, instances }, i) =>
    instances.map((instance, j) => ({
      unit: join(folder, `written_${i}_${j}.cu`),
      text: `#include "${includes}"\n${instance}\n`,
    })),
  );
}
