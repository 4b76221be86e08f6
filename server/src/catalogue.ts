// The catalogues of other languages: `l10n/bundle.l10n.LANGUAGE.json`, one for VS Code, for every other editor and for
// the command line. An editor may bring its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../core/src/base/say';
import { catalogueOf } from './editor';

/** The catalogue for a locale such as `de` or `de-AT`, from the folder that has them; undefined for English, and for
 *  languages that nobody has translated to. */
export function catalogueFor(locale: string, folder: string): Catalogue | undefined {
  const [language = ''] = locale.toLowerCase().split(/[-_.@]/);
  if (!/^[a-z]{2,3}$/.test(language)) return undefined;
  try {
    return catalogueOf(JSON.parse(readFileSync(join(folder, `bundle.l10n.${language}.json`), 'utf8')));
  } catch {
    return undefined;
  }
}
