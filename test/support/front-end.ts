// Gives tests the CUDA C++ front end, with the wasm bytes of the packages that the build ships.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Span } from '../../core/src/base/span';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import type { Program, Stmt } from '../../core/src/ir/program';
import { byLanguage, type Languages } from '../../core/src/frontends/by-language';
import { createRustFrontEnd } from '../../core/src/frontends/cutile-rust/front-end';
import { createCudaFrontEnd } from '../../core/src/frontends/cuda/front-end';

const require = createRequire(import.meta.url);

let frontEnd: Promise<FrontEnd> | undefined;
let rust: Promise<FrontEnd> | undefined;

/** The front end, loaded once for all tests of a process. */
export function cudaFrontEnd(): Promise<FrontEnd> {
  frontEnd ??= createCudaFrontEnd({
    runtimeWasm: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammarWasm: readFileSync(require.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm')),
  });
  return frontEnd;
}

/** The front end of cuTile Rust, loaded once for all tests of a process. */
export function rustFrontEnd(): Promise<FrontEnd> {
  rust ??= createRustFrontEnd({
    runtimeWasm: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammarWasm: readFileSync(require.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm')),
  });
  return rust;
}

/** The front ends as a host has them, with all grammars at hand. */
export async function allLanguages(): Promise<Languages> {
  const languages = byLanguage(await cudaFrontEnd(), rustFrontEnd);
  await languages.ready('any.rs');
  return languages;
}

/** Lowers `text` as a file named `test.cu`. */
export async function lower(text: string): Promise<Program> {
  const document = (await cudaFrontEnd()).open('test.cu', text);
  try {
    return document.program();
  } finally {
    document.dispose();
  }
}

/** Lowers statements that stand in a function's body. */
export async function lowerBody(
  statements: string,
): Promise<{ readonly text: string; readonly body: readonly Stmt[]; readonly program: Program }> {
  const text = `void f() {\n${statements}\n}\n`;
  const program = await lower(text);
  const func = program.items[0];
  if (func?.is !== 'Func' || func.body === undefined) throw new Error('the function was not read');
  return { text, body: func.body.body, program };
}

/** The source that a span covers. */
export function covered(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}
