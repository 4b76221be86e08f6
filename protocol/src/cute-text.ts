// Decides from the text and the name of a document whether CuTe Lens has anything to do with it.
import { type DocumentKind, documentKinds, languages } from '../../core/src/ir/languages';

/** VS Code's identifiers of the documents that CuTe Lens reads. */
export const languageIds: readonly string[] = documentKinds.flatMap(({ identifiers }) => identifiers);
/** Those of documents that a C++ compiler compiles. Only such programs can be verified. */
export const compiledLanguageIds: readonly string[] = documentKinds.flatMap(({ language, identifiers }) =>
  languages[language].compiled ? identifiers : [],
);

const byId = byNames(({ identifiers, elsewhere }) => [...identifiers, ...elsewhere]);
const byEnding = byNames(({ endings }) => endings);

function byNames(names: (kind: DocumentKind) => readonly string[]): ReadonlyMap<string, DocumentKind> {
  return new Map(documentKinds.flatMap((kind) => names(kind).map((name) => [name, kind] as const)));
}

/** The names of files that CuTe Lens may handle. */
export const readEndings = new RegExp(`\\.(?:${[...byEnding.keys()].join('|').replaceAll('+', '\\+')})$`, 'i');

/** Whether CuTe Lens handles a document. The language identifier decides if it is known here, otherwise the file name.
 *  A `.cu` file counts as CUDA C++ in editors that know only C++. */
export function isOurs(
  { languageId, uri }: { readonly languageId: string; readonly uri: string },
  text: () => string,
): boolean {
  const ending = byEnding.get(/\.([\w+]+)$/.exec(uri.replace(/[?#].*$/, ''))?.[1]?.toLowerCase() ?? '');
  // Emacs has modes by the parser: `c++-ts`.
  const named = byId.get(languageId.toLowerCase().replace(/-ts$/, ''));
  const isSpecific = ending?.mentions === undefined && ending?.language === named?.language;
  const kind = isSpecific ? ending : (named ?? ending);
  return kind !== undefined && (kind.mentions?.test(text()) ?? true);
}
