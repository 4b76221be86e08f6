// The CUDA C++ front end. Does no IO: the host hands over the bytes of the parser's runtime and of the C++ grammar.
import type { FrontEnd } from '../front-end';
import { rethrowInterruption } from '../interrupted';
import { unreadable } from './context';
import { CudaDocument } from './document';
import { snippetReader } from './snippets';
import { loadGrammar } from '../tree';
import { MacroUnit } from './unit';

export interface CudaFrontEndOptions {
  /** `web-tree-sitter/web-tree-sitter.wasm`. */
  readonly runtimeWasm: Uint8Array;
  /** `@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm`. */
  readonly grammarWasm: Uint8Array;
  /** What `__CUDA_ARCH__` is where a document's options do not say: compute capability times 100. */
  readonly arch?: number;
}

const DEFAULT_ARCH = 900;

export async function createCudaFrontEnd({
  runtimeWasm,
  grammarWasm,
  arch = DEFAULT_ARCH,
}: CudaFrontEndOptions): Promise<FrontEnd> {
  const grammar = await loadGrammar(runtimeWasm, grammarWasm);
  const reader = snippetReader(grammar, arch);
  return {
    open: (file, text) => new CudaDocument(file, text, grammar, arch),
    unit: (of = arch, given) => new MacroUnit(of, given),
    parseExpression: (text, file = '') =>
      orElse(() => reader.expression(text, file, 0), {
        is: 'Opaque',
        why: unreadable(),
        span: { file, start: 0, end: text.length },
      }),
    parseStatements: (text, file = '') =>
      orElse(
        () => reader.statements(text, file, 0),
        [{ is: 'OpaqueStmt', why: unreadable(), span: { file, start: 0, end: text.length } }],
      ),
  };
}

/** Reading never throws, not even where the parser runs out of memory. */
function orElse<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch (error) {
    rethrowInterruption(error);
    return fallback;
  }
}
