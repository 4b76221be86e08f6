// Decides from the text and the name of a file whether CuTe Lens has anything to do with it. The tests are cheap, since
// they run for every file that an editor opens.

/** True where the text includes a header of CuTe or CUTLASS, or names the namespace `cute`. */
export function mentionsCute(text: string): boolean {
  return /#[ \t]*include[ \t]*[<"](?:cute|cutlass)\/|\bcute::|\busing[ \t]+namespace[ \t]+cute\b/.test(text);
}

/** VS Code's identifiers of the languages that CuTe Lens reads. A CUDA C++ file is always relevant; files of the other
 *  languages are relevant if they mention CuTe or, for Rust, cuTile. */
export const languages = ['cuda-cpp', 'cpp', 'c', 'rust'] as const;
/** The languages that a C++ compiler compiles. Only programs in these languages can be verified. */
export const compiledLanguages: readonly string[] = ['cuda-cpp', 'cpp', 'c'] satisfies (typeof languages)[number][];

type Language = 'cuda' | 'c++' | 'rust';

/** The identifiers of languages in different editors: Vim and Neovim use `cuda` and `objcpp`, Emacs `c++` and `cuda`,
 *  VS Code `cuda-cpp`, the protocol itself `objective-cpp`. */
const byId: ReadonlyMap<string, Language> = new Map([
  ...['cuda', 'cuda-cpp', 'cuda-c++', 'cudacpp'].map((id) => [id, 'cuda'] as const),
  ...['c', 'cpp', 'c++', 'objc', 'objcpp', 'objective-c', 'objective-cpp', 'objective-c++'].map(
    (id) => [id, 'c++'] as const,
  ),
  ['rust', 'rust'],
]);

const byEnding: ReadonlyMap<string, Language> = new Map([
  ['cu', 'cuda'],
  ['cuh', 'cuda'],
  ['rs', 'rust'],
  ...['c', 'cc', 'cpp', 'cxx', 'c++', 'h', 'hh', 'hpp', 'hxx', 'h++', 'inl', 'inc', 'ipp', 'tpp'].map(
    (ending) => [ending, 'c++'] as const,
  ),
]);

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
  switch (named === 'c++' && ending === 'cuda' ? ending : (named ?? ending)) {
    case 'cuda':
      return true;
    case 'c++':
      return mentionsCute(text());
    case 'rust':
      return /\bcutile\b/.test(text());
    case undefined:
      return false;
  }
}
