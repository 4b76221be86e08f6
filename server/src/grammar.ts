// Loads the front ends and their grammars, which are wasm files in the folder of the bundle.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byLanguage, type Languages } from '../../core/src/frontends/by-language';
import { createCudaFrontEnd } from '../../core/src/frontends/cuda/front-end';
import { createRustFrontEnd } from '../../core/src/frontends/cutile-rust/front-end';

/** Loads the front ends from the `tree-sitter*.wasm` files in `folder`, in about 40 ms. The grammar of Rust is loaded
 *  when the first Rust file is opened. */
export async function loadFrontEnd(folder: string): Promise<Languages> {
  const wasm = (name: string): Promise<Buffer> => readFile(join(folder, `${name}.wasm`));
  const [runtimeWasm, grammarWasm] = await Promise.all([wasm('tree-sitter'), wasm('tree-sitter-cpp')]);
  return byLanguage(await createCudaFrontEnd({ runtimeWasm, grammarWasm }), async () =>
    createRustFrontEnd({ runtimeWasm, grammarWasm: await wasm('tree-sitter-rust') }),
  );
}
