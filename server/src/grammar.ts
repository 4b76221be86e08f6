// Loads the front ends: wasm files, from the folder in which the bundle stands.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byLanguage, type Languages } from '../../core/src/frontends/by-language';
import { createCudaFrontEnd } from '../../core/src/frontends/cuda/front-end';
import { createRustFrontEnd } from '../../core/src/frontends/cutile-rust/front-end';

/** The front ends, from the `tree-sitter*.wasm` in `folder`. About 40 ms; Rust's grammar is read when a file needs
 *  it. */
export async function loadFrontEnd(folder: string): Promise<Languages> {
  const wasm = (name: string): Promise<Buffer> => readFile(join(folder, `${name}.wasm`));
  const [runtimeWasm, grammarWasm] = await Promise.all([wasm('tree-sitter'), wasm('tree-sitter-cpp')]);
  return byLanguage(await createCudaFrontEnd({ runtimeWasm, grammarWasm }), async () =>
    createRustFrontEnd({ runtimeWasm, grammarWasm: await wasm('tree-sitter-rust') }),
  );
}
