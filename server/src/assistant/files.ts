// Files as tools read them, and what is said of one that cannot be read.
import { say } from '../../../core/src/base/say';
import { readFileSync } from 'node:fs';
import { textAt } from '../unknown';

export function fileNow(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The message of an error; of a missing file, in words. */
export function noSuchFile(error: unknown): string {
  const path = textAt(error, 'path');
  if (textAt(error, 'code') === 'ENOENT' && path !== undefined) return say`${path}: no such file`;
  return error instanceof Error ? error.message : String(error);
}
