// The language of the reader, before anything is said: that of the browser where the build has copied its texts beside
// the page, English otherwise.
import { speak, type Catalogue } from '../../protocol/src/say';

/** The languages that there are texts in, besides English. */
declare const LANGUAGES: readonly string[];

/** Says everything in the reader's language from now on. Gives its texts, for the worker of the server; undefined for
 *  English. */
export async function speakToReader(): Promise<Catalogue | undefined> {
  const language = languageOf(navigator.languages);
  const texts = language === undefined ? undefined : await textsIn(language);
  if (language === undefined || texts === undefined) return undefined;
  const catalogue: Catalogue = JSON.parse(texts);
  speak(catalogue);
  document.documentElement.lang = language;
  // The page of the picture takes them from here.
  const element = document.createElement('script');
  Object.assign(element, { id: 'texts', type: 'application/json', textContent: texts });
  document.head.append(element);
  return catalogue;
}

/** The first language that the reader asks for and gets. */
function languageOf(asked: readonly string[]): string | undefined {
  const wanted = asked.map((locale) => locale.toLowerCase().split('-')[0] ?? '');
  const found = wanted.find((language) => language === 'en' || LANGUAGES.includes(language));
  return found === 'en' ? undefined : found;
}

async function textsIn(language: string): Promise<string | undefined> {
  const answer = await fetch(`l10n/bundle.l10n.${language}.json`).catch(() => undefined);
  return answer?.ok === true ? answer.text() : undefined;
}
