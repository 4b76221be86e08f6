// Loads the CUDA C++ front end: two wasm files, from the folder in which the bundle stands.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCudaFrontEnd } from '../../core/src/frontends/cuda/front-end';
import type { FrontEnd } from '../../core/src/frontends/front-end';

/** The front end, from the `tree-sitter.wasm` and `tree-sitter-cpp.wasm` in `folder`. About 40 ms. */
export async function loadFrontEnd(folder: string): Promise<FrontEnd> {
  const [runtimeWasm, grammarWasm] = await Promise.all([readFile(join(folder, 'tree-sitter.wasm')), readFile(join(folder, 'tree-sitter-cpp.wasm'))]);
  return createCudaFrontEnd({ runtimeWasm, grammarWasm });
}
