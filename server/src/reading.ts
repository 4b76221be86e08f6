// Reads files and folders that may be missing: what is not there is empty. Keeps nothing (disk.ts does).
import { readdirSync, readFileSync } from 'node:fs';

/** The text of a file; empty where it cannot be read. */
export function textOfFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The names of what is in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
