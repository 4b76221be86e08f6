// What tools say of a file that cannot be read.
import { say } from '../../../core/src/base/say';
import { textAt } from '../unknown';

/** The message of an error; of a missing file, in words. */
export function noSuchFile(error: unknown): string {
  const path = textAt(error, 'path');
  if (textAt(error, 'code') === 'ENOENT' && path !== undefined) return say`${path}: no such file`;
  return error instanceof Error ? error.message : String(error);
}
