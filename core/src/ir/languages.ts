// The languages of the programs that CuTe Lens reads, and the documents in editors that hold such programs. Plain data
// without imports, so that the editor's side, the build and the front ends read one table. Knows no front end
// (frontends/by-language.ts lists them by the names used here).

interface LanguageRow {
  /** The name that users know. */
  readonly title: string;
  /** Its grammar in the package `@vscode/tree-sitter-wasm`, without `.wasm`. */
  readonly grammar: string;
  /** Whether a C++ compiler compiles its programs: only those can be verified. */
  readonly compiled: boolean;
}

export const languages = {
  cuda: { title: 'CUDA C++', grammar: 'tree-sitter-cpp', compiled: true },
  'cutile-rust': { title: 'cuTile Rust', grammar: 'tree-sitter-rust', compiled: false },
} as const satisfies Readonly<Record<string, LanguageRow>>;

export type LanguageName = keyof typeof languages;

/** A kind of document in editors. */
export interface DocumentKind {
  readonly language: LanguageName;
  /** VS Code's identifiers of the kind. */
  readonly identifiers: readonly string[];
  /** Identifiers in other editors: Vim and Neovim use `cuda` and `objcpp`, Emacs `c++`, the language server protocol
   *  itself `objective-cpp`. */
  readonly elsewhere: readonly string[];
  /** How the names of its files end. */
  readonly endings: readonly string[];
  /** What the text must contain for CuTe Lens to read it; absent where it reads every such document. The test is
   *  cheap, since it runs for every file that an editor opens. */
  readonly mentions?: RegExp;
}

/** A header of CuTe or CUTLASS that is included, or the namespace `cute`. */
const cute = /#[ \t]*include[ \t]*[<"](?:cute|cutlass)\/|\bcute::|\busing[ \t]+namespace[ \t]+cute\b/;

export const documentKinds: readonly DocumentKind[] = [
  {
    language: 'cuda',
    identifiers: ['cuda-cpp'],
    elsewhere: ['cuda', 'cuda-c++', 'cudacpp'],
    endings: ['cu', 'cuh'],
  },
  {
    language: 'cuda',
    identifiers: ['cpp', 'c'],
    elsewhere: ['c++', 'objc', 'objcpp', 'objective-c', 'objective-cpp', 'objective-c++'],
    endings: ['c', 'cc', 'cpp', 'cxx', 'c++', 'h', 'hh', 'hpp', 'hxx', 'h++', 'inl', 'inc', 'ipp', 'tpp'],
    mentions: cute,
  },
  {
    language: 'cutile-rust',
    identifiers: ['rust'],
    elsewhere: [],
    endings: ['rs'],
    mentions: /\bcutile\b/,
  },
];

/** The language that a file is read as. What no row names is read as CUDA C++, since C++ includes files of any name. */
export function languageOf(file: string): LanguageName {
  return documentKinds.find(({ endings }) => endings.some((ending) => file.endsWith(`.${ending}`)))?.language ?? 'cuda';
}

/** Whether a C++ compiler can compile a file. */
export function isCompiled(file: string): boolean {
  return languages[languageOf(file)].compiled;
}
