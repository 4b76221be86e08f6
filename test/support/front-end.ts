// Gives tests the front ends, with the wasm bytes of the packages that the build ships.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Span } from '../../core/src/base/span';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import type { Program, Stmt } from '../../core/src/ir/program';
import { byLanguage, createFrontEnd, type Languages } from '../../core/src/frontends/by-language';
import type { LanguageName } from '../../core/src/ir/languages';

const require = createRequire(import.meta.url);

const loaded = new Map<LanguageName, Promise<FrontEnd>>();

/** The front end of a language, loaded once for all tests of a process. */
function frontEndOf(language: LanguageName): Promise<FrontEnd> {
  const known = loaded.get(language);
  if (known) return known;
  const frontEnd = createFrontEnd(language, (name) => Promise.resolve(readFileSync(wasmOf(name))));
  loaded.set(language, frontEnd);
  return frontEnd;
}

/** The file of a grammar, or of the parser, by the name under which it ships. */
export function wasmOf(name: string): string {
  return require.resolve(
    name === 'tree-sitter' ? 'web-tree-sitter/web-tree-sitter.wasm' : `@vscode/tree-sitter-wasm/wasm/${name}.wasm`,
  );
}

export function cudaFrontEnd(): Promise<FrontEnd> {
  return frontEndOf('cuda');
}

export function rustFrontEnd(): Promise<FrontEnd> {
  return frontEndOf('cutile-rust');
}

/** The front ends as a host has them, with all grammars at hand. */
export async function allLanguages(): Promise<Languages> {
  const languages = await byLanguage(frontEndOf);
  await languages.allReady();
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
