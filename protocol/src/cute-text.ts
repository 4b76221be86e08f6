// The cheap tests that keep CuTe Lens away from files that have nothing to do with it. They look at text only.

/** True where the text includes a header of CuTe or CUTLASS, or names the namespace `cute`. */
export function mentionsCute(text: string): boolean {
  return /#[ \t]*include[ \t]*[<"](?:cute|cutlass)\/|\bcute::|\busing[ \t]+namespace[ \t]+cute\b/.test(text);
}

/** VS Code's names of languages whose files may be ours. CUDA C++ always is; the others once they mention CuTe, or
 *  cuTile for Rust. */
export const languages = ['cuda-cpp', 'cpp', 'c', 'rust'] as const;

type Language = 'cuda' | 'c++' | 'rust';

/** What editors call a language: Vim and Neovim `cuda` and `objcpp`, Emacs `c++` and `cuda`, VS Code `cuda-cpp`, the
 *  protocol itself
 *  `objective-cpp`. */
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

/** Whether a document is one that CuTe Lens has something to say about. Its language says so where an editor has a name
 *  for it that is known here, and else the name of the file; a `.cu` file is CUDA C++ for editors that know only
 *  C++. */
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
