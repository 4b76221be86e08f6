// One front end for all languages: a file's name says which reads it. The grammar of CUDA C++ is loaded at once, any
// other when the first file of its language is opened.
import type { FileId } from '../base/span';
import { documentKinds, type LanguageName, languageOf, languages } from '../ir/languages';
import type { Program } from '../ir/program';
import { createCudaFrontEnd } from './cuda/front-end';
import { createRustFrontEnd } from './cutile-rust/front-end';
import { type Document, edited, emptyProgram, type FrontEnd, type TextEdit } from './front-end';

/** The bytes of the parser's runtime and of a grammar. */
interface GrammarFiles {
  readonly runtimeWasm: Uint8Array;
  readonly grammarWasm: Uint8Array;
}

/** The front end of each language. */
const frontEnds: Readonly<Record<LanguageName, (grammar: GrammarFiles) => Promise<FrontEnd>>> = {
  cuda: createCudaFrontEnd,
  'cutile-rust': createRustFrontEnd,
};

/** Creates the front end of a language. `read` gives the bytes of a wasm file, which is named without `.wasm`. */
export async function createFrontEnd(
  language: LanguageName,
  read: (name: string) => Promise<Uint8Array>,
): Promise<FrontEnd> {
  const [runtimeWasm, grammarWasm] = await Promise.all([read('tree-sitter'), read(languages[language].grammar)]);
  return frontEnds[language]({ runtimeWasm, grammarWasm });
}

/** What a host opens files with. */
export interface Languages extends FrontEnd {
  /** Resolves once `file` can be read; until then its program is empty. */
  ready(file: FileId): Promise<void>;
  /** Resolves once files of every language can be read. */
  allReady(): Promise<void>;
}

export async function byLanguage(load: (language: LanguageName) => Promise<FrontEnd>): Promise<Languages> {
  const cuda = await load('cuda');
  const loaded = new Map<LanguageName, FrontEnd>([['cuda', cuda]]);
  const loading = new Map<LanguageName, Promise<void>>();
  const ready = (language: LanguageName): Promise<void> => {
    if (loaded.has(language)) return Promise.resolve();
    const known = loading.get(language);
    if (known) return known;
    const started = load(language).then((frontEnd) => void loaded.set(language, frontEnd));
    loading.set(language, started);
    return started;
  };
  return {
    open: (file, text) => {
      const language = languageOf(file);
      return language === 'cuda'
        ? cuda.open(file, text)
        : new LateDocument(file, language, text, () => loaded.get(language));
    },
    unit: cuda.unit,
    parseExpression: cuda.parseExpression,
    parseStatements: cuda.parseStatements,
    ready: (file) => ready(languageOf(file)),
    allReady: async () => void (await Promise.all(documentKinds.map(({ language }) => ready(language)))),
  };
}

/** A file whose front end may still be loading. */
class LateDocument implements Document {
  #text: string;
  #document: Document | undefined;

  constructor(
    readonly file: FileId,
    readonly language: Exclude<LanguageName, 'cuda'>,
    text: string,
    readonly frontEnd: () => FrontEnd | undefined,
  ) {
    this.#text = text;
  }

  get text(): string {
    return this.#document?.text ?? this.#text;
  }

  edit(changes: readonly TextEdit[]): void {
    if (this.#document) this.#document.edit(changes);
    else this.#text = edited(this.#text, changes);
  }

  update(text: string): void {
    this.#text = text;
    this.#document?.update(text);
  }

  program(): Program {
    this.#document ??= this.frontEnd()?.open(this.file, this.#text);
    return this.#document?.program() ?? emptyProgram(this.file, this.#text, undefined, this.language);
  }

  rest(): void {
    this.#document?.rest();
  }

  dispose(): void {
    this.#document?.dispose();
  }
}
