// The files of the disk, read synchronously. browser/src/local-files.ts takes its place where there is no disk.
import { statSync } from 'node:fs';
import { longestHeader } from '../../protocol/src/requests';
import type { Files } from './disk';
import { readText } from './reading';

export const localFiles: Files = {
  stampOf: (file) => {
    // A name that no file can have (a zero byte, a thousand characters, a circle of links) has no stamp either.
    const stats = file.includes('\0') ? undefined : orNothing(() => statSync(file, { throwIfNoEntry: false }));
    return stats?.isFile() && stats.size <= longestHeader ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : undefined;
  },
  read: (file) => orNothing(() => readText(file)),
};

function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
