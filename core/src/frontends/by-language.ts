// One front end for all languages: a file's name says which reads it. Rust's grammar is fetched when the first such
// file is opened.
import type { FileId } from '../base/span';
import type { Program } from '../ir/program';
import type { Document, FrontEnd, TextEdit } from './front-end';

/** What a host opens files with. */
export interface Languages extends FrontEnd {
  /** Resolves once `file` can be read; until then its program is empty. */
  ready(file: FileId): Promise<void>;
}

export function isRust(file: FileId): boolean {
  return file.endsWith('.rs');
}

export function byLanguage(cuda: FrontEnd, loadRust: () => Promise<FrontEnd>): Languages {
  let rust: FrontEnd | undefined;
  let loading: Promise<FrontEnd> | undefined;
  const load = async (): Promise<void> => {
    rust = await (loading ??= loadRust());
  };
  return {
    open: (file, text) => (isRust(file) ? new LateDocument(file, text, () => rust) : cuda.open(file, text)),
    unit: cuda.unit,
    parseExpression: cuda.parseExpression,
    parseStatements: cuda.parseStatements,
    ready: (file) => (isRust(file) ? load() : Promise.resolve()),
  };
}

/** A file whose front end may still be on its way. */
class LateDocument implements Document {
  #text: string;
  #document: Document | undefined;

  constructor(
    readonly file: FileId,
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
    else
      for (const { start, end, text } of changes)
        this.#text = this.#text.slice(0, start) + text + this.#text.slice(Math.max(start, end));
  }

  update(text: string): void {
    this.#text = text;
    this.#document?.update(text);
  }

  program(): Program {
    this.#document ??= this.frontEnd()?.open(this.file, this.#text);
    return (
      this.#document?.program() ?? {
        file: this.file,
        language: 'cutile-rust',
        text: this.#text,
        comments: [],
        items: [],
        includes: [],
        pins: [],
        problems: [],
        macros: new Map(),
      }
    );
  }

  rest(): void {
    this.#document?.rest();
  }

  dispose(): void {
    this.#document?.dispose();
  }
}
