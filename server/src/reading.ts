// Reads files as text, and files and folders that may be missing: what is not there is empty. Keeps nothing (disk.ts
// does).
import { readdirSync, readFileSync } from 'node:fs';
import { said, words } from '../../core/src/base/say';
import { textAt } from './unknown';

/** The text of a file, or of an open descriptor, as editors have it: UTF-8, or UTF-16 where its first bytes say so, and
 *  without the byte order mark. Throws where it cannot be read. */
export function readText(file: string | number): string {
  const bytes = readFileSync(file);
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: words`no such file`,
  EISDIR: words`is a folder`,
  EACCES: words`may not be read`,
  EPERM: words`may not be read`,
  ELOOP: words`is a link that leads to itself`,
};

/** Why a file or folder could not be read, from the error that was thrown then. */
export function whyUnreadable(error: unknown): string {
  return said(reasons[textAt(error, 'code') ?? ''] ?? String(error));
}

/** The text of a file; empty where it cannot be read. */
export function textOfFile(path: string): string {
  try {
    return readText(path);
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
