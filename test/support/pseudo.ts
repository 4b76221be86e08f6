// A language in which every text is marked, so that a test sees what was said and what was written in English where
// nobody can translate it. Each piece of a text is marked on its own: the operands between them are not, and are
// looked at too.
import type { Catalogue } from '../../core/src/base/say';
import { textsOfSources } from '../../scripts/texts';

export function pseudoLanguage(): Catalogue {
  return Object.fromEntries([...textsOfSources().keys.keys()].map((key) => [key, marked(key)]));
}

function marked(key: string): string {
  return key
    .split(/(\{\d+\})/)
    .map((piece) => (/\p{L}/u.test(piece) && !/^\{\d+\}$/.test(piece) ? `⟦${piece}⟧` : piece))
    .join('');
}

/** The words of a text that were not said: outside of marks, and of code in Markdown. `known` are names, of CuTe and of
 *  the program. */
export function unsaid(text: string, known: ReadonlySet<string>): readonly string[] {
  const rest = text
    .replace(/\\(?=[_*[\]()|])/g, '')
    .replace(/\((?:cute|cutlass|cutile)\/[\w./]+\)/g, ' ')
    .replace(/⟦[^⟧]*⟧/gs, ' ')
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/(`+)[\s\S]*?\1/g, ' ')
    .replace(/\]\([^)]*\)/g, '] ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\b(?:\w+ from \w+)(?: #\d+)?/g, ' ');
  return [...rest.matchAll(/(?<![\w'"@-])[A-Za-z][A-Za-z'’]+(?![\w(<:@]|-\w)/g)].flatMap(([word]) =>
    known.has(word) || known.has(uncapitalised(word)) || (word.length < 3 && !ofSentences.has(word)) ? [] : [word],
  );
}

/** Words that English sentences have, whatever they are about. */
export const ofSentences: ReadonlySet<string> = new Set(
  'of in by to at or on as is it an no and are for from its not that the this with'.split(' '),
);

const uncapitalised = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** Every identifier of some texts. */
export function namesIn(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
}
