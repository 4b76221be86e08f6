// The cuTile Rust front end. Does no IO: the host hands over the bytes of the parser's runtime and of the Rust grammar.
import type { FrontEnd } from '../front-end';
import { loadGrammar } from '../tree';
import { RustDocument } from './document';
import { readExpression, readStatements } from './snippets';

export interface RustFrontEndOptions {
  /** `web-tree-sitter/web-tree-sitter.wasm`. */
  readonly runtimeWasm: Uint8Array;
  /** `@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm`. */
  readonly grammarWasm: Uint8Array;
}

export async function createRustFrontEnd({ runtimeWasm, grammarWasm }: RustFrontEndOptions): Promise<FrontEnd> {
  const grammar = await loadGrammar(runtimeWasm, grammarWasm);
  return {
    open: (file, text) => new RustDocument(file, text, grammar),
    unit: (arch = 0) => ({ arch, full: true }),
    parseExpression: (text, file = '') => readExpression(grammar, text, file),
    parseStatements: (text, file = '') => readStatements(grammar, text, file),
  };
}
